import { gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A span of time, its end not included; an absent end is open. */
export interface DateRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The first and the last moment that the database reads as JavaScript writes them: years of four digits, from 1 on. */
const firstMoment = Date.parse('0001-01-01T00:00:00.000Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** Conditions for a date within the span. */
export function dateConditions(column: PgColumn, range: DateRange | undefined): SQL[] {
  const known = (date: Date) => new Date(Math.min(Math.max(date.getTime(), firstMoment), lastMoment));
  return [
    ...(range?.from ? [gte(column, known(range.from))] : []),
    ...(range?.to ? [lt(column, known(range.to))] : []),
  ];
}

/** The condition for a text that is the one given. */
export function textEquals(column: PgColumn, text: string): SQL[] {
  return isStorable(text) ? [sql`${column} = ${text}`] : [sql`false`];
}

/** The database refuses to take these as a parameter; no text that it holds has one either. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
