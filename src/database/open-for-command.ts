import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

/** The folder of the embedded database in a data folder. */
export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.resolve(dataDir, 'database');
}

/**
 * Opens the service's database for a command that people call, and tells which it is. Fails with a ConfigError where there is none:
 * what a command does in a database that the service does not use is worth nothing.
 */
export async function openForCommand(
  config: Pick<Config, 'databaseUrl' | 'databaseServer' | 'dataDir'>,
  {
    tell,
    mayMake = false,
    hint = '',
  }: {
    tell: (line: string) => void;
    /** Whether an embedded database is made where there is none. */
    mayMake?: boolean;
    /** What else to do where there is none: a sentence. */
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
  tell(`Database: ${databaseUrl === null ? folder : withoutPassword(databaseUrl)}.`);
  return database;
}

function withoutPassword(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
