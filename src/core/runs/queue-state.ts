import { count, isNotNull } from 'drizzle-orm';
import { setbacks } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { countRuns } from './queue-tables.ts';

/** The runs that have not ended, of all nodes. */
export interface QueueState {
  /** Runs that no node works on yet. */
  waiting: number;
  active: number;
  /** Waiting runs that need room on the disk. */
  waitingForRoom: number;
  /** Wait of the oldest waiting run; null when none waits. */
  oldestSeconds: number | null;
}

/** Counts the runs that wait and those that are worked on. */
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
