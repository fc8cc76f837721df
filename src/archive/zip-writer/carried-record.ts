import { type ArchiveEntry, isFolder } from '../zip/entry.ts';
import type { EntryRecord } from './records.ts';

/** The first moment that DOS knows, for entries whose own date means nothing: 1980-01-01 00:00. */
export const fixedDate = 0x00210000;

const ownerMayExecute = 0o100;

/** What a new archive says about an entry carried over under that name. Of its rights only "executable" is kept. */
export function carriedRecord(entry: ArchiveEntry, name: string): EntryRecord {
  const modified = hasDate(entry) ? entry.modified : fixedDate;
  // Some archivers deflate the nothing that a folder holds, to two bytes.
  if (isFolder(entry))
    return { name, method: 0, crc32: 0, compressedSize: 0, size: 0, modified, executable: false };
  const { method, crc32, compressedSize, size, attributes } = entry;
  const executable = ((attributes >>> 16) & ownerMayExecute) !== 0;
  return { name, method, crc32, compressedSize, size, modified, executable };
}

/** Month and day of a DOS date begin at 1; an archiver that knows no date writes zeros. */
function hasDate({ modified }: ArchiveEntry): boolean {
  return ((modified >>> 21) & 0xf) > 0 && ((modified >>> 16) & 0x1f) > 0;
}
