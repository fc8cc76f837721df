import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

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
    hint = '',
  }: {
    print: (line: string) => void;
    /** Whether the embedded database is created when there is none. */
    mayMake?: boolean;
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
  const database = await openDatabase(databaseUrl, { folder }, { server: databaseServer });
  print(`Database: ${databaseUrl === null ? folder : withoutPassword(databaseUrl)}.`);
  return database;
}

function withoutPassword(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
