/**
 * Asks this process to stop once its parent is gone, so that it never runs on unnoticed. npm passes signals to a
 * shell, which may neither pass them on nor become its command; npm itself or the launcher may be killed.
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
