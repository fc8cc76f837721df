import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { files, modPackFiles } from '../../drizzle/schema.ts';
import { listModPackFiles, openFetched, setModPackFiles } from '../../src/core/packs/mod-pack-files.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

/** A CRC-32 that no signed number of four bytes is. */
const largeCrc32 = 4_294_967_290;

/** So many fetched files, the newest first, under paths that have another order yet. */
async function insertFetched({ db }: Database, count: number) {
  const stored = await db
    .insert(files)
    .values(
      Array.from({ length: count }, (_, at) => ({
        sha256: `sha256 ${at}`,
        storageKey: `key ${at}`,
        size: 10 + at,
      })),
    )
    .returning();
  return stored.toReversed().map(({ id, sha256, storageKey, size }, at) => ({
    path: `mods/${(at * 7) % 10} ${at}.jar`,
    fileId: id,
    sha256,
    storageKey,
    size,
    crc32: largeCrc32 - at,
  }));
}

describe('the files that a modpack names', () => {
  // A statement is about two hundred.
  it.each([1, 199, 200, 201, 400, 401])('are listed in the order they were told in: %i', async (count) => {
    await using database = await openScratchDatabase(databaseKind);
    const { db } = database;
    const [other, modPackId] = [await insertModPack(database), await insertModPack(database)];
    const named = await insertFetched(database, count);
    await setModPackFiles(db, other, named.toReversed());
    await setModPackFiles(db, modPackId, named);
    // Neither where rows lie nor how they are found says anything of their order.
    await db.update(modPackFiles).set({ crc32: sql`crc32` }).where(sql`position % 3 = 0`);
    const listed = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_indexscan = off`);
      return listModPackFiles(tx, modPackId);
    });
    expect(listed).toEqual(named);
    expect(await listModPackFiles(db, other)).toEqual(named.toReversed());
  });

  it('are those that were told last, and each pack has its own', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const { db } = database;
    const [other, modPackId] = [await insertModPack(database), await insertModPack(database)];
    const named = await insertFetched(database, 4);
    for (const pack of [other, modPackId]) await setModPackFiles(db, pack, named);
    await setModPackFiles(db, modPackId, named.slice(2));
    expect(await listModPackFiles(db, modPackId)).toEqual(named.slice(2));
    await setModPackFiles(db, modPackId, []);
    expect(await listModPackFiles(db, modPackId)).toEqual([]);
    expect(await listModPackFiles(db, other)).toEqual(named);
  });

  it('lie ready until they are disposed of', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const modPackId = await insertModPack(database);
    const named = await insertFetched(database, 3);
    await setModPackFiles(database.db, modPackId, named);
    const ready = new Set<string>();
    const storage = {
      local: async (key: string) => {
        ready.add(key);
        return { path: `/ready/${key}`, [Symbol.asyncDispose]: async () => void ready.delete(key) };
      },
    };
    {
      await using fetched = await openFetched(storage, await listModPackFiles(database.db, modPackId));
      expect(fetched).toMatchObject({
        files: named.map(({ path, storageKey, size, crc32 }) => {
          return { name: path, source: `/ready/${storageKey}`, size, crc32 };
        }),
        bytes: 10 + 11 + 12,
      });
      expect(ready).toEqual(new Set(named.map(({ storageKey }) => storageKey)));
    }
    expect(ready).toEqual(new Set());
  });
});
