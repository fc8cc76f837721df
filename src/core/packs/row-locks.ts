import { asc, eq, inArray } from 'drizzle-orm';
import { files, modPacks } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';

/*
 * Rows are locked in one order everywhere, which rules out deadlocks:
 *
 *   1. the name of a content (`fileLock`), before the transaction begins
 *   2. the modpack
 *   3. its unfinished run in the queue, whose claim every step of the run checks
 *   4. its line of versions, its server packs
 *   5. fetched files
 *   6. contents (`files`), several of them by their ids
 *   7. the token that the change is counted for
 *   8. a caller's additions to the queue of runs; the attempts of runs
 *   9. rows that triggers lock: totals of a modpack, the order of events, the next run of its modpack
 *
 * Figures and revisions of lists are rows that are only added, so they block no other transaction.
 *
 * A foreign key locks the row it refers to: inserting a server pack locks its modpack. So the functions here lock rows
 * early that a transaction changes late. Should two transactions deadlock all the same, the database undoes one of
 * them, and it is retried.
 */

/** Locks a modpack until the transaction ends; rows that refer to it can still be added, such as a counted download. */
export async function lockModPackRow(tx: Queries, modPackId: number): Promise<void> {
  await tx.select({ id: modPacks.id }).from(modPacks).where(eq(modPacks.id, modPackId)).for('no key update');
}

/** Locks and returns the modpack of this content; `removed` says when its bytes were removed. */
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

/** Locks contents; later statements see everything that others have committed about them. */
export async function lockFiles(tx: Queries, fileIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
    .orderBy(asc(files.id))
    .for('update');
}
