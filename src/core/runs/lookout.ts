import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { queuedRuns } from '../../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { lostRunQueue, lostWebhookQueue, runQueue, webhookQueue } from './jobs.ts';

/** After how many spans the next look comes while there is nothing: of what comes then a notice tells, unless it is lost. */
const restingSpans = 5;

/**
 * Seconds after which a worker looks for jobs by itself, whatever it was told. Looks of this process's own find what is due
 * long before that.
 */
export const ownLookSeconds = 60;

/** What there is to do. */
export interface Found {
  /** Whether a run is in line that no node has sent the job of. */
  waiting: boolean;
  /** Whether some node works on a run or a delivery, or has died over one. */
  active: boolean;
  /** The queues that have jobs which could be worked on now. */
  due: readonly string[];
  /** Whether there are jobs that nobody works on yet, now or later. */
  pending: boolean;
}

/** Looks for what there is to do of which no word came: it became due by time, its node died, or the word was lost. */
export interface Lookout extends AsyncDisposable {
  /** Has `hear` told of each look's finding; answers how to have it told no more. */
  follow(hear: (found: Found) => void): () => void;
}

/**
 * Looks every so many milliseconds, and five times as seldom while there is nothing to do or to become due, by one statement for all
 * workers of this process, which would otherwise ask one by one, and wakes those of the queues that have something for them.
 */
export function openLookout(
  { database: { db, boss }, log }: { database: Pick<Database, 'db' | 'boss'>; log: Logger },
  everyMs: number,
): Lookout {
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

const looks = z.tuple([
  z.object({ waiting: z.boolean(), active: z.boolean(), due: z.array(z.string()), pending: z.boolean() }),
]);

/**
 * One look. All is asked for as the library's indexes have it, among which jobs that have ended are not: what is due without those that wait for
 * others, what is worked on by the policy of runs and by the groups of deliveries. Jobs of the other queues have no heartbeat, so that a node has died over one shows in a quarter of an hour at the earliest.
 */
export async function findWork(db: Queries): Promise<Found> {
  const queues = JSON.stringify([runQueue, lostRunQueue, webhookQueue, lostWebhookQueue]);
  const [found] = looks.parse(
    await rows(
      db,
      sql`
        select
          exists (select from ${queuedRuns} where state = 'WAITING') as waiting,
          exists (
            select from pgboss.job where name = ${runQueue} and policy = 'key_strict_fifo' and state = 'active'
          ) or exists (
            select from pgboss.job where name = ${webhookQueue} and group_id is not null and state = 'active'
          ) as active,
          array (
            select queue from jsonb_array_elements_text(${queues}::jsonb) as queue
            where exists (
              select from pgboss.job where name = queue and state < 'active' and not blocked and start_after < now()
            )
          ) as due,
          exists (
            select from jsonb_array_elements_text(${queues}::jsonb) as queue
            where exists (select from pgboss.job where name = queue and state < 'active' and not blocked)
          ) as pending
      `,
    ),
  );
  return found;
}
