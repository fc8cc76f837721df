/** Transactions behind Debian's PgBouncer, which takes no limits with a connection, and hands on single transactions. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { ConfigError } from '../../src/config.ts';
import { type Queries, rows } from '../../src/database/database.ts';
import { endWith } from '../../src/database/drizzle-driver.ts';
import { commitAndFlush } from '../../src/database/queries.ts';
import { openServer } from '../../src/database/server.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase, onConnection } from '../support/database.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';

describe('transactions through a pooler', () => {
  it('lose their locks when they stand still for as long as the server is told with each, and cannot commit then', async () => {
    await using own = await createServerDatabase();
    await using bouncer = await startPgBouncer(own.url);
    const open = (idleTransactionTimeoutMs: number) =>
      openServer(bouncer.through(own.url), {
        ...defaultServerSettings,
        statementTimeoutMs: 600_000,
        directUrl: own.url,
        idleTransactionTimeoutMs,
      });
    await using node = await open(500);
    await using other = await open(600_000);
    const lock = sql`select pg_advisory_xact_lock(42)`;
    const taken = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const standing = node.db.transaction(async (tx) => {
      await rows(tx, lock);
      taken.resolve();
      await goOn.promise;
      await rows(tx, lock);
    });
    const ended = standing.then(
      () => 'committed',
      () => 'failed',
    );
    await taken.promise;
    await other.db.transaction((tx) => rows(tx, lock));
    goOn.resolve();
    expect(await ended).toBe('failed');
    // Whoever is lent a connection of the server next has a limit of its own.
    const limit = sql`select current_setting('idle_in_transaction_session_timeout') as limit`;
    expect(await other.db.transaction((tx) => rows(tx, limit))).toEqual([{ limit: '10min' }]);
    expect(await node.db.transaction((tx) => rows(tx, limit))).toEqual([{ limit: '500ms' }]);
    expect(await rows(node.db, limit)).toEqual([{ limit: '0' }]);
    const snapshot = node.snapshot();
    expect(await rows(snapshot.db, limit)).toEqual([{ limit: '500ms' }]);
    snapshot.close();
  });

  it('end by their commit, or by what waits for the disk where they are under a lock, which is held past the pooler', async () => {
    await using own = await createServerDatabase();
    await using bouncer = await startPgBouncer(own.url);
    const settings = { ...defaultServerSettings, statementTimeoutMs: 600_000, directUrl: own.url };
    await using node = await openServer(bouncer.through(own.url), settings);
    const lastOf = async (db: Queries, sha256: string) => {
      await db.transaction((tx) =>
        endWith(tx, [tx.insert(files).values({ sha256, size: 1, storageKey: sha256 })]),
      );
      return onConnection(own.url, async (client) => {
        const asked = await client.query<{ query: string }>(
          `select query from pg_stat_activity
            where datname = current_database() and query = any($1) order by query_start desc limit 1`,
          [['commit', commitAndFlush]],
        );
        return asked.rows;
      });
    };
    expect(await lastOf(node.db, 'a')).toEqual([{ query: 'commit' }]);
    expect(await node.exclusively('a', (held) => lastOf(held, 'b'))).toEqual([{ query: commitAndFlush }]);
  });
});

describe('a start', () => {
  const withParameters = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';
  it.each([
    ['refuses parameters', []],
    ['ignores parameters', [withParameters]],
    ['lends its sessions in turn', [withParameters, 'server_round_robin = 1', 'min_pool_size = 5']],
    ['has one session', [withParameters, 'default_pool_size = 1']],
  ])('behind a transaction pooler that %s is refused without DATABASE_DIRECT_URL', async (_, settings) => {
    await using own = await createServerDatabase();
    await using bouncer = await startPgBouncer(own.url, settings);
    const opening = openServer(bouncer.through(own.url), defaultServerSettings);
    await expect(opening).rejects.toThrow(/^DATABASE_URL leads to a pooler .* Set DATABASE_DIRECT_URL to /);
    await expect(opening).rejects.toBeInstanceOf(ConfigError);
  });

  it('is what npm run doctor speaks for: it names the pooler, and is content with an address past it', async () => {
    await using own = await createServerDatabase();
    await using bouncer = await startPgBouncer(own.url);
    const examine = async (others: Record<string, string>) => {
      const environment = {
        DATABASE_URL: bouncer.through(own.url),
        DATA_DIR: join(tmpdir(), 'none'),
        ...others,
      };
      await using doctor = startChild('src/doctor/main.ts', environment);
      await doctor.ended;
      return doctor.lines.filter((line) => /DATABASE_|database server/.test(line));
    };
    expect(await examine({})).toEqual([
      expect.stringMatching(/^fault DATABASE_URL leads to a pooler .* Set DATABASE_DIRECT_URL to /),
    ]);
    expect(await examine({ DATABASE_DIRECT_URL: own.url })).toContain(
      'ok    The clock of the database server agrees with the one here.',
    );
  });

  it('behind a pooler that lends a session until its connection ends needs no other address', async () => {
    await using own = await createServerDatabase();
    const settings = [withParameters, 'pool_mode = session', 'default_pool_size = 30'];
    await using bouncer = await startPgBouncer(own.url, settings);
    await using node = await openServer(bouncer.through(own.url), defaultServerSettings);
    expect(await rows(node.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});
