import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Status, scans, serverPacks } from '../../../drizzle/schema.ts';
import type { Signer } from '../../access/signing.ts';
import type { UpdateLinks } from '../../access/update-links.ts';
import type { BuildUpdates } from '../../archive/build/added-files.ts';
import type { FindLinks } from '../../archive/build/file-links.ts';
import type { GeneratedAside, GenerateOrder } from '../../archive/build/generate.ts';
import type { Facts } from '../../archive/known-mods/facts-file.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import type { ArchiveProgress, Problem } from '../../archive/report.ts';
import { formerReading } from '../../archive/zip/name-encoding.ts';
import type { Database, Queries } from '../../database/database.ts';
import { isUnreachable } from '../../database/unreachable.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { type Held, StaleAttempt } from '../../jobs/job-tables.ts';
import { type Attempting, startWorker, type Worker } from '../../jobs/worker.ts';
import { isAnonymous } from '../../limits/shared-limits.ts';
import { privateFile } from '../../storage/private-modes.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { stepOf } from '../events/event-kinds.ts';
import { addEvents, type EventInput, type Run } from '../events/events.ts';
import { type Catalogue, linksFrom } from '../files/catalogue.ts';
import { fileLock, idOf, withFile } from '../files/files.ts';
import { findLines } from '../lines/lines.ts';
import { readModsOfRun } from '../packs/added-mods.ts';
import type { ReadMods } from '../packs/inventory.ts';
import { openFetched } from '../packs/mod-pack-files.ts';
import { findScans, problemsOfScan } from '../packs/scans.ts';
import { expectedServerPackBytes } from '../packs/server-packs.ts';
import { saveDecisions } from '../previews/decisions.ts';
import { type AddWork, addOnce } from './adding-mods.ts';
import { type Attempts, beginAttempt, saveAttempts } from './attempts.ts';
import { type CheckWork, checkOnce } from './checking.ts';
import { judgeFailure, NodesDied, type RetrySettings } from './failed-attempts.ts';
import { FilesMissing, waitForFiles } from './missing-files.ts';
import type { Progress, ProgressBoard } from './progress.ts';
import { demandRun, letGoOfRun, type ModPackChange, runJobs, type TakenRun, takeRun } from './queued-runs.ts';
import { withRunFiles } from './run-configurations.ts';
import { failed } from './run-problems.ts';
import { findRunToWork, type RunToWork } from './run-to-work.ts';
import { type Scanning, scanAdded, scanOnce } from './scanning.ts';

/** The worker threads' interface for the pipeline. */
export interface ArchiveWork extends CheckWork {
  /** `readMods` yields the inventory piece by piece; `findLinks` looks up known download links of files. */
  generate(
    task: GenerateOrder,
    hooks: WorkHooks & { readMods: ReadMods; findLinks: FindLinks },
  ): Promise<GeneratedAside>;
}

export interface WorkHooks {
  onProgress: (progress: ArchiveProgress) => void;
  signal: AbortSignal;
  /** True: the task gets a work process without other tasks. */
  alone: boolean;
}

interface Needs {
  database: Database;
  storage: Storage;
  work: ArchiveWork;
  /** Reads jars that requests add. */
  adding: AddWork;
  fetching: Fetching | null;
  catalogue: Catalogue | null;
  progress: ProgressBoard;
  log: Logger;
  /** Receives the outcome of each attempt at a run, and its duration in seconds. */
  workedOn?: (attempt: { outcome: 'generated' | 'error' | 'again'; seconds: number }) => void;
  tracing: Tracing;
  /** Returns the current facts about mods. */
  facts: () => Facts;
  /** Null: packs are not scanned for malware. */
  scanning: Scanning | null;
  /** Resolves the address at which servers of a line check for updates. */
  updateLinks: Pick<UpdateLinks, 'sourceOf'>;
  /** Replaces callers' names by signatures, which are stored in their place. */
  callers: Pick<Signer, 'sign'>;
}

export interface PipelineSettings extends RetrySettings {
  /** Most runs that are worked on at a time. */
  concurrency: number;
  /** Milliseconds between two polls of the queue, for runs whose notification was lost. */
  pollMs: number;
  /** Milliseconds that an attempt may take. */
  longestMs: number;
  archiveLimits: ArchiveLimits;
  /** Bytes of disk space, beyond the common reserve, that are kept for runs of callers with a token. */
  tokenReserveBytes: number;
  /** The longest wait for files that a user has to supply, in seconds. */
  missingFilesSeconds: number;
}

/**
 * Starts working on runs. Every step commits together with a proof that this attempt still holds the run, and steps
 * that are already recorded are not recorded again: a run that is interrupted at any point ends with the same rows and
 * bytes.
 */
export function startPipeline(needs: Needs, settings: PipelineSettings): Promise<Worker> {
  const { database, log, tracing } = needs;
  /**
   * Claims that this process lost without dying, because it could not release them; few, since only a lost database
   * connection causes this.
   */
  const alive: string[] = [];
  const { concurrency, pollMs, longestMs } = settings;
  return startWorker(
    { database, log },
    {
      table: runJobs,
      most: concurrency,
      pollMs,
      longestMs,
      take: (claim, own) => takeRun(database.db, claim, alive, own),
      work: (taken, attempting) => {
        const { id: runConfigurationId, modPackId, tries } = taken;
        return tracing.within('run', { modPackId, runConfigurationId, attempt: tries }, () =>
          attemptRun(needs, settings, taken, attempting, alive),
        );
      },
    },
  );
}

async function attemptRun(
  needs: Needs,
  settings: PipelineSettings,
  taken: TakenRun,
  attempting: Attempting,
  alive: string[],
): Promise<void> {
  const { log, database } = needs;
  const { held, lost, isStopping } = attempting;
  const run = { modPackId: taken.modPackId, runConfigurationId: taken.id };
  try {
    await tryRun(needs, settings, taken, attempting);
  } catch (error) {
    if (error instanceof StaleAttempt || lost.aborted) {
      log.info({ run }, 'this run was cancelled, or another worker has taken it over');
      return;
    }
    log.warn({ err: error, run }, 'a run was interrupted and will be tried again');
    const seconds = isStopping() ? 0 : settings.retryDelaySeconds;
    await letGoOfRun(database.db, held, seconds).catch(() => alive.push(held.claim));
  }
}

async function tryRun(
  needs: Needs,
  settings: PipelineSettings,
  taken: TakenRun,
  { held, signal, lost, overtime, isStopping }: Attempting,
): Promise<void> {
  const { database, log } = needs;
  const known = await findRunToWork(database, taken.id);
  // Run and modpack are deleted together; nothing is left to settle.
  if (!known) return;
  const attempt = openAttempt(database, known, held, needs.workedOn);
  const met = await beginAttempt(database.db, known.attempts);
  try {
    if (taken.lostNodes >= settings.nodeDeaths) throw new NodesDied();
    const how = { signal, alone: met.deaths > 0, caller: taken.caller };
    await workRun(needs, settings, { attempt, known }, how);
  } catch (error) {
    // The service's stop, the work process's end during it, and an unreachable database are not the run's fault.
    if (error instanceof StaleAttempt || lost.aborted || isStopping() || isUnreachable(error)) throw error;
    const failure = overtime.aborted ? new Error('A run went beyond its time.', { cause: error }) : error;
    await settleFailure({ log, attempt, settings }, failure, met);
  }
}

/** Retries a failed run, lets it wait, or ends it. */
async function settleFailure(
  { log, attempt, settings }: { log: Logger; attempt: Attempt; settings: PipelineSettings },
  error: unknown,
  met: Attempts,
): Promise<void> {
  const { run } = attempt;
  if (error instanceof FilesMissing) {
    const { files, problems } = error;
    const giveUpSeconds = settings.missingFilesSeconds;
    const wait = waitForFiles(files, met, { giveUpSeconds, now: new Date() });
    if (wait === null) return attempt.fail(problems);
    log.info({ run, files: files.length }, 'a run waits for files that people have to bring');
    return attempt.again(wait.seconds, wait.attempts);
  }
  const reference = randomUUID();
  const verdict = judgeFailure(error, met, settings, { now: new Date(), reference });
  if (verdict.kind === 'end') {
    log.error({ err: error, run, reference }, 'a run failed for good');
    await attempt.fail([verdict.problem]);
    return;
  }
  const { seconds, attempts } = verdict;
  const what =
    verdict.kind === 'again'
      ? 'a run was interrupted and will be tried again'
      : attempts.lack === 'SCANNER'
        ? 'a run waits for the malware scanner'
        : 'a run waits for room on the disk';
  log.warn({ err: error, run, attempts, seconds }, what);
  await attempt.again(seconds, attempts);
}

async function workRun(
  needs: Needs,
  { archiveLimits, tokenReserveBytes }: PipelineSettings,
  { attempt, known }: { attempt: Attempt; known: RunToWork },
  { caller, ...how }: { signal: AbortSignal; alone: boolean; caller: string },
): Promise<void> {
  const { database, storage, work, progress, tracing } = needs;
  const { db } = database;
  const { modPackId, runConfigurationId } = attempt.run;
  const { modPack, run } = known;

  const announce = (phase: Progress['phase'], done: ArchiveProgress) =>
    progress.announce({ runConfigurationId, phase, ...done });
  using ending = new DisposableStack();
  // The progress of a failed phase says nothing about the next attempt.
  ending.defer(() => progress.forget(runConfigurationId));
  await attempt.record(stepOf('CHECK_STARTED'));
  const { prepare } = attempt;
  const keepFree = isAnonymous(caller) ? tokenReserveBytes : 0;
  const checked = await tracing.within('check', { bytes: modPack.size }, () =>
    checkOnce(needs, known, {
      ...how,
      limits: archiveLimits,
      nameEncoding: run.nameEncoding,
      prepare,
      keepFree,
      onProgress: announce,
    }),
  );
  if ('problems' in checked) {
    const { problems, missing } = checked;
    if (missing.length > 0) throw new FilesMissing(missing, problems);
    return await attempt.fail(problems);
  }
  const { report } = checked;
  await attempt.record(stepOf('CHECK_PASSED'), checked);
  await using source = await storage.local(modPack.storageKey);
  await using fetched = await openFetched(storage, checked.fetched);
  const archive = { name: modPack.name, sha256: modPack.sha256 };
  const found = await tracing.within('scan', { bytes: modPack.size }, () => {
    const { names = formerReading } = report;
    const pack = { modPackId, archivePath: source.path, archive, names, fetched: fetched.files };
    return scanOnce(needs, { ...pack, known: known.scan }, { ...how, prepare, run });
  });
  if (found.length > 0) return await attempt.fail(found);
  const configuration = await withRunFiles(db, run);
  const added = await tracing.within('add', {}, () =>
    addOnce(
      needs,
      { ...configuration, id: run.id, modPackId },
      {
        limits: archiveLimits,
        fetch: { signal: how.signal, mostProblems: archiveLimits.problems, keepFree },
        alone: how.alone,
        prepare,
      },
    ),
  );
  if ('problems' in added) return await attempt.fail(added.problems);
  await using ofRequest = await openFetched(storage, added.files);
  const foundInAdded = await scanAdded(
    needs,
    { archivePath: source.path, archive, fetched: ofRequest.files },
    how,
  );
  if (foundInAdded.length > 0) return await attempt.fail(foundInAdded);
  await attempt.record(stepOf('BUILD_STARTED'));
  const expectedBytes = expectedServerPackBytes(modPack.size + fetched.bytes + ofRequest.bytes);
  await using output = await storage.scratch({ expectedBytes, keepFree });
  await using aside = await storage.scratch();
  for (const { path } of [output, aside]) await writeFile(path, '', { mode: privateFile });
  const order = {
    archivePath: source.path,
    outputPath: output.path,
    decisionsPath: aside.path,
    fetched: [...fetched.files, ...ofRequest.files],
    baseFolder: report.baseFolder,
    names: report.names,
    accountArchives: report.accountArchives,
    unasked: report.unasked,
    manifest: report.manifest,
    startArgs: report.startArgs,
    recommendedMemory: report.recommendedMemory,
    facts: needs.facts(),
    run: configuration,
    modPack: archive,
    updates: await updatesOf(needs, run),
  };
  const built = await tracing.within('generate', { bytes: modPack.size }, () =>
    work.generate(order, {
      ...how,
      onProgress: (done) => announce('GENERATING', done),
      readMods: readModsOfRun(database, run),
      findLinks: linksFrom(needs.catalogue, how.signal),
    }),
  );
  const { size, sha256, keptCount, droppedCount, pieces } = built;
  const row = {
    modPackId,
    runConfigurationId,
    keptCount,
    droppedCount,
    factsNumber: order.facts.number,
    javaVersion: built.javaVersion,
    warnings: built.warnings,
    caller: needs.callers.sign(caller),
  };
  await database.exclusively(fileLock(sha256), async (held) => {
    const storageKey = await storage.publish({ path: output.path, size, sha256 });
    const finish = (tx: Queries) =>
      saveServerPack(tx, withFile(tx, { sha256, size, storageKey }), row, { path: aside.path, pieces });
    await attempt.finish('GENERATED', finish, held).catch(async (error: unknown) => {
      if (!(error instanceof Quarantined)) throw error;
      await attempt.fail(error.problems);
    });
  });
}

/** Undoes the end of a run whose modpack is in quarantine. */
class Quarantined extends Error {
  override readonly name = 'Quarantined';
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super('Malware was found in the modpack.');
    this.problems = problems;
  }
}

/** The address at which the server checks for updates; null unless its line offers the pack and has an update link. */
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
  file: ReturnType<typeof withFile>,
  built: Omit<typeof serverPacks.$inferInsert, 'fileId'>,
  decisions: Parameters<typeof saveDecisions>[2],
): Promise<EventInput[]> {
  const [serverPack] = await tx
    .with(file)
    .insert(serverPacks)
    .values({ ...built, fileId: idOf(file) })
    .returning({
      id: serverPacks.id,
      // The background scan may have scanned the modpack since, when it passed while the scanner was away.
      isShut: sql<boolean>`exists (select from ${scans} as scan where scan.mod_pack_id = ${built.modPackId} and scan.quarantined)`,
    });
  if (!serverPack) throw new Error('The database answered no row for an insert.');
  if (serverPack.isShut) {
    const [scan] = await findScans({ db: tx }, [built.modPackId]);
    throw new Quarantined(problemsOfScan(scan));
  }
  await saveDecisions(tx, serverPack.id, decisions);
  const serverPackId = serverPack.id;
  return [
    stepOf('BUILT'),
    { ...stepOf('STORE_QUEUED'), serverPackId },
    { ...stepOf('MOD_PACK_STORED'), serverPackId },
    { ...stepOf('READY'), serverPackId },
  ];
}

/** One claim of a run: all writes commit only while the claim holds. */
interface Attempt {
  run: Run;
  /** Writes rows that no reader sees before a later step is recorded. */
  prepare<Result>(write: (tx: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Records a step, together with a change of the modpack and other writes, unless an earlier attempt has recorded it.
   */
  record(event: EventInput, also?: Step): Promise<void>;
  /**
   * Records the last events, which end the run with this status; `on` is a connection that holds a lock.
   */
  finish(status: Status, last: (tx: Queries) => Promise<EventInput[]>, on?: Queries): Promise<void>;
  /** Ends the run with these problems. */
  fail(problems: Problem[]): Promise<void>;
  /** Retries the run after so many seconds, and holds back later runs of its modpack until then. */
  again(seconds: number, attempts: Partial<Attempts>): Promise<void>;
}

/** What a step changes of the modpack, and writes besides. */
interface Step {
  change: ModPackChange;
  save(tx: Queries): Promise<void>;
}

function openAttempt(
  { db }: Database,
  { modPack, run: { id: runConfigurationId }, recorded: before }: RunToWork,
  held: Held,
  workedOn: NonNullable<Needs['workedOn']> = () => {},
): Attempt {
  const startedAt = performance.now();
  const report = (outcome: Parameters<typeof workedOn>[0]['outcome']) =>
    workedOn({ outcome, seconds: (performance.now() - startedAt) / 1_000 });
  const run = { modPackId: modPack.id, runConfigurationId };
  const recorded = [...before];
  const claimed = <Result>(
    write: (tx: Queries) => Promise<Result>,
    { change, on = db }: { change?: ModPackChange; on?: Queries | undefined } = {},
  ) =>
    on.transaction(async (tx) => {
      await demandRun(tx, run, held, change);
      return write(tx);
    });
  const attempt: Attempt = {
    run,
    prepare: (write) => claimed(write),
    async record(event, also) {
      const { status } = event;
      if (recorded.includes(status)) return;
      const step = async (tx: Queries) => {
        await also?.save(tx);
        await addEvents(tx, run, [event]);
      };
      await claimed(step, { change: { ...also?.change, status } });
      recorded.push(status);
    },
    async finish(status, last, on) {
      const end = async (tx: Queries) => {
        await addEvents(tx, run, await last(tx));
      };
      await claimed(end, { change: { status }, on });
      report(status === 'ERROR' ? 'error' : 'generated');
    },
    fail: (problems) => attempt.finish('ERROR', async () => [failed(recorded, problems)]),
    async again(seconds, attempts) {
      await claimed(async (tx) => {
        await saveAttempts(tx, runConfigurationId, attempts);
        await letGoOfRun(tx, held, seconds);
      });
      report('again');
    },
  };
  return attempt;
}
