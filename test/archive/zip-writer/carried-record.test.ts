import { describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '../../../src/archive/zip/entry.ts';
import { carriedRecord, fixedDate } from '../../../src/archive/zip-writer/carried-record.ts';

/** A date as DOS writes it: seconds in pairs. */
const dos = (year: number, month: number, day: number, hour = 0, minute = 0, pairs = 0) =>
  (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | pairs) >>> 0;

const entry: ArchiveEntry = {
  name: 'a',
  rawName: null,
  flags: 0,
  method: 8,
  crc32: 7,
  compressedSize: 5,
  size: 9,
  headerOffset: 0,
  attributes: 0,
  modified: dos(2024, 2, 29),
};

describe('an entry that is carried over', () => {
  test('keeps its contents, its date and whether it is executable, under its new name', () => {
    const same = { name: 'b', method: 8, crc32: 7, compressedSize: 5, size: 9, modified: entry.modified };
    expect(carriedRecord(entry, 'b')).toEqual({ ...same, executable: false });
    const mode = (rights: number) =>
      carriedRecord({ ...entry, attributes: rights * 0x1_0000 }, 'b').executable;
    expect([0o100755, 0o100644, 0o100611].map(mode)).toEqual([true, false, false]);
  });

  test('has no contents when it is a folder, whatever it had', () => {
    expect(carriedRecord({ ...entry, name: 'a/', attributes: 0o40755 * 0x1_0000 }, 'b/')).toEqual({
      name: 'b/',
      method: 0,
      crc32: 0,
      compressedSize: 0,
      size: 0,
      modified: entry.modified,
      executable: false,
    });
  });

  test.each([dos(1981, 1, 1), dos(2107, 12, 31, 23, 59, 29), dos(2023, 2, 28), dos(2024, 4, 30)])(
    'keeps the date %i, which there is',
    (modified) => {
      expect(carriedRecord({ ...entry, modified }, 'a').modified).toBe(modified);
    },
  );

  test.each([
    0,
    dos(2024, 0, 1),
    dos(2024, 13, 1),
    dos(2024, 1, 0),
    dos(2023, 2, 29),
    dos(2100, 2, 29),
    dos(2024, 2, 31),
    dos(2024, 4, 31),
    dos(2024, 1, 1, 24),
    dos(2024, 1, 1, 0, 60),
    dos(2024, 1, 1, 0, 0, 30),
  ])('does not keep the date %i, which no calendar and no clock has', (modified) => {
    expect(carriedRecord({ ...entry, modified }, 'a').modified).toBe(fixedDate);
  });
});
