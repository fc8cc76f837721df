import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from './app.ts';

/** Milliseconds beyond the grace period after which a stop that hangs, say on a dead network, is cut short. */
const patience = 10_000;

/**
 * Ends the process in good order at SIGTERM and SIGINT: no new work is taken, requests and threads get the grace period,
 * then everything is closed. The exit code is 0, or 1 when that failed.
 */
export function stopOnSignals(app: App, server: { close(): Promise<void> } | null): void {
  const stop = async (signal: NodeJS.Signals) => {
    app.log.info({ signal }, 'stopping');
    // Requests and threads share one grace period.
    await Promise.all([server?.close(), app.stopWork()]);
    await app.close();
    app.log.info('stopped');
  };
  const tooLong = async () => {
    await sleep(app.config.shutdownGraceMs + patience, undefined, { ref: false });
    throw new Error('Stopping took too long.');
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Terminals and supervisors send signals more than once.
      if (stopping) return;
      stopping = true;
      Promise.race([stop(signal), tooLong()]).then(
        () => process.exit(0),
        (error: unknown) => {
          app.log.fatal({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
}
