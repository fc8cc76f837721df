import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type App, type AppOverrides, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { openServer } from '../../src/http/server.ts';
import { openScratchDatabase } from './database.ts';

/** The real service on a free port, with a database and a data folder of its own. */
export interface TestApp extends AsyncDisposable {
  app: App;
  /** Its address, e.g. http://127.0.0.1:43210. */
  url: string;
  dataDir: string;
}

export interface TestAppOptions {
  database?: 'embedded' | 'server';
  /** Environment variables on top of the defaults for tests. */
  environment?: Record<string, string>;
  overrides?: AppOverrides;
}

/** Starts the whole service, small: real HTTP, a real database, real threads. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'server-packs-'));
  const config = testConfig(dataDir, options.environment);
  const database = options.overrides?.database ?? (await openScratchDatabase(options.database ?? 'embedded'));
  const app = await createApp(config, { ...options.overrides, database });
  const server = await openServer(app);
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
export function testConfig(dataDir: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    WORKER_THREADS: '2',
    SHUTDOWN_GRACE_MS: '2000',
    RATE_LIMIT: 'off',
    // Tests ask nobody outside.
    MODLOADER_VERSIONS: 'off',
    ...environment,
  });
}
