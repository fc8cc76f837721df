import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPieces, pieceLength, pieceRows, readPieces, writePieces } from '../../src/archive/zip/pieces.ts';

it('rows are cut into pieces by their number and by their length, in order and none twice', () => {
  const short = Array.from({ length: 2 * pieceRows + 1 }, (_, id) => ({ id }));
  const long = Array.from({ length: 5 }, (_, id) => ({ id, text: 'x'.repeat(pieceLength / 2) }));
  for (const [rows, count] of [
    [short, 3],
    [long, 5],
    [[], 0],
  ] as const) {
    const pieces = [...inPieces(rows)];
    expect(pieces).toHaveLength(count);
    expect(pieces.flatMap((piece) => JSON.parse(piece))).toEqual(rows);
  }
});

it('a piece has at most its length, unless a single row is longer', () => {
  const row = (length: number) => 'x'.repeat(length - 2);
  const counts = (...lengths: number[]) =>
    [...inPieces(lengths.map((length) => [row(length - 2)]))].map((piece) => JSON.parse(piece).length);
  expect(counts(1_000, pieceLength - 1_001)).toEqual([2]);
  expect(counts(1_000, pieceLength - 1_000)).toEqual([1, 1]);
  expect(counts(pieceLength + 1, 1_000)).toEqual([1, 1]);
});

it('a file of pieces that was cut off is not taken for a whole one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pieces-'));
  const path = join(folder.path, 'aside');
  await writeFile(path, '[1]');
  const read = readPieces(path, [4]);
  await expect(read.next()).rejects.toThrow('has 3 bytes where 4 were written');
});

it('a file of pieces is read as it was written, and does not come back once its owner has removed it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pieces-'));
  const path = join(folder.path, 'aside');
  await expect(writePieces(path, [{ file: 'a.jar' }])).rejects.toThrow('ENOENT');
  expect(await readdir(folder.path)).toEqual([]);
  await writeFile(path, '');
  const rows = Array.from({ length: pieceRows + 1 }, (_, id) => ({ id, file: '\u2028ü.jar' }));
  const lengths = await writePieces(path, rows);
  const read: unknown[] = [];
  for await (const piece of readPieces(path, lengths)) read.push(...JSON.parse(piece));
  expect(read).toEqual(rows);
});
