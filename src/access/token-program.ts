import { ConfigError, readConfig } from '../config.ts';
import { FolderInUse } from '../database/folder-in-use.ts';
import { NoRoomToStart } from '../database/folder-room.ts';
import { embeddedFolder, openForCommand } from '../database/open-for-command.ts';
import { RefusedTables } from '../database/refused-tables.ts';
import { AppError } from '../errors.ts';
import { askGateway, GatewayRefusal } from './control.ts';
import { parseTokenArguments } from './token-arguments.ts';
import { runTokenCommand, type TokenCommand } from './token-command.ts';
import { usage } from './token-usage.ts';

/**
 * Runs a token command in the running gateway of these settings, or in this process, and returns the lines to show.
 * Fails with a ConfigError when there is no database.
 */
export async function runTokenProgram(
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
  /** Receives a line that names the database used. */
  report: (line: string) => void = () => {},
  /** Milliseconds that a gateway has for its answer: a gateway that builds many packs is slow. */
  waitMs = 60_000,
): Promise<string[]> {
  const config = readConfig(environment);
  const command = parseCommand(args);
  // Only one process may open the embedded database, so a running gateway executes the command.
  const byGateway = config.databaseUrl === null ? await askGateway(config.dataDir, command, waitMs) : null;
  if (byGateway !== null && byGateway !== 'silent') {
    report(`Database: ${embeddedFolder(config)}, by the service that runs.`);
    return byGateway;
  }
  const isCreate = command.do === 'create';
  await using database = await openForCommand(config, {
    print: report,
    mayMake: isCreate && args.includes('--new-database'),
    hint: isCreate ? 'To make one before the first start, add --new-database.' : '',
  }).catch((error: unknown) => {
    throw byGateway === 'silent' && error instanceof FolderInUse ? new GatewayRefusal(isBusy(waitMs)) : error;
  });
  return await runTokenCommand(database, command);
}

function isBusy(waitMs: number): string {
  return (
    `The service that has the database is busy and did not answer within ${waitMs / 1000} seconds. It may do this yet: ` +
    'look at "npm run token -- list", then try again.'
  );
}

function parseCommand(args: readonly string[]): TokenCommand {
  try {
    return parseTokenArguments([...args]);
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** Expected failures are shown by their message, without a stack trace. */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof AppError ||
    error instanceof GatewayRefusal ||
    error instanceof FolderInUse ||
    error instanceof NoRoomToStart ||
    error instanceof RefusedTables
  );
}
