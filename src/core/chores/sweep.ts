import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Logger } from 'pino';
import { files, heldUploads, sessions, uploadTickets, webhookDeliveries } from '../../../drizzle/schema.ts';
import type { Database } from '../../database/database.ts';
import { deleteInPieces } from '../../database/delete-in-pieces.ts';
import type { Chore } from '../../jobs/chores.ts';
import type { Storage } from '../../storage/storage.ts';
import { forgetAnswers } from '../files/catalogue.ts';
import { forgetUnusedFetched } from '../files/fetched-files.ts';
import { fileLock } from '../files/files.ts';
import { dropAbandonedUploads, sweepUploads } from '../files/resumable-uploads.ts';
import { finishDeletions } from '../lines/lines.ts';
import { removeRefused } from '../packs/refused.ts';
import { deleteUnused } from '../packs/unused.ts';
import { sweepRunFiles } from '../runs/run-files.ts';

export interface Needs {
  database: Database;
  storage: Storage;
  log: Logger;
}

const day = 24 * 60 * 60 * 1000;
/** Far longer than the age at which an answer of the catalogue is requested again. */
const answerAge = 365 * day;
const batchSize = 500;

/**
 * Deletes modpacks that nobody has used for `retentionDays`, and removes the leftovers of crashes several times a day:
 * half-received uploads, stored bytes without a row, fetched files without a modpack, files of deleted run
 * configurations, expired sessions, and upload tickets that were used or have expired. A day of grace protects files that are being
 * stored, and lets a used link tell its outcome for a while.
 */
export function sweepChore(needs: Needs, retentionDays: number | null = null): Chore {
  return {
    name: 'sweep',
    every: 360,
    at: 30,
    async run() {
      if (retentionDays !== null) {
        const deleted = await deleteUnused(needs.database, new Date(Date.now() - retentionDays * day));
        needs.log.info({ deleted, retentionDays }, 'deleted modpacks that nobody has used');
      }
      await sweep(needs, new Date(Date.now() - day));
    },
  };
}

/** Ages at which unneeded data is removed. */
export interface Retention {
  /** Milliseconds since a file that is being received or built was last touched; live ones are touched all the time. */
  unfinishedMs: number;
  /** Milliseconds since the last byte of a resumable upload; without a token, an hour at most. */
  resumableMs: number;
  /** Milliseconds since the check that refused an archive. */
  refusedMs: number;
  /** Milliseconds since a webhook delivery was created. */
  deliveriesMs: number;
}

/** Removes every quarter of an hour what need not wait for the sweep. */
export function tidyChore(needs: Needs, retention: Retention): Chore {
  return { name: 'tidy', every: 15, at: 0, run: () => tidy(needs, retention) };
}

/**
 * Removes leftovers of dead processes, such as lines whose deletion was cut, abandoned uploads, refused archives, and
 * old webhook deliveries.
 */
export async function tidy(
  needs: Needs,
  { unfinishedMs, resumableMs, refusedMs, deliveriesMs }: Retention,
): Promise<void> {
  const now = Date.now();
  const unfinished = await needs.storage.sweepUnpublished(new Date(now - unfinishedMs));
  const { db } = needs.database;
  const holds = await deleteInPieces(db, heldUploads, lt(heldUploads.touched, new Date(now - unfinishedMs)));
  const abandoned = await dropAbandonedUploads(needs, new Date(now), { resumableMs });
  const refused = await removeRefused(needs, new Date(now - refusedMs));
  const isOld = lt(webhookDeliveries.dateCreated, new Date(now - deliveriesMs));
  const deliveries = await deleteInPieces(db, webhookDeliveries, isOld);
  const lines = await finishDeletions(needs.database);
  needs.log.info({ unfinished, abandoned, refused, holds, deliveries, lines }, 'tidied the store');
}

/** Removes all leftovers from before `before`; returns the number of files and tickets. */
export async function sweep({ database, storage, log }: Needs, before: Date): Promise<number> {
  const unpublished =
    (await storage.sweepUnpublished(before)) + (await sweepUploads({ database, storage }, before));
  const unused = await forgetUnusedFetched(database, before);
  await forgetAnswers(database, new Date(before.getTime() - answerAge));
  let orphans = 0;
  for await (const keys of batches(storage.publishedBefore(before))) {
    for (const key of await withoutRow(database, keys)) {
      // The key is checked again under the lock: the same bytes may have been uploaded since.
      const removed = await database.exclusively(
        fileLock(key),
        async () => {
          if ((await withoutRow(database, [key])).length === 0) return false;
          await storage.remove(key);
          return true;
        },
        { lasting: true },
      );
      if (removed) orphans += 1;
    }
  }
  const tickets = await sweepTickets(database, before);
  await deleteInPieces(database.db, sessions, lt(sessions.expires, before));
  const runFiles = await sweepRunFiles(database, before);
  log.info({ unpublished, unused, orphans, tickets, runFiles }, 'swept the store and the upload tickets');
  return unpublished + orphans + tickets + runFiles;
}

function sweepTickets({ db }: Database, before: Date): Promise<number> {
  const isOver = or(lt(uploadTickets.used, before), lt(uploadTickets.expires, before));
  return deleteInPieces(db, uploadTickets, isOver);
}

/** The keys that no row refers to. */
async function withoutRow({ db }: Database, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ key: files.storageKey })
    .from(files)
    .where(and(inArray(files.storageKey, keys), isNull(files.removed)));
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
