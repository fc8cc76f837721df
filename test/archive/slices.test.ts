import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { sliceEntries } from '../../src/archive/pack/check.ts';
import type { SurveyedEntry } from '../../src/archive/pack/survey.ts';
import { archivesToSearch } from '../../src/archive/selection/nested-archives.ts';

const entryOf = (compressedSize: number, size = 0): SurveyedEntry => ({
  name: 'a',
  rawName: null,
  flags: 0,
  method: 8,
  crc32: 0,
  compressedSize,
  size,
  headerOffset: 0,
  attributes: 0,
  modified: 0,
  regionEnd: 0,
  mod: null,
  searched: null,
});

describe('entries in slices', () => {
  const sliced = (sizes: readonly number[], count: number) =>
    sliceEntries({ entries: sizes.map((size) => entryOf(size)) }, count).map((slice) =>
      slice.map(({ compressedSize }) => compressedSize),
    );

  test('are neighbours, with about as many bytes in each', () => {
    expect(sliced([4, 4, 4, 4], 2)).toEqual([
      [4, 4],
      [4, 4],
    ]);
    expect(sliced([1, 1, 1, 1, 8], 3)).toEqual([[1, 1, 1, 1], [8]]);
    expect(sliced([8, 1], 3)).toEqual([[8], [1]]);
    expect(sliced([6, 2, 2, 2], 3)).toEqual([[6], [2], [2, 2]]);
  });

  test('are all in one where they have no bytes, and none where there are none', () => {
    expect(sliced([0, 0, 0], 3)).toEqual([[0, 0, 0]]);
    expect(sliced([], 3)).toEqual([]);
  });

  test('are no more slices than asked for, though nothing is behind the last byte', () => {
    expect(sliced([5, 5, 0], 2)).toEqual([[5], [5, 0]]);
    expect(sliced([9], 4)).toEqual([[9]]);
  });
});

test('archives are searched for account files in their order, as far as their directories could be as large as that of one', () => {
  const searched = (size: number) => {
    const entries = Array.from({ length: 1_200 }, () => ({ ...entryOf(1, size), name: 'a.zip' }));
    return archivesToSearch(entries, defaultArchiveLimits).size;
  };
  expect([10, 1024 ** 2, 100 * 1024 ** 2].map(searched)).toEqual([1_000, 128, 16]);
  expect(searched(defaultArchiveLimits.jarBytes + 1)).toBe(0);
});
