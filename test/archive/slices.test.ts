import { describe, expect, test } from 'vitest';
import { concludeCheck, sliceEntries } from '../../src/archive/check.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { archivesToSearch } from '../../src/archive/nested-archives.ts';
import type { SurveyedEntry } from '../../src/archive/survey.ts';
import type { InspectedMod } from '../../src/archive/unclear-jars.ts';

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

describe('what slices hold', () => {
  const survey = {
    entries: [entryOf(1, 30), entryOf(2, 12)],
    baseFolder: 'Pack/',
    holdsAccounts: false,
    manifest: null,
    icon: null,
    names: { encoding: null, backslashes: false },
    warnings: [{ code: 'MANIFEST_TOO_LARGE', error: 'It is large.', entry: null }],
    named: [],
    numbered: [],
  };
  const mod = (file: string): InspectedMod => ({ file, size: 1, descriptors: [], note: null });
  const limits = { problems: 2, warnings: 10, problemBytes: 10_000 };
  const problem = (error: string) => ({ code: 'CRC_MISMATCH', error, entry: null });

  test('is put together in the order of the names of the mods', () => {
    const results = [
      ['c', 'e'],
      ['a', 'f'],
      ['b', 'd'],
    ].map((files) => ({ problems: [], mods: files.map(mod) }));
    expect(concludeCheck(survey, results, limits)).toEqual({
      problems: [],
      report: {
        baseFolder: 'Pack/',
        holdsAccounts: false,
        manifest: null,
        icon: null,
        names: { encoding: null, backslashes: false },
        mods: ['a', 'b', 'c', 'd', 'e', 'f'].map(mod),
        warnings: survey.warnings,
        entries: 2,
        uncompressedSize: 42,
      },
    });
  });

  test('is nothing where one has problems, of which as many are told as are allowed', () => {
    const results = [
      { problems: [problem('One.')], mods: [mod('a')] },
      { problems: [problem('Two.'), problem('Three.')], mods: [] },
    ];
    const { problems, report } = concludeCheck(survey, results, limits);
    expect(problems).toHaveLength(2);
    expect(report).toBeNull();
  });
});
