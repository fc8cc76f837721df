import { asc, eq, inArray } from 'drizzle-orm';
import { files, modPacks } from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';

/*
 * Rows are locked in one order everywhere, which rules out deadlocks:
 *
 *   1. the name of a content (`fileLock`), before the transaction begins
 *   2. the job of a run, which every step of it proves to hold
 *   3. the modpack
 *   4. its line of versions, its server packs
 *   5. fetched files
 *   6. contents (`files`), several of them by their ids
 *   7. the token on whose account it happens
 *   8. the queue of runs: a caller's additions, then its rows, with the setbacks of their runs
 *   9. rows that triggers lock: totals of a modpack, the order of events, the row of a run that ends and the next of its
 *      modpack
 *
 * Figures and revisions of lists are rows that are only added, so they block no other transaction.
 *
 * A foreign key locks the row it refers to: inserting a server pack locks its modpack. So rows that are touched late
 * are locked first, by the functions here. Where two transactions meet all the same, the database undoes one of them,
 * and it is retried.
 */

/** Has a modpack to itself until the transaction ends; rows that speak of it can still come, such as a counted download. */
export async function lockModPackRow(tx: Queries, modPackId: number): Promise<void> {
  await tx.select({ id: modPacks.id }).from(modPacks).where(eq(modPacks.id, modPackId)).for('no key update');
}

/** The modpack of this content, which the transaction then has to itself; `removed` says whether its bytes are gone. */
export async function lockModPackOfContent(
  tx: Queries,
  sha256: string,
): Promise<{ id: number; removed: Date | null } | undefined> {
  const [modPack] = await tx
    .select({ id: modPacks.id, removed: files.removed })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .where(eq(files.sha256, sha256))
    .for('update', { of: modPacks });
  return modPack;
}

/** Locks contents; later statements see all that others have committed about them. */
export async function lockFiles(tx: Queries, fileIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
    .orderBy(asc(files.id))
    .for('update');
}
