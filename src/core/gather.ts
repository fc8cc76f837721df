import DataLoader from 'dataloader';

/** Milliseconds in which others may come whose work is done with the first one's. */
const companyMs = 20;

/**
 * Has `work` done for several at once: what is asked for while it is under way, or shortly after one another, waits for the next
 * time, `most` at a time. `work` answers for each in their order, an error where that one failed.
 */
export function gather<One, Done>(
  work: (all: readonly One[]) => Promise<readonly (Done | Error)[]>,
  most: number,
): (one: One) => Promise<Done> {
  let before: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<One, Done>(
    (all) => {
      const working = work(all);
      before = working.catch(() => undefined);
      return working;
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (begin) => void before.then(() => setTimeout(begin, companyMs)),
    },
  );
  return (one) => loader.load(one);
}
