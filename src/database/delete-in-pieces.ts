import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from './database.ts';

/** Most rows that one statement deletes, for tables whose rows own no rows of other tables. */
const rowsOfPiece = 2_000;
const deletedOf = z.tuple([z.object({ deleted: z.int() })]);

/**
 * Deletes the rows of a table that meet the condition `which`, by short statements: the embedded database runs one
 * statement at a time, and other requests wait for it. Outside a transaction each batch commits by itself. Rows that
 * change meanwhile stay, and without a condition nothing is deleted. Returns the number of deleted rows.
 */
export async function deleteInPieces(
  db: Queries,
  table: PgTable,
  which: SQL | undefined,
  most: number = rowsOfPiece,
): Promise<number> {
  const piece = sql`array(select ctid from ${table} where ${which ?? sql`false`} limit ${most})`;
  const statement = sql`with gone as (delete from ${table} where ctid = any(${piece}) returning 1)
    select count(*)::integer as deleted from gone`;
  for (let total = 0; ; ) {
    const [{ deleted }] = deletedOf.parse(await rows(db, statement));
    total += deleted;
    if (deleted < most) return total;
  }
}
