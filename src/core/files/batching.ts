import DataLoader from 'dataloader';

/** The limits of a batch. */
export interface BatchLimits {
  /** Most members of a batch. */
  most: number;
  /** Milliseconds that the first of a batch waits for others. */
  ms: number;
}

/** Work that is done in batches. */
export interface Batching<One, Done> {
  /** The result for one member, once its batch is done. */
  of(one: One): Promise<Done>;
  /** Starts waiting batches at once. */
  begin(): void;
}

/**
 * Batches calls of `work`: members that arrive during a call, or shortly after one another, share the next one. `work`
 * returns a result for each in order, or an error for one that failed.
 */
export function batch<One, Done>(
  work: (all: readonly One[]) => Promise<readonly (Done | Error)[]>,
  { most, ms }: BatchLimits,
): Batching<One, Done> {
  let before: Promise<unknown> = Promise.resolve();
  /** Functions that end the wait of each batch. */
  const waiting = new Set<() => void>();
  const waitForOthers = (begin: () => void) => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    waiting.add(end);
    const passed = before.then(() => {
      const timer = setTimeout(end, ms);
      return over.finally(() => clearTimeout(timer));
    });
    void passed.then(() => {
      waiting.delete(end);
      begin();
    });
  };
  const loader = new DataLoader<One, Done>(
    (all) => {
      const working = work(all);
      before = working.catch(() => undefined);
      return working;
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: waitForOthers },
  );
  return {
    of: (one) => loader.load(one),
    begin() {
      for (const end of waiting) end();
    },
  };
}
