/** How a node uses a server, and what leads past a pooler: where one is, transactions take one way and all else another. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { rows } from '../../src/database/database.ts';
import { endWith } from '../../src/database/last-statements.ts';
import { flush } from '../../src/database/queries.ts';
import { openServer } from '../../src/database/server.ts';
import { defaultServerSettings, type ServerSettings } from '../../src/database/settings.ts';
import { createStatements } from '../../src/database/statements.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { lastStatement } from '../support/last-statement.ts';
import { openPassage, type Passage } from '../support/passage.ts';

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
  await db.transaction((tx) => endWith(tx, [lastStatement(tx.insert(files).values(file))]));
  return onConnection(url, async (client) => {
    const asked = await client.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and query = any($1)`,
      [['commit', flush]],
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
    expect(await lastOf(scene.url, database.db)).toEqual([flush]);
  });

  it('commits under a lock as elsewhere', async () => {
    await using database = await open(scene.url);
    const last = await database.exclusively('a', (held) => lastOf(scene.url, held));
    expect(last).toEqual([flush]);
  });

  it('tells each of its pools apart by what it is used for', async () => {
    await using database = await open(scene.url);
    const idle = { busy: 0, waiting: 0 };
    const busy = { busy: 1, waiting: 0 };
    const none = { requests: idle, work: idle, locks: idle, queue: idle };
    const use = async () => database.pools();
    expect(await database.db.transaction(use)).toEqual({ ...none, requests: busy });
    expect(await database.patient.transaction(use)).toEqual({ ...none, work: busy });
    expect(await database.exclusively('a', use)).toEqual({ ...none, locks: busy });
    await onConnection(scene.url, async (client) => {
      await client.query('select pg_advisory_lock(1)');
      const asked = database.boss.getDb().executeSql('select pg_advisory_xact_lock(1)');
      expect(database.pools()).toEqual({ ...none, queue: busy });
      await client.query('select pg_advisory_unlock(1)');
      await asked;
    });
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

  it('gives up connecting for work, locks and the queue, as for requests, after the time that is set', async () => {
    await using database = await open(scene.passage.url, { connectTimeoutMs: 1_000 });
    scene.passage.silence();
    const select = sql`select 1`;
    const failed = await failures([
      rows(database.patient, select),
      database.exclusively('a', async () => {}),
      database.boss.getDb().executeSql('select 1'),
      rows(database.db, select),
    ]);
    expect(failed.map(isUnreachable)).toEqual([true, true, true, true]);
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
    expect(await database.exclusively('a', (held) => lastOf(scene.url, held))).toEqual([flush]);
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
      database.boss.getDb().executeSql('select 1'),
      database.notify('news', 'two'),
    ]);
    expect(failed.map(isUnreachable)).toEqual([true, true, true, true]);
  });
});
