/** One check of a modpack: what is stored of it while it goes on, and what only once it has passed. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { modPackFiles, modPacks, mods, warnings } from '../../drizzle/schema.ts';
import { type Fact, type Facts, shippedFacts } from '../../src/archive/known-mods/facts-file.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import type { ArchiveProgress } from '../../src/archive/report.ts';
import { readConfig } from '../../src/config.ts';
import type { Catalogue } from '../../src/core/files/catalogue.ts';
import { createFetchedFiles } from '../../src/core/files/fetched-files.ts';
import { insertFile } from '../../src/core/files/files.ts';
import { type CheckRun, type CheckWork, checkOnce } from '../../src/core/runs/checking.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { type Fetching, openFetching } from '../../src/fetching/open-fetching.ts';
import { defaultFetchSettings } from '../../src/fetching/settings.ts';
import { noTracing, type Tracing } from '../../src/tracing/tracing.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { openTemporaryStorage, type TemporaryStorage } from '../support/temporary-storage.ts';

type Check = CheckWork['check'];

const limits = { ...defaultArchiveLimits, problems: 7 };
const { signal } = new AbortController();
const facts = shippedFacts;
const manifest = {
  kind: 'MODRINTH' as const,
  file: 'modrinth.index.json',
  name: 'A pack',
  version: '1',
  projectID: 'said-project',
  versionID: 'said-version',
  gameVersion: '1.20.1',
  modloader: 'Fabric' as const,
  modloaderVersion: '0.15.6',
};
const summary = { baseFolder: '', manifest, entries: 3, uncompressedSize: 30 };
const warning = { code: 'MANIFEST_TOO_LARGE', error: 'It is large.', entry: 'manifest.json' };
const passed = { problems: [], summary, warnings: [warning] };
const mod = (file: string) => ({ file, size: 1, descriptors: [], note: null });
const piece = (...files: string[]) => JSON.stringify(files.map(mod));
const offered = {
  path: 'mods/a.jar',
  links: [],
  hashes: { sha1: 'a'.repeat(40) },
  size: 3,
  server: null,
  refusal: null,
};

describe('the check of a modpack', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let place: TemporaryStorage;
  let fetching: Fetching;
  beforeAll(async () => {
    place = parts.use(await openTemporaryStorage());
    database = parts.use(await openScratchDatabase(databaseKind));
    const { storage } = place;
    const { platforms } = readConfig({});
    const fetched = createFetchedFiles({ database, storage });
    const settings = { ...defaultFetchSettings, hosts: [] };
    fetching = parts.use(openFetching({ storage, fetched }, settings, platforms));
  });
  afterAll(() => parts.disposeAsync());

  async function store(text: string) {
    const file = await place.storage.receive(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    const { sha256, size } = file;
    return insertFile(database.db, { sha256, size, storageKey: await place.storage.publish(file) });
  }

  /** A modpack whose archive is stored. */
  async function insertModPack(given: Partial<typeof modPacks.$inferInsert> = {}) {
    const file = await store(crypto.randomUUID());
    const named = { fileId: file.id, name: 'pack.zip', status: 'CHECKING' as const, ...given };
    const [row] = await database.db.insert(modPacks).values(named).returning();
    if (!row) throw new Error('no modpack');
    return { ...row, storageKey: file.storageKey };
  }
  type Inserted = Awaited<ReturnType<typeof insertModPack>>;

  /** The check, with what it was told and what it wrote by the way. */
  async function run(
    modPack: Inserted,
    check: Check,
    {
      with: given = {},
      how = {},
    }: {
      with?: Partial<{
        fetching: Fetching | null;
        catalogue: Catalogue | null;
        facts: () => Facts;
        tracing: Tracing;
      }>;
      how?: Partial<CheckRun>;
    } = {},
  ) {
    const told: [string, ArchiveProgress][] = [];
    const needs = {
      database,
      storage: place.storage,
      fetching: null,
      catalogue: null,
      facts,
      tracing: noTracing,
    };
    const checked = await checkOnce({ ...needs, work: { check }, ...given }, modPack, {
      limits,
      signal,
      alone: false,
      keepFree: 0,
      onProgress: (phase, progress) => told.push([phase, progress]),
      prepare: <Result>(write: (tx: Queries) => Promise<Result>) => database.db.transaction(write),
      ...how,
    });
    return { checked, told };
  }

  const modsOf = async ({ id }: Inserted) => {
    const { position, file } = mods;
    const found = database.db.select({ position, file }).from(mods);
    return found.where(eq(mods.modPackId, id)).orderBy(asc(position));
  };
  const rowOf = async ({ id }: Inserted) => {
    const { report, projectID, versionID } = modPacks;
    const found = database.db.select({ report, projectID, versionID }).from(modPacks);
    return (await found.where(eq(modPacks.id, id)))[0];
  };
  const warningsOf = ({ id }: Inserted) =>
    database.db.select().from(warnings).where(eq(warnings.modPackId, id));
  const filesOf = ({ id }: Inserted) =>
    database.db.select().from(modPackFiles).where(eq(modPackFiles.modPackId, id));

  it('stores mods as they come, and all else with the step that says it has passed', async () => {
    const [modPack, other] = [await insertModPack(), await insertModPack()];
    const { checked } = await run(modPack, async (_task, { takeMods }) => {
      await takeMods(piece('a.jar', 'b.jar'));
      await takeMods(piece('c.jar'));
      return passed;
    });
    expect(await modsOf(modPack)).toEqual(
      ['a.jar', 'b.jar', 'c.jar'].map((file, position) => ({ position, file })),
    );
    if (!('report' in checked)) throw new Error('It has not passed.');
    const report = { ...summary, modCount: 3, warningCount: 1 };
    expect(checked.report).toEqual(report);
    expect([await rowOf(modPack), await warningsOf(modPack)]).toEqual([
      { report: null, projectID: '', versionID: '' },
      [],
    ]);
    await database.db.transaction(checked.save);
    expect(await rowOf(modPack)).toEqual({ report, projectID: 'said-project', versionID: 'said-version' });
    expect(await warningsOf(modPack)).toEqual([{ modPackId: modPack.id, position: 0, ...warning }]);
    expect(await rowOf(other)).toEqual({ report: null, projectID: '', versionID: '' });
  });

  it('puts what it finds in place of what an attempt has left that did not end', async () => {
    const [modPack, other] = [await insertModPack(), await insertModPack()];
    const dying: Check = async (_task, { takeMods }) => {
      await takeMods(piece('a.jar', 'b.jar', 'c.jar'));
      throw new Error('cut off');
    };
    for (const one of [modPack, other]) await expect(run(one, dying)).rejects.toThrow('cut off');
    await run(modPack, async (_task, { takeMods }) => {
      expect(await modsOf(modPack)).toEqual([]);
      await takeMods(piece('d.jar'));
      return passed;
    });
    expect(await modsOf(modPack)).toEqual([{ position: 0, file: 'd.jar' }]);
    expect(await modsOf(other)).toHaveLength(3);
  });

  it('is not done again once it has passed', async () => {
    const report = { ...summary, modCount: 0, warningCount: 0 };
    const modPack = await insertModPack({ name: 'pack.mrpack', report });
    await database.db
      .insert(mods)
      .values({ modPackId: modPack.id, position: 0, ...mod('a.jar'), descriptorLength: 2 });
    const begin = vi.spyOn(fetching, 'begin').mockReturnValue();
    const { checked } = await run(modPack, () => Promise.reject(new Error('once more')), {
      with: { fetching },
    });
    if (!('report' in checked)) throw new Error('It has not passed.');
    expect(checked.report).toEqual(report);
    await database.db.transaction(checked.save);
    expect(await rowOf(modPack)).toEqual({ report, projectID: '', versionID: '' });
    expect(await modsOf(modPack)).toHaveLength(1);
    expect(begin).not.toHaveBeenCalled();
  });

  it('saves nothing where there are problems', async () => {
    const problems = [{ code: 'NO_MODS', error: 'No mods.', entry: null }];
    const { checked } = await run(await insertModPack(), async () => ({
      problems,
      summary: null,
      warnings: [],
    }));
    expect(checked).toEqual({ problems, missing: [] });
  });

  it.each([
    { source: 'MODRINTH', ids: { projectID: 'ours', versionID: 'our-version' } },
    { source: 'CURSEFORGE', ids: { projectID: 'ours', versionID: 'our-version' } },
    { source: 'ZIP', ids: { projectID: 'said-project', versionID: 'said-version' } },
  ] as const)('takes the ids of a pack from $source from where they are certain', async ({ source, ids }) => {
    const modPack = await insertModPack({ source, projectID: 'ours', versionID: 'our-version' });
    const { checked } = await run(modPack, async () => passed);
    if ('save' in checked) await database.db.transaction(checked.save);
    expect(await rowOf(modPack)).toMatchObject(ids);
  });

  it.each([null, { ...manifest, projectID: null, versionID: null }])(
    'has no ids for a pack that says none: %s',
    async (said) => {
      const modPack = await insertModPack();
      const { checked } = await run(modPack, async () => ({
        ...passed,
        summary: { ...summary, manifest: said },
      }));
      if ('save' in checked) await database.db.transaction(checked.save);
      expect(await rowOf(modPack)).toMatchObject({ projectID: '', versionID: '' });
    },
  );

  it('reads the archive with the limits and the signal of the run, and says what can be asked outside', async () => {
    const modPack = await insertModPack();
    const seen: unknown[] = [];
    const look: Check = async (task, hooks) => {
      const { path, ...asked } = task;
      seen.push({ ...asked, alone: hooks.alone, bytes: (await readFile(path)).length });
      expect(hooks.signal).toBe(signal);
      return passed;
    };
    const catalogue: Catalogue = { projectsOf: async () => new Map() };
    await run(modPack, look);
    const aboutJar: Fact = {
      sha512: 'a'.repeat(128),
      verdict: 'CLIENT',
      loaders: ['Forge'],
      gameVersions: null,
      reason: 'It stops the server.',
      source: 'https://mods.example/',
      date: '2026-11-27',
    };
    const withHash = () => ({ ...shippedFacts(), facts: [aboutJar] });
    await run(modPack, look, { with: { fetching, catalogue, facts: withHash }, how: { alone: true } });
    const bytes = 36;
    expect(seen).toEqual([
      { limits, fetchable: [], catalogue: false, hashes: false, alone: false, bytes },
      {
        limits,
        fetchable: ['MODRINTH', 'FTB', 'PACKWIZ'],
        catalogue: true,
        hashes: true,
        alone: true,
        bytes,
      },
    ]);
  });

  it('tells which phase it is in, and keeps the files that were fetched with the modpack', async () => {
    const modPack = await insertModPack();
    const file = await store('jar');
    const { id: fileId, sha256, storageKey, size } = file;
    const there = { fileId, sha256, storageKey, size, crc32: 9 };
    const asked = vi.spyOn(fetching, 'fetchFiles').mockImplementation(async (_wanted, options) => {
      options.onProgress?.({ filesDone: 1, filesTotal: 1, bytesDone: 3, bytesTotal: 3 });
      return { files: new Map([[0, there]]), problems: [] };
    });
    const spans: string[] = [];
    const tracing: Tracing = {
      ...noTracing,
      attach: (name, work) => {
        spans.push(name);
        return work;
      },
    };
    const checking = { bytesDone: 1, bytesTotal: 2, entriesDone: 3, entriesTotal: 4 };
    const { checked, told } = await run(
      modPack,
      async (_task, { onProgress, outside }) => {
        onProgress(checking);
        const { files } = await outside.fetch([offered]);
        expect(await readFile(files[0]?.source ?? '', 'utf8')).toBe('jar');
        expect(await outside.locate([])).toMatchObject({ problems: [{ code: 'FETCH_NO_KEY' }], files: [] });
        await outside.lookUp([{ sha512: 'a' }]);
        expect(await outside.lookedUp()).toEqual({ problems: [], files: [] });
        return passed;
      },
      { with: { fetching, tracing } },
    );
    expect(told).toEqual([
      ['CHECKING', checking],
      ['FETCHING', { entriesDone: 1, entriesTotal: 1, bytesDone: 3, bytesTotal: 3 }],
    ]);
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ mostProblems: 7 });
    expect(spans.toSorted()).toEqual(['catalogue', 'fetch', 'locate']);
    expect(await filesOf(modPack)).toEqual([]);
    if ('save' in checked) await database.db.transaction(checked.save);
    expect(await filesOf(modPack)).toMatchObject([{ path: 'mods/a.jar', position: 0, fileId, crc32: 9 }]);
  });

  it('has what takes a while begun early, of a pack of which most is fetched', async () => {
    const begin = vi.spyOn(fetching, 'begin').mockReturnValue();
    for (const name of ['pack.MRPACK', 'pack.mrpack.zip', 'pack.zip'])
      await run(await insertModPack({ name }), async () => passed, { with: { fetching } });
    expect(begin).toHaveBeenCalledTimes(1);
    expect((await run(await insertModPack({ name: 'a.mrpack' }), async () => passed)).told).toEqual([]);
  });

  it('lays nothing ready any longer than it takes', async () => {
    const open = new Set<string>();
    const storage = {
      ...place.storage,
      async local(key: string) {
        const file = await place.storage.local(key);
        open.add(file.path);
        return {
          path: file.path,
          async [Symbol.asyncDispose]() {
            open.delete(file.path);
            await file[Symbol.asyncDispose]();
          },
        };
      },
    };
    const { id: fileId, sha256, storageKey, size } = await store('another jar');
    const there = { fileId, sha256, storageKey, size, crc32: 9 };
    vi.spyOn(fetching, 'fetchFiles').mockResolvedValue({ files: new Map([[0, there]]), problems: [] });
    const checking: Check = async (_task, { outside }) => {
      await outside.fetch([offered]);
      expect(open.size).toBe(2);
      return passed;
    };
    const needs = { database, storage, work: { check: checking }, fetching, catalogue: null, facts };
    await checkOnce({ ...needs, tracing: noTracing }, await insertModPack(), {
      limits,
      signal,
      alone: false,
      keepFree: 0,
      onProgress() {},
      prepare: (write) => database.db.transaction(write),
    });
    expect(open.size).toBe(0);
  });
});
