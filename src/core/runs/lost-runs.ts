import { randomUUID } from 'node:crypto';
import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { type Database, queueIn } from '../../database/database.ts';
import { findEventsOfRun, isEnded, recordEvents } from '../events/events.ts';
import { lostRunQueue, type RunJob, runQueue, StaleAttempt, tookEffect } from './jobs.ts';
import { type ActiveJob, findActiveJobs } from './queue-tables.ts';
import { failed, unexpected } from './run-problems.ts';

/**
 * The lock on the data folder proves that no other process holds the active jobs, so they can be retried at once,
 * except runs under which the process has died as often as the queue allows.
 */
export async function resumeInterrupted(
  { db, boss }: Database,
  queues: readonly string[] = [runQueue, lostRunQueue],
): Promise<void> {
  for (const queue of queues) {
    const active = await findActiveJobs(db, queue);
    const isSpent = (job: ActiveJob) => queue === runQueue && job.isSpent;
    const spent = active.filter(isSpent).map(({ id }) => id);
    if (spent.length > 0) await boss.fail(queue, spent);
    const left = active.filter((job) => !isSpent(job)).map(({ id }) => id);
    if (left.length === 0) continue;
    await db.transaction(async (tx) => {
      await boss.cancel(queue, left, { db: queueIn(tx) });
      await boss.resume(queue, left, { db: queueIn(tx) });
    });
  }
}

/** Ends a run whose job no worker could bring to an end: its node died again and again, or it took too long. */
export async function endLostRun(
  { database: { db, boss }, log }: { database: Database; log: Logger },
  job: JobWithMetadata<RunJob>,
): Promise<void> {
  const { modPackId, runConfigurationId } = job.data;
  const jobs = await boss.findJobs<RunJob>(runQueue, { key: String(modPackId) });
  const failedJobs = jobs.filter((one) => one.state === 'failed').map((one) => one.id);
  await db.transaction(async (tx) => {
    const claim = { id: job.id, retryCount: job.retryCount };
    const completed = await boss.complete(lostRunQueue, claim, null, { db: queueIn(tx) });
    if (!tookEffect(completed)) throw new StaleAttempt();
    // A failed job holds back all later runs of its modpack until it is gone.
    if (failedJobs.length > 0) await boss.deleteJob(runQueue, failedJobs, { db: queueIn(tx) });
    const recorded = await findEventsOfRun(tx, runConfigurationId);
    if (recorded.length === 0 || isEnded(recorded)) return;
    const reference = randomUUID();
    log.error(
      { run: job.data, reference, output: job.sourceOutput },
      'a run was given up: its nodes died, or it never ended',
    );
    await recordEvents(tx, { modPackId, runConfigurationId }, [failed(recorded, [unexpected(reference)])]);
  });
}
