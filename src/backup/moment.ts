import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SqlClient } from '../database/connection.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { lastMigration } from '../database/migrate.ts';
import { findTables, nameOfTable } from '../database/tables.ts';
import type { TableHead } from './rows-file.ts';

/** The rows of the service as of one moment. */
export interface Moment {
  migration: number;
  tables: MomentTable[];
  /** Stored files with their sizes, in order of keys. */
  files(): AsyncGenerator<[key: string, size: number][]>;
}

export interface MomentTable extends TableHead {
  /** Rows in portions, each value as its text, which every version of PostgreSQL parses to the same value. */
  rows(): AsyncGenerator<unknown[][]>;
}

/** Rows that are fetched at once: the largest rows, with all their texts, amount to some megabytes. */
const rowsAtOnce = 200;
const filesAtOnce = 5_000;
const filesCursor = 'backup_files';

/**
 * Reads all rows of one moment, while other callers go on. A server keeps them for a transaction. The embedded database
 * has one connection, which a transaction would take from all others; there cursors copy the rows aside, which other
 * statements wait for.
 */
export async function readMoment<Result>(
  { kind, patient }: Pick<Database, 'kind' | 'patient'>,
  read: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  if (kind === 'server')
    return patient.transaction(
      async (tx) => {
        // A slow disk or bucket takes its time with what was fetched.
        await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`);
        return read(await openMoment(tx, tx.sqlClient, ''));
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  const opened: Moment = await patient.transaction(async (tx) => {
    // What a cursor copies is in memory up to this size, and in a file beyond.
    await tx.execute(sql`set local work_mem = '256kB'`);
    return openMoment(tx, patient.sqlClient, 'with hold');
  });
  try {
    return await read(opened);
  } finally {
    const cursors = [...opened.tables.keys()].map(cursorOf);
    for (const cursor of [...cursors, filesCursor])
      await patient.sqlClient.query(`close ${cursor}`).catch(() => {});
  }
}

const cursorOf = (index: number) => `backup_${index}`;

const foundSize = z.tuple([z.string(), z.coerce.number()]);

async function openMoment(tx: Queries, fetching: SqlClient, hold: string): Promise<Moment> {
  const ids = await findIds(tx);
  const tables: MomentTable[] = [];
  for (const [index, table] of (await findTables(tx)).entries()) {
    const read = sql.join(
      table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
      sql`, `,
    );
    const cursor = cursorOf(index);
    await declare(tx, cursor, hold, sql`select ${read} from ${nameOfTable(table)}`);
    tables.push({
      table: table.name,
      columns: table.columns.map(({ name }) => name),
      ids: ids.get(table.name) ?? {},
      rows: () => portionsOf(fetching, cursor, rowsAtOnce),
    });
  }
  await declare(
    tx,
    filesCursor,
    hold,
    sql`select storage_key, max(size)::text from files where removed is null group by storage_key order by storage_key collate "C"`,
  );
  return {
    migration: await lastMigration(tx),
    tables,
    async *files() {
      for await (const portion of portionsOf(fetching, filesCursor, filesAtOnce))
        yield portion.map((row) => foundSize.parse(row));
    },
  };
}

async function declare(tx: Queries, cursor: string, hold: string, select: SQL): Promise<void> {
  await tx.execute(sql`declare ${sql.raw(cursor)} no scroll cursor ${sql.raw(hold)} for ${select}`);
}

async function* portionsOf(client: SqlClient, cursor: string, count: number): AsyncGenerator<unknown[][]> {
  for (;;) {
    const { rows: portion } = await client.query(`fetch ${count} from ${cursor}`);
    if (portion.length === 0) return;
    yield portion;
  }
}

const foundIds = z.array(z.object({ table: z.string(), column: z.string(), last: z.string().nullable() }));

/** The last ids drawn, by table and column. */
async function findIds(tx: Queries): Promise<Map<string, TableHead['ids']>> {
  const found = foundIds.parse(
    await rows(
      tx,
      sql`select t.relname as table, a.attname as column, pg_sequence_last_value(s.oid)::text as last
        from pg_depend d
        join pg_class s on s.oid = d.objid and s.relkind = 'S'
        join pg_class t on t.oid = d.refobjid and t.relnamespace = 'public'::regnamespace
        join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
    ),
  );
  const byTable = new Map<string, TableHead['ids']>();
  for (const { table, column, last } of found) byTable.set(table, { ...byTable.get(table), [column]: last });
  return byTable;
}
