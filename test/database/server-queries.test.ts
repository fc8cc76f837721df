import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { type Queries, rows } from '../../src/database/database.ts';
import { endWith } from '../../src/database/drizzle-driver.ts';
import type { ConnectionPool } from '../../src/database/pool.ts';
import { commitAndFlush, queriesOf, queriesOfConnection, type Reach } from '../../src/database/queries.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { poolOn } from '../support/server-pool.ts';

const idleSetting = 'idle_in_transaction_session_timeout';
const file = (sha256: string) => ({ sha256, size: 1, storageKey: sha256 });

const direct: Reach = { direct: true };

/** Does it with the queries of the pool, and with those of one of its connections. */
const withEach: [
  of: string,
  use: <R>(scene: ConnectionPool, work: (db: Queries) => Promise<R>) => Promise<R>,
][] = [
  ['a pool', (pool, work) => work(queriesOf(pool, direct))],
  [
    'a connection',
    async (pool, work) => {
      const connection = await pool.take();
      return work(queriesOfConnection(connection, direct)).finally(() => pool.handBack(connection));
    },
  ],
];

describe.runIf(databaseKinds.includes('server'))('a transaction on a server', () => {
  let place: Awaited<ReturnType<typeof createServerDatabase>>;
  beforeAll(async () => {
    place = await createServerDatabase();
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  /** A pool of one connection, on a database with nothing in it. */
  const open = async () => {
    await onConnection(place.url, (client) => client.query('truncate files cascade'));
    return poolOn(place.url);
  };

  it.each(withEach)(
    'of %s answers, is as isolated as is asked, and is done again when another one has undone it',
    async (_of, use) => {
      await using scene = await open();
      let tried = 0;
      const answer = await use(scene, (db) =>
        db.transaction(
          async (tx) => {
            tried += 1;
            await tx.insert(files).values(file(`${tried}`));
            if (tried === 1) throw Object.assign(new Error('undone'), { code: '40001' });
            return rows(tx, sql`select current_setting('transaction_isolation') as isolation`);
          },
          { isolationLevel: 'serializable' },
        ),
      );
      expect(answer).toEqual([{ isolation: 'serializable' }]);
      const left = await queriesOf(scene, direct).select({ sha256: files.sha256 }).from(files);
      expect([left, scene.use()]).toEqual([[{ sha256: '2' }], { open: 1, busy: 0, waiting: 0 }]);
    },
  );

  it.each(withEach)('of %s that fails leaves nothing behind, nor a connection amid it', async (_of, use) => {
    await using scene = await open();
    const failed = use(scene, (db) =>
      db.transaction(async (tx) => {
        await tx.insert(files).values(file('a'));
        throw new Error('in the work');
      }),
    );
    await expect(failed).rejects.toThrow('in the work');
    const passedOver = use(scene, (db) =>
      db.transaction(async (tx) => {
        await tx.insert(files).values(file('b'));
        await tx.execute(sql`select 1 / 0`).catch(() => {});
      }),
    );
    await expect(passedOver).rejects.toThrow('its failure was passed over');
    expect(scene.use()).toEqual({ open: 1, busy: 0, waiting: 0 });
    expect(await queriesOf(scene, direct).select().from(files)).toEqual([]);
  });

  it('has the limit of its own where the connection was told none, and whoever is next has not', async () => {
    await using scene = await open();
    const db = queriesOf(scene, { direct: false, idleMs: 70_000 });
    const limit = (queries: Queries) =>
      rows(queries, sql`select current_setting(${idleSetting}::text) as told`);
    expect(await db.transaction(limit)).toEqual([{ told: '70s' }]);
    expect(await limit(db)).toEqual([{ told: '0' }]);
  });

  it.each([
    { reach: direct, last: commitAndFlush },
    { reach: { direct: false }, last: 'commit' },
  ])('whose last statements are known ends by "$last"', async ({ reach, last }) => {
    await using scene = await open();
    const db = queriesOf(scene, reach);
    await db.transaction((tx) => endWith(tx, [tx.insert(files).values(file('a'))]));
    const asked = await onConnection(place.url, (client) =>
      client.query(`select query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
    expect(asked.rows).toEqual([{ query: last }]);
    expect(await db.select({ sha256: files.sha256 }).from(files)).toEqual([{ sha256: 'a' }]);
  });
});
