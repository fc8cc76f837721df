import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { modPacks, serverPacks } from '../../drizzle/schema.ts';
import type { CheckResult } from '../archive/check.ts';
import type { GeneratedServerPack, GenerateTask } from '../archive/generate.ts';
import type { ArchiveLimits } from '../archive/limits.ts';
import type { ArchiveProgress, ArchiveReport, Problem } from '../archive/report.ts';
import { type Database, type Queries, queueIn } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { followCancellations, RunCancelled } from './cancellations.ts';
import { type Event, type EventInput, findEventsOfRun, type Run, recordEvents } from './events.ts';
import { fileLock, insertFile } from './files.ts';
import { lostRunQueue, type RunJob, runQueue, tookEffect } from './jobs.ts';
import { findModPacks, findReports, type ModPack } from './mod-packs.ts';
import type { ProgressBoard } from './progress.ts';
import { findRunConfigurations } from './run-configurations.ts';

/** The threads, as far as the pipeline needs them. */
export interface ArchiveWork {
  check(task: { path: string; limits: ArchiveLimits }, hooks: WorkHooks): Promise<CheckResult>;
  generate(task: GenerateTask, hooks: WorkHooks): Promise<GeneratedServerPack>;
}

interface WorkHooks {
  onProgress: (progress: ArchiveProgress) => void;
  signal: AbortSignal;
}

interface Needs {
  database: Database;
  storage: Storage;
  work: ArchiveWork;
  progress: ProgressBoard;
  log: Logger;
}

export interface PipelineSettings {
  /** How many runs are worked on at a time. */
  concurrency: number;
  /** Unexpected failures of one run that are tried again; restarts of the service count too. */
  retries: number;
  archiveLimits: ArchiveLimits;
}

export interface Pipeline {
  /** Takes no more jobs, gives the ones under way `graceMs` milliseconds, then ends their threads. Safe to call again. */
  close(graceMs: number): Promise<void>;
}

type Job = JobWithMetadata<RunJob>;

/** The queue's own limit, higher than the pipeline's: it is for nodes that die, which says nothing against the run. */
export const jobRetryLimit = 20;

/** Why an attempt stops without a trace: its job was cancelled, or another one has taken it over. */
class StaleAttempt extends Error {
  override readonly name = 'StaleAttempt';
}

/**
 * Starts to work on runs. Every step of a run commits together with a proof that this attempt still holds the job,
 * and what is recorded already is not recorded again: interrupted anywhere and taken up anew, a run ends in the same
 * rows and bytes.
 */
export async function startPipeline(needs: Needs, settings: PipelineSettings): Promise<Pipeline> {
  const { database, log } = needs;
  const { boss } = database;
  const stopping = new AbortController();
  const cancellations = await followCancellations(database);
  const options = {
    batchSize: 1,
    includeMetadata: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 2,
  } as const;
  if (database.kind === 'embedded') await resumeInterrupted(database);
  await boss.work<RunJob, void, typeof options>(lostRunQueue, options, async ([job]) => {
    if (job) await endLostRun(needs, job);
  });
  for (let worker = 0; worker < settings.concurrency; worker += 1) {
    // A worker would sleep out its polling interval after each job; being told to look again saves that.
    const id = await boss.work<RunJob, void, typeof options>(runQueue, options, async ([job]) => {
      if (job) {
        using cancellation = cancellations.of(job.data.runConfigurationId);
        const signal = AbortSignal.any([stopping.signal, job.signal, cancellation.signal]);
        await attemptRun(needs, settings, job, signal);
      }
      boss.notifyWorker(id);
    });
  }
  let closing: Promise<void> | null = null;
  const stop = async (graceMs: number) => {
    const deadline = setTimeout(() => stopping.abort(), graceMs);
    await Promise.all([
      boss.offWork(runQueue, { wait: true }),
      boss.offWork(lostRunQueue, { wait: true }),
    ]).finally(() => clearTimeout(deadline));
    await cancellations.close();
    log.debug('the pipeline has stopped');
  };
  return {
    close: (graceMs) => {
      closing ??= stop(graceMs);
      return closing;
    },
  };
}

/** The lock on the data folder proves that nobody holds the active jobs any more, so they can go on at once. */
async function resumeInterrupted({ db, boss }: Database): Promise<void> {
  for (const queue of [runQueue, lostRunQueue]) {
    const jobs = await boss.findJobs(queue);
    const active = jobs.filter((job) => job.state === 'active').map((job) => job.id);
    if (active.length === 0) continue;
    await db.transaction(async (tx) => {
      await boss.cancel(queue, active, { db: queueIn(tx) });
      await boss.resume(queue, active, { db: queueIn(tx) });
    });
  }
}

async function attemptRun(
  needs: Needs,
  settings: PipelineSettings,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const { log } = needs;
  const attempt = openAttempt(needs.database, job);
  try {
    await workRun(needs, settings, attempt, signal);
  } catch (error) {
    if (error instanceof StaleAttempt) {
      log.info({ run: job.data }, 'this run was cancelled, or another worker has taken it over');
      return;
    }
    if (signal.reason instanceof RunCancelled) {
      log.info({ run: job.data }, 'this run was cancelled and its work has been stopped');
      return;
    }
    if (signal.aborted || job.retryCount < settings.retries) {
      log.warn(
        { err: error, run: job.data, failures: job.retryCount + 1 },
        'a run was interrupted and will be tried again',
      );
      throw error;
    }
    const reference = randomUUID();
    log.error({ err: error, run: job.data, reference }, 'a run failed for good');
    await attempt.finish(async (recorded) => [failed(recorded, [unexpected(reference)])]);
  }
}

async function workRun(
  needs: Needs,
  { archiveLimits }: PipelineSettings,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { database, storage, work, progress } = needs;
  const { db } = database;
  const { modPackId, runConfigurationId } = attempt.run;
  const [modPack] = await findModPacks({ db }, [modPackId]);
  const [run] = await findRunConfigurations({ db }, [runConfigurationId]);
  // Both are deleted together with their modpack; then there is nothing left to do or to tell.
  if (!modPack || !run || isEnded(await findEventsOfRun(db, runConfigurationId))) return attempt.abandon();

  const hooks = (phase: 'CHECKING' | 'GENERATING'): WorkHooks => ({
    signal,
    onProgress: (done) => progress.tell({ modPackId, phase, ...done }),
  });
  await attempt.record({ status: 'CHECKING', message: 'Checking ModPack for errors.' });
  const checked = await checkOnce(needs, archiveLimits, modPack, hooks('CHECKING'));
  if (checked.report === null) {
    const { problems } = checked;
    return attempt.finish(async (recorded) => [failed(recorded, problems)]);
  }
  const { report } = checked;
  await attempt.record({ status: 'CHECKED', message: 'ModPack checks passed.' }, (tx) =>
    saveReport(tx, modPackId, report),
  );
  await attempt.record({ status: 'GENERATING', message: 'Generating ServerPack.' });
  await using source = await storage.local(modPack.storageKey);
  await using output = await storage.scratch();
  const built = await work.generate(
    {
      archivePath: source.path,
      outputPath: output.path,
      report,
      run,
      modPack: { name: modPack.name, sha256: modPack.sha256 },
    },
    hooks('GENERATING'),
  );
  const { size, sha256, decisions } = built;
  await database.exclusively(fileLock(sha256), async () => {
    const storageKey = await storage.publish({ path: output.path, size, sha256 });
    await attempt.finish(async (_recorded, tx) => {
      const file = await insertFile(tx, { sha256, size, storageKey });
      return saveServerPack(tx, { modPackId, runConfigurationId, fileId: file.id, decisions });
    });
  });
}

async function saveServerPack(tx: Queries, built: typeof serverPacks.$inferInsert): Promise<EventInput[]> {
  const [serverPack] = await tx.insert(serverPacks).values(built).returning({ id: serverPacks.id });
  if (!serverPack) throw new Error('The database answered no row for an insert.');
  const about = { status: 'GENERATED', serverPackId: serverPack.id } as const;
  return [
    { status: 'GENERATED', message: 'Generated ServerPack.' },
    { ...about, message: 'Submitted task to queue.' },
    { ...about, message: 'Syncing ModPack to database.' },
    { ...about, message: 'Syncing ServerPack to database.' },
  ];
}

/** What the check says; a modpack that has passed it is never inspected again. */
async function checkOnce(
  { database, storage, work }: Needs,
  limits: ArchiveLimits,
  modPack: ModPack,
  hooks: WorkHooks,
): Promise<CheckResult> {
  const [known] = await findReports(database, [modPack.id]);
  if (known?.report) return { problems: [], report: known.report };
  await using archive = await storage.local(modPack.storageKey);
  return await work.check({ path: archive.path, limits }, hooks);
}

async function saveReport(tx: Queries, modPackId: number, report: ArchiveReport): Promise<void> {
  const projectID = report.manifest?.projectID ?? '';
  const versionID = report.manifest?.versionID ?? '';
  await tx.update(modPacks).set({ report, projectID, versionID }).where(eq(modPacks.id, modPackId));
}

/** One claim of a job: all it writes commits only while the claim holds. */
interface Attempt {
  run: Run;
  /** Records a step, unless an earlier attempt has, together with what `also` writes. */
  record(event: EventInput, also?: (tx: Queries) => Promise<void>): Promise<void>;
  /** Records the last events and completes the job. */
  finish(last: (recorded: Event[], tx: Queries) => Promise<EventInput[]>): Promise<void>;
  /** Completes the job without a word. */
  abandon(): Promise<void>;
}

function openAttempt({ db, boss }: Database, job: Job): Attempt {
  const run = { modPackId: job.data.modPackId, runConfigurationId: job.data.runConfigurationId };
  const claim = { id: job.id, retryCount: job.retryCount };
  return {
    run,
    record: (event, also) =>
      db.transaction(async (tx) => {
        const touched = await boss.touch(runQueue, claim, { db: queueIn(tx) });
        if (!tookEffect(touched)) throw new StaleAttempt();
        const recorded = await findEventsOfRun(tx, run.runConfigurationId);
        if (recorded.some(({ status }) => status === event.status)) return;
        await also?.(tx);
        await recordEvents(tx, run, [event]);
      }),
    finish: (last) =>
      db.transaction(async (tx) => {
        const completed = await boss.complete(runQueue, claim, null, { db: queueIn(tx) });
        if (!tookEffect(completed)) throw new StaleAttempt();
        const recorded = await findEventsOfRun(tx, run.runConfigurationId);
        if (!isEnded(recorded)) await recordEvents(tx, run, await last(recorded, tx));
      }),
    async abandon() {
      await boss.complete(runQueue, claim);
    },
  };
}

/** Ends a run whose job no worker could bring to an end: its node died again and again, or it took too long. */
async function endLostRun({ database: { db, boss }, log }: Needs, job: Job): Promise<void> {
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

function isEnded(recorded: readonly Event[]): boolean {
  return recorded.some(({ status }) => status === 'GENERATED' || status === 'ERROR');
}

function failed(recorded: readonly Event[], errors: Problem[]): EventInput {
  const checked = recorded.some(({ status }) => status === 'CHECKED');
  const message = checked ? 'ServerPack generation failed.' : 'ModPack checks failed.';
  return { status: 'ERROR', message, errors };
}

function unexpected(reference: string): Problem {
  const error = `Something went wrong on our side, more than once. Try again later; if it stays, tell the operator the reference ${reference}.`;
  return { code: 'INTERNAL_ERROR', error, entry: null };
}
