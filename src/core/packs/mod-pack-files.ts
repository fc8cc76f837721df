import { and, asc, between, eq, sql } from 'drizzle-orm';
import { files, modPackFiles } from '../../../drizzle/schema.ts';
import type { StoredFile as StoredEntry } from '../../archive/zip-writer/stored-files.ts';
import { type Queries, rows } from '../../database/database.ts';
import type { StoredFile } from '../../fetching/fetch-files.ts';
import { groupsOf } from '../../fetching/groups.ts';
import { layReady } from '../../storage/lay-ready.ts';
import type { Storage } from '../../storage/storage.ts';

/** A file that a modpack names, stored. */
export interface ModPackFile extends StoredFile {
  /** Its path in the pack. */
  path: string;
}

/** Files that one statement is about, which takes the embedded database, and with it the event loop, some 30 ms. */
const atOnce = 200;

/** Says what files a modpack names, in the order of its index; they stay stored as long as it does. */
export async function setModPackFiles(
  tx: Queries,
  modPackId: number,
  named: readonly Pick<ModPackFile, 'path' | 'fileId' | 'crc32'>[],
): Promise<void> {
  await tx.delete(modPackFiles).where(eq(modPackFiles.modPackId, modPackId));
  const placed = named.map(({ path, fileId, crc32 }, position) => ({ position, path, fileId, crc32 }));
  for (const group of groupsOf(placed, atOnce))
    await rows(
      tx,
      sql`
        insert into ${modPackFiles} (mod_pack_id, position, path, file_id, crc32)
        select ${modPackId}::int, position, path, "fileId", crc32
        from json_to_recordset(${JSON.stringify(group)}::json)
          as named (position int, path text, "fileId" int, crc32 bigint)`,
    );
}

/** The files that a modpack names, in the order of its index; none for one whose mods lie in its archive. */
export async function listModPackFiles(db: Queries, modPackId: number): Promise<ModPackFile[]> {
  const all: ModPackFile[] = [];
  for (;;) {
    // Positions count from 0 without a gap. By its first and last, a group is found without looking at the others.
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

/** The files that a modpack names, with local copies until it is disposed of; `bytes` is their total size. */
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
