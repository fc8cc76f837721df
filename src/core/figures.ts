import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import { type figureKinds, figures } from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';
import { isStorable } from './filters.ts';

/** What can be asked for without counting rows. */
export type FigureKind = (typeof figureKinds)[number];

/**
 * The figures of a kind by the value of their rows, the largest first; those that are nothing are left out, and those of values
 * before `from`.
 */
export async function readFigures(
  { db }: { db: Queries },
  kind: FigureKind,
  from = '',
): Promise<{ key: string; amount: number }[]> {
  const amount = sql`sum(${figures.amount})`.mapWith(Number);
  return db
    .select({ key: figures.key, amount })
    .from(figures)
    .where(and(eq(figures.kind, kind), gte(figures.key, from)))
    .groupBy(figures.key)
    .having(sql`sum(${figures.amount}) <> 0`)
    .orderBy(desc(amount), sql`${figures.key} collate "C"`);
}

/** The figures of a kind together: all of them, or those of some values. */
export async function readTotal(
  { db }: { db: Queries },
  kind: FigureKind,
  keys?: readonly string[],
): Promise<number> {
  const [row] = await db
    .select({ amount: sql`coalesce(sum(${figures.amount}), 0)`.mapWith(Number) })
    .from(figures)
    .where(and(eq(figures.kind, kind), ...(keys ? [inArray(figures.key, keys.filter(isStorable))] : [])));
  return row?.amount ?? 0;
}
