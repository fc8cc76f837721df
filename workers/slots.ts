/** A fixed number of places to work in; who comes when all are taken waits for its turn. */
export interface Slots {
  /**
   * Does `work` in a place; rejects with the signal's reason when that aborts before its turn, and with `TooManyWaiting`
   * when as many wait as may.
   */
  use<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** So many wait for a place already that one more would wait too long. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';

  constructor() {
    super('Too much is waiting to be worked on.');
  }
}

export function createSlots(count: number, { mostWaiting = Number.POSITIVE_INFINITY } = {}): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.size >= mostWaiting) throw new TooManyWaiting();
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(turn.resolve);
      turn.reject(signal.reason);
    };
    waiting.add(turn.resolve);
    signal.addEventListener('abort', leave, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', leave));
  };
  const exit = () => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return {
    async use(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}
