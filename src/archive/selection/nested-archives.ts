import type { ArchiveLimits } from '../limits.ts';
import { type ArchiveEntry, isLink } from '../zip/entry.ts';

const archiveName = /\.(?:zip|mrpack)$/i;

/** Whether an entry is an archive, by its name. Jars do not count, because they are mods. */
export function isArchiveName(name: string): boolean {
  return archiveName.test(name);
}

/** Largest directory of an inner archive that is read, in bytes. */
export const mostDirectoryBytes = 8 * 1024 * 1024;
/** Most inner archives that are searched. */
const mostSearched = 1_000;

/**
 * The inner archives that the check searches for account files, in file order. Skipped are links, archives larger than
 * the largest jar, and those whose directories together could exceed the limit of one archive.
 */
export function archivesToSearch<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  limits: Pick<ArchiveLimits, 'jarBytes' | 'directoryBytes'>,
): Set<Entry> {
  const searched = new Set<Entry>();
  let left = limits.directoryBytes;
  for (const entry of entries) {
    if (searched.size >= mostSearched) break;
    if (!isArchiveName(entry.name) || isLink(entry)) continue;
    const cost = Math.min(entry.size, mostDirectoryBytes);
    if (Math.max(entry.size, entry.compressedSize) > limits.jarBytes || cost > left) continue;
    left -= cost;
    searched.add(entry);
  }
  return searched;
}
