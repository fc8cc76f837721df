import { eq, gte, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { files, modPacks, mods } from '../../drizzle/schema.ts';
import { findEventsOfRun, recordEvents } from '../../src/core/events/events.ts';
import { readAddress } from '../../src/database/address.ts';
import { openConnection } from '../../src/database/connection.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { deleteInPieces } from '../../src/database/delete-in-pieces.ts';
import { endWith } from '../../src/database/drizzle-driver.ts';
import { jsonRows } from '../../src/database/json-rows.ts';
import { openDatabase } from '../../src/database/open.ts';
import { queriesOfConnection } from '../../src/database/queries.ts';
import { openSocket } from '../../src/database/server-socket.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { asArray, createStatements } from '../../src/database/statements.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openLastingDatabase,
  openScratchDatabase,
} from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

const dateCreated = new Date('2030-01-01T00:00:00.123Z');

describe.each(databaseKinds)('statements that are kept, on the %s database', async (kind) => {
  let built: string[] = [];
  const database = await openScratchDatabase(kind);
  for (const sha256 of ['one', 'two', 'three'])
    await database.db.insert(files).values({ sha256, size: 2 ** 40, storageKey: sha256, dateCreated });
  await database.db.insert(modPacks).values({ fileId: 2, name: 'a.zip', status: 'CHECKED', dateCreated });
  beforeEach(() => {
    built = [];
  });
  afterAll(() => database.close());

  /** Asks for a file by its id, under a shape of that name. */
  function createShapes() {
    const statements = createStatements<typeof files.$inferSelect>();
    return (shape: string, id = 1, db = database.db) =>
      statements.rows(db, shape, [id], (own) => {
        built.push(shape);
        return own.select().from(files).where(eq(files.id, id));
      });
  }

  it('answer what drizzle would, whatever the values', async () => {
    const fileOf = createShapes();
    for (const id of [1, 2, 3])
      expect(await fileOf('file', id)).toEqual(
        await database.db.select().from(files).where(eq(files.id, id)),
      );
    expect(await fileOf('file', 4)).toEqual([]);
    expect(built).toEqual(['file']);
  });

  it('answer columns of several tables, and what is worked out, under their names', async () => {
    const statements = createStatements<{
      id: number;
      file: { size: number; removed: Date | null };
      twice: number;
    }>();
    const found = await statements.rows(database.db, 'pack', [1], (own) =>
      own
        .select({
          id: modPacks.id,
          file: { size: files.size, removed: files.removed },
          twice: sql`${modPacks.id} * 2`.mapWith(Number),
        })
        .from(modPacks)
        .innerJoin(files, eq(files.id, modPacks.fileId))
        .where(eq(modPacks.id, 1)),
    );
    expect(found).toEqual([{ id: 1, file: { size: 2 ** 40, removed: null }, twice: 2 }]);
  });

  it('are prepared by the server', async () => {
    // A connection that other tests have had may have prepared all that it keeps.
    await using place = await openLastingDatabase(kind);
    await using unused = await place.open();
    const texts = createStatements<{ id: number }>();
    const named = await unused.db.transaction(async (tx) => {
      for (const column of [files.size, files.storageKey, files.sha256, files.size])
        await texts.rows(tx, column.name, [1], (own) =>
          own.select({ id: files.id }).from(files).where(eq(files.id, 1)).orderBy(column),
        );
      return rows(
        tx,
        sql`select statement from pg_prepared_statements
          where statement like '%from "files" where "files"."id" = $1 order by%'`,
      );
    });
    // The embedded database prepares what is asked for again, whatever it is.
    expect(named).toHaveLength(kind === 'server' ? 3 : 1);
  });

  it('have the values that they were built with, and are statements', async () => {
    const statements = createStatements<object>();
    const file = () => files.id;
    await expect(
      statements.rows(database.db, 'other values', [2], (own) =>
        own.select().from(files).where(eq(file(), 1)),
      ),
    ).rejects.toThrow('Other values than those of select');
    let sent: Promise<unknown> | undefined;
    await statements.rows(database.db, 'sent meanwhile', [], (own) => {
      sent = Promise.allSettled([own.transaction(async () => {}), own.select().from(files).execute()]);
      return own.select({ id: files.id }).from(files);
    });
    expect(await sent).toMatchObject([
      { reason: { message: 'A statement that is kept takes part in whatever transaction it is sent in.' } },
      { reason: { cause: { message: 'This statement was made to be kept, not to be sent.' } } },
    ]);
  });

  it('read rows that come as JSON too', async () => {
    const { array, read } = jsonRows({
      id: files.id,
      of: { removed: files.removed, created: files.dateCreated },
    });
    const [row] = z
      .tuple([z.object({ found: z.unknown() })])
      .parse(
        await rows(database.db, sql`select json_agg(${array} order by ${files.id}) as found from ${files}`),
      );
    expect(read(row.found)).toEqual(
      [1, 2, 3].map((id) => ({ id, of: { removed: null, created: dateCreated } })),
    );
    expect(() => read(null)).toThrow('The database answered no list of rows.');
    expect(() => read([null])).toThrow('The database answered no row.');
  });
});

it('a list of numbers is one value', () => {
  expect([asArray([]), asArray([1]), asArray([3, 1, 2])]).toEqual(['{}', '{1}', '{3,1,2}']);
});

const file = (sha256: string) => ({ sha256, size: 1, storageKey: sha256 });

const storing = (tx: Queries, sha256: string) => tx.insert(files).values(file(sha256));

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
      await endWith(tx, [tx.select({ nothing: sql`1 / 0` }).from(sql`files`), storing(tx, 'b')]);
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

/** The types of what a server has said, each a letter that its length and content follow. */
function messagesIn(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types.push(String.fromCharCode(bytes[at] ?? 0));
  return types;
}

describe.runIf(databaseKinds.includes('server'))('a commit that records an event', () => {
  it('is four messages after the first on a connection, none of which has the server read or describe a named statement', async () => {
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
    // The flush, which is sent as text together with the commit, describes its one column.
    expect({ answered, read, described }).toEqual({ answered: 4, read: 0, described: 1 });
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

describe.each(databaseKinds)('many rows on the %s database', (kind) => {
  it('go by statements of which each takes so many, and nothing else does, nor anything without a condition', async () => {
    await using database = await openScratchDatabase(kind);
    const modPackId = await insertModPack(database);
    const insertMods = (most: number) =>
      database.db.execute(sql`insert into mods (mod_pack_id, position, file, size, descriptors, descriptor_length)
        select ${modPackId}, at, 'mod-' || at || '.jar', 1, '[]', 2 from generate_series(0, ${most - 1}::int) at`);
    await insertMods(25);
    const asked = vi.spyOn(database.db, 'execute');
    expect(await deleteInPieces(database.db, mods, gte(mods.position, 5), 10)).toBe(20);
    // The last finds that there are no more.
    expect(asked).toHaveBeenCalledTimes(3);
    expect(await database.db.$count(mods)).toBe(5);
    expect(await deleteInPieces(database.db, mods, undefined)).toBe(0);
    expect(await database.db.$count(mods)).toBe(5);
    // Two thousand where nobody says how many.
    await deleteInPieces(database.db, mods, gte(mods.position, 0));
    await insertMods(2_001);
    asked.mockClear();
    expect(await deleteInPieces(database.db, mods, gte(mods.position, 0))).toBe(2_001);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
