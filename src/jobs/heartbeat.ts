import { workWhenWoken } from './work-when-woken.ts';

/** Milliseconds between two heartbeats. */
const everyMs = 3_000;

/**
 * Sends heartbeats, one at a time, until it is disposed of. The signal aborts when a heartbeat returns that this
 * process has lost the work; `failed` receives the errors of heartbeats.
 */
export function startHeartbeat(
  keep: () => Promise<boolean>,
  failed: (error: unknown) => void,
): { signal: AbortSignal; beat(): void } & Disposable {
  const lost = new AbortController();
  const beating = workWhenWoken(async () => {
    const isOurs = await keep();
    if (!isOurs) lost.abort(new Error('The work was cancelled, or another process has taken it over.'));
  }, failed);
  const timer = setInterval(beating.wake, everyMs);
  return { signal: lost.signal, beat: beating.wake, [Symbol.dispose]: () => clearInterval(timer) };
}
