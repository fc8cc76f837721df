import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { events, queuedRuns, runConfigurations } from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findEventsOfRun, recordEvents } from '../events/events.ts';
import { lockModPackRow } from '../packs/row-locks.ts';
import { findRunConfigurations } from './run-configurations.ts';
import { failed, runProblem } from './run-problems.ts';

/**
 * Cancels a waiting or active run with the event ERROR and the code CANCELLED, which takes the run out of the queue:
 * its worker can no longer commit, and stops at its next heartbeat. Fails with NOT_FOUND, or with CONFLICT when the run
 * has ended.
 */
export async function cancelRun({ db }: Pick<Database, 'db'>, runConfigurationId: number): Promise<void> {
  const [run] = await findRunConfigurations({ db }, [runConfigurationId]);
  if (!run) throw new AppError('NOT_FOUND', `There is no run configuration ${runConfigurationId}.`);
  const { modPackId } = run;
  await db.transaction(async (tx) => {
    await lockModPackRow(tx, modPackId);
    const queued = await tx.$count(queuedRuns, eq(queuedRuns.runConfigurationId, runConfigurationId));
    if (queued === 0)
      throw new AppError(
        'CONFLICT',
        `The run for run configuration ${runConfigurationId} has ended already.`,
      );
    const recorded = await findEventsOfRun(tx, runConfigurationId);
    const problem = runProblem(
      'CANCELLED',
      'An operator has cancelled this run. A new request starts it again.',
    );
    await recordEvents(tx, { modPackId, runConfigurationId }, [
      failed(
        recorded.map(({ status }) => status),
        [problem],
      ),
    ]);
  });
}

/** Whether a run of the modpack waits or is in progress. */
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
