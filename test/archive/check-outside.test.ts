import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import {
  type CheckOptions,
  checkArchive,
  type Gathered,
  type OutsideFiles,
  sendInPieces,
} from '../../src/archive/pack/check.ts';
import { inspectEntries } from '../../src/archive/pack/inspect.ts';
import type { FetchedFile, OfferedFile } from '../../src/archive/pack/offered-files.ts';
import type { SurveyTask } from '../../src/archive/pack/survey.ts';
import type { ArchiveProgress, Problem } from '../../src/archive/report.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const jar = jarWith({ 'fabric.mod.json': fabricModJson('lamp', { environment: '*' }) });
const problem = (error: string): Problem => ({ code: 'FETCH_FAILED', error, entry: null });

/** An index of an .mrpack that names files by their paths; those of clients alone are so marked. */
function packOf(paths: readonly string[], forClients: readonly string[] = []): ZipEntryInput[] {
  const files = paths.map((path) => ({
    path,
    hashes: {},
    downloads: ['https://example.com/x'],
    env: { server: forClients.includes(path) ? 'unsupported' : 'required' },
  }));
  const index = { formatVersion: 1, dependencies: { minecraft: '1.20.1' }, files };
  return [
    { name: 'modrinth.index.json', data: JSON.stringify(index) },
    { name: 'overrides/config/a.toml', data: 'x = 1' },
  ];
}

/** Answers from a file that is there for each that is asked for, unless something else is given. */
function answering(source: string, given: Partial<OutsideFiles> = {}) {
  const asked: { fetch: string[]; locate: unknown[]; lookUp: number } = { fetch: [], locate: [], lookUp: 0 };
  const outside: OutsideFiles = {
    async locate(numbered) {
      asked.locate.push(...numbered);
      return given.locate ? given.locate(numbered) : { problems: [], files: [] };
    },
    async fetch(wanted): Promise<Gathered<FetchedFile>> {
      asked.fetch.push(...wanted.map(({ path }) => path));
      for (const file of wanted) expect(file).not.toHaveProperty('mod');
      if (given.fetch) return given.fetch(wanted);
      return { problems: [], files: wanted.map(() => ({ source, size: jar.length, crc32: 0 })) };
    },
    async lookUp(jars) {
      asked.lookUp += jars.length;
      await given.lookUp?.(jars);
    },
    lookedUp: async () => (given.lookedUp ? given.lookedUp() : { problems: [], files: [] }),
  };
  return { asked, outside };
}

async function check(
  entries: readonly ZipEntryInput[],
  given: Partial<OutsideFiles> = {},
  {
    task = {},
    options = {},
    isAnswered = true,
  }: { task?: Partial<SurveyTask>; options?: CheckOptions; isAnswered?: boolean } = {},
) {
  await using pack = await temporaryFile(zipWith(entries));
  await using stored = await temporaryFile(jar, 'fetched');
  const { asked, outside } = answering(stored.path, given);
  const fetchable = ['MODRINTH', 'CURSEFORGE_EXPORT'] as const;
  const result = await checkArchive(
    { path: pack.path, limits, fetchable, ...task },
    { ...options, ...(isAnswered && { outside }) },
  );
  return { ...result, asked };
}

describe('a pack that names files', () => {
  test('has them fetched, and its jars are read as those that it holds', async () => {
    const paths = ['mods/b.jar', 'config/b.toml', 'mods/a.jar'];
    const { problems, report, asked } = await check(packOf(paths, ['mods/a.jar']));
    expect(problems).toEqual([]);
    expect(asked).toEqual({ fetch: paths, locate: [], lookUp: 0 });
    const evidence = 'modrinth.index.json says that servers do not support it.';
    expect(report?.mods).toEqual([
      expect.objectContaining({
        file: 'a.jar',
        size: jar.length,
        claims: [{ reason: 'PACK_INDEX', evidence }],
      }),
      expect.objectContaining({ file: 'b.jar', size: jar.length, descriptors: [expect.anything()] }),
    ]);
    expect(report?.mods[1]).not.toHaveProperty('claims');
  });

  test('tells how far it is, of what it holds and then of what was fetched', async () => {
    const seen: ArchiveProgress[] = [];
    const paths = ['mods/a.jar', 'mods/b.jar', 'mods/c.jar', 'config/d.toml'];
    const options: CheckOptions = { slices: 2, onProgress: (progress) => seen.push(progress) };
    await check(packOf(paths), {}, { options });
    const held = seen.findIndex(({ entriesTotal }) => entriesTotal === 3);
    const last = seen[held - 1];
    expect(last).toMatchObject({ entriesDone: 2, entriesTotal: 2 });
    expect(last?.bytesTotal).toBeGreaterThan(100);
    expect(last?.bytesDone).toBe(last?.bytesTotal);
    expect(seen.slice(held)).toEqual(
      [1, 2, 3].map((n) => ({
        bytesDone: n * jar.length,
        bytesTotal: 3 * jar.length,
        entriesDone: n,
        entriesTotal: 3,
      })),
    );
  });

  test('is refused for all that cannot be had, told together', async () => {
    const gone = [problem('One is gone.'), problem('Another is gone.')];
    const { problems, report } = await check(packOf(['mods/a.jar']), {
      fetch: async () => ({ problems: gone, files: [] }),
    });
    expect(problems).toEqual(gone);
    expect(report).toBeNull();
  });

  test('has nothing fetched where what it holds is damaged', async () => {
    const damaged = { name: 'overrides/config/b.toml', data: 'x', crc32: 7 };
    const pack = [...packOf(['mods/a.jar']), damaged];
    const { problems, asked } = await check(pack, {}, { options: { slices: 3 } });
    expect(problems).toMatchObject([{ code: 'CRC_MISMATCH' }]);
    expect(asked.fetch).toEqual([]);
  });

  test('has nothing asked about it where its entries are refused', async () => {
    const { problems, report, asked } = await check([...packOf(['mods/a.jar']), { name: '../x' }]);
    expect(problems).toMatchObject([{ code: 'PATH_TRAVERSAL' }]);
    expect([report, asked.fetch]).toEqual([null, []]);
  });

  test('has to have somebody to ask, who has an answer for each', async () => {
    const nobody = check(packOf(['mods/a.jar']), {}, { isAnswered: false });
    await expect(nobody).rejects.toThrow('has to ask outside, but nobody answers');
    const less = check(packOf(['mods/a.jar']), { fetch: async () => ({ problems: [], files: [] }) });
    await expect(less).rejects.toThrow('"mods/a.jar" is neither there nor a problem.');
  });
});

describe('a pack that names files by numbers', () => {
  const exported: ZipEntryInput[] = [
    {
      name: 'manifest.json',
      data: JSON.stringify({
        manifestType: 'minecraftModpack',
        minecraft: { version: '1.20.1' },
        files: [{ projectID: 1, fileID: 2, required: true }],
      }),
    },
    { name: 'overrides/config/a.toml', data: 'x = 1' },
  ];
  const offered = (path: string, refusal: Problem | null = null): OfferedFile => ({
    path,
    links: [],
    hashes: {},
    size: null,
    server: null,
    refusal,
  });

  test('has a platform asked where they are, and then has them fetched', async () => {
    const { problems, report, asked } = await check(exported, {
      locate: async () => ({ problems: [], files: [offered('mods/a.jar')] }),
    });
    expect(problems).toEqual([]);
    expect(asked.locate).toEqual([{ projectId: 1, fileId: 2, isRequired: true }]);
    expect(asked.fetch).toEqual(['mods/a.jar']);
    expect(report?.mods).toMatchObject([{ file: 'a.jar' }]);
  });

  test.each(['is alone in saying', 'is contradicted by another in saying'])(
    'of which the platform %s that a jar is for clients keeps what is said',
    async (how) => {
      const ofPlatform = [{ reason: 'CATALOGUE' as const, evidence: 'It is for clients.' }];
      const ofOther = [
        { reason: 'CATALOGUE' as const, evidence: 'It is for servers.', isFor: true as const },
      ];
      const isAsked = how.startsWith('is contradicted');
      const { report, asked } = await check(
        exported,
        {
          locate: async () => ({ problems: [], files: [{ ...offered('mods/a.jar'), claims: ofPlatform }] }),
          lookedUp: async () => ({
            problems: [],
            files: [{ sha512: createHash('sha512').update(jar).digest('hex'), claims: ofOther }],
          }),
        },
        { task: { catalogue: isAsked } },
      );
      expect(asked.lookUp).toBe(isAsked ? 1 : 0);
      expect(report?.mods).toMatchObject([{ claims: isAsked ? [...ofPlatform, ...ofOther] : ofPlatform }]);
    },
  );

  test('is refused where the platform names a place outside of the pack, as if the pack did', async () => {
    const { problems, report, asked } = await check(exported, {
      locate: async () => ({ problems: [], files: [offered('mods/../../a.jar')] }),
    });
    expect(problems.map(({ code }) => code)).toEqual(['PATH_TRAVERSAL']);
    expect([report, asked.fetch]).toEqual([null, []]);
  });

  test('is refused where the platform has no answer', async () => {
    const away = [problem('The platform is away.')];
    const { problems, report, asked } = await check(exported, {
      locate: async () => ({ problems: away, files: [offered('mods/a.jar')] }),
    });
    expect([problems, report, asked.fetch]).toEqual([away, null, []]);
  });

  test('is refused for files that may not be fetched, once the others were tried', async () => {
    const refusal = problem('Its author forbids it.');
    const { problems, report, asked } = await check(exported, {
      locate: async () => ({ problems: [], files: [offered('mods/a.jar', refusal), offered('mods/b.jar')] }),
    });
    expect(asked.fetch).toEqual(['mods/b.jar']);
    expect([problems, report]).toEqual([[refusal], null]);
  });
});

describe('a catalogue', () => {
  const entries: ZipEntryInput[] = [{ name: 'mods/a.jar', data: jar }];
  const claims = [{ reason: 'CATALOGUE' as const, evidence: 'It says so.' }];
  const sha512 = createHash('sha512').update(jar).digest('hex');
  const lookedUp = async () => ({ problems: [], files: [{ sha512, claims }] });
  const task = { catalogue: true };

  test('is asked about jars that leave open where they work, where one is', async () => {
    const { report, asked } = await check(entries, { lookedUp }, { task });
    expect(asked.lookUp).toBe(1);
    expect(report?.mods).toMatchObject([{ file: 'a.jar', claims }]);
    expect(report?.mods[0]).toHaveProperty('sha512', sha512);
    const unasked = await check(entries, {}, { task: { hashes: true } });
    expect(unasked.asked.lookUp).toBe(0);
    expect(unasked.report?.mods[0]).toHaveProperty('sha512', sha512);
    expect(report).not.toHaveProperty('unasked');
    const without = await check(entries, { lookedUp });
    expect(without.asked.lookUp).toBe(0);
    expect(without.report?.mods[0]).not.toHaveProperty('claims');
  });

  test('is not asked about a pack that is refused', async () => {
    const damaged = { name: 'config/b.toml', data: 'x', crc32: 7 };
    const { report, asked } = await check([...entries, damaged], { lookedUp }, { task });
    expect([report, asked.lookUp]).toEqual([null, 0]);
  });

  test('that has not answered in time is told of by how many jars it was not asked about', async () => {
    const both = [...entries, { name: 'mods/b.jar', data: jar }];
    const silent = async () => ({ problems: [], files: [{ sha512, claims: null }] });
    const { report } = await check(both, { lookedUp: silent }, { task });
    expect(report?.unasked).toBe(2);
    expect(report?.mods[0]).not.toHaveProperty('claims');
  });

  test('is asked about what is inspected while the rest is not', async () => {
    const asked = Promise.withResolvers<void>();
    const slow = { name: 'mods/slow.jar', data: jar };
    const options: CheckOptions = {
      slices: 2,
      async inspect(slice, onProgress) {
        if (slice.entries.some(({ name }) => name === slow.name)) await asked.promise;
        return inspectEntries(slice, onProgress);
      },
    };
    const lookUp = async () => asked.resolve();
    const { report } = await check([...entries, slow], { lookUp, lookedUp }, { task, options });
    expect(report?.mods).toMatchObject([{ claims }, { claims }]);
  });

  test('whose answers cannot be had fails the check, as the database does', async () => {
    const lookUp = () => Promise.reject(new Error('The database is away.'));
    await expect(check(entries, { lookUp }, { task })).rejects.toThrow('The database is away.');
  });
});

describe('a report in pieces', () => {
  test('has its mods told one after the other, and is what is left', async () => {
    const { problems, report } = await check([{ name: 'mods/a.jar', data: jar }]);
    const pieces: string[] = [];
    const verdict = await sendInPieces({ problems, report }, async (piece) => pieces.push(piece));
    expect(pieces.map((piece) => JSON.parse(piece))).toEqual([report?.mods]);
    expect(verdict).toEqual({
      problems: [],
      warnings: [],
      modCount: 1,
      summary: {
        baseFolder: '',
        holdsAccounts: false,
        names: { encoding: null, backslashes: false },
        manifest: null,
        icon: null,
        entries: 1,
        uncompressedSize: jar.length,
      },
    });
  });

  test('is none where there are problems', async () => {
    const problems = [problem('It is gone.')];
    const taken = sendInPieces({ problems, report: null }, () => Promise.reject(new Error('It was told.')));
    expect(await taken).toEqual({ problems, summary: null, warnings: [], modCount: 0 });
  });
});
