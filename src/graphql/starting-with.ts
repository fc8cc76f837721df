/**
 * An iterator that hands out one value at once, then what it makes of another's. Written out by hand, since an async
 * generator cannot be ended while it waits.
 */
export function startingWith<Source, Value>(
  first: Value,
  source: AsyncIterator<Source, undefined>,
  toValue: (element: Source) => Value,
): AsyncIterableIterator<Value, undefined> {
  let started = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (!started) {
        started = true;
        return { done: false, value: first };
      }
      const result = await source.next();
      return result.done ? { done: true, value: undefined } : { done: false, value: toValue(result.value) };
    },
    async return() {
      started = true;
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}
