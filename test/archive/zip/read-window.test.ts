import { describe, expect, test } from 'vitest';
import { createReadWindow } from '../../../src/archive/zip/read-window.ts';
import { sourceOf } from '../../support/byte-source.ts';

const bytes = Buffer.from('abcdefghijklmnopqrstuvwxyz');
const windowSize = 4 * 1024 * 1024;

/** A window on these bytes up to `end`, and which ranges it reads. */
function windowOn(data: Uint8Array, end: number) {
  const source = sourceOf(data);
  const reads: [offset: number, length: number][] = [];
  const window = createReadWindow(
    {
      ...source,
      readInto(buffer, offset) {
        reads.push([offset, buffer.length]);
        source.readInto(buffer, offset);
      },
    },
    end,
  );
  return { window, reads, take: (offset: number, length: number) => window.take(offset, length).toString() };
}

describe('ranges are served', () => {
  test('from one read, as long as they follow one another', () => {
    const { take, reads } = windowOn(bytes, 20);
    expect([take(2, 3), take(5, 1), take(5, 15), take(2, 18), take(3, 0)]).toEqual([
      'cde',
      'f',
      'fghijklmnopqrst',
      'cdefghijklmnopqrst',
      '',
    ]);
    expect(reads).toEqual([[2, 18]]);
  });

  test('by a new read when they begin before, and up to the end alone', () => {
    const { take, reads } = windowOn(bytes, 20);
    expect([take(9, 2), take(8, 2), take(0, 4)]).toEqual(['jk', 'ij', 'abcd']);
    expect(reads).toEqual([
      [9, 11],
      [8, 12],
      [0, 20],
    ]);
  });

  test('beyond the end when they are asked for, and no further', () => {
    const { take, reads } = windowOn(bytes, 10);
    expect([take(8, 4), take(9, 2), take(15, 3)]).toEqual(['ijkl', 'jk', 'pqr']);
    expect(reads).toEqual([
      [8, 4],
      [15, 3],
    ]);
  });

  test('without reading again what is there, when they go on behind it', () => {
    const data = Buffer.alloc(windowSize + 40, 'x');
    data.write('before|behind', windowSize - 7);
    const { take, reads } = windowOn(data, data.length);
    expect(take(0, 1)).toBe('x');
    expect(take(windowSize - 7, 13)).toBe('before|behind');
    expect(take(windowSize - 6, 40)).toBe(`efore|behind${'x'.repeat(28)}`);
    expect(reads).toEqual([
      [0, windowSize],
      [windowSize, 40],
    ]);
  });
});

describe('a range that is larger than the window', () => {
  test('has a buffer of its own, for which what is there is not read again, and the window stays', () => {
    const { window, take, reads } = windowOn(bytes, 8);
    expect([0, 8, 9].map((length) => window.isOwned(length))).toEqual([false, false, true]);
    expect(take(4, 2)).toBe('ef');
    const own = window.take(6, 12);
    expect(own.toString()).toBe('ghijklmnopqr');
    expect(take(4, 4)).toBe('efgh');
    expect(own.toString()).toBe('ghijklmnopqr');
    expect(reads).toEqual([
      [4, 4],
      [8, 10],
    ]);
  });

  test('is every one where nothing is to be read', () => {
    const { window, take } = windowOn(bytes, -1);
    expect(window.isOwned(1)).toBe(true);
    expect(take(3, 2)).toBe('de');
  });

  test('is none that has four mebibytes', () => {
    const { window } = windowOn(bytes, 2 * windowSize);
    expect([windowSize, windowSize + 1].map((length) => window.isOwned(length))).toEqual([false, true]);
  });
});
