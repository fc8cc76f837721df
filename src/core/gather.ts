import DataLoader from 'dataloader';

/** Limits of a group whose work is done together. */
export interface Company {
  /** As many as one time is for at most. */
  most: number;
  /** Milliseconds in which others may come after the first one. */
  ms: number;
}

/** Work that is done for several at once. */
export interface Gathering<One, Done> {
  /** Has it done for this one. */
  of(one: One): Promise<Done>;
  /** Ends the waits for further members. */
  begin(): void;
}

/**
 * Batches calls of `work`: requests during a call, or shortly after one another, share the next one. `work` returns a
 * result for each in order, or an error for one that failed.
 */
export function gather<One, Done>(
  work: (all: readonly One[]) => Promise<readonly (Done | Error)[]>,
  { most, ms }: Company,
): Gathering<One, Done> {
  let before: Promise<unknown> = Promise.resolve();
  /** Ends the wait of each group. */
  const waiting = new Set<() => void>();
  const waitForCompany = (begin: () => void) => {
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
    { cache: false, maxBatchSize: most, batchScheduleFn: waitForCompany },
  );
  return {
    of: (one) => loader.load(one),
    begin() {
      for (const end of waiting) end();
    },
  };
}
