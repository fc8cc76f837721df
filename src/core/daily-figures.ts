import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { events } from '../../drizzle/schema.ts';
import { type Queries, rows } from '../database/database.ts';
import { readFigures, readTotal } from './figures.ts';

interface Needs {
  db: Queries;
}

/** Whole days in UTC, the first and the one after the last. */
export interface Span {
  since: Date;
  until: Date;
}

/** How the runs went that ended on one day. */
export interface RunDay {
  day: Date;
  generated: number;
  failed: number;
  cancelled: number;
  /** From the request to the server pack, waiting included, of half of those that were generated; null without any. */
  medianSeconds: number | null;
}

/** What was stored at the end of one day. */
export interface StorageDay {
  day: Date;
  bytes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The span of `count` days of which `last` is the last one; today if there is none. */
export function spanOf(count: number, last: Date | null): Span {
  const lastDay = Math.floor((last ?? new Date()).getTime() / dayMs);
  return { since: new Date((lastDay - count + 1) * dayMs), until: new Date((lastDay + 1) * dayMs) };
}

/** Each day of a span with what was found for it. */
export function daysOf<Row>({ since, until }: Span, found: (key: string) => Row): (Row & { day: Date })[] {
  const count = Math.round((until.getTime() - since.getTime()) / dayMs);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(since.getTime() + index * dayMs);
    return { ...found(day.toISOString().slice(0, 10)), day };
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

/** How the runs of each day of a span went. */
export async function runsByDay({ db }: Needs, span: Span): Promise<RunDay[]> {
  const isCancelled = sql`ended.errors @> '[{"code":"CANCELLED"}]'`;
  const answer = await rows(
    db,
    sql`
      select to_char(ended.timestamp at time zone 'UTC', 'YYYY-MM-DD') as day,
        count(*) filter (where ended.status = 'GENERATED') as generated,
        count(*) filter (where ended.status = 'ERROR' and not ${isCancelled}) as failed,
        count(*) filter (where ended.status = 'ERROR' and ${isCancelled}) as cancelled,
        percentile_cont(0.5) within group (order by extract(epoch from ended.timestamp - begun.timestamp))
          filter (where ended.status = 'GENERATED') as median
      from ${events} as ended
      join ${events} as begun on begun.run_configuration_id = ended.run_configuration_id and begun.status = 'QUEUED'
      where ended.timestamp >= ${span.since.toISOString()}::timestamptz
        and ended.timestamp < ${span.until.toISOString()}::timestamptz
        and (ended.status = 'ERROR' or ended.message = 'Syncing ServerPack to database.')
      group by 1
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

/** What was stored at the end of each day of a span, of what is stored now, each content once. */
export async function storageByDay({ db }: Needs, span: Span): Promise<StorageDay[]> {
  const firstKey = span.since.toISOString().slice(0, 10);
  const all = await readTotal({ db }, 'BYTES');
  const added = new Map(
    (await readFigures({ db }, 'BYTES_BY_DAY', firstKey)).map(({ key, amount }) => [key, amount]),
  );
  // What is older than the span need not be looked at: it is what all less these are.
  let bytes = all - [...added.values()].reduce((sum, amount) => sum + amount, 0);
  return daysOf(span, (key) => {
    bytes += added.get(key) ?? 0;
    return { bytes };
  });
}
