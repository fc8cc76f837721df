import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Chore } from './chores.ts';
import { vacuumQueue } from './jobs.ts';

/** Tidies the embedded database several times a day, which has no autovacuum; a server does so by itself. */
export function vacuumChore({ database, log }: { database: Database; log: Logger }): Chore {
  return {
    queue: vacuumQueue,
    cron: '15 */6 * * *',
    async run() {
      await database.db.execute(sql`vacuum (analyze)`);
      log.info('vacuumed the embedded database');
    },
  };
}
