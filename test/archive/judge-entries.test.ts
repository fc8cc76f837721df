import { describe, expect, test } from 'vitest';
import { type ArchiveLimits, defaultArchiveLimits } from '../../src/archive/limits.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';
import type { ArchiveEntry } from '../../src/archive/zip/entry.ts';
import { judgeCollisions, judgeEntries, locateEntries } from '../../src/archive/zip/judge-entries.ts';

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

describe('an entry', () => {
  const plain = entry('a', 5, 5);

  test('whose name is refused is not held against others', () => {
    expect(codesOf([entry('../a', 5, 5), entry('../a', 5, 5)])).toEqual(['PATH_TRAVERSAL', 'PATH_TRAVERSAL']);
    expect(codesOf([plain, plain])).toEqual(['NAME_COLLISION']);
  });
});

describe('two entries', () => {
  const collisions = (...names: string[]) => {
    const problems = createProblemList(10);
    judgeCollisions(
      names.map((name) => ({ name })),
      problems,
    );
    return problems.found.map(({ entry: name, error }) => [name, error]);
  };

  test('share no name', () => {
    expect(collisions('Mods/a.jar', 'mods/A.jar.')).toEqual([
      ['mods/A.jar.', expect.stringContaining('"Mods/a.jar"')],
    ]);
    expect(collisions('mods/', 'Mods/', 'mods/a', 'mods/b/')).toEqual([]);
  });

  test('need no folder where the other is a file, in whatever order and however deep', () => {
    const fault = expect.stringContaining('needs a folder where "a/b" is a file');
    expect(collisions('a/b', 'A/B/c/d')).toEqual([['A/B/c/d', fault]]);
    expect(collisions('a/b/c/', 'a/b')).toEqual([['a/b/c/', fault]]);
    expect(collisions('a/b', 'a/b/')).toEqual([['a/b/', fault]]);
    // Told once, however many need it.
    expect(collisions('a/b', 'a/b/c', 'a/b/d')).toEqual([['a/b/c', fault]]);
  });
});

describe('the bytes of an entry', () => {
  // A local header has thirty bytes, before its name.
  const at = (headerOffset: number, name: string, compressedSize = 10) => ({
    ...entry(name, compressedSize, 10),
    headerOffset,
  });
  const located = (entries: ArchiveEntry[], start = 0, directoryOffset = 100) => {
    const problems = createProblemList(10);
    const ends = locateEntries(entries, start, directoryOffset, problems).map(({ name, regionEnd }) => [
      name,
      regionEnd,
    ]);
    return { ends, problems, found: problems.found.map(({ code, entry: name }) => [code, name]) };
  };

  test('end where the next begins, or the directory', () => {
    expect(located([at(40, 'b'), at(0, 'a')])).toMatchObject({
      ends: [
        ['a', 40],
        ['b', 100],
      ],
      found: [],
    });
  });

  test('lie between the start and the directory', () => {
    expect(located([at(5, 'a')], 5, 45).found).toEqual([]);
    expect(located([at(4, 'a')], 5, 45).found).toEqual([['ENTRY_OUT_OF_BOUNDS', 'a']]);
    expect(located([at(6, 'a')], 5, 45).found).toEqual([['ENTRY_OUT_OF_BOUNDS', 'a']]);
    expect(located([at(0, 'a'), at(200, 'b')]).ends).toEqual([
      ['a', 100],
      ['b', 100],
    ]);
  });

  test('are shared with no other', () => {
    expect(located([at(0, 'a'), at(39, 'b')]).problems.found[0]?.error).toContain('shares bytes with "b"');
    expect(located([at(0, 'a'), at(39, 'b')]).found).toEqual([['OVERLAPPING_ENTRIES', 'a']]);
    expect(located([at(0, 'a', 11), at(40, 'b')]).found).toEqual([['OVERLAPPING_ENTRIES', 'a']]);
  });
});
