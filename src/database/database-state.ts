import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, rows } from './database.ts';

/** The state of the database, for operators. */
export interface DatabaseState {
  kind: Database['kind'];
  version: string;
  bytes: number;
  /**
   * The time at which the server last archived a segment of its write-ahead log, up to which a backup can be restored.
   */
  lastArchived: Date | null;
}

const state = z.tuple([
  z.object({
    version: z.string(),
    bytes: z.coerce.number(),
    archived: z.union([z.date(), z.string().transform((text) => new Date(text))]).nullable(),
  }),
]);

export async function readDatabaseState({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<DatabaseState> {
  const archived = kind === 'server' ? sql`(select last_archived_time from pg_stat_archiver)` : sql`null`;
  const [{ version, bytes, archived: lastArchived }] = state.parse(
    await rows(
      db,
      sql`select current_setting('server_version') as version,
        pg_database_size(current_database()) as bytes, ${archived} as archived`,
    ),
  );
  return { kind, version, bytes, lastArchived };
}
