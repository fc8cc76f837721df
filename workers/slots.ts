/** A fixed number of slots for concurrent work; further work waits. */
export interface Slots {
  /**
   * Runs `work` in a slot; rejects with the signal's reason when that aborts while `work` waits. Callers with `ahead`
   * get the next slot before all others.
   */
  use<Result>(
    work: () => Promise<Result>,
    waiting: { signal: AbortSignal; ahead?: boolean },
  ): Promise<Result>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waitingAhead = new Set<() => void>();
  const waitingBehind = new Set<() => void>();

  const enter = async (signal: AbortSignal, waiting: Set<() => void>) => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const entered = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(entered.resolve);
      entered.reject(signal.reason);
    };
    waiting.add(entered.resolve);
    signal.addEventListener('abort', leave, { once: true });
    await entered.promise.finally(() => signal.removeEventListener('abort', leave));
  };
  const exit = () => {
    const waiting = waitingAhead.size > 0 ? waitingAhead : waitingBehind;
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return {
    async use(work, { signal, ahead = false }) {
      await enter(signal, ahead ? waitingAhead : waitingBehind);
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}
