import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { catalogueAnswers, files, runConfigurations, runFiles, uploadTickets } from '../../drizzle/schema.ts';
import { type RunRequest, runDefaults } from '../../src/archive/run-configuration.ts';
import { sweep, sweepChore } from '../../src/core/chores/sweep.ts';
import { fileLock, insertFile } from '../../src/core/files/files.ts';
import { findRunFiles, keepRunFile, sweepRunFiles } from '../../src/core/runs/run-files.ts';
import type { Queries } from '../../src/database/database.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const runConfiguration: RunRequest = {
  gameVersion: '1.20.1',
  modloader: 'Fabric',
  modloaderVersion: '0.15.6',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
  ...runDefaults,
  dropLists: null,
};
const log = pino({ level: 'silent' });
const later = () => new Date(Date.now() + 60_000);
const hour = 3_600_000;

afterEach(() => void vi.useRealTimers());

async function publish(
  storage: Storage,
  text: string,
): Promise<{ sha256: string; size: number; storageKey: string }> {
  const file = await storage.receive(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
  return { sha256: file.sha256, size: file.size, storageKey: await storage.publish(file) };
}

describe('the sweep', () => {
  it('removes what no row speaks of and what was never published, and nothing else', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    const { storage } = place;
    const kept = await publish(storage, 'kept');
    await insertFile(database.db, kept);
    const orphan = await publish(storage, 'orphan');
    await storage.receive(Readable.from([Buffer.from('half')]), { maxBytes: 100 });
    expect(await sweep({ database, storage, log }, new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweep({ database, storage, log }, later())).toBe(2);
    expect(await storage.open(orphan.storageKey)).toBeNull();
    const file = await storage.open(kept.storageKey);
    expect(file).not.toBeNull();
    await file?.close();
  });

  it('removes upload tickets that were used or have expired a while ago, and no other', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    const now = Date.now();
    const ticket = (expiresIn: number, usedIn: number | null) => ({
      runConfiguration,
      expires: new Date(now + expiresIn),
      used: usedIn === null ? null : new Date(now + usedIn),
    });
    await database.db
      .insert(uploadTickets)
      .values([
        ticket(3_600_000, null),
        ticket(3_600_000, -3_600_000),
        ticket(-3_600_000, null),
        ticket(-1_000, null),
        ticket(3_600_000, -1_000),
      ]);
    expect(await sweep({ database, storage: place.storage, log }, new Date(now - 60_000))).toBe(2);
    const left = await database.db.select({ id: uploadTickets.id }).from(uploadTickets);
    expect(left.map(({ id }) => id).toSorted()).toEqual([1, 4, 5]);
  });

  it('keeps an orphan that is uploaded again while it sweeps', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    const { storage } = place;
    await publish(storage, 'again');
    const sha256 = createHash('sha256').update('again').digest('hex');
    const asked = Promise.withResolvers<void>();
    let sweeping: Promise<number> | null = null;
    let lasts = false;
    // It has found no row when it comes to the lock, or to the removal.
    const watched = {
      database: {
        ...database,
        exclusively: <Result>(
          name: string,
          work: (held: Queries) => Promise<Result>,
          how?: { lasting: boolean },
        ) => {
          lasts = how?.lasting === true;
          asked.resolve();
          return database.exclusively(name, work, how);
        },
      },
      storage: {
        ...storage,
        async remove(key: string) {
          await storage.remove(key);
          asked.resolve();
        },
      },
    };
    await database.exclusively(fileLock(sha256), async () => {
      const file = await publish(storage, 'again');
      sweeping = sweep({ ...watched, log }, later());
      await asked.promise;
      await database.db.transaction((tx) => insertFile(tx, file));
    });
    expect(await sweeping).toBe(0);
    // Bytes do not come back when the lock under which they are removed is lost.
    expect(lasts).toBe(true);
    const file = await storage.open(sha256);
    expect(file).not.toBeNull();
    await file?.close();
  });

  it('that runs by itself leaves alone what is no older than a day', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    const { storage } = place;
    const { storageKey } = await publish(storage, 'orphan');
    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    const isThereAfter = async (hours: number) => {
      vi.setSystemTime(began + hours * hour);
      await sweepChore({ database, storage, log }).run();
      const file = await storage.open(storageKey);
      await file?.close();
      return file !== null;
    };
    expect([await isThereAfter(23), await isThereAfter(25)]).toEqual([true, false]);
  });

  it('forgets what a catalogue has answered once no setting would have it believed any more', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    const { db } = database;
    const asked = (sha512: string, days: number) => ({
      sha512,
      asked: new Date(Date.now() - days * 24 * hour),
    });
    await db.insert(catalogueAnswers).values([asked('a', 364), asked('b', 366)]);
    await sweep({ database, storage: place.storage, log }, later());
    expect(await db.select({ sha512: catalogueAnswers.sha512 }).from(catalogueAnswers)).toEqual([
      { sha512: 'a' },
    ]);
  });

  it('counts the files of run configurations that it removes', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    await database.db
      .insert(runFiles)
      .values({ sha256: 'ab', content: 'motd=', used: new Date(Date.now() - hour) });
    expect(await sweep({ database, storage: place.storage, log }, new Date())).toBe(1);
    expect(await database.db.$count(runFiles)).toBe(0);
  });

  it('goes through all that is stored a few hundred at a time', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await using place = await openTemporaryStorage();
    const last = 1_000;
    await database.db.execute(
      sql`insert into ${files} (sha256, size, storage_key) select i::text, 1, i::text from generate_series(0, ${last}::int) as i`,
    );
    const orphans = ['0', '499', '500', '999', '1000'];
    await database.db.execute(sql`delete from ${files} where storage_key in ${orphans}`);
    let told = 0;
    const removed: [key: string, told: number][] = [];
    const storage = {
      ...place.storage,
      async *publishedBefore() {
        for (; told <= last; told += 1) yield String(told);
      },
      async remove(key: string) {
        removed.push([key, told]);
      },
    };
    expect(await sweep({ database, storage, log }, later())).toBe(orphans.length);
    expect(removed.map(([key]) => key)).toEqual(orphans);
    // What is found first goes before the rest is looked at.
    expect(removed[0]?.[1]).toBeLessThan(500);
  });
});

const database = await openScratchDatabase(databaseKind);
afterAll(() => database.close());

const inAnHour = () => new Date(Date.now() + 3_600_000);
const keep = (content: string | null, encoding: 'utf8' | 'base64' = 'utf8') =>
  database.db.transaction((tx) => keepRunFile(tx, content, encoding));

it('files go that no run configuration has, unless they were used of late', async () => {
  await database.db.delete(runFiles);
  const [icon, properties, lists, unused, anew] = [
    await keep('icon'),
    await keep('properties'),
    await keep('lists'),
    await keep('b'),
    await keep('c'),
  ];
  const [one, other] = [await insertRun(database), await insertRun(database)];
  const set = (id: number, files: Partial<typeof runConfigurations.$inferInsert>) =>
    database.db.update(runConfigurations).set(files).where(eq(runConfigurations.id, id));
  await set(one.runConfigurationId, { serverIconHash: icon });
  await set(other.runConfigurationId, { serverPropertiesHash: properties, dropListsHash: lists });
  expect(await sweepRunFiles(database, new Date(Date.now() - 3_600_000))).toBe(0);
  await database.db.update(runFiles).set({ used: sql`now() - interval '2 days'` });
  // Whoever gives the same again has it spared.
  await keep('c');
  expect(await sweepRunFiles(database, new Date(Date.now() - 3_600_000))).toBe(1);
  expect(
    [...(await findRunFiles(database.db, [icon, properties, lists, unused, anew])).values()].toSorted(),
  ).toEqual(['c', 'icon', 'lists', 'properties']);
  expect(await sweepRunFiles(database, inAnHour())).toBe(1);
});
