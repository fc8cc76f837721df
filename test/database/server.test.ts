import { readFile } from 'node:fs/promises';
/** How a node uses a server, and what leads past a pooler: where one is, transactions take one way and all else another. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { rows } from '../../src/database/database.ts';
import { endWith } from '../../src/database/drizzle-driver.ts';
import { commitAndFlush } from '../../src/database/queries.ts';
import { openServer } from '../../src/database/server.ts';
import { defaultServerSettings, type ServerSettings } from '../../src/database/settings.ts';
import { createStatements } from '../../src/database/statements.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';
import { openPassage, type Passage } from '../support/passage.ts';
import { poolOn } from '../support/server-pool.ts';

/** A database, and a way to it that can be cut. */
interface Scene extends AsyncDisposable {
  /** The server's own address. */
  url: string;
  passage: Passage;
}

async function openScene(): Promise<Scene> {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createServerDatabase());
  const passage = parts.use(await openPassage(url));
  const kept = parts.move();
  return { url, passage, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** A node of which nothing is late. */
const open = (url: string, settings: Partial<ServerSettings> = {}): Promise<Database> =>
  openServer(url, {
    ...defaultServerSettings,
    connectTimeoutMs: 60_000,
    statementTimeoutMs: 600_000,
    idleTransactionTimeoutMs: 600_000,
    silenceMs: 600_000,
    ...settings,
  });

/** What each failed with; null for what did not. */
async function failures(work: readonly Promise<unknown>[]): Promise<unknown[]> {
  const ended = await Promise.allSettled(work);
  return ended.map((end) => (end.status === 'rejected' ? end.reason : null));
}

const file = { sha256: 'a', size: 1, storageKey: 'a' };

/** Ends a transaction by a statement that is known beforehand; answers what its connection was asked last. */
async function lastOf(url: string, db: Queries): Promise<unknown[]> {
  await db.transaction((tx) => endWith(tx, [tx.insert(files).values(file)]));
  return onConnection(url, async (client) => {
    const asked = await client.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and query = any($1)`,
      [['commit', commitAndFlush]],
    );
    return asked.rows.map(({ query }) => query);
  });
}

const idleLimit = sql`select current_setting('idle_in_transaction_session_timeout') as told`;
const known = sql`select statement from pg_prepared_statements where statement like '%some_files%'`;

/** Whether a statement has a name with the server afterwards. */
async function namesOf(db: Queries): Promise<object[]> {
  await db.select({ id: sql`id as some_files` }).from(files).prepare('some files').execute();
  return rows(db, known);
}

describe.runIf(databaseKinds.includes('server'))('a server without a pooler', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
    return () => scene[Symbol.asyncDispose]();
  });

  it('knows statements by their names and has commits wait for the disk afterwards', async () => {
    await using database = await open(scene.url, { pool: 1, workPool: 1 });
    const named = [{ statement: 'select id as some_files from "files"' }];
    expect(await namesOf(database.db)).toEqual(named);
    expect(await namesOf(database.patient)).toEqual(named);
    expect(await database.exclusively('a', namesOf)).toEqual(named);
    expect(await lastOf(scene.url, database.db)).toEqual([commitAndFlush]);
  });

  it('commits under a lock as elsewhere', async () => {
    await using database = await open(scene.url);
    const last = await database.exclusively('a', (held) => lastOf(scene.url, held));
    expect(last).toEqual([commitAndFlush]);
  });

  it('tells each of its pools apart by what it is used for', async () => {
    await using database = await open(scene.url);
    const idle = { busy: 0, waiting: 0 };
    const busy = { busy: 1, waiting: 0 };
    const none = { requests: idle, work: idle, locks: idle };
    const use = async () => database.pools();
    expect(await database.db.transaction(use)).toEqual({ ...none, requests: busy });
    expect(await database.patient.transaction(use)).toEqual({ ...none, work: busy });
    expect(await database.exclusively('a', use)).toEqual({ ...none, locks: busy });
    expect(database.pools()).toEqual(none);
  });

  it('tells other nodes what one notifies them of', async () => {
    await using here = await open(scene.url);
    await using there = await open(scene.url);
    const heard: string[] = [];
    await there.listen(
      'news',
      (payload) => heard.push(payload),
      () => {},
    );
    await here.notify('news', 'one');
    await here.notify('other', 'two');
    await here.notify('news', 'three');
    await expect.poll(() => heard).toEqual(['one', 'three']);
  });

  it('gives up connecting for work and locks, as for requests, after the time that is set', async () => {
    await using database = await open(scene.passage.url, { connectTimeoutMs: 1_000 });
    scene.passage.silence();
    const select = sql`select 1`;
    const failed = await failures([
      rows(database.patient, select),
      database.exclusively('a', async () => {}),
      rows(database.db, select),
    ]);
    expect(failed.map(isUnreachable)).toEqual([true, true, true]);
  });

  it('has a snapshot that is lost answered by its failure alone, and no place in the pool kept by it', async () => {
    await using database = await open(scene.url, { pool: 1 });
    const lost = database.snapshot();
    await rows(lost.db, sql`select 1`);
    await onConnection(scene.url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`),
    );
    await expect(rows(lost.db, sql`select 1`)).rejects.toSatisfy(isUnreachable);
    lost.close();
    await expect.poll(() => database.pools().requests).toEqual({ busy: 0, waiting: 0 });
    expect(await rows(database.db, sql`select 1 as answer`)).toEqual([{ answer: 1 }]);
  });

  it('hands a snapshot’s connection back once it is closed, and nobody is amid it then', async () => {
    await using database = await open(scene.url, { pool: 1 });
    const snapshot = database.snapshot();
    await rows(snapshot.db, sql`select 1`);
    expect(database.pools().requests).toEqual({ busy: 1, waiting: 0 });
    snapshot.close();
    const isolation = sql`select current_setting('transaction_isolation') as level`;
    expect(await rows(database.db, isolation)).toEqual([{ level: 'read committed' }]);
  });
});

describe.runIf(databaseKinds.includes('server'))('a server behind a pooler', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
    return () => scene[Symbol.asyncDispose]();
  });

  it('knows no names, has commits wait for the disk by themselves, and limits each transaction', async () => {
    await using database = await open(scene.url, { directUrl: scene.url, pool: 1, workPool: 1 });
    expect(await namesOf(database.db)).toEqual([]);
    expect(await namesOf(database.patient)).toEqual([]);
    expect(await lastOf(scene.url, database.db)).toEqual(['commit']);
    expect(await rows(database.db, idleLimit)).toEqual([{ told: '0' }]);
    for (const db of [database.db, database.patient])
      expect(await db.transaction((tx) => rows(tx, idleLimit))).toEqual([{ told: '10min' }]);
    const snapshot = database.snapshot();
    expect(await rows(snapshot.db, idleLimit)).toEqual([{ told: '10min' }]);
    snapshot.close();
  });

  it('is asked under a lock as one without a pooler is, since locks are held past it', async () => {
    await using database = await open(scene.url, { directUrl: scene.url });
    expect(await database.exclusively('a', namesOf)).toEqual([
      { statement: 'select id as some_files from "files"' },
    ]);
    expect(await database.exclusively('a', (held) => lastOf(scene.url, held))).toEqual([commitAndFlush]);
    const kept = createStatements<typeof files.$inferSelect>();
    const stored = await database.exclusively('a', (held) =>
      kept.rows(held, 'all', [], (own) => own.select().from(files)),
    );
    expect(stored).toMatchObject([file]);
  });

  it('is reached past it by migrations, locks and notifications, and by nothing else', async () => {
    const { passage, url } = scene;
    passage.cut();
    await using database = await open(passage.url, { directUrl: url, connectTimeoutMs: 5_000 });
    const heard: string[] = [];
    await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => {},
    );
    await onConnection(url, (client) => client.query(`notify news, 'one'`));
    await expect.poll(() => heard).toEqual(['one']);
    expect(await database.exclusively('a', (held) => rows(held, idleLimit))).toEqual([{ told: '10min' }]);
    const select = sql`select 1`;
    const failed = await failures([
      rows(database.db, select),
      rows(database.patient, select),
      database.notify('news', 'two'),
    ]);
    expect(failed.map(isUnreachable)).toEqual([true, true, true]);
  });
});

it('the embedded database is started for one process with little memory, whose log is kept within bounds', async () => {
  await using database = await openScratchDatabase('embedded');
  const setting = (name: string) => sql`current_setting(${name}::text) as ${sql.identifier(name)}`;
  const told = [
    'min_wal_size',
    'max_wal_size',
    'max_active_replication_origins',
    'shared_buffers',
    'wal_buffers',
    'max_connections',
  ];
  expect(await rows(database.db, sql`select ${sql.join(told.map(setting), sql`, `)}`)).toEqual([
    {
      min_wal_size: '48MB',
      max_wal_size: '64MB',
      max_active_replication_origins: '0',
      shared_buffers: '16MB',
      // Of itself a part of what is shared.
      wal_buffers: '512kB',
      max_connections: '5',
    },
  ]);
});

it('a node takes as many connections to a server as its operator is told', async () => {
  const { pool, workPool, lockPool } = defaultServerSettings;
  const text = await readFile(new URL('../../docs/contributing/scaling.md', import.meta.url), 'utf8');
  const [, told] = /\*\*Connections\.\*\* (\d+) a node without a pooler/.exec(text) ?? [];
  expect(pool + workPool + lockPool + 1).toBe(Number(told));
});

describe.runIf(databaseKinds.includes('server'))('a pool of connections', () => {
  let place: Awaited<ReturnType<typeof createServerDatabase>>;
  beforeAll(async () => {
    place = await createServerDatabase();
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  const terminate = () =>
    onConnection(place.url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );

  it('makes no more than it may, and hands each to whoever has waited longest', async () => {
    await using pool = poolOn(place.url, { max: 2 });
    const [one, other] = [await pool.take(), await pool.take()];
    const order: string[] = [];
    const takeAs = async (name: string) => {
      const connection = await pool.take();
      order.push(name);
      return connection;
    };
    const third = takeAs('third');
    const fourth = takeAs('fourth');
    expect(pool.use()).toEqual({ open: 2, busy: 2, waiting: 2 });
    pool.handBack(one);
    expect(await third).toBe(one);
    // Where one is broken, another is made for whoever waits.
    pool.handBack(other, true);
    const made = await fourth;
    expect([made === other, order]).toEqual([false, ['third', 'fourth']]);
    for (const connection of [one, made]) pool.handBack(connection);
    expect(pool.use()).toEqual({ open: 2, busy: 0, waiting: 0 });
  });

  it('ends one that is handed back amid a transaction, and one whose statement has failed', async () => {
    await using pool = poolOn(place.url);
    const connection = await pool.take();
    await connection.query('begin');
    pool.handBack(connection);
    expect(pool.use()).toEqual({ open: 0, busy: 0, waiting: 0 });
    await expect(pool.query('select 6 / $1::int', [0])).rejects.toThrow('division by zero');
    expect(pool.use().open).toBe(0);
    expect((await pool.query('select 6 / $1::int', [1])).rows).toEqual([[6]]);
  });

  it('ends those that have heard nothing while they were watched, and no others', async () => {
    await using pool = poolOn(place.url, { max: 3 });
    const [silent, heard] = [await pool.take(), await pool.take()];
    const endSilent = pool.watchSilence();
    await heard.query('select 1');
    const later = await pool.take();
    endSilent();
    expect([silent, heard, later].map(({ isOver }) => isOver)).toEqual([true, false, false]);
    for (const connection of [silent, heard, later]) pool.handBack(connection);
  });

  it('goes on when the server ends those that are free, and those that are taken', async () => {
    await using pool = poolOn(place.url, { max: 2 });
    const taken = await pool.take();
    await pool.query('select 1');
    await terminate();
    await expect.poll(() => pool.use().open).toBe(0);
    pool.handBack(taken);
    expect((await pool.query('select 1 as answer')).rows).toEqual([[1]]);
    expect(pool.use()).toEqual({ open: 1, busy: 0, waiting: 0 });
  });

  it('lets go of a connection that nobody uses for a minute', async () => {
    await using pool = poolOn(place.url);
    await pool.query('select 1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await pool.query('select 1');
    vi.advanceTimersByTime(59_999);
    expect(pool.use().open).toBe(1);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect.poll(() => pool.use().open).toBe(0);
  });

  it('leaves no timer behind when it ends in time', async () => {
    const pool = poolOn(place.url);
    await pool.query('select 1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await pool.query('select 1');
    await pool[Symbol.asyncDispose]();
    expect(vi.getTimerCount()).toBe(0);
    await expect(pool.query('select 1')).rejects.toThrow('are closed');
  });

  it('does not wait at its end for an answer that does not come, nor lets others wait', async () => {
    const pool = poolOn(place.url);
    const connection = await pool.take();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sleeping = connection.query('select pg_sleep(600)').then(
      () => 'slept',
      () => pool.handBack(connection),
    );
    const waiting = pool.query('select 1').catch((error: Error) => error.message);
    const closed = pool[Symbol.asyncDispose]();
    expect(await waiting).toContain('are closed');
    vi.advanceTimersByTime(4_999);
    expect(connection.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(connection.isOver).toBe(true);
    await closed;
    expect(await sleeping).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
