import { count, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { setbacks } from '../../drizzle/schema.ts';
import { type Queries, rows } from '../database/database.ts';
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

const state = z.tuple([
  z.object({ waiting: z.coerce.number(), active: z.coerce.number(), oldest: z.coerce.number().nullable() }),
]);

export async function readQueue({ db }: { db: Queries }): Promise<QueueState> {
  const [{ waiting, active, oldest }] = state.parse(
    await rows(
      db,
      sql`
        select count(*) filter (where state <> 'active') as waiting, count(*) filter (where state = 'active') as active,
          extract(epoch from clock_timestamp() - min(created_on) filter (where state <> 'active')) as oldest
        from pgboss.job where name = ${runQueue} and state < 'completed'
      `,
    ),
  );
  const [held] = await db.select({ count: count() }).from(setbacks).where(isNotNull(setbacks.nextTry));
  return { waiting, active, waitingForRoom: held?.count ?? 0, oldestSeconds: oldest };
}
