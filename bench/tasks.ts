/** The pool's tasks for the benchmarks: those of the service, and one that tells of the process itself. */
import { readFileSync } from 'node:fs';

export { check, generate } from '../workers/tasks.ts';

/** KiB of memory at the peak, as the system says of this process alone. */
export function peakMemory(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
