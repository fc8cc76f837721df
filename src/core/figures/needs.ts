import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { events, modPacks } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';
import { spanOf, storageByDay } from './daily-figures.ts';

/** Days whose additions and failures count. */
const paceDays = 7;
/** Packs that fail for the same reason before it is told. */
const fewestAlike = 3;
const mostReasons = 5;
/** Newest failures that are looked through. */
const mostFailures = 1_000;

/**
 * Days until these bytes are used up, at the pace of the last week: of what was stored then and still is. Null where
 * nothing was.
 */
export async function daysUntilFull({ db }: { db: Queries }, bytes: number): Promise<number | null> {
  const days = await storageByDay({ db }, spanOf(paceDays + 1, null));
  const added = (days.at(-1)?.bytes ?? 0) - (days[0]?.bytes ?? 0);
  return added > 0 ? Math.max(bytes, 0) / (added / paceDays) : null;
}

/** A reason for which several modpacks have failed, and still are so. */
export interface FailuresAlike {
  code: string;
  /** The sentence of the newest failure. */
  message: string;
  modPacks: number;
}

const alike = z.array(z.object({ code: z.string(), message: z.string(), modPacks: z.int() }));

/** The reasons for which most modpacks have failed in the last week, the most frequent first. */
export async function findFailuresAlike({ db }: { db: Queries }): Promise<FailuresAlike[]> {
  const answer = await rows(
    db,
    sql`
      with newest as (
        select ${events.id}, ${events.modPackId}, ${events.errors} -> 0 as problem
        from ${events} join ${modPacks} on ${modPacks.id} = ${events.modPackId} and ${modPacks.status} = 'ERROR'
        where ${events.status} = 'ERROR' and ${events.timestamp} > now() - make_interval(days => ${paceDays})
        order by ${events.id} desc limit ${mostFailures}
      )
      select problem ->> 'code' as code, (array_agg(problem ->> 'error' order by id desc))[1] as message,
        count(distinct mod_pack_id)::int as "modPacks"
      from newest where problem ->> 'code' <> 'CANCELLED'
      group by 1 having count(distinct mod_pack_id) >= ${fewestAlike}
      order by 3 desc, 1 limit ${mostReasons}
    `,
  );
  return alike.parse(answer);
}
