import { gte, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { mods } from '../../drizzle/schema.ts';
import { deleteInPieces } from '../../src/database/delete-in-pieces.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

describe.each(databaseKinds)('many rows on the %s database', (kind) => {
  it('go by statements of which each takes so many, and nothing else does, nor anything without a condition', async () => {
    await using database = await openScratchDatabase(kind);
    const modPackId = await insertModPack(database);
    const insertMods = (most: number) =>
      database.db.execute(sql`insert into mods (mod_pack_id, position, file, size, descriptors, descriptor_length)
        select ${modPackId}, at, 'mod-' || at || '.jar', 1, '[]', 2 from generate_series(0, ${most - 1}::int) at`);
    await insertMods(25);
    const asked = vi.spyOn(database.db, 'execute');
    expect(await deleteInPieces(database.db, mods, gte(mods.position, 5), 10)).toBe(20);
    // The last finds that there are no more.
    expect(asked).toHaveBeenCalledTimes(3);
    expect(await database.db.$count(mods)).toBe(5);
    expect(await deleteInPieces(database.db, mods, undefined)).toBe(0);
    expect(await database.db.$count(mods)).toBe(5);
    // Two thousand where nobody says how many.
    await deleteInPieces(database.db, mods, gte(mods.position, 0));
    await insertMods(2_001);
    asked.mockClear();
    expect(await deleteInPieces(database.db, mods, gte(mods.position, 0))).toBe(2_001);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
