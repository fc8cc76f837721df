import { expect, test } from 'vitest';
import type { ArchiveEntry } from '../../../src/archive/zip/entry.ts';
import { planReads } from '../../../src/archive/zip/read-plan.ts';

const KiB = 1024;

/** Entries one behind the other, of these sizes with their headers. */
function entriesOf(...sizes: number[]): ArchiveEntry[] {
  let headerOffset = 0;
  return sizes.map((size) => {
    const compressedSize = size - 31;
    const entry = {
      name: 'a',
      rawName: null,
      flags: 0,
      method: 0,
      crc32: 0,
      compressedSize,
      size: compressedSize,
      headerOffset,
      attributes: 0,
      modified: 0,
    };
    headerOffset += size;
    return entry;
  });
}

function plan(entries: ArchiveEntry[], wanted: number[], size: number, chunkSize = KiB * KiB): number[][] {
  const chosen = new Set(entries.filter((_, index) => wanted.includes(index)));
  return planReads(entries, chosen, size, chunkSize).map(({ offset, length }) => [offset, length]);
}

test('neighbours are read in one go', () => {
  expect(plan(entriesOf(100, 200, 300), [0, 1, 2], 600)).toEqual([[0, 600]]);
});

test('neighbours behind what stays out are read in one go too, and nothing beyond them', () => {
  expect(plan(entriesOf(100 * KiB, 200, 300, 100 * KiB), [1, 2], 200 * KiB + 500)).toEqual([
    [100 * KiB, 500],
  ]);
});

test('a small entry that stays out is read over and a large one is not read', () => {
  const entries = entriesOf(100, 64 * KiB, 100, 65 * KiB, 100);
  expect(plan(entries, [0, 2, 4], 130 * KiB)).toEqual([
    [0, 64 * KiB + 200],
    [129 * KiB + 200, KiB - 200],
  ]);
});

test('a long stretch is cut into chunks', () => {
  expect(plan(entriesOf(1000, 1500), [0, 1], 2500, KiB)).toEqual([
    [0, KiB],
    [KiB, KiB],
    [2 * KiB, 2500 - 2 * KiB],
  ]);
});

test('entries are read in the order of the file, whatever the order of the directory', () => {
  const entries = entriesOf(200 * KiB, 100, 200 * KiB, 100).reverse();
  expect(plan(entries, [0, 2], 500 * KiB).map(([offset]) => offset)).toEqual([200 * KiB, 400 * KiB + 100]);
});

test('behind the last entry no more is read than its header can need', () => {
  expect(plan(entriesOf(100), [0], 10 * KiB * KiB)).toEqual([[0, 69 + 30 + 2 * 0xffff]]);
});

test('nothing wanted is nothing read', () => {
  expect(plan(entriesOf(100), [], 100)).toEqual([]);
});
