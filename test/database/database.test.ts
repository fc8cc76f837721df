import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Queries, rows } from '../../src/database/database.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { openDatabase } from '../../src/database/open.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { isUnreachable } from '../../src/database/unreachable.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';

describe.each(databaseKinds)('the %s database', (kind) => {
  it('does work under one name one after the other, and under others meanwhile', async () => {
    await using database = await openScratchDatabase(kind);
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = database.exclusively('one', async () => {
      begun.resolve();
      await held.promise;
      order.push('first');
    });
    await begun.promise;
    const second = database.exclusively('one', async () => order.push('second'));
    await database.exclusively('other', async () => order.push('other'));
    held.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['other', 'first', 'second']);
  });

  it('does work under several names while nobody has one of them, in whatever order they are told', async () => {
    await using database = await openScratchDatabase(kind);
    let underWay = 0;
    const most: number[] = [];
    const work = async () => {
      underWay += 1;
      most.push(underWay);
      await database.db.execute(sql`select 1`);
      underWay -= 1;
    };
    const names = [['a', 'b', 'c'], ['c', 'b', 'a'], ['b'], ['b', 'b', 'c', 'a'], 'b'];
    await Promise.all(names.map((some) => database.exclusively(some, work)));
    expect(most).toEqual([1, 1, 1, 1, 1]);
    expect(await database.exclusively(['c', 'a'], async () => 'free')).toBe('free');
  });
});

describe('the embedded database', () => {
  it('is refused where another has the folder, and told apart from a lock that cannot be read', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'database-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const lock = path.join(folder, 'lock.sqlite');
    const opening = () => openDatabase(null, { folder });
    {
      using other = new DatabaseSync(lock);
      other.exec('begin exclusive');
      await expect(opening()).rejects.toThrow(FolderInUse);
      expect(await readdir(folder)).not.toContain('postgres');
    }
    await writeFile(lock, 'no lock at all, but as long as the header of one'.repeat(9));
    await expect(opening()).rejects.toMatchObject({ errcode: 26 });
  });

  it('starts with what a kill left of a folder that was being made', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'database-'));
    await mkdir(path.join(folder, 'postgres.new'));
    await writeFile(path.join(folder, 'postgres.new', 'PG_VERSION'), '18\n');
    {
      // No template lies there.
      await using database = await openDatabase(null, { folder, templates: folder });
      expect(await rows(database.db, sql`select count(*)::int as count from files`)).toEqual([{ count: 0 }]);
    }
    await rm(folder, { recursive: true, force: true });
  });
});

describe.runIf(databaseKinds.includes('server'))('a PostgreSQL server', () => {
  it('keeps work waiting for a connection for as long as others have it, and requests no longer than is set', async () => {
    await using place = await createServerDatabase();
    const server = { ...defaultServerSettings, connectTimeoutMs: 2_000, pool: 1, workPool: 1 };
    await using database = await openDatabase(place.url, { memory: true }, { server });
    const over = Promise.withResolvers<void>();
    using ending = new DisposableStack();
    ending.defer(over.resolve);
    const hold = async (db: Queries) => {
      const begun = Promise.withResolvers<void>();
      const done = db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        begun.resolve();
        await over.promise;
      });
      await begun.promise;
      return { done };
    };
    const busy = [await hold(database.db), await hold(database.patient)];
    const patient = rows(database.patient, sql`select 1 as answer`);
    await expect.poll(() => database.pools().work).toEqual({ busy: 1, waiting: 1 });
    // Asked later, and given up before.
    await expect(database.db.execute(sql`select 1`)).rejects.toSatisfy(isUnreachable);
    ending.dispose();
    expect(await patient).toEqual([{ answer: 1 }]);
    await Promise.all(busy.map(({ done }) => done));
  });

  it('has what is read as settled on the disk: whoever has read something waits for the disk, on the same connection', async () => {
    await using place = await createServerDatabase();
    // Found before the server's own by whoever asks by name alone.
    await onConnection(place.url, (client) =>
      client.query(`create table flushed (pid int);
        create function public.pg_logical_emit_message(boolean, text, text) returns int language sql
          as 'insert into flushed select pg_backend_pid() where $1 returning 1';
        do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`),
    );
    await using database = await openDatabase(place.url, { memory: true });
    const reader = sql`select pg_backend_pid() as pid`;
    const flushes = sql`select pid from flushed`;
    expect(await database.settled((db) => rows(db, sql`${reader} where false`))).toEqual([]);
    expect(await rows(database.db, flushes)).toEqual([]);
    const found = await database.settled((db) => rows(db, reader));
    expect(found).toHaveLength(1);
    expect(await rows(database.db, flushes)).toEqual(found);
  });

  it('is migrated once by nodes that start at the same time on an empty database', async () => {
    await using place = await createServerDatabase();
    {
      await using emptied = await openDatabase(place.url, { memory: true });
      for (const schema of ['drizzle', 'public'])
        await emptied.db.execute(sql.raw(`drop schema if exists ${schema} cascade`));
      await emptied.db.execute(sql`create schema public`);
    }
    const environment = { DATABASE_URL: place.url };
    const nodes = await Promise.all(
      [1, 2, 3].map(async () =>
        startTestApp({
          environment,
          overrides: { database: await openDatabase(place.url, { memory: true }) },
        }),
      ),
    );
    const [first] = nodes;
    expect((await upload(first?.url ?? '', smallPack())).status).toBe(200);
    const applied = await rows(
      first?.app.database.db ?? expect.fail('no node'),
      sql`select count(*)::int as count, count(distinct hash)::int as different from drizzle.__drizzle_migrations`,
    );
    expect(applied[0]).toMatchObject({ count: expect.any(Number) });
    expect(new Set(Object.values(applied[0] ?? {})).size).toBe(1);
    for (const node of nodes) await node[Symbol.asyncDispose]();
  });
});
