import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { FolderInUse } from './database/embedded.ts';
import { openServer } from './http/server.ts';

/** Milliseconds beyond the grace period after which a stop that hangs, say on a dead network, is cut short. */
const patience = 10_000;

async function main(): Promise<void> {
  const config = readConfig();
  const app = await createApp(config);
  const server = config.role === 'worker' ? null : await openServer(app);
  const stop = async (signal: NodeJS.Signals) => {
    app.log.info({ signal }, 'stopping');
    // Requests and threads share one grace period.
    await Promise.all([server?.close(), app.stopWork()]);
    await app.close();
    app.log.info('stopped');
  };
  const tooLong = async () => {
    await sleep(config.shutdownGraceMs + patience, undefined, { ref: false });
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

/** One line for what the operator can mend, the stack for everything else. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof FolderInUse) return error.message;
  // Failures of the system, the network or the database server have a code, such as EADDRINUSE.
  if ('code' in error && typeof error.code === 'string')
    return `The service cannot start: ${error.message || error.code}`;
  return error.stack ?? error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
});
