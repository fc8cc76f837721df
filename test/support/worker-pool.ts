import { afterAll } from 'vitest';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../../workers/pool.ts';
import { compileCache } from './compile-cache.ts';

/** Starting a process and its threads costs more than most runs do: services of one file with the same settings share it. */
const pools = new Map<string, WorkerPool>();

afterAll(async () => {
  await Promise.all([...pools.values()].map((pool) => pool.close()));
});

/** The worker pool with these settings that all tests of the file share; it is closed after the last of them. */
export function sharedWorkerPool(
  options: Omit<WorkerPoolOptions, 'compileCache'> = { threads: 2, memoryMb: 256, timeoutMs: 60_000 },
): WorkerPool {
  const key = JSON.stringify(options);
  const pool = pools.get(key) ?? createWorkerPool({ ...options, compileCache: compileCache() });
  pools.set(key, pool);
  return pool;
}
