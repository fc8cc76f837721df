import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ArchiveLimits, defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { listEntries } from '../../src/archive/zip/directory.ts';
import { archivesByProgram } from '../support/archives-by-program.ts';
import {
  deflated,
  extraField,
  temporaryFile,
  unicodePath,
  type ZipEntryInput,
  zip64Extra,
  zipWith,
} from '../support/zip.ts';

const jar = zipWith({});
const mod: ZipEntryInput = { name: 'mods/a.jar', data: jar };

async function accepted(bytes: Buffer, just: Partial<ArchiveLimits> = {}) {
  await using pack = await temporaryFile(bytes);
  const { problems, report } = await checkArchive({ path: pack.path, limits: { ...limits, ...just } });
  expect(problems).toEqual([]);
  const { entries } = listEntries(pack.path, limits);
  expect(report?.mods.map(({ file }) => file)).toContain('a.jar');
  return { report, names: entries.map(({ name }) => name) };
}

const stub = Buffer.from('#!/bin/sh\nexec unzip "$0"\n');
const other = extraField(7, Buffer.of(9, 0, 0, 0));
const wide = 0xffffffff;
const allOnes = { crc32: wide, size: wide, compressedSize: wide };
const truth = { crc32: crc32(jar), size: jar.length, compressedSize: deflated(jar).length };
const variants: [does: string, bytes: Buffer][] = [
  ['with folder entries', zipWith([{ name: 'mods/' }, mod])],
  ['with folder entries that are deflated', zipWith([{ name: 'mods/', method: 8 }, mod])],
  ['that names a folder twice', zipWith([{ name: 'mods/' }, { name: 'mods/' }, mod])],
  ['with stored entries', zipWith([{ ...mod, method: 0 }])],
  ['with data descriptors', zipWith([{ ...mod, descriptor: true }])],
  ['with stored entries that have data descriptors', zipWith([{ ...mod, method: 0, descriptor: true }])],
  ['with zip64 entries', zipWith([{ ...mod, zip64: true }])],
  ['with zip64 data descriptors', zipWith([{ ...mod, zip64: true, descriptor: true }])],
  ['with a zip64 end record', zipWith([mod], { zip64: true })],
  ['with a comment', zipWith([mod], { comment: 'made with care' })],
  ['with the longest comment', zipWith([mod], { comment: 'x'.repeat(0xffff) })],
  ['with a stored archive as its last entry', zipWith([{ ...mod, method: 0 }])],
  ['behind a program whose bytes its offsets count', zipWith([mod], { prepended: stub })],
  [
    'behind a program whose bytes its offsets do not count',
    zipWith([mod], { prepended: stub, offsetsCountPrepended: false }),
  ],
  [
    'with zip64 behind a program whose bytes its offsets do not count',
    zipWith([{ ...mod, zip64: true }], { zip64: true, prepended: stub, offsetsCountPrepended: false }),
  ],
  ['whose entries are not in the order of the directory', swapped()],
  ['with unknown extra fields', zipWith([{ ...mod, extra: Buffer.from('feca0300010203', 'hex') }])],
  ['with an unknown extra field twice', zipWith([{ ...mod, extra: Buffer.concat([other, other]) }])],
  ['with a local header that has other extra fields', zipWith([{ ...mod, local: { extra: other } }])],
  ['whose size stands alone in a field of the local header', zip64Local({ size: wide }, jar.length)],
  ['whose packed size stands there', zip64Local({ compressedSize: wide }, deflated(jar).length)],
  ['whose descriptor has all ones in front', zipWith([{ ...mod, descriptor: true, local: allOnes }])],
  ['whose descriptor has the truth in front', zipWith([{ ...mod, descriptor: true, local: truth }])],
  ['with a part of all ones without a zip64 field', zipWith([{ ...mod, central: { disk: 0xffff } }])],
  ['with the first part in a zip64 field', inPart(extraField(1, Buffer.alloc(4)))],
  ['with a zip64 field that has no part', inPart(zip64Extra())],
  ...[18, 16, 14, 12].map((place) => pointing(place, 2)),
  ...[10, 6].map((place) => pointing(place, 4)),
];

/** The entry is in part 65,536, unless its zip64 field says otherwise. */
function inPart(extra: Buffer): Buffer {
  return zipWith([{ ...mod, central: { disk: 0xffff }, extra: Buffer.concat([other, extra]) }]);
}

/** An archive whose old end record points to that of zip64 for this number, or says the same. */
function pointing(place: number, bytes: 2 | 4): [string, Buffer] {
  const truth = zipWith([mod]);
  const archive = zipWith([mod], { zip64: true });
  truth.copy(archive, archive.length - 22, truth.length - 22);
  archive.fill(0xff, archive.length - place, archive.length - place + bytes);
  return [`with zip64 whose old record points there at ${place}, and says the same of the rest`, archive];
}

/** The local header states these sizes, and has one number in a field of zip64 behind another field. */
function zip64Local(stated: NonNullable<ZipEntryInput['local']>, number: number): Buffer {
  const extra = Buffer.concat([other, zip64Extra(BigInt(number))]);
  return zipWith([{ ...mod, local: { ...stated, extra } }]);
}

/** The directory lists b before a, the file holds a before b. */
function swapped(): Buffer {
  const first = zipWith([mod]).length - (46 + mod.name.length) - 22;
  const other = { name: 'b', data: 'x' };
  const right = zipWith([mod, other]);
  const directory = right.indexOf(Buffer.from('504b0102', 'hex'));
  const middle = directory + 46 + mod.name.length;
  const end = right.length - 22;
  expect(right.readUInt32LE(middle + 42)).toBe(first);
  return Buffer.concat([
    right.subarray(0, directory),
    right.subarray(middle, end),
    right.subarray(directory, middle),
    right.subarray(end),
  ]);
}

describe('the check accepts an archive', () => {
  test.each(variants)('%s', async (_does, bytes) => {
    await accepted(bytes);
  });

  test.each(archivesByProgram)('made by $program', async ({ bytes }) => {
    const { names } = await accepted(bytes);
    expect(names).toContain('config/café.txt');
  });

  test('with names in CP437, which is what unmarked names are in', async () => {
    const { names } = await accepted(
      zipWith([mod, { name: Buffer.from('caf\x82', 'latin1'), flags: 0, data: '' }]),
    );
    expect(names).toContain('café');
  });

  test('with names in UTF-8 that are not marked, as macOS writes them', async () => {
    const { names } = await accepted(zipWith([mod, { name: 'cafe\u0301', flags: 0, data: '' }]));
    expect(names).toContain('cafe\u0301');
  });

  test.each<[string, string, string, number]>([
    ['whose Unicode name says what the first name could not', 'config/__.txt', 'config/模组.txt', 0],
    ['with a Unicode name that is the first name again', 'config/a.txt', 'config/a.txt', 0],
    ['with a Unicode name for a first one with ./ in front', './cafe_/a', 'café/a', 0],
    ['with a Unicode name for a marked one with ./ in front', './café/a', 'café/a', 0x800],
  ])('%s', async (_does, name, second, flags) => {
    const extra = unicodePath(name, second);
    const entry = { name, flags, data: 'x', extra, local: { extra } };
    expect((await accepted(zipWith([mod, entry]))).names).toContain(second);
  });

  test.each([
    ['was made for another name', unicodePath('b', '../evil.sh')],
    ['has another version', unicodePath('config/a', '../evil.sh', 2)],
    ['is empty', unicodePath('config/a', '')],
    ['is cut off', extraField(0x7075, Buffer.of(1))],
  ])('with a Unicode name that %s, which does not count', async (_what, extra) => {
    const { names } = await accepted(zipWith([mod, { name: 'config/a', flags: 0, extra, local: { extra } }]));
    expect(names).toContain('config/a');
  });

  const packedSize = deflated(jar).length;
  test.each<[string, ZipEntryInput[], Partial<ArchiveLimits>]>([
    ['its entries', [], { entries: 1 }],
    ['the bytes of its directory', [], { directoryBytes: 46 + 'mods/a.jar'.length }],
    ['the bytes of a name', [], { nameBytes: 'mods/a.jar'.length }],
    ['the size of an entry', [], { entryBytes: jar.length }],
    ['the sizes of all', [{ name: 'a', data: 'xx' }], { totalBytes: jar.length + 2 }],
    ['the ratio of an entry', [], { ratio: jar.length / packedSize, ratioFreeBytes: 0 }],
    ['what needs no ratio', [], { ratio: 0.1, ratioFreeBytes: jar.length }],
  ])('with just as much as is allowed of %s', async (_what, entries, just) => {
    await accepted(zipWith([mod, ...entries]), just);
  });

  test('with 30 marks on one letter', async () => {
    await accepted(zipWith([mod, { name: `a${'\u0323'.repeat(30)}`, data: '' }]));
  });

  test('whose names begin with ./ and names them without', async () => {
    const { names, report } = await accepted(
      zipWith([{ name: './' }, { name: './mods/' }, { ...mod, name: './mods/a.jar' }]),
    );
    expect(names).toEqual(['mods/', 'mods/a.jar']);
    expect(report?.entries).toBe(2);
  });

  test.each([65_535, 65_536])('with %i entries and zip64', async (count) => {
    const { report } = await accepted(zipWith(manyEntries(count), { zip64: true }));
    expect(report?.entries).toBe(count);
  });

  test('with 70,000 entries and no zip64, whose stated number wraps around', async () => {
    const { report } = await accepted(zipWith(manyEntries(70_000)));
    expect(report?.entries).toBe(70_000);
  });

  test('with an entry that barely compresses at all', async () => {
    const rawData = deflateRawSync(jar, { level: 0 });
    await accepted(zipWith([{ ...mod, rawData }]));
  });

  test.each([
    '...hidden',
    'a..b',
    'icon',
    'auxiliary.txt',
    'com10',
    'nulls/a',
    'a b.txt',
    'naïve – “quoted”.txt',
  ])('with the harmless name %s', async (name) => {
    const { names } = await accepted(zipWith([mod, { name: `config/${name}`, data: '' }]));
    expect(names).toContain(`config/${name}`);
  });
});

function manyEntries(count: number): ZipEntryInput[] {
  const rest = Array.from({ length: count - 1 }, (_, index) => ({ name: `config/${index}`, method: 0 }));
  return [mod, ...rest];
}
