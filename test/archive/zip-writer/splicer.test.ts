import { expect, test } from 'vitest';
import { createSplicer, type EntryCopy } from '../../../src/archive/zip/splicer.ts';
import { zipWith } from '../../support/zip.ts';

const archive = zipWith([
  { name: 'first', data: 'one', method: 0 },
  { name: 'empty', data: '', method: 0 },
  { name: 'left out', data: 'nothing', method: 0 },
  {
    name: 'second',
    data: 'two!',
    method: 0,
    descriptor: true,
    local: { extra: Buffer.from([9, 9, 2, 0, 1, 2]) },
  },
]);

/** The copy of an entry found by its name in the archive. */
function copyOf(name: string, compressedSize: number): EntryCopy {
  const record = {
    name,
    method: 0,
    crc32: 0,
    compressedSize,
    size: compressedSize,
    modified: 0,
    executable: false,
  };
  return { headerOffset: archive.indexOf(name) - 30, record };
}

function splice(copies: EntryCopy[], chunkSize: number, bytes = archive): string {
  const splicer = createSplicer(copies, ({ record }) => Buffer.from(`<${record.name}>`));
  const pieces: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; offset += chunkSize)
    pieces.push(...splicer.splice(bytes.subarray(offset, offset + chunkSize), offset));
  return Buffer.concat(pieces).toString();
}

test('headers are replaced and data goes on untouched wherever the chunks are cut', () => {
  const copies = [copyOf('first', 3), copyOf('empty', 0), copyOf('second', 4)];
  for (let chunkSize = 1; chunkSize <= archive.length; chunkSize++)
    expect(splice(copies, chunkSize)).toBe('<first>one<empty><second>two!');
});

test('entries that share bytes are refused', () => {
  const long = copyOf('first', 100);
  expect(() => splice([long, copyOf('second', 4)], 10)).toThrow('belongs to two entries');
});

test('what is done is told as it goes: whole entries, and bytes of data without headers', () => {
  const copies = [copyOf('first', 3), copyOf('empty', 0), copyOf('second', 4)];
  const splicer = createSplicer(copies, () => Buffer.alloc(0));
  const seen: number[][] = [];
  for (let offset = 0; offset < archive.length; offset++) {
    splicer.splice(archive.subarray(offset, offset + 1), offset);
    const done = [splicer.entriesDone, splicer.bytesDone];
    if (done.join() !== seen.at(-1)?.join()) seen.push(done);
  }
  expect(seen).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [2, 4],
    [2, 5],
    [2, 6],
    [3, 7],
  ]);
});
