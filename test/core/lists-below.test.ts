import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import {
  type FoundBelow,
  type ListBelow,
  type ListsBelow,
  mayComeAlong,
  mostAlong,
  mostTogether,
  nothingBelow,
  pagesBelow,
  shapeBelow,
  valuesBelow,
} from '../../src/core/lists/lists-below.ts';
import { orderById } from '../../src/core/lists/pages.ts';
import { findModPackWithLists, listModPacksWithLists } from '../../src/core/packs/mod-packs.ts';
import type { Database } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const list = (limit: number, given: { fromEnd?: boolean; descending?: boolean } = {}): ListBelow => ({
  request: { limit, after: null, before: null, fromEnd: given.fromEnd ?? false },
  descending: given.descending ?? false,
});
const packs = (below: ListBelow): ListsBelow => ({ ...nothingBelow, serverPacks: below });
const runs = (below: ListBelow): ListsBelow => ({ ...nothingBelow, runConfigurations: below });

describe('lists below modpacks', () => {
  it('may come along as far as all of them together are no more rows than a statement answers', () => {
    expect(mayComeAlong(nothingBelow, 1_000_000)).toBe(true);
    // One row more than wanted is asked for.
    for (const below of [packs, runs]) {
      expect(mayComeAlong(below(list(24)), mostTogether / 25)).toBe(true);
      expect(mayComeAlong(below(list(24)), mostTogether / 25 + 1)).toBe(false);
      // Those that are longer do not come along, however long they may be.
      expect(mayComeAlong(below(list(100_000)), Math.floor(mostTogether / (mostAlong + 1)))).toBe(true);
    }
    expect(mayComeAlong({ serverPacks: list(1), runConfigurations: list(49) }, 50)).toBe(true);
    expect(mayComeAlong({ serverPacks: list(1), runConfigurations: list(50) }, 50)).toBe(false);
  });

  it('say how many rows are asked for, and what else their statement depends on', () => {
    expect(valuesBelow(nothingBelow)).toEqual([]);
    expect(valuesBelow(packs(list(3)))).toEqual([4]);
    const both = { serverPacks: list(1_000), runConfigurations: list(7, { fromEnd: true }) };
    expect(valuesBelow(both)).toEqual([mostAlong + 1, 8]);
    const ends = [{}, { fromEnd: true }, { descending: true }, { fromEnd: true, descending: true }];
    const lists = [null, ...ends.map((end) => list(1, end))];
    const shapes = lists.flatMap((serverPacks) =>
      lists.map((runConfigurations) => shapeBelow({ serverPacks, runConfigurations })),
    );
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(shapeBelow(packs(list(1)))).toBe(shapeBelow(packs(list(2))));
  });

  it('are not there where nobody wanted them, or nothing came', () => {
    const none = { serverPacks: null, runConfigurations: null };
    expect(pagesBelow(nothingBelow, { serverPacksBelow: [], runConfigurationsBelow: [] })).toEqual(none);
    const wanted = { serverPacks: list(1), runConfigurations: list(1) };
    expect(pagesBelow(wanted, { serverPacksBelow: null, runConfigurationsBelow: null })).toEqual(none);
  });
});

describe('a statement on modpacks with the lists below them', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openScratchDatabase(databaseKind);
    await insertFinishedRuns(database.db, { modPacks: 2, runs: 3 });
  });
  afterAll(() => database?.close());

  const foundBelow = async (id: number, below: ListsBelow): Promise<FoundBelow | undefined> =>
    (await findModPackWithLists(database, id, below))?.found;
  const idsOf = (page: { rows: { id: number }[] } | null | undefined) => page?.rows.map(({ id }) => id);

  it('answers those of each from its beginning or its end, and whether they go on', async () => {
    const found = await foundBelow(2, {
      serverPacks: list(2),
      runConfigurations: list(3, { fromEnd: true }),
    });
    expect([idsOf(found?.serverPacks), idsOf(found?.runConfigurations)]).toEqual([
      [4, 5],
      [4, 5, 6],
    ]);
    expect([found?.serverPacks?.hasNext, found?.runConfigurations?.hasPrevious]).toEqual([true, false]);
    const last = { fromEnd: true, descending: true };
    expect(idsOf((await foundBelow(2, packs(list(2, last))))?.serverPacks)).toEqual([5, 4]);
    expect(idsOf((await foundBelow(2, runs(list(2, last))))?.runConfigurations)).toEqual([5, 4]);
    const none = await foundBelow(2, nothingBelow);
    expect(none).toEqual({ serverPacks: null, runConfigurations: null });
    expect(await foundBelow(999, nothingBelow)).toBeUndefined();
  });

  it('answers with each server pack what it was built of and its file', async () => {
    const found = await foundBelow(1, packs(list(1)));
    expect(found?.serverPacks?.rows).toMatchObject([
      { id: 1, size: 500, runConfigurationId: 1, keptCount: 2 },
    ]);
  });

  it('answers no list that is longer than what comes along, but the beginning of it', async () => {
    const found = await foundBelow(1, { serverPacks: list(1), runConfigurations: list(1) });
    const [[pack], [run]] = [found?.serverPacks?.rows ?? [], found?.runConfigurations?.rows ?? []];
    if (!pack || !run) throw new Error('The first modpack has runs.');
    const withIds = <Row>(row: Row, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...row, id: index + 1 }));
    for (const [limit, came, rows] of [
      [mostAlong - 1, mostAlong, mostAlong - 1],
      [mostAlong, mostAlong + 1, mostAlong],
      [mostAlong + 1, mostAlong + 1, undefined],
      [1_000, mostAlong + 1, undefined],
      [1_000, mostAlong, mostAlong],
    ] as const) {
      const below = pagesBelow(
        { serverPacks: list(limit), runConfigurations: list(limit) },
        { serverPacksBelow: withIds(pack, came), runConfigurationsBelow: withIds(run, came) },
      );
      const lengths = [below.serverPacks, below.runConfigurations].map((page) => idsOf(page)?.length);
      expect([limit, ...lengths]).toEqual([limit, rows, rows]);
    }
  });

  it('answers them for a page of modpacks, by the ids of these', async () => {
    const { page, found } = await listModPacksWithLists(database, {
      filter: {},
      order: orderById(modPacks.id),
      request: list(2).request,
      below: packs(list(1)),
    });
    expect(page.rows.map(({ id }) => id)).toEqual([1, 2]);
    expect([...found.keys()].slice(0, 2)).toEqual([1, 2]);
    expect([1, 2].map((id) => idsOf(found.get(id)?.serverPacks))).toEqual([[1], [4]]);
  });
});
