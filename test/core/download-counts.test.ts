import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { downloads, serverPacks } from '../../drizzle/schema.ts';
import { openDownloadCounts } from '../../src/core/figures/download-counts.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

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
    trouble(database.db, ['not done', 'answer lost', null, 'not done', 'answer lost', null]);
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
    trouble(database.db, [null, 'undone']);
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
    const counts = openDownloadCounts({ db: database.db, log }, 20);
    await Promise.all(Array.from({ length: 30 }, () => counts.count({ serverPackId: 1 })));
    expect(await counted(database)).toMatchObject({ counter: 20, ofServerPack: 20 });
  });
});
