import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Database, rows } from '../../src/database/database.ts';
import { createLocalLocks, inOrder } from '../../src/database/local-locks.ts';
import { createNamedLocks } from '../../src/database/named-locks.ts';
import type { ConnectionPool } from '../../src/database/pool.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { poolOn } from '../support/server-pool.ts';

const longMs = 300_000;

/** A node that takes locks on one connection, beside others on the same database. */
interface Node extends AsyncDisposable {
  pool: ConnectionPool;
  exclusively: Database['exclusively'];
  /** Asked by whoever waits for long. */
  isThere: ReturnType<typeof vi.fn<() => Promise<unknown>>>;
}

function openNode(url: string): Node {
  const pool = poolOn(url);
  const isThere = vi.fn<() => Promise<unknown>>(async () => {});
  const exclusively = createNamedLocks(pool, isThere, longMs);
  return { pool, exclusively, isThere, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

/** Work of a node under a lock, which has begun and is under way until it is told to end. */
async function hold({ exclusively }: Node, names: string | string[]) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<string>();
  const held = exclusively(names, async () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  return { held, end: end.resolve };
}

/** How many connections have asked for a lock last, and had their answer. */
const askedOn = (url: string) =>
  onConnection(url, async (client) => {
    const found = await client.query(`select from pg_stat_activity
      where datname = current_database() and query like '%pg_try_advisory_lock%' and state = 'idle'`);
    return found.rowCount;
  });

afterEach(() => void vi.useRealTimers());

const stillSetting = sql`select current_setting('idle_session_timeout') as setting`;

describe.runIf(databaseKinds.includes('server'))('a lock by name on a server', () => {
  it('keeps other nodes waiting, on each of its names, until it is let go of', async () => {
    await using place = await createServerDatabase();
    await using here = openNode(place.url);
    await using there = openNode(place.url);
    const { held: first, end } = await hold(here, ['b', 'a']);
    const order: string[] = [];
    const second = there.exclusively('b', async () => order.push('second'));
    // It asks again and again.
    await expect.poll(() => askedOn(place.url)).toBe(2);
    order.push('first');
    end('done');
    expect(await first).toBe('done');
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(await there.exclusively(['a', 'b'], async () => 'free')).toBe('free');
  });

  it('is asked for in one order by all, so that no two wait for each other', async () => {
    await using place = await createServerDatabase();
    await using here = openNode(place.url);
    await using there = openNode(place.url);
    await using elsewhere = openNode(place.url);
    const { held: first, end } = await hold(here, 'a');
    const both = there.exclusively(['b', 'a'], async () => 'both');
    await expect.poll(() => askedOn(place.url)).toBe(2);
    // Whoever waits for one has none that comes after it.
    expect(await elsewhere.exclusively('b', async () => 'free')).toBe('free');
    end('done');
    expect(await Promise.all([first, both])).toEqual(['done', 'both']);
  });

  it('is taken from a process that stands still, but for one that is to last, and is nobody else’s setting', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    const settingOf = (how?: { lasting: boolean }) =>
      node.exclusively('a', (held) => rows(held, stillSetting), how);
    expect(await settingOf()).toEqual([{ setting: '5min' }]);
    expect(await settingOf({ lasting: true })).toEqual([{ setting: '0' }]);
    expect(await settingOf({ lasting: false })).toEqual([{ setting: '5min' }]);
    const { rows: after } = await node.pool.query('show idle_session_timeout');
    expect(after).toEqual([['0']]);
  });

  it('is kept by a process that goes on, as long as its work takes, and not a moment longer', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { held, end } = await hold(node, 'a');
    await onConnection(place.url, async (client) => {
      const lastSign = async () => {
        const { rows: found } = await client.query<{
          at: Date;
        }>(`select query_start as at from pg_stat_activity
          where datname = current_database() and query = 'select 1'`);
        return found[0]?.at.getTime() ?? 0;
      };
      for (let sign = 0; sign < 2; sign += 1) {
        const before = await lastSign();
        // Four in the time after which it would be taken away.
        vi.advanceTimersByTime(longMs / 4);
        await expect.poll(lastSign).toBeGreaterThan(before);
      }
    });
    end('done');
    expect(await held).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
    expect(await node.exclusively('a', async () => vi.getTimerCount(), { lasting: true })).toBe(0);
  });

  it('is given up by whoever waits while the database is away, who keeps no connection', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    const { held: first, end } = await hold(node, 'a');
    const second = vi.fn(async () => 'second');
    // For its turn, and for a connection.
    for (const name of ['a', 'b']) {
      node.isThere.mockRejectedValueOnce(new Error('away'));
      await expect(node.exclusively(name, second)).rejects.toThrow('away');
    }
    end('done');
    expect(await first).toBe('done');
    expect(await node.exclusively('c', async () => 'third')).toBe('third');
    expect(second).not.toHaveBeenCalled();
  });

  it('is waited for as long as the database is there, within the process too', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    const { held: first, end } = await hold(node, 'a');
    const second = node.exclusively('a', async () => 'second');
    const third = node.exclusively('b', async () => 'third');
    await expect.poll(() => node.isThere.mock.calls.length).toBeGreaterThanOrEqual(4);
    end('done');
    expect(await Promise.all([first, second, third])).toEqual(['done', 'second', 'third']);
  });

  it('may be lost by work that goes on, whose signs of life go nowhere', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { held, end } = await hold(node, 'a');
    await onConnection(place.url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
    vi.advanceTimersByTime(longMs);
    end('done');
    expect(await held).toBe('done');
    expect(node.pool.use().open).toBe(0);
  });

  it('takes the connection along where it cannot be let go of by itself, and is free then', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    const stuck = node.exclusively('a', async (held) => {
      await held.execute(sql`begin`);
      await held.execute(sql`select 1 / 0`).catch(() => {});
      return 'done';
    });
    // What fails after the work is not what the work answers.
    expect(await stuck).toBe('done');
    expect(node.pool.use().open).toBe(0);
    const lost = node.exclusively('a', (held) => held.execute(sql`select pg_advisory_unlock_all()`));
    await lost;
    expect(node.pool.use().open).toBe(0);
    await using other = openNode(place.url);
    expect(await other.exclusively('a', async () => 'free')).toBe('free');
  });

  it('leaves no connection behind that was lost under it', async () => {
    await using place = await createServerDatabase();
    await using node = openNode(place.url);
    const lost = node.exclusively('a', (held) =>
      rows(held, sql`select pg_terminate_backend(pg_backend_pid())`),
    );
    await expect(lost).rejects.toThrow();
    expect(node.pool.use().open).toBe(0);
    expect(await node.exclusively('a', async () => 'free')).toBe('free');
    expect(node.pool.use()).toEqual({ open: 1, busy: 0, waiting: 0 });
    await expect(node.exclusively('a', () => Promise.reject(new Error('in the work')))).rejects.toThrow(
      'in the work',
    );
    expect(node.pool.use()).toEqual({ open: 1, busy: 0, waiting: 0 });
  });
});

/** Work that is under way until it is told to end, and writes down when it begins. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { begun, work, end: (name: string) => ends.get(name) };
}

/** Everything that can go on without anything from outside has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets nobody who comes later begin beside whoever has waited', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const first = locks.take('a', work('first'));
  const second = locks.take('a', work('second'));
  end('first')?.resolve('1');
  await first;
  await settled();
  const third = locks.take('a', work('third'));
  await settled();
  expect(begun).toEqual(['first', 'second']);
  end('second')?.resolve('2');
  await second;
  await settled();
  end('third')?.resolve('3');
  await expect(third).resolves.toBe('3');
});

it('takes several names one after the other, in their order', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const ofB = locks.take('b', work('b'));
  const both = locks.take(['a', 'b'], work('both'));
  const ofA = locks.take('a', work('a'));
  await settled();
  expect(begun).toEqual(['b']);
  end('b')?.resolve('1');
  await ofB;
  await settled();
  expect(begun).toEqual(['b', 'both']);
  end('both')?.resolve('2');
  await expect(both).resolves.toBe('2');
  await settled();
  end('a')?.resolve('3');
  await expect(ofA).resolves.toBe('3');
  await expect(locks.take([], async () => 'none')).resolves.toBe('none');
});

it('does not do the work of whoever gives up waiting, and lets nobody pass those before', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const first = locks.take('a', work('first'));
  const waited: Promise<unknown>[] = [];
  const gone = locks.take(['a'], work('gone'), (before) => {
    waited.push(before);
    return Promise.reject(new Error('too long'));
  });
  const third = locks.take('a', work('third'));
  await expect(gone).rejects.toThrow('too long');
  await settled();
  expect(waited).toHaveLength(1);
  expect(begun).toEqual(['first']);
  end('first')?.resolve('1');
  await first;
  await settled();
  expect(begun).toEqual(['first', 'third']);
  end('third')?.resolve('3');
  await third;
});

it('asks nobody to wait who is alone', async () => {
  const locks = createLocalLocks();
  const wait = () => Promise.reject(new Error('nobody is there'));
  await expect(locks.take('a', async () => 'done', wait)).resolves.toBe('done');
  await settled();
  await expect(locks.take('a', async () => 'again', wait)).resolves.toBe('again');
});

it('brings names into one order, each once', () => {
  expect(inOrder(['b', 'a', 'b'])).toEqual(['a', 'b']);
  expect(inOrder('name')).toEqual(['name']);
});
