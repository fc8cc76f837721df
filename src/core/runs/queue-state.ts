import { count, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { queuedRuns, setbacks } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';
import { runQueue } from './jobs.ts';

/** The runs that have not ended, of all nodes. */
export interface QueueState {
  /** That no node works on yet. */
  waiting: number;
  active: number;
  /** Of those that wait: for room on the disk. */
  waitingForRoom: number;
  /** How long the first of those that wait has waited; null when none does. */
  oldestSeconds: number | null;
}

/** How runs stand: nobody has begun with them, they will be tried again, or they are worked on. */
export type RunState = 'created' | 'retry' | 'active';

const counted = z.array(
  z.object({
    state: z.enum(['created', 'retry', 'active']),
    runs: z.coerce.number(),
    age: z.coerce.number(),
  }),
);

/** The runs by how they stand: how many, and the age of the oldest in seconds. A state that none is in is left out. */
export async function countRuns({
  db,
}: {
  db: Queries;
}): Promise<{ state: RunState; runs: number; age: number }[]> {
  const found = await rows(
    db,
    sql`
      select state, count(*) as runs, extract(epoch from clock_timestamp() - min(date_created)) as age
      from (
        select 'created' as state, date_created from ${queuedRuns} where state in ('HELD', 'WAITING')
        union all
        select job.state::text, queued.date_created
        from ${queuedRuns} as queued
        join pgboss.job on job.name = ${runQueue}
          and job.id = ('00000000-0000-8000-8000-' || lpad(to_hex(queued.run_configuration_id), 12, '0'))::uuid
        where queued.state in ('SENT', 'BEGUN') and job.state < 'completed'
      ) as run
      group by state
    `,
  );
  return counted.parse(found);
}

export async function readQueue({ db }: { db: Queries }): Promise<QueueState> {
  const runs = await countRuns({ db });
  const waiting = runs.filter(({ state }) => state !== 'active');
  const [held] = await db.select({ count: count() }).from(setbacks).where(isNotNull(setbacks.nextTry));
  return {
    waiting: waiting.reduce((sum, { runs }) => sum + runs, 0),
    active: runs.find(({ state }) => state === 'active')?.runs ?? 0,
    waitingForRoom: held?.count ?? 0,
    oldestSeconds: waiting.length === 0 ? null : Math.max(...waiting.map(({ age }) => age)),
  };
}
