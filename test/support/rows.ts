import { inArray } from 'drizzle-orm';
import { files, lines, modPacks, runConfigurations, type Status } from '../../drizzle/schema.ts';
import type { Run } from '../../src/core/events/events.ts';
import { noOverrides } from '../../src/core/lines/line-rules.ts';
import type { Database } from '../../src/database/database.ts';

/** The rows of a modpack without an archive; answers its id. */
export async function insertModPack(
  { db }: Pick<Database, 'db'>,
  status: Status = 'QUEUED',
): Promise<number> {
  const sha256 = crypto.randomUUID();
  const [file] = await db.insert(files).values({ sha256, size: 1, storageKey: sha256 }).returning();
  const [modPack] = await db
    .insert(modPacks)
    .values({ fileId: file?.id ?? 0, name: 'pack.zip', status })
    .returning();
  return modPack?.id ?? 0;
}

/** The row of a run, of a modpack of its own unless told, asked for with a token if with one. */
export async function insertRun(
  database: Pick<Database, 'db'>,
  ofModPack?: number,
  tokenId: number | null = null,
): Promise<Run> {
  const modPackId = ofModPack ?? (await insertModPack(database));
  const [run] = await database.db
    .insert(runConfigurations)
    .values({
      modPackId,
      gameVersion: '1.20.1',
      modloader: 'Forge',
      modloaderVersion: '47.2.0',
      startArgs: [],
      clientMods: [],
      whitelistedMods: [],
      tokenId,
    })
    .returning();
  return { modPackId, runConfigurationId: run?.id ?? 0 };
}

/** A line that hands out what these runs build; answers its id. */
export async function insertLine(
  { db }: Pick<Database, 'db'>,
  runConfigurationIds: readonly number[],
): Promise<number> {
  const [line] = await db
    .insert(lines)
    .values({ name: 'modrinth-A', project: 'MODRINTH:A', overrides: noOverrides })
    .returning();
  const lineId = line?.id ?? 0;
  await db
    .update(runConfigurations)
    .set({ lineId })
    .where(inArray(runConfigurations.id, [...runConfigurationIds]));
  return lineId;
}
