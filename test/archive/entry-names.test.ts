import { describe, expect, test } from 'vitest';
import {
  collisionKey,
  foldersOf,
  foldersOfAll,
  judgeName,
  withoutDotSlash,
} from '../../src/archive/entry-names.ts';

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
    ['', 'EMPTY_NAME'],
    ['/a', 'ABSOLUTE_PATH'],
    ['a\u0000', 'CONTROL_CHARACTER'],
    ['a\u0085b', 'CONTROL_CHARACTER'],
    ['a//b', 'EMPTY_SEGMENT'],
    ['./a', 'EMPTY_SEGMENT'],
    ['a/.', 'EMPTY_SEGMENT'],
    ['../a', 'PATH_TRAVERSAL'],
    ['a/.. /b', 'PATH_TRAVERSAL'],
    ['a/.../b', 'PATH_TRAVERSAL'],
    ['a\\..\\b', 'PATH_TRAVERSAL'],
    ['a/..::$DATA', 'PATH_TRAVERSAL'],
    ['..:$i30:$A_B/c', 'PATH_TRAVERSAL'],
    ['::$DATA', 'PATH_TRAVERSAL'],
    ['C:/a', 'DRIVE_LETTER'],
    ['a/z:', 'DRIVE_LETTER'],
    ['a/con', 'DEVICE_NAME'],
    ['NUL.txt', 'DEVICE_NAME'],
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
  ])('%j is %s', (name, code) => {
    expect(codeOf(name)).toBe(code);
  });

  test('is refused for a drive by naming the drive alone', () => {
    expect(judgeName('a/C:b', limits)?.fault).toContain('"C:"');
  });

  test('has at most thirty marks on a character', () => {
    const wide = { nameBytes: 1_000, segmentBytes: 255, depth: 3 };
    expect(judgeName(`a${'\u0301'.repeat(30)}`, wide)).toBeNull();
    expect(judgeName(`a${'\u0301'.repeat(31)}`, wide)?.code).toBe('NAME_TOO_LONG');
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
