import { describe, expect, test } from 'vitest';
import {
  collisionKey,
  foldersOf,
  foldersOfAll,
  judgeName,
  withoutDotSlash,
} from '../../src/archive/zip/entry-names.ts';

const limits = { nameBytes: 40, segmentBytes: 12, depth: 3 };
const codeOf = (name: string) => judgeName(name, limits)?.code ?? null;

describe('a name', () => {
  test.each([
    'a',
    'a/',
    'a/b/c/d',
    'a/b/c/',
    '.hidden',
    'a.b c/d..e',
    'console/com10/auxiliary',
    'my.con/x',
    'ab:c',
    'twelve_bytes',
    `e${'\u0301'.repeat(5)}`,
  ])('%s is harmless', (name) => {
    expect(judgeName(name, limits)).toBeNull();
  });

  test.each([
    ['a\u0085b', 'CONTROL_CHARACTER'],
    ['./a', 'EMPTY_SEGMENT'],
    ['..:$i30:$A_B/c', 'PATH_TRAVERSAL'],
    ['a/z:', 'DRIVE_LETTER'],
    ['aux  .a', 'DEVICE_NAME'],
    ['com1:x', 'DEVICE_NAME'],
    ['lpt\u00b9', 'DEVICE_NAME'],
    ['conin$', 'DEVICE_NAME'],
    ['conout$', 'DEVICE_NAME'],
    ['a\\b', 'BACKSLASH_IN_NAME'],
    ['a\\', 'BACKSLASH_IN_NAME'],
    ['a/b/c/d/e', 'PATH_TOO_DEEP'],
    ['thirteenbytes', 'NAME_TOO_LONG'],
    ['\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9', 'NAME_TOO_LONG'],
    [`${'twelve_bytes/'.repeat(3)}ab`, 'NAME_TOO_LONG'],
    // What else is refused is tried on whole archives in hostile.test.ts.
  ])('%j is %s', (name, code) => {
    expect(codeOf(name)).toBe(code);
  });

  test('is refused for a drive by naming the drive alone', () => {
    expect(judgeName('a/C:b', limits)?.fault).toContain('"C:"');
  });

  test('loses what stands for the folder it lies in already, in front and nowhere else', () => {
    expect(withoutDotSlash('././a/./b')).toBe('a/./b');
    expect(withoutDotSlash('a./b')).toBe('a./b');
  });
});

describe('names that some system takes for one', () => {
  test.each([
    ['Mods/A.jar', 'mods/a.JAR'],
    ['caf\u00e9', 'cafe\u0301'],
    ['stra\u00dfe', 'STRASSE'],
    ['a\u200d/b', 'a/b'],
    ['a\ufeff', 'a'],
    ['a. ./b. ', 'a/b'],
    ['a::$DATA', 'a'],
    ['a:$I30:$INDEX_ALLOCATION/b', 'a/b'],
    ['a/', 'a'],
    ['a/...', 'a/ '],
  ])('%s and %s have one key', (one, other) => {
    expect(collisionKey(one)).toBe(collisionKey(other));
  });

  test.each([
    ['a', 'b'],
    ['a/b', 'a'],
    ['a.b', 'a'],
    [' a', 'a'],
    ['.a', 'a'],
    ['a:$DATAX/b', 'a/b'],
    ['a::$DATA.x', 'a'],
  ])('%s and %s do not', (one, other) => {
    expect(collisionKey(one)).not.toBe(collisionKey(other));
  });
});

test('the folders of a path go from the innermost outwards', () => {
  expect([...foldersOf('a/b/c')]).toEqual(['a/b', 'a']);
  expect([...foldersOf('a/b/')]).toEqual(['a/b', 'a']);
  expect([...foldersOf('a')]).toEqual([]);
  expect([...foldersOfAll(['a/b/c', 'a/d/e', 'x', 'a/b/f'])]).toEqual(['a/b', 'a', 'a/d']);
});
