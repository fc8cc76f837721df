/**
 * `npm run build`: builds what the service starts with, each part where it is missing or of other sources: the web app,
 * a new embedded database, and the service's modules as a few files. `npm start` does so first, unless all of it is
 * there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { startFlags } from './find-bundle.mjs';

/** Of the bundler's allocator, which otherwise takes memory that it does not need: half of its peak. */
const sparing = { MIMALLOC_ARENA_EAGER_COMMIT: '0', MIMALLOC_PURGE_DELAY: '0' };

/**
 * The service's modules come last: they name the other parts, and `npm start` builds until they are there. Each part
 * has a process of its own, so that the memory of one is free before the next begins.
 */
const parts = ['build-database.ts', 'build-service.ts'];
// A copy without pages has none to build.
if (existsSync(path.join(import.meta.dirname, '..', 'web', 'index.html'))) parts.unshift('build-web.ts');

const building: { part: ChildProcess | null; endedBy: NodeJS.Signals | null } = { part: null, endedBy: null };
// Ended by a signal, a part still removes what it had half made, and no other begins.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    building.endedBy = signal;
    building.part?.kill(signal);
  });

for (const name of parts) {
  const program = path.join(import.meta.dirname, name);
  const part = spawn(process.execPath, [...process.execArgv, ...startFlags, program], {
    stdio: 'inherit',
    env: { ...process.env, ...sparing },
  });
  building.part = part;
  await once(part, 'exit');
  const signal = building.endedBy ?? part.signalCode;
  if (signal !== null) process.exit(128 + constants.signals[signal]);
  if (part.exitCode !== 0) process.exit(part.exitCode ?? 1);
}
