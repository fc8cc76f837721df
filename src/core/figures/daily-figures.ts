import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { figures } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';
import { type KeyRange, ofKind, readFigures, readTotal } from './figures.ts';

interface Needs {
  db: Queries;
}

/** Whole days in UTC: the first day, and the day after the last. */
export interface Span {
  since: Date;
  until: Date;
}

/** The runs that ended on one day, by their outcome. */
export interface RunDay {
  day: Date;
  generated: number;
  failed: number;
  cancelled: number;
  /**
   * The median from the request to the server pack, including waiting, of the generated runs, within five percent; null
   * without any.
   */
  medianSeconds: number | null;
}

/** Stored files and bytes at the end of one day. */
export interface StorageDay {
  day: Date;
  bytes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The span of `count` days that ends with `last`, or today. */
export function spanOf(count: number, last: Date | null): Span {
  const lastDay = Math.floor((last ?? new Date()).getTime() / dayMs);
  return { since: new Date((lastDay - count + 1) * dayMs), until: new Date((lastDay + 1) * dayMs) };
}

/** The key of a day in figures. */
function keyOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/** The range of keys of a span's days. */
export function keysOf({ since, until }: Span): KeyRange {
  return { from: keyOf(since), before: keyOf(until) };
}

/** The days of a span, each with its row. */
export function daysOf<Row>({ since, until }: Span, found: (key: string) => Row): (Row & { day: Date })[] {
  const count = Math.round((until.getTime() - since.getTime()) / dayMs);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(since.getTime() + index * dayMs);
    return { ...found(keyOf(day)), day };
  });
}

const runRow = z.object({
  day: z.string(),
  generated: z.coerce.number(),
  failed: z.coerce.number(),
  cancelled: z.coerce.number(),
  median: z.coerce.number().nullable(),
});
const noRuns = { generated: 0, failed: 0, cancelled: 0, medianSeconds: null };

/** Outcomes of runs for each day of a span. */
export async function runsByDay({ db }: Needs, span: Span): Promise<RunDay[]> {
  const answer = await rows(
    db,
    sql`
      with ends as (
        select left(key, 10) as day, split_part(key, ' ', 2) as outcome,
          nullif(split_part(key, ' ', 3), '')::float8 as seconds, sum(amount) as amount
        from ${figures} where ${ofKind('RUNS_BY_DAY_AND_END', keysOf(span))} group by 1, 2, 3
      ), lasting as (
        select *, sum(amount) over (partition by day, outcome order by seconds) as up_to,
          sum(amount) over (partition by day, outcome) as of_all
        from ends
      )
      select day, coalesce(sum(amount) filter (where outcome = 'GENERATED'), 0) as generated,
        coalesce(sum(amount) filter (where outcome = 'ERROR'), 0) as failed,
        coalesce(sum(amount) filter (where outcome = 'CANCELLED'), 0) as cancelled,
        min(seconds) filter (where amount > 0 and up_to * 2 >= of_all) as median
      from lasting group by 1
    `,
  );
  const found = new Map(
    z
      .array(runRow)
      .parse(answer)
      .map(({ day, median, ...counts }) => [day, { ...counts, medianSeconds: median }]),
  );
  return daysOf(span, (key) => found.get(key) ?? noRuns);
}

/** Storage at the end of each day of a span, of the files stored today, each content once. */
export async function storageByDay({ db }: Needs, span: Span): Promise<StorageDay[]> {
  const all = await readTotal({ db }, 'BYTES');
  const since = await readFigures({ db }, 'BYTES_BY_DAY', { from: keyOf(span.since) });
  const added = new Map(since.map(({ key, amount }) => [key, amount]));
  // The amount before the span is the total less the days in it.
  let bytes = all - [...added.values()].reduce((sum, amount) => sum + amount, 0);
  return daysOf(span, (key) => {
    bytes += added.get(key) ?? 0;
    return { bytes };
  });
}
