import { type SQL, sql } from 'drizzle-orm';
import { PgColumn, type SelectedFieldsOrdered } from 'drizzle-orm/pg-core';
import { readerOf } from './statements.ts';

/** Columns by their names in a row; those of a joined table may have a name in front of them. */
export type RowColumns = Record<string, PgColumn | Record<string, PgColumn>>;

/** Rows as JSON inside another row: what PostgreSQL writes, and how it is read. */
export interface JsonRows<Row> {
  /** One row: an array of its columns. */
  array: SQL;
  read(rows: unknown): Row[];
}

/** Has rows with these columns answered as JSON, in place of a statement of their own. `Row` is what drizzle selects by them. */
export function jsonRows<Row>(columns: RowColumns): JsonRows<Row> {
  const fields = Object.entries(columns).flatMap(
    ([name, field]): SelectedFieldsOrdered =>
      field instanceof PgColumn
        ? [{ path: [name], field }]
        : Object.entries(field).map(([inner, column]) => ({ path: [name, inner], field: column })),
  );
  const read = readerOf(fields);
  const values = sql.join(
    fields.map(({ field }) => sql`${field}`),
    sql`, `,
  );
  return {
    array: sql`json_build_array(${values})`,
    read(rows) {
      if (!Array.isArray(rows)) throw new TypeError('The database answered no list of rows.');
      const found = read(rows);
      if (!areOfType<Row>(found)) throw new TypeError('The database answered no rows.');
      return found;
    },
  };
}

/** They come from the columns that the type was made from. */
function areOfType<Row>(rows: unknown[]): rows is Row[] {
  return Array.isArray(rows);
}
