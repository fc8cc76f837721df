import { and, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modPacks } from '../../drizzle/schema.ts';
import { few } from '../../src/core/lists/few.ts';
import { findNamed, nameConditions } from '../../src/core/lists/names.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const names = ['Better Adventures_100%', 'ADVENTURES', 'İzmir', '\\o/'];

const database = await openScratchDatabase(databaseKind);
const { db } = database;
await db.execute(sql`insert into files (sha256, size, storage_key)
  select number, 1, '' from generate_series(1, ${few + 205}) as number`);
for (const [index, name] of names.entries())
  await db.insert(modPacks).values({ fileId: index + 1, name, status: 'CHECKED' });
await db.update(modPacks).set({ title: 'Ghj 2.4' }).where(eq(modPacks.id, 3));
afterAll(() => database.close());

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
    ['GHJ 2', [3]],
    ['j', [3]],
    ['4', [3]],
    ['4i', []],
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

describe('few modpacks with a part', () => {
  const find = async (part: string) => {
    const found = await findNamed(database, part);
    return found && z.array(z.int()).parse(JSON.parse(found.list.replace('{', '[').replace('}', ']')));
  };

  it.each([
    ['AD', [1, 2]],
    ['b', [1]],
    ['q', []],
    ['zm', [3]],
    ['Advent', [1, 2]],
    ['100%', [1]],
    ['adventurous', []],
    ['a\0', []],
    ['\ud800', []],
  ])('are found first: %o', async (part, ids) => {
    expect((await find(part))?.toSorted()).toEqual(ids);
  });

  it('are not looked for without a part', async () => {
    expect(await find('')).toBeNull();
  });

  it('are so many, and not one more, nor common among the newest', async () => {
    const add = (name: string, from: number, to: number) =>
      database.db.execute(sql`insert into mod_packs (file_id, name, status)
        select number, ${name}, 'CHECKED' from generate_series(${from}::int, ${to}::int) as number`);
    await add('xyz', 5, few + 4);
    expect(await find('xy')).toBeNull();
    await add('other', few + 5, few + 204);
    for (const part of ['xy', 'xyz']) expect(await find(part)).toHaveLength(few);
    await add('xyz', few + 205, few + 205);
    for (const part of ['xy', 'xyz']) expect(await find(part)).toBeNull();
  });
});
