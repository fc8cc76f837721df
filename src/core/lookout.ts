import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { queuedRuns } from '../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { lostRunQueue, lostWebhookQueue, runQueue, webhookQueue } from './jobs.ts';

/** Milliseconds between two looks. */
const lookEveryMs = 2_000;

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
}

/** Looks for what there is to do of which no word came: it became due by time, its node died, or the word was lost. */
export interface Lookout extends AsyncDisposable {
  /** Has `hear` told of each look's finding; answers how to have it told no more. */
  follow(hear: (found: Found) => void): () => void;
}

/**
 * Looks every two seconds, by one statement for all workers of this process, which would otherwise ask one by one, and wakes
 * those of the queues that have something for them.
 */
export function openLookout({
  database: { db, boss },
  log,
}: {
  database: Pick<Database, 'db' | 'boss'>;
  log: Logger;
}): Lookout {
  const followers = new Set<(found: Found) => void>();
  let looking: Promise<void> | null = null;
  const look = async () => {
    const found = await findWork(db);
    for (const { id, name } of boss.getWipData()) if (found.due.includes(name)) boss.notifyWorker(id);
    for (const hear of followers) hear(found);
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue could not be looked at'))
      .finally(() => {
        looking = null;
      });
  }, lookEveryMs).unref();
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

const looks = z.tuple([z.object({ waiting: z.boolean(), active: z.boolean(), due: z.array(z.string()) })]);

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
          ) as due
      `,
    ),
  );
  return found;
}
