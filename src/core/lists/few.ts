import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from '../../database/database.ts';
import { type Order, type PageRequest, pageConditions, pageHead } from './pages.ts';

/*
 * For a page in an order, the planner either walks through that order until the page is full, or finds all matching
 * rows and sorts them. It chooses by the expected number of rows, which is often wrong for parts of names, and for
 * values that correlate with the order, as dates and votes do. So a filter with an index of its own first counts its
 * matching rows: few rows are then selected by their ids, and for many rows the walk ends soon.
 */

/** Most rows that are looked up by id. When more of a million fit, a page of 20 is full after 8,000 rows on average. */
export const few = 2_500;

/** Ids in the text form of a list in the database. */
export interface FewIds {
  list: string;
}

const found = z.tuple([z.object({ count: z.int(), list: z.string() })]);

/** The values that `fitting` selects in its column `id`; null for more than few. */
export async function fewOf(db: Queries, fitting: SQLWrapper): Promise<FewIds | null> {
  // A materialized query is planned for all its rows rather than for the first ones.
  const first = sql`with fitting as materialized (${fitting})
    select count(*)::int as count, coalesce(array_agg(id), '{}')::text as list
    from (select id from fitting limit ${few + 1}) as first`;
  const [{ count, list }] = found.parse(await rows(db, first));
  return count > few ? null : { list };
}

/** The condition for the rows of a page of few: they are sorted before other tables are joined. */
export function isFirst<Row>(
  id: PgColumn,
  from: SQL,
  filters: readonly SQL[],
  order: Order<Row>,
  request: PageRequest,
): SQL {
  const conditions = sql.join([...filters, ...pageConditions(order, request)], sql` and `);
  const head = sql.join(pageHead(order, request, false), sql`, `);
  return sql`${id} in (select page.id from (select ${id} as id from ${from} where ${conditions} order by ${head}) as page)`;
}

/** The condition for rows with these ids. */
export function isAmong(id: PgColumn, { list }: FewIds): SQL {
  return sql`${id} = any(${list}::int[])`;
}

/**
 * The condition that `rows` of another table selects a row, for all rows or the first page only. Many rows match then,
 * so each row is checked in turn: the planner might otherwise merge both tables, the other from its very beginning.
 */
export function oneFits(rowsOfAnother: SQL, wanted: 'all' | 'first'): SQL {
  return wanted === 'all' ? sql`exists (${rowsOfAnother})` : sql`exists (${rowsOfAnother} offset 0)`;
}
