import { and, asc, between, eq, sql } from 'drizzle-orm';
import { files, modPackFiles } from '../../../drizzle/schema.ts';
import type { StoredFile as StoredEntry } from '../../archive/zip/stored-files.ts';
import { type Queries, rows } from '../../database/database.ts';
import type { StoredFile } from '../../fetching/fetch-files.ts';
import { groupsOf } from '../../fetching/groups.ts';
import { layReady } from '../../storage/lay-ready.ts';
import type { Storage } from '../../storage/storage.ts';

/** A stored file that a modpack names. */
export interface ModPackFile extends StoredFile {
  /** The path in the pack. */
  path: string;
}

/** Files per statement: the embedded database, and with it the event loop, takes some 30 ms for these. */
const atOnce = 200;

/** Records the files that a modpack names, in the order of its index; they stay stored as long as the modpack. */
export async function setModPackFiles(
  tx: Queries,
  modPackId: number,
  named: readonly Pick<ModPackFile, 'path' | 'fileId' | 'crc32'>[],
): Promise<void> {
  await tx.delete(modPackFiles).where(eq(modPackFiles.modPackId, modPackId));
  const positioned = named.map(({ path, fileId, crc32 }, position) => ({ position, path, fileId, crc32 }));
  for (const group of groupsOf(positioned, atOnce))
    await rows(
      tx,
      sql`
        insert into ${modPackFiles} (mod_pack_id, position, path, file_id, crc32)
        select ${modPackId}::int, position, path, "fileId", crc32
        from json_to_recordset(${JSON.stringify(group)}::json)
          as named (position int, path text, "fileId" int, crc32 bigint)`,
    );
}

/** The files that a modpack names, in the order of its index; empty for a modpack whose mods are in its archive. */
export async function listModPackFiles(db: Queries, modPackId: number): Promise<ModPackFile[]> {
  const all: ModPackFile[] = [];
  for (;;) {
    // Positions count from 0 without a gap, so an index finds a group by its first and last position.
    const group = await db
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
      .where(
        and(
          eq(modPackFiles.modPackId, modPackId),
          between(modPackFiles.position, all.length, all.length + atOnce - 1),
        ),
      )
      .orderBy(asc(modPackFiles.position));
    all.push(...group);
    if (group.length < atOnce) return all;
  }
}

/** Files that a modpack names, as local copies until disposal; `bytes` is their total size. */
export async function openFetched(
  storage: Pick<Storage, 'local'>,
  named: readonly ModPackFile[],
): Promise<{ files: StoredEntry[]; bytes: number } & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
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
