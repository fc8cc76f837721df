/**
 * Loaded into a process before its own code (see `watchdog.ts`): measures the processor time of the main thread between
 * two ticks, which no turn of the event loop can be longer than by more than the time between them, and writes each
 * new peak to standard output. Not one that a busy machine makes: time in which others run does not count.
 */
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

const tickMs = 5;
const stepMs = 5;
const stepBytes = 8 * 1024 * 1024;

let before = process.threadCpuUsage();
let longest = 0;
let largest = 0;

function processorMs(): number {
  const used = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  return (used.user + used.system) / 1000;
}

function look(): void {
  const turn = processorMs();
  if (turn >= longest + stepMs) {
    longest = turn;
    writeSync(1, `watchdog turn ${Math.round(turn)}\n`);
  }
  const memory = process.memoryUsage.rss();
  if (memory < largest + stepBytes) return;
  largest = memory;
  writeSync(1, `watchdog memory ${memory}\n`);
}

/** A start takes as long as it takes: peaks count from here on. */
async function countAnew(): Promise<void> {
  // What one collection finds to be dead may let go of more.
  for (let round = 0; round < 4; round += 1) {
    if (typeof collect === 'function') collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  longest = 0;
  largest = 0;
  processorMs();
  writeSync(1, `watchdog counts anew, holding ${heapUsed + external}\n`);
}

// Threads of the process load this too, whose turns hold nobody up.
if (isMainThread) {
  setInterval(look, tickMs).unref();
  process.on('SIGUSR2', countAnew);
}
