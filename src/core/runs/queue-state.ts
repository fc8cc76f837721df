import { sql } from 'drizzle-orm';
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
  running: number;
  /** Waiting runs that need disk space. */
  waitingForRoom: number;
  /** Waiting runs that need the malware scanner. */
  waitingForScanner: number;
  /** Seconds for which the oldest waiting run has waited; null when none waits. */
  oldestWaitSeconds: number | null;
}

const queueState = z.tuple([
  z.object({
    waiting: z.int(),
    running: z.int(),
    waitingForRoom: z.int(),
    waitingForScanner: z.int(),
    oldestWaitSeconds: z.coerce.number().nullable(),
  }),
]);

/** Counts the runs that wait and those that are worked on. */
export async function readQueue({ db }: { db: Queries }): Promise<QueueState> {
  const found = await rows(
    db,
    sql`
      select count(*) filter (where not running)::int as waiting, count(*) filter (where running)::int as running,
        (select count(*)::int from ${attempts} where next_try is not null and missing is null
          and lack is distinct from 'SCANNER') as "waitingForRoom",
        (select count(*)::int from ${attempts} where next_try is not null and lack = 'SCANNER')
          as "waitingForScanner",
        extract(epoch from clock_timestamp() - min(date_created) filter (where not running))::float8
          as "oldestWaitSeconds"
      from (
        select date_created, state = 'BEGUN' and coalesce(claimed_until > now(), false) as running
        from ${queuedRuns}
      ) as run
    `,
  );
  return queueState.parse(found)[0];
}
