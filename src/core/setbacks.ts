import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { runConfigurations, setbacks } from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';

/** What a run has met with so far; a run without a row has met with nothing. */
export type Setbacks = Omit<typeof setbacks.$inferSelect, 'runConfigurationId'>;

const none: Setbacks = { failures: 0, deaths: 0, waits: 0, waitingSince: null, nextTry: null };

/** A run that waits for room on the disk. */
export interface Waiting {
  runConfigurationId: number;
  modPackId: number;
  /** When it first found no room. */
  since: Date;
  /** When it looks for room again. */
  nextTry: Date;
}

export async function findSetbacks(db: Queries, runConfigurationId: number): Promise<Setbacks> {
  const [row] = await db.select().from(setbacks).where(eq(setbacks.runConfigurationId, runConfigurationId));
  return row ?? none;
}

/** What the run has met with, told that an attempt at it begins: it does not wait meanwhile. */
export async function beginAttempt(db: Queries, runConfigurationId: number): Promise<Setbacks> {
  const [row] = await db
    .update(setbacks)
    .set({ nextTry: null })
    .where(eq(setbacks.runConfigurationId, runConfigurationId))
    .returning();
  return row ?? none;
}

export async function saveSetbacks(
  db: Queries,
  runConfigurationId: number,
  changed: Partial<Setbacks>,
): Promise<void> {
  await db
    .insert(setbacks)
    .values({ runConfigurationId, ...changed })
    .onConflictDoUpdate({ target: setbacks.runConfigurationId, set: changed });
}

/** A run that has ended has none any more. */
export async function forgetSetbacks(db: Queries, runConfigurationId: number): Promise<void> {
  await db.delete(setbacks).where(eq(setbacks.runConfigurationId, runConfigurationId));
}

/** Those of these runs that wait for room, in no order. */
export async function findWaiting(
  { db }: { db: Queries },
  runs: { of: 'runConfiguration' | 'modPack'; ids: readonly number[] },
): Promise<Waiting[]> {
  const { id, modPackId } = runConfigurations;
  return db
    .select({
      runConfigurationId: id,
      modPackId,
      // The conditions leave rows with both.
      since: sql<Date>`${setbacks.waitingSince}`.mapWith(setbacks.waitingSince),
      nextTry: sql<Date>`${setbacks.nextTry}`.mapWith(setbacks.nextTry),
    })
    .from(setbacks)
    .innerJoin(runConfigurations, eq(id, setbacks.runConfigurationId))
    .where(
      and(
        inArray(runs.of === 'modPack' ? modPackId : id, [...runs.ids]),
        isNotNull(setbacks.waitingSince),
        isNotNull(setbacks.nextTry),
      ),
    );
}
