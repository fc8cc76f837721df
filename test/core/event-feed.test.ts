import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { lineNews } from '../../drizzle/schema.ts';
import { type EventFeed, openEventFeed } from '../../src/core/events/event-feed.ts';
import { type Run, recordEvents } from '../../src/core/events/events.ts';
import { openLineNews } from '../../src/core/lines/line-news.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createServerDatabase, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertLine, insertRun } from '../support/rows.ts';

const log = pino({ level: 'silent' });

async function write({ db }: Database, run: Run, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await db.transaction((tx) => recordEvents(tx, run, [{ status: 'CHECKING', message: String(index) }]));
  }
}

async function take(feed: EventFeed, after: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  if (count === 0) return ids;
  for await (const { id } of feed.subscribe({}, after)) if (ids.push(id) === count) break;
  return ids;
}

it('news of lines are read once for all who have those before, and from the first for who asks for all', async () => {
  await using database = await openScratchDatabase('embedded');
  const { modPackId, runConfigurationId } = await insertRun(database);
  const lineId = await insertLine(database, [runConfigurationId]);
  const record = () => database.db.insert(lineNews).values({ lineId, modPackId, kind: 'WITHDRAWN' });
  const tell = async () => {
    await record();
    await database.notify('line_news', '');
  };
  await tell();
  let reads = 0;
  let isAway = false;
  const counted: Database = {
    ...database,
    db: new Proxy(database.db, {
      get(db, name, receiver) {
        if (name === 'select') reads += 1;
        if (name === 'select' && isAway) return () => db.select({ away: sql`1 / 0` });
        return Reflect.get(db, name, receiver);
      },
    }),
  };
  await using feed = await openLineNews({ database: counted, log }, 10);
  const readers = Array.from({ length: 20 }, () => feed.subscribe({ lineId }, 0));
  const next = () => Promise.all(readers.map(async (reader) => (await reader.next()).value?.id));
  expect(await next()).toEqual(readers.map(() => 1));
  const second = next();
  await tell();
  expect(await second).toEqual(readers.map(() => 2));
  expect(reads).toBeLessThan(readers.length);

  // A reading that fails ends those who wait for it; who comes afterwards asks anew.
  await record();
  isAway = true;
  await expect(feed.subscribe({}, 2).next()).rejects.toThrow();
  isAway = false;
  expect((await feed.subscribe({}, 2).next()).value?.id).toBe(3);
});

describe.each(databaseKinds)('the event feed on the %s database', (kind) => {
  it('hands out all that came at once, also what is more than it reads at a time', async () => {
    await using database = await openScratchDatabase(kind);
    const run = await insertRun(database);
    const feed = await openEventFeed({ database, log }, 1_000);
    const reader = feed.subscribe({});
    const inputs = Array.from({ length: 450 }, (_, index) => ({
      status: 'CHECKING' as const,
      message: String(index),
    }));
    await database.db.transaction((tx) => recordEvents(tx, run, inputs));
    for (const { message } of inputs) expect((await reader.next()).value?.message).toBe(message);
    await feed[Symbol.asyncDispose]();
  });

  it('hands out what is of a line to those who ask for it, from the past and live', async () => {
    await using database = await openScratchDatabase(kind);
    const [run, other] = [await insertRun(database), await insertRun(database)];
    const lineId = await insertLine(database, [run.runConfigurationId]);
    await write(database, run, 1);
    const feed = await openEventFeed({ database, log }, 10);
    const [live, whole] = [feed.subscribe({ lineId }), feed.subscribe({ lineId }, 0)];
    await write(database, other, 1);
    await write(database, run, 1);
    expect((await live.next()).value?.id).toBe(3);
    expect([(await whole.next()).value?.id, (await whole.next()).value?.id]).toEqual([1, 3]);
    await feed[Symbol.asyncDispose]();
  });

  it('reads again each second where it could not, and tells the log of the first time and of the last', async () => {
    await using database = await openScratchDatabase(kind);
    const run = await insertRun(database);
    const told: string[] = [];
    const lines = pino({ level: 'info' }, { write: (line: string) => void told.push(JSON.parse(line).msg) });
    const settled = vi.spyOn(database, 'settled');
    const feed = await openEventFeed({ database, log: lines }, 10);
    const reader = feed.subscribe({});
    await write(database, run, 1);
    expect((await reader.next()).value).toMatchObject({ message: '0' });
    for (const _ of [1, 2]) settled.mockRejectedValueOnce(new Error('away'));
    await write(database, run, 1);
    expect((await reader.next()).value).toMatchObject({ message: '0' });
    await expect
      .poll(() => told)
      .toEqual(['reading new events failed; trying again every second', 'new events can be read again']);
    await feed[Symbol.asyncDispose]();
  });

  it('waits for the disk with what is new alone, not with what a reader missed long ago', async () => {
    await using database = await openScratchDatabase(kind);
    const run = await insertRun(database);
    await write(database, run, 3);
    let disk = Promise.resolve();
    const settled: Database['settled'] = async (read) => {
      await disk;
      return database.settled(read);
    };
    const feed = await openEventFeed({ database: { ...database, settled }, log }, 10);
    const live = feed.subscribe({});
    await write(database, run, 2);
    expect([await live.next(), await live.next()].map(({ value }) => value?.id)).toEqual([4, 5]);
    const { promise, resolve } = Promise.withResolvers<void>();
    disk = promise;
    expect(await take(feed, 0, 5)).toEqual([1, 2, 3, 4, 5]);
    await write(database, run, 1);
    const newer = take(feed, 0, 6);
    let isTold = false;
    void newer.then(() => {
      isTold = true;
    });
    // What is new was read long before these are answered.
    for (let turn = 0; turn < 30; turn += 1) await database.db.execute('select 1');
    expect(isTold).toBe(false);
    resolve();
    expect(await newer).toEqual([1, 2, 3, 4, 5, 6]);
    await feed[Symbol.asyncDispose]();
  });

  it('waits for no disk while nobody subscribes, and takes back for the first subscriber what a power cut undid', async () => {
    await using database = await openScratchDatabase(kind);
    const run = await insertRun(database);
    const settled = vi.spyOn(database, 'settled');
    const read: number[] = [];
    const feed = await openEventFeed({ database, log, delivered: () => read.push(1) }, 10);
    settled.mockClear();
    await write(database, run, 3);
    await expect.poll(() => read.length).toBe(3);
    expect(settled).not.toHaveBeenCalled();
    // The server has lost the last of them.
    await database.db.execute(sql`delete from events where id = 3`);
    await database.db.execute(sql`alter table events alter column id restart with 3`);
    const next = feed.subscribe({}).next();
    await expect.poll(() => settled.mock.settledResults.map(({ type }) => type)[0]).toBe('fulfilled');
    await write(database, run, 1);
    expect((await next).value?.id).toBe(3);
    await feed[Symbol.asyncDispose]();
  });

  it('hands out nothing twice to a reader that is ahead of the wait for the disk', async () => {
    await using database = await openScratchDatabase(kind);
    const run = await insertRun(database);
    const real = database.settled;
    const settled = vi.spyOn(database, 'settled');
    const read: number[] = [];
    const feed = await openEventFeed({ database, log, delivered: () => read.push(1) }, 10);
    await write(database, run, 1);
    await expect.poll(() => read.length).toBe(1);
    const { promise: onDisk, resolve } = Promise.withResolvers<void>();
    settled.mockImplementationOnce(async (own) => {
      const found = await real(own);
      await onDisk;
      return found;
    });
    const reader = feed.subscribe({}, 0);
    await write(database, run, 1);
    const nextId = async () => (await reader.next()).value?.id;
    expect([await nextId(), await nextId()]).toEqual([1, 2]);
    resolve();
    await write(database, run, 1);
    expect(await nextId()).toBe(3);
    await feed[Symbol.asyncDispose]();
  });

  it('asks no more for what a reader missed once it has seen all, though nothing of it fits', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const run = await insertRun(database);
    await write(database, run, 3);
    const select = vi.spyOn(db, 'select');
    const feed = await openEventFeed({ database, log }, 10);
    const next = feed.subscribe({ status: ['CHECKED'] }, 0).next();
    for (let turn = 0; turn < 30; turn += 1) await db.execute('select 1');
    // The feed asks for the newest event and for those after it, once or twice; its reader for those it missed.
    expect(select.mock.calls.length).toBeLessThanOrEqual(4);
    await db.transaction((tx) => recordEvents(tx, run, [{ status: 'CHECKED', message: '' }]));
    expect((await next).value).toMatchObject({ id: 4, status: 'CHECKED' });
    await feed[Symbol.asyncDispose]();
  });

  it('ends a subscription that could not read what it missed', async () => {
    await using database = await openScratchDatabase(kind);
    const run = await insertRun(database);
    await write(database, run, 3);
    const feed = await openEventFeed({ database, log }, 10);
    const [failing, other] = [feed.subscribe({ modPackId: run.modPackId }, 0), feed.subscribe({}, 0)];
    vi.spyOn(database.db, 'select').mockImplementationOnce(() => {
      throw new Error('away');
    });
    await expect(failing.next()).rejects.toThrow('away');
    expect(feed.subscribers()).toBe(1);
    expect(await failing.next()).toEqual({ done: true, value: undefined });
    expect((await other.next()).value).toMatchObject({ message: '0' });
    await feed[Symbol.asyncDispose]();
  });
});

describe.runIf(databaseKinds.includes('server'))('the event feed of two nodes', () => {
  it('shows each the events of the other, also after all connections were cut', async () => {
    await using place = await createServerDatabase();
    await using one = await openDatabase(place.url, { memory: true });
    await using other = await openDatabase(place.url, { memory: true });
    const feed = await openEventFeed({ database: one, log }, 100);
    const run = await insertRun(other);
    const reader = feed.subscribe({});
    await write(other, run, 1);
    expect((await reader.next()).value).toMatchObject({ message: '0' });
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await other.db.execute(cut).catch(() => null);
    const next = reader.next();
    // A connection may still be found dead by the first who uses it.
    const written = () =>
      write(other, run, 1).then(
        () => true,
        () => false,
      );
    await expect.poll(written).toBe(true);
    expect((await next).value).toMatchObject({ message: '0' });
    await feed[Symbol.asyncDispose]();
  });
});
