import { and, asc, eq, gt, gte, inArray, lt, notExists, sql } from 'drizzle-orm';
import { downloads, modPacks, queuedRuns, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { deleteModPack } from './deletion.ts';

/** Modpacks that one statement looks at: most of the old ones may be in use. */
const batchSize = 200;

/**
 * Deletes the modpacks that came before `before` and of which nothing was downloaded or asked for since: neither they nor their
 * server packs. Returns their number.
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

async function unusedAmong(db: Queries, ids: readonly number[], before: Date): Promise<number[]> {
  const one = { one: sql`1` };
  const isRecent = gte(downloads.dateCreated, before);
  const found = await db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(
      and(
        inArray(modPacks.id, [...ids]),
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
