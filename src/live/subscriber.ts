type Resolve<Value> = (next: IteratorResult<Value, undefined> | Promise<never>) => void;

const over = { done: true, value: undefined } as const;

/**
 * The values for one subscriber of a topic. An explicit iterator: an async generator's `return` waits for the pending
 * `next`, on a quiet topic for ever, so subscribers that leave would pile up.
 */
export class Subscriber<Value> implements AsyncIterableIterator<Value, undefined> {
  readonly #onEnd: () => void;
  readonly #waiting: IteratorYieldResult<Value>[] = [];
  /** Resolves the pending `next()`. */
  #resolveNext: Resolve<Value> | null = null;
  #fill: (() => Promise<void>) | null = null;
  #filling = false;
  #ended = false;
  #failure: { error: unknown } | null = null;

  /** `onEnd` is called once the subscriber takes no more values. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** How many values it has not taken yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Hands a value over. */
  put(value: Value): void {
    if (this.#ended) return;
    const next = { done: false, value } as const;
    if (this.#resolveNext) {
      this.#resolveNext(next);
      this.#resolveNext = null;
    } else this.#waiting.push(next);
  }

  /** Hands a value over in place of those that wait. */
  replace(value: Value): void {
    this.#waiting.length = 0;
    this.put(value);
  }

  /** Has `fill` put values, once, when a value is asked for and none waits. Its failure ends the subscriber. */
  wake(fill: () => Promise<void>): void {
    if (this.#ended) return;
    this.#fill = fill;
    void this.#read();
  }

  /** Ends the subscriber after the values that wait. */
  finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#resolveNext?.(over);
    this.#resolveNext = null;
  }

  /** Ends the subscriber with a failure, after the values that wait. */
  fail(error: unknown): void {
    if (this.#ended) return;
    if (this.#resolveNext) this.#resolveNext(Promise.reject(error));
    else this.#failure = { error };
    this.#resolveNext = null;
    this.finish();
  }

  /** Not `async`, which would add three microtask ticks to each event of each subscriber. */
  next(): Promise<IteratorResult<Value, undefined>> {
    const waiting = this.#waiting.shift();
    if (waiting) return Promise.resolve(waiting);
    if (this.#failure) {
      const { error } = this.#failure;
      this.#failure = null;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve(over);
    const next = new Promise<IteratorResult<Value, undefined>>((resolve) => {
      this.#resolveNext = resolve;
    });
    if (this.#fill) void this.#read();
    return next;
  }

  async return(): Promise<IteratorResult<Value, undefined>> {
    this.#waiting.length = 0;
    this.#failure = null;
    this.finish();
    return over;
  }

  async #read(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (this.#resolveNext && this.#fill) {
        const fill = this.#fill;
        this.#fill = null;
        await fill();
      }
    } catch (error) {
      this.fail(error);
    }
    this.#filling = false;
  }
}
