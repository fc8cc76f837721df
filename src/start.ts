import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig, readSettings } from './config.ts';
import { FolderInUse } from './database/folder-in-use.ts';
import { NoRoomToStart } from './database/folder-room.ts';
import { RefusedTables } from './database/refused-tables.ts';
import { isUnreachable } from './database/unreachable.ts';
import { quickFindings } from './doctor/checks.ts';
import { NotListening } from './http/listen.ts';
import { openOperations } from './http/operations.ts';
import { openServer } from './http/server.ts';
import { type Running, stopOnSignals } from './http/stop-on-signals.ts';
import { type OpenLog, openLog } from './log.ts';
import { settingsFilesOf, variablesOfFiles } from './settings/settings-in-force.ts';
import { StoreNotOpened } from './storage/storage.ts';
import { findWebApp } from './web/find-web-app.ts';

const from = import.meta.filename.endsWith('.ts') ? 'sources' : 'bundle';

async function main(): Promise<void> {
  const config = readConfig();
  const opened = openLog(config);
  const { log, close: closeLog } = opened;
  const leaving = new AbortController();
  const starting = start(config, opened, leaving.signal);
  stopOnSignals({ log, closeLog, graceMs: config.shutdownGraceMs, leaving }, starting);
  log.info({ node: process.version, role: config.role, from }, 'starting');
  try {
    await starting;
  } catch (error) {
    const hasLeft = error === leaving.signal.reason;
    if (hasLeft) log.info('stopped');
    await closeLog();
    if (hasLeft) process.exit(0);
    throw error;
  }
}

async function start(
  config: Config,
  { log, isTerminal, say }: OpenLog,
  signal: AbortSignal,
): Promise<Running> {
  const files = settingsFilesOf(process.execArgv);
  const settings = readSettings(variablesOfFiles(files));
  const app = await createApp(config, {
    log,
    settings,
    offersFirstToken: isTerminal && config.web && config.role !== 'worker',
    signal,
  });
  const operations = await openOperations(app);
  for (const { verdict, says } of quickFindings(config, files)) if (verdict !== 'ok') log.warn(says);
  if (config.role === 'worker') {
    app.prepareWork();
    return { app, server: null, operations };
  }
  const web = config.web ? findWebApp({ log }) : Promise.resolve(null);
  const server = await openServer(app, web);
  app.prepareWork();
  const { secret } = app.access.firstToken;
  const address = config.publicUrl ?? server.address;
  if ((await web) === null) {
    say(`The service is at ${address}, without pages.`);
    return { app, server, operations };
  }
  // Browsers do not send the part after "#", so no proxy's log holds it.
  if (secret !== null)
    say(
      `Nobody operates this service yet. Within an hour, make the first token at ${address}/setup#${secret}`,
    );
  say(`Open ${address}`);
  return { app, server, operations };
}

/** One line for a failure that the operator can fix, the stack for any other. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inOneSentence = [
    ConfigError,
    FolderInUse,
    NoRoomToStart,
    NotListening,
    RefusedTables,
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
