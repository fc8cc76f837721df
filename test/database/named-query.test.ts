import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ConnectionPool, connectionOptions, openPool, rowsOf } from '../../src/database/connections.ts';
import { NamedQuery } from '../../src/database/named-query.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';

const statement = (text: string) => ({ name: text.slice(0, 60), text });
const sum = statement('select $1::int + $2::int, $3::text');

describe('a parameter', () => {
  it('is a text, a number, a truth value or nothing', () => {
    const values = ['', '7', 7, 7.5, 9_007_199_254_740_993n, true, false, null, undefined];
    expect(new NamedQuery(sum, values).values).toEqual([
      ...['', '7', '7', '7.5', '9007199254740993', 'true', 'false'],
      null,
      null,
    ]);
  });

  it.each([[{}], [[1]], [new Date(0)], [Buffer.from('7')], [() => 7], [Symbol('7')]])(
    'of another kind is refused: %o',
    (value) => {
      expect(() => new NamedQuery(sum, [value])).toThrow(TypeError);
    },
  );
});

describe.runIf(databaseKinds.includes('server'))('a statement that is asked by its name', () => {
  let place: Awaited<ReturnType<typeof createServerDatabase>>;
  beforeAll(async () => {
    place = await createServerDatabase();
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  const open = ({ max = 1, query_timeout }: { max?: number; query_timeout?: number } = {}) =>
    openPool({
      ...connectionOptions(place.url, defaultServerSettings),
      max,
      named: true,
      ...(query_timeout === undefined ? {} : { query_timeout }),
    });

  /** A connection of the pool, which ends with the test, also where that fails. */
  const connect = async ({ pool }: ConnectionPool) => {
    const client = await pool.connect();
    return { client, [Symbol.dispose]: () => client.release(true) };
  };

  /** Counts how often the server is asked to read a statement, and describes one, on the only connection of the pool. */
  const countOf = async ({ pool }: ConnectionPool) => {
    const client = await pool.connect();
    client.release();
    const count = { read: 0, described: 0 };
    client.connection.on('parseComplete', () => {
      count.read += 1;
    });
    client.connection.on('rowDescription', () => {
      count.described += 1;
    });
    return count;
  };

  it('is read and described once on each connection', async () => {
    await using opened = open();
    const count = await countOf(opened);
    for (const first of [1, 2, 3])
      expect(await rowsOf(opened.pool, sum, [first, 1, 'é'])).toEqual([[first + 1, 'é']]);
    expect(count).toEqual({ read: 1, described: 1 });
    {
      using connected = await connect(opened);
      expect(await rowsOf(connected.client, sum, [4, 1, null])).toEqual([[5, null]]);
    }
    expect(count).toEqual({ read: 1, described: 1 });
    const another = await countOf(opened);
    expect(await rowsOf(opened.pool, sum, [5, 1, ''])).toEqual([[6, '']]);
    expect(another).toEqual({ read: 1, described: 1 });
  });

  it('answers each of those who ask before the first answer', async () => {
    await using opened = open();
    const count = await countOf(opened);
    using connected = await connect(opened);
    const { client } = connected;
    const asked = [1, 2, 3].map((first) => rowsOf(client, sum, [first, 0, 'x']));
    expect(await Promise.all(asked)).toEqual([[[1, 'x']], [[2, 'x']], [[3, 'x']]]);
    expect(count.read).toBe(1);
  });

  it('answers no rows and many, whatever others ask between them', async () => {
    await using opened = open();
    const many = statement('select number from generate_series(1, $1::int) as number');
    for (const rows of [3, 0, 2]) {
      expect(await rowsOf(opened.pool, many, [rows])).toEqual([[1], [2], [3]].slice(0, rows));
      expect((await opened.pool.query('select 7 as seven')).rows).toEqual([{ seven: 7 }]);
      expect(await rowsOf(opened.pool, sum, [rows, 0, ''])).toEqual([[rows, '']]);
    }
  });

  it('has its values read as those of any other: moments, spans and lists of them stay texts', async () => {
    await using opened = open();
    const kinds =
      statement(`select 7::int, 7::bigint, true, '{"a":[1]}'::jsonb, array[1, 2], null::int, 1.5::float8,
      '2026-01-02 03:04:05+00'::timestamptz, '2026-01-02 03:04:05'::timestamp, '2026-01-02'::date, '1 day'::interval,
      array['2026-01-02'::date], array['2026-01-02'::timestamp], array['2026-01-02 00:00:00+00'::timestamptz],
      array['1 day'::interval], array[1.5]::numeric[]`);
    const expected = [
      [7, '7', true, { a: [1] }, [1, 2], null, 1.5],
      ['2026-01-02 03:04:05+00', '2026-01-02 03:04:05', '2026-01-02', '1 day'],
      ['{2026-01-02}', '{"2026-01-02 00:00:00"}', '{"2026-01-02 00:00:00+00"}', '{"1 day"}', '{1.5}'],
    ].flat();
    using connected = await connect(opened);
    const { client } = connected;
    await client.query(`set timezone = 'UTC'`);
    for (const _ of [1, 2]) expect(await rowsOf(client, kinds)).toEqual([expected]);
  });

  it('fails by the words of the server, and answers the next', async () => {
    await using opened = open();
    const share = statement('select 6 / $1::int');
    using connected = await connect(opened);
    const { client } = connected;
    for (const _ of ['described for the first time', 'not any more']) {
      await expect(rowsOf(client, share, [0])).rejects.toThrow('division by zero');
      expect(await rowsOf(client, share, [2])).toEqual([[3]]);
    }
    await expect(rowsOf(client, statement('select nonsense'))).rejects.toThrow('"nonsense" does not exist');
    expect(await rowsOf(client, share, [3])).toEqual([[2]]);
  });

  it('takes a connection of the pool, hands it back with the answer, and ends it where it has failed', async () => {
    await using opened = open();
    const share = statement('select 6 / $1::int');
    await rowsOf(opened.pool, share, [2]);
    expect([opened.pool.totalCount, opened.pool.idleCount]).toEqual([1, 1]);
    await expect(rowsOf(opened.pool, share, [0])).rejects.toThrow('division by zero');
    expect(opened.pool.totalCount).toBe(0);
    expect(await rowsOf(opened.pool, share, [1])).toEqual([[6]]);
    expect(opened.opened()).toBe(2);
  });

  it('fails where a value cannot be read, and others are answered', async () => {
    await using opened = open();
    const number = statement('select $1::oid');
    const { OID } = pg.types.builtins;
    const parse = pg.types.getTypeParser(OID, 'text');
    pg.types.setTypeParser(OID, () => {
      throw new Error('cannot be read');
    });
    onTestFinished(() => pg.types.setTypeParser(OID, parse));
    using connected = await connect(opened);
    const { client } = connected;
    await expect(rowsOf(client, number, [7])).rejects.toThrow('cannot be read');
    expect(await rowsOf(client, sum, [1, 2, ''])).toEqual([[3, '']]);
  });

  it('fails with its connection', async () => {
    await using opened = open();
    const sleep = statement('select pg_sleep($1)');
    await rowsOf(opened.pool, sleep, [0]);
    using connected = await connect(opened);
    const { client } = connected;
    const asked = rowsOf(client, sleep, [600]).catch((error: unknown) => error);
    client.connection.stream.destroy();
    expect(await asked).toBeInstanceOf(Error);
  });

  it('fails where no answer comes in time, and leaves no timer behind where one does', async () => {
    await using opened = open({ query_timeout: 5_500 });
    const sleep = statement('select pg_sleep($1)');
    using connected = await connect(opened);
    const { client } = connected;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await rowsOf(client, sleep, [0]);
    expect(vi.getTimerCount()).toBe(0);
    const asked = rowsOf(client, sleep, [600]).catch((error: unknown) => error);
    vi.advanceTimersByTime(5_500);
    expect(await asked).toMatchObject({ message: 'Query read timeout' });
  });

  it('fails once its table has changed, and is read anew on the next connection', async () => {
    await using opened = open();
    const all = statement('select * from changing');
    await onConnection(place.url, (client) => client.query(`create table changing as select 1 as one`));
    expect(await rowsOf(opened.pool, all)).toEqual([[1]]);
    await onConnection(place.url, (client) =>
      client.query(`alter table changing add column two text default 'two'`),
    );
    await expect(rowsOf(opened.pool, all)).rejects.toThrow('cached plan must not change result type');
    expect(await rowsOf(opened.pool, all)).toEqual([[1, 'two']]);
  });
});
