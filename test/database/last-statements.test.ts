import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { findEventsOfRun, recordEvents } from '../../src/core/events/events.ts';
import { readAddress } from '../../src/database/address.ts';
import { openConnection } from '../../src/database/connection.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { createLastStatements, endWith } from '../../src/database/last-statements.ts';
import { openDatabase } from '../../src/database/open.ts';
import { queriesOfConnection } from '../../src/database/queries.ts';
import { openSocket } from '../../src/database/server-socket.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';
import { lastStatement } from '../support/last-statement.ts';

const file = (sha256: string) => ({ sha256, size: 1, storageKey: sha256 });

const storing = (tx: Queries, sha256: string) => lastStatement(tx.insert(files).values(file(sha256)));

const stored = ({ db }: Database) => db.select({ sha256: files.sha256 }).from(files).orderBy(files.id);

describe.each(databaseKinds)('the last statements of a transaction on the %s database', (kind) => {
  it('commit with all that it has done before, in their order', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const answer = await db.transaction(async (tx) => {
      await tx.insert(files).values(file('a'));
      await endWith(tx, [storing(tx, 'b'), storing(tx, 'c')]);
      await endWith(tx, [storing(tx, 'd')]);
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
      await endWith(tx, [lastStatement(sql`select 1 / 0`), storing(tx, 'b')]);
    });
    await expect(failing).rejects.toSatisfy((error: Error) =>
      [error, error.cause].some((one) => one instanceof Error && one.message === 'division by zero'),
    );
    expect(await stored(database)).toEqual([]);
    // The connection is as good as before.
    await db.transaction((tx) => endWith(tx, [storing(tx, 'c')]));
    expect(await stored(database)).toEqual([{ sha256: 'c' }]);
  });

  it('fail where the failure of an earlier one was passed over', async () => {
    await using database = await openScratchDatabase(kind);
    const failing = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => {});
      await endWith(tx, [storing(tx, 'a')]);
    });
    await expect(failing).rejects.toThrow();
    expect(await stored(database)).toEqual([]);
  });
});

describe('a statement to end with', () => {
  const build = (sha256: string, built: string[]) => () => {
    built.push(sha256);
    return sql`insert into files (sha256, size, storage_key) values (${sha256}, 1, 'a')`;
  };

  it('is written once for each shape, and named by its text', () => {
    const statement = createLastStatements();
    const built: string[] = [];
    const first = statement('one', ['a'], build('a', built));
    const again = statement('one', ['b'], build('b', built));
    const other = statement('other', ['c'], build('c', built));
    expect(built).toEqual(['a', 'c']);
    expect(first).toMatchObject({
      text: "insert into files (sha256, size, storage_key) values ($1, 1, 'a')",
      values: ['a'],
    });
    expect(again).toEqual({ ...first, values: ['b'] });
    expect(other).toEqual({ ...first, values: ['c'] });
    expect(statement('more', [], () => sql`select 1`).name).not.toBe(first.name);
  });

  it('is not made where its values are not those that were told', () => {
    expect(() => createLastStatements()('one', ['b'], build('a', []))).toThrow(
      'Other values than those of insert into files',
    );
  });
});

/** The types of what a server has said, each a letter that its length and content follow. */
function messagesIn(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types.push(String.fromCharCode(bytes[at] ?? 0));
  return types;
}

describe.runIf(databaseKinds.includes('server'))('a commit that records an event', () => {
  it('is five messages after the first on a connection, none of which has the server read or describe a named statement', async () => {
    await using place = await createServerDatabase();
    await using database = await openDatabase(place.url, { memory: true });
    await onConnection(place.url, (client) =>
      client.query(`insert into files (sha256, size, storage_key) values ('a', 1, 'a');
        insert into mod_packs (file_id, name, status) values (1, 'pack.zip', 'QUEUED');
        insert into run_configurations
          (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
          values (1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]')`),
    );
    const address = readAddress(place.url);
    const socket = await openSocket(address, new AbortController().signal);
    const connection = await openConnection(socket, { ...address, prepares: 'named' });
    await using _ended = { [Symbol.asyncDispose]: () => connection.end() };
    const db = queriesOfConnection(connection, { direct: true });
    const run = { modPackId: 1, runConfigurationId: 1 };
    const commit = () =>
      db.transaction((tx) =>
        recordEvents(tx, run, [
          { status: 'CHECKING', message: 'one' },
          { status: 'CHECKED', message: 'two', errors: [] },
        ]),
      );
    await commit();
    const heard: Buffer[] = [];
    socket.on('data', (chunk) => heard.push(chunk));
    await commit();
    const messages = messagesIn(Buffer.concat(heard));
    const count = (...types: string[]) => messages.filter((type) => types.includes(type)).length;
    const [answered, read, described] = [count('Z'), count('1'), count('T', 'n', 't')];
    expect({ answered, read, described }).toEqual({ answered: 5, read: 0, described: 0 });
    expect(await findEventsOfRun(database.db, 1)).toMatchObject(
      ['one', 'two', 'one', 'two'].map((message) => ({ message, errors: [], serverPackId: null })),
    );
  });

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
      sql`create constraint trigger note after insert on events deferrable initially deferred
        for each row execute function note()`,
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
