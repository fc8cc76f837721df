import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { type Found, findWork } from './queue-tables.ts';

/** Intervals between two looks while the queue is empty. A notification reports new jobs, unless it is lost. */
const restingSpans = 5;

/** Seconds between a worker's own looks. Looks of this process find due jobs long before. */
export const ownLookSeconds = 60;

/** Looks for what there is to do of which no word came: it became due by time, its node died, or the word was lost. */
export interface QueueWatch extends AsyncDisposable {
  /** Calls `hear` with each look's result; returns a function that ends that. */
  follow(hear: (found: Found) => void): () => void;
}

/**
 * Looks at regular intervals, and five times as seldom while no job waits or will be due. One statement serves all
 * workers of this process, which would otherwise ask one by one, and wakes workers of the queues that have jobs.
 */
export function watchQueue(
  { database: { db, boss }, log }: { database: Pick<Database, 'db' | 'boss'>; log: Logger },
  everyMs: number,
): QueueWatch {
  const followers = new Set<(found: Found) => void>();
  let looking: Promise<void> | null = null;
  let rest = 0;
  let lookedAt = 0;
  // A job of this process's own may have come and failed since, and is to be worked on again.
  const hasWorked = () =>
    boss.getWipData().some(({ lastJobStartedOn }) => (lastJobStartedOn ?? 0) >= lookedAt);
  const look = async () => {
    lookedAt = Date.now();
    const found = await findWork(db);
    rest = found.waiting || found.active || found.pending ? 0 : restingSpans - 1;
    for (const { id, name } of boss.getWipData()) if (found.due.includes(name)) boss.notifyWorker(id);
    for (const hear of followers) hear(found);
  };
  const timer = setInterval(() => {
    if (rest > 0 && !hasWorked()) {
      rest -= 1;
      return;
    }
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue could not be looked at'))
      .finally(() => {
        looking = null;
      });
  }, everyMs).unref();
  return {
    follow(hear) {
      followers.add(hear);
      return () => followers.delete(hear);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}
