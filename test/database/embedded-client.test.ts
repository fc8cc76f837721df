/** The embedded database as it is asked, which is the same in a thread of its own and in the one that asks. */
import { on, once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files } from '../../drizzle/schema.ts';
import { newThread, type ThreadSetup } from '../../src/database/begun-thread.ts';
import { isConflict } from '../../src/database/conflicts.ts';
import { databaseOn, openClient } from '../../src/database/embedded.ts';
import { createEmbeddedClient } from '../../src/database/embedded-client.ts';
import { type Link, linkToThread, linkWithin } from '../../src/database/embedded-link.ts';
import { queriesOf } from '../../src/database/embedded-queries.ts';
import type { Question, Told } from '../../src/database/embedded-questions.ts';
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

/** What makes rows of every kind of value that we store. */
const everyKind = `select 1 as small, 2::int8 as large, 9007199254740993::int8 as larger, 1.5::float8 as float, 1.50::numeric as exact,
  true as yes, 'text' as text, null as nothing, '{"a": [1, null]}'::json as json, '["b"]'::jsonb as jsonb, '"c"'::jsonb as word,
  '\\x00ff'::bytea as bytes, '{1,2}'::int[] as numbers, '{"a b",NULL}'::text[] as texts, timestamptz '2024-05-06 07:08:09.5+00' as moment,
  date '2024-05-06' as day`;

describe.each(places)('the embedded database %s', (place) => {
  // One for all but who closes it.
  let here: Awaited<ReturnType<typeof openHere>>;
  beforeAll(async () => {
    here = await openHere(place);
  });
  afterAll(() => here[Symbol.asyncDispose]());

  it('answers values as PGlite does', async () => {
    const { client } = here;
    const { rows } = await client.query(everyKind);
    expect(rows).toEqual([
      {
        small: 1,
        large: 2,
        larger: 9007199254740993n,
        float: 1.5,
        exact: '1.50',
        yes: true,
        text: 'text',
        nothing: null,
        json: { a: [1, null] },
        jsonb: ['b'],
        word: 'c',
        bytes: new Uint8Array([0, 255]),
        numbers: [1, 2],
        texts: ['a b', null],
        moment: new Date('2024-05-06T07:08:09.5Z'),
        day: new Date('2024-05-06'),
      },
    ]);
    const lists = await client.query(
      'select $1::timestamptz as moment, 1 as one',
      ['2024-05-06 07:08:09+00'],
      {
        rowMode: 'array',
        parsers: { 1184: (text) => `read ${text}` },
      },
    );
    expect(lists.rows).toEqual([['read 2024-05-06 07:08:09+00', 1]]);
    const asGiven = await client.query(`select '{"a": 1}'::json as json`, [], {
      parsers: { 114: (text) => `read ${text}` },
    });
    expect(asGiven.rows).toEqual([{ json: 'read {"a": 1}' }]);
    const long = 'long, and none of it is lost: ä€😀'.repeat(10_000);
    const texts = await client.query('select $1::text as text, json_build_array($1::text) as json', [long]);
    expect(texts.rows).toEqual([{ text: long, json: [long] }]);
    const many = await Promise.all(
      [200, 1, 100].map((count) =>
        client.query<{ text: string }>(`select i || $1::text as text from generate_series(1, ${count}) i`, [
          long.slice(0, 50_000),
        ]),
      ),
    );
    expect(many.map(({ rows }) => rows.map(({ text }) => parseInt(text, 10)))).toEqual(
      [200, 1, 100].map((count) => Array.from({ length: count }, (_, index) => index + 1)),
    );
    const several = await client.exec(
      'select 1 as a; select 2 as b where false; select json_build_array(3) as c',
    );
    expect(several.map((each) => each.rows)).toEqual([[{ a: 1 }], [], [{ c: [3] }]]);
    const two = await client.exec('select 1 as a; select 2 as b');
    expect(two.map((each) => each.rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });

  it('takes values of every kind', async () => {
    const { client } = here;
    const values = [
      '7',
      8,
      null,
      true,
      new Date('2024-05-06T07:08:09Z'),
      new Uint8Array([1, 255]),
      ['a', 'b c'],
      { d: 1 },
    ];
    const { rows } = await client.query(
      `select $1::int as a, $2::int as b, $3::text as c, $4::bool as d, $5::timestamptz as e, $6::bytea as f, $7::text[] as g, $8::jsonb as h`,
      values,
    );
    expect(rows).toEqual([
      { a: 7, b: 8, c: null, d: true, e: values[4], f: values[5], g: values[6], h: values[7] },
    ]);
    // What cannot be on its way to a thread fails by itself, and nothing else does.
    if (place === 'in a thread') await failureOf(client.query('select $1::text', [() => 'a function']));
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
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
      constraint: 'files_sha256_unique',
      detail: 'Key (sha256)=(a) already exists.',
      table: 'files',
      severity: 'ERROR',
    });
    expect(await failureOf(client.query('select nothing'))).toMatchObject({ code: '42703', position: '8' });
    expect(await failureOf(client.exec('select 1; select nothing'))).toMatchObject({ code: '42703' });
    const raised = (code: string) => failureOf(client.exec(`do $$ begin raise sqlstate '${code}'; end $$`));
    expect(isConflict(await raised('40001'))).toBe(true);
    expect(isUnreachable(await raised('57014'))).toBe(true);
    expect(isUnreachable(await raised('23505'))).toBe(false);
    await client.exec('set default_transaction_read_only = on');
    const write = `update files set size = $1`;
    expect(noRoomFailure(await failureOf(client.query(write, [2])))).not.toBeNull();
    await client.exec('set default_transaction_read_only = off');
    await client.query(write, [2]);
    expect((await client.query('select size from files')).rows).toEqual([{ size: 2 }]);
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
      await tx
        .transaction(async (inner) => {
          await inner.insert(files).values(one('undone'));
          await inner.insert(files).values(one('a'));
        })
        .catch(() => {});
      await tx.insert(files).values(one('b'));
      return tx.$count(files);
    });
    await Promise.race([halfDone.promise, done]);
    const order: string[] = [];
    const others = [
      db.$count(files).then((count) => order.push(`counted ${count}`)),
      db.transaction((tx) => tx.insert(files).values(one('c'))).then(() => order.push('another')),
      db.$count(files).then((count) => order.push(`counted ${count}`)),
      client
        .exec('select count(*) as counted from files')
        .then(([all]) => order.push(JSON.stringify(all?.rows))),
    ];
    // A turn in which they would have been asked.
    await new Promise((resolve) => setImmediate(resolve));
    const meanwhile = [...order];
    goOn.resolve();
    expect(await done).toBe(2);
    expect(meanwhile).toEqual([]);
    expect(String(await failureOf(committed.$count(files).then()))).toContain('select count');
    await Promise.all(others);
    expect(order).toEqual(['counted 2', 'another', 'counted 3', '[{"counted":3}]']);

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
    const endFirst = await client.listen('Some "channel"', (payload) => heard.push(`first ${payload}`));
    const endSecond = await client.listen('Some "channel"', (payload) => heard.push(`second ${payload}`));
    const tell = (payload: string) => client.query('select pg_notify($1, $2)', ['Some "channel"', payload]);
    await tell('a');
    await client.query('select pg_notify($1, $2)', ['another', 'b']);
    await endFirst();
    await client.transaction(async (connection) => {
      await connection.query('select pg_notify($1, $2)', ['Some "channel"', 'c']);
    });
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
    // And so does whoever reads a value.
    const readIn: number[] = [];
    const read = (text: string) => {
      readIn.push(turns);
      const until = performance.now() + 5;
      while (performance.now() < until);
      return text;
    };
    await client.query('select i::text as text from generate_series(1, 40) i', [], { parsers: { 25: read } });
    expect(readIn).toHaveLength(40);
    expect(new Set(readIn).size).toBeGreaterThan(5);
  });

  it('answers nothing once it is closed, but what it was asked before', async () => {
    await using parts = new AsyncDisposableStack();
    const { client } = parts.use(await openHere(place));
    const before = client.transaction(async (connection) => {
      await connection.query('select 1');
      return (await connection.query('select 2 as two')).rows;
    });
    const closed = client.close();
    expect(await before).toEqual([{ two: 2 }]);
    await Promise.all([closed, client.close()]);
    expect(String(await failureOf(client.query('select 1')))).toContain('The embedded database is closed.');
    await failureOf(client.transaction(async () => {}));
  });
});

/** A client whose database is played: what it was asked, and what it is told. */
function playedClient() {
  let hear: (told: Told) => void = () => {};
  const asked: Question[] = [];
  const link: Link = {
    open(first) {
      hear = first;
    },
    ask: (question) => void asked.push(question),
    hold() {},
    async end() {},
  };
  const client = createEmbeddedClient(link, () => {});
  return { client, asked, tell: (told: Told) => hear(told) };
}

it('an answer that comes while others wait for a turn overtakes none of them', async () => {
  const { client, tell } = playedClient();
  const asked = Promise.all([1, 2, 3].map((number) => client.query(`select ${number} as number`)));
  const answer = (number: number) =>
    tell({ results: [{ rows: [[number]], fields: [{ name: 'number', dataTypeID: 23 }] }] });
  await turn();
  const turnIsOver = performance.now() + 15;
  while (performance.now() < turnIsOver);
  answer(1);
  answer(2);
  // Between the turn of the first and that of the second.
  await turn();
  answer(3);
  expect((await asked).map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
});

it('a transaction is set as it is wanted before it is worked on, and asks while all others wait', async () => {
  const { client, asked, tell } = playedClient();
  const textOf = (question: Question) => {
    if (typeof question === 'string') return question;
    return 'text' in question ? question.text : question.statements;
  };
  const statements = () => asked.map(textOf);
  const answer = (command: string) => tell({ results: [{ rows: [], fields: [], command }] });
  const done = queriesOf(client).transaction((tx) => tx.execute(sql`select 1`), { accessMode: 'read only' });
  const other = client.query('select 2');
  await turn();
  const first = ['begin', 'set transaction read only'];
  expect(statements()).toEqual(first);
  answer('BEGIN');
  answer('SET');
  await expect.poll(statements).toEqual([...first, 'select 1']);
  answer('SELECT');
  await expect.poll(statements).toEqual([...first, 'select 1', 'commit']);
  answer('COMMIT');
  await done;
  await expect.poll(statements).toEqual([...first, 'select 1', 'commit', 'select 2']);
  answer('SELECT');
  await other;
});

it('JSON is told as its text, which is read by those who want it', async () => {
  const link = await linkWithin({ fs: new CopiedFiles(await embeddedFiles()) });
  const { promise, resolve } = Promise.withResolvers<Told>();
  link.open(resolve, () => {});
  const text = `select '{"a": 1}'::json as json, '["b"]'::jsonb as jsonb`;
  link.ask({ text, values: [], asText: [] });
  expect(await promise).toMatchObject({ results: [{ rows: [['{"a": 1}', '["b"]']] }] });
  link.ask('close');
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
    expect((await asked).rows).toEqual([{ count: 2_000_000 }]);
    expect(turns).toBeGreaterThan(100);
  });

  // The number of a thread that is no more is -1.
  it('ends when the database does not start', async () => {
    await using parts = new AsyncDisposableStack();
    const folder = await folderOf(parts);
    await rm(path.join(folder, 'postgres', 'global'), { recursive: true });
    const begun = newThread();
    await failureOf(linkToThread(path.join(folder, 'postgres'), begun));
    expect(begun.thread.threadId).toBe(-1);
  });

  it('says all that is known of why the database does not start', async () => {
    await using parts = new AsyncDisposableStack();
    const beneathAFile = path.join(await folderOf(parts), 'postgres', 'PG_VERSION', 'postgres');
    expect(await failureOf(linkToThread(beneathAFile, newThread()))).toMatchObject({
      message: expect.stringContaining(beneathAFile),
      code: 'ENOTDIR',
      syscall: 'mkdir',
    });
  });

  it('tells no more of a long answer than it is asked for', async () => {
    await using parts = new AsyncDisposableStack();
    const begun = newThread();
    const told = on(begun.thread, 'message');
    const next = async () => (await told.next()).value?.[0];
    const link = await linkToThread(path.join(await folderOf(parts), 'postgres'), begun);
    parts.defer(() => link.end());
    expect(await next()).toEqual({ results: [] });
    link.ask({ statements: 'listen news' });
    expect(await next()).toHaveProperty('results');
    const text = `select repeat('x', 1048576) as text from generate_series(1, 7)`;
    const piece = { rows: [[{ utf8: expect.anything() }], [{ utf8: expect.anything() }]] };
    for (const question of [{ text, values: [], asText: [] }, 'more', 'more'] as const) {
      link.ask(question);
      link.ask({ statements: 'notify news' });
      expect(await next()).toEqual(piece);
      // Told by the database itself: this waits for no answer to what was asked before.
      expect(await next()).toEqual({ channel: 'news', payload: '' });
    }
    link.ask('more');
    expect(await next()).toMatchObject({ results: [{ rows: [[{}]], fields: [{ name: 'text' }] }] });
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
      expect(await once(thread, 'message')).toEqual([{ results: [] }]);
      thread.postMessage('close');
      expect(await once(thread, 'message')).toEqual([{ results: [] }]);
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
    await client.exec('create table written as select 1');
    await close();
    expect(thread.threadId).toBe(-1);
    // How PostgreSQL's own file says that the server was shut down, at this place since its first versions.
    const control = await readFile(path.join(folder, 'postgres', 'global', 'pg_control'));
    expect(control.readUInt32LE(16)).toBe(1);
  });

  it('fails whoever waits, and whoever asks later, when it dies', async () => {
    await using parts = new AsyncDisposableStack();
    const folder = await folderOf(parts);
    let thread: Worker | undefined;
    const noted = (begun: Worker) => {
      thread = begun;
    };
    process.on('worker', noted);
    const link = await linkToThread(path.join(folder, 'postgres'), newThread());
    process.off('worker', noted);
    const lost: Error[] = [];
    const client = createEmbeddedClient(link, (error) => lost.push(error));
    const waiting = [
      client.query('select pg_sleep(600)'),
      client.transaction((connection) => connection.query('select 1')),
      client.query('select 1'),
    ].map(failureOf);
    await thread?.terminate();
    for (const failure of await Promise.all(waiting))
      expect(String(failure)).toContain('The embedded database has ended.');
    expect(await failureOf(client.query('select 1'))).toBe(lost[0]);
    expect(lost).toHaveLength(1);
    await client.close();
  });
});
