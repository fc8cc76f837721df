import { randomBytes } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive, concludeCheck, sliceEntries } from '../../src/archive/pack/check.ts';
import { inspectEntries, type SliceProgress } from '../../src/archive/pack/inspect.ts';
import { surveyArchive } from '../../src/archive/pack/survey.ts';
import type { ArchiveProgress } from '../../src/archive/report.ts';
import type { ThreadTask } from '../../workers/thread.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

/** What a thread tells on its port while it works. */
interface ThreadMessage {
  progress: SliceProgress;
}

const jar = zipWith({});
const fabricJar = zipWith({
  'fabric.mod.json': JSON.stringify({ schemaVersion: 1, id: 'lamp', version: '1.2', environment: 'client' }),
});

test('a full instance passes, and its jars in the order of their names are the inventory', async () => {
  await using pack = await temporaryFile(
    zipWith({
      'mods/b.jar': jar,
      'mods/1.12.2/c.jar': jar,
      'mods/a.jar': fabricJar,
      'config/a.toml': 'x = 1',
    }),
  );
  const { problems, report } = await checkArchive({ path: pack.path, limits });
  expect(problems).toEqual([]);
  expect(report).toMatchObject({ baseFolder: '', manifest: null, warnings: [], entries: 4 });
  expect(report?.uncompressedSize).toBe(jar.length * 2 + fabricJar.length + 5);
  expect(report?.mods).toMatchObject([
    { file: '1.12.2/c.jar', size: jar.length, descriptors: [] },
    { file: 'a.jar', size: fabricJar.length, descriptors: [{ format: 'fabric.mod.json', side: 'CLIENT' }] },
    { file: 'b.jar', size: jar.length, descriptors: [] },
  ]);
});

test('a marker file is read from the folder above the game folder and named as the archive names it', async () => {
  const components = [
    { uid: 'net.minecraft', version: '1.20.1' },
    { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
  ];
  await using pack = await temporaryFile(
    zipWith({
      'Pack/mmc-pack.json': JSON.stringify({ components, formatVersion: 1 }),
      'Pack/instance.cfg': 'name=Lamps\n',
      'Pack/.minecraft/mods/a.jar': jar,
    }),
  );
  const { problems, report } = await checkArchive({ path: pack.path, limits });
  expect(problems).toEqual([]);
  expect(report).toMatchObject({
    baseFolder: 'Pack/.minecraft/',
    manifest: { kind: 'MULTIMC', file: 'Pack/mmc-pack.json', gameVersion: '1.20.1', modloader: 'Fabric' },
  });
});

test('a jar beyond the limit is verified all the same, kept and noted', async () => {
  const large = { ...limits, jarBytes: 100, wholeEntryBytes: 100 };
  const huge: ZipEntryInput = { name: 'mods/huge.jar', data: randomBytes(3_000_000) };
  await using pack = await temporaryFile(zipWith([huge, { ...huge, name: 'mods/stored.jar', method: 0 }]));
  const { report } = await checkArchive({ path: pack.path, limits: large });
  expect(report?.mods).toMatchObject([
    { file: 'huge.jar', descriptors: [], note: expect.stringContaining('3000000') },
    { file: 'stored.jar', descriptors: [], note: expect.stringContaining('3000000') },
  ]);
  await using broken = await temporaryFile(zipWith([{ ...huge, crc32: 1 }]));
  const { problems } = await checkArchive({ path: broken.path, limits: large });
  expect(problems).toMatchObject([{ code: 'CRC_MISMATCH', entry: 'mods/huge.jar' }]);
});

test('entries are read rightly wherever the large reads that they come in begin and end', async () => {
  const contents = [1_500_000, 0, 3_000_000, 700_000, 6_000_000, 10, 4_194_304, 2_500_000, 20, 5_000_000];
  const filler = contents.map((size, index) => ({
    name: `config/${index}`,
    data: randomBytes(size),
    method: index % 3 === 0 ? 0 : 8,
  }));
  const mods = [0, 8].map((method) => ({ name: `mods/${method}.jar`, data: fabricJar, method }));
  await using pack = await temporaryFile(zipWith([...filler, ...mods, ...filler.map(renamed)]));
  const { problems, report } = await checkArchive({ path: pack.path, limits });
  expect(problems).toEqual([]);
  expect(report?.mods).toMatchObject([
    { descriptors: [{ side: 'CLIENT' }] },
    { descriptors: [{ side: 'CLIENT' }] },
  ]);
});

function renamed(entry: ZipEntryInput): ZipEntryInput {
  return { ...entry, name: `again/${entry.name}` };
}

test('entries that overlap are refused before their data is read', async () => {
  const entry: ZipEntryInput = { name: 'mods/a.jar', data: jar };
  await using pack = await temporaryFile(
    zipWith([entry, { ...entry, name: 'mods/b.jar', central: { offset: 0 } }]),
  );
  expect(await surveyArchive({ path: pack.path, limits })).toMatchObject({
    problems: [{ code: 'OVERLAPPING_ENTRIES', error: '"mods/a.jar" shares bytes with "mods/b.jar".' }],
    survey: null,
  });
});

test('all problems are told, up to a bound', async () => {
  const bad = Array.from({ length: 80 }, (_, index) => ({ name: `../${index}`, data: '' }));
  await using names = await temporaryFile(zipWith(bad));
  const judged = await checkArchive({ path: names.path, limits });
  expect(judged.problems).toHaveLength(50);
  const damaged = Array.from({ length: 80 }, (_, index) => ({ name: `${index}`, data: '', crc32: 7 }));
  await using data = await temporaryFile(zipWith([{ name: 'mods/a.jar', data: jar }, ...damaged]));
  const inspected = await checkArchive({ path: data.path, limits }, { slices: 4 });
  expect(inspected.problems).toHaveLength(50);
});

test('a file that is not there is a fault of ours and throws', async () => {
  await expect(checkArchive({ path: '/nowhere/pack.zip', limits })).rejects.toThrow('ENOENT');
});

test('progress moves on within one large entry', async () => {
  const large = { name: 'config/large', data: Buffer.alloc(200 * 1024 * 1024), method: 0 };
  await using pack = await temporaryFile(zipWith([large, { name: 'mods/a.jar', data: jar }]));
  const seen: ArchiveProgress[] = [];
  await checkArchive({ path: pack.path, limits }, { onProgress: (progress) => seen.push(progress) });
  const within = seen.filter(({ entriesDone }) => entriesDone === 0).map(({ bytesDone }) => bytesDone);
  expect(within).toEqual([64, 128, 192].map((size) => size * 1024 * 1024));
  expect(seen.at(-1)).toMatchObject({ entriesDone: 2, bytesDone: seen[0]?.bytesTotal });
});

describe('in slices', () => {
  const entries: ZipEntryInput[] = [
    { name: 'mods/a.jar', data: fabricJar },
    ...Array.from({ length: 40 }, (_, index) => ({
      name: `config/${index}`,
      data: randomBytes(index * 3_000),
      method: index % 2 === 0 ? 0 : 8,
    })),
    { name: 'mods/b.jar', data: jar },
  ];

  test.each([1, 2, 3, 8, 1_000])('into %i parts, every entry is inspected once', async (count) => {
    await using pack = await temporaryFile(zipWith(entries));
    const { survey } = await surveyArchive({ path: pack.path, limits });
    if (survey === null) throw new Error('the archive was refused');
    const slices = sliceEntries(survey, count);
    expect(slices.length).toBeLessThanOrEqual(count);
    expect(slices.flat()).toEqual(survey.entries);
    const task = { path: pack.path, limits };
    const results = await Promise.all(slices.map((slice) => inspectEntries({ ...task, entries: slice })));
    const { report } = concludeCheck(survey, results, limits);
    expect(report).toEqual((await checkArchive({ path: pack.path, limits })).report);
  });

  test('threads give the same report, and progress that ends with everything done', async () => {
    await using pack = await temporaryFile(zipWith(entries));
    const filename = new URL('../../workers/check.ts', import.meta.url).href;
    await using pool = new Piscina<ThreadTask, { result: never }>({
      filename: new URL('../../workers/thread.ts', import.meta.url).href,
      name: 'thread',
      maxThreads: 2,
    });
    const inThread = async (name: string, task: object, onMessage: (message: ThreadMessage) => void) => {
      const { port1, port2: port } = new MessageChannel();
      port1.on('message', onMessage);
      return (await pool.run({ filename, name, task, port }, { transferList: [port] })).result;
    };
    const seen: ArchiveProgress[] = [];
    const { report } = await checkArchive(
      { path: pack.path, limits },
      {
        slices: 4,
        onProgress: (progress) => seen.push(progress),
        survey: (task) => inThread('survey', task, () => {}),
        inspect: async (task, onProgress) => {
          const lastEntry = Promise.withResolvers<void>();
          const result = await inThread('inspect', task, ({ progress }) => {
            onProgress(progress);
            if (progress.entriesDone === task.entries.length) lastEntry.resolve();
          });
          await lastEntry.promise;
          return result;
        },
      },
    );
    expect(report).toEqual((await checkArchive({ path: pack.path, limits })).report);
    const last = seen.at(-1);
    expect(last).toMatchObject({ entriesDone: 42, entriesTotal: 42 });
    expect(last?.bytesDone).toBe(last?.bytesTotal);
  });
});
