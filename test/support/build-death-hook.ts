/**
 * Loaded into all processes of a start (NODE_OPTIONS), kills a build at a step: its part and the process that started it. A step is
 * a call that makes a folder or a file or renames one; each adds a byte to the file STEPS, and the one numbered KILL_AT is the last.
 */
import { appendFileSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { STEPS = '', KILL_AT = '0' } = process.env;

function step(): void {
  appendFileSync(STEPS, '.');
  if (statSync(STEPS).size !== Number(KILL_AT)) return;
  process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

if (/[\\/]scripts[\\/]build-\w+\.ts$/.test(process.argv[1] ?? '')) {
  for (const name of ['mkdir', 'writeFile', 'rename'] as const) {
    const own = fs[name];
    const counted = (...args: unknown[]): unknown => {
      step();
      return Reflect.apply(own, fs, args);
    };
    Object.assign(fs, { [name]: counted });
  }
  syncBuiltinESMExports();
}
