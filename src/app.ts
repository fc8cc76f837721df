import path from 'node:path';
import type { Logger } from 'pino';
import { createWorkerPool } from '../workers/pool.ts';
import { type AccessControl, openAccessControl } from './access/access-control.ts';
import type { Config } from './config.ts';
import { type EventFeed, openEventFeed } from './core/event-feed.ts';
import { startQueues } from './core/jobs.ts';
import { formOnly, listedVersions, type ModloaderVersions } from './core/modloader-versions.ts';
import { type ArchiveWork, jobRetryLimit, type Pipeline, startPipeline } from './core/pipeline.ts';
import { openProgressBoard, type ProgressBoard } from './core/progress.ts';
import { scheduleSweep } from './core/sweep.ts';
import { scheduleVacuum } from './core/vacuum.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { createLog } from './log.ts';
import { createStorage } from './storage/create-storage.ts';
import type { Storage } from './storage/storage.ts';
import { openVersionLists } from './version-lists/version-lists.ts';

/** The service without its faces: what GraphQL, REST and the file routes work on. */
export interface App extends AsyncDisposable {
  config: Config;
  log: Logger;
  database: Database;
  storage: Storage;
  feed: EventFeed;
  progress: ProgressBoard;
  access: AccessControl;
  versions: ModloaderVersions;
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
  /** Stands in for the worker threads. */
  work?: ArchiveWork;
}

/** Opens everything the service is made of and starts to work on the queue, if this process's role is to. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const log = overrides.log ?? createLog(config);
  const database =
    overrides.database ??
    (await openDatabase(config.databaseUrl, { folder: path.join(config.dataDir, 'database') }));
  opened.defer(() => database.close());
  const { boss } = database;
  // Without a listener, an error event would end the process.
  boss.on('error', (error) => log.error({ err: error }, 'the queue reports an error'));
  boss.on('warning', (warning) => log.debug({ warning }, 'the queue warns'));
  await startQueues(database, {
    retryLimit: jobRetryLimit,
    retryDelaySeconds: config.runRetryDelaySeconds,
    // A check and a generation one after the other, and the bytes in between.
    expireInSeconds: Math.ceil((config.taskTimeoutMs * 4) / 1000),
  });
  opened.defer(() => boss.stop({ graceful: false, close: true }));
  const storage =
    overrides.storage ??
    (await createStorage({ kind: 'disk', directory: path.join(config.dataDir, 'store') }));
  const feed = await openEventFeed({ database, log }, config.subscriberQueue);
  opened.defer(() => feed.close());
  const progress = await openProgressBoard(database);
  opened.defer(() => progress.close());
  const access = opened.use(await openAccessControl({ database, log }, config));

  const { versionLists } = config;
  const versions =
    versionLists === null
      ? formOnly
      : listedVersions({ lists: openVersionLists({ log }, versionLists), log }, versionLists.maxAgeMs);

  let pipeline: Pipeline | null = null;
  if (config.role !== 'api') {
    const pool = createWorkerPool({
      threads: config.workerThreads,
      memoryMb: config.workerMemoryMb,
      timeoutMs: config.taskTimeoutMs,
      compileCache: path.join(config.dataDir, 'compiled'),
    });
    opened.defer(() => pool.close());
    // What an earlier process of the embedded database left half-received is nobody's any more.
    if (database.kind === 'embedded') {
      await storage.sweepUnpublished(new Date());
      await scheduleVacuum({ database, log });
    }
    await scheduleSweep({ database, storage, log });
    const started = await startPipeline(
      { database, storage, progress, log, work: overrides.work ?? pool },
      {
        concurrency: config.workerThreads,
        retries: config.runRetries,
        archiveLimits: config.archiveLimits,
      },
    );
    pipeline = started;
    opened.defer(() => started.close(config.shutdownGraceMs));
  }

  const parts = opened.move();
  const close = () => parts.disposeAsync();
  const stopWork = async () => pipeline?.close(config.shutdownGraceMs);
  return {
    config,
    log,
    database,
    storage,
    feed,
    progress,
    access,
    versions,
    stopWork,
    close,
    [Symbol.asyncDispose]: close,
  };
}
