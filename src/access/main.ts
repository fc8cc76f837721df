import path from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { FolderInUse } from '../database/embedded.ts';
import { openDatabase } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { askGateway, GatewayRefusal } from './control.ts';
import { parseTokenArguments, usage } from './token-arguments.ts';
import { runTokenCommand, type TokenCommand } from './token-command.ts';

async function main(): Promise<void> {
  const config = readConfig();
  const command = parseCommand();
  const lines = await run(config, command);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function parseCommand(): TokenCommand {
  try {
    return parseTokenArguments(process.argv.slice(2));
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** Only one process may open the embedded database, so a gateway that has it does the work. */
async function run(
  { databaseUrl, databaseServer, dataDir }: Config,
  command: TokenCommand,
): Promise<string[]> {
  const byGateway = databaseUrl === null ? await askGateway(dataDir, command) : null;
  if (byGateway) return byGateway;
  await using database = await openDatabase(
    databaseUrl,
    { folder: path.join(dataDir, 'database') },
    { server: databaseServer },
  );
  return await runTokenCommand(database, command);
}

main().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError ||
    error instanceof AppError ||
    error instanceof GatewayRefusal ||
    error instanceof FolderInUse;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${expected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  process.exitCode = 1;
});
