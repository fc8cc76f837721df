import DataLoader from 'dataloader';

/** Limits of a group whose work is done together. */
export interface BatchLimits {
  /** As many as one time is for at most. */
  most: number;
  /** Milliseconds that the first of a batch waits for others. */
  ms: number;
}

/** Work that is done in batches. */
export interface Batching<One, Done> {
  /** Answers for one member, once its batch is done. */
  of(one: One): Promise<Done>;
  /** Ends the waits for further members. */
  begin(): void;
}

/**
 * Batches calls of `work`: requests during a call, or shortly after one another, share the next one. `work` returns a
 * result for each in order, or an error for one that failed.
 */
export function batch<One, Done>(
  work: (all: readonly One[]) => Promise<readonly (Done | Error)[]>,
  { most, ms }: BatchLimits,
): Batching<One, Done> {
  let before: Promise<unknown> = Promise.resolve();
  /** Ends the wait of each group. */
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
