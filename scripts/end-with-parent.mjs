/**
 * Asks this process to stop once its parent is gone. npm passes signals on to a shell, and not every shell passes them
 * on or becomes what it runs; npm itself or the launcher may be killed. Nothing is to run on unseen after that.
 */
import { isMainThread } from 'node:worker_threads';

/** In milliseconds. */
const interval = 500;

if (isMainThread) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, interval);
  timer.unref();
}
