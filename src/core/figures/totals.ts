import { and, count, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from '../../database/database.ts';
import { isOneOf } from '../lists/pages.ts';

/** The number of rows in a list. */
export interface Total {
  count: number;
  /** True for the planner's estimate. */
  isEstimated: boolean;
}

/** The limits up to which lists are counted. */
export interface TotalLimits {
  /** The most matching rows. */
  rows: number;
  /** The planner's cost of finding all rows; a page of a sequential scan costs 1. */
  cost: number;
}

const counted = z.tuple([z.object({ count: z.int() })]);
const explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) }),
    ]),
  }),
]);

/** The total of a list whose rows have been counted. */
export function exactly(count: number): Total {
  return { count, isEstimated: false };
}

/**
 * The limits for a list with this filter. A single filter has an index, so its rows are counted. Several filters may
 * read rows that do not match all of them, and a common part of a name many rows, so their cost is checked first,
 * unless the few matching rows are known already.
 */
export function limitsFor(filter: object, { rows: most, cost }: TotalLimits): TotalLimits {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const areKnown = given.some(([name]) => known.has(name));
  const isDear = given.length > 1 || given.some(([name]) => name === 'nameContains');
  return { rows: most, cost: isDear && !areKnown ? cost : Number.POSITIVE_INFINITY };
}

/** Filter fields that name the few matching rows. */
const known = new Set(['among', 'modPacks', 'runs']);

/**
 * The number of rows that `fitting` selects. Rows are counted within the limits; beyond them the planner estimates
 * without reading rows. An estimate is never below the counted rows.
 */
export async function totalOf({ db }: { db: Queries }, fitting: SQL, limits: TotalLimits): Promise<Total> {
  const foreseen = limits.cost === Number.POSITIVE_INFINITY ? null : await expect(db, fitting);
  if (foreseen && foreseen.cost > limits.cost) return { count: foreseen.rows, isEstimated: true };
  const few = sql`select count(*)::int as count from (${fitting} limit ${limits.rows + 1}) as fitting`;
  const [{ count }] = counted.parse(await rows(db, few));
  if (count <= limits.rows) return exactly(count);
  const expected = foreseen ?? (await expect(db, fitting));
  return { count: Math.max(count, expected.rows), isEstimated: true };
}

/** The planner's estimate for a statement, which is not executed. */
async function expect(db: Queries, statement: SQL): Promise<TotalLimits> {
  const [{ 'QUERY PLAN': plans }] = explained.parse(await rows(db, sql`explain (format json) ${statement}`));
  const { 'Plan Rows': found, 'Total Cost': cost } = plans[0].Plan;
  return { rows: found, cost };
}

/** The number of matching rows of each parent id, in the order of the ids. */
export async function countOfEach(
  { db }: { db: Queries },
  parent: PgColumn,
  parentIds: readonly number[],
  condition?: SQL,
): Promise<number[]> {
  const found = await db
    .select({ id: sql<number>`${parent}`, count: count() })
    .from(parent.table)
    .where(and(isOneOf(parent, parentIds), condition))
    .groupBy(parent);
  const counts = new Map(found.map((row) => [row.id, row.count]));
  return parentIds.map((id) => counts.get(id) ?? 0);
}
