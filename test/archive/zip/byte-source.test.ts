import { expect, test } from 'vitest';
import { openByteSource } from '../../../src/archive/zip/byte-source.ts';
import { temporaryFile } from '../../support/zip.ts';

test('the bytes of a file are read from anywhere, up to its end and no further', async () => {
  await using file = await temporaryFile(Buffer.from('0123456789'));
  using source = openByteSource(file.path);
  expect(source.size).toBe(10);
  expect(source.read(3, 4).toString()).toBe('3456');
  expect(source.read(10, 0)).toHaveLength(0);
  const buffer = Buffer.from('....');
  source.readInto(buffer, 6);
  expect(buffer.toString()).toBe('6789');
  expect(() => source.read(8, 4)).toThrow('The archive ends at 10, before 12.');
});

test('a file is closed with its source', async () => {
  await using file = await temporaryFile(Buffer.from('x'));
  const source = openByteSource(file.path);
  source[Symbol.dispose]();
  expect(() => source.read(0, 1)).toThrow('EBADF');
});
