import path from 'node:path';
import type { Logger } from 'pino';
import { createWorkerPool, type WorkerPoolOptions } from '../workers/pool.ts';
import { type AccessControl, openAccessControl } from './access/access-control.ts';
import { accountOf, admitGeneration, lineCallerOf } from './access/accounts.ts';
import { importOnAccount, publisherBy } from './access/import-on-account.ts';
import type { Config } from './config.ts';
import { type BootRunner, type BootWork, startBootWork } from './core/boots/boot-work.ts';
import { requestBoot } from './core/boots/boots.ts';
import { startChores } from './core/chores/chores.ts';
import { scanChore } from './core/chores/scan-stored.ts';
import { sweepChore, tidyChore } from './core/chores/sweep.ts';
import { vacuumChore } from './core/chores/vacuum.ts';
import { type EventFeed, openEventFeed } from './core/events/event-feed.ts';
import { type DownloadCounts, openDownloadCounts } from './core/figures/download-counts.ts';
import { createCatalogue } from './core/files/catalogue.ts';
import { createFetchedFiles } from './core/files/fetched-files.ts';
import { type OutsidePlace, outsidePlaces } from './core/files/outside-places.ts';
import type { LogWork } from './core/logs/read-log.ts';
import { archiveGuard, type DemandArchive } from './core/packs/account-files.ts';
import { type CompareWork, type Comparisons, createComparisons } from './core/packs/comparisons.ts';
import { type FollowWork, startFollowWork } from './core/packs/follow-work.ts';
import { innerUnpacker, type UnpackInner } from './core/packs/inner-archives.ts';
import { type LineNewsBoard, openLineNews } from './core/packs/line-news.ts';
import { buildForLine } from './core/packs/mod-packs.ts';
import { type ManifestWork, packVersionsReader, type ReadPackVersions } from './core/packs/pack-versions.ts';
import { createPackwizTrees, type PackwizTrees } from './core/packs/packwiz-trees.ts';
import { createPreviews, type Previews, type PreviewWork } from './core/packs/previews.ts';
import {
  createUpdateManifests,
  type UpdateManifests,
  type UpdateWork,
} from './core/packs/update-manifests.ts';
import { type QueueSettings, startQueues } from './core/runs/jobs.ts';
import { formOnly, listedVersions, type ModloaderVersions } from './core/runs/modloader-versions.ts';
import {
  type ArchiveWork,
  jobRetryLimit,
  type Pipeline,
  type PipelineSettings,
  startPipeline,
} from './core/runs/pipeline.ts';
import { openProgressBoard, type ProgressBoard } from './core/runs/progress.ts';
import { openQueueBoard, type QueueBoard } from './core/runs/queue-places.ts';
import type { ScanWork } from './core/runs/scanning.ts';
import { superviseQueues } from './core/runs/supervision.ts';
import { watchQueue } from './core/runs/watch-queue.ts';
import { inSlots } from './core/slots.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { type FactsStore, openFacts } from './facts/facts-store.ts';
import type { ConnectOverrides } from './fetching/connect.ts';
import { type Fetching, openFetching } from './fetching/open-fetching.ts';
import { type TroubleChange, watchPlatforms } from './fetching/platform-troubles.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { watchApp } from './metrics/watch-app.ts';
import type { SettingInForce } from './settings-in-force.ts';
import { createStorage, diskConfig, s3Config } from './storage/create-storage.ts';
import type { Storage } from './storage/storage.ts';
import { tracedStorage } from './tracing/traced-storage.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';
import { watchStatements } from './tracing/watch-statements.ts';
import { fetchText } from './version-lists/fetch-text.ts';
import { openVersionLists } from './version-lists/version-lists.ts';
import { startWebhooks, type WebhookWork } from './webhooks/deliver.ts';
import { tellLineNews } from './webhooks/tell-line-news.ts';

/** The service without its faces: what GraphQL, REST and the file routes work on. */
export interface App extends AsyncDisposable {
  config: Config;
  log: Logger;
  database: Database;
  storage: Storage;
  feed: EventFeed;
  progress: ProgressBoard;
  queueBoard: QueueBoard;
  lineNews: LineNewsBoard;
  downloadCounts: DownloadCounts;
  access: AccessControl;
  versions: ModloaderVersions;
  readVersions: ReadPackVersions;
  /** Keeps archives with account files from strangers. */
  demandArchive: DemandArchive;
  /** Unpacks archives in archives. */
  unpackInner: UnpackInner;
  previews: Previews;
  comparisons: Comparisons;
  /** Server packs as packwiz reads packs. */
  packwizTrees: PackwizTrees;
  updateManifests: UpdateManifests;
  /** The threads that read logs of servers. */
  logs: LogWork;
  /** The work on boots; null where this process does none. */
  boots: BootWork | null;
  /** The work on followed lines; null where this process does none. */
  following: FollowWork | null;
  /** Outgoing requests; null when the operator has switched them off. */
  fetching: Fetching | null;
  /** How the platforms answer this process. */
  outsidePlaces(): OutsidePlace[];
  /** The settings in force, for operators. */
  settings: readonly SettingInForce[];
  /** The facts about mods in force. */
  facts: FactsStore;
  metrics: Metrics;
  tracing: Tracing;
  /** Has the threads started before there is work for them, where this process works on runs. */
  prepareWork(): void;
  /** Stops taking jobs, and lets those under way finish within the grace period. */
  stopWork(): Promise<void>;
  /** Stops working, then closes everything. */
  close(): Promise<void>;
}

/** Parts that a caller may bring itself; what it brings is closed with the rest. */
export interface AppOverrides {
  log?: Logger;
  database?: Database;
  storage?: Storage;
  /** Replaces the network of fetching in tests. */
  connect?: ConnectOverrides;
  /** Stands in for the worker threads. */
  work?: ArchiveWork;
  /** Stands in for them where packs are asked for their versions. */
  manifests?: ManifestWork;
  /** Stands in for them where previews are worked out. */
  previews?: PreviewWork;
  /** Stands in for them where server packs are compared. */
  comparisons?: CompareWork;
  /** Stands in for them where packs are scanned. */
  scans?: ScanWork;
  /** Stands in for them where servers are told of updates. */
  updates?: UpdateWork;
  /** Stands in for the sandboxes. */
  boots?: BootRunner;
  /** Whether who sees the start at a terminal may make the first operator's token. */
  offersFirstToken?: boolean;
  /** What operators are told of the settings; nothing when absent. */
  settings?: readonly SettingInForce[];
}

/** Milliseconds that files under way, and downloads not counted yet, get to be put away at a stop, once all connections and threads have ended. */
const settlingMs = 5_000;

/** Opens everything the service is made of and starts to work on the queue, if this process's role is to. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const log = overrides.log ?? createLog(config);
  const tracing = opened.use(await openTracing(config, log));
  const watch = tracing === noTracing ? undefined : watchStatements(tracing);
  const database =
    overrides.database ??
    (await openDatabase(
      config.databaseUrl,
      { folder: path.join(config.dataDir, 'database') },
      { server: config.databaseServer, log, watch },
    ));
  opened.defer(() => database.close());
  const { boss } = database;
  // Without a listener, an error event would end the process.
  boss.on('error', (error) => log.error({ err: error }, 'the queue reports an error'));
  boss.on('warning', (warning) => log.debug({ warning }, 'the queue warns'));
  const { runs, deliveries } = queueSettings(config);
  await startQueues(database, runs, deliveries);
  opened.defer(() => boss.stop({ graceful: false, close: true }));
  const metrics = createMetrics();
  const bytes =
    config.s3 === null
      ? diskConfig(config)
      : { ...s3Config(config, config.s3), damaged: metrics.cameDamaged };
  const store = overrides.storage ?? (await createStorage(bytes));
  const storage = tracing === noTracing ? store : tracedStorage(store, tracing);
  opened.defer(() => storage.settled(settlingMs));
  const handedOut = metrics.eventHandedOut;
  const feed = await openEventFeed({ database, log, handedOut }, config.subscriberQueue);
  opened.defer(() => feed.close());
  const progress = await openProgressBoard(database);
  opened.defer(() => progress.close());
  const queueBoard = openQueueBoard(database);
  opened.defer(() => queueBoard.close());
  const lineNews = opened.use(await openLineNews(database));
  const downloadCounts = openDownloadCounts({ db: database.db, log });
  opened.defer(() => downloadCounts.close(settlingMs));
  const access = opened.use(await openAccessControl({ database, log }, config, overrides.offersFirstToken));

  const { versionLists } = config;
  const lists = versionLists && openVersionLists({ log }, versionLists);
  const versions =
    versionLists === null || lists === null
      ? formOnly
      : listedVersions({ lists, log }, versionLists.maxAgeMs);

  // The pool starts no process before work is expected. Nodes without runs work on previews.
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
    { kept: config.goods.keptPreviews },
  );

  const comparisons = createComparisons(
    { database, storage, work: { compare: inSlots(quickTasks, (overrides.comparisons ?? pool).compare) } },
    { kept: config.goods.keptComparisons },
  );

  const packwizTrees = createPackwizTrees({ storage, work: pool });

  const updateManifests = createUpdateManifests(
    { database, storage, work: { tellUpdate: inSlots(quickTasks, (overrides.updates ?? pool).tellUpdate) } },
    { kept: config.goods.keptUpdates },
  );

  const { catalogueAgeMs, catalogueUnknownAgeMs, catalogueWaitMs } = config.platforms;
  const catalogue =
    fetching === null || catalogueAgeMs === null
      ? null
      : createCatalogue(
          { database: patient, modrinth: fetching.catalogue, log },
          { maxAgeMs: catalogueAgeMs, unknownMaxAgeMs: catalogueUnknownAgeMs, waitMs: catalogueWaitMs },
        );

  /** Aborts with the service's work. */
  const ending = new AbortController();
  let pipeline: Pipeline | null = null;
  let webhooks: WebhookWork | null = null;
  if (config.role !== 'api') {
    const queueWatch = opened.use(watchQueue({ database: patient, log }, config.queueLookMs));
    // The embedded database has one process, so half-received uploads of an earlier one cannot go on.
    if (database.kind === 'embedded') {
      await storage.sweepUnpublished(new Date());
    } else opened.use(superviseQueues({ boss: database.boss, queueWatch, log }));
    const needs = { database: patient, storage, log };
    const scanning = config.scan && {
      settings: config.scan,
      work: overrides.scans ?? pool,
      scanned: metrics.scanned,
    };
    opened.defer(() => ending.abort());
    await startChores(boss, [
      ...(database.kind === 'embedded' ? [vacuumChore({ database, log })] : []),
      sweepChore(needs, config.retentionDays),
      tidyChore(needs, config.retention),
      ...(scanning === null ? [] : [scanChore({ ...needs, scanning }, ending.signal)]),
    ]);
    const started = await startPipeline(
      {
        database: patient,
        storage,
        progress,
        queueWatch,
        log,
        fetching,
        catalogue,
        work: overrides.work ?? pool,
        workedOn: metrics.runWorkedOn,
        tracing,
        facts: facts.current,
        updateLinks: access.updateLinks,
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
      { ...config.webhooks, publicUrl, contact: fetchSettings?.contact ?? null },
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
    const runner = overrides.boots ?? createBootRunner(folder, limits);
    const trying = await startBootWork(
      { database: patient, storage, runner, log },
      { limits, mirror, folder, lookMs: config.queueLookMs },
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

  let following: FollowWork | null = null;
  if (config.role !== 'api' && fetching !== null) {
    const needs = { access, config, database, fetching, storage, versions, readVersions, unpackInner };
    const looking = startFollowWork(
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
            fetch: (version, signal) =>
              importOnAccount(needs, viewer, { ...version, runConfiguration }, signal),
            async build({ modPackId, lineId }) {
              await admitGeneration(needs, viewer, modPackId);
              return buildForLine(needs, { modPackId, lineId, by }, accountOf(viewer));
            },
          };
        },
        tellNews: (tx, news) => tellLineNews(patient, tx, news),
        requestTry: !config.boot.enabled
          ? null
          : async (serverPackId, tokenId) => {
              const { queue: limits } = config.boot;
              const request = { serverPackId, caller: `token:${tokenId}`, repair: false, limits };
              await requestBoot(patient, request);
              boots?.nudge();
            },
      },
      { ...config.following, noticeMs: config.queueLookMs },
    );
    following = looking;
    opened.defer(() => looking.close());
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
      following?.close(),
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
    following,
    logs: { readLog: inSlots(quickTasks, pool.readLog) },
    fetching,
    outsidePlaces: () =>
      outsidePlaces({
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

export function runSettings(config: Config): PipelineSettings {
  return {
    concurrency: config.workerThreads,
    retries: config.runRetries,
    nodeDeaths: config.runNodeDeaths,
    retryDelaySeconds: config.runRetryDelaySeconds,
    room: config.roomWait,
    archiveLimits: config.archiveLimits,
    tokenReserveBytes: config.tokenReserveBytes,
    missingFilesSeconds: config.missingFilesWaitSeconds,
  };
}

export function queueSettings(config: Config): { runs: QueueSettings; deliveries: QueueSettings } {
  return {
    runs: {
      retryLimit: jobRetryLimit,
      retryDelaySeconds: config.runRetryDelaySeconds,
      // Enough for a check, a scan and a generation with the transfer of bytes, and for fetching.
      expireInSeconds: Math.ceil(
        (config.taskTimeoutMs * (config.scan === null ? 4 : 8) + (config.fetching?.packMs ?? 0)) / 1000,
      ),
    },
    deliveries: {
      retryLimit: config.webhooks.retries,
      retryDelaySeconds: config.webhooks.retrySeconds,
      expireInSeconds: Math.ceil(config.webhooks.timeoutMs / 1000) + 60,
    },
  };
}

/** The library that sends spans is loaded only where there is somewhere to send them. */
async function openTracing({ tracing }: Config, log: Logger): Promise<Tracing> {
  if (tracing === null) return noTracing;
  const sending = await import('./tracing/open-tracing.ts');
  return sending.openTracing(tracing, log);
}
