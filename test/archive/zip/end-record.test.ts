import { describe, expect, test } from 'vitest';
import { createProblemList } from '../../../src/archive/problem-list.ts';
import { findEndRecords, readZipEnd } from '../../../src/archive/zip/end-record.ts';
import { sourceOf } from '../../support/byte-source.ts';
import { zipWith } from '../../support/zip.ts';

/** Places counted from the end of an archive without a comment. */
const end = {
  disk: 18,
  directoryDisk: 16,
  entriesOnDisk: 14,
  entries: 12,
  directorySize: 10,
  directoryOffset: 6,
};
const locator = { signature: 42, disk: 38, offset: 34, disks: 26 };
const record = {
  signature: 98,
  size: 94,
  disk: 82,
  directoryDisk: 78,
  entriesOnDisk: 74,
  entries: 66,
  directorySize: 58,
  directoryOffset: 50,
};

const classic = zipWith({ a: 'x' });
const zip64 = zipWith({ a: 'x' }, { zip64: true });

type Change = readonly [fromEnd: number, value: number | bigint, bytes: 2 | 4 | 8];

/** The archive with some of its numbers changed. */
function changed(archive: Buffer, ...changes: readonly Change[]): Buffer {
  const bytes = Buffer.from(archive);
  for (const [fromEnd, value, width] of changes) {
    const at = bytes.length - fromEnd;
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(Number(value), at, width);
  }
  return bytes;
}

function judged(bytes: Buffer) {
  const problems = createProblemList(9);
  const found = readZipEnd(sourceOf(bytes), problems);
  return { found, problems: problems.found.map(({ code, error }) => [code, error]) };
}

const accepted = (found: object) => ({ found: expect.objectContaining(found), problems: [] });
const refused = (code: string, error: RegExp) => ({
  found: null,
  problems: [[code, expect.stringMatching(error)]],
});

describe('an end record is found', () => {
  test('where its comment ends with the file, the last one first', () => {
    const inner = zipWith([]);
    const both = zipWith([], { comment: inner });
    expect(findEndRecords(both)).toEqual([22, 0]);
    expect(findEndRecords(zipWith([], { appended: Buffer.from('x') }))).toEqual([]);
  });

  test('and none where there is no mark, whatever else is there', () => {
    expect(findEndRecords(Buffer.alloc(0))).toEqual([]);
    expect(findEndRecords(Buffer.alloc(21))).toEqual([]);
    // Read as the record in front of its first byte, it would end with the file.
    const bytes = Buffer.alloc(22);
    bytes.writeUInt16LE(1, 19);
    expect(findEndRecords(bytes)).toEqual([]);
    expect(judged(bytes)).toEqual(refused('TRUNCATED_ARCHIVE', /does not end as a zip archive does/));
  });
});

describe('of an archive without zip64', () => {
  test('the end says where the directory is', () => {
    expect(judged(classic)).toEqual(
      accepted({
        entries: 1,
        zip64: false,
        directorySize: 47,
        directoryOffset: classic.length - 22 - 47,
        prepended: 0,
      }),
    );
    expect(judged(zipWith([]))).toEqual(accepted({ entries: 0, directorySize: 0, directoryOffset: 0 }));
  });

  test('bytes in front are counted', () => {
    const prepended = Buffer.from('#!/bin/sh');
    const found = judged(zipWith({ a: 'x' }, { prepended, offsetsCountPrepended: false }));
    expect(found).toEqual(accepted({ prepended: 9, directoryOffset: classic.length - 22 - 47 + 9 }));
  });

  test.each<[string, Change]>([
    ['the part that it is in', [end.disk, 1, 2]],
    ['the part that the directory begins in', [end.directoryDisk, 1, 2]],
    ['how many entries this part has', [end.entriesOnDisk, 2, 2]],
  ])('one part of several is told by %s', (_, change) => {
    expect(judged(changed(classic, change))).toEqual(refused('SPLIT_ARCHIVE', /one part of several/));
  });

  test('a directory cannot begin before the file', () => {
    const text = /places the directory at 10 with 0 bytes, but it has to end at 0/;
    expect(judged(changed(zipWith([]), [end.directoryOffset, 10, 4]))).toEqual(
      refused('INVALID_DIRECTORY', text),
    );
    const size = classic.length;
    expect(judged(changed(classic, [end.directorySize, size, 4]))).toEqual(
      refused('INVALID_DIRECTORY', /A part of the file is missing/),
    );
  });

  test('a directory begins with a header, which has 46 bytes at least', () => {
    const withDirectory = (size: number, mark: number) => {
      const directory = Buffer.alloc(size);
      directory.writeUInt32LE(mark, 0);
      return Buffer.concat([directory, changed(zipWith([]), [end.directorySize, size, 4])]);
    };
    const none = refused('INVALID_DIRECTORY', /No directory begins at byte 0/);
    expect(judged(withDirectory(46, 0x02014b50))).toEqual(accepted({ directorySize: 46 }));
    expect(judged(withDirectory(45, 0x02014b50))).toEqual(none);
    expect(judged(withDirectory(46, 0x04034b50))).toEqual(none);
  });

  test('of two directories neither counts', () => {
    const stated = zipWith({ a: 'x' }).subarray(-22 - 47, -22);
    const bytes = zipWith(
      { b: 'x' },
      { prepended: stated, offsetsCountPrepended: false, end: { directoryOffset: 0 } },
    );
    expect(judged(bytes)).toEqual(refused('AMBIGUOUS_END', /Two directories can be meant/));
  });

  test('an end record within the comment makes it unclear which is meant', () => {
    expect(judged(zipWith([], { comment: zipWith([]) }))).toEqual(
      refused('AMBIGUOUS_END', /second end record/),
    );
    expect(judged(zipWith([], { comment: Buffer.from('504b0506', 'hex') }))).toEqual(
      refused('AMBIGUOUS_END', /second end record/),
    );
  });
});

describe('of an archive with zip64', () => {
  test('the end says where the directory is', () => {
    expect(judged(zip64)).toEqual(accepted({ entries: 1, zip64: true, directorySize: 47, prepended: 0 }));
    expect(judged(zipWith([], { zip64: true }))).toEqual(accepted({ entries: 0, zip64: true }));
  });

  test.each<[string, Change]>([
    ['has another signature', [record.signature, 0, 4]],
    ['has another size', [record.size, 45n, 8]],
  ])('a record that %s is none', (_, change) => {
    expect(judged(changed(zip64, change))).toEqual(
      refused('INVALID_DIRECTORY', /No zip64 end record stands in front/),
    );
  });

  test('a locator alone is none either, even where nothing stands in front of it', () => {
    const alone = zipWith([], { zip64: true }).subarray(56);
    expect(alone).toHaveLength(42);
    expect(judged(alone)).toEqual(refused('INVALID_DIRECTORY', /No zip64 end record stands in front/));
  });

  test.each(['entries', 'directorySize', 'directoryOffset'] as const)(
    'no more %s fit than the file has bytes',
    (what) => {
      const text = /states more than the file can hold/;
      const size = BigInt(zip64.length);
      expect(judged(changed(zip64, [record[what], size + 1n, 8]))).toEqual(
        refused('INVALID_DIRECTORY', text),
      );
      expect(judged(changed(zip64, [record[what], 2n ** 63n, 8]))).toEqual(
        refused('INVALID_DIRECTORY', text),
      );
      const { problems } = judged(changed(zip64, [record[what], size, 8]));
      expect(problems).not.toEqual([['INVALID_DIRECTORY', expect.stringMatching(text)]]);
    },
  );

  test.each<[string, ...Change[]]>([
    ['the part that it is in', [record.disk, 1, 4]],
    ['the part that the directory begins in', [record.directoryDisk, 1, 4]],
    ['how many entries this part has', [record.entriesOnDisk, 2n, 8]],
    ['how many parts there are', [locator.disks, 2, 4]],
    ['the part that the locator is for', [locator.disk, 1, 4]],
  ])('one part of several is told by %s', (_, ...changes) => {
    const pointing: Change[] = [
      [end.disk, 0xffff, 2],
      [end.directoryDisk, 0xffff, 2],
    ];
    expect(judged(changed(zip64, ...pointing, ...changes))).toEqual(
      refused('SPLIT_ARCHIVE', /one part of several/),
    );
  });

  test('the record is where its locator says', () => {
    expect(judged(changed(zip64, [locator.offset, 1n, 8]))).toEqual(
      refused('INVALID_DIRECTORY', /is not where its locator says/),
    );
    const prepended = Buffer.from('#!/bin/sh');
    expect(judged(zipWith({ a: 'x' }, { zip64: true, prepended, offsetsCountPrepended: false }))).toEqual(
      accepted({ prepended: 9 }),
    );
  });

  const offset = zip64.length - 98 - 47;
  test.each<[keyof typeof end, 2 | 4, number]>([
    ['disk', 2, 0],
    ['directoryDisk', 2, 0],
    ['entriesOnDisk', 2, 1],
    ['entries', 2, 1],
    ['directorySize', 4, 47],
    ['directoryOffset', 4, offset],
  ])('the other record points to it for %s, or says the same', (what, width, truth) => {
    const pointer = 2 ** (8 * width) - 1;
    for (const same of [truth, pointer])
      expect(judged(changed(zip64, [end[what], same, width]))).toEqual(accepted({ zip64: true }));
    expect(judged(changed(zip64, [end[what], truth + 1, width]))).toEqual(
      refused('INVALID_DIRECTORY', /contradict each other/),
    );
  });
});
