import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../app.ts';

/** Milliseconds beyond the grace period after which a hanging stop, say on a dead network, is cut short. */
const patience = 10_000;

/** Milliseconds for which the service is unready but still accepts requests, so that load balancers notice it. */
const leavingMs = 2_000;

/** A service that has started. */
export interface Running {
  app: App;
  server: { close(): Promise<void> } | null;
  /** The separate server of health and metrics. */
  operations?: AsyncDisposable | null;
}

/**
 * Stops the process in good order at SIGTERM and SIGINT: a service that is still starting stops as soon as it has
 * started. New work is refused, requests are accepted for two more seconds, running requests and threads get the grace
 * period, then everything is closed. The exit code is 0, or 1 when stopping failed.
 */
export function stopOnSignals(
  {
    log,
    closeLog,
    graceMs,
    leaving,
  }: {
    log: Logger;
    closeLog(): Promise<void>;
    graceMs: number;
    /** Aborted when the stop begins, which ends a start that is only waiting. */
    leaving?: AbortController;
  },
  starting: Promise<Running>,
): void {
  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    leaving?.abort();
    const running = await starting.catch(() => null);
    // The caller ends the process, and reports a failed start.
    if (running === null) return;
    const closeServer = async ({ close }: NonNullable<Running['server']>) => {
      // The node is unready from now on. People at a terminal do not wait for load balancers.
      if (signal === 'SIGTERM') await sleep(Math.min(leavingMs, graceMs));
      await close();
    };
    // Requests and threads have the same grace period.
    await Promise.all([running.server && closeServer(running.server), running.app.stopWork()]);
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
      // Terminals, supervisors and npm may send a signal more than once.
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
