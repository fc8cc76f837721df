/** The embedded database as it is asked, which is the same in a thread of its own and in the one that asks. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { files } from '../../drizzle/schema.ts';
import { isConflict } from '../../src/database/conflicts.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { startThread, type ThreadSetup } from '../../src/database/database-thread.ts';
import { databaseOn, openClient, openEmbedded } from '../../src/database/embedded.ts';
import { connectClient } from '../../src/database/embedded-client.ts';
import { streamToThread } from '../../src/database/embedded-stream.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { lockFolder } from '../../src/database/folder-lock.ts';
import { noRoomFailure } from '../../src/database/no-room.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { CopiedFiles } from '../support/copied-files.ts';
import { embeddedFiles, makeDatabaseFolder } from '../support/embedded-files.ts';

const places = ['in a thread', 'in memory'] as const;

async function openHere(place: (typeof places)[number]) {
  await using parts = new AsyncDisposableStack();
  const open = async () => {
    if (place === 'in memory')
      return openClient({ memory: true, files: new CopiedFiles(await embeddedFiles()) });
    const folder = await folderOf(parts);
    return openClient({ folder });
  };
  const { client, close } = await open();
  parts.defer(close);
  const opened = parts.move();
  return { client, close, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function folderOf(parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'embedded-client-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await makeDatabaseFolder(folder);
  return folder;
}

/** What a question was refused with. */
async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  const failure: unknown = await asked.then(
    () => null,
    (error) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  return failure;
}

describe.each(places)('the embedded database %s', async (place) => {
  // One for all but who closes it.
  const here = await openHere(place);
  afterAll(() => here[Symbol.asyncDispose]());

  it('answers long texts, many rows and several statements, all at once', async () => {
    const { client } = here;
    const long = 'long, and none of it is lost: ä€😀'.repeat(10_000);
    const texts = await client.query('select $1::text, json_build_array($1::text)', [long]);
    expect(texts.rows).toEqual([[long, [long]]]);
    const many = await Promise.all(
      [200, 1, 100].map((count) =>
        client.query(`select i || $1::text from generate_series(1, ${count}) i`, [long.slice(0, 50_000)]),
      ),
    );
    expect(many.map(({ rows }) => rows.map(([text]) => parseInt(String(text), 10)))).toEqual(
      [200, 1, 100].map((count) => Array.from({ length: count }, (_, index) => index + 1)),
    );
    const several = await client.query(
      'select 1 as a; select 2 as b where false; select json_build_array(3) as c',
    );
    expect(several.rows).toEqual([[1], [[3]]]);
  });

  it('prepares what is asked again', async () => {
    const { client } = here;
    const text = 'select $1::int + 1 as prepared_here';
    const known = async () =>
      (await client.query(`select name from pg_prepared_statements where statement like '%prepared_here'`))
        .rows.length;
    for (const times of [0, 1, 1]) {
      expect((await client.query(text, [times], { name: 'named' })).rows).toEqual([[times + 1]]);
      expect(await known()).toBe(times);
    }
  });

  it('makes its plans anew after a minute, since tables have grown meanwhile', async () => {
    // Its clock stands still until it is set forward: a busy machine may take a minute for what comes before.
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    await using own = await openHere(place);
    const { client } = own;
    await client.query('create table growing (id int primary key)');
    await client.query('insert into growing values (1)');
    const text = 'select id as grown from growing where id = $1::int';
    const ask = () => client.query(text, [1]);
    const plan = async () => {
      const known = `select name from pg_prepared_statements where statement = '${text}'`;
      const [[name] = []] = (await client.query(known)).rows;
      return String((await client.query(`explain execute "${name}" (1)`)).rows[0]?.[0]);
    };
    // The sixth time, and after that, a plan for all values is followed.
    for (let time = 0; time < 8; time += 1) await ask();
    const before = await plan();
    await client.query('insert into growing select i from generate_series(2, 50000) i');
    await ask();
    expect(await plan()).toBe(before);
    clock.mockReturnValue(now + 61_000);
    await ask();
    expect(await plan()).not.toBe(before);
  });

  it('fails with all that the database says of it', async () => {
    const { client } = here;
    await client.query(`insert into files (sha256, size, storage_key) values ('a', 1, 'a')`);
    const taken = failureOf(
      client.query(`insert into files (sha256, size, storage_key) values ($1, $2, 'a')`, ['a', 1]),
    );
    expect(await taken).toMatchObject({
      message: 'duplicate key value violates unique constraint "files_sha256_unique"',
      code: '23505',
      constraint_name: 'files_sha256_unique',
      detail: 'Key (sha256)=(a) already exists.',
      table_name: 'files',
      severity: 'ERROR',
    });
    expect(await failureOf(client.query('select nothing'))).toMatchObject({ code: '42703', position: '8' });
    expect(await failureOf(client.query('select 1; select nothing'))).toMatchObject({ code: '42703' });
    const raised = (code: string) => failureOf(client.query(`do $$ begin raise sqlstate '${code}'; end $$`));
    expect(isConflict(await raised('40001'))).toBe(true);
    expect(isUnreachable(await raised('57014'))).toBe(true);
    expect(isUnreachable(await raised('23505'))).toBe(false);
    await client.query('set default_transaction_read_only = on');
    const write = `update files set size = $1`;
    expect(noRoomFailure(await failureOf(client.query(write, [2])))).not.toBeNull();
    await client.query('set default_transaction_read_only = off');
    await client.query(write, [2]);
    expect((await client.query('select size::int from files')).rows).toEqual([[2]]);
  });

  it('does a transaction wholly or not at all, and nothing else meanwhile', async () => {
    const { client, close } = here;
    const { db } = databaseOn(client, close);
    await db.delete(files);
    const one = (sha256: string) => ({ sha256, size: 1, storageKey: sha256 });
    const halfDone = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let committed = db;
    const done = db.transaction(async (tx) => {
      committed = tx;
      await tx.insert(files).values(one('a'));
      halfDone.resolve();
      await goOn.promise;
      await tx.insert(files).values(one('b'));
      return tx.$count(files);
    });
    await Promise.race([halfDone.promise, done]);
    const order: string[] = [];
    const others = [
      db.$count(files).then((count) => order.push(`counted ${count}`)),
      db.transaction((tx) => tx.insert(files).values(one('c'))).then(() => order.push('another')),
      db.$count(files).then((count) => order.push(`counted ${count}`)),
      client.query('select count(*)::int from files').then(({ rows }) => order.push(JSON.stringify(rows))),
    ];
    // A turn in which they would have been asked.
    await new Promise((resolve) => setImmediate(resolve));
    const meanwhile = [...order];
    goOn.resolve();
    expect(await done).toBe(2);
    expect(meanwhile).toEqual([]);
    expect(String(await failureOf(committed.$count(files).then()))).toContain('select count');
    await Promise.all(others);
    expect(order.slice(0, 2)).toEqual(['counted 2', 'another']);
    expect(order.slice(2).sort()).toEqual(['[[3]]', 'counted 3']);

    const thought = new Error('thought better of it');
    let kept = db;
    const given = db.transaction(async (tx) => {
      kept = tx;
      await tx.insert(files).values(one('d'));
      throw thought;
    });
    expect(await failureOf(given)).toBe(thought);
    await failureOf(kept.$count(files).then());
    const passedOver = db.transaction(async (tx) => {
      await tx.insert(files).values(one('e'));
      await tx.execute(sql`select nothing`).catch(() => {});
    });
    expect(String(await failureOf(passedOver))).toContain('its failure was passed over');
    await failureOf(
      db.transaction((tx) => tx.$count(files).then(() => tx.insert(files).values(one('f'))), {
        accessMode: 'read only',
      }),
    );
    expect(await db.$count(files)).toBe(3);
  });

  it('tells of notifications for as long as somebody listens', async () => {
    const { client } = here;
    const heard: string[] = [];
    const endFirst = await client.listen(
      'Some "channel"',
      (payload) => heard.push(`first ${payload}`),
      () => {},
    );
    const endSecond = await client.listen(
      'Some "channel"',
      (payload) => heard.push(`second ${payload}`),
      () => {},
    );
    const tell = (payload: string) => client.query('select pg_notify($1, $2)', ['Some "channel"', payload]);
    await tell('a');
    await client.query('select pg_notify($1, $2)', ['another', 'b']);
    await endFirst();
    const held = await client.take();
    await held.query('select pg_notify($1, $2)', ['Some "channel"', 'c']);
    client.handBack(held);
    await endSecond();
    await tell('d');
    expect(heard).toEqual(['first a', 'second a', 'second c']);
    expect((await client.query('select pg_listening_channels()')).rows).toEqual([]);
  });

  it('lets the event loop turn while many are answered, and between long rows', async () => {
    const { client } = here;
    using parts = new DisposableStack();
    let turns = 0;
    const turn = () => {
      turns += 1;
      immediate = setImmediate(turn);
    };
    let immediate = setImmediate(turn);
    parts.defer(() => clearImmediate(immediate));
    // No more than are answered without a turn in a second or two.
    for (let asked = 0; turns < 3 && asked < 10_000; asked += 1) await client.query('select 1');
    expect(turns).toBeGreaterThan(2);
    // Whoever is answered takes 5 ms.
    const before = turns;
    const busy = async () => {
      await client.query('select 1');
      const until = performance.now() + 5;
      while (performance.now() < until);
      return turns;
    };
    const inTurns = await Promise.all(Array.from({ length: 60 }, busy));
    expect(new Set(inTurns).size).toBeGreaterThan(10);
    expect(turns).toBeGreaterThan(before);
  });

  it('answers nothing once it is closed, but what it was asked before', async () => {
    await using parts = new AsyncDisposableStack();
    const { client, close } = parts.use(await openHere(place));
    const { db } = databaseOn(client, close);
    const before = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      return rows(tx, sql`select 2 as two`);
    });
    const closed = close();
    expect(await before).toEqual([{ two: 2 }]);
    await Promise.all([closed, close()]);
    expect(isUnreachable(await failureOf(client.query('select 1')))).toBe(true);
    await failureOf(db.transaction(async () => {}));
  });
});

describe('the thread of the embedded database', () => {
  it('leaves the event loop to others while a statement takes its time', async () => {
    await using parts = new AsyncDisposableStack();
    const { client } = parts.use(await openHere('in a thread'));
    let turns = 0;
    let isOver = false;
    const asked = client
      .query('select count(*)::int as count from generate_series(1, 2000000)')
      .then((found) => {
        isOver = true;
        return found;
      });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect((await asked).rows).toEqual([[2_000_000]]);
    expect(turns).toBeGreaterThan(100);
  });

  // The number of a thread that is no more is -1.
  it('ends when the database does not start', async () => {
    await using parts = new AsyncDisposableStack();
    const folder = await folderOf(parts);
    await rm(path.join(folder, 'postgres', 'global'), { recursive: true });
    const begun = startThread();
    await failureOf(streamToThread(path.join(folder, 'postgres'), begun));
    expect(begun.thread.threadId).toBe(-1);
  });

  it('says all that is known of why the database does not start', async () => {
    await using parts = new AsyncDisposableStack();
    const beneathAFile = path.join(await folderOf(parts), 'postgres', 'PG_VERSION', 'postgres');
    expect(await failureOf(streamToThread(beneathAFile, startThread()))).toMatchObject({
      message: expect.stringContaining(beneathAFile),
      code: 'ENOTDIR',
      syscall: 'mkdir',
    });
  });

  it('keeps what is compiled of it in the folder that it is told of, and does without', async () => {
    await using parts = new AsyncDisposableStack();
    const folder = await folderOf(parts);
    const kept = path.join(folder, 'compiled');
    // What it is told of is that of its process, which lies in such a folder. In the environment it would find one, too.
    for (const compileCache of [undefined, path.join(kept, 'of a process')]) {
      const thread = new Worker(new URL('../../src/database/embedded-thread.ts', import.meta.url), {
        workerData: { compileCache } satisfies ThreadSetup,
        env: {},
      });
      parts.defer(async () => void (await thread.terminate()));
      thread.postMessage(path.join(folder, 'postgres'));
      expect(await once(thread, 'message')).toEqual([{ failure: null }]);
      // That a connection begins, and ends.
      thread.postMessage(new Uint8Array([0, 0, 0, 8, 0, 3, 0, 0, 88, 0, 0, 0, 4]));
      expect(await once(thread, 'message')).toEqual([expect.any(Uint8Array)]);
      expect(await once(thread, 'message')).toEqual(['closed']);
    }
    const [ofNode, ...others] = await readdir(kept);
    expect(ofNode).toContain(process.version);
    expect(others).toEqual([]);
    expect(await readdir(path.join(kept, ofNode ?? ''))).not.toEqual([]);
  });

  it('is closed in good order: what was written is in the files, and no log is to be gone through', async () => {
    await using parts = new AsyncDisposableStack();
    const folder = await folderOf(parts);
    const begun = once(process, 'worker');
    const { client, close } = await openClient({ folder });
    const [thread] = z.tuple([z.instanceof(Worker)]).parse(await begun);
    await client.query('create table written as select 1');
    await close();
    expect(thread.threadId).toBe(-1);
    // How PostgreSQL's own file says that the server was shut down, at this place since its first versions.
    const control = await readFile(path.join(folder, 'postgres', 'global', 'pg_control'));
    expect(control.readUInt32LE(16)).toBe(1);
  });

  it.each([
    { reopen: undefined, told: 'The embedded database has ended.' },
    { reopen: () => Promise.reject(new Error('cannot be started')), told: 'cannot be started' },
  ])(
    'fails whoever waits, and whoever asks later, when it dies and does not start again: $told',
    async (how) => {
      await using parts = new AsyncDisposableStack();
      const folder = await folderOf(parts);
      const begun = startThread();
      const stream = await streamToThread(path.join(folder, 'postgres'), begun);
      const lost: Error[] = [];
      const { client, close } = await connectClient(stream, {
        reopen: how.reopen,
        lost: (error) => lost.push(error),
      });
      const waiting = [
        client.query('select pg_sleep(600)'),
        databaseOn(client, close).db.transaction((tx) => tx.execute(sql`select 1`)),
        client.query('select 1'),
      ].map(failureOf);
      await begun.thread.terminate();
      for (const failure of await Promise.all(waiting)) expect(isUnreachable(failure)).toBe(true);
      expect(isUnreachable(await failureOf(client.query('select 1')))).toBe(true);
      expect(lost.map(({ message }) => message)).toEqual([how.told]);
      await close();
    },
  );

  const forever = sql`select count(*) from generate_series(1, 1e12)`;
  const file = (sha256: string) => ({ sha256, size: 1, storageKey: sha256 });
  const halfDone = (db: Queries, whileItRuns = () => {}) =>
    db.transaction(async (tx) => {
      await tx.insert(files).values(file('half done'));
      setImmediate(whileItRuns);
      await tx.execute(forever);
    });
  const long = 3_600_000;
  it.each([
    {
      after: 'a statement of a request that is over its time',
      limits: [300, long],
      end: ({ db }: Database) => halfDone(db),
    },
    {
      after: 'a statement of work that is over its time',
      limits: [long, 300],
      end: ({ patient }: Database) => halfDone(patient),
    },
    {
      after: 'a statement whose caller has gone',
      limits: [long, long],
      end({ snapshot }: Database) {
        const { db, stop } = snapshot();
        setImmediate(stop);
        return db.execute(forever).then();
      },
    },
    {
      after: 'the end of its thread',
      limits: [long, long],
      end: ({ db }: Database, thread: Worker) => halfDone(db, () => thread.terminate()),
    },
  ])('starts again after $after: what waited is answered, and what was committed is there', async (how) => {
    const [statementTimeoutMs = 0, workStatementTimeoutMs = 0] = how.limits;
    await using parts = new AsyncDisposableStack();
    const folder = await folderOf(parts);
    const begun = once(process, 'worker');
    const database = parts.use(
      await openEmbedded({ folder }, { server: { statementTimeoutMs, workStatementTimeoutMs } }),
    );
    const [thread] = z.tuple([z.instanceof(Worker)]).parse(await begun);
    const told: string[] = [];
    const endListening = await database.listen(
      'news',
      (payload) => told.push(payload),
      () => told.push('missed'),
    );
    await database.db.insert(files).values(file('committed'));
    const failure = failureOf(how.end(database, thread));
    const queued = database.db.select({ sha256: files.sha256 }).from(files);
    expect(await queued).toEqual([{ sha256: 'committed' }]);
    expect(isUnreachable(await failure)).toBe(true);
    expect(thread.threadId).toBe(-1);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    await database.notify('news', 'heard');
    await endListening();
    expect(told).toEqual(['missed', 'heard']);
  });
});
