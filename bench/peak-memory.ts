/**
 * Generates one server pack, or checks a modpack, in a work process, by the task in the file named first, with compiled
 * modules kept in the folder named second. Prints two numbers of KiB of memory: what that process had before, and its
 * peak.
 */

import { readFileSync } from 'node:fs';
import { createWorkerPool } from '../workers/pool.ts';
import { handOut } from './inventory.ts';

const [taskFile = '', compileCache = ''] = process.argv.slice(2);
const tasks = new URL('./tasks.ts', import.meta.url).href;
const { task, mods, check } = JSON.parse(readFileSync(taskFile, 'utf8'));
const pool = createWorkerPool({
  threads: check ? 2 : 1,
  memoryMb: 512,
  timeoutMs: 600_000,
  compileCache,
  tasks,
});
const { signal } = new AbortController();
const peak = () => pool.run<number>('peakMemory', {}, { signal });
const before = await peak();
await (check ? pool.check(check) : pool.generate(task, { readMods: handOut(mods) }));
console.log(before, await peak());
await pool.close();
