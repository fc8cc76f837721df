/**
 * The pool's tasks for the benchmarks: those of the service, one that tells of the process itself, and zlib's part of a
 * check.
 */
import { readFileSync } from 'node:fs';
import type { Surroundings } from '../workers/tasks.ts';
import type { InflateTask } from './inflating.ts';

export { check, generate } from '../workers/tasks.ts';

/** KiB of memory at the peak, as the system says of this process alone. */
export function peakMemory(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

const inflating = new URL('./inflating.ts', import.meta.url).href;

/** Inflates all slices of an archive in the threads, and does nothing else. */
export async function inflate(
  { path, slices }: { path: string; slices: InflateTask['entries'][] },
  { threads, signal }: Surroundings,
): Promise<void> {
  await Promise.all(
    slices.map((entries) =>
      threads.run({ filename: inflating, name: 'inflate' }, { path, entries } satisfies InflateTask, {
        signal,
      }),
    ),
  );
}
