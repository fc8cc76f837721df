/** What a check asks outside: the platform, the hosts, and the catalogue, which are played here. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OfferedFile } from '../../src/archive/named-files.ts';
import type { ArchiveProgress } from '../../src/archive/report.ts';
import type { Catalogue } from '../../src/core/files/catalogue.ts';
import { fetchableKinds, openOutside } from '../../src/core/files/outside-files.ts';
import type { CurseForge, CurseForgeFile } from '../../src/fetching/curseforge.ts';
import type { FetchOptions, FetchResult, StoredFile } from '../../src/fetching/fetch-files.ts';
import type { Fetching } from '../../src/fetching/open-fetching.ts';
import { FetchError } from '../../src/fetching/problem-codes.ts';
import type { WantedFile } from '../../src/fetching/wanted-file.ts';
import type { Storage } from '../../src/storage/storage.ts';

type PartOfFetching = Pick<Fetching, 'fetchFiles' | 'curseForge'>;

const nothing: FetchResult = { files: new Map(), problems: [] };
const { signal } = new AbortController();

/** A platform that knows these files, each of a project of the number before it. */
function platformOf(files: readonly Partial<CurseForgeFile>[]) {
  const signals = new Set<AbortSignal | undefined>();
  const platform: CurseForge = {
    async files(_ids, given) {
      signals.add(given);
      const known = files.map((file) => ({
        id: 0,
        projectId: 0,
        fileName: `${file.id}.jar`,
        size: 7,
        hashes: { sha1: 'a'.repeat(40) },
        link: `https://example.com/${file.id}`,
        marks: [],
        isAvailable: true,
        channel: 'RELEASE' as const,
        isServerPack: false,
        ...file,
      }));
      return new Map(known.map((file) => [file.id, file]));
    },
    async projects(_ids, given) {
      signals.add(given);
      return new Map();
    },
    newestFiles: async () => null,
    modPack: async () => null,
  };
  return { platform, signals };
}

/** Says which files are laid ready, and which are not any more. */
function notedStorage() {
  const ready: string[] = [];
  const storage: Pick<Storage, 'local' | 'scratch'> = {
    scratch: async () => ({ path: '', [Symbol.asyncDispose]: async () => {} }),
    async local(key) {
      ready.push(key);
      return {
        path: `/ready/${key}`,
        [Symbol.asyncDispose]: async () => void ready.splice(ready.indexOf(key), 1),
      };
    },
  };
  return { ready, storage };
}

function open(fetching: PartOfFetching | null, catalogue: Catalogue | null = null) {
  const told: ArchiveProgress[] = [];
  const { ready, storage } = notedStorage();
  const outside = openOutside(
    { fetching, storage, catalogue },
    { signal, mostProblems: 3, keepFree: 0, onProgress: (progress) => told.push(progress) },
  );
  return { outside, told, ready };
}

const offered = (path: string): OfferedFile => ({
  path,
  links: [`https://example.com/${path}`],
  hashes: { sha1: 'a'.repeat(40) },
  size: 7,
  server: null,
  refusal: null,
});
const stored = (fileId: number): StoredFile => ({
  fileId,
  sha256: `${fileId}`,
  storageKey: `key-${fileId}`,
  size: fileId * 10,
  crc32: fileId * 100,
});

/** Hosts that have what is told, and note what they were asked with. */
function hostsWith(result: FetchResult, curseForge: CurseForge | null = null) {
  const asked: { wanted: readonly WantedFile[]; options: FetchOptions }[] = [];
  const fetching: PartOfFetching = {
    curseForge,
    async fetchFiles(wanted, options) {
      asked.push({ wanted, options });
      options.onProgress?.({ filesDone: 1, filesTotal: 2, bytesDone: 3, bytesTotal: 4 });
      return result;
    },
  };
  return { asked, fetching };
}

describe('the files of an export', () => {
  it('can be had of the kinds that there is a way for', () => {
    const { fetching } = hostsWith(nothing);
    const { platform } = platformOf([]);
    expect(fetchableKinds({ fetching: null })).toEqual([]);
    expect(fetchableKinds({ fetching })).toEqual(['MODRINTH', 'FTB', 'PACKWIZ']);
    expect(fetchableKinds({ fetching: { ...fetching, curseForge: platform } })).toEqual([
      'MODRINTH',
      'FTB',
      'PACKWIZ',
      'CURSEFORGE_EXPORT',
    ]);
  });

  it('are what the platform says of their numbers, in their order, be it that they may not be had', async () => {
    const { platform, signals } = platformOf([
      { id: 11, projectId: 1 },
      { id: 22, projectId: 2, link: null },
      { id: 44, projectId: 4, marks: ['Client'] },
    ]);
    await using scene = open(hostsWith(nothing, platform).fetching).outside;
    const { problems, files } = await scene.locate(
      [1, 2, 3, 4].map((projectId) => ({ projectId, fileId: projectId * 11, isRequired: true })),
    );
    expect(problems).toEqual([]);
    const known = (id: number) => ({
      path: `mods/${id}.jar`,
      links: [`https://example.com/${id}`],
      hashes: { sha1: 'a'.repeat(40) },
      size: 7,
      server: null,
      refusal: null,
      origin: { source: 'CURSEFORGE', project: id / 11, file: id },
    });
    const refused = { links: [], hashes: {}, size: null, server: null };
    expect(files).toEqual([
      known(11),
      {
        ...known(22),
        links: [],
        blocked: {
          project: 'project 2',
          page: 'https://www.curseforge.com/projects/2',
          problem: expect.objectContaining({ code: 'FETCH_FORBIDDEN_BY_AUTHOR', entry: 'mods/22.jar' }),
        },
      },
      {
        ...refused,
        path: 'mods/3-33.jar',
        refusal: expect.objectContaining({ code: 'FETCH_UNKNOWN_FILE', entry: null }),
      },
      {
        ...known(44),
        claims: [
          {
            reason: 'CATALOGUE',
            evidence:
              'CurseForge marks this file of project 4 as for clients only (https://www.curseforge.com/projects/4).',
          },
        ],
      },
    ]);
    expect([...signals]).toEqual([signal]);
  });

  it('are a problem of the pack where the platform cannot be asked, and no other failure is', async () => {
    const { platform } = platformOf([]);
    let failure: Error = new FetchError('FETCH_UNREACHABLE', 'cannot be reached');
    const failing = { ...platform, files: () => Promise.reject(failure) };
    await using scene = open(hostsWith(nothing, failing).fetching).outside;
    const numbered = [{ projectId: 1, fileId: 11, isRequired: true }];
    expect(await scene.locate(numbered)).toEqual({
      problems: [
        {
          code: 'FETCH_UNREACHABLE',
          error:
            'CurseForge, which has to be asked for the mods of the pack, cannot be reached. Try again later.',
          entry: null,
        },
      ],
      files: [],
    });
    failure = new Error('a fault of ours');
    await expect(scene.locate(numbered)).rejects.toBe(failure);
  });

  it('are not asked for where there is no key, nor fetched where nothing is', async () => {
    await using keyless = open(hostsWith(nothing).fetching).outside;
    expect(await keyless.locate([])).toMatchObject({ problems: [{ code: 'FETCH_NO_KEY' }], files: [] });
    await using off = open(null).outside;
    expect(await off.locate([])).toMatchObject({ problems: [{ code: 'FETCH_NO_KEY' }], files: [] });
    await expect(off.fetch([])).rejects.toThrow('nothing is fetched');
  });
});

describe('files that are fetched', () => {
  it('lie ready in the order of the index, until the check is done with them', async () => {
    const found = {
      files: new Map([
        [1, stored(2)],
        [0, stored(1)],
      ]),
      problems: [],
    };
    const { asked, fetching } = hostsWith(found);
    const { outside, told, ready } = open(fetching);
    const wanted = [offered('mods/a.jar'), offered('mods/b.jar')];
    expect(await outside.fetch(wanted)).toEqual({
      problems: [],
      files: [
        { source: '/ready/key-1', size: 10, crc32: 100 },
        { source: '/ready/key-2', size: 20, crc32: 200 },
      ],
    });
    expect(outside.fetched).toEqual([
      { path: 'mods/a.jar', ...stored(1) },
      { path: 'mods/b.jar', ...stored(2) },
    ]);
    expect(asked).toMatchObject([{ wanted, options: { mostProblems: 3 } }]);
    expect(asked[0]?.options.signal).toBe(signal);
    expect(told).toEqual([{ entriesDone: 1, entriesTotal: 2, bytesDone: 3, bytesTotal: 4 }]);
    expect(ready).toEqual(['key-1', 'key-2']);
    await outside[Symbol.asyncDispose]();
    expect(ready).toEqual([]);
  });

  it('are none of the pack’s where one of them cannot be had', async () => {
    const problems = [{ code: 'FETCH_REFUSED', error: 'It is gone.', entry: 'mods/b.jar' }];
    const { fetching } = hostsWith({ files: new Map([[0, stored(1)]]), problems });
    const { outside, ready } = open(fetching);
    await using scene = outside;
    const wanted = [offered('mods/a.jar'), offered('mods/b.jar')];
    expect(await scene.fetch(wanted)).toEqual({ problems, files: [] });
    expect([scene.fetched, ready]).toEqual([[], []]);
  });

  it('are a fault of ours where one is neither there nor a problem', async () => {
    const { fetching } = hostsWith({ files: new Map([[0, stored(1)]]), problems: [] });
    await using scene = open(fetching).outside;
    const wanted = [offered('mods/a.jar'), offered('mods/b.jar')];
    await expect(scene.fetch(wanted)).rejects.toThrow('"mods/b.jar" is neither there nor a problem.');
  });
});

describe('jars that are looked up', () => {
  const jars = ['one', 'two', 'three'].map((sha512) => ({ sha512 }));

  const project = { id: 'a', slug: 'lamp', title: 'Lamp', clientSide: 'required' } as const;

  it('have what the catalogue says against them, and are told of where it was not asked', async () => {
    const asked: unknown[] = [];
    const catalogue: Catalogue = {
      async projectsOf(hashes, given) {
        asked.push([...hashes], given);
        return new Map([
          ['two', { ...project, serverSide: 'unsupported' }],
          ['three', { ...project, serverSide: 'required' }],
        ]);
      },
    };
    await using scene = open(null, catalogue).outside;
    await scene.lookUp(jars.slice(0, 2));
    await scene.lookUp(jars);
    expect(await scene.lookedUp()).toEqual({
      problems: [],
      files: [
        { sha512: 'one', claims: null },
        { sha512: 'two', claims: [expect.objectContaining({ reason: 'CATALOGUE' })] },
        { sha512: 'three', claims: [expect.objectContaining({ isFor: true })] },
      ],
    });
    expect(asked).toEqual([['one', 'two', 'three'], signal]);
  });

  it('are asked about before anybody waits for the answers, many at once or after a moment', async () => {
    const asked: (readonly string[])[] = [];
    const some = Array.from({ length: 51 }, (_, n) => ({ sha512: `${n}` }));
    const catalogue: Catalogue = {
      async projectsOf(hashes) {
        asked.push(hashes);
        return new Map(hashes.map((hash) => [hash, null]));
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await using scene = open(null, catalogue).outside;
    await scene.lookUp(some);
    expect(asked.map(({ length }) => length)).toEqual([50]);
    vi.advanceTimersByTime(100);
    expect(asked.map(({ length }) => length)).toEqual([50, 1]);
    expect(await scene.lookedUp()).toEqual({ problems: [], files: [] });
    await scene.lookUp(jars);
    await scene[Symbol.asyncDispose]();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('have nothing said of them where no catalogue is asked', async () => {
    await using scene = open(null).outside;
    await scene.lookUp(jars);
    expect(await scene.lookedUp()).toEqual({ problems: [], files: [] });
  });
});
