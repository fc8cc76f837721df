import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, rows } from '../../database/database.ts';
import type { Chore } from '../../jobs/chores.ts';

/** Table names, already quoted where SQL requires quotes. */
const tablesOf = z.array(z.object({ name: z.string() }));

/**
 * Vacuums the embedded database several times a day, since it has no autovacuum; a server has one. Each table gets
 * statements of its own: one statement for all tables would block all other statements for too long.
 */
export function vacuumChore({ database, log }: { database: Pick<Database, 'db'>; log: Logger }): Chore {
  return {
    name: 'vacuum',
    every: 360,
    at: 15,
    async run() {
      const found = await rows(
        database.db,
        sql`select oid::regclass::text as name from pg_class where relkind in ('r', 'm') order by oid`,
      );
      const tables = tablesOf.parse(found);
      for (const { name } of tables) {
        await database.db.execute(sql`vacuum ${sql.raw(name)}`);
        await database.db.execute(sql`analyze ${sql.raw(name)}`);
      }
      log.info({ tables: tables.length }, 'vacuumed the embedded database');
    },
  };
}
