import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { FolderInUse } from './folder-in-use.ts';
import { type Moved, moveDatabase, TargetNotEmpty } from './move.ts';
import { embeddedFolder, openForCommand } from './open-for-command.ts';
import { RefusedTables } from './refused-tables.ts';
import { isUnreachable } from './unreachable.ts';

const usage = `npm run database -- move   copies the embedded database of DATA_DIR to the empty PostgreSQL database at DATABASE_URL

All of it arrives, or nothing: run it again after a failure. The embedded database stays, brought up to date by this version. Stop the service first.`;

/** Milliseconds between two lines of progress. */
const reportEveryMs = 10_000;

/** Most milliseconds of one statement of this program: the constraints of a large table are checked at once. */
const statementMs = 3_600_000;

async function main(): Promise<void> {
  refuseOthers();
  const config = readConfig();
  if (config.databaseUrl === null)
    throw new ConfigError(`DATABASE_URL: must be the address of the database to move to\n\n${usage}`);
  const databaseServer = { ...config.databaseServer, workStatementTimeoutMs: statementMs };
  await using from = await openForCommand({ ...config, databaseServer, databaseUrl: null }, { print: say });
  await using to = await openForCommand({ ...config, databaseServer }, { print: say });
  let lastReport = Date.now();
  const moved = await moveDatabase(from, to, (sofar) => {
    if (Date.now() - lastReport < reportEveryMs) return;
    lastReport = Date.now();
    say(`copied ${countsOf(sofar)} so far`);
  });
  say(`moved ${countsOf(moved)}: ${moved.modPacks} modpacks and all that belongs to them`);
  say(
    `Start the service with this DATABASE_URL. ${embeddedFolder(config)} is no longer used, and keeps all rows.`,
  );
}

function countsOf({ rows, tables }: Moved): string {
  return `${rows} rows of ${tables} tables`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refuseOthers(): void {
  try {
    const { positionals } = parseArgs({ options: {}, allowPositionals: true });
    if (positionals.length === 1 && positionals[0] === 'move') return;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  throw new ConfigError(usage);
}

main().catch((error: unknown) => {
  const isExpected =
    [ConfigError, FolderInUse, RefusedTables, TargetNotEmpty].some((kind) => error instanceof kind) ||
    isUnreachable(error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isExpected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  process.exitCode = 1;
});
