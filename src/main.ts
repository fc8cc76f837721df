import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { FolderInUse } from './database/embedded.ts';
import { openServer } from './http/server.ts';
import { stopOnSignals } from './stop-on-signals.ts';

async function main(): Promise<void> {
  const config = readConfig();
  const app = await createApp(config);
  const server = config.role === 'worker' ? null : await openServer(app);
  stopOnSignals(app, server);
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
