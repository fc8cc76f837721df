import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type App, type AppOverrides, createApp, poolSettings } from '../../src/app.ts';
import { type Config, readSettings } from '../../src/config.ts';
import { openServer } from '../../src/http/server.ts';
import type { WebApp } from '../../src/web/web-app.ts';
import { configOf } from './config-of.ts';
import { databaseKind, openScratchDatabase } from './database.ts';
import { sharedWorkerPool } from './worker-pool.ts';

/** The real service on a free port, with a database and a data folder of its own. */
export interface TestApp extends AsyncDisposable {
  app: App;
  /** Its address, e.g. http://127.0.0.1:43210. */
  url: string;
  dataDir: string;
}

/** Values by name, or a function that makes them from the configuration. */
type Values = Partial<Config> | ((config: Config) => Partial<Config>);

export interface TestAppOptions {
  /** The server where one is given, unless said otherwise: a copy there costs a quarter. Its own is embedded, and opened by the service itself. */
  database?: 'embedded' | 'server' | 'its own';
  /** Environment variables, and values of the configuration (`configOf`), on top of the defaults for tests. */
  environment?: Record<string, string>;
  /** Values of the configuration, with or without a setting, in place of its own. */
  values?: Values;
  overrides?: AppOverrides;
  /** The built web app; none unless given. */
  web?: Promise<WebApp | null>;
}

/** Starts the whole service, small: real HTTP, a real database, real threads, which all tests share. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'server-packs-'));
  const config = testConfig(dataDir, options.environment, options.values);
  const { database: kind = databaseKind } = options;
  const database =
    options.overrides?.database ?? (kind === 'its own' ? undefined : await openScratchDatabase(kind));
  const pool = sharedWorkerPool(poolSettings(config));
  const quick = { manifests: pool, previews: pool, comparisons: pool, updates: pool };
  const work = { work: pool, adding: pool, scans: pool, ...quick };
  const settings = readSettings({}, options.environment ?? {});
  const app = await createApp(config, {
    settings,
    ...work,
    ...options.overrides,
    ...(database && { database }),
  });
  const server = await openServer(app, options.web);
  return {
    app,
    url: server.address,
    dataDir,
    async [Symbol.asyncDispose]() {
      await server.close();
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Settings for tests: quiet, small, on a free port. */
export function testConfig(
  dataDir: string,
  environment: Record<string, string> = {},
  values: Values = {},
): Config {
  const config = configOf({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    WORKER_THREADS: '2',
    SHUTDOWN_GRACE_MS: '2000',
    RATE_LIMIT: 'off',
    // What is to be tried again, at once or after a second, is not waited for longer than that.
    'config.queuePollMs': '200',
    // On a busy machine clients, queries and threads may take their time, and a client that reads nothing for a while is no dead one.
    'config.maxQueryMs': '300000',
    'config.socketPingMs': '600000',
    'config.quickTaskTimeoutMs': '300000',
    'config.socketInitMs': '600000',
    // Tests ask nobody outside.
    MODLOADER_VERSIONS: 'off',
    FETCH: 'off',
    CATALOGUE: 'off',
    ...environment,
  });
  return { ...config, ...(typeof values === 'function' ? values(config) : values) };
}
