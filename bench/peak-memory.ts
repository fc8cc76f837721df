/**
 * Generates one server pack in a thread, by the task in the file named first, with compiled modules kept in the folder
 * named second. Prints two numbers of KiB of memory: what this process had before, and its peak.
 */

import { readFileSync } from 'node:fs';
import { createWorkerPool } from '../workers/pool.ts';

const [taskFile = '', compileCache = ''] = process.argv.slice(2);
const pool = createWorkerPool({ threads: 1, memoryMb: 512, timeoutMs: 600_000, compileCache });
const task = JSON.parse(readFileSync(taskFile, 'utf8'));
const before = peak();
await pool.generate(task);
await pool.close();
console.log(before, peak());

/** What the system says of this process alone: its counts of used resources begin with those of the parent. */
function peak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
