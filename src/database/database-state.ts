import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, rows } from './database.ts';

/** What the service knows of its database, for operators. */
export interface DatabaseState {
  kind: Database['kind'];
  version: string;
  bytes: number;
  /** When a piece of the server's log was last archived, from which a backup can be brought up to date. */
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
