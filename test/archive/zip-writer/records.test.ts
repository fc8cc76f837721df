import { expect, test } from 'vitest';
import { carriedRecord } from '../../../src/archive/zip-writer/carried-record.ts';
import {
  centralHeader,
  type EntryRecord,
  endRecords,
  localHeader,
} from '../../../src/archive/zip-writer/records.ts';

const GiB = 1024 ** 3;
const marker = 0xffffffff;

const plain: EntryRecord = {
  name: 'a',
  method: 8,
  crc32: 0x12345678,
  compressedSize: 10,
  size: 20,
  modified: 0x58215000,
  executable: false,
};

test('an entry below 4 GiB has no extra field at all', () => {
  expect(localHeader(plain)).toHaveLength(30 + 1);
  expect(centralHeader(plain, marker - 1)).toHaveLength(46 + 1);
});

test.each([
  ['size', { size: 5 * GiB }],
  ['compressed size', { size: 5 * GiB, compressedSize: 5 * GiB + 1 }],
  ['size of exactly 4 GiB less one byte', { size: marker }],
])('a large %s moves both sizes of both headers into the zip64 field', (_name, sizes) => {
  const entry = { ...plain, ...sizes };
  const local = localHeader(entry);
  expect([local.readUInt16LE(4), local.readUInt32LE(18), local.readUInt32LE(22)]).toEqual([
    45,
    marker,
    marker,
  ]);
  expect([local.readUInt16LE(31), local.readUInt16LE(33)]).toEqual([1, 16]);
  expect([local.readBigUInt64LE(35), local.readBigUInt64LE(43)]).toEqual([
    BigInt(entry.size),
    BigInt(entry.compressedSize),
  ]);
  const central = centralHeader(entry, 7);
  expect([central.readUInt32LE(20), central.readUInt32LE(24), central.readUInt32LE(42)]).toEqual([
    marker,
    marker,
    7,
  ]);
  expect(central.subarray(47)).toEqual(local.subarray(31));
});

test('an entry that begins beyond 4 GiB has its offset alone in the zip64 field', () => {
  const central = centralHeader(plain, 6 * GiB);
  expect([central.readUInt32LE(20), central.readUInt32LE(42)]).toEqual([10, marker]);
  expect([central.readUInt16LE(47), central.readUInt16LE(49)]).toEqual([1, 8]);
  expect(central.readBigUInt64LE(51)).toBe(BigInt(6 * GiB));
});

test.each([
  ['65,535 entries', { entries: 65_535, offset: 100, size: 50 }],
  ['a directory beyond 4 GiB', { entries: 1, offset: 5 * GiB, size: 50 }],
])('an archive of %s ends in zip64 records', (_name, directory) => {
  const end = endRecords({ ...directory, comment: 'c' });
  expect(end).toHaveLength(56 + 20 + 22 + 1);
  expect(end.readBigUInt64LE(32)).toBe(BigInt(directory.entries));
  expect([end.readBigUInt64LE(40), end.readBigUInt64LE(48)]).toEqual([
    BigInt(directory.size),
    BigInt(directory.offset),
  ]);
  expect(end.readBigUInt64LE(56 + 8)).toBe(BigInt(directory.offset + directory.size));
});

test('an archive of 65,534 entries ends in the plain record', () => {
  expect(endRecords({ entries: 65_534, offset: 1, size: 1, comment: '' })).toHaveLength(22);
});

test.each([
  ['a file', 'a', 0o100644, 0o100644],
  ['a program', 'a', 0o100755, 0o100755],
  ['a file that anyone may change and that takes on its owner', 'a', 0o106777, 0o100755],
  ['a file without rights', 'a', 0, 0o100644],
  ['a folder that anyone may change', 'a/', 0o041777, 0o040755],
])('%s gets sane rights', (_what, name, mode, expected) => {
  const header = centralHeader(carriedRecord({ ...archiveEntry, name, attributes: mode * 0x10000 }, name), 0);
  expect(header.readUInt32LE(38) >>> 16).toBe(expected);
});

test('a date is kept, and one without month and day becomes the first there is', () => {
  expect(carriedRecord({ ...archiveEntry, modified: 0x58215000 }, 'a').modified).toBe(0x58215000);
  expect(carriedRecord({ ...archiveEntry, modified: 0xff21bf7d }, 'a').modified).toBe(0xff21bf7d);
  expect(carriedRecord({ ...archiveEntry, modified: 0 }, 'a').modified).toBe(0x00210000);
});

test('a name or comment too long for the format is refused', () => {
  expect(() => localHeader({ ...plain, name: 'ä'.repeat(32_768) })).toThrow('at most 65535 bytes, not 65536');
  expect(() => endRecords({ entries: 0, offset: 0, size: 0, comment: 'a'.repeat(65_536) })).toThrow(
    'at most 65535',
  );
});

const archiveEntry = {
  name: 'a',
  rawName: null,
  flags: 0,
  method: 8,
  crc32: 0,
  compressedSize: 2,
  size: 0,
  headerOffset: 0,
  attributes: 0,
  modified: 0x58215000,
};
