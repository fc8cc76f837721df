import { describe, expect, test } from 'vitest';
import { compressedBytes, readJarDirectory } from '../../../src/archive/jar/directory.ts';
import { type ZipEntryInput, zipWith } from '../../support/zip.ts';

const asked = ['mcmod.info', 'fabric.mod.json', 'META-INF/MANIFEST.MF'];

const read = (jar: Buffer, most = 99, maxBytes = 9_999) => readJarDirectory(jar, asked, most, maxBytes);
const namesOf = (entries: Iterable<{ name: string }>) => [...entries].map(({ name }) => name);
const filesOf = (jar: Buffer) => [...read(jar).files.keys()];
const stored = (name: string | Buffer): ZipEntryInput => ({ name, data: 'x', method: 0 });

/** A header of a directory, with a name, a comment and numbers as they are given. */
function header(
  name: string,
  given: { comment?: string; extra?: Buffer; offset?: number; size?: number } = {},
): Buffer {
  const { comment = '', extra = Buffer.alloc(0), offset = 0, size = 1 } = given;
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt32LE(size, 20);
  bytes.writeUInt32LE(size, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt16LE(comment.length, 32);
  bytes.writeUInt32LE(offset, 42);
  return Buffer.concat([bytes, Buffer.from(name), extra, Buffer.from(comment)]);
}

/** The record at the end of an archive. */
function endOf(entries: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(entries, 8);
  bytes.writeUInt16LE(entries, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}

/** A directory alone, at the start of a file, which says that it lies elsewhere. */
function directoryOf(headers: readonly Buffer[], { claimed = 0, entries = headers.length } = {}): Buffer {
  const directory = Buffer.concat(headers);
  return Buffer.concat([directory, endOf(entries, directory.length, claimed)]);
}

function field(id: number, ...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 8 * numbers.length);
  bytes.writeUInt16LE(id, 0);
  bytes.writeUInt16LE(8 * numbers.length, 2);
  for (const [place, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 4 + 8 * place);
  return bytes;
}

describe('of the files of a jar', () => {
  test('those that are asked for are kept, and of two with one name the last', () => {
    const jar = zipWith([
      stored('other.json'),
      { name: 'mcmod.info', data: 'first' },
      { name: 'fabric.mod.json', data: 'stored as it is', method: 0 },
      { name: 'mcmod.info', data: 'second', flags: 1 },
    ]);
    const { files } = read(jar);
    expect(files.get('fabric.mod.json')).toMatchObject({
      name: 'fabric.mod.json',
      method: 0,
      isEncrypted: false,
      compressedSize: 15,
      size: 15,
    });
    expect(files.get('mcmod.info')).toMatchObject({ method: 8, isEncrypted: true, size: 6 });
    expect([...files.keys()]).toEqual(['mcmod.info', 'fabric.mod.json']);
  });

  test('none is a class, a folder, in assets or data, without a name or with one that goes on and on', () => {
    const long = 'x'.repeat(1_025);
    const names = ['A.class', 'folder/', 'assets/a.json', 'data/a.json', '', long, 'database', long.slice(1)];
    const jar = zipWith(names.map(stored));
    expect([...readJarDirectory(jar, names, 99, 99_999).files.keys()]).toEqual(['database', long.slice(1)]);
  });

  test('the classes are found in their order', () => {
    const jar = zipWith(['B.class', 'A.class', 'a.json', 'C.classes', 'a/C.class'].map(stored));
    expect(namesOf(read(jar).classes())).toEqual(['B.class', 'A.class', 'a/C.class']);
  });

  test('the likeliest classes are found by how their names rank, then in their order', () => {
    const jar = zipWith(['bbb.class', 'a.class', 'no', 'cc.class', 'dd.class', 'e.class'].map(stored));
    const byLength = (name: string) => name.length;
    const find = (most: number) => namesOf(read(jar).classesByRank(byLength, most));
    expect(find(3)).toEqual(['a.class', 'e.class', 'cc.class']);
    expect(find(9)).toEqual(['a.class', 'e.class', 'cc.class', 'dd.class', 'bbb.class']);
  });
});

describe('nested jars', () => {
  test('lie in META-INF, or are named', () => {
    const names = [
      'META-INF/a.jar',
      'META-INF/jars/B.JAR',
      'META-INF/.jar',
      'META-INF/a.jar.txt',
      'META-INF/c.jar/',
      'libs/d.jar',
      'libs/e.jar',
      'assets/f.jar',
      'assets/g.json',
      'libs/',
      `META-INF/${'x'.repeat(1_024)}.jar`,
    ];
    const named = new Set(['libs/d.jar', 'assets/f.jar', 'assets/g.json', 'libs/', 'not/there.jar']);
    const { entries, count } = read(zipWith(names.map(stored))).jars(named, 9);
    expect(namesOf(entries)).toEqual(['META-INF/a.jar', 'META-INF/jars/B.JAR', 'libs/d.jar', 'assets/f.jar']);
    expect(count).toBe(4);
  });

  test('are as many as are looked into, of two with one name the last, and all are counted', () => {
    const jar = zipWith(['META-INF/a.jar', 'META-INF/b.jar', 'META-INF/c.jar'].map(stored));
    const two = read(jar).jars(new Set(), 2);
    expect(namesOf(two.entries)).toEqual(['META-INF/a.jar', 'META-INF/b.jar']);
    expect(two.count).toBe(3);
    const twice = zipWith([
      stored('META-INF/a.jar'),
      stored('META-INF/b.jar'),
      { name: 'META-INF/a.jar', data: 'last' },
    ]);
    const { entries, count } = read(twice).jars(new Set(), 2);
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['META-INF/a.jar', 4],
      ['META-INF/b.jar', 1],
    ]);
    expect(count).toBe(2);
  });
});

describe('a directory', () => {
  test('is read whatever comments, fields and nameless entries stand in it', () => {
    const jar = directoryOf([
      header('mcmod.info', { comment: 'some words' }),
      header('', { extra: field(7, 1, 2) }),
      header('fabric.mod.json', { extra: field(7), comment: 'x' }),
      header(''),
    ]);
    expect(filesOf(jar)).toEqual(['mcmod.info', 'fabric.mod.json']);
    expect(read(jar).bytes).toBe(jar.length - 22);
  });

  test('is found behind data that its offsets do not count', () => {
    for (const zip64 of [false, true]) {
      const options = { prepended: Buffer.from('#!/bin/sh'), offsetsCountPrepended: false, zip64 };
      const jar = zipWith([stored('other'), { name: 'mcmod.info', data: 'text', method: 0 }], options);
      const [info] = read(jar).files.values();
      if (info === undefined) throw new Error('the file was not found');
      expect(compressedBytes(jar, info).toString()).toBe('text');
    }
  });

  test('is found at the very start of a file, though it says that it lies behind', () => {
    const [info] = read(
      directoryOf([header('mcmod.info', { offset: 130 })], { claimed: 100 }),
    ).files.values();
    expect(info?.headerOffset).toBe(30);
  });

  test('is found by its offset where its size is wrong', () => {
    for (const directorySize of [0, 1, 0xfffffff0])
      expect(filesOf(zipWith([stored('mcmod.info')], { end: { directorySize } }))).toEqual(['mcmod.info']);
  });

  test('is found by the records of zip64, of which the numbers in the old record are none', () => {
    const jar = zipWith([{ ...stored('mcmod.info'), zip64: true }], { zip64: true });
    const { files, bytes } = read(jar);
    expect(files.get('mcmod.info')).toMatchObject({ size: 1, compressedSize: 1, headerOffset: 0 });
    expect(bytes).toBe(46 + 'mcmod.info'.length + 28);
    expect(read(zipWith([], { zip64: true })).bytes).toBe(0);
  });

  test('is that of the old record where the records of zip64 are not whole', () => {
    const end = endOf(1, 56, 0);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    const headers = header('mcmod.info');
    expect(filesOf(Buffer.concat([headers, locator, end]))).toEqual(['mcmod.info']);
    expect(read(Buffer.concat([Buffer.alloc(9), locator, endOf(0, 0, 0)])).bytes).toBe(0);
    expect(read(endOf(0, 0, 0)).bytes).toBe(0);
  });

  test('goes on beyond the count, but is damaged when it has less', () => {
    const headers = [header('mcmod.info'), header('fabric.mod.json')];
    expect(filesOf(directoryOf(headers, { entries: 1 }))).toEqual(['mcmod.info', 'fabric.mod.json']);
    expect(() => read(directoryOf(headers, { entries: 3 }))).toThrow(
      new RangeError("The jar's directory is damaged: it has 2 of 3 entries."),
    );
    expect(() => read(directoryOf(headers, { entries: 0xffff }))).toThrow('it has 2 of 65535 entries');
    const wide = { zip64: true, end: { entries: 70_000 } };
    expect(() => read(zipWith([stored('mcmod.info')], wide))).toThrow('it has 1 of 70000 entries');
    const nowhere = { end: { directorySize: 0, directoryOffset: 0x7fffffff } };
    expect(() => read(zipWith([stored('mcmod.info')], nowhere))).toThrow('it has 0 of 1 entries');
  });

  test('is cut off when an entry reaches beyond it', () => {
    const headers = header('mcmod.info');
    headers.writeUInt16LE('mcmod.info'.length + 1, 28);
    expect(() => read(directoryOf([headers]))).toThrow(new RangeError("The jar's directory is cut off."));
  });

  test('may have as many entries and bytes as are allowed', () => {
    const jar = zipWith([stored('a'), stored('b')]);
    const { bytes } = read(jar);
    expect(bytes).toBe(2 * 47);
    expect(namesOf(read(jar, 2, bytes).classes())).toEqual([]);
    expect(() => read(jar, 1)).toThrow(new RangeError('The jar has more than 1 entries.'));
    expect(() => read(jar, 2, bytes - 1)).toThrow(
      new RangeError('The jar was not read: its directory costs more to read than is allowed.'),
    );
  });
});

describe('the end of a jar', () => {
  test('is found behind a comment, and is the last that there is', () => {
    const comment = `PPPP PK PK\u0005 ${'P'.repeat(99)}`;
    expect(filesOf(zipWith([stored('mcmod.info')], { comment }))).toEqual(['mcmod.info']);
    const two = Buffer.concat([zipWith([stored('fabric.mod.json')]), zipWith([stored('mcmod.info')])]);
    expect(filesOf(two)).toEqual(['mcmod.info']);
  });

  test('lies no further from the end of the file than the longest comment', () => {
    const comment = 'x'.repeat(0xffff);
    expect(filesOf(zipWith([stored('mcmod.info')], { comment }))).toEqual(['mcmod.info']);
    for (const jar of [
      zipWith([stored('mcmod.info')], { comment, appended: Buffer.of(0) }),
      Buffer.alloc(0),
      Buffer.from('PK\u0005\u0006'),
    ])
      expect(() => read(jar)).toThrow(
        new RangeError('The jar is no zip archive, or it is cut off: it has no end record.'),
      );
  });
});

describe('sizes and the place of an entry', () => {
  const entryOf = (given: { size?: number; offset?: number; extra?: Buffer }) => {
    const [entry] = read(directoryOf([header('mcmod.info', given)])).files.values();
    return entry && [entry.size, entry.compressedSize, entry.headerOffset];
  };
  const wide = 0xffffffff;

  test('stand in the field of zip64 where they are too large, wherever it stands', () => {
    expect(entryOf({ size: wide, offset: wide, extra: field(1, 5, 6, 7) })).toEqual([5, 6, 7]);
    expect(
      entryOf({ size: wide, offset: 9, extra: Buffer.concat([field(7, 1), field(1, 5, 6, 7)]) }),
    ).toEqual([5, 6, 9]);
    expect(entryOf({ size: 4, offset: wide, extra: field(1, 5) })).toEqual([4, 4, 5]);
  });

  test('are those of the header where the field is not there, ends early or is not needed', () => {
    expect(entryOf({ size: wide, offset: 3 })).toEqual([wide, wide, 3]);
    expect(entryOf({ size: wide, offset: 3, extra: field(1, 5) })).toEqual([5, wide, 3]);
    expect(entryOf({ size: 4, offset: 3, extra: field(1, 5, 6, 7) })).toEqual([4, 4, 3]);
    expect(entryOf({ size: wide, offset: 3, extra: field(7, 5, 6, 7) })).toEqual([wide, wide, 3]);
    expect(entryOf({ size: wide, offset: 3, extra: Buffer.of(1, 0, 0) })).toEqual([wide, wide, 3]);
    expect(entryOf({ size: wide, offset: 3, extra: Buffer.of(1, 0, 0, 0) })).toEqual([wide, wide, 3]);
  });
});

describe('the bytes of an entry', () => {
  const entry = { name: 'a', method: 0, isEncrypted: false, size: 4, compressedSize: 4, headerOffset: 0 };
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  local.writeUInt16LE(2, 28);
  const jar = Buffer.concat([local, Buffer.from('aeetext')]);

  test('lie behind its header, its name and its fields, and may end with the file', () => {
    expect(compressedBytes(jar, entry).toString()).toBe('text');
    const inMiddle = Buffer.concat([Buffer.from('in front'), jar, Buffer.from('behind')]);
    expect(compressedBytes(inMiddle, { ...entry, headerOffset: 8 }).toString()).toBe('text');
    expect(compressedBytes(local.fill(0, 26), { ...entry, compressedSize: 0 })).toHaveLength(0);
  });

  test.each([-1, 1, 8, 36, 0x7fffffff])('are not where no header is, as at %i', (headerOffset) => {
    expect(() => compressedBytes(jar, { ...entry, headerOffset })).toThrow(
      new RangeError("a is not where the jar's directory says."),
    );
  });

  test('are cut off where the file ends before', () => {
    expect(() => compressedBytes(jar, { ...entry, compressedSize: 5 })).toThrow(
      new RangeError('a is cut off.'),
    );
  });
});
