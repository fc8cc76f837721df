import { and, asc, eq, gt, gte, inArray, lt, not, notExists, sql } from 'drizzle-orm';
import {
  downloads,
  followedLines,
  lines,
  modPacks,
  queuedRuns,
  runConfigurations,
  serverPacks,
} from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { deleteModPack } from './deletion.ts';

/** Modpacks that one statement looks at: most of the old ones may be in use. */
const batchSize = 200;

/**
 * Deletes the modpacks that came before `before` and of which nothing was downloaded or asked for since: neither they nor their
 * server packs. What a line that somebody relies on hands out stays. Returns their number.
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
 * Of a line that is pinned, followed or has an update link: its pinned version, and the newest that has a server pack for it, with
 * what came after that.
 */
const isReliedOn = sql`exists (
  select from ${lines} where ${lines.id} = ${modPacks.lineId}
    and (${lines.pinnedId} is not null or ${lines.updateSecret} is not null
      or exists (select from ${followedLines} where ${followedLines.lineId} = ${lines.id}))
    and (${lines.pinnedId} = ${modPacks.id} or not exists (
      select from ${modPacks} as later
      join ${runConfigurations} as asked on asked.mod_pack_id = later.id and asked.line_id = ${lines.id}
      join ${serverPacks} as built on built.run_configuration_id = asked.id
      where later.line_id = ${lines.id} and not later.hidden and later.withdrawn is null
        and (later.line_order, later.id) > (${modPacks.lineOrder}, ${modPacks.id}))))`;

async function unusedAmong(db: Queries, ids: readonly number[], before: Date): Promise<number[]> {
  const one = { one: sql`1` };
  const isRecent = gte(downloads.dateCreated, before);
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
            .from(downloads)
            .where(and(eq(downloads.modPackId, modPacks.id), isRecent)),
        ),
        notExists(
          db
            .select(one)
            .from(serverPacks)
            .innerJoin(downloads, eq(downloads.serverPackId, serverPacks.id))
            .where(and(eq(serverPacks.modPackId, modPacks.id), isRecent)),
        ),
      ),
    )
    .orderBy(asc(modPacks.id));
  return found.map(({ id }) => id);
}

/** False for a modpack that has gone, or got a run, meanwhile. */
async function deleteIfIdle(db: Database['db'], id: number): Promise<boolean> {
  try {
    await deleteModPack({ db }, id);
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return false;
    throw error;
  }
}
