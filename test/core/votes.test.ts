import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { downloads, serverPacks, votes } from '../../drizzle/schema.ts';
import { openDownloadCounts } from '../../src/core/figures/download-counts.ts';
import { vote, voteAs } from '../../src/core/packs/server-packs.ts';
import { voteCounts } from '../../src/core/packs/vote-counts.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';

/** What has been confirmed of each server pack. */
async function confirmed({ db }: Database): Promise<number[]> {
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  return found.map(({ confirmedWorking }) => confirmedWorking);
}

/** Server packs of two modpacks, the first two of one, of which nothing has been confirmed. */
async function open(_kind: 'embedded' | 'server'): Promise<Database> {
  const database = await openScratchDatabase(databaseKind);
  await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
  await database.db.update(serverPacks).set({ confirmedWorking: 0 });
  return database;
}

/** The votes up and down on each server pack. */
async function countsOf({ db }: Database): Promise<string[]> {
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  return found.map(voteCounts).map(({ up, down }) => `${up}:${down}`);
}

describe('votes', () => {
  it('are told up and down, with those of strangers and those that took the place of others', async () => {
    await using database = await open(databaseKind);
    const by = (voter: string, direction: 1 | -1) => voteAs(database, { serverPackId: 1, voter, direction });
    await vote(database, 1, 1);
    await vote(database, 1, -1);
    await by('discord:1', 1);
    await by('discord:2', -1);
    expect(await countsOf(database)).toEqual(['2:2', '0:0', '0:0', '0:0']);
    await by('discord:1', -1);
    await by('discord:1', -1);
    expect(await countsOf(database)).toEqual(['1:3', '0:0', '0:0', '0:0']);
    await by('discord:2', 1);
    expect(await countsOf(database)).toEqual(['2:2', '0:0', '0:0', '0:0']);
  });

  it('of a voter are one on each server pack, the last', async () => {
    await using database = await open(databaseKind);
    const by = (voter: string, serverPackId: number, direction: 1 | -1) =>
      voteAs(database, { serverPackId, voter, direction });
    await by('discord:1', 1, 1);
    await by('discord:1', 1, 1);
    await by('discord:2', 1, 1);
    await by('discord:1', 2, 1);
    expect(await confirmed(database)).toEqual([2, 1, 0, 0]);
    await by('discord:1', 1, -1);
    expect(await confirmed(database)).toEqual([0, 1, 0, 0]);
    await by('discord:1', 1, 1);
    expect(await confirmed(database)).toEqual([2, 1, 0, 0]);
    await expect(by('discord:1', 99, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.db.$count(votes)).toBe(3);
  });

  it('stop at the ends of an integer, from where they go back', async () => {
    await using database = await open(databaseKind);
    const { db } = database;
    const [most, least] = [2_147_483_647, -2_147_483_648];
    const set = (id: number, confirmedWorking: number) =>
      db.update(serverPacks).set({ confirmedWorking }).where(eq(serverPacks.id, id));
    await set(1, most);
    // Since the totals of a modpack are sums.
    await set(3, least);
    await vote(database, 1, 1);
    await voteAs(database, { serverPackId: 1, voter: 'a', direction: 1 });
    await vote(database, 3, -1);
    await voteAs(database, { serverPackId: 3, voter: 'a', direction: -1 });
    expect(await confirmed(database)).toEqual([most, 0, least, 0]);
    await vote(database, 1, -1);
    await vote(database, 3, 1);
    expect(await confirmed(database)).toEqual([most - 1, 0, least + 1, 0]);
  });
});

it('a voter has a name of printable characters that is no longer than can be kept', async () => {
  await using database = await open(databaseKind);
  const by = (voter: string) => voteAs(database, { serverPackId: 1, voter, direction: 1 });
  for (const voter of ['', 'a b', 'a\n', 'é', 'a\u007f', 'x'.repeat(201)])
    await expect(by(voter), voter).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'voter' },
    });
  for (const voter of ['!', '~', 'x'.repeat(200)]) await by(voter);
  expect(await confirmed(database)).toEqual([3, 0, 0, 0]);
});

it.runIf(databaseKinds.includes('server'))(
  'a voter who votes twice at the same moment has voted once',
  async () => {
    await using database = await open('server');
    const voted = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    // The first vote is written, and not yet committed.
    const transaction: Queries['transaction'] = (run, config) =>
      database.db.transaction(async (tx) => {
        const result = await run(tx);
        voted.resolve();
        await goOn.promise;
        return result;
      }, config);
    const slow = new Proxy(database.db, {
      get: (target, property) =>
        property === 'transaction' ? transaction : Reflect.get(target, property, target),
    });
    const once = { serverPackId: 1, voter: 'discord:1', direction: 1 } as const;
    const first = voteAs({ db: slow }, once);
    await voted.promise;
    const second = voteAs(database, once);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(database.db, waiting)).toHaveLength(1);
    goOn.resolve();
    await Promise.all([first, second]);
    expect(await confirmed(database)).toEqual([1, 0, 0, 0]);
  },
);

const log = pino({ level: 'silent' });

/** The counter and the rows of the first server pack, and the rows of the first modpack. */
async function counted({ db }: Database) {
  const [figures] = await rows(
    db,
    sql`select downloads as counter,
      (select count(*)::int from downloads where server_pack_id = 1) as "ofServerPack",
      (select count(*)::int from downloads where mod_pack_id = 1) as "ofModPack"
      from server_packs where id = 1`,
  );
  return figures;
}

/** What becomes of the statements in turn: they are not done, or done with the answer lost, undone by others, or go well. */
function trouble(db: Queries, faults: readonly ('not done' | 'answer lost' | 'undone' | null)[]): void {
  const ask = db.execute.bind(db);
  const spy = vi.spyOn(db, 'execute');
  for (const fault of faults) {
    spy.mockImplementationOnce((query) => {
      const raw = ask(query);
      const { execute } = raw;
      if (fault !== null)
        vi.spyOn(raw, 'execute').mockImplementation(async () => {
          if (fault === 'answer lost') await execute();
          if (fault === 'undone') throw Object.assign(new Error('A deadlock.'), { code: '40P01' });
          throw new Error('The connection was lost.');
        });
      return raw;
    });
  }
}

/** A log with what it was told. */
function notedLog() {
  const told: string[] = [];
  return { told, log: pino({ base: null }, { write: (line) => told.push(JSON.parse(line).msg) }) };
}

afterEach(() => void vi.useRealTimers());

describe.each(databaseKinds)('counting downloads on the %s database', (kind) => {
  it('counts each once, though the database is away and its answers get lost', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    expect(await counted(database)).toEqual({ counter: 0, ofServerPack: 0, ofModPack: 0 });
    const use = null;
    trouble(database.db, [
      ...[use, use, 'not done' as const, use, 'answer lost' as const, use, null, 'not done' as const],
      ...[use, 'answer lost' as const],
    ]);
    const counts = openDownloadCounts({ db: database.db, log });
    await Promise.all([
      counts.count({ serverPackId: 1 }),
      counts.count({ serverPackId: 1 }),
      counts.count({ modPackId: 1 }),
    ]);
    expect(await counted(database)).toEqual({ counter: 2, ofServerPack: 2, ofModPack: 1 });
    await counts.count({ serverPackId: 1 });
    expect(await counted(database)).toEqual({ counter: 3, ofServerPack: 3, ofModPack: 1 });
  });

  it('counts for each pack its own, at the time at which they began, and none for what has been deleted', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 3 });
    const began = new Date(Date.now() - 3_600_000);
    vi.useFakeTimers({ toFake: ['Date'], now: began });
    trouble(db, ['not done']);
    const counts = openDownloadCounts({ db, log });
    const served = [1, 2, 2, 99].map((serverPackId) => counts.count({ serverPackId }));
    served.push(...[1, 99].map((modPackId) => counts.count({ modPackId })));
    vi.setSystemTime(began.getTime() + 60_000);
    await Promise.all(served);
    const { id, downloads: counter } = serverPacks;
    expect(await db.select({ id, counter }).from(serverPacks).orderBy(id)).toEqual([
      { id: 1, counter: 1 },
      { id: 2, counter: 2 },
      { id: 3, counter: 0 },
    ]);
    const { serverPackId, modPackId, dateCreated: at } = downloads;
    expect(await db.select({ serverPackId, modPackId, at }).from(downloads).orderBy(downloads.id)).toEqual([
      { serverPackId: 1, modPackId: null, at: began },
      { serverPackId: 2, modPackId: null, at: began },
      { serverPackId: 2, modPackId: null, at: began },
      { serverPackId: null, modPackId: 1, at: began },
    ]);
  });

  it('tries again at once, and without a word, what the database has undone for the sake of others', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    trouble(database.db, [null, null, 'undone']);
    const noted = notedLog();
    await openDownloadCounts({ db: database.db, log: noted.log }).count({ serverPackId: 1 });
    expect(await counted(database)).toMatchObject({ counter: 1, ofServerPack: 1 });
    expect(noted.told).toEqual([]);
  });

  it('goes no further than the most that a counter holds', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    await database.db.update(serverPacks).set({ downloads: 2_147_483_646 });
    const counts = openDownloadCounts({ db: database.db, log });
    await Promise.all([1, 2, 3].map(() => counts.count({ serverPackId: 1 })));
    expect(await counted(database)).toMatchObject({ counter: 2_147_483_647, ofServerPack: 3 });
  });

  it('is given up at the end when the database does not take it in time, with a word of it', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    const failing = vi.spyOn(database.db, 'execute').mockImplementation(() => {
      throw new Error('The connection was lost.');
    });
    const noted = notedLog();
    const counts = openDownloadCounts({ db: database.db, log: noted.log });
    void counts.count({ serverPackId: 1 });
    await counts.close(0);
    expect(noted.told.at(0)).toBe('downloads are counted later');
    expect(noted.told.at(-1)).toBe('downloads could not be counted');
    failing.mockRestore();
    expect(await counted(database)).toMatchObject({ counter: 0, ofServerPack: 0 });
    const calm = notedLog();
    await openDownloadCounts({ db: database.db, log: calm.log }).close(60_000);
    expect(calm.told).toEqual([]);
  });

  it('writes down what is left before the database is closed', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    const counts = openDownloadCounts({ db: database.db, log });
    const served = Array.from({ length: 30 }, () => counts.count({ serverPackId: 1 }));
    await counts.close(60_000);
    expect(await counted(database)).toMatchObject({ counter: 30, ofServerPack: 30 });
    await Promise.all(served);
  });

  it('keeps so many for a database that is away, and lets go of the rest', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    trouble(database.db, ['not done']);
    const counts = openDownloadCounts({ db: database.db, log }, 21);
    await Promise.all(Array.from({ length: 30 }, () => counts.count({ serverPackId: 1 })));
    expect(await counted(database)).toMatchObject({ counter: 20, ofServerPack: 20 });
  });
});
