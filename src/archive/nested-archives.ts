import { type ArchiveEntry, isLink } from './zip/entry.ts';

const archiveName = /\.(?:zip|mrpack)$/i;

/** Whether a file in an archive is an archive itself, by its name. Jars are none: they are mods. */
export function isArchiveName(name: string): boolean {
  return archiveName.test(name);
}

/** Largest archive in an archive that is searched for account files, in bytes; it is held in memory. */
const mostBytes = 256 * 1024 * 1024;

/** Whether an entry is an archive that is searched for account files. */
export function isSearched(
  entry: Pick<ArchiveEntry, 'name' | 'size' | 'compressedSize' | 'attributes'>,
): boolean {
  return (
    isArchiveName(entry.name) && !isLink(entry) && Math.max(entry.size, entry.compressedSize) <= mostBytes
  );
}
