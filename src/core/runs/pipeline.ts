import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { serverPacks } from '../../../drizzle/schema.ts';
import type { UpdateLinks } from '../../access/update-links.ts';
import type { BuildUpdates } from '../../archive/added-files.ts';
import type { FindLinks } from '../../archive/file-links.ts';
import type { GeneratedAside, GenerateOrder } from '../../archive/generate.ts';
import type { Facts } from '../../archive/known-mods/facts-file.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import type { ArchiveProgress } from '../../archive/report.ts';
import { formerReading } from '../../archive/zip/name-encoding.ts';
import { type Database, type Queries, queueIn } from '../../database/database.ts';
import { isUnreachable } from '../../database/unreachable.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { privateFile } from '../../private-modes.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { stepOf } from '../events/event-kinds.ts';
import {
  type Event,
  type EventInput,
  findEventsOfRun,
  isEnded,
  type Run,
  recordEvents,
} from '../events/events.ts';
import { type Catalogue, linksFrom } from '../files/catalogue.ts';
import { fileLock, insertFile } from '../files/files.ts';
import { saveDecisions } from '../packs/decisions.ts';
import { type ReadMods, readMods } from '../packs/inventory.ts';
import { findLines } from '../packs/lines.ts';
import { openFetched } from '../packs/mod-pack-files.ts';
import { findModPacks } from '../packs/mod-packs.ts';
import { findScans, problemsOfScan } from '../packs/scans.ts';
import { expectedServerPackBytes } from '../packs/server-packs.ts';
import { lockModPackRow } from '../row-locks.ts';
import { followCancellations, RunCancelled } from './cancellations.ts';
import { type CheckWork, checkOnce } from './checking.ts';
import { judgeFailure, NodesDied, type RetrySettings } from './failed-attempts.ts';
import { lostRunQueue, type RunJob, runQueue, StaleAttempt, tookEffect } from './jobs.ts';
import { endLostRun, resumeInterrupted } from './lost-runs.ts';
import { FilesMissing, waitForFiles } from './missing-files.ts';
import type { Progress, ProgressBoard } from './progress.ts';
import { beginRun, isRunOfStranger, letGoOfRun, startSendingJobs } from './queued-runs.ts';
import { findRunConfigurations, withRunFiles } from './run-configurations.ts';
import { failed } from './run-problems.ts';
import { type Scanning, scanOnce } from './scanning.ts';
import { beginAttempt, type Setbacks, saveSetbacks } from './setbacks.ts';
import { ownLookSeconds, type QueueWatch } from './watch-queue.ts';

/** The threads, as far as the pipeline needs them. */
export interface ArchiveWork extends CheckWork {
  /** `readMods` gives the inventory piece by piece, `findLinks` what is known of where files are. */
  generate(
    task: GenerateOrder,
    hooks: WorkHooks & { readMods: ReadMods; findLinks: FindLinks },
  ): Promise<GeneratedAside>;
}

export interface WorkHooks {
  onProgress: (progress: ArchiveProgress) => void;
  signal: AbortSignal;
  /** Run in a work process without other tasks. */
  alone: boolean;
}

interface Needs {
  database: Database;
  storage: Storage;
  work: ArchiveWork;
  fetching: Fetching | null;
  catalogue: Catalogue | null;
  progress: ProgressBoard;
  queueWatch: QueueWatch;
  log: Logger;
  /** Hears how each attempt at a run ended, and how many seconds it took. */
  workedOn?: (attempt: { outcome: 'generated' | 'error' | 'again'; seconds: number }) => void;
  tracing: Tracing;
  /** The facts about mods in force now. */
  facts: () => Facts;
  /** Null: packs are not scanned for malware. */
  scanning: Scanning | null;
  /** Where servers of a line look for what is newer. */
  updateLinks: Pick<UpdateLinks, 'sourceOf'>;
}

export interface PipelineSettings extends RetrySettings {
  /** Number of runs worked on at a time. */
  concurrency: number;
  archiveLimits: ArchiveLimits;
  /** Bytes of the disk, beyond those that all leave free, which are for runs of callers with a token. */
  tokenReserveBytes: number;
  /** The longest wait for files that a user has to supply. */
  missingFilesSeconds: number;
}

export interface Pipeline {
  /** Takes no more jobs, gives the ones under way `graceMs` milliseconds, then ends their threads. Safe to call again. */
  close(graceMs: number): Promise<void>;
}

type Job = JobWithMetadata<RunJob>;

/**
 * The queue's own limit counts every return of a job, such as a stop or an unreachable database, which are not the
 * run's fault. With a minute between attempts it takes most of a day to reach.
 */
export const jobRetryLimit = 1_000;

/**
 * Starts to work on runs. Every step commits together with a proof that this attempt still holds the job, and recorded
 * steps are not recorded again: a run that is interrupted at any point ends in the same rows and bytes.
 */
export async function startPipeline(needs: Needs, settings: PipelineSettings): Promise<Pipeline> {
  const { database, log } = needs;
  const { boss } = database;
  const stopping = new AbortController();
  let closing: Promise<void> | null = null;
  const cancellations = await followCancellations(database);
  const options = {
    batchSize: 1,
    includeMetadata: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: ownLookSeconds,
  } as const;
  if (database.kind === 'embedded') await resumeInterrupted(database);
  await boss.work<RunJob, void, typeof options>(lostRunQueue, options, async ([job]) => {
    if (job) await endLostRun(needs, job);
  });
  let busy = 0;
  const node = randomUUID();
  const sender = await startSendingJobs(needs, { sentBy: node, free: () => settings.concurrency - busy });
  const runOptions = { ...options, localConcurrency: settings.concurrency } as const;
  await boss.work<RunJob, void, typeof runOptions>(runQueue, runOptions, async ([job]) => {
    if (!job) return;
    // Made before the library's own, so that it is the first of the two.
    const overtime = AbortSignal.timeout(job.expireInSeconds * 1_000);
    busy += 1;
    try {
      const lostNodes = await beginRun(database.db, job.data.runConfigurationId, node);
      sender.look();
      using cancellation = cancellations.of(job.data.runConfigurationId);
      const signal = AbortSignal.any([stopping.signal, job.signal, cancellation.signal]);
      const { modPackId, runConfigurationId } = job.data;
      await needs.tracing.within('run', { modPackId, runConfigurationId, attempt: job.retryCount + 1 }, () =>
        attemptRun(needs, settings, job, {
          signal,
          overtime,
          lostNodes,
          isClosing: () => closing !== null,
        }),
      );
    } finally {
      busy -= 1;
      // New jobs of this worker wake it; otherwise it would sleep until the next look.
      sender.look();
    }
  });
  const stop = async (graceMs: number) => {
    const deadline = setTimeout(() => stopping.abort(), graceMs);
    await sender.close();
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

interface AttemptHooks {
  signal: AbortSignal;
  /** Number of nodes that died under the run. */
  lostNodes: number;
  /** Aborts when the job is beyond its time. */
  overtime: AbortSignal;
  isClosing: () => boolean;
}

async function attemptRun(
  needs: Needs,
  settings: PipelineSettings,
  job: Job,
  hooks: AttemptHooks,
): Promise<void> {
  const { log } = needs;
  const run = job.data;
  try {
    await tryRun(needs, settings, job, hooks);
  } catch (error) {
    if (!(error instanceof StaleAttempt)) throw error;
    log.info({ run }, 'this run was cancelled, or another worker has taken it over');
  }
}

async function tryRun(
  needs: Needs,
  settings: PipelineSettings,
  job: Job,
  { signal, overtime, lostNodes, isClosing }: AttemptHooks,
): Promise<void> {
  const { database, log } = needs;
  const attempt = openAttempt(database, job, needs.workedOn);
  const run = job.data;
  const met = await beginAttempt(database.db, run.runConfigurationId);
  try {
    if (lostNodes >= settings.nodeDeaths) throw new NodesDied();
    if (met.failures > settings.retries) throw new Error('The run has gone beyond its time, too often.');
    await workRun(needs, settings, attempt, { signal, alone: met.deaths > 0 });
  } catch (error) {
    if (error instanceof StaleAttempt) throw error;
    if (signal.reason instanceof RunCancelled) {
      log.info({ run }, 'this run was cancelled and its work has been stopped');
      return;
    }
    // A stop, the end of the work process during a stop, and an unreachable database are not the run's fault.
    if (isClosing() || isUnreachable(error)) {
      log.warn({ err: error, run }, 'a run was interrupted and will be tried again');
      await letGoOfRun(database.db, run.runConfigurationId).catch((reason: unknown) =>
        log.debug({ err: reason, run }, 'whoever goes on takes this node for one that died'),
      );
      throw error;
    }
    if (overtime.aborted) {
      log.warn({ err: error, run, failures: met.failures + 1 }, 'a run went beyond its time');
      // The library has returned the job by now, or does so meanwhile.
      await database.db.transaction((tx) =>
        saveSetbacks(tx, run.runConfigurationId, { failures: met.failures + 1 }),
      );
      throw error;
    }
    // The job belongs to another worker by now: this node stood still too long, which is not the run's fault.
    if (job.signal.aborted) throw new StaleAttempt();
    await settleFailure({ log, attempt, settings }, error, met);
  }
}

/** Tries a failed run again, has it wait, or ends it. */
async function settleFailure(
  { log, attempt, settings }: { log: Logger; attempt: Attempt; settings: PipelineSettings },
  error: unknown,
  met: Setbacks,
): Promise<void> {
  const { run } = attempt;
  if (error instanceof FilesMissing) {
    const { files, problems } = error;
    const giveUpSeconds = settings.missingFilesSeconds;
    const wait = waitForFiles(files, met, { giveUpSeconds, now: new Date() });
    if (wait === null) return attempt.finish(async (recorded) => [failed(recorded, problems)]);
    log.info({ run, files: files.length }, 'a run waits for files that people have to bring');
    return attempt.again(wait.seconds, wait.setbacks);
  }
  const reference = randomUUID();
  const verdict = judgeFailure(error, met, settings, { now: new Date(), reference });
  if (verdict.kind === 'end') {
    log.error({ err: error, run, reference }, 'a run failed for good');
    await attempt.finish(async (recorded) => [failed(recorded, [verdict.problem])]);
    return;
  }
  const { seconds, setbacks } = verdict;
  const what =
    verdict.kind === 'again'
      ? 'a run was interrupted and will be tried again'
      : setbacks.lack === 'SCANNER'
        ? 'a run waits for the malware scanner'
        : 'a run waits for room on the disk';
  log.warn({ err: error, run, setbacks, seconds }, what);
  await attempt.again(seconds, setbacks);
}

async function workRun(
  needs: Needs,
  { archiveLimits, tokenReserveBytes }: PipelineSettings,
  attempt: Attempt,
  how: { signal: AbortSignal; alone: boolean },
): Promise<void> {
  const { database, storage, work, progress, tracing } = needs;
  const { db } = database;
  const { modPackId, runConfigurationId } = attempt.run;
  const [modPack] = await findModPacks({ db }, [modPackId]);
  const [run] = await findRunConfigurations({ db }, [runConfigurationId]);
  // Both are deleted together with their modpack; the run is done then.
  if (!modPack || !run || isEnded(await findEventsOfRun(db, runConfigurationId))) return attempt.abandon();

  const tell = (phase: Progress['phase'], done: ArchiveProgress) =>
    progress.tell({ modPackId, phase, ...done });
  using ending = new DisposableStack();
  // After a failed phase its progress says nothing about the next attempt.
  ending.defer(() => progress.forget(modPackId));
  await attempt.record(stepOf('CHECK_STARTED'));
  const { prepare } = attempt;
  const keepFree = (await isRunOfStranger(db, runConfigurationId)) ? tokenReserveBytes : 0;
  const checked = await tracing.within('check', { bytes: modPack.size }, () =>
    checkOnce(needs, modPack, {
      ...how,
      limits: archiveLimits,
      nameEncoding: run.nameEncoding,
      prepare,
      keepFree,
      onProgress: tell,
    }),
  );
  if ('problems' in checked) {
    const { problems, missing } = checked;
    if (missing.length > 0) throw new FilesMissing(missing, problems);
    return await attempt.finish(async (recorded) => [failed(recorded, problems)]);
  }
  const { report, save } = checked;
  await attempt.record(stepOf('CHECK_PASSED'), save);
  await using source = await storage.local(modPack.storageKey);
  await using fetched = await openFetched({ db, storage }, modPackId);
  const found = await tracing.within('scan', { bytes: modPack.size }, () => {
    const { names = formerReading } = report;
    const archive = { name: modPack.name, sha256: modPack.sha256 };
    const pack = { modPackId, archivePath: source.path, archive, names, fetched: fetched.files };
    return scanOnce(needs, pack, { ...how, prepare, run });
  });
  if (found.length > 0) return await attempt.finish(async (recorded) => [failed(recorded, found)]);
  await attempt.record(stepOf('BUILD_STARTED'));
  const expectedBytes = expectedServerPackBytes(modPack.size + fetched.bytes);
  await using output = await storage.scratch({ expectedBytes, keepFree });
  await using aside = await storage.scratch();
  for (const { path } of [output, aside]) await writeFile(path, '', { mode: privateFile });
  const order = {
    archivePath: source.path,
    outputPath: output.path,
    decisionsPath: aside.path,
    fetched: fetched.files,
    baseFolder: report.baseFolder,
    names: report.names,
    accountArchives: report.accountArchives,
    unasked: report.unasked,
    manifest: report.manifest,
    facts: needs.facts(),
    run: await withRunFiles(db, run),
    modPack: { name: modPack.name, sha256: modPack.sha256 },
    updates: await updatesOf(needs, run),
  };
  const built = await tracing.within('generate', { bytes: modPack.size }, () =>
    work.generate(order, {
      ...how,
      onProgress: (done) => tell('GENERATING', done),
      readMods: (from) => readMods(database, modPackId, from),
      findLinks: linksFrom(needs.catalogue, how.signal),
    }),
  );
  const { size, sha256, keptCount, droppedCount, pieces } = built;
  await database.exclusively(fileLock(sha256), async (held) => {
    const storageKey = await storage.publish({ path: output.path, size, sha256 });
    await attempt.finish(async (recorded, tx) => {
      await lockModPackRow(tx, modPackId);
      // The background may have scanned it since, where it passed while the scanner was away.
      const [scan] = await findScans({ db: tx }, [modPackId]);
      const foundSince = problemsOfScan(scan);
      if (foundSince.length > 0) return [failed(recorded, foundSince)];
      const file = await insertFile(tx, { sha256, size, storageKey });
      const row = {
        modPackId,
        runConfigurationId,
        fileId: file.id,
        keptCount,
        droppedCount,
        factsNumber: order.facts.number,
        warnings: built.warnings,
      };
      return saveServerPack(tx, row, { path: aside.path, pieces });
    }, held);
  });
}

/** Where the server looks for what is newer; null unless its line hands it out and has an update link. */
async function updatesOf(
  { database, updateLinks }: Pick<Needs, 'database' | 'updateLinks'>,
  { id, lineId }: { id: number; lineId: number | null },
): Promise<BuildUpdates | null> {
  if (lineId === null) return null;
  const [line] = await findLines(database, [lineId]);
  const source = line ? updateLinks.sourceOf(line) : null;
  return source && { ...source, runConfigurationId: id };
}

async function saveServerPack(
  tx: Queries,
  built: typeof serverPacks.$inferInsert,
  decisions: Parameters<typeof saveDecisions>[2],
): Promise<EventInput[]> {
  const [serverPack] = await tx.insert(serverPacks).values(built).returning({ id: serverPacks.id });
  if (!serverPack) throw new Error('The database answered no row for an insert.');
  await saveDecisions(tx, serverPack.id, decisions);
  const serverPackId = serverPack.id;
  return [
    stepOf('BUILT'),
    { ...stepOf('STORE_QUEUED'), serverPackId },
    { ...stepOf('MOD_PACK_STORED'), serverPackId },
    { ...stepOf('READY'), serverPackId },
  ];
}

/** One claim of a job: all it writes commits only while the claim holds. */
interface Attempt {
  run: Run;
  /** Writes rows that are read only after a later step is recorded. */
  prepare<Result>(write: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** Records a step, unless an earlier attempt has, together with what `also` writes. */
  record(event: EventInput, also?: (tx: Queries) => Promise<void>): Promise<void>;
  /** Records the last events and completes the job, on the connection that holds a lock if one is given. */
  finish(last: (recorded: Event[], tx: Queries) => Promise<EventInput[]>, held?: Queries): Promise<void>;
  /** Has the run tried again after so many seconds, and until then holds back the later ones of its modpack. */
  again(seconds: number, setbacks: Partial<Setbacks>): Promise<void>;
  /** Completes the job without a word. */
  abandon(): Promise<void>;
}

function openAttempt(
  { db, boss }: Database,
  job: Job,
  workedOn: NonNullable<Needs['workedOn']> = () => {},
): Attempt {
  const startedAt = performance.now();
  const tell = (outcome: Parameters<typeof workedOn>[0]['outcome']) =>
    workedOn({ outcome, seconds: (performance.now() - startedAt) / 1_000 });
  const run = { modPackId: job.data.modPackId, runConfigurationId: job.data.runConfigurationId };
  const claim = { id: job.id, retryCount: job.retryCount };
  const claimed = <Result>(write: (tx: Queries) => Promise<Result>) =>
    db.transaction(async (tx) => {
      const touched = await boss.touch(runQueue, claim, { db: queueIn(tx) });
      if (!tookEffect(touched)) throw new StaleAttempt();
      return write(tx);
    });
  return {
    run,
    prepare: claimed,
    record: (event, also) =>
      claimed(async (tx) => {
        const recorded = await findEventsOfRun(tx, run.runConfigurationId);
        if (recorded.some(({ status }) => status === event.status)) return;
        await also?.(tx);
        await recordEvents(tx, run, [event]);
      }),
    async finish(last, held = db) {
      const added = await held.transaction(async (tx) => {
        const completed = await boss.complete(runQueue, claim, null, { db: queueIn(tx) });
        if (!tookEffect(completed)) throw new StaleAttempt();
        const recorded = await findEventsOfRun(tx, run.runConfigurationId);
        if (isEnded(recorded)) return [];
        const events = await last(recorded, tx);
        await recordEvents(tx, run, events);
        return events;
      });
      const end = added.at(-1);
      if (end) tell(end.status === 'ERROR' ? 'error' : 'generated');
    },
    async again(seconds, setbacks) {
      await db.transaction(async (tx) => {
        const connection = queueIn(tx);
        const returned = await boss.fail(runQueue, claim, null, { db: connection });
        if (!tookEffect(returned)) throw new StaleAttempt();
        await saveSetbacks(tx, run.runConfigurationId, setbacks);
        await letGoOfRun(tx, run.runConfigurationId);
        // Retries counted elsewhere are added back to the queue's limit.
        const retryLimit = job.retryLimit + 1;
        await boss.update(runQueue, undefined, {
          id: job.id,
          startAfter: seconds,
          retryLimit,
          db: connection,
        });
      });
      tell('again');
    },
    async abandon() {
      await boss.complete(runQueue, claim);
    },
  };
}
