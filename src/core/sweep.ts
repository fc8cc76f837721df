import { eq, inArray, lt, or } from 'drizzle-orm';
import type { Logger } from 'pino';
import { files, uploadTickets } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { fileLock } from './files.ts';
import { sweepQueue } from './jobs.ts';

interface Needs {
  database: Database;
  storage: Storage;
  log: Logger;
}

const day = 24 * 60 * 60 * 1000;
const batchSize = 500;

/**
 * Removes, several times a day, what crashes leave behind: half-received uploads, and stored bytes that no row speaks
 * of; and upload tickets that were used or have expired. A day of grace keeps it away from what is just being stored,
 * and lets a used link say for a while what became of it.
 */
export async function scheduleSweep(needs: Needs): Promise<void> {
  const { boss } = needs.database;
  await boss.work(sweepQueue, { pollingIntervalSeconds: 60 }, async () => {
    await sweep(needs, new Date(Date.now() - day));
  });
  await boss.schedule(sweepQueue, '30 */6 * * *');
}

/** One clean-up of everything that was done with before `before`; answers how many files and tickets it removed. */
export async function sweep({ database, storage, log }: Needs, before: Date): Promise<number> {
  const unpublished = await storage.sweepUnpublished(before);
  let orphans = 0;
  for await (const keys of batches(storage.publishedBefore(before))) {
    for (const key of await withoutRow(database, keys)) {
      // Asked again under the lock: the same bytes may have been uploaded since.
      const removed = await database.exclusively(fileLock(key), async () => {
        const [row] = await database.db.select({ id: files.id }).from(files).where(eq(files.storageKey, key));
        if (row) return false;
        await storage.remove(key);
        return true;
      });
      if (removed) orphans += 1;
    }
  }
  const tickets = await sweepTickets(database, before);
  log.info({ unpublished, orphans, tickets }, 'swept the store and the upload tickets');
  return unpublished + orphans + tickets;
}

async function sweepTickets({ db }: Database, before: Date): Promise<number> {
  const swept = await db
    .delete(uploadTickets)
    .where(or(lt(uploadTickets.used, before), lt(uploadTickets.expires, before)))
    .returning({ id: uploadTickets.id });
  return swept.length;
}

async function withoutRow({ db }: Database, keys: string[]): Promise<string[]> {
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const known = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
