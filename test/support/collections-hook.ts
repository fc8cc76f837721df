/**
 * Loaded into a process before its own code: at SIGUSR2 it looks through its whole heap, and says how often it has done so by itself since
 * the signal before.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { z } from 'zod';

const collection = z.object({ detail: z.object({ kind: z.number() }) });

if (isMainThread) {
  let collections = 0;
  const count = (entries: PerformanceEntry[]) => {
    for (const entry of entries)
      if (collection.parse(entry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'gc' });
  process.on('SIGUSR2', () => {
    count(observer.takeRecords());
    console.log(`${collections} collections by itself`);
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
    observer.takeRecords();
    collections = 0;
  });
}
