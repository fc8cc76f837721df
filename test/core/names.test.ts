import { and, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import { findNames, type NameFilter, nameConditions } from '../../src/core/lists/names.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const names = ['Better Adventures_100%', 'ADVENTURES', 'İzmir', '\\o/'];

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  const { db } = database;
  await db.execute(sql`insert into files (sha256, size, storage_key)
    select number || '', 1, '' from generate_series(1, 1004) as number`);
  for (const [index, name] of names.entries())
    await db.insert(modPacks).values({ fileId: index + 1, name, status: 'CHECKED' });
});
afterAll(() => database?.close());

/** The ids of the modpacks whose names have this part, where all are wanted or the first ones. */
async function holding(part: string | undefined, wanted: 'all' | 'first'): Promise<number[]> {
  const found = await database.db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(...nameConditions(part, wanted)))
    .orderBy(modPacks.id);
  return found.map(({ id }) => id);
}

describe.each(['all', 'first'] as const)('a part of names, of which %s are wanted,', (wanted) => {
  it.each([
    ['advent', [1, 2]],
    ['AD', [1, 2]],
    ['a', [1, 2]],
    ['b', [1]],
    ['0%', [1]],
    ['%', [1]],
    ['r_a', []],
    ['s_1', [1]],
    ['\\o', [4]],
    ['zm', [3]],
    ['zmir', [3]],
    ['q', []],
    ['a\0', []],
    ['\ud800', []],
  ])('%o is found as it is, without regard to case', async (part, ids) => {
    expect(await holding(part, wanted)).toEqual(ids);
  });

  it('is in all names when it is none', async () => {
    expect([nameConditions('', wanted), nameConditions(undefined, wanted)]).toEqual([[], []]);
  });
});

describe('few modpacks with a short part', () => {
  const find = (nameContains: string | undefined) =>
    findNames<NameFilter & { gameVersion: string }>(database, { nameContains, gameVersion: '1.20.1' });

  it('are found first, beside what else is asked for', async () => {
    for (const [part, ids] of [
      ['AD', [1, 2]],
      ['b', [1]],
      ['q', []],
      ['zm', [3]],
    ] as const) {
      const { namedModPacks, ...filter } = await find(part);
      expect(namedModPacks?.toSorted(), part).toEqual(ids);
      expect(filter, part).toEqual({ nameContains: undefined, gameVersion: '1.20.1' });
    }
  });

  it.each([undefined, '', 'adv', 'a\0', '\ud800', 'İz'])(
    'are not looked for where the part is %o: none, long, or none that is stored',
    async (part) => {
      const filter = { nameContains: part };
      expect(await findNames(database, filter)).toBe(filter);
    },
  );

  it('are as many as a thousand, and not one more', async () => {
    const add = (from: number, to: number) =>
      database.db.execute(sql`insert into mod_packs (file_id, name, status)
        select number, 'xy', 'CHECKED' from generate_series(${from}::int, ${to}::int) as number`);
    await add(5, 1_004);
    const filter: NameFilter = { nameContains: 'xy' };
    const { namedModPacks } = await findNames(database, filter);
    expect(namedModPacks).toHaveLength(1_000);
    await database.db.execute(sql`insert into files (sha256, size, storage_key) values ('1005', 1, '')`);
    await add(1_005, 1_005);
    expect(await findNames(database, filter)).toBe(filter);
  });
});
