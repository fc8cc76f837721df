import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../../workers/pool.ts';
import { compileCache } from './compile-cache.ts';

/**
 * Starting a process and its threads costs more than most runs do: all services in a process of tests share one for each
 * set of settings. Each ends with the process of the tests.
 */
const pools = new Map<string, WorkerPool>();

/** The worker pool with these settings that all tests share. */
export function sharedWorkerPool(
  options: Omit<WorkerPoolOptions, 'compileCache'> = {
    threads: 2,
    memoryMb: 256,
    timeoutMs: 600_000,
    quickTimeoutMs: 300_000,
  },
): WorkerPool {
  const key = JSON.stringify(options);
  const pool = pools.get(key) ?? createWorkerPool({ ...options, compileCache: compileCache() });
  pools.set(key, pool);
  return pool;
}
