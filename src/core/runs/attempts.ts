import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { attempts, queuedRuns, runConfigurations } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import type { MissingFile } from '../../fetching/missing-file.ts';

/** How the attempts at a run have ended so far; a run without a row has had none that failed. */
export type Attempts = Omit<typeof attempts.$inferSelect, 'runConfigurationId'>;

const none: Attempts = {
  failures: 0,
  deaths: 0,
  waits: 0,
  waitingSince: null,
  lack: null,
  missing: null,
  missingSince: null,
  nextTry: null,
};

/** A run that waits for disk space, for the malware scanner, or for files that users have to supply. */
export interface Waiting {
  runConfigurationId: number;
  modPackId: number;
  /** The time at which the run first lacked something. */
  since: Date;
  /** The time of the next attempt. */
  nextTry: Date;
  /** The files that are still missing; null where the run waits for something else. */
  missing: MissingFile[] | null;
  /** The resource that the run waits for; null when it waits for files. */
  lack: Attempts['lack'];
}

/** Marks a run as not waiting, since an attempt begins; returns how its attempts have ended. */
export async function beginAttempt(
  db: Queries,
  known: (Attempts & { runConfigurationId: number }) | null,
): Promise<Attempts> {
  if (known === null) return none;
  const begun = { nextTry: null, missing: null };
  if (known.nextTry !== null || known.missing !== null)
    await db.update(attempts).set(begun).where(eq(attempts.runConfigurationId, known.runConfigurationId));
  return { ...known, ...begun };
}

/**
 * Stores a run's attempts unless the run has ended, which an attempt may notice late. Must run inside a transaction:
 * the transaction that ends the run waits for this one and then deletes the row.
 */
export async function saveAttempts(
  tx: Queries,
  runConfigurationId: number,
  changed: Partial<Attempts>,
): Promise<void> {
  const [queued] = await tx
    .select({ id: queuedRuns.runConfigurationId })
    .from(queuedRuns)
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId))
    .for('key share');
  if (!queued) return;
  await tx
    .insert(attempts)
    .values({ runConfigurationId, ...changed })
    .onConflictDoUpdate({ target: attempts.runConfigurationId, set: changed });
}

/** The waiting runs among these, in no particular order. */
export async function findWaiting(
  { db }: { db: Queries },
  runs: { of: 'runConfiguration' | 'modPack'; ids: readonly number[] },
): Promise<Waiting[]> {
  const { id, modPackId } = runConfigurations;
  return db
    .select({
      runConfigurationId: id,
      modPackId,
      // A constraint of the table guarantees this: a run with a next attempt has a start of its wait.
      since:
        sql<Date>`case when ${attempts.missing} is null then ${attempts.waitingSince} else ${attempts.missingSince} end`.mapWith(
          attempts.waitingSince,
        ),
      missing: attempts.missing,
      lack: attempts.lack,
      nextTry: sql<Date>`${attempts.nextTry}`.mapWith(attempts.nextTry),
    })
    .from(attempts)
    .innerJoin(runConfigurations, eq(id, attempts.runConfigurationId))
    .where(and(inArray(runs.of === 'modPack' ? modPackId : id, [...runs.ids]), isNotNull(attempts.nextTry)));
}
