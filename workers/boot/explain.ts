import { Worker } from 'node:worker_threads';
import type { LogFinding } from '../../src/logs/log-finding.ts';
import type { LogTask } from '../log.ts';
import { readsTypeScript } from '../reads-typescript.ts';

const main = new URL('./explain-thread.ts', import.meta.url);

/**
 * The causes of a server's failure, by its log and the untrusted jars of its archive; empty after a time limit in
 * seconds. Fails with the signal's reason.
 */
export async function explain(
  task: LogTask,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<LogFinding[]> {
  const found = Promise.withResolvers<LogFinding[]>();
  const thread = new Worker(main, { workerData: task, execArgv: [...readsTypeScript] });
  thread.on('message', found.resolve);
  thread.on('error', found.reject);
  const timer = setTimeout(() => found.resolve([]), seconds * 1_000);
  const giveUp = () => found.reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await found.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    await thread.terminate();
  }
}
