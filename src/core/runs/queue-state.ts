import { count, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { attempts, queuedRuns } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';

/** States of unfinished runs: not begun, waiting for a retry, or in progress. */
export type RunState = 'created' | 'retry' | 'active';

const counted = z.array(
  z.object({
    state: z.enum(['created', 'retry', 'active']),
    runs: z.coerce.number(),
    age: z.coerce.number(),
  }),
);

/** The number of runs and the age of the oldest in seconds, by state. A state without runs has no entry. */
export async function countRuns({
  db,
}: {
  db: Queries;
}): Promise<{ state: RunState; runs: number; age: number }[]> {
  const found = await rows(
    db,
    sql`
      select case when state <> 'BEGUN' then 'created' when claimed_until > now() then 'active' else 'retry' end as state,
        count(*) as runs, extract(epoch from clock_timestamp() - min(date_created)) as age
      from ${queuedRuns} group by 1
    `,
  );
  return counted.parse(found);
}

/** The unfinished runs of all nodes. */
export interface QueueState {
  /** Runs that no node works on yet. */
  waiting: number;
  active: number;
  /** Waiting runs that need disk space. */
  waitingForRoom: number;
  /** Seconds for which the oldest waiting run has waited; null when none waits. */
  oldestSeconds: number | null;
}

/** Counts the runs that wait and those that are worked on. */
export async function readQueue({ db }: { db: Queries }): Promise<QueueState> {
  const runs = await countRuns({ db });
  const waiting = runs.filter(({ state }) => state !== 'active');
  const [held] = await db.select({ count: count() }).from(attempts).where(isNotNull(attempts.nextTry));
  return {
    waiting: waiting.reduce((sum, { runs }) => sum + runs, 0),
    active: runs.find(({ state }) => state === 'active')?.runs ?? 0,
    waitingForRoom: held?.count ?? 0,
    oldestSeconds: waiting.length === 0 ? null : Math.max(...waiting.map(({ age }) => age)),
  };
}
