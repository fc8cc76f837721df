import { type ArchiveEntry, isFolder } from './entry.ts';
import type { EntryRecord } from './records.ts';

/** The earliest DOS date, for entries with an invalid date: 1980-01-01 00:00. */
export const fixedDate = 0x00210000;

const ownerMayExecute = 0o100;

/** The record of an entry copied under that name. Of the permissions, only "executable" is kept. */
export function carriedRecord(entry: ArchiveEntry, name: string): EntryRecord {
  const modified = hasDate(entry) ? entry.modified : fixedDate;
  // Some archivers deflate an empty folder to two bytes.
  if (isFolder(entry))
    return { name, method: 0, crc32: 0, compressedSize: 0, size: 0, modified, executable: false };
  const { method, crc32, compressedSize, size, attributes } = entry;
  const executable = ((attributes >>> 16) & ownerMayExecute) !== 0;
  return { name, method, crc32, compressedSize, size, modified, executable };
}

/**
 * Whether the date and the time exist. Some archivers write zeros for an unknown date, hostile ones the 31st of
 * February; Java refuses to read an archive with such a date.
 */
function hasDate({ modified }: ArchiveEntry): boolean {
  const year = 1980 + (modified >>> 25);
  const month = (modified >>> 21) & 0xf;
  const day = (modified >>> 16) & 0x1f;
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isDay && ((modified >>> 11) & 0x1f) < 24 && ((modified >>> 5) & 0x3f) < 60 && (modified & 0x1f) < 30;
}
