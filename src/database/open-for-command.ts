import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { isUnreachable, reasonOf } from './unreachable.ts';

/** The embedded database's folder within the data folder. */
export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.resolve(dataDir, 'database');
}

/**
 * Opens the service's database for a command-line program, and prints which database it is. Fails with a ConfigError
 * when there is none: a command on a database that the service does not use would have no effect.
 */
export async function openForCommand(
  config: Pick<Config, 'databaseUrl' | 'databaseServer' | 'dataDir'>,
  {
    print,
    mayMake = false,
    migrates = true,
    hint = '',
  }: {
    print: (line: string) => void;
    /** Whether the embedded database is created when there is none. */
    mayMake?: boolean;
    /** False: the tables are left as they are. */
    migrates?: boolean;
    /** A sentence about what to do when there is none. */
    hint?: string;
  },
): Promise<Database> {
  const { databaseUrl, databaseServer } = config;
  const folder = embeddedFolder(config);
  if (databaseUrl === null && !mayMake && !existsSync(folder)) {
    const words = `There is no database at ${folder}. Run this where the service runs, or with its DATA_DIR or DATABASE_URL.`;
    throw new ConfigError([words, hint].filter(Boolean).join(' '));
  }
  const name = databaseUrl === null ? folder : withoutPassword(databaseUrl);
  const opening = openDatabase(databaseUrl, { folder }, { server: databaseServer, migrates });
  const database = await opening.catch((error: unknown) => {
    throw isRefusal(error)
      ? new ConfigError(`The database ${name} cannot be opened: ${reasonOf(error)}.`, { cause: error })
      : error;
  });
  print(`Database: ${name}.`);
  return database;
}

/** Failures of the system, the network and the database server have a code, such as ECONNREFUSED or 28P01. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AppError) return false;
  return isUnreachable(error) || (error instanceof Error && 'code' in error);
}

function withoutPassword(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
