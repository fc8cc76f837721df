import path from 'node:path';
import type { Logger } from 'pino';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../workers/pool.ts';
import { type AccessControl, openAccessControl } from './access/access-control.ts';
import { accountOf, admitGeneration, lineCallerOf } from './access/accounts.ts';
import { importOnAccount, publisherBy } from './access/import-on-account.ts';
import { type Backups, backupChore, openBackups } from './backup/backups.ts';
import type { Config } from './config.ts';
import { type BootRunner, type BootWork, startBootWork } from './core/boots/boot-work.ts';
import { type BootStates, openBootStates, requestBoot } from './core/boots/boots.ts';
import { scanChore } from './core/chores/scan-stored.ts';
import { sweepChore, tidyChore } from './core/chores/sweep.ts';
import { vacuumChore } from './core/chores/vacuum.ts';
import { type EventFeed, openEventFeed } from './core/events/event-feed.ts';
import { type DownloadCounts, openDownloadCounts } from './core/figures/download-counts.ts';
import { createCatalogue } from './core/files/catalogue.ts';
import { type ExternalService, externalServices } from './core/files/external-services.ts';
import { createFetchedFiles } from './core/files/fetched-files.ts';
import { startFollowWork } from './core/lines/follow-work.ts';
import { type LineNewsFeed, openLineNews } from './core/lines/line-news.ts';
import {
  createUpdateManifests,
  type UpdateManifests,
  type UpdateWork,
} from './core/lines/update-manifests.ts';
import type { LogWork } from './core/logs/read-log.ts';
import { archiveGuard, type DemandArchive } from './core/packs/account-files.ts';
import { buildForLine } from './core/packs/mod-packs.ts';
import { type ManifestWork, packVersionsReader, type ReadPackVersions } from './core/packs/pack-versions.ts';
import { createPackwizTrees, type PackwizTrees } from './core/packs/packwiz-trees.ts';
import { type CompareWork, type Comparisons, createComparisons } from './core/previews/comparisons.ts';
import { innerUnpacker, type UnpackInner } from './core/previews/inner-archives.ts';
import { createPreviews, type Previews, type PreviewWork } from './core/previews/previews.ts';
import type { AddWork } from './core/runs/adding-mods.ts';
import { formOnly, listedVersions, type ModloaderVersions } from './core/runs/modloader-versions.ts';
import { type ArchiveWork, type PipelineSettings, startPipeline } from './core/runs/pipeline.ts';
import { openProgressBoard, type ProgressBoard } from './core/runs/progress.ts';
import { openQueueBoard, type QueueBoard } from './core/runs/queue-places.ts';
import type { ScanWork } from './core/runs/scanning.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { startPatience } from './database/wait-for-server.ts';
import { type FactsStore, openFacts } from './facts/facts-store.ts';
import type { ConnectOverrides } from './fetching/connect.ts';
import type { FetchedFiles } from './fetching/fetch-files.ts';
import { type Fetching, openFetching } from './fetching/open-fetching.ts';
import { type TroubleChange, watchPlatforms } from './fetching/platform-troubles.ts';
import { userAgent } from './fetching/user-agent.ts';
import { startChores } from './jobs/chores.ts';
import type { Worker } from './jobs/worker.ts';
import { inSlots } from './limits/slots.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { watchApp } from './metrics/watch-app.ts';
import type { SettingInForce } from './settings/settings-in-force.ts';
import { createStorage, diskConfig, s3Config } from './storage/create-storage.ts';
import type { Storage } from './storage/storage.ts';
import { tracedStorage } from './tracing/traced-storage.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';
import { watchStatements } from './tracing/watch-statements.ts';
import { createFetchText } from './version-lists/fetch-text.ts';
import { openVersionLists } from './version-lists/version-lists.ts';
import { startWebhooks, type WebhookWork } from './webhooks/deliver.ts';
import { notifyOfLineNews } from './webhooks/notify-of-line-news.ts';

/** The parts of the service that resolvers use directly. */
export interface Parts {
  config: Config;
  database: Database;
  storage: Storage;
  feed: EventFeed;
  progress: ProgressBoard;
  queueBoard: QueueBoard;
  bootStates: BootStates;
  lineNews: LineNewsFeed;
  access: AccessControl;
  versions: ModloaderVersions;
  readVersions: ReadPackVersions;
  /** Unpacks archives inside archives. */
  unpackInner: UnpackInner;
  previews: Previews;
  comparisons: Comparisons;
  /** The threads that read logs of servers. */
  logs: LogWork;
  pictures: Pick<WorkerPool, 'drawCard'>;
  /** Testing of server packs; null if this process does none. */
  boots: BootWork | null;
  /** Outgoing requests; null when the operator has switched them off. */
  fetching: Fetching | null;
  /** Files that runs have fetched, and that people have brought for them. */
  fetched: FetchedFiles;
  /** The state of the platforms, as this process sees it. */
  externalServices(): ExternalService[];
  backups: Backups;
  /** The settings in force, for operators. */
  settings: readonly SettingInForce[];
  /** The facts about mods in force. */
  facts: FactsStore;
}

/** The service without its interfaces: GraphQL, REST and the file routes are built on it. */
export interface App extends Parts, AsyncDisposable {
  log: Logger;
  downloadCounts: DownloadCounts;
  /** Denies archives with account files to callers who do not own them. */
  demandArchive: DemandArchive;
  /** Server packs in the layout of packwiz. */
  packwizTrees: PackwizTrees;
  updateManifests: UpdateManifests;
  metrics: Metrics;
  tracing: Tracing;
  /** Starts the threads ahead of work, if this process works on runs. */
  prepareWork(): void;
  /** Stops taking jobs; running jobs may finish within the grace period. */
  stopWork(): Promise<void>;
  /** Whether the service is stopping. */
  isStopping(): boolean;
  /** Stops the work, then closes everything. */
  close(): Promise<void>;
}

/** Parts that replace the defaults; they are closed with the rest. */
export interface AppOverrides {
  log?: Logger;
  database?: Database;
  storage?: Storage;
  /** Replaces the network of fetching in tests. */
  connect?: ConnectOverrides;
  /** Replaces the worker threads. */
  work?: ArchiveWork;
  /** Replaces the worker threads for reading versions of packs. */
  manifests?: ManifestWork;
  /** Replaces the worker threads for previews. */
  previews?: PreviewWork;
  /** Replaces the worker threads for comparisons of server packs. */
  comparisons?: CompareWork;
  /** Replaces the worker threads for jars that requests add. */
  adding?: AddWork;
  /** Replaces the worker threads for scans. */
  scans?: ScanWork;
  /** Replaces the worker threads for update manifests. */
  updates?: UpdateWork;
  /** Replaces the sandboxes. */
  boots?: BootRunner;
  /** Whether a person at the terminal may create the first operator's token. */
  offersFirstToken?: boolean;
  /** The settings shown to operators; none when absent. */
  settings?: readonly SettingInForce[];
}

export interface StartOptions {
  /** Waits for an absent PostgreSQL server until this signal aborts. Without it, the server has to be there. */
  signal?: AbortSignal;
}

/**
 * Milliseconds for the last file operations and download counts at a stop, once all connections and threads have ended.
 */
const settlingMs = 5_000;

/** Opens all parts of the service, and starts to work on the queue if the process's role includes that. */
export async function createApp(
  config: Config,
  { signal, ...overrides }: AppOverrides & StartOptions = {},
): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const log = overrides.log ?? createLog(config);
  const tracing = opened.use(await openTracing(config, log));
  const watch = tracing === noTracing ? undefined : watchStatements(tracing);
  const database =
    overrides.database ??
    (await openDatabase(
      config.databaseUrl,
      { folder: path.join(config.dataDir, 'database') },
      {
        server: config.databaseServer,
        log,
        watch,
        patience: signal && { ...startPatience, signal, log },
      },
    ));
  opened.defer(() => database.close());
  const metrics = createMetrics();
  const bytes =
    config.s3 === null
      ? diskConfig(config)
      : { ...s3Config(config, config.s3), damaged: metrics.cameDamaged };
  const store = overrides.storage ?? (await createStorage(bytes));
  const storage = tracing === noTracing ? store : tracedStorage(store, tracing);
  opened.defer(() => storage.settled(settlingMs));
  const delivered = metrics.eventHandedOut;
  const feed = opened.use(await openEventFeed({ database, log, delivered }, config.subscriberQueue));
  const progress = opened.use(await openProgressBoard(database));
  const queueBoard = opened.use(await openQueueBoard(database));
  const bootStates = opened.use(await openBootStates(database));
  const lineNews = opened.use(await openLineNews({ database, log }, config.subscriberQueue));
  const downloadCounts = openDownloadCounts({ db: database.db, log });
  opened.defer(() => downloadCounts.close(settlingMs));
  const backups = opened.use(await openBackups({ database, storage, log }, config));
  const access = opened.use(
    await openAccessControl({ database, log, backups }, config, overrides.offersFirstToken),
  );

  const { versionLists } = config;
  const fetchText = createFetchText(userAgent(config.fetching?.contact ?? null));
  const lists = versionLists && openVersionLists({ log, fetchText }, versionLists);
  const versions =
    versionLists === null || lists === null
      ? formOnly
      : listedVersions({ lists, log }, versionLists.maxAgeMs);

  // The pool starts no process before work is expected. Nodes that do no runs still compute previews.
  const pool = createWorkerPool({
    ...poolSettings(config),
    compileCache: path.join(config.dataDir, 'compiled'),
  });
  opened.defer(() => pool.close());

  const patient = { ...database, db: database.patient };
  const fetched = createFetchedFiles({ database: patient, storage });
  const troubleChanged: TroubleChange = (platform, trouble) => {
    if (trouble === null) log.info({ platform }, 'the answers of a platform can be used again');
    else
      log.error(
        { platform, fault: trouble.fault },
        `the answers of a platform cannot be used: ${trouble.message}`,
      );
  };
  const fetching =
    config.fetching === null
      ? null
      : opened.use(
          openFetching(
            { storage, fetched, troubleChanged },
            config.fetching,
            config.platforms,
            overrides.connect,
          ),
        );
  const facts = opened.use(
    await openFacts({ log, fetchText }, { ...config.facts, keptIn: path.join(config.dataDir, 'facts') }),
  );
  watchApp(metrics, { database, storage, feed, pool, fetching, facts });

  const { quickTasks, innerArchives } = access.slots;
  const previews = createPreviews(
    {
      database,
      storage,
      work: { preview: inSlots(quickTasks, (overrides.previews ?? pool).preview) },
      facts: facts.current,
    },
    { kept: config.sharedLimits.keptPreviews },
  );

  const comparisons = createComparisons(
    { database, storage, work: { compare: inSlots(quickTasks, (overrides.comparisons ?? pool).compare) } },
    { kept: config.sharedLimits.keptComparisons },
  );

  const packwizTrees = createPackwizTrees({ storage, work: pool });

  const updateManifests = createUpdateManifests(
    { database, storage, work: { listUpdate: inSlots(quickTasks, (overrides.updates ?? pool).listUpdate) } },
    { kept: config.sharedLimits.keptUpdates },
  );

  const { catalogueAgeMs, catalogueUnknownAgeMs, catalogueWaitMs } = config.platforms;
  const catalogue =
    fetching === null || catalogueAgeMs === null
      ? null
      : createCatalogue(
          { database: patient, modrinth: fetching.catalogue, log },
          { maxAgeMs: catalogueAgeMs, unknownMaxAgeMs: catalogueUnknownAgeMs, waitMs: catalogueWaitMs },
        );

  /** Aborted when the service stops its work. */
  const ending = new AbortController();
  let pipeline: Worker | null = null;
  let webhooks: WebhookWork | null = null;
  if (config.role !== 'api') {
    // The embedded database has a single process, so half-received uploads of an earlier process cannot continue.
    if (database.kind === 'embedded') await storage.sweepUnpublished(new Date());
    const needs = { database: patient, storage, log };
    const scanning = config.scan && {
      settings: config.scan,
      work: overrides.scans ?? pool,
      scanned: metrics.scanned,
    };
    opened.defer(() => ending.abort());
    const chores = await startChores({ database: patient, log }, [
      ...(database.kind === 'embedded' ? [vacuumChore({ database, log })] : []),
      sweepChore(needs, config.retentionDays),
      tidyChore(needs, config.retention),
      ...(config.backups.everyHours === null ? [] : [backupChore(backups, config.backups.everyHours)]),
      ...(scanning === null ? [] : [scanChore({ ...needs, scanning }, ending.signal)]),
    ]);
    opened.defer(() => chores.close(0));
    const started = await startPipeline(
      {
        database: patient,
        storage,
        progress,
        log,
        fetching,
        catalogue,
        work: overrides.work ?? pool,
        adding: overrides.adding ?? pool,
        workedOn: metrics.runWorkedOn,
        tracing,
        facts: facts.current,
        updateLinks: access.updateLinks,
        callers: access.callers,
        scanning,
      },
      runSettings(config),
    );
    pipeline = started;
    opened.defer(() => started.close(config.shutdownGraceMs));
    const { publicUrl, fetching: fetchSettings } = config;
    const posting = await startWebhooks(
      {
        database: patient,
        log,
        attempted: metrics.webhookAttempted,
        gaveUp: metrics.webhookGivenUp,
      },
      { ...config.webhooks, pollMs: config.queuePollMs, publicUrl, contact: fetchSettings?.contact ?? null },
      overrides.connect,
    );
    webhooks = posting;
    opened.defer(() => posting.close(config.shutdownGraceMs));
  }

  let boots: BootWork | null = null;
  if (config.boot.enabled && config.role !== 'api') {
    const { limits, mirror } = config.boot;
    const folder = path.join(config.dataDir, 'boots');
    const { createBootRunner } = await import('../workers/boot/boot-runner.ts');
    const runner = overrides.boots ?? createBootRunner(folder, limits, log);
    const trying = await startBootWork(
      { database: patient, storage, runner, log },
      { limits, mirror, folder, pollMs: config.queuePollMs },
    );
    boots = trying;
    opened.defer(() => trying.close());
  }

  const readVersions = packVersionsReader(
    { readVersions: inSlots(quickTasks, (overrides.manifests ?? pool).readVersions) },
    config.archiveLimits,
  );
  const demandArchive = archiveGuard(
    { database, storage, work: { findAccounts: inSlots(quickTasks, pool.findAccounts) } },
    config.archiveLimits,
  );
  const unpackInner = innerUnpacker({ unpackInner: inSlots(innerArchives, pool.unpackInner) }, config);

  let following: Worker | null = null;
  if (config.role !== 'api' && fetching !== null) {
    const needs = { access, config, database, fetching, storage, versions, readVersions, unpackInner };
    const followWork = await startFollowWork(
      {
        database: patient,
        fetching,
        log,
        async workOf(tokenId) {
          const viewer = await publisherBy(needs, tokenId);
          if (viewer === null) return null;
          const by = lineCallerOf(viewer, access.mode);
          const runConfiguration = { startArgs: [], clientMods: [], whitelistedMods: [] };
          return {
            fetch: ({ place: location, line }, signal) =>
              importOnAccount(needs, viewer, { location, line, runConfiguration }, signal),
            async build({ modPackId, lineId }) {
              await admitGeneration(needs, viewer, modPackId);
              return buildForLine(needs, { modPackId, lineId, by }, accountOf(viewer));
            },
          };
        },
        notifyOfNews: notifyOfLineNews,
        requestTry: !config.boot.enabled
          ? null
          : async (serverPackId, tokenId) => {
              const { boots: limits } = config.sharedLimits;
              const request = { serverPackId, caller: `token:${tokenId}`, repair: false, limits };
              await requestBoot(patient, request);
            },
      },
      { ...config.following, noticeMs: config.queuePollMs },
    );
    following = followWork;
    opened.defer(() => followWork.close(0));
  }

  const parts = opened.move();
  const close = () => parts.disposeAsync();
  const prepareWork = () => {
    if (pipeline !== null && overrides.work === undefined) void pool.prepare();
  };
  const stopWork = async () => {
    const graceMs = config.shutdownGraceMs;
    ending.abort();
    await Promise.all([
      following?.close(0),
      pipeline?.close(graceMs),
      webhooks?.close(graceMs),
      boots?.close(),
    ]);
  };
  return {
    config,
    log,
    database,
    storage,
    feed,
    progress,
    queueBoard,
    bootStates,
    lineNews,
    downloadCounts,
    access,
    versions,
    readVersions,
    demandArchive,
    unpackInner,
    previews,
    comparisons,
    packwizTrees,
    updateManifests,
    boots,
    backups,
    logs: { readLog: inSlots(quickTasks, pool.readLog) },
    pictures: { drawCard: inSlots(quickTasks, pool.drawCard) },
    fetching,
    fetched,
    externalServices: () =>
      externalServices({
        platforms: (fetching?.platforms ?? watchPlatforms().states)(),
        isOff: (platform) =>
          fetching === null || (platform.startsWith('curseforge') && fetching.curseForge === null),
        catalogue: catalogue?.trouble() ?? null,
        lists: lists?.troubles() ?? [],
      }),
    settings: overrides.settings ?? [],
    facts,
    metrics,
    tracing,
    prepareWork,
    stopWork,
    isStopping: () => ending.signal.aborted,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Limits of the work process and its threads. */
export function poolSettings(config: Config) {
  return {
    threads: config.workerThreads,
    memoryMb: config.workerMemoryMb,
    timeoutMs: config.taskTimeoutMs,
    quickTimeoutMs: config.quickTaskTimeoutMs,
    idleMs: config.workerIdleMs,
  } satisfies WorkerPoolOptions;
}

/** Longer than any run takes, and no longer than a timer can be. */
const longestRunMs = 24 * 60 * 60 * 1000;

export function runSettings(config: Config): PipelineSettings {
  return {
    concurrency: config.workerThreads,
    pollMs: config.queuePollMs,
    // Enough for a check, a scan and a generation with the transfer of bytes, and for fetching.
    longestMs: Math.min(
      config.taskTimeoutMs * (config.scan === null ? 4 : 8) + (config.fetching?.packMs ?? 0),
      longestRunMs,
    ),
    retries: config.runRetries,
    nodeDeaths: config.runNodeDeaths,
    retryDelaySeconds: config.runRetryDelaySeconds,
    room: config.roomWait,
    archiveLimits: config.archiveLimits,
    tokenReserveBytes: config.tokenReserveBytes,
    missingFilesSeconds: config.missingFilesWaitSeconds,
  };
}

/** The library that sends spans is loaded only if a collector is set. */
async function openTracing({ tracing }: Config, log: Logger): Promise<Tracing> {
  if (tracing === null) return noTracing;
  const sending = await import('./tracing/open-tracing.ts');
  return sending.openTracing(tracing, log);
}
