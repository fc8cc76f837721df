import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { unpackInner } from '../../src/archive/pack/inner-archive.ts';
import { mayHoldArchive } from '../../src/archive/pack/is-zip.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const inner = zipWith({ 'mods/a.jar': zipWith({}), 'config/a': 'x' });

async function unpack(entries: ZipEntryInput[], maxBytes = 1_000_000) {
  await using file = await temporaryFile(zipWith(entries));
  const outputPath = `${file.path}.inner`;
  const found = await unpackInner({ path: file.path, outputPath, limits, maxBytes });
  const bytes = found === null ? null : await readFile(outputPath);
  const { problems } = await checkArchive({ path: file.path, limits });
  return { found, bytes, may: await mayHoldArchive(file.path), codes: problems.map(({ code }) => code) };
}

describe('an archive that holds nothing but another one', () => {
  test.each<[string, ZipEntryInput[]]>([
    ['a zip', [{ name: 'pack.zip', data: inner }]],
    ['an .mrpack, stored', [{ name: 'My Pack.MRPACK', data: inner, method: 0 }]],
    ['a zip in a folder', [{ name: 'P/' }, { name: 'P/pack.zip', data: inner }]],
    [
      'a zip beside what macOS adds',
      [
        { name: 'pack.zip', data: inner },
        { name: '__MACOSX/._pack.zip', data: 'x' },
      ],
    ],
  ])('is taken for that: %s', async (_what, entries) => {
    const { found, bytes, may } = await unpack(entries);
    expect(bytes?.equals(inner)).toBe(true);
    expect(found).toEqual({ size: inner.length, sha256: createHash('sha256').update(inner).digest('hex') });
    expect(may).toBe(true);
  });

  test.each<[string, ZipEntryInput[]]>([
    ['that is damaged', [{ name: 'pack.zip', data: inner, crc32: 1 }]],
    ['that cannot be inflated', [{ name: 'pack.zip', data: inner, rawData: Buffer.from('no deflate') }]],
    ['that states fewer bytes', [{ name: 'pack.zip', data: inner, size: 10 }]],
    ['that states more bytes', [{ name: 'pack.zip', data: inner, size: inner.length + 1 }]],
    ['that is far larger than what it lies in', [{ name: 'pack.zip', data: Buffer.alloc(1_000_000) }]],
    ['that is empty', [{ name: 'pack.zip', data: '' }]],
    ['that is a link', [{ name: 'pack.zip', data: 'x', mode: 0o120777 }]],
    ['that lies outside', [{ name: '../pack.zip', data: inner }]],
  ])('stays what it is with one %s', async (_what, entries) => {
    const { found, codes } = await unpack(entries);
    expect(found).toBeNull();
    expect(codes).not.toEqual([]);
  });

  test('is bounded as an upload is', async () => {
    const entries = [{ name: 'pack.zip', data: inner }];
    expect((await unpack(entries, inner.length)).found).not.toBeNull();
    expect((await unpack(entries, inner.length - 1)).found).toBeNull();
  });

  test('is refused where it was not taken for that, which says what to upload', async () => {
    const outer = zipWith({ 'My Pack/pack.zip': zipWith({ 'pack.zip': inner }) });
    await using file = await temporaryFile(outer);
    const { problems } = await checkArchive({ path: file.path, limits });
    expect(problems).toEqual([
      {
        code: 'ARCHIVE_IN_ARCHIVE',
        error: 'The archive holds nothing but "My Pack/pack.zip". Upload that file itself.',
        entry: 'My Pack/pack.zip',
      },
    ]);
  });
});

describe('an archive that holds more', () => {
  test.each<[string, ZipEntryInput[], boolean]>([
    [
      'a word beside it',
      [
        { name: 'pack.zip', data: inner },
        { name: 'readme.txt', data: 'x' },
      ],
      true,
    ],
    [
      'two of them',
      [
        { name: 'a.zip', data: inner },
        { name: 'b.mrpack', data: inner },
      ],
      true,
    ],
    ['no archive by its name', [{ name: 'pack.bin', data: inner }], false],
    ['a pack', [{ name: 'mods/a.jar', data: zipWith({}) }], false],
    [
      'a pack with many files',
      Array.from({ length: 17 }, (_, index) => ({ name: `resourcepacks/${index}.zip`, data: 'x' })),
      false,
    ],
  ])('is itself, with %s', async (_what, entries, isLookedInto) => {
    const { found, may } = await unpack(entries);
    expect([found, may]).toEqual([null, isLookedInto]);
  });
});

describe('a folder of an archive', () => {
  async function folderOf(entries: ZipEntryInput[]) {
    await using file = await temporaryFile(zipWith(entries));
    const outputPath = `${file.path}.folder`;
    const task = { path: file.path, outputPath, limits, maxBytes: 1_000_000, folder: 'packs/a' };
    if ((await unpackInner(task)) === null) return null;
    const found = await unzip(outputPath);
    return Object.fromEntries([...found].map(([name, { contents }]) => [name, contents.toString()]));
  }
  const pack: ZipEntryInput[] = [
    { name: 'r-main/packs/a/pack.toml', data: 'a' },
    { name: 'r-main/packs/a/mods/m.pw.toml', data: 'm', method: 0 },
    { name: 'r-main/packs/ab/pack.toml', data: 'b' },
    { name: 'r-main/pack.toml', data: 'c' },
  ];

  test('is written without what lies around it', async () => {
    const found = await folderOf([...pack, { name: 'r-main/packs/a/link', data: '/etc', mode: 0o120777 }]);
    expect(found).toEqual({ 'pack.toml': 'a', 'mods/m.pw.toml': 'm' });
  });

  test('is none where it is not there, or the archive is hostile', async () => {
    expect(await folderOf(pack.slice(2))).toBeNull();
    expect(await folderOf([...pack, { name: 'r-main/../x', data: 'x' }])).toBeNull();
  });
});
