import { expect, it, test } from 'vitest';
import { cleanFileName, nameOf } from '../../src/core/files/file-name.ts';

test.each([
  ['pack.zip', 'pack.zip'],
  ['C:\\Users\\me\\pack.zip', 'pack.zip'],
  ['a/b\\c/pack.zip', 'pack.zip'],
  ['a/b\\pack.zip', 'pack.zip'],
  ['a\u0000b\u0085c.zip', 'abc.zip'],
  ['\u202epiz.exe', 'piz.exe'],
  ['a\u2066b\u2028c\u2029d', 'abcd'],
  ['  my pack.zip \n', 'my pack.zip'],
  ['\ud800x', '\ufffdx'],
  ['..', ''],
  ['a/.', ''],
  ['...', '...'],
  ['a/', ''],
  ['\ufeffa', 'a'],
])('%j is called %j', (sent, kept) => {
  expect(cleanFileName(sent)).toBe(kept);
});

it('keeps at most 255 bytes, and no part of a character', () => {
  expect(cleanFileName('a'.repeat(256))).toBe('a'.repeat(255));
  expect(cleanFileName('é'.repeat(128))).toBe('é'.repeat(127));
});

it('calls what has no name by what it holds', () => {
  expect(nameOf({ filename: '', sha256: '0123456789abcdef' })).toBe('0123456789ab.zip');
  expect(nameOf({ filename: 'a.zip', sha256: '0123456789abcdef' })).toBe('a.zip');
});
