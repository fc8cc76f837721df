import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { vacuumQueue } from './jobs.ts';

/** Tidies the embedded database several times a day, which has no autovacuum; a server does so by itself. */
export async function scheduleVacuum({ database, log }: { database: Database; log: Logger }): Promise<void> {
  const { boss, db } = database;
  await boss.work(vacuumQueue, { pollingIntervalSeconds: 60 }, async () => {
    await db.execute(sql`vacuum (analyze)`);
    log.info('vacuumed the embedded database');
  });
  await boss.schedule(vacuumQueue, '15 */6 * * *');
}
