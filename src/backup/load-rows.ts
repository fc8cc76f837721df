import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Queries, rows } from '../database/database.ts';
import { findTables, nameOfTable, type Table } from '../database/tables.ts';
import type { RowTexts, TableHead } from './rows-file.ts';

/** Rows that are written at once, and about how many characters of them. */
const rowsAtOnce = 200;
const charactersAtOnce = 1_000_000;

/** Fills the empty tables of a transaction with rows; returns the number of rows by table. */
export async function loadRows(
  tx: Queries,
  lines: AsyncIterable<TableHead | RowTexts>,
  report: (added: number) => void,
): Promise<Record<string, number>> {
  const tables = await findTables(tx);
  const restore = await loosenRules(tx, tables);
  // Migrations write rows, too.
  await tx.execute(sql`truncate ${sql.join(tables.map(nameOfTable), sql`, `)}`);
  const counts: Record<string, number> = {};
  let write: ((texts: readonly RowTexts[]) => Promise<void>) | null = null;
  let gathered: RowTexts[] = [];
  let characters = 0;
  const flush = async () => {
    if (gathered.length > 0) await write?.(gathered);
    report(gathered.length);
    gathered = [];
    characters = 0;
  };
  let name = '';
  for await (const line of lines) {
    if (!Array.isArray(line)) {
      await flush();
      name = line.table;
      counts[name] = 0;
      write = await writerOf(tx, tables, line);
      continue;
    }
    gathered.push(line);
    counts[name] = (counts[name] ?? 0) + 1;
    for (const text of line) characters += text?.length ?? 0;
    if (gathered.length === rowsAtOnce || characters > charactersAtOnce) await flush();
  }
  await flush();
  await restore();
  return counts;
}

/** Writes rows of one table, whose ids go on where they ended. */
async function writerOf(tx: Queries, tables: readonly Table[], { table: name, columns, ids }: TableHead) {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  const types = new Map(table.columns.map((column) => [column.name, column.type]));
  const written = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  // The types come from the catalogue of the service's own tables.
  const values = sql.raw(
    columns.map((column, index) => `(one ->> ${index})::${types.get(column)}`).join(', '),
  );
  for (const [column, last] of Object.entries(ids)) {
    if (last === null) continue;
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${`public."${name}"`}, ${column}), ${last}::bigint)`,
    );
  }
  return async (texts: readonly RowTexts[]) => {
    await tx.execute(
      sql`insert into ${nameOfTable(table)} (${written}) overriding system value
        select ${values} from json_array_elements(${JSON.stringify(texts)}::json) as one`,
    );
  };
}

const foundKeys = z.array(z.object({ table: z.string(), name: z.string() }));

/**
 * Disables the service's triggers, since the rows that they would write come too, and defers foreign keys, since rows
 * may refer to later rows. The returned function enables both again, and fails when a referenced row is missing.
 */
async function loosenRules(target: Queries, tables: readonly Table[]): Promise<() => Promise<void>> {
  const keys = foundKeys.parse(
    await rows(
      target,
      sql`select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
        where contype = 'f' and conparentid = 0 and not condeferrable
          and connamespace = 'public'::regnamespace`,
    ),
  );
  const alterKeys = async (when: string) => {
    for (const { table, name } of keys)
      await target.execute(sql.raw(`alter table ${table} alter constraint ${name} ${when}`));
  };
  for (const table of tables)
    await target.execute(sql`alter table ${nameOfTable(table)} disable trigger user`);
  await alterKeys('deferrable initially deferred');
  return async () => {
    await target.execute(sql`set constraints all immediate`);
    await alterKeys('not deferrable');
    for (const table of tables)
      await target.execute(sql`alter table ${nameOfTable(table)} enable trigger user`);
  };
}
