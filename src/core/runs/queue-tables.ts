import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { queuedRuns } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';
import { lostRunQueue, lostWebhookQueue, runQueue, webhookQueue } from './jobs.ts';

/**
 * The version of the queue library's schema that this file knows. The library has no function that answers these
 * questions for all queues at once, from its indexes alone. This file alone reads its tables, and no file writes to
 * them.
 */
export const knownSchemaVersion = 43;

export interface Found {
  /** Whether a run is in line that no node has sent the job of. */
  waiting: boolean;
  /** Whether some node works on a run or a delivery, or has died over one. */
  active: boolean;
  /** The queues that have jobs which could be worked on now. */
  due: readonly string[];
  /** Whether jobs wait, due or not. */
  pending: boolean;
}

const looks = z.tuple([
  z.object({ waiting: z.boolean(), active: z.boolean(), due: z.array(z.string()), pending: z.boolean() }),
]);

/**
 * Looks once at all queues. The conditions follow the library's indexes, which leave out finished jobs: due jobs
 * without dependencies, and active ones by the policy of runs and by the groups of deliveries. Jobs of the other
 * queues have no heartbeat, so a dead node shows there after a quarter of an hour at the earliest.
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

/** A job that some node works on, or has died over. */
export interface ActiveJob {
  id: string;
  /** Whether it has been tried as often as its queue allows. */
  isSpent: boolean;
}

const activeJobs = z.array(z.object({ id: z.string(), isSpent: z.boolean() }));

/** The jobs of a queue that are worked on. */
export async function findActiveJobs(db: Queries, queue: string): Promise<ActiveJob[]> {
  return activeJobs.parse(
    await rows(
      db,
      sql`select id, retry_count >= retry_limit as "isSpent" from pgboss.job where name = ${queue} and state = 'active'`,
    ),
  );
}

/** States of runs: not begun, waiting for a retry, or being worked on. */
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

const countedDeliveries = z.array(z.object({ state: z.string(), deliveries: z.coerce.number() }));

/** The deliveries that have not ended, by the state of their jobs, as runs have it. */
export async function countWaitingDeliveries({ db }: { db: Queries }): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql`
      select state::text, count(*) as deliveries from pgboss.job
      where name = ${webhookQueue} and state < 'completed' group by state
    `,
  );
  const byState = countedDeliveries.parse(found).map(({ state, deliveries }) => [state, deliveries] as const);
  return new Map([
    ...(['created', 'retry', 'active'] as const).map((state) => [state, 0] as const),
    ...byState,
  ]);
}
