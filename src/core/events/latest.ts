/**
 * An iterator over the newest value only: a reader slower than its source skips outdated values. Written by hand,
 * since an async generator cannot be ended while it waits.
 */
export class Latest<Value> implements AsyncIterableIterator<Value, undefined> {
  readonly #onEnd: () => void;
  #value: { value: Value } | null = null;
  #waiter: PromiseWithResolvers<IteratorResult<Value, undefined>> | null = null;
  #ended = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  put(value: Value): void {
    if (this.#ended) return;
    if (!this.#waiter) {
      this.#value = { value };
      return;
    }
    this.#waiter.resolve({ done: false, value });
    this.#waiter = null;
  }

  async next(): Promise<IteratorResult<Value, undefined>> {
    if (this.#ended) return { done: true, value: undefined };
    if (this.#value) {
      const { value } = this.#value;
      this.#value = null;
      return { done: false, value };
    }
    this.#waiter = Promise.withResolvers();
    return this.#waiter.promise;
  }

  async return(): Promise<IteratorResult<Value, undefined>> {
    if (!this.#ended) this.#onEnd();
    this.#ended = true;
    this.#waiter?.resolve({ done: true, value: undefined });
    this.#waiter = null;
    return { done: true, value: undefined };
  }
}
