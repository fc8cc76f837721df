import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from './app.ts';

/** Milliseconds beyond the grace period after which a stop that hangs, say on a dead network, is cut short. */
const patience = 10_000;

/** A service that has started. */
export interface Running {
  app: App;
  server: { close(): Promise<void> } | null;
  /** The separate server of health and metrics. */
  operations?: AsyncDisposable | null;
}

/**
 * Ends the process in good order at SIGTERM and SIGINT, heard from now on: a service that is still starting stops as
 * soon as it has. No new work is taken, requests and threads get the grace period, then everything is closed. The exit
 * code is 0, or 1 when that failed.
 */
export function stopOnSignals(
  { log, closeLog, graceMs }: { log: Logger; closeLog(): Promise<void>; graceMs: number },
  starting: Promise<Running>,
): void {
  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    const running = await starting.catch(() => null);
    // The caller reports a failed start and ends the process.
    if (running === null) return;
    // Requests and threads share one grace period.
    await Promise.all([running.server?.close(), running.app.stopWork()]);
    await running.operations?.[Symbol.asyncDispose]();
    await running.app.close();
    log.info('stopped');
    await closeLog();
    process.exit(0);
  };
  const tooLong = async () => {
    await sleep(graceMs + patience, undefined, { ref: false });
    throw new Error('Stopping took too long.');
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Terminals, supervisors and npm send signals more than once.
      if (stopping) return;
      stopping = true;
      Promise.race([stop(signal), tooLong()]).catch(async (error: unknown) => {
        log.fatal({ err: error }, 'stopping failed');
        await closeLog();
        process.exit(1);
      });
    });
  }
}
