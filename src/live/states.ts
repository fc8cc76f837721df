import DataLoader from 'dataloader';
import type { Database } from '../database/database.ts';
import type { Subscriber } from './subscriber.ts';
import { Topic } from './topic.ts';

export interface StateSource<State> {
  /** The states with these keys; subscribers of a key that is left out end. */
  read(keys: readonly number[]): Promise<ReadonlyMap<number, State>>;
  /** How changes show: by notifications with keys as payloads, or by a read every so many milliseconds. */
  changes: { channel: string } | { everyMs: number };
  /** The part of a state whose changes are sent; all of it unless given. */
  shown?(state: State): unknown;
  /** Whether a subscriber ends with this state. */
  isLast?(state: State): boolean;
}

/** States by key; all subscribers that a change wakes share one read. */
export interface States<State> extends AsyncDisposable {
  /** The state of a key, now and on each change. A slow reader skips outdated states. */
  follow(key: number): AsyncIterableIterator<State, undefined>;
}

/**
 * Starts to follow states. The next timed read makes up for a failed one; a failed read after a notification ends its
 * subscribers.
 */
export async function openStates<State>(
  database: Pick<Database, 'listen'>,
  { read, changes, shown = (state) => state, isLast = () => false }: StateSource<State>,
): Promise<States<State>> {
  const topic = new Topic<number, State>();
  const fills = new WeakMap<Subscriber<State>, () => Promise<void>>();
  // Batches only: each change is read anew.
  const states = new DataLoader<number, { state: State } | null>(
    async (keys) => {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => {
        const state = found.get(key);
        return state === undefined ? null : { state };
      });
    },
    { cache: false },
  );
  const wake = (subscribers: Iterable<Subscriber<State>>) => {
    for (const subscriber of subscribers) {
      const fill = fills.get(subscriber);
      if (fill) subscriber.wake(fill);
    }
  };
  const wakeAll = () => wake(topic.subscribers.keys());
  let timer: NodeJS.Timeout | null = null;
  const look = (everyMs: number) => {
    timer = null;
    if (topic.subscribers.size === 0) return;
    wakeAll();
    timer = setTimeout(look, everyMs, everyMs).unref();
  };
  if ('channel' in changes)
    await topic.listen(database, changes.channel, (payload) => wake(topic.of(Number(payload))), wakeAll);
  return {
    follow(key) {
      const subscriber = topic.subscribe(key);
      let sent: string | undefined;
      const fill = async () => {
        const found = await states.load(key);
        if (found === null) return subscriber.finish();
        const { state } = found;
        const words = JSON.stringify(shown(state));
        if (words !== sent) subscriber.replace(state);
        sent = words;
        if (isLast(state)) subscriber.finish();
      };
      const fillOrSkip = () => fill().catch(() => {});
      fills.set(subscriber, 'channel' in changes ? fill : fillOrSkip);
      wake([subscriber]);
      if ('everyMs' in changes) timer ??= setTimeout(look, changes.everyMs, changes.everyMs).unref();
      return subscriber;
    },
    async [Symbol.asyncDispose]() {
      if (timer !== null) clearTimeout(timer);
      await topic[Symbol.asyncDispose]();
    },
  };
}
