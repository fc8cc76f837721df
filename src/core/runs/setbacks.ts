import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { queuedRuns, runConfigurations, setbacks } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import type { MissingFile } from '../../fetching/missing-file.ts';

/** The setbacks of a run; a run without a row has had none. */
export type Setbacks = Omit<typeof setbacks.$inferSelect, 'runConfigurationId'>;

const none: Setbacks = {
  failures: 0,
  deaths: 0,
  waits: 0,
  waitingSince: null,
  lack: null,
  missing: null,
  missingSince: null,
  nextTry: null,
};

/** A run that waits for room on the disk, for the malware scanner, or for files that people have to bring. */
export interface Waiting {
  runConfigurationId: number;
  modPackId: number;
  /** When it first lacked that. */
  since: Date;
  /** When it looks again. */
  nextTry: Date;
  /** The files that are missing yet; null where it waits for something else. */
  missing: MissingFile[] | null;
  /** What it waits for, if not for files. */
  lack: Setbacks['lack'];
}

/** Reads the run's setbacks and marks it as not waiting, since an attempt begins. */
export async function beginAttempt(db: Queries, runConfigurationId: number): Promise<Setbacks> {
  const [row] = await db
    .update(setbacks)
    .set({ nextTry: null, missing: null })
    .where(eq(setbacks.runConfigurationId, runConfigurationId))
    .returning();
  return row ?? none;
}

/**
 * Stores setbacks of a run unless it has ended, which an attempt may learn late. Runs inside a transaction: the one
 * that ends the run waits for it and deletes the row.
 */
export async function saveSetbacks(
  tx: Queries,
  runConfigurationId: number,
  changed: Partial<Setbacks>,
): Promise<void> {
  const [queued] = await tx
    .select({ id: queuedRuns.runConfigurationId })
    .from(queuedRuns)
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId))
    .for('key share');
  if (!queued) return;
  await tx
    .insert(setbacks)
    .values({ runConfigurationId, ...changed })
    .onConflictDoUpdate({ target: setbacks.runConfigurationId, set: changed });
}

/** The runs among these that wait, in no order. */
export async function findWaiting(
  { db }: { db: Queries },
  runs: { of: 'runConfiguration' | 'modPack'; ids: readonly number[] },
): Promise<Waiting[]> {
  const { id, modPackId } = runConfigurations;
  return db
    .select({
      runConfigurationId: id,
      modPackId,
      // A check of the table: a run with a next attempt has a start of its wait.
      since:
        sql<Date>`case when ${setbacks.missing} is null then ${setbacks.waitingSince} else ${setbacks.missingSince} end`.mapWith(
          setbacks.waitingSince,
        ),
      missing: setbacks.missing,
      lack: setbacks.lack,
      nextTry: sql<Date>`${setbacks.nextTry}`.mapWith(setbacks.nextTry),
    })
    .from(setbacks)
    .innerJoin(runConfigurations, eq(id, setbacks.runConfigurationId))
    .where(and(inArray(runs.of === 'modPack' ? modPackId : id, [...runs.ids]), isNotNull(setbacks.nextTry)));
}
