/** Loaded into a process before its own code: has the first thread that this one starts die at SIGUSR2. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.once('worker', (thread) => process.on('SIGUSR2', () => void thread.terminate()));
}
