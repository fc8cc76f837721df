import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { events, modPacks } from '../../drizzle/schema.ts';
import {
  countEvents,
  type EventFilter,
  findEventsAfter,
  findLinesOfEvents,
  listEvents,
  matchesFilter,
  recordEvents,
} from '../../src/core/events/events.ts';
import type { PageRequest } from '../../src/core/lists/pages.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertLine } from '../support/rows.ts';

const database = await openScratchDatabase(databaseKind);
// Two modpacks of two runs each: four events of each modpack, by turns one of the beginning and one of the end.
await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
await insertLine(database, [2, 3]);
afterAll(() => database.close());

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id);
const all: PageRequest = { limit: 20, after: null, before: null, fromEnd: false };
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
});
