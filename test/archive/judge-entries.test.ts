import { describe, expect, test } from 'vitest';
import { judgeEntries } from '../../src/archive/judge-entries.ts';
import { type ArchiveLimits, defaultArchiveLimits } from '../../src/archive/limits.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';
import type { ArchiveEntry } from '../../src/archive/zip/entry.ts';

const limits: ArchiveLimits = { ...defaultArchiveLimits, ratio: 10, ratioFreeBytes: 1_000 };

/** A deflated file as the directory states it. */
function entry(name: string, compressedSize: number, size: number): ArchiveEntry {
  const common = { rawName: null, flags: 0, crc32: 0, headerOffset: 0, attributes: 0, modified: 0 };
  return { name, method: 8, compressedSize, size, ...common };
}

function codesOf(entries: readonly ArchiveEntry[], changes: Partial<ArchiveLimits> = {}): string[] {
  const problems = createProblemList(10);
  judgeEntries(entries, { ...limits, ...changes }, problems);
  return problems.found.map(({ code }) => code);
}

describe('sizes are accepted exactly at their limit and refused one byte above it', () => {
  test('those of one entry and its compressed bytes', () => {
    // The other one brings the archive as a whole below the limit.
    const other = entry('other', 500, 500);
    expect(codesOf([entry('a', 200, 2_000), other])).toEqual([]);
    expect(codesOf([entry('a', 200, 2_001), other])).toEqual(['RATIO_TOO_HIGH']);
  });

  test('those of all entries together and their compressed bytes', () => {
    // Each is too small to be judged by itself.
    const halves = (size: number) => [entry('a', 100, 1_000), entry('b', 100, size)];
    expect(codesOf(halves(1_000))).toEqual([]);
    expect(codesOf([...halves(1_000), entry('c', 0, 1)])).toEqual(['RATIO_TOO_HIGH']);
  });

  test('those up to which nobody asks for the compressed bytes', () => {
    expect(codesOf([entry('a', 1, 1_000)])).toEqual([]);
    expect(codesOf([entry('a', 1, 1_001)])).toEqual(['RATIO_TOO_HIGH', 'RATIO_TOO_HIGH']);
  });

  test('that of one entry, and that of all together', () => {
    expect(codesOf([entry('a', 500, 500)], { entryBytes: 500 })).toEqual([]);
    expect(codesOf([entry('a', 501, 501)], { entryBytes: 500 })).toEqual(['ENTRY_TOO_LARGE']);
    const two = [entry('a', 500, 500), entry('b', 500, 500)];
    expect(codesOf(two, { totalBytes: 1_000 })).toEqual([]);
    expect(codesOf(two, { totalBytes: 999 })).toEqual(['ARCHIVE_TOO_LARGE']);
  });
});
