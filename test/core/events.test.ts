import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { events, modPacks } from '../../drizzle/schema.ts';
import {
  countEvents,
  countEventsOf,
  type Event,
  type EventFilter,
  findEvents,
  findEventsAfter,
  findEventsOfRun,
  findLinesOfEvents,
  isEnded,
  listEvents,
  listEventsOf,
  matchesFilter,
  recordEvents,
} from '../../src/core/events/events.ts';
import type { PageRequest } from '../../src/core/lists/pages.ts';
import type { Database } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertLine } from '../support/rows.ts';

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  // Two modpacks of two runs each: four events of each modpack, by turns one of the beginning and one of the end.
  await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
  await insertLine(database, [2, 3]);
});
afterAll(() => database?.close());

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id);
const all: PageRequest = { limit: 20, after: null, before: null, fromEnd: false };
const at = (id: number) => ({ order: 'id', value: id, id });
const many = { rows: 1_000, cost: Number.MAX_SAFE_INTEGER };

/** Filters, and the events that fit them. */
const filters: [EventFilter, ids: number[]][] = [
  [{}, [1, 2, 3, 4, 5, 6, 7, 8]],
  [
    { status: undefined, modPackId: undefined, serverPackId: undefined, runConfigurationId: undefined },
    [1, 2, 3, 4, 5, 6, 7, 8],
  ],
  [{ status: ['GENERATED'] }, [2, 4, 6, 8]],
  [{ status: ['GENERATED', 'QUEUED'] }, [1, 2, 3, 4, 5, 6, 7, 8]],
  [{ status: [] }, []],
  [{ modPackId: 2 }, [5, 6, 7, 8]],
  [{ serverPackId: 3 }, [6]],
  [{ runConfigurationId: 2 }, [3, 4]],
  [{ modPackId: 1, status: ['QUEUED'] }, [1, 3]],
  [{ modPackId: 1, runConfigurationId: 3 }, []],
  [{ lineId: 1 }, [3, 4, 5, 6]],
  [{ lineId: 1, modPackId: 2, status: ['QUEUED'] }, [5]],
  [{ lineId: 2 }, []],
];

describe('events that fit a filter', () => {
  it.each(filters)(
    '%o are the same on a page, after an event, counted, and looked at one by one',
    async (filter, ids) => {
      const whole = await listEvents(database, filter, { request: all, descending: false });
      expect(idsOf(whole.rows)).toEqual(ids);
      expect(idsOf(await findEventsAfter(database.db, 0, filter, 20))).toEqual(ids);
      expect(await countEvents(database, filter, many)).toEqual({ count: ids.length, isEstimated: false });
      const every = await findEventsAfter(database.db, 0, {}, 20);
      const lines = await findLinesOfEvents(database.db, every);
      expect(idsOf(every.filter((event) => matchesFilter(event, filter, lines)))).toEqual(ids);
    },
  );

  it('are answered by page, in either order and from either end', async () => {
    const page = (request: Partial<PageRequest>, descending = false) =>
      listEvents(database, { modPackId: 1 }, { request: { ...all, ...request }, descending });
    expect(await page({ limit: 2 })).toMatchObject({ hasNext: true, hasPrevious: false });
    expect(idsOf((await page({ limit: 2 })).rows)).toEqual([1, 2]);
    expect(idsOf((await page({ limit: 2, fromEnd: true })).rows)).toEqual([3, 4]);
    expect(idsOf((await page({ limit: 2 }, true)).rows)).toEqual([4, 3]);
    expect(idsOf((await page({ after: at(1), before: at(4) })).rows)).toEqual([2, 3]);
    expect(idsOf((await page({ after: at(9) })).rows)).toEqual([]);
    const [first] = (await page({ limit: 1 })).rows;
    expect(first).toEqual((await findEvents(database, [1]))[0]);
  });

  it('are answered for several modpacks at once, in the order of these', async () => {
    const ids = [2, 999, 1];
    const of = async (request: Partial<PageRequest>, descending = false) =>
      (await listEventsOf(database, ids, { request: { ...all, ...request }, descending })).map(({ rows }) =>
        idsOf(rows),
      );
    expect(await of({})).toEqual([[5, 6, 7, 8], [], [1, 2, 3, 4]]);
    expect(await of({ limit: 1, fromEnd: true })).toEqual([[8], [], [4]]);
    expect(await of({ limit: 1 }, true)).toEqual([[8], [], [4]]);
    expect(await of({ limit: 3 }, true)).toEqual([[8, 7, 6], [], [4, 3, 2]]);
    expect(await of({ after: at(3), before: at(6) })).toEqual([[5], [], [4]]);
    expect(await countEventsOf(database, ids)).toEqual([4, 0, 4]);
  });

  it('are all counted without a look at them', async () => {
    const few = { rows: 1, cost: 0 };
    expect(await countEvents(database, {}, few)).toEqual({ count: 8, isEstimated: false });
    expect(await countEvents(database, { modPackId: 1 }, few)).toMatchObject({ isEstimated: true });
  });

  it('are found by their ids, those that there are', async () => {
    expect(idsOf(await findEvents(database, [7, 2, 999])).toSorted()).toEqual([2, 7]);
    expect(idsOf(await findEventsAfter(database.db, 2, {}, 3))).toEqual([3, 4, 5]);
    expect(idsOf(await findEventsOfRun(database.db, 3))).toEqual([5, 6]);
  });
});

describe('steps of a run that are recorded', () => {
  const run = { modPackId: 1, runConfigurationId: 1 };
  const statusOf = async (id: number) =>
    (await database.db.select().from(modPacks).where(eq(modPacks.id, id)))[0]?.status;
  const recorded = async () =>
    (await findEventsAfter(database.db, 8, {}, 20)).map(({ id: _, timestamp: __, ...event }) => event);

  beforeEach(async () => {
    await database.db.delete(events).where(eq(events.message, 'new'));
  });

  it('stand one after the other, and the modpack, it alone, is as the last says', async () => {
    const errors = [{ code: 'NO_MODS' as const, error: 'No mods.', entry: null }];
    await database.db.transaction((tx) =>
      recordEvents(tx, run, [
        { status: 'CHECKING', message: 'new' },
        { status: 'CHECKED', message: 'new' },
        { status: 'ERROR', message: 'new', serverPackId: 1, errors },
      ]),
    );
    const of = { ...run, message: 'new' };
    expect(await recorded()).toEqual([
      { ...of, status: 'CHECKING', serverPackId: null, errors: [] },
      { ...of, status: 'CHECKED', serverPackId: null, errors: [] },
      { ...of, status: 'ERROR', serverPackId: 1, errors },
    ]);
    expect([await statusOf(1), await statusOf(2)]).toEqual(['ERROR', 'GENERATED']);
  });

  it('are none where none are given', async () => {
    const before = await statusOf(1);
    await database.db.transaction((tx) => recordEvents(tx, run, []));
    expect([await recorded(), await statusOf(1)]).toEqual([[], before]);
  });

  it('have come to the end of the run with its server pack or an error', async () => {
    const [event] = await findEvents(database, [1]);
    const of = (...statuses: Event['status'][]) =>
      statuses.flatMap((status) => (event ? [{ ...event, status }] : []));
    expect(isEnded(of('QUEUED', 'CHECKING', 'CHECKED', 'GENERATING'))).toBe(false);
    expect(isEnded([])).toBe(false);
    expect(isEnded(of('QUEUED', 'ERROR'))).toBe(true);
    expect(isEnded(of('QUEUED', 'GENERATED'))).toBe(true);
  });
});
