import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Child, startChild } from './child.ts';
import { createServerDatabase } from './database.ts';
import { makeDataDir } from './embedded-files.ts';
import { missHeartbeats } from './heartbeats.ts';

/** A place for the service's data that its processes, one after the other, work on. */
export interface Place extends AsyncDisposable {
  environment: Record<string, string>;
  dataDir: string;
  /** Has the jobs of a process that has died taken up by the next one at once, as on the embedded database. */
  takenForDead(): Promise<void>;
}

/** The service as a process that may be told when to die. */
export function startInPlace(environment: Record<string, string>): Child {
  return startChild('test/support/service-process.ts', {
    PORT: '0',
    LOG_LEVEL: 'silent',
    WORKER_THREADS: '1',
    'config.runRetryDelaySeconds': '0',
    'config.queuePollMs': '200',
    MODLOADER_VERSIONS: 'off',
    CATALOGUE: 'off',
    // On a busy machine what starts beside others takes its time.
    'config.maxQueryMs': '300000',
    // Threads are ended at once, not waited for.
    SHUTDOWN_GRACE_MS: '0',
    ...environment,
  });
}

/** Where it listens, once it does. */
export async function addressOf(child: Child): Promise<string> {
  return (await child.line(/^listening (.*)/))[1] ?? '';
}

export async function openPlace(kind: 'embedded' | 'server'): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'killed-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const environment: Record<string, string> = { DATA_DIR: dataDir };
  if (kind === 'embedded') await makeDataDir(dataDir);
  else environment.DATABASE_URL = opened.use(await createServerDatabase()).url;
  const parts = opened.move();
  return {
    environment,
    dataDir,
    async takenForDead() {
      if (environment.DATABASE_URL) await missHeartbeats(environment.DATABASE_URL);
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
