import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, rows } from '../../database/database.ts';
import { vacuumQueue } from '../runs/jobs.ts';
import type { Chore } from './chores.ts';

/** Quoted where SQL wants that. */
const tablesOf = z.array(z.object({ name: z.string() }));

/**
 * Tidies the embedded database several times a day, which has no autovacuum; a server does so by itself. Each table by statements of its
 * own: one for all of them would keep everybody else who asks the database waiting.
 */
export function vacuumChore({ database, log }: { database: Pick<Database, 'db'>; log: Logger }): Chore {
  return {
    queue: vacuumQueue,
    cron: '15 */6 * * *',
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
