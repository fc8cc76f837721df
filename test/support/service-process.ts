/**
 * The real service as a process that dies, as by kill -9, at the step whose number KILL_AT gives, or is told to stop
 * there by the signal in KILL_WITH; SIGUSR2 makes it count from then on. It writes its address and the steps that it takes to standard output, a line each.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openServer } from '../../src/http/server.ts';
import { stopOnSignals } from '../../src/stop-on-signals.ts';
import { createStorage, s3Config } from '../../src/storage/create-storage.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { withSteps } from './steps.ts';

const killWith = process.env.KILL_WITH === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL';
const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
let taken = process.env.ON_SIGNAL ? Number.NEGATIVE_INFINITY : 0;
process.on('SIGUSR2', () => {
  taken = 0;
  writeSync(1, 'counting\n');
});

async function onStep(step: string): Promise<void> {
  // Written at once, since a pipe's own buffer dies with the process.
  writeSync(1, `step ${step}\n`);
  taken += 1;
  if (taken - 1 !== killAt) return;
  // What comes after the step goes on once the signal has been heard; where nobody listens, the process ends by it.
  const heard = process.listenerCount(killWith) > 0 ? once(process, killWith) : new Promise(() => {});
  process.kill(process.pid, killWith);
  await heard;
}

const config = readConfig();
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
  work: createWorkerPool({ threads: 1, memoryMb: 256, timeoutMs: 600_000 }),
};
const app = await createApp(config, withSteps(parts, onStep));
const server = await openServer(app);
stopOnSignals({ log: app.log, graceMs: config.shutdownGraceMs }, Promise.resolve({ app, server }));
// Most of these processes are killed, and would keep nothing for those after them.
flushCompileCache();
writeSync(1, `listening ${server.address}\n`);
