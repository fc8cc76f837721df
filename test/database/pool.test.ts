import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { poolOn } from '../support/server-pool.ts';

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
