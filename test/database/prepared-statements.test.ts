/** What is asked twice of the embedded database has a name there: which, and for how long. */
import { PGlite, protocol } from '@electric-sql/pglite';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openClient } from '../../src/database/embedded.ts';
import type { EmbeddedClient } from '../../src/database/embedded-client.ts';
import { createPreparedStatements, type PreparedLimits } from '../../src/database/prepared-statements.ts';
import { CopiedFiles } from '../support/copied-files.ts';
import { embeddedFiles } from '../support/embedded-files.ts';

async function openHere(): Promise<EmbeddedClient & AsyncDisposable> {
  const { client, close } = await openClient({
    memory: true,
    files: new CopiedFiles(await embeddedFiles()),
  });
  return { ...client, [Symbol.asyncDispose]: close };
}

const preparedRows = z.array(z.object({ statement: z.string() }));

/** The statements with names that this one is found by. */
async function prepared(client: EmbeddedClient, like: string): Promise<string[]> {
  const { rows } = await client.query(
    'select statement from pg_prepared_statements where statement like $1 and statement not like $2',
    [like, '%pg_prepared_statements%'],
  );
  return preparedRows.parse(rows).map(({ statement }) => statement);
}

describe('a statement of the embedded database', () => {
  it('has a name from the second time on, and answers the same each time', async () => {
    await using client = await openHere();
    const text = 'select $1::int + 1 as next';
    for (const value of [1, '2', 3, 4, 5, 6, 7, 8]) {
      expect((await client.query(text, [value])).rows).toEqual([{ next: Number(value) + 1 }]);
      expect(await prepared(client, text)).toEqual(value === 1 ? [] : [text]);
    }
  });

  it('has one whatever its values are', async () => {
    await using client = await openHere();
    const text = 'select $1::text[] as list, $2::timestamptz as moment, $3::jsonb as data, $4::bool as yes';
    const list = ['a', 'b "c"', null];
    const moment = new Date('2024-05-06T07:08:09Z');
    for (const values of [
      [list, moment, { d: [1] }, true],
      [[], moment, ['e'], false],
      ['{f}', moment, null, 't'],
      [list, moment, '{"g": 1}', true],
    ]) {
      const [asked, , data, yes] = values;
      expect((await client.query(text, values)).rows).toEqual([
        {
          list: asked === '{f}' ? ['f'] : asked,
          moment,
          data: typeof data === 'string' ? { g: 1 } : data,
          yes: yes === 't' || yes,
        },
      ]);
    }
    expect(await prepared(client, text)).toEqual([text]);
  });

  it('has one where it was asked without values, unless several come at once or it has no plan', async () => {
    await using client = await openHere();
    const alone = 'with one as (select 1 as a) select a from one';
    const several = 'select 2 as b; select 3 as c';
    const writing = [
      `insert into files (sha256, size, storage_key) values ('a', 1, 'a') on conflict do nothing`,
      'update files set size = 2',
      'delete from files',
      'merge into files using (select 1) one on true when matched then do nothing',
    ];
    for (let time = 0; time < 3; time += 1) {
      expect((await client.exec(alone)).map(({ rows }) => rows)).toEqual([[{ a: 1 }]]);
      expect((await client.exec(several)).map(({ rows }) => rows)).toEqual([[{ b: 2 }], [{ c: 3 }]]);
      for (const statement of writing) await client.exec(statement);
      await client.exec('set lock_timeout = 1000');
      expect((await client.exec('')).map(({ rows }) => rows)).toEqual([[]]);
    }
    expect((await prepared(client, '%')).sort()).toEqual([alone, ...writing].sort());
  });

  it('gets another after it has failed, and the failure says the same', async () => {
    await using client = await openHere();
    const text = 'select 1 / $1::int as part';
    const failure = async () =>
      client.query(text, [0]).then(
        () => null,
        (error: unknown) => error,
      );
    const first = await failure();
    expect(first).toMatchObject({ message: 'division by zero', code: '22012' });
    for (const part of [1, 1, 1]) expect((await client.query(text, [1])).rows).toEqual([{ part }]);
    expect(await failure()).toEqual(first);
    expect(await prepared(client, text)).toEqual([]);
    // Within a transaction that has failed nothing is answered, and after it everything.
    await client
      .transaction(async (held) => {
        await held.query(text, [1]);
        await held.query(text, [0]).catch(() => {});
        await held.query(text, [1]);
      })
      .catch((error: unknown) => expect(error).toMatchObject({ code: '25P02' }));
    for (const part of [1, 1]) expect((await client.query(text, [1])).rows).toEqual([{ part }]);
    expect(await prepared(client, text)).toEqual([text]);
  });

  it('is asked by one message, prepared or not, and by one more where the types of its values matter', async () => {
    await using client = await openHere();
    const messages = vi.spyOn(PGlite.prototype, 'execProtocolRaw');
    const counted = async (values: unknown[], text = 'select $1::text[] as list') => {
      const before = messages.mock.calls.length;
      await client.query(text, values);
      return messages.mock.calls.length - before;
    };
    expect([await counted(['{a}']), await counted(['{a}']), await counted(['{a}'])]).toEqual([1, 1, 1]);
    expect([await counted([['a']]), await counted([['a']]), await counted(['{a}'])]).toEqual([2, 1, 1]);
    const another = 'select $1::text[] as others';
    expect([await counted([['a']], another), await counted([['b']], another)]).toEqual([2, 1]);
  });
});

const { serialize } = protocol;
const close = (name: string) => serialize.close({ type: 'S', name });

describe('names of statements', () => {
  const limits: PreparedLimits = { most: 2, longest: 10, freshMs: 60_000 };

  it('are given at the second time, and go with what was asked longest ago', () => {
    const statements = createPreparedStatements(limits);
    expect(statements.ask('a')).toEqual({
      statement: { name: '' },
      before: [serialize.parse({ name: '', text: 'a' })],
    });
    const named = statements.ask('a');
    expect(named).toEqual({
      statement: { name: 's1' },
      before: [serialize.parse({ name: 's1', text: 'a' })],
    });
    expect(statements.ask('b').statement.name).toBe('');
    expect(statements.ask('a')).toEqual({ statement: named.statement, before: [] });
    expect(statements.ask('b').statement.name).toBe('s2');
    expect(statements.ask('a')).toEqual({ statement: named.statement, before: [] });
    expect(statements.ask('c').before).toEqual([close('s2'), serialize.parse({ name: '', text: 'c' })]);
    expect(['a', 'b', 'c'].map(statements.wasAsked)).toEqual([true, false, true]);
    expect(statements.ask('c').before).toEqual([serialize.parse({ name: 's3', text: 'c' })]);
  });

  it('are not given to what is long', () => {
    const statements = createPreparedStatements(limits);
    const text = 'a'.repeat(limits.longest + 1);
    for (let time = 0; time < 3; time += 1) expect(statements.ask(text).statement.name).toBe('');
    statements.note(text);
    expect(statements.wasAsked(text)).toBe(false);
    const longest = text.slice(1);
    statements.note(longest);
    expect(statements.ask(longest).statement.name).toBe('s1');
  });

  it('are given anew after a while, since tables have grown meanwhile', () => {
    const statements = createPreparedStatements({ ...limits, freshMs: 0 });
    statements.note('a');
    expect(statements.ask('a').statement.name).toBe('s1');
    expect(statements.ask('a')).toEqual({
      statement: { name: 's2' },
      before: [close('s1'), serialize.parse({ name: 's2', text: 'a' })],
    });
  });

  it('are let go of after a failure', () => {
    const statements = createPreparedStatements(limits);
    statements.note('a');
    statements.ask('a');
    statements.forget('a');
    statements.forget('never asked');
    expect(statements.wasAsked('a')).toBe(false);
    expect(statements.ask('b').before).toEqual([close('s1'), serialize.parse({ name: '', text: 'b' })]);
    expect(statements.ask('b').before).toEqual([serialize.parse({ name: 's2', text: 'b' })]);
  });
});
