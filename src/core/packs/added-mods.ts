import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addedMods, files, mods } from '../../../drizzle/schema.ts';
import type { ModFile } from '../../archive/report.ts';
import { type Queries, rows } from '../../database/database.ts';
import type { StoredFile } from '../../fetching/fetch-files.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { type ReadMods, readMods } from './inventory.ts';
import type { ModPackFile } from './mod-pack-files.ts';

/** Records the jars that a run adds; they stay stored as long as the run's configuration. */
export async function saveAddedMods(
  tx: Queries,
  runConfigurationId: number,
  added: readonly { mod: ModFile; stored: StoredFile }[],
): Promise<void> {
  await tx.insert(addedMods).values(
    added.map(({ mod, stored: { fileId, crc32 } }, position) => {
      const { file, size, note, descriptors, added = null } = mod;
      return {
        runConfigurationId,
        position,
        file,
        size,
        note,
        descriptors,
        added: added ?? '',
        fileId,
        crc32,
      };
    }),
  );
}

/** The stored jars that a run adds, with their paths in its server pack. */
export function listAddedMods({ db }: { db: Queries }, runConfigurationId: number): Promise<ModPackFile[]> {
  return db
    .select({
      path: sql<string>`'mods/' || ${addedMods.file}`,
      fileId: files.id,
      sha256: files.sha256,
      storageKey: files.storageKey,
      size: files.size,
      crc32: addedMods.crc32,
    })
    .from(addedMods)
    .innerJoin(files, eq(files.id, addedMods.fileId))
    .where(eq(addedMods.runConfigurationId, runConfigurationId))
    .orderBy(asc(addedMods.position));
}

/** Which of these files, in lower case, the `mods/` of a modpack has. */
export async function findFilesNamed(
  { db }: { db: Queries },
  modPackId: number,
  names: readonly string[],
): Promise<string[]> {
  const name = sql<string>`lower(${mods.file})`;
  const found = await db
    .select({ name })
    .from(mods)
    .where(and(eq(mods.modPackId, modPackId), inArray(name, [...names])));
  return found.map((one) => one.name);
}

const readJson = z.tuple([z.object({ piece: z.string() })]);
/** In place of a position in the inventory: the added mods, which are one piece. */
const addedPiece = -1;

/** Reads the inventory of a run's modpack, followed by the mods that the run adds. */
export function readModsOfRun(
  { db }: { db: Queries },
  { id, modPackId, addedMods: wanted }: { id: number; modPackId: number; addedMods: readonly string[] },
): ReadMods {
  return async (from) => {
    if (from !== addedPiece) {
      const { piece, next } = await readMods({ db }, modPackId, from);
      return { piece, next: next ?? (wanted.length > 0 ? addedPiece : null) };
    }
    const query = sql`select coalesce(json_agg(
        json_build_object('file', file, 'size', size, 'descriptors', descriptors, 'note', note, 'added', added)
        order by position), '[]')::text as piece
      from ${addedMods} where run_configuration_id = ${id}`;
    const [{ piece }] = readJson.parse(await rows(db, query));
    return { piece, next: null };
  };
}

/** A jar that a run adds, in lists. */
export interface AddedModRow {
  runConfigurationId: number;
  file: string;
  size: number;
  note: string | null;
  descriptors: ModDescriptor[];
}

/** The jars that runs add, by run and file, in order; null for a deleted one. */
export async function findAddedModsNamed(
  { db }: { db: Queries },
  wanted: readonly Pick<AddedModRow, 'runConfigurationId' | 'file'>[],
): Promise<(AddedModRow | null)[]> {
  const { runConfigurationId, file, size, note, descriptors } = addedMods;
  const found = await db
    .select({ runConfigurationId, file, size, note, descriptors })
    .from(addedMods)
    .where(
      or(...wanted.map((one) => and(eq(runConfigurationId, one.runConfigurationId), eq(file, one.file)))),
    );
  const byKey = new Map(found.map((one) => [addedModKey(one), one]));
  return wanted.map((one) => byKey.get(addedModKey(one)) ?? null);
}

export function addedModKey(one: Pick<AddedModRow, 'runConfigurationId' | 'file'>): string {
  return `${one.runConfigurationId}/${one.file}`;
}
