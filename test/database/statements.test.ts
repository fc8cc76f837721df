import { eq, sql } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  PgSession,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files, modPacks } from '../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { jsonRows } from '../../src/database/json-rows.ts';
import { asArray, createStatements } from '../../src/database/statements.ts';
import { databaseKinds, openLastingDatabase, openScratchDatabase } from '../support/database.ts';

const dateCreated = new Date('2030-01-01T00:00:00.123Z');

/** A driver that answers something else than rows. */
class WordySession extends PgSession {
  prepareQuery<T extends PreparedQueryConfig>(): PgPreparedQuery<T> {
    return new WordyQuery<T>({ sql: '', params: [] }, undefined, undefined);
  }

  async transaction(): Promise<never> {
    throw new Error('This driver knows no transactions.');
  }
}

class WordyQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  async execute(): Promise<string> {
    return 'one row';
  }
}

describe.each(databaseKinds)('statements that are kept, on the %s database', (kind) => {
  let database: Database;
  let built: string[] = [];
  beforeAll(async () => {
    database = await openScratchDatabase(kind);
    for (const sha256 of ['one', 'two', 'three'])
      await database.db.insert(files).values({ sha256, size: 2 ** 40, storageKey: sha256, dateCreated });
    await database.db.insert(modPacks).values({ fileId: 2, name: 'a.zip', status: 'CHECKED', dateCreated });
  });
  beforeEach(() => {
    built = [];
  });
  afterAll(() => database?.close());

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
      sent = Promise.allSettled([
        own.transaction(async () => {}),
        (async () => own.select({ id: files.id }).from(files).execute())(),
      ]);
      return own.select({ id: files.id }).from(files);
    });
    expect(await sent).toMatchObject([
      { reason: { message: 'A statement that is kept takes part in whatever transaction it is sent in.' } },
      { reason: { message: 'This statement was made to be read, not to be sent.' } },
    ]);
    await expect(
      statements.rows(database.db, 'no columns', [], (own) => ({
        prepare: (name) => own.delete(files).prepare(name),
        // biome-ignore lint/suspicious/noThenProperty: what drizzle builds has it.
        then: () => Promise.reject(new Error('This is not sent.')),
      })),
    ).rejects.toThrow('Only a statement that selects columns can be kept.');
    await expect(
      statements.rows(database.db, 'not built', [], () => ({
        prepare: () => undefined,
        // biome-ignore lint/suspicious/noThenProperty: what drizzle builds has it.
        then: () => Promise.reject(new Error('This is not sent.')),
      })),
    ).rejects.toThrow('A statement was not built.');
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

it('a driver that answers no rows is not believed', async () => {
  const dialect = new PgDialect();
  const db: Queries = new PgDatabase(dialect, new WordySession(dialect), undefined);
  const asked = createStatements<object>().rows(db, 'file', [], (own) => own.select().from(files));
  await expect(asked).rejects.toThrow('The database driver answered no rows.');
});

it('a list of numbers is one value', () => {
  expect([asArray([]), asArray([1]), asArray([3, 1, 2])]).toEqual(['{}', '{1}', '{3,1,2}']);
});
