import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from './database.ts';

/** Most rows of one statement, where each has nothing else below it. */
const rowsOfPiece = 2_000;
const deletedOf = z.tuple([z.object({ deleted: z.int() })]);

/**
 * Deletes the rows of a table for which `which` holds, by statements of which each takes a short time however many there are: the
 * embedded database does one at a time, and whoever else asks it waits. Outside a transaction each piece commits
 * by itself. A row that somebody changes meanwhile stays, and so do all where no condition is given. Answers how many went.
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
