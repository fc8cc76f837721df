import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import {
  events,
  files,
  type ModPackReport,
  modDecisions,
  modPacks,
  mods,
  runConfigurations,
  serverPacks,
  warnings,
} from '../../drizzle/schema.ts';
import type { App } from '../../src/app.ts';
import type { Queries } from '../../src/database/database.ts';
import { modloaderNames } from '../../src/modloaders/modloader.ts';

const names = ['a.jar', 'b.jar', 'c.jar'];
const report: ModPackReport = {
  baseFolder: '',
  manifest: {
    kind: 'MODRINTH',
    file: 'modrinth.index.json',
    name: 'A pack',
    version: '1',
    projectID: null,
    versionID: null,
    gameVersion: '1.19.2',
    modloader: 'Fabric',
    modloaderVersion: '0.14.0',
  },
  entries: 3,
  uncompressedSize: 30,
  modCount: names.length,
  warningCount: 1,
};

/** Stores an archive as that of a modpack whose row is there. */
export async function storeArchive(
  { database: { db }, storage }: Pick<App, 'database' | 'storage'>,
  modPackId: number,
  archive: Uint8Array,
): Promise<void> {
  await using scratch = await storage.scratch();
  await writeFile(scratch.path, archive);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const storageKey = await storage.publish({ path: scratch.path, size: archive.length, sha256 });
  const [file] = await db.insert(files).values({ sha256, size: archive.length, storageKey }).returning();
  await db
    .update(modPacks)
    .set({ fileId: file?.id ?? 0 })
    .where(eq(modPacks.id, modPackId));
}

/** Fills the tables as finished runs would: modpacks, each with so many runs and server packs. */
export async function insertFinishedRuns(
  db: Queries,
  { modPacks: many, runs, from = 0 }: { modPacks: number; runs: number; from?: number },
): Promise<void> {
  for (let pack = from; pack < from + many; pack += 1) {
    const [file] = await db
      .insert(files)
      .values({ sha256: hash(`m${pack}`), size: 1000 - (pack % 7), storageKey: `m${pack}` })
      .returning();
    const [modPack] = await db
      .insert(modPacks)
      .values({ fileId: file?.id ?? 0, name: `Pack ${pack % 5}.zip`, status: 'GENERATED', report })
      .returning();
    const modPackId = modPack?.id ?? 0;
    await db.insert(mods).values(
      names.map((name, position) => ({
        modPackId,
        position,
        file: name,
        size: 10,
        note: null,
        descriptors: [],
        descriptorLength: 2,
      })),
    );
    await db.insert(warnings).values({
      modPackId,
      position: 0,
      code: 'MANIFEST_UNREADABLE',
      error: 'A file cannot be read.',
      entry: 'x.json',
    });
    for (let run = 0; run < runs; run += 1) {
      const [configuration] = await db
        .insert(runConfigurations)
        .values({
          modPackId,
          gameVersion: `1.20.${run % 3}`,
          modloader: modloaderNames[(pack + run) % modloaderNames.length] ?? 'Forge',
          modloaderVersion: '47.2.0',
          startArgs: [],
          clientMods: [],
          whitelistedMods: [],
        })
        .returning();
      const runConfigurationId = configuration?.id ?? 0;
      const [built] = await db
        .insert(files)
        .values({ sha256: hash(`s${pack}-${run}`), size: 500 + run, storageKey: `s${pack}-${run}` })
        .returning();
      const [serverPack] = await db
        .insert(serverPacks)
        .values({
          modPackId,
          runConfigurationId,
          fileId: built?.id ?? 0,
          downloads: (pack * 3) % 4,
          confirmedWorking: (pack % 3) - 1,
          keptCount: 2,
          droppedCount: 1,
        })
        .returning();
      await db.insert(modDecisions).values(
        names.map((name, position) => ({
          serverPackId: serverPack?.id ?? 0,
          position,
          file: name,
          kept: position > 0,
          reason: 'UNKNOWN_SIDE' as const,
          certainty: 'NONE' as const,
          evidence: 'Nothing is known.',
        })),
      );
      await db.insert(events).values([
        { modPackId, runConfigurationId, status: 'QUEUED', message: 'Submitted task to queue.' },
        {
          modPackId,
          runConfigurationId,
          serverPackId: serverPack?.id ?? 0,
          status: 'GENERATED',
          message: 'Syncing ServerPack to database.',
        },
      ]);
    }
  }
}

function hash(text: string): string {
  return Buffer.from(text.padEnd(32, '.')).toString('hex');
}
