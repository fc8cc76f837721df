import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from '../../database/database.ts';
import { type Order, type PageRequest, pageConditions, pageHead } from './pages.ts';

/*
 * Asked for a page in its order, the database walks through that order until the page is full, or looks for all that fit and sorts it. Which is quicker it tells
 * by how many it expects: often wrong for parts of names, and for what goes along with the order, as dates and votes do. So where a filter has an index
 * of its own, the first that it finds are counted: few are then asked for by their ids, and for many, walking ends soon.
 */

/** Most rows that are looked up by id. When more of a million fit, a page of 20 is full after 8,000 rows on average. */
export const few = 2_500;

/** Ids as the database writes and reads a list. */
export interface FewIds {
  list: string;
}

const found = z.tuple([z.object({ count: z.int(), list: z.string() })]);

/** The ids that `fitting` selects, under that name; null where there are more than few. */
export async function fewOf(db: Queries, fitting: SQLWrapper): Promise<FewIds | null> {
  // Materialized, it is planned for all that fit rather than for the first: these come from an index or at once.
  const first = sql`with fitting as materialized (${fitting})
    select count(*)::int as count, coalesce(array_agg(id), '{}')::text as list
    from (select id from fitting limit ${few + 1}) as first`;
  const [{ count, list }] = found.parse(await rows(db, first));
  return count > few ? null : { list };
}

/** The condition for the rows of a page of few: they are sorted before anything else is joined to them. */
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
 * The condition that `rows` of another table selects one, where all are wanted or only the first of a page. Many fit then, so each row is looked at in its turn:
 * the planner might walk through both tables side by side, and the other from its very beginning.
 */
export function oneFits(rowsOfAnother: SQL, wanted: 'all' | 'first'): SQL {
  return wanted === 'all' ? sql`exists (${rowsOfAnother})` : sql`exists (${rowsOfAnother} offset 0)`;
}
