import { asc, eq } from 'drizzle-orm';
import { files, modPackFiles } from '../../drizzle/schema.ts';
import type { StoredFile as StoredEntry } from '../archive/zip-writer/stored-files.ts';
import type { Queries } from '../database/database.ts';
import type { StoredFile } from '../fetching/fetch-files.ts';
import { groupsOf } from '../fetching/groups.ts';
import { layReady } from '../storage/lay-ready.ts';
import type { Storage } from '../storage/storage.ts';

/** A file that a modpack names, stored. */
export interface ModPackFile extends StoredFile {
  /** Where it lies in the pack. */
  path: string;
}

const batchSize = 1_000;

/** Says what files a modpack names, in the order of its index; they stay stored as long as it does. */
export async function setModPackFiles(
  tx: Queries,
  modPackId: number,
  named: readonly Pick<ModPackFile, 'path' | 'fileId' | 'crc32'>[],
): Promise<void> {
  await tx.delete(modPackFiles).where(eq(modPackFiles.modPackId, modPackId));
  const rows = named.map(({ path, fileId, crc32 }, position) => ({
    modPackId,
    position,
    path,
    fileId,
    crc32,
  }));
  for (const batch of groupsOf(rows, batchSize)) await tx.insert(modPackFiles).values(batch);
}

/** The files that a modpack names, in the order of its index; none for one whose mods lie in its archive. */
export function listModPackFiles(db: Queries, modPackId: number): Promise<ModPackFile[]> {
  return db
    .select({
      path: modPackFiles.path,
      fileId: files.id,
      sha256: files.sha256,
      storageKey: files.storageKey,
      size: files.size,
      crc32: modPackFiles.crc32,
    })
    .from(modPackFiles)
    .innerJoin(files, eq(files.id, modPackFiles.fileId))
    .where(eq(modPackFiles.modPackId, modPackId))
    .orderBy(asc(modPackFiles.position));
}

/** The same, laid ready on this machine until it is disposed of; `bytes` is what they have together. */
export async function openFetched(
  { db, storage }: { db: Queries; storage: Pick<Storage, 'local'> },
  modPackId: number,
): Promise<{ files: StoredEntry[]; bytes: number } & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const named = await listModPackFiles(db, modPackId);
  const keys = named.map(({ storageKey }) => storageKey);
  const files: StoredEntry[] = [];
  for (const [index, source] of (await layReady(storage, keys, opened)).entries()) {
    const file = named[index];
    if (file) files.push({ name: file.path, source, size: file.size, crc32: file.crc32 });
  }
  const moved = opened.move();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { files, bytes, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}
