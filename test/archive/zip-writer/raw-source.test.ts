import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fileSource } from '../../../src/archive/zip/raw-source.ts';
import { temporaryFile } from '../../support/zip.ts';

const bytes = Buffer.from('0123456789');

test('a disk that gives less than was asked for is asked for the rest', async () => {
  await using place = await temporaryFile(bytes);
  await using file = await open(place.path);
  const read = file.read.bind(file);
  Object.defineProperty(file, 'read', {
    value: (buffer: Buffer, at: number, length: number, offset: number) =>
      read(buffer, at, Math.min(length, 3), offset),
  });
  const source = await fileSource(file);
  expect((await source.read(Buffer.alloc(10), 1, 8)).toString()).toBe('12345678');
});

test('an archive that has become shorter is told by where it ends and how far it should reach', async () => {
  await using place = await temporaryFile(bytes);
  await using file = await open(place.path);
  const source = await fileSource(file);
  await expect(source.read(Buffer.alloc(10), 4, 9)).rejects.toThrow('ends at byte 10, before byte 13');
});
