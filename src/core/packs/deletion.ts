import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import {
  addedMods,
  downloads,
  fetchedFiles,
  files,
  modDecisions,
  modPackFiles,
  modPacks,
  mods,
  runConfigurations,
  serverPacks,
  votes,
} from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { deleteInPieces } from '../../database/delete-in-pieces.ts';
import { AppError } from '../../errors.ts';
import { hasUnfinishedRun } from '../runs/run-control.ts';
import { demandOwner, type OwnerClaim, ownerColumns } from './owners.ts';
import { lockFiles } from './row-locks.ts';

/** Most runs, or server packs, that one statement deletes: each has events. */
const runsOfPiece = 50;

/**
 * Deletes a modpack and its rows. Fails with NOT_FOUND, with FORBIDDEN for a caller who is not its owner, or with
 * CONFLICT while a run of it waits or is under way. The nightly sweep removes the bytes, since an upload of the same
 * content may be under way.
 */
export async function deleteModPack(
  { db }: Pick<Database, 'db'>,
  modPackId: number,
  /** The caller; absent for the service itself. */
  by?: OwnerClaim,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Requests for new runs take this lock too, so no run can start meanwhile.
    const [modPack] = await tx
      .select({ fileId: modPacks.fileId, ...ownerColumns })
      .from(modPacks)
      .where(eq(modPacks.id, modPackId))
      .for('update');
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
    if (by) demandOwner(modPack, by);
    if (await hasUnfinishedRun(tx, modPackId)) {
      const message = `A run of modpack ${modPackId} waits or is under way. Cancel it, or wait for its end.`;
      throw new AppError('CONFLICT', message, { modPackId });
    }
    const built = await tx
      .select({ id: serverPacks.id, fileId: serverPacks.fileId })
      .from(serverPacks)
      .where(eq(serverPacks.modPackId, modPackId))
      .orderBy(asc(serverPacks.id))
      .for('update');
    for (const { id } of built) await deleteBelowServerPack(tx, id);
    await deleteInPieces(tx, downloads, eq(downloads.modPackId, modPackId));
    await deleteInPieces(tx, mods, eq(mods.modPackId, modPackId));
    await deleteInPieces(tx, modPackFiles, eq(modPackFiles.modPackId, modPackId));
    // Server packs go before their run configurations, by whose values figures of server packs are counted.
    await deleteInPieces(tx, serverPacks, eq(serverPacks.modPackId, modPackId), runsOfPiece);
    // Deletes the events of the runs, too.
    await deleteInPieces(tx, runConfigurations, eq(runConfigurations.modPackId, modPackId), runsOfPiece);
    await tx.delete(modPacks).where(eq(modPacks.id, modPackId));
    const contents = [...new Set([modPack.fileId, ...built.map(({ fileId }) => fileId)])];
    await forgetFiles(tx, contents);
  });
}

/** Deletes a server pack, its votes and the events about it. Fails with NOT_FOUND. */
export async function deleteServerPack({ db }: Pick<Database, 'db'>, serverPackId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [serverPack] = await tx
      .select({ fileId: serverPacks.fileId })
      .from(serverPacks)
      .where(eq(serverPacks.id, serverPackId))
      .for('update');
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${serverPackId}.`);
    await deleteBelowServerPack(tx, serverPackId);
    await tx.delete(serverPacks).where(eq(serverPacks.id, serverPackId));
    await forgetFiles(tx, [serverPack.fileId]);
  });
}

/** Deletes the rows of the large tables that refer to a locked server pack. */
async function deleteBelowServerPack(tx: Queries, serverPackId: number): Promise<void> {
  await deleteInPieces(tx, modDecisions, eq(modDecisions.serverPackId, serverPackId));
  await deleteInPieces(tx, votes, eq(votes.serverPackId, serverPackId));
  await deleteInPieces(tx, downloads, eq(downloads.serverPackId, serverPackId));
}

/** Removes the rows of contents that nothing refers to; several packs may share a content. */
export async function forgetFiles(tx: Queries, fileIds: readonly number[]): Promise<void> {
  const one = { one: sql`1` };
  // Of two transactions that delete the last two packs of a content, the second waits here and finds it unused.
  await lockFiles(tx, fileIds);
  await tx
    .delete(files)
    .where(
      and(
        inArray(files.id, [...fileIds]),
        notExists(tx.select(one).from(modPacks).where(eq(modPacks.fileId, files.id))),
        notExists(tx.select(one).from(serverPacks).where(eq(serverPacks.fileId, files.id))),
        notExists(tx.select(one).from(modPackFiles).where(eq(modPackFiles.fileId, files.id))),
        notExists(tx.select(one).from(addedMods).where(eq(addedMods.fileId, files.id))),
        notExists(tx.select(one).from(fetchedFiles).where(eq(fetchedFiles.fileId, files.id))),
      ),
    );
}
