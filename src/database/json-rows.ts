import { type SQL, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';

/** Columns by their names in a row; the columns of a joined table may be grouped under a name. */
export type RowColumns = Record<string, PgColumn | Record<string, PgColumn>>;

/** Rows as JSON inside another row: the SQL that writes them, and the function that parses them. */
export interface JsonRows<Row> {
  /** One row: an array of its columns. */
  array: SQL;
  read(rows: unknown): Row[];
}

/** Makes PostgreSQL return rows of these columns as JSON. `Row` is the type that drizzle selects by them. */
export function jsonRows<Row>(columns: RowColumns): JsonRows<Row> {
  const fields = Object.entries(columns).flatMap(([name, field]): JsonField[] =>
    field instanceof PgColumn
      ? [{ first: name, second: null, column: field }]
      : Object.entries(field).map(([inner, column]) => ({ first: name, second: inner, column })),
  );
  const values = sql.join(
    fields.map(({ column }) => sql`${column}`),
    sql`, `,
  );
  return {
    array: sql`json_build_array(${values})`,
    read(rows) {
      if (!Array.isArray(rows)) throw new TypeError('The database answered no list of rows.');
      const found = rows.map((row) => readRow(fields, row));
      if (!areOfType<Row>(found)) throw new TypeError('The database answered no rows.');
      return found;
    },
  };
}

/** A column and its path in the row object: `first.second`, or only `first`. */
interface JsonField {
  first: string;
  second: string | null;
  column: PgColumn;
}

function readRow(fields: readonly JsonField[], row: unknown): object {
  if (!Array.isArray(row)) throw new TypeError('The database answered no row.');
  const object: Record<string, unknown> = {};
  const inside = new Map<string, Record<string, unknown>>();
  for (const [index, { first, second, column }] of fields.entries()) {
    const answered: unknown = row[index];
    const value = answered === null ? null : column.mapFromDriverValue(answered);
    if (second === null) object[first] = value;
    else {
      const group = inside.get(first) ?? {};
      group[second] = value;
      object[first] = group;
      inside.set(first, group);
    }
  }
  return object;
}

/** The rows come from the columns from which the type was derived. */
function areOfType<Row>(rows: unknown[]): rows is Row[] {
  return Array.isArray(rows);
}
