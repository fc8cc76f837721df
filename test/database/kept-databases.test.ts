import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { CopiedFiles } from '../support/copied-files.ts';
import { copyTemplate, databaseKinds, openOnServer, openScratchDatabase } from '../support/database.ts';
import { embeddedFiles } from '../support/embedded-files.ts';

const ignored = () => {};
const texts = z.array(z.object({ text: z.string() }));

async function textsOf(db: Queries, statement: string): Promise<string[]> {
  return texts.parse(await rows(db, sql.raw(statement))).map(({ text }) => text);
}

/** All that a test can find in a database: rows, sequences, tables and what belongs to them, settings, and who listens. */
async function everythingIn({ db }: Database): Promise<Record<string, string[]>> {
  const tables = await textsOf(
    db,
    `select format('%I.%I', table_schema, table_name) as text from information_schema.tables
     where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE' order by 1`,
  );
  const content: Record<string, string[]> = {};
  for (const table of tables)
    content[table] = await textsOf(db, `select one::text as text from ${table} one order by 1`);
  return {
    ...content,
    sequences: await textsOf(db, 'select one::text as text from pg_sequences one order by 1'),
    columns: await textsOf(
      db,
      `select attrelid::regclass || ' ' || attname || ' ' || attnotnull::text as text from pg_attribute order by 1`,
    ),
    triggers: await textsOf(db, `select tgname || ' ' || tgenabled::text as text from pg_trigger order by 1`),
    functions: await textsOf(db, 'select distinct proname::text as text from pg_proc order by 1'),
    analysed: await textsOf(
      db,
      // What a server has looked through by itself is no test's doing, and may be so in any database at any moment.
      `select pg_class.relname::text as text from pg_class left join pg_index on indexrelid = pg_class.oid
       join pg_stat_all_tables on relid = coalesce(indrelid, pg_class.oid)
       where reltuples > 0 and relnamespace = 'drizzle'::regnamespace
         and (analyze_count + vacuum_count > 0 or autoanalyze_count + autovacuum_count = 0) order by 1`,
    ),
    settings: await textsOf(
      db,
      `select name || ' ' || setting as text from pg_settings where name not like 'plpgsql.%' order by 1`,
    ),
    heard: await textsOf(db, 'select pg_listening_channels() as text order by 1'),
  };
}

/** Its name, and how many transactions it has seen: together these tell whether it is one that somebody had before. */
async function identityOf({ db }: Database): Promise<{ name: string; transactions: number }> {
  const [name = '', transactions] = await textsOf(
    db,
    'select unnest(array[current_database()::text, pg_current_xact_id()::text]) as text',
  );
  return { name, transactions: Number(transactions) };
}

/** A database that nobody has used. */
const openNew = {
  embedded: async () => openDatabase(null, { memory: true, files: new CopiedFiles(await embeddedFiles()) }),
  server: async () => openOnServer(await copyTemplate()),
};

describe.each(databaseKinds)('a database that a test has done with, %s,', (kind) => {
  let fresh: Record<string, string[]>;
  beforeAll(async () => {
    await using database = await openNew[kind]();
    fresh = await everythingIn(database);
  });

  async function leave(statement: string): Promise<void> {
    await using database = await openScratchDatabase(kind);
    await database.db.execute(sql.raw(statement));
  }

  it('is handed to the next with the rows, sequences and settings of a new one', async () => {
    const isHandedOn = async () => {
      await using first = await openScratchDatabase(kind);
      await insertFinishedRuns(first.db, { modPacks: 3, runs: 2 });
      for (const statement of [
        'delete from list_changes',
        'update drizzle.__drizzle_migrations set created_at = created_at + 1',
        "set statement_timeout = '1h'",
      ])
        await first.db.execute(sql.raw(statement));
      await first.listen('news', ignored, ignored);
      const before = await identityOf(first);
      await first.close();
      await using second = await openScratchDatabase(kind);
      expect(await everythingIn(second)).toEqual(fresh);
      const after = await identityOf(second);
      return after.name === before.name && after.transactions > before.transactions;
    };
    // One that has been handed on as often as it may is closed instead; the one after it is new.
    expect((await isHandedOn()) || (await isHandedOn())).toBe(true);
  });

  it.each([
    'create table more (a int)',
    'alter table votes add check (true)',
    'alter table events disable trigger events_notify',
    'drop trigger events_notify on events',
    "create function more() returns int language sql as 'select 1'",
    'alter table mod_packs alter column name drop not null',
    "do $$ begin execute format('alter database %I set statement_timeout = 1', current_database()); end $$",
    'analyze drizzle.__drizzle_migrations',
  ])('is not handed on after: %s', async (statement) => {
    await leave(statement);
    await using next = await openScratchDatabase(kind);
    expect(await everythingIn(next)).toEqual(fresh);
  });
});
