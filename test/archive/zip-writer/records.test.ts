import { expect, test } from 'vitest';
import {
  centralHeader,
  type EntryRecord,
  endRecords,
  localHeader,
} from '../../../src/archive/zip/records.ts';

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

/** A local header, read where the published format has its fields. */
function readLocal(header: Buffer) {
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  return {
    signature: header.toString('latin1', 0, 4),
    versionNeeded: header.readUInt16LE(4),
    flags: header.readUInt16LE(6),
    method: header.readUInt16LE(8),
    modified: header.readUInt32LE(10),
    crc32: header.readUInt32LE(14),
    compressedSize: header.readUInt32LE(18),
    size: header.readUInt32LE(22),
    name: header.toString('utf8', 30, 30 + nameLength),
    extraLength,
    wholeLength: 30 + nameLength + extraLength,
  };
}

/** The same for a record of the central directory. */
function readCentral(header: Buffer) {
  const [nameLength, extraLength] = [header.readUInt16LE(28), header.readUInt16LE(30)];
  return {
    signature: header.toString('latin1', 0, 4),
    versionMadeBy: header.readUInt8(4),
    system: header.readUInt8(5),
    versionNeeded: header.readUInt16LE(6),
    flags: header.readUInt16LE(8),
    method: header.readUInt16LE(10),
    modified: header.readUInt32LE(12),
    crc32: header.readUInt32LE(16),
    compressedSize: header.readUInt32LE(20),
    size: header.readUInt32LE(24),
    commentLength: header.readUInt16LE(32),
    disk: header.readUInt16LE(34),
    internalAttributes: header.readUInt16LE(36),
    mode: header.readUInt16LE(40),
    dosAttributes: header.readUInt16LE(38),
    offset: header.readUInt32LE(42),
    name: header.toString('utf8', 46, 46 + nameLength),
    extraLength,
    wholeLength: 46 + nameLength + extraLength,
  };
}

/** What both headers say of the plain entry under a name that is not in ASCII. */
const said = {
  versionNeeded: 20,
  flags: 0x800,
  method: 8,
  modified: 0x58215000,
  crc32: 0x12345678,
  compressedSize: 10,
  size: 20,
  name: 'ä.txt',
  extraLength: 0,
};

test('both headers say of an entry what the format asks for, its name in UTF-8', () => {
  const entry = { ...plain, name: 'ä.txt' };
  const local = localHeader(entry);
  expect(readLocal(local)).toEqual({ ...said, signature: 'PK\x03\x04', wholeLength: local.length });
  const central = centralHeader(entry, 77);
  expect(readCentral(central)).toEqual({
    ...said,
    signature: 'PK\x01\x02',
    versionMadeBy: 20,
    system: 3,
    commentLength: 0,
    disk: 0,
    internalAttributes: 0,
    mode: 0o100644,
    dosAttributes: 0,
    offset: 77,
    wholeLength: central.length,
  });
});

test('a folder is one to Unix and to DOS', () => {
  expect(readCentral(centralHeader({ ...plain, name: 'a/' }, 0))).toMatchObject({
    mode: 0o040755,
    dosAttributes: 0x10,
  });
});

test('an entry below 4 GiB has no extra field at all', () => {
  expect(localHeader(plain)).toHaveLength(30 + 1);
  expect(centralHeader(plain, marker - 1)).toHaveLength(46 + 1);
});

test('an entry that the plain headers hold just yet is told by them', () => {
  const entry = { ...plain, size: marker - 1, compressedSize: marker - 1 };
  expect(readLocal(localHeader(entry))).toMatchObject({
    versionNeeded: 20,
    size: marker - 1,
    compressedSize: marker - 1,
    extraLength: 0,
  });
  expect(readCentral(centralHeader(entry, marker - 1))).toMatchObject({
    size: marker - 1,
    compressedSize: marker - 1,
    offset: marker - 1,
    extraLength: 0,
  });
});

test.each([
  ['size', { size: 5 * GiB }],
  ['compressed size', { size: 5 * GiB, compressedSize: 5 * GiB + 1 }],
  ['size of exactly 4 GiB less one byte', { size: marker }],
  ['compressed size of exactly that', { compressedSize: marker }],
])('a large %s moves both sizes of both headers into the zip64 field', (_name, sizes) => {
  const entry = { ...plain, ...sizes };
  const local = localHeader(entry);
  expect([local.readUInt16LE(4), local.readUInt32LE(18), local.readUInt32LE(22)]).toEqual([
    45,
    marker,
    marker,
  ]);
  expect(readLocal(local)).toMatchObject({ extraLength: 20, wholeLength: local.length });
  expect([local.readUInt16LE(31), local.readUInt16LE(33)]).toEqual([1, 16]);
  expect([local.readBigUInt64LE(35), local.readBigUInt64LE(43)]).toEqual([
    BigInt(entry.size),
    BigInt(entry.compressedSize),
  ]);
  const central = centralHeader(entry, 7);
  expect(readCentral(central)).toMatchObject({
    versionMadeBy: 45,
    versionNeeded: 45,
    compressedSize: marker,
    size: marker,
    offset: 7,
    extraLength: 20,
    wholeLength: central.length,
  });
  expect(central.subarray(47)).toEqual(local.subarray(31));
});

test('an entry that begins beyond 4 GiB has its offset alone in the zip64 field', () => {
  for (const offset of [6 * GiB, marker]) {
    const central = centralHeader(plain, offset);
    expect(readCentral(central)).toMatchObject({ versionNeeded: 45, compressedSize: 10, offset: marker });
    expect([central.readUInt16LE(47), central.readUInt16LE(49)]).toEqual([1, 8]);
    expect(central.readBigUInt64LE(51)).toBe(BigInt(offset));
  }
});

test('a large entry beyond 4 GiB has both sizes in the zip64 field, and its offset behind them', () => {
  const central = centralHeader({ ...plain, size: 5 * GiB, compressedSize: 7 }, 6 * GiB);
  expect([central.readUInt16LE(47), central.readUInt16LE(49)]).toEqual([1, 24]);
  const values = [51, 59, 67].map((at) => Number(central.readBigUInt64LE(at)));
  expect(values).toEqual([5 * GiB, 7, 6 * GiB]);
});

/** What the record says that ends every archive. */
function readEnd(end: Buffer) {
  return {
    signature: end.toString('latin1', 0, 4),
    disks: [end.readUInt16LE(4), end.readUInt16LE(6)],
    entries: [end.readUInt16LE(8), end.readUInt16LE(10)],
    size: end.readUInt32LE(12),
    offset: end.readUInt32LE(16),
    comment: end.toString('utf8', 22, 22 + end.readUInt16LE(20)),
    wholeLength: 22 + end.readUInt16LE(20),
  };
}

test('an archive ends in how many entries its directory has, where that is, and a comment', () => {
  const end = endRecords({ entries: 3, offset: 1000, size: 150, comment: 'für Server' });
  expect(readEnd(end)).toEqual({
    signature: 'PK\x05\x06',
    disks: [0, 0],
    entries: [3, 3],
    size: 150,
    offset: 1000,
    comment: 'für Server',
    wholeLength: end.length,
  });
});

test.each([
  ['65,535 entries', { entries: 65_535, offset: 100, size: 50 }],
  ['a directory beyond 4 GiB', { entries: 1, offset: 5 * GiB, size: 50 }],
  ['a directory at exactly 4 GiB less one byte', { entries: 1, offset: marker, size: 50 }],
  ['a directory of exactly that size', { entries: 1, offset: 100, size: marker }],
])('an archive of %s ends in zip64 records', (_name, directory) => {
  const end = endRecords({ ...directory, comment: 'c' });
  expect(end).toHaveLength(56 + 20 + 22 + 1);
  const number = (at: number) => Number(end.readBigUInt64LE(at));
  expect({
    signature: end.toString('latin1', 0, 4),
    rest: number(4),
    versions: [end.readUInt8(12), end.readUInt16LE(14)],
    system: end.readUInt8(13),
    disks: [end.readUInt32LE(16), end.readUInt32LE(20)],
    entries: [number(24), number(32)],
    size: number(40),
    offset: number(48),
  }).toEqual({
    signature: 'PK\x06\x06',
    rest: 56 - 12,
    versions: [45, 45],
    system: 3,
    disks: [0, 0],
    entries: [directory.entries, directory.entries],
    size: directory.size,
    offset: directory.offset,
  });
  const locator = end.subarray(56, 76);
  expect(locator.toString('latin1', 0, 4)).toBe('PK\x06\x07');
  expect([locator.readUInt32LE(4), locator.readUInt32LE(16)]).toEqual([0, 1]);
  expect(Number(locator.readBigUInt64LE(8))).toBe(directory.offset + directory.size);
  expect(readEnd(end.subarray(76))).toMatchObject({
    signature: 'PK\x05\x06',
    entries: [0xffff, 0xffff],
    size: marker,
    offset: marker,
    comment: 'c',
  });
});

test('an archive that the plain record holds just yet ends in it', () => {
  const end = endRecords({ entries: 65_534, offset: marker - 1, size: marker - 1, comment: '' });
  expect(end).toHaveLength(22);
});

test('a name or comment too long for the format is refused, and one that just fits is not', () => {
  expect(readLocal(localHeader({ ...plain, name: 'a'.repeat(65_535) })).name).toHaveLength(65_535);
  expect(
    readEnd(endRecords({ entries: 0, offset: 0, size: 0, comment: 'a'.repeat(65_535) })).comment,
  ).toHaveLength(65_535);
  expect(() => localHeader({ ...plain, name: 'ä'.repeat(32_768) })).toThrow('at most 65535 bytes, not 65536');
  expect(() => endRecords({ entries: 0, offset: 0, size: 0, comment: 'a'.repeat(65_536) })).toThrow(
    'at most 65535',
  );
});
