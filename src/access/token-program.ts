import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { FolderInUse } from '../database/folder-in-use.ts';
import { openDatabase } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { askGateway, GatewayRefusal } from './control.ts';
import { parseTokenArguments } from './token-arguments.ts';
import { runTokenCommand, type TokenCommand } from './token-command.ts';
import { usage } from './token-usage.ts';

/**
 * Runs a token command on the service of these settings, or in this process, and returns the lines to show. Fails with
 * a ConfigError when there is no database.
 */
export async function runTokenProgram(
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
  /** Tells on which database it works. */
  tell: (line: string) => void = () => {},
): Promise<string[]> {
  const { databaseUrl, databaseServer, dataDir } = readConfig(environment);
  const command = parseCommand(args);
  // Only one process may open the embedded database, so a gateway that has it does the work.
  const byGateway = databaseUrl === null ? await askGateway(dataDir, command) : null;
  const folder = path.join(dataDir, 'database');
  if (byGateway) {
    tell(`Database: ${folder}, by the service that runs.`);
    return byGateway;
  }
  const mayMake = command.do === 'create' && args.includes('--new-database');
  // A token in a database that the service does not use is worth nothing.
  if (databaseUrl === null && !mayMake && !existsSync(folder)) {
    throw new ConfigError(
      `There is no database at ${path.resolve(folder)}. Run this where the service runs, or with its DATA_DIR or DATABASE_URL.${command.do === 'create' ? ' To make one before the first start, add --new-database.' : ''}`,
    );
  }
  await using database = await openDatabase(databaseUrl, { folder }, { server: databaseServer });
  tell(`Database: ${databaseUrl === null ? folder : withoutPassword(databaseUrl)}.`);
  return await runTokenCommand(database, command);
}

function withoutPassword(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
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
    error instanceof FolderInUse
  );
}
