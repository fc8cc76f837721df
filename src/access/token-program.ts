import { ConfigError, readConfig } from '../config.ts';
import { FolderInUse } from '../database/folder-in-use.ts';
import { embeddedFolder, openForCommand } from '../database/open-for-command.ts';
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
  const config = readConfig(environment);
  const command = parseCommand(args);
  // Only one process may open the embedded database, so a gateway that has it does the work.
  const byGateway = config.databaseUrl === null ? await askGateway(config.dataDir, command) : null;
  if (byGateway) {
    tell(`Database: ${embeddedFolder(config)}, by the service that runs.`);
    return byGateway;
  }
  const isCreate = command.do === 'create';
  await using database = await openForCommand(config, {
    tell,
    mayMake: isCreate && args.includes('--new-database'),
    hint: isCreate ? 'To make one before the first start, add --new-database.' : '',
  });
  return await runTokenCommand(database, command);
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
