import { count, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from '../database/database.ts';
import { isOneOf } from './pages.ts';

/** How many rows a list has. */
export interface Total {
  count: number;
  /** Whether it is what the database expects, rather than what is there. */
  isEstimated: boolean;
}

const counted = z.tuple([z.object({ count: z.int() })]);
const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** The total of a list whose rows have been counted. */
export function exactly(count: number): Total {
  return { count, isEstimated: false };
}

/**
 * How many rows `fitting` selects. They are counted while there are `limit` of them at most; where there are more, the database's planner
 * is asked what it expects, which reads none of them, and so the answer takes no longer the more there are. Never an estimate of fewer rows than were counted.
 */
export async function totalOf({ db }: { db: Queries }, fitting: SQL, limit: number): Promise<Total> {
  const few = sql`select count(*)::int as count from (${fitting} limit ${limit + 1}) as fitting`;
  const [{ count }] = counted.parse(await rows(db, few));
  if (count <= limit) return exactly(count);
  const [{ 'QUERY PLAN': plans }] = explained.parse(await rows(db, sql`explain (format json) ${fitting}`));
  return { count: Math.max(count, plans[0].Plan['Plan Rows']), isEstimated: true };
}

/** How many rows have each of these ids in a column that names their parent, in the order of the ids. */
export async function countOfEach(
  { db }: { db: Queries },
  parent: PgColumn,
  parentIds: readonly number[],
): Promise<number[]> {
  const found = await db
    .select({ id: sql<number>`${parent}`, count: count() })
    .from(parent.table)
    .where(isOneOf(parent, parentIds))
    .groupBy(parent);
  const counts = new Map(found.map((row) => [row.id, row.count]));
  return parentIds.map((id) => counts.get(id) ?? 0);
}
