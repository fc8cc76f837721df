import { and } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { files, modPacks } from '../../drizzle/schema.ts';
import { dateConditions, isStorable, textEquals } from '../../src/core/lists/filters.ts';
import { nameConditions } from '../../src/core/lists/names.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const midnight = new Date('2030-01-01T00:00:00Z');
const before = (moment: Date) => new Date(moment.getTime() - 1);

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  for (const [name, dateCreated] of [
    ['Better Adventures_100%', before(midnight)],
    ['ADVENTURES', midnight],
  ] as const) {
    const [file] = await database.db
      .insert(files)
      .values({ sha256: name, size: 1, storageKey: name })
      .returning();
    await database.db
      .insert(modPacks)
      .values({ fileId: file?.id ?? 0, name, status: 'CHECKED', dateCreated });
  }
});
afterAll(() => database?.close());

/** The ids of the modpacks that fit. */
async function fitting(conditions: ReturnType<typeof textEquals>): Promise<number[]> {
  const found = await database.db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(...conditions))
    .orderBy(modPacks.id);
  return found.map(({ id }) => id);
}

it('a span of time has its beginning in it, and its end not', async () => {
  const within = (range: Parameters<typeof dateConditions>[1]) =>
    fitting(dateConditions(modPacks.dateCreated, range));
  expect(await within({ from: midnight })).toEqual([2]);
  expect(await within({ to: midnight })).toEqual([1]);
  expect(await within({ from: before(midnight), to: midnight })).toEqual([1]);
  expect(await within({})).toEqual([1, 2]);
  expect(await within(undefined)).toEqual([1, 2]);
});

it('a span of time may reach to what only JavaScript can say', async () => {
  const [earliest, latest] = [new Date(-8.64e15), new Date(8.64e15)];
  const within = (range: Parameters<typeof dateConditions>[1]) =>
    fitting(dateConditions(modPacks.dateCreated, range));
  expect(await within({ from: earliest, to: latest })).toEqual([1, 2]);
  expect(await within({ to: earliest })).toEqual([]);
  expect(await within({ from: latest })).toEqual([]);
});

it('a text is found by a part of it, as it is, without regard to case', async () => {
  const holding = (part: string | undefined) => fitting(nameConditions(part, 'first'));
  expect(await holding('advent')).toEqual([1, 2]);
  expect(await holding('100%')).toEqual([1]);
  expect(await holding('r_a')).toEqual([]);
  expect([await holding(''), await holding(undefined)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it('a text is found by the whole of it', async () => {
  expect(await fitting(textEquals(modPacks.name, 'ADVENTURES'))).toEqual([2]);
  expect(await fitting(textEquals(modPacks.name, 'adventures'))).toEqual([]);
});

it('nothing is found by what no text in the database can hold', async () => {
  for (const text of ['a\0b', '\ud800']) {
    expect(isStorable(text)).toBe(false);
    expect(await fitting(nameConditions(text, 'first'))).toEqual([]);
    expect(await fitting(textEquals(modPacks.name, text))).toEqual([]);
  }
});
