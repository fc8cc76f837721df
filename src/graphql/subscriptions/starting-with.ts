/**
 * An iterator of one value, then of another iterator's values. Explicit, because an async generator cannot be ended
 * while it awaits.
 */
export function startingWith<Value>(
  first: Value,
  source: AsyncIterator<Value, undefined>,
): AsyncIterableIterator<Value, undefined> {
  let started = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (started) return source.next();
      started = true;
      return { done: false, value: first };
    },
    async return() {
      started = true;
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
