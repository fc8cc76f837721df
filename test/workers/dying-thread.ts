/** Thread functions that end badly, and some that do not. */
import type { Caller } from '../../workers/caller.ts';

export function exit(): void {
  process.exit(3);
}

export function exhaustMemory(): number {
  const kept: string[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `text ${index} ${kept.length}`));
}

export function hang(): void {
  for (;;);
}

/** The same without taking processor time from the tests beside it, where it is the time alone that counts. */
export function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Ends the whole process, as V8 does when it cannot go on. */
export async function abort(): Promise<never> {
  process.kill(process.pid, 'SIGABRT');
  return new Promise(() => {});
}

/** Goes far beyond the heap of a thread in one call into V8, which then has no way to end the thread alone. */
export function exhaustMemoryAtOnce(): unknown {
  return JSON.parse(`[${'{},'.repeat(24 * 1024 * 1024)}{}]`);
}

export function answer({ value }: { value: number }): number {
  return value;
}

export function environment(): string[] {
  return Object.keys(process.env);
}

export function failOnFullDisk(): never {
  throw Object.assign(new Error('No room', { cause: new Error('the cause') }), { code: 'ENOSPC' });
}

/** Asks for numbers until there are none, and answers their sum. */
export async function sum(_task: object, caller: Caller): Promise<number> {
  let total = 0;
  for (;;) {
    caller.report({ total });
    const next = await caller.request<number | null>({ after: total });
    if (next === null) return total;
    total += next;
  }
}
