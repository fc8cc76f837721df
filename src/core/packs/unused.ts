import { and, asc, eq, gt, gte, inArray, lt, not, notExists, sql } from 'drizzle-orm';
import {
  followedLines,
  lines,
  modPacks,
  modPackTotals,
  queuedRuns,
  runConfigurations,
  serverPacks,
} from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { deleteModPack } from './deletion.ts';

/** Modpacks per statement: most of the old ones may be in use. */
const batchSize = 200;

/**
 * Deletes the modpacks uploaded before `before` without a download or a request since, for themselves or their server
 * packs. Versions that a line in use offers stay. Returns their number.
 */
export async function deleteUnused({ db }: Pick<Database, 'db'>, before: Date): Promise<number> {
  let deleted = 0;
  for (let after = 0; ; ) {
    const batch = await oldModPacks(db, after, before);
    const last = batch.at(-1);
    if (last === undefined) return deleted;
    for (const id of await unusedAmong(db, batch, before)) if (await deleteIfIdle(db, id)) deleted += 1;
    after = last;
  }
}

async function oldModPacks(db: Queries, after: number, before: Date): Promise<number[]> {
  const found = await db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(gt(modPacks.id, after), lt(modPacks.dateCreated, before)))
    .orderBy(asc(modPacks.id))
    .limit(batchSize);
  return found.map(({ id }) => id);
}

/**
 * Whether the modpack's line is pinned, followed or has an update link, and the modpack is its pinned version, its
 * newest version with a server pack, or a newer one.
 */
const isReliedOn = sql`exists (
  select from ${lines} where ${lines.id} = ${modPacks.lineId}
    and (${lines.pinnedId} is not null or ${lines.updateSecret} is not null
      or exists (select from ${followedLines} where ${followedLines.lineId} = ${lines.id}))
    and (${lines.pinnedId} = ${modPacks.id} or not exists (
      select from ${modPacks} as later
      join ${runConfigurations} as requested on requested.mod_pack_id = later.id and requested.line_id = ${lines.id}
      join ${serverPacks} as built on built.run_configuration_id = requested.id
      where later.line_id = ${lines.id} and not later.hidden and later.withdrawn is null
        and (later.line_order, later.id) > (${modPacks.lineOrder}, ${modPacks.id}))))`;

async function unusedAmong(db: Queries, ids: readonly number[], before: Date): Promise<number[]> {
  const one = { one: sql`1` };
  const found = await db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(
      and(
        inArray(modPacks.id, [...ids]),
        not(isReliedOn),
        notExists(db.select(one).from(queuedRuns).where(eq(queuedRuns.modPackId, modPacks.id))),
        notExists(
          db
            .select(one)
            .from(runConfigurations)
            .where(
              and(eq(runConfigurations.modPackId, modPacks.id), gte(runConfigurations.dateCreated, before)),
            ),
        ),
        notExists(
          db
            .select(one)
            .from(modPackTotals)
            .where(and(eq(modPackTotals.modPackId, modPacks.id), gte(modPackTotals.used, before))),
        ),
      ),
    )
    .orderBy(asc(modPacks.id));
  return found.map(({ id }) => id);
}

/** Deletes a modpack; false if it is already deleted or has got a run meanwhile. */
async function deleteIfIdle(db: Database['db'], id: number): Promise<boolean> {
  try {
    await deleteModPack({ db }, id);
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return false;
    throw error;
  }
}
