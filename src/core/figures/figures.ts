import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type figureKinds, figures } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { isStorable } from '../lists/filters.ts';

/** Kinds of counts that need no counting of rows. */
export type FigureKind = (typeof figureKinds)[number];

/** Keys from the first up to but not including the second, in text order. */
export interface KeyRange {
  from: string;
  before?: string;
}

interface Figure {
  key: string;
  amount: number;
}

/** The figures of a kind, the largest first; zeros are left out. */
export function readFigures(
  { db }: { db: Queries },
  kind: FigureKind,
  range: KeyRange = { from: '' },
): Promise<Figure[]> {
  return sumUp(db, sql<string>`${figures.key}`, ofKind(kind, range));
}

/** The sums of several days' figures by value, for kinds whose key is a day and a value. */
export function readFiguresOfDays(
  { db }: { db: Queries },
  kind: FigureKind,
  range: KeyRange,
): Promise<Figure[]> {
  return sumUp(db, sql<string>`substr(${figures.key}, 12)`, ofKind(kind, range));
}

/** The rows of a kind. */
export function ofKind(kind: FigureKind, { from, before }: KeyRange): SQL | undefined {
  return and(
    eq(figures.kind, kind),
    gte(figures.key, from),
    ...(before === undefined ? [] : [lt(figures.key, before)]),
  );
}

function sumUp(db: Queries, key: SQL<string>, rows: SQL | undefined): Promise<Figure[]> {
  const amount = sql`sum(${figures.amount})`.mapWith(Number);
  return db
    .select({ key, amount })
    .from(figures)
    .where(rows)
    .groupBy(sql`1`)
    .having(sql`sum(${figures.amount}) <> 0`)
    .orderBy(desc(amount), sql`${key} collate "C"`);
}

/**
 * The sum of the figures of a kind: all of them, or those of some values. `less` selects a count of rows to subtract.
 */
export async function readTotal(
  { db }: { db: Queries },
  kind: FigureKind,
  { keys, less }: { keys?: readonly string[] | undefined; less?: SQL } = {},
): Promise<number> {
  const sum = sql`coalesce(sum(${figures.amount}), 0)`;
  const [row] = await db
    .select({ amount: (less ? sql`${sum} - (${less})` : sum).mapWith(Number) })
    .from(figures)
    .where(and(eq(figures.kind, kind), ...(keys ? [inArray(figures.key, keys.filter(isStorable))] : [])));
  return row?.amount ?? 0;
}
