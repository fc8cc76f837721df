import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { events, runConfigurations } from '../../../drizzle/schema.ts';
import { type Database, type Queries, queueIn, rows } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findEventsOfRun, recordEvents } from '../events/events.ts';
import { lockModPackRow } from '../row-locks.ts';
import { jobIdOf, runQueue, tookEffect } from './jobs.ts';
import { holdInLine } from './queued-runs.ts';
import { findRunConfigurations } from './run-configurations.ts';
import { failed, runProblem } from './run-problems.ts';

/** The channel on which nodes hear that a run has been cancelled, by the number of its run configuration. */
export const cancelledChannel = 'cancelled_runs';

/**
 * Cancels a waiting or active run, with the event ERROR and the code CANCELLED. Its job is cancelled in the same
 * transaction, so its worker can no longer commit. Fails with NOT_FOUND, or with CONFLICT when the run has ended.
 */
export async function cancelRun(
  { db, boss }: Pick<Database, 'db' | 'boss'>,
  runConfigurationId: number,
): Promise<{ modPackId: number }> {
  const [run] = await findRunConfigurations({ db }, [runConfigurationId]);
  if (!run) throw new AppError('NOT_FOUND', `There is no run configuration ${runConfigurationId}.`);
  const { modPackId } = run;
  const ended = () =>
    new AppError('CONFLICT', `The run for run configuration ${runConfigurationId} has ended already.`);
  const record = async (tx: Queries) => {
    const recorded = await findEventsOfRun(tx, runConfigurationId);
    const problem = runProblem(
      'CANCELLED',
      'An operator has cancelled this run. A new request starts it again.',
    );
    await recordEvents(tx, { modPackId, runConfigurationId }, [failed(recorded, [problem])]);
  };
  const wasInLine = await db.transaction(async (tx) => {
    await lockModPackRow(tx, modPackId);
    const isInLine = await holdInLine(tx, runConfigurationId);
    if (isInLine) await record(tx);
    return isInLine;
  });
  if (wasInLine) return { modPackId };
  await db.transaction(async (tx) => {
    // The job comes first, as in every step of a run, which rules out deadlocks.
    const cancelled = await boss.cancel(runQueue, jobIdOf(runConfigurationId), { db: queueIn(tx) });
    if (!tookEffect(cancelled)) throw ended();
    // Notified in the same transaction: after a death in between, the run could not be cancelled again.
    await rows(tx, sql`select pg_notify(${cancelledChannel}, ${String(runConfigurationId)})`);
    await record(tx);
  });
  return { modPackId };
}

/** Whether a run of the modpack waits or is under way. */
export async function hasUnfinishedRun(db: Queries, modPackId: number): Promise<boolean> {
  const ending = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        eq(events.runConfigurationId, runConfigurations.id),
        inArray(events.status, ['GENERATED', 'ERROR']),
      ),
    );
  const [unfinished] = await db
    .select({ id: runConfigurations.id })
    .from(runConfigurations)
    .where(and(eq(runConfigurations.modPackId, modPackId), notExists(ending)))
    .limit(1);
  return unfinished !== undefined;
}
