/** The inventory of a modpack in the database: written and read by the piece, listed by the page. */
import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mods, warnings } from '../../drizzle/schema.ts';
import { inPieces, pieceLength, pieceRows } from '../../src/archive/pieces.ts';
import type { ModFile } from '../../src/archive/report.ts';
import {
  findDescriptors,
  forgetMods,
  listModsOf,
  listWarningsOf,
  readMods,
  saveMods,
  saveWarnings,
} from '../../src/core/packs/inventory.ts';
import type { Database } from '../../src/database/database.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

function descriptorOf(evidence: string): ModDescriptor {
  const declared = { side: 'BOTH', certainty: 'DECLARED' } as const;
  return { format: 'fabric.mod.json', mods: [], ...declared, requires: [], provides: [], evidence };
}
const modOf = (file: string, more: Partial<ModFile> = {}): ModFile => ({
  file,
  size: 10,
  descriptors: [],
  note: null,
  sha512: null,
  claims: null,
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => modOf(`${n}.jar`));

/** Saves mods by the piece, as a check does. */
async function save({ db }: Database, modPackId: number, found: readonly ModFile[]): Promise<void> {
  let from = 0;
  for (const piece of inPieces(found)) from += await saveMods(db, modPackId, { from, piece });
  expect(from).toBe(found.length);
}

/** All pieces of an inventory, and where each begins. */
async function piecesOf(database: Database, modPackId: number) {
  const pieces: ModFile[][] = [];
  const starts: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { piece, next } = await readMods(database, modPackId, from);
    if (next !== null) starts.push(from);
    pieces.push(JSON.parse(piece));
    from = next;
  }
  return { pieces, starts };
}

const first = { limit: 2, after: null, before: null, fromEnd: false };
const last = { ...first, fromEnd: true };

describe.each(databaseKinds)('the inventory of a modpack on the %s database', (kind) => {
  it('is read as it was saved, and that of no other', async () => {
    await using database = await openScratchDatabase(kind);
    const [one, other] = [await insertModPack(database), await insertModPack(database)];
    const claims = [{ reason: 'PACK_INDEX' as const, evidence: 'It says so.' }];
    const found = [
      modOf('b.jar', {
        size: 2 ** 40,
        descriptors: [descriptorOf('é "quoted"')],
        sha512: 'a'.repeat(128),
        claims,
      }),
      modOf('a.jar', { note: 'It cannot be read.' }),
    ];
    await save(database, one, found);
    await save(database, other, [modOf('c.jar')]);
    expect(await piecesOf(database, one)).toEqual({ pieces: [found, []], starts: [0] });
    expect(await piecesOf(database, other)).toEqual({ pieces: [[modOf('c.jar')], []], starts: [0] });
    const { piece, next } = await readMods(database, one, 1);
    expect([JSON.parse(piece), next]).toEqual([[found[1]], 2]);
    const lengths = await database.db
      .select({ length: mods.descriptorLength })
      .from(mods)
      .orderBy(asc(mods.modPackId), asc(mods.position));
    // As the database writes them, with a space after each comma and colon.
    const [long = 0, ...short] = lengths.map(({ length }) => length);
    expect(long).toBeGreaterThanOrEqual(JSON.stringify(found[0]?.descriptors).length);
    expect(short).toEqual([2, 2]);
  });

  it('is read in pieces of so many rows, or of so many characters, and at least of one', async () => {
    await using database = await openScratchDatabase(kind);
    const [rows, long] = [await insertModPack(database), await insertModPack(database)];
    await save(database, rows, many(pieceRows + 1));
    const byRows = await piecesOf(database, rows);
    expect(byRows.starts).toEqual([0, pieceRows]);
    expect(byRows.pieces.flat().map(({ file }) => file)).toEqual(many(pieceRows + 1).map(({ file }) => file));

    const third = modOf('third.jar', { descriptors: [descriptorOf('x'.repeat(pieceLength / 3))] });
    const whole = modOf('whole.jar', { descriptors: [descriptorOf('x'.repeat(pieceLength + 1))] });
    await save(database, long, [third, third, third, whole, third]);
    expect((await piecesOf(database, long)).starts).toEqual([0, 2, 3, 4]);
    // The name counts, too.
    const named = await insertModPack(database);
    const halves = ['a', 'b'].map((name) => ({ ...third, file: name.repeat(60_000) }));
    await save(database, named, halves);
    expect((await piecesOf(database, named)).starts).toEqual([0, 1]);
  });

  it('is forgotten whole, however much it is, and no other is', async () => {
    await using database = await openScratchDatabase(kind);
    const [one, other] = [await insertModPack(database), await insertModPack(database)];
    await save(database, other, many(pieceRows));
    await save(database, one, many(2 * pieceRows + 1));
    await forgetMods(database.db, one);
    expect(await database.db.$count(mods)).toBe(pieceRows);
    expect(await database.db.$count(mods, eq(mods.modPackId, other))).toBe(pieceRows);
  });

  it('is listed by the page, of each modpack that is asked about', async () => {
    await using database = await openScratchDatabase(kind);
    const [one, other, third] = [
      await insertModPack(database),
      await insertModPack(database),
      await insertModPack(database),
    ];
    for (const id of [one, other, third]) await save(database, id, many(3));
    const row = (modPackId: number, id: number) => ({
      modPackId,
      id,
      file: `${id}.jar`,
      size: 10,
      note: null,
      descriptorLength: 2,
    });
    const beginnings = await listModsOf(database, [other, one], first);
    expect(beginnings.map(({ rows }) => rows)).toEqual([other, one].map((id) => [row(id, 0), row(id, 1)]));
    expect(beginnings.map(({ hasNext }) => hasNext)).toEqual([true, true]);
    const ends = await listModsOf(database, [one], last);
    expect(ends.map(({ rows }) => rows)).toEqual([[row(one, 1), row(one, 2)]]);
  });

  it('has descriptors in the order in which they are asked for, and none of what is not there', async () => {
    await using database = await openScratchDatabase(kind);
    const [one, other] = [await insertModPack(database), await insertModPack(database)];
    const said = (text: string) => [descriptorOf(text)];
    await save(
      database,
      one,
      ['a', 'b'].map((text) => modOf(text, { descriptors: said(text) })),
    );
    await save(database, other, [modOf('c', { descriptors: said('c') })]);
    const wanted = [
      { modPackId: other, id: 0 },
      { modPackId: other, id: 1 },
      { modPackId: one, id: 1 },
      { modPackId: one, id: 0 },
    ];
    expect(await findDescriptors(database, wanted)).toEqual([said('c'), [], said('b'), said('a')]);
  });
});

describe.each(databaseKinds)('the warnings of a check on the %s database', (kind) => {
  it('are listed by the page, in their order, of each modpack that is asked about', async () => {
    await using database = await openScratchDatabase(kind);
    const [one, other] = [await insertModPack(database), await insertModPack(database)];
    const found = ['z', 'y', 'x'].map((code) => ({
      code,
      error: `${code}!`,
      entry: code === 'y' ? 'e' : null,
    }));
    await saveWarnings(database.db, one, found);
    await saveWarnings(database.db, other, []);
    await saveWarnings(database.db, other, found.slice(0, 1));
    expect(await database.db.select().from(warnings)).toHaveLength(4);
    const row = (modPackId: number, id: number) => ({ modPackId, id, ...found[id] });
    const pages = await listWarningsOf(database, [other, one], first);
    expect(pages.map(({ rows }) => rows)).toEqual([[row(other, 0)], [row(one, 0), row(one, 1)]]);
    const ends = await listWarningsOf(database, [one], last);
    expect(ends.map(({ rows }) => rows)).toEqual([[row(one, 1), row(one, 2)]]);
  });
});
