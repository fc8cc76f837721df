import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { recordEvents } from '../../src/core/events.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { endWith } from '../../src/database/endings.ts';
import { openDatabase } from '../../src/database/open.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';

const file = (sha256: string) => ({ sha256, size: 1, storageKey: sha256 });

const stored = ({ db }: Database) => db.select({ sha256: files.sha256 }).from(files).orderBy(files.id);

describe.each(databaseKinds)('the last statements of a transaction on the %s database', (kind) => {
  it('commit with all that it has done before, in their order', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const answer = await db.transaction(async (tx) => {
      await tx.insert(files).values(file('a'));
      await endWith(tx, [tx.insert(files).values(file('b')), tx.insert(files).values(file('c'))]);
      await endWith(tx, [tx.insert(files).values(file('d'))]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await stored(database)).toEqual(['a', 'b', 'c', 'd'].map((sha256) => ({ sha256 })));
  });

  it('undo all of it when one of them fails, and say why', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const failing = db.transaction(async (tx) => {
      await tx.insert(files).values(file('a'));
      await endWith(tx, [sql`select 1 / 0`, tx.insert(files).values(file('b'))]);
    });
    await expect(failing).rejects.toSatisfy((error: Error) =>
      [error, error.cause].some((one) => one instanceof Error && one.message === 'division by zero'),
    );
    expect(await stored(database)).toEqual([]);
    // The connection is as good as before.
    await db.transaction((tx) => endWith(tx, [tx.insert(files).values(file('c'))]));
    expect(await stored(database)).toEqual([{ sha256: 'c' }]);
  });

  it('fail where the failure of an earlier one was passed over', async () => {
    await using database = await openScratchDatabase(kind);
    const failing = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => {});
      await endWith(tx, [tx.insert(files).values(file('a'))]);
    });
    await expect(failing).rejects.toThrow();
    expect(await stored(database)).toEqual([]);
  });
});

describe.runIf(databaseKinds.includes('server'))('a commit that records an event', () => {
  it.each([
    { server: defaultServerSettings, where: 'on a connection to the server itself', waits: 'off' },
    { server: 'pooled', where: 'behind a pooler', waits: 'on' },
  ] as const)('waits for the disk itself: $waits, $where', async ({ server, waits }) => {
    await using place = await createServerDatabase();
    // The server of the tests may be told otherwise.
    await onConnection(place.url, (client) =>
      client.query(`do $$ begin
        execute format('alter database %I set synchronous_commit = on', current_database()); end $$`),
    );
    const settings = server === 'pooled' ? { ...defaultServerSettings, directUrl: place.url } : server;
    await using database = await openDatabase(place.url, { memory: true }, { server: settings });
    const { db } = database;
    await db.execute(sql`insert into files (sha256, size, storage_key) values ('a', 1, 'a')`);
    await db.execute(sql`insert into mod_packs (file_id, name, status) values (1, 'pack.zip', 'QUEUED')`);
    await db.execute(sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      values (1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]')`);
    // What the server does at the commit, as the transaction itself is told.
    await db.execute(sql`create table noted (waits text)`);
    await db.execute(sql`create function note() returns trigger language plpgsql as $$
      begin insert into noted values (current_setting('synchronous_commit')); return null; end $$`);
    await db.execute(
      sql`create trigger note after insert on events for each statement execute function note()`,
    );
    await db.transaction((tx) =>
      recordEvents(tx, { modPackId: 1, runConfigurationId: 1 }, [{ status: 'CHECKING', message: '' }]),
    );
    expect(await rows(db, sql`select waits from noted`)).toEqual([{ waits }]);
    // Nobody who comes later to the same connection is spared it.
    expect(await rows(db, sql`select current_setting('synchronous_commit') as waits`)).toEqual([
      { waits: 'on' },
    ]);
  });
});
