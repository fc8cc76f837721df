import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/archive/check.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { listEntries } from '../../src/archive/zip/directory.ts';
import { archivesByProgram } from '../support/archives-by-program.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const jar = zipWith({});
const mod: ZipEntryInput = { name: 'mods/a.jar', data: jar };

async function accepted(bytes: Buffer) {
  await using pack = await temporaryFile(bytes);
  const { problems, report } = await checkArchive({ path: pack.path, limits });
  expect(problems).toEqual([]);
  const { entries } = listEntries(pack.path, limits);
  expect(report?.mods.map(({ file }) => file)).toContain('a.jar');
  return { report, names: entries.map(({ name }) => name) };
}

const stub = Buffer.from('#!/bin/sh\nexec unzip "$0"\n');
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
];

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

  test.each([
    ['whose Unicode name says what the first name could not', '__.txt', '模组.txt', 'config/模组.txt'],
    ['with a Unicode name that is the first name again', 'a.txt', 'a.txt', 'config/a.txt'],
  ])('%s', async (_does, first, second, expected) => {
    const name = `config/${first}`;
    const extra = unicodePath(`config/${second}`, crc32(name));
    const entry = { name, flags: 0, data: 'x', extra, local: { extra } };
    expect((await accepted(zipWith([mod, entry]))).names).toContain(expected);
  });

  test('with a Unicode name that was made for another name, which does not count', async () => {
    const extra = unicodePath('../evil.sh', 1);
    const { names } = await accepted(zipWith([mod, { name: 'config/a', flags: 0, extra, local: { extra } }]));
    expect(names).toContain('config/a');
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

function unicodePath(second: string, crc: number): Buffer {
  const field = Buffer.alloc(9 + Buffer.byteLength(second));
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(field.length - 4, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc, 5);
  field.write(second, 9);
  return field;
}

function manyEntries(count: number): ZipEntryInput[] {
  const rest = Array.from({ length: count - 1 }, (_, index) => ({ name: `config/${index}`, method: 0 }));
  return [mod, ...rest];
}
