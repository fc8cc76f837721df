import { and, asc, eq, gt, isNull, lt, lte, max, notExists, type SQL, sql } from 'drizzle-orm';
import { addedMods, events, files, modPackFiles, modPacks, serverPacks } from '../../../drizzle/schema.ts';
import { problemCodes } from '../../archive/problem-codes.ts';
import type { Database, Queries } from '../../database/database.ts';
import { fetchProblemCodes } from '../../fetching/problem-codes.ts';
import type { Storage } from '../../storage/storage.ts';
import { fileLock } from '../files/files.ts';
import { lockModPackRow } from './row-locks.ts';

/** Failed modpacks per statement: the archives of most are removed already. */
const batchSize = 500;

/**
 * Removes the archives of modpacks that their check refused before `before`; rows and events stay, and the same
 * content can be uploaded again. Returns their number. Modpacks that failed for other reasons are kept, since they can
 * be retried.
 */
export async function removeRefused(
  { database, storage }: { database: Database; storage: Pick<Storage, 'remove'> },
  before: Date,
): Promise<number> {
  let removed = 0;
  for (let after = 0; ; ) {
    const last = await lastOfBatch(database.db, after);
    if (last === null) return removed;
    const batch = and(gt(modPacks.id, after), lte(modPacks.id, last));
    for (const modPack of await findRefused(database.db, batch, before))
      if (await removeArchive({ database, storage }, modPack, before)) removed += 1;
    after = last;
  }
}

/** The end of the next batch of failed modpacks; null when there are no more. */
async function lastOfBatch(db: Queries, after: number): Promise<number | null> {
  const batch = db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(eq(modPacks.status, 'ERROR'), gt(modPacks.id, after)))
    .orderBy(asc(modPacks.id))
    .limit(batchSize)
    .as('batch');
  const [row] = await db.select({ last: max(batch.id) }).from(batch);
  return row?.last ?? null;
}

interface Refused {
  id: number;
  fileId: number;
  sha256: string;
  storageKey: string;
}

/** An upload of the same bytes waits for the lock; if it came first, the file is not removed. */
async function removeArchive(
  { database, storage }: { database: Database; storage: Pick<Storage, 'remove'> },
  { id, sha256 }: Refused,
  before: Date,
): Promise<boolean> {
  const remove = async (held: Queries) => {
    const modPack = await held.transaction(async (tx) => {
      // Requests for new runs take this lock too, so no run can start meanwhile.
      await lockModPackRow(tx, id);
      const [still] = await findRefused(tx, eq(modPacks.id, id), before);
      if (still) await tx.update(files).set({ removed: new Date() }).where(eq(files.id, still.fileId));
      return still;
    });
    // If the process dies here, the sweep removes the bytes, which are marked as removed.
    if (modPack) await storage.remove(modPack.storageKey);
    return modPack !== undefined;
  };
  return database.exclusively(fileLock(sha256), remove, { lasting: true });
}

function findRefused(db: Queries, which: SQL | undefined, before: Date): Promise<Refused[]> {
  const one = { one: sql`1` };
  const codes = sql.join(
    [...Object.keys(problemCodes), ...Object.keys(fetchProblemCodes)].map((code) => sql`${code}`),
    sql`, `,
  );
  const newest = sql`(select max(${events.id}) from ${events} where ${events.modPackId} = ${modPacks.id})`;
  const ofTheCheck = sql`jsonb_array_length(${events.errors}) > 0 and not exists (
    select 1 from jsonb_array_elements(${events.errors}) as error where error->>'code' not in (${codes})
  )`;
  return db
    .select({ id: modPacks.id, fileId: files.id, sha256: files.sha256, storageKey: files.storageKey })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .innerJoin(events, eq(events.id, newest))
    .where(
      and(
        which,
        eq(modPacks.status, 'ERROR'),
        isNull(files.removed),
        lt(events.timestamp, before),
        ofTheCheck,
        // A server pack may have the same content, or another modpack may name it.
        notExists(db.select(one).from(serverPacks).where(eq(serverPacks.fileId, files.id))),
        notExists(db.select(one).from(modPackFiles).where(eq(modPackFiles.fileId, files.id))),
        notExists(db.select(one).from(addedMods).where(eq(addedMods.fileId, files.id))),
      ),
    )
    .orderBy(asc(modPacks.id));
}
