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
  'pgboss.job',
];

/** All rows that an upload or a run can make, by table, and the names of all files of the store. */
export async function everythingStored({ app, dataDir }: TestApp): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const table of tables) {
    // Recurring chores of the queue come and go by themselves.
    const ours = table === 'pgboss.job' ? sql`where name in ('runs', 'lost-runs')` : sql``;
    stored[table] = await rows(app.database.db, sql`select * from ${sql.raw(table)} ${ours} order by id`);
  }
  const entries = await readdir(path.join(dataDir, 'store'), { recursive: true, withFileTypes: true });
  stored.store = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return stored;
}
