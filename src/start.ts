import { createApp } from './app.ts';
import { type Config, ConfigError, findRemovedSettings, readConfig, readSettings } from './config.ts';
import { FolderInUse } from './database/folder-in-use.ts';
import { NoRoomToStart } from './database/folder-room.ts';
import { OldTables } from './database/old-tables.ts';
import { isUnreachable } from './database/unreachable.ts';
import { NotListening } from './http/listen.ts';
import { openOperations } from './http/operations.ts';
import { openServer } from './http/server.ts';
import { type OpenLog, openLog } from './log.ts';
import { variablesOfFiles } from './settings-in-force.ts';
import { type Running, stopOnSignals } from './stop-on-signals.ts';
import { StoreNotOpened } from './storage/storage.ts';
import { findWebApp } from './web/find-web-app.ts';

const from = import.meta.filename.endsWith('.ts') ? 'sources' : 'bundle';

async function main(): Promise<void> {
  const config = readConfig();
  const opened = openLog(config);
  const { log, close: closeLog } = opened;
  const starting = start(config, opened);
  stopOnSignals({ log, closeLog, graceMs: config.shutdownGraceMs }, starting);
  const unused = findRemovedSettings();
  if (unused.length > 0) log.warn({ settings: unused }, 'these settings were removed and have no effect');
  log.info({ node: process.version, role: config.role, from }, 'starting');
  try {
    await starting;
  } catch (error) {
    await closeLog();
    throw error;
  }
}

async function start(config: Config, { log, isTerminal, say }: OpenLog): Promise<Running> {
  const settings = readSettings(variablesOfFiles(process.execArgv));
  const app = await createApp(config, {
    log,
    settings,
    offersFirstToken: isTerminal && config.web && config.role !== 'worker',
  });
  const operations = await openOperations(app);
  if (config.role === 'worker') {
    app.prepareWork();
    return { app, server: null, operations };
  }
  const server = await openServer(app, config.web ? findWebApp({ log }) : Promise.resolve(null));
  app.prepareWork();
  const { secret } = app.access.firstToken;
  const address = config.publicUrl ?? server.address;
  // What follows the "#" is sent to nobody, and so stands in no log of a proxy.
  if (secret !== null)
    say(
      `Nobody operates this service yet. Within an hour, make the first token at ${address}/setup#${secret}`,
    );
  say(`Open ${address}`);
  return { app, server, operations };
}

/** One line for what the operator can mend, the stack for everything else. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inOneSentence = [
    ConfigError,
    FolderInUse,
    NoRoomToStart,
    NotListening,
    OldTables,
    StoreNotOpened,
  ].some((kind) => error instanceof kind);
  if (inOneSentence) return error.message;
  // Failures of the system, the network or the database server have a code, such as ENOTFOUND.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code || isUnreachable(error)) return `The service cannot start: ${error.message || code}`;
  return error.stack ?? error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
});
