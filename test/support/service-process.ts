/**
 * The real service as a process that dies, as by kill -9, at the step whose number KILL_AT gives or at the first that is called as KILL_AT_STEP, or is told to stop or
 * stands still there, by the signal in KILL_WITH; SIGUSR2 makes it count from then on. With FAIL_STORAGE_EVERY, every call of
 * the store whose number that divides fails, by turns as on a broken disk and on a full one. It writes its address and the steps
 * that it takes to standard output, a line each. CONNECT leads the names of a played host to it, as `DownloadHost.connect` in JSON.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openServer } from '../../src/http/server.ts';
import { stopOnSignals } from '../../src/http/stop-on-signals.ts';
import { createStorage, s3Config } from '../../src/storage/create-storage.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { configOf } from './config-of.ts';
import { withSteps } from './steps.ts';

const signals = ['SIGTERM', 'SIGSTOP', 'SIGKILL'] as const;
const killWith = signals.find((signal) => signal === process.env.KILL_WITH) ?? 'SIGKILL';
const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const killAtStep = process.env.KILL_AT_STEP ?? null;
let hasMetStep = false;
let taken = process.env.ON_SIGNAL ? Number.NEGATIVE_INFINITY : 0;
process.on('SIGUSR2', () => {
  taken = 0;
  writeSync(1, 'counting\n');
});

const failEvery = Number(process.env.FAIL_STORAGE_EVERY ?? Number.POSITIVE_INFINITY);
const ofStorage = new Set(['before publish', 'before scratch', 'before local']);
let storageCalls = 0;

function failStorage(): void {
  storageCalls += 1;
  if (storageCalls % failEvery !== 0) return;
  const code = storageCalls % (2 * failEvery) === 0 ? 'ENOSPC' : 'EIO';
  throw Object.assign(new Error(`${code}: the store fails, as it was told to`), { code });
}

async function onStep(step: string): Promise<void> {
  if (ofStorage.has(step)) failStorage();
  // Written at once, since a pipe's own buffer dies with the process.
  writeSync(1, `step ${step}\n`);
  taken += 1;
  const isFirstOfName = step === killAtStep && !hasMetStep;
  if (isFirstOfName) hasMetStep = true;
  if (taken - 1 !== killAt && !isFirstOfName) return;
  // What comes after the step goes on once the signal has been heard; where nobody listens, the process ends by it.
  const heard = process.listenerCount(killWith) > 0 ? once(process, killWith) : new Promise(() => {});
  process.kill(process.pid, killWith);
  // Who is told to go on does so from here.
  if (killWith !== 'SIGSTOP') await heard;
}

const config = configOf(process.env);
const parts = {
  database: await openDatabase(
    config.databaseUrl,
    { folder: path.join(config.dataDir, 'database') },
    { server: config.databaseServer },
  ),
  storage: await createStorage(
    config.s3 === null
      ? { kind: 'disk', directory: path.join(config.dataDir, 'store') }
      : s3Config(config, config.s3),
  ),
  work: createWorkerPool({
    threads: 1,
    memoryMb: 256,
    timeoutMs: 600_000,
    compileCache: process.env.NODE_COMPILE_CACHE,
  }),
};
const connect = z
  .object({ ca: z.string(), address: z.string() })
  .optional()
  .parse(process.env.CONNECT === undefined ? undefined : JSON.parse(process.env.CONNECT));
const app = await createApp(config, { ...withSteps(parts, onStep), ...(connect && { connect }) });
const server = await openServer(app);
stopOnSignals(
  { log: app.log, closeLog: async () => {}, graceMs: config.shutdownGraceMs },
  Promise.resolve({ app, server }),
);
// Most of these processes are killed, and would keep nothing for those after them.
flushCompileCache();
writeSync(1, `listening ${server.address}\n`);
