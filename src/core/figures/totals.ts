import { count, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Queries, rows } from '../../database/database.ts';
import { isOneOf } from '../lists/pages.ts';

/** How many rows a list has. */
export interface Total {
  count: number;
  /** Whether it is what the database expects, rather than what is there. */
  isEstimated: boolean;
}

/** Up to where lists are counted. */
export interface TotalLimits {
  /** Rows that fit. */
  rows: number;
  /** What it costs to find all of them, as the database's planner reckons; a page of a table that is read as a whole costs 1. */
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
 * The limits for a list with this filter. One alone has an index, so that little more is read than fits; where several meet, rows of each may be read
 * that do not fit the others, so what that costs is asked first, and for a part of names that many have; not where the few that fit are known already.
 */
export function limitsFor(filter: object, { rows: most, cost }: TotalLimits): TotalLimits {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const areKnown = given.some(([name]) => known.has(name));
  const isDear = given.length > 1 || given.some(([name]) => name === 'nameContains');
  return { rows: most, cost: isDear && !areKnown ? cost : Number.POSITIVE_INFINITY };
}

/** How fields are called that name the few that fit. */
const known = new Set(['among', 'modPacks', 'runs']);

/**
 * How many rows `fitting` selects. They are counted while there are as many as the limits say at most, and where finding them costs no more than these
 * say; elsewhere the total is what the planner expects, which reads none of them. Never an estimate of fewer rows than were counted.
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

/** What the planner expects of a statement, without doing it. */
async function expect(db: Queries, statement: SQL): Promise<TotalLimits> {
  const [{ 'QUERY PLAN': plans }] = explained.parse(await rows(db, sql`explain (format json) ${statement}`));
  const { 'Plan Rows': found, 'Total Cost': cost } = plans[0].Plan;
  return { rows: found, cost };
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
