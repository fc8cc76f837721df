import { gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A span of time, its end not included; an absent end is open. */
export interface DateRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/**
 * The first and the last timestamp that the database reads as JavaScript writes them: years of four digits, from 1 on.
 */
const firstTimestamp = Date.parse('0001-01-01T00:00:00.000Z');
const lastTimestamp = Date.parse('9999-12-31T23:59:59.999Z');

/** Conditions for a date within the span. */
export function dateConditions(column: PgColumn, range: DateRange | undefined): SQL[] {
  const known = (date: Date) => new Date(Math.min(Math.max(date.getTime(), firstTimestamp), lastTimestamp));
  return [
    ...(range?.from ? [gte(column, known(range.from))] : []),
    ...(range?.to ? [lt(column, known(range.to))] : []),
  ];
}

/** The condition that a text equals the given one. */
export function textEquals(column: PgColumn, text: string): SQL[] {
  return isStorable(text) ? [sql`${column} = ${text}`] : [sql`false`];
}

/** Whether PostgreSQL accepts a text as a parameter; stored texts have none of the refused characters. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
