import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { fetchedFiles, files, modPackFiles, modPacks, serverPacks } from '../../drizzle/schema.ts';
import type { Database, Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { lockFiles } from './row-locks.ts';
import { hasUnfinishedRun } from './run-control.ts';

/**
 * Deletes a modpack and all that belongs to it. Fails with NOT_FOUND, or with CONFLICT while a run of it waits or is
 * under way. The bytes are left to the nightly sweep: somebody may be uploading the same content right now.
 */
export async function deleteModPack({ db }: Pick<Database, 'db'>, modPackId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Requests for new runs take this lock too, so none can slip in.
    const [modPack] = await tx
      .select({ fileId: modPacks.fileId })
      .from(modPacks)
      .where(eq(modPacks.id, modPackId))
      .for('update');
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
    if (await hasUnfinishedRun(tx, modPackId)) {
      const message = `A run of modpack ${modPackId} waits or is under way. Cancel it, or wait for its end.`;
      throw new AppError('CONFLICT', message, { modPackId });
    }
    const built = await tx
      .delete(serverPacks)
      .where(eq(serverPacks.modPackId, modPackId))
      .returning({ fileId: serverPacks.fileId });
    await tx.delete(modPacks).where(eq(modPacks.id, modPackId));
    await forgetFiles(tx, [modPack.fileId, ...built.map(({ fileId }) => fileId)]);
  });
}

/** Deletes a server pack, its votes and the events about it. Fails with NOT_FOUND. */
export async function deleteServerPack({ db }: Pick<Database, 'db'>, serverPackId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [serverPack] = await tx
      .delete(serverPacks)
      .where(eq(serverPacks.id, serverPackId))
      .returning({ fileId: serverPacks.fileId });
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${serverPackId}.`);
    await forgetFiles(tx, [serverPack.fileId]);
  });
}

/** Removes the rows of contents that nothing speaks of any more; the same content may belong to several packs. */
export async function forgetFiles(tx: Queries, fileIds: readonly number[]): Promise<void> {
  const one = { one: sql`1` };
  // Two that forget the last two packs of one content wait here for each other, and the second finds it to be nobody's.
  await lockFiles(tx, fileIds);
  await tx
    .delete(files)
    .where(
      and(
        inArray(files.id, [...fileIds]),
        notExists(tx.select(one).from(modPacks).where(eq(modPacks.fileId, files.id))),
        notExists(tx.select(one).from(serverPacks).where(eq(serverPacks.fileId, files.id))),
        notExists(tx.select(one).from(modPackFiles).where(eq(modPackFiles.fileId, files.id))),
        notExists(tx.select(one).from(fetchedFiles).where(eq(fetchedFiles.fileId, files.id))),
      ),
    );
}
