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
    // No zip, most of them, in which account files could be looked for.
    .set({ fileId: file?.id ?? 0, holdsAccounts: false })
    .where(eq(modPacks.id, modPackId));
}

/** How many runs are written by one statement for each table, which has room for so many values. */
const mostAtOnce = 500;

/** Fills the tables as finished runs would: modpacks, each with so many runs and server packs. */
export async function insertFinishedRuns(
  db: Queries,
  { modPacks: many, runs, from = 0 }: { modPacks: number; runs: number; from?: number },
): Promise<void> {
  const most = Math.max(1, Math.floor(mostAtOnce / Math.max(1, runs)));
  for (let first = from; first < from + many; first += most)
    await insertAtOnce(db, numbersFrom(first, Math.min(most, from + many - first)), numbersFrom(0, runs));
}

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

async function insertAtOnce(db: Queries, packs: readonly number[], runs: readonly number[]): Promise<void> {
  if (packs.length === 0) return;
  const ofPack = (pack: number) => [
    { sha256: hash(`m${pack}`), size: 1000 - (pack % 7), storageKey: `m${pack}` },
    ...runs.map((run) => ({
      sha256: hash(`s${pack}-${run}`),
      size: 500 + run,
      storageKey: `s${pack}-${run}`,
    })),
  ];
  const stored = await db
    .insert(files)
    .values(packs.flatMap(ofPack))
    .returning({ id: files.id, key: files.storageKey });
  const fileOf = new Map(stored.map(({ id, key }) => [key, id]));
  const made = await db
    .insert(modPacks)
    .values(
      packs.map((pack) => ({
        fileId: fileOf.get(`m${pack}`) ?? 0,
        name: `Pack ${pack % 5}.zip`,
        status: 'GENERATED' as const,
        report,
      })),
    )
    .returning({ id: modPacks.id });
  const ids = made.map(({ id }) => id);
  await db.insert(mods).values(
    ids.flatMap((modPackId) =>
      names.map((name, position) => ({
        modPackId,
        position,
        file: name,
        size: 10,
        note: null,
        descriptors: [],
        descriptorLength: 2,
      })),
    ),
  );
  await db.insert(warnings).values(
    ids.map((modPackId) => ({
      modPackId,
      position: 0,
      code: 'MANIFEST_UNREADABLE' as const,
      error: 'A file cannot be read.',
      entry: 'x.json',
    })),
  );
  const each = packs.flatMap((pack, index) =>
    runs.map((run) => ({
      pack,
      run,
      modPackId: ids[index] ?? 0,
      fileId: fileOf.get(`s${pack}-${run}`) ?? 0,
    })),
  );
  if (each.length === 0) return;
  const configurations = await db
    .insert(runConfigurations)
    .values(
      each.map(({ pack, run, modPackId }) => ({
        modPackId,
        gameVersion: `1.20.${run % 3}`,
        modloader: modloaderNames[(pack + run) % modloaderNames.length] ?? ('Forge' as const),
        modloaderVersion: '47.2.0',
        startArgs: [],
        clientMods: [],
        whitelistedMods: [],
      })),
    )
    .returning({ id: runConfigurations.id });
  const built = await db
    .insert(serverPacks)
    .values(
      each.map(({ pack, modPackId, fileId }, index) => ({
        modPackId,
        runConfigurationId: configurations[index]?.id ?? 0,
        fileId,
        downloads: (pack * 3) % 4,
        confirmedWorking: (pack % 3) - 1,
        keptCount: 2,
        droppedCount: 1,
      })),
    )
    .returning({
      serverPackId: serverPacks.id,
      modPackId: serverPacks.modPackId,
      runConfigurationId: serverPacks.runConfigurationId,
    });
  await db.insert(modDecisions).values(
    built.flatMap(({ serverPackId }) =>
      names.map((name, position) => ({
        serverPackId,
        position,
        file: name,
        kept: position > 0,
        reason: 'UNKNOWN_SIDE' as const,
        certainty: 'NONE' as const,
        evidence: 'Nothing is known.',
      })),
    ),
  );
  await db.insert(events).values(
    built.flatMap(({ modPackId, runConfigurationId, serverPackId }) => [
      { modPackId, runConfigurationId, status: 'QUEUED' as const, message: 'Submitted task to queue.' },
      {
        modPackId,
        runConfigurationId,
        serverPackId,
        status: 'GENERATED' as const,
        message: 'Syncing ServerPack to database.',
      },
    ]),
  );
}

function hash(text: string): string {
  return Buffer.from(text.padEnd(32, '.')).toString('hex');
}
