import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '../../../src/archive/zip/entry.ts';
import { compareLocalHeader, hex, localHeaderLength } from '../../../src/archive/zip/local-header.ts';

const entry: ArchiveEntry = {
  name: 'mods/a.jar',
  rawName: null,
  flags: 0x800,
  method: 8,
  crc32: 0xabc,
  compressedSize: 70,
  size: 90,
  headerOffset: 0,
  attributes: 0,
  modified: 0,
};

interface Stated {
  name?: string | Buffer;
  flags?: number;
  method?: number;
  crc32?: number;
  compressed?: number;
  inflated?: number;
  extra?: Buffer;
}

/** The header that the entry has, but for what is given. */
function headerOf(stated: Stated = {}): Buffer {
  const name = Buffer.from(stated.name ?? entry.name);
  const extra = stated.extra ?? Buffer.alloc(0);
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(0x04034b50, 0);
  bytes.writeUInt16LE(stated.flags ?? 0x800, 6);
  bytes.writeUInt16LE(stated.method ?? 8, 8);
  bytes.writeUInt32LE(stated.crc32 ?? 0xabc, 14);
  bytes.writeUInt32LE(stated.compressed ?? 70, 18);
  bytes.writeUInt32LE(stated.inflated ?? 90, 22);
  bytes.writeUInt16LE(name.length, 26);
  bytes.writeUInt16LE(extra.length, 28);
  return Buffer.concat([bytes, name, extra]);
}

const compare = (stated: Stated, real: Partial<ArchiveEntry> = {}) =>
  compareLocalHeader(headerOf(stated), { ...entry, ...real });

function field(id: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function zip64(...numbers: number[]): Buffer {
  const data = Buffer.alloc(8 * numbers.length);
  for (const [index, number] of numbers.entries()) data.writeBigUInt64LE(BigInt(number), 8 * index);
  return field(1, data);
}

describe('a local header', () => {
  test('is as long as it says, and none without its signature', () => {
    expect(localHeaderLength(headerOf({ name: 'abc', extra: field(7, Buffer.from('x')) }))).toBe(30 + 3 + 5);
    expect(localHeaderLength(headerOf({ name: '' }))).toBe(30);
    expect(localHeaderLength(Buffer.alloc(30))).toBeNull();
  });

  test('that says what the directory says is right', () => {
    expect(compare({})).toBeNull();
    expect(compare({ extra: field(7, Buffer.from('x')) })).toBeNull();
    const rawName = Buffer.from('caf\x82', 'latin1');
    expect(
      compare({ name: rawName, flags: 0 }, { name: 'café', rawName: rawName.toString('base64') }),
    ).toBeNull();
  });

  test.each<[string, Stated, Partial<ArchiveEntry>, string]>([
    ['another name', { name: 'mods/b.jar' }, {}, 'names it "mods/b.jar"'],
    [
      'the name in other bytes',
      {},
      { rawName: Buffer.from('x').toString('base64') },
      'names it "mods/a.jar"',
    ],
    [
      'a name that is not what it is marked as',
      { name: Buffer.of(0xff) },
      { rawName: Buffer.of(0xff).toString('base64') },
      'marks its name as UTF-8, which it is not',
    ],
    [
      'a field twice',
      { extra: Buffer.concat([zip64(1), zip64(1)]) },
      {},
      'has an extra field twice of which one entry can have but one',
    ],
    ['one kind of encryption', { flags: 0x801 }, {}, 'marks it as encrypted'],
    ['the other kind', { flags: 0x2800 }, {}, 'marks it as encrypted'],
    ['another method', { method: 0 }, {}, 'states compression method 0 instead of 8'],
    ['another checksum', { crc32: 0xdef }, {}, 'states CRC-32 00000def instead of 00000abc'],
    ['another size in the archive', { compressed: 71 }, {}, 'states sizes 71 and 90 instead of 70 and 90'],
    ['another size', { inflated: 91 }, {}, 'states sizes 70 and 91 instead of 70 and 90'],
  ])('with %s is wrong', (_, stated, real, told) => {
    expect(compare(stated, real)).toBe(told);
  });

  test.each([
    ['mods/a.jar', null],
    ['./mods/a.jar', null],
    ['mods/b.jar', 'gives it the second name "mods/b.jar"'],
  ])('may give the second name %s', (second, told) => {
    // The version of the field and the checksum of the first name stand before it.
    const checksum = Buffer.alloc(5, 1);
    checksum.writeUInt32LE(crc32(entry.name), 1);
    const extra = field(0x7075, Buffer.concat([checksum, Buffer.from(second)]));
    expect(compare({ extra })).toBe(told);
  });
});

describe('where checksum and sizes stand behind the data', () => {
  const flags = 0x808;
  const all = 0xffffffff;

  test.each([0, all])('they may be %i in front', (none) => {
    expect(compare({ flags, crc32: none, compressed: none, inflated: none })).toBeNull();
    expect(compare({ crc32: none })).toMatch(/^states CRC-32 /);
    expect(compare({ compressed: none, inflated: none })).toMatch(/^states sizes /);
  });

  test('they may be right in front, but nothing else', () => {
    expect(compare({ flags })).toBeNull();
    expect(compare({ flags, crc32: 1 })).toBe('states CRC-32 00000001 instead of 00000abc');
    expect(compare({ flags, compressed: 1 })).toBe('states sizes 1 and 90 instead of 70 and 90');
    expect(compare({ flags, inflated: 1 })).toBe('states sizes 70 and 1 instead of 70 and 90');
  });
});

describe('sizes that are too large for the header', () => {
  const wide = 0xffffffff;
  const compressedSize = 5_000_000_000;
  const size = 6_000_000_000;
  const told = (stated: string) => `states sizes ${stated} instead of ${compressedSize} and ${size}`;

  test('stand in a field, the inflated one first', () => {
    const stated = { compressed: wide, inflated: wide };
    expect(compare({ ...stated, extra: zip64(size, compressedSize) }, { compressedSize, size })).toBeNull();
    const behind = Buffer.concat([field(7, Buffer.from('12345678')), zip64(size, compressedSize)]);
    expect(compare({ ...stated, extra: behind }, { compressedSize, size })).toBeNull();
    expect(compare({ ...stated, extra: zip64(compressedSize, size) }, { compressedSize, size })).toBe(
      told(`${size} and ${compressedSize}`),
    );
  });

  test('stand there alone where only one is', () => {
    expect(compare({ inflated: wide, extra: zip64(size) }, { size })).toBeNull();
    expect(compare({ compressed: wide, extra: zip64(compressedSize) }, { compressedSize })).toBeNull();
    expect(compare({ extra: zip64(size, compressedSize) })).toBeNull();
  });

  test('are no numbers where the field ends before, and those of the header where there is none', () => {
    const stated = { compressed: wide, inflated: wide };
    expect(compare({ ...stated, extra: zip64(size) }, { compressedSize, size })).toBe(
      told(`NaN and ${size}`),
    );
    expect(compare({ ...stated, extra: zip64() }, { compressedSize, size })).toBe(told('NaN and NaN'));
    expect(compare(stated, { compressedSize, size })).toBe(told(`${wide} and ${wide}`));
  });
});

test('a checksum is written with eight digits', () => {
  expect([0, 0xabc, 0xffffffff].map(hex)).toEqual(['00000000', '00000abc', 'ffffffff']);
});
