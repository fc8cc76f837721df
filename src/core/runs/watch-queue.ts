import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { type Found, findWork } from './queue-tables.ts';

/** After how many spans the next look comes while there is nothing: of what comes then a notice tells, unless it is lost. */
const restingSpans = 5;

/**
 * Seconds after which a worker looks for jobs by itself, whatever it was told. Looks of this process's own find what is due
 * long before that.
 */
export const ownLookSeconds = 60;

/** Looks for what there is to do of which no word came: it became due by time, its node died, or the word was lost. */
export interface QueueWatch extends AsyncDisposable {
  /** Has `hear` told of each look's finding; answers how to have it told no more. */
  follow(hear: (found: Found) => void): () => void;
}

/**
 * Looks every so many milliseconds, and five times as seldom while there is nothing to do or to become due, by one statement for all
 * workers of this process, which would otherwise ask one by one, and wakes those of the queues that have something for them.
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
