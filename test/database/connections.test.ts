import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  connectionOptions,
  openPool,
  rowsOf,
  statementLimits,
  toldLimits,
} from '../../src/database/connections.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';

const settings = { ...defaultServerSettings, connectTimeoutMs: 60_000, idleTransactionTimeoutMs: 7_000 };

describe('connections to a server', () => {
  it('are kept alive, and say whose they are', () => {
    expect(connectionOptions('postgres://here/data', settings)).toEqual({
      connectionString: 'postgres://here/data',
      connectionTimeoutMillis: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'server-packs',
    });
  });

  it('have limits that the server is told, and a watch that leaves its answer half a second', () => {
    const told = {
      statement_timeout: 3_000,
      query_timeout: 3_500,
      idle_in_transaction_session_timeout: 7_000,
    };
    expect(toldLimits(3_000, settings)).toEqual(told);
    expect(statementLimits(3_000, settings)).toEqual(told);
    const throughPooler = { ...settings, directUrl: 'postgres://direct/data' };
    expect(statementLimits(3_000, throughPooler)).toEqual({ query_timeout: 3_500 });
    expect(toldLimits(3_000, throughPooler)).toEqual(told);
  });
});

describe.runIf(databaseKinds.includes('server'))('a pool of connections', () => {
  let place: Awaited<ReturnType<typeof createServerDatabase>>;
  beforeAll(async () => {
    place = await createServerDatabase();
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  const open = ({ max = 1, named = true } = {}) =>
    openPool({ ...connectionOptions(place.url, settings), max, named });

  it.each([
    { named: true, known: [{ name: 'one' }] },
    { named: false, known: [] },
  ])('names its statements to the server: $named', async ({ named, known }) => {
    await using opened = open({ named });
    const asked = { name: 'one', text: 'select $1::int as answer', values: [7] };
    expect((await opened.pool.query(asked)).rows).toEqual([{ answer: 7 }]);
    expect((await opened.pool.query('select name from pg_prepared_statements')).rows).toEqual(known);
  });

  it('sends what is asked in one turn by one write', async () => {
    await using opened = open();
    const client = await opened.pool.connect();
    const { stream } = client.connection;
    for (let turn = 0; turn < 2; turn += 1) {
      const first = client.query('select 1');
      const { writableLength } = stream;
      const asked = [first, client.query('select 2')];
      expect(writableLength).toBeGreaterThan(0);
      // Nor does it wait for the answer to the first.
      expect(stream.writableLength).toBeGreaterThan(writableLength);
      expect(stream.writableCorked).toBe(1);
      await Promise.all(asked);
      expect(stream.writableCorked).toBe(0);
    }
    client.release();
  });

  it('refuses what is asked by its name where names are not kept, and goes on', async () => {
    await using opened = openPool({ ...connectionOptions(place.url, settings), max: 1, named: false });
    const client = await opened.pool.connect();
    await expect(rowsOf(client, { name: 'one', text: 'select 1' })).rejects.toThrow(
      'Nothing is asked by its name',
    );
    expect((await client.query({ name: 'one', text: 'select 1 as answer' })).rows).toEqual([{ answer: 1 }]);
    expect((await client.query('select name from pg_prepared_statements')).rows).toEqual([]);
    client.release();
  });

  it('counts those that it has made, also of those that are gone', async () => {
    await using opened = open();
    expect(opened.opened()).toBe(0);
    for (const made of [1, 2]) {
      const client = await opened.pool.connect();
      expect(opened.opened()).toBe(made);
      client.release(true);
    }
    await opened.pool.query('select 1');
    await opened.pool.query('select 1');
    expect(opened.opened()).toBe(3);
  });

  it('ends those that have heard nothing while they were watched, and no others', async () => {
    await using opened = open({ max: 3 });
    const [silent, heard] = [await opened.pool.connect(), await opened.pool.connect()];
    const endSilent = opened.watchSilence();
    await heard.query('select 1');
    const later = await opened.pool.connect();
    endSilent();
    const streams = [silent, heard, later].map(({ connection }) => connection.stream.destroyed);
    expect(streams).toEqual([true, false, false]);
    for (const client of [silent, heard, later]) client.release(client === silent);
  });

  it('goes on when the server ends those that nobody uses', async () => {
    await using opened = open();
    await opened.pool.query('select 1');
    await onConnection(place.url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
    await expect.poll(() => opened.pool.totalCount).toBe(0);
    expect((await opened.pool.query('select 1 as answer')).rows).toEqual([{ answer: 1 }]);
  });

  it('leaves no timer behind when it ends in time', async () => {
    const opened = open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await opened.pool.query('select 1');
    await opened[Symbol.asyncDispose]();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a connection whose statement gets no answer in time, and all that was asked of it fails by these words', async () => {
    await using opened = openPool({
      ...connectionOptions(place.url, settings),
      query_timeout: 5_500,
      max: 1,
      named: true,
    });
    await opened.pool.query('select 1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = await opened.pool.connect();
    await client.query('select 1');
    const failures = ['select pg_sleep(600)', 'select 1'].map((text) =>
      client.query(text).then(
        () => 'answered',
        (error) => error.message,
      ),
    );
    vi.advanceTimersByTime(5_499);
    expect(client.connection.stream.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(client.connection.stream.destroyed).toBe(true);
    expect(await Promise.all(failures)).toEqual(['Query read timeout', 'Query read timeout']);
    client.release(true);
  });

  it('does not wait at its end for an answer that does not come, and leaves no timer behind', async () => {
    const { pool, ...opened } = open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = await pool.connect();
    const sleeping = client.query('select pg_sleep(600)').then(
      () => 'slept',
      () => client.release(true),
    );
    const closed = opened[Symbol.asyncDispose]();
    vi.advanceTimersByTime(4_999);
    expect(client.connection.stream.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(client.connection.stream.destroyed).toBe(true);
    await closed;
    expect(await sleeping).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
