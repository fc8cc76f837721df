import type { Database } from '../database/database.ts';
import { Subscriber } from './subscriber.ts';

/** The subscribers of a topic in this process, each with what it is interested in. */
export class Topic<Interest, Value> implements AsyncDisposable {
  readonly #subscribers = new Map<Subscriber<Value>, Interest>();
  #unlisten = async () => {};
  #closed = false;

  /** Calls `receive` for each notification on the channel, and `miss` when some may have been lost. */
  async listen(
    database: Pick<Database, 'listen'>,
    channel: string,
    receive: (payload: string) => void,
    miss: () => void,
  ): Promise<void> {
    this.#unlisten = await database.listen(channel, receive, miss);
  }

  /** All that have not ended. */
  get subscribers(): ReadonlyMap<Subscriber<Value>, Interest> {
    return this.#subscribers;
  }

  /** Those that are interested in exactly this. */
  *of(interest: Interest): Iterable<Subscriber<Value>> {
    for (const [subscriber, one] of this.#subscribers) if (one === interest) yield subscriber;
  }

  subscribe(interest: Interest): Subscriber<Value> {
    const subscriber = new Subscriber<Value>(() => this.#subscribers.delete(subscriber));
    this.#subscribers.set(subscriber, interest);
    if (this.#closed) void subscriber.return();
    return subscriber;
  }

  /** Ends all subscribers without an error. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const subscriber of [...this.#subscribers.keys()]) await subscriber.return();
    await this.#unlisten();
  }
}
