import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { rows } from '../../src/database/database.ts';
import type { TestApp } from './app.ts';

const tables = [
  'files',
  'mod_packs',
  'run_configurations',
  'server_packs',
  'events',
  'upload_tickets',
  'queued_runs',
];

/** All rows that an upload or a run can make, by table, and the names of all files of the store in `directory`. */
export async function everythingStored(
  { app, dataDir }: TestApp,
  directory = path.join(dataDir, 'store'),
): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const table of tables) {
    stored[table] = await rows(app.database.db, sql`select * from ${sql.raw(table)} order by 1`);
  }
  stored.store = await filesIn(directory);
  return stored;
}

/** The names of all files and links below a folder. */
export async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}
