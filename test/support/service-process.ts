/**
 * The real service as a process that dies, as by kill -9, at the step whose number KILL_AT gives; SIGUSR2 makes it
 * count from then on. It writes its address and the steps that it takes to standard output, a line each.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openServer } from '../../src/http/server.ts';
import { createStorage } from '../../src/storage/create-storage.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { withSteps } from './steps.ts';

const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
let taken = process.env.ON_SIGNAL ? Number.NEGATIVE_INFINITY : 0;
process.on('SIGUSR2', () => {
  taken = 0;
  writeSync(1, 'counting\n');
});

async function onStep(step: string): Promise<void> {
  // Written at once, since a pipe's own buffer dies with the process.
  writeSync(1, `step ${step}\n`);
  if (taken === killAt) {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  }
  taken += 1;
}

const config = readConfig();
const parts = {
  database: await openDatabase(config.databaseUrl, { folder: path.join(config.dataDir, 'database') }),
  storage: await createStorage({ kind: 'disk', directory: path.join(config.dataDir, 'store') }),
  work: createWorkerPool({ threads: 1, memoryMb: 256, timeoutMs: 60_000 }),
};
const server = await openServer(await createApp(config, withSteps(parts, onStep)));
writeSync(1, `listening ${server.address}\n`);
