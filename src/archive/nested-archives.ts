import type { ArchiveLimits } from './limits.ts';
import { type ArchiveEntry, isLink } from './zip/entry.ts';

const archiveName = /\.(?:zip|mrpack)$/i;

/** Whether a file in an archive is an archive itself, by its name. Jars are none: they are mods. */
export function isArchiveName(name: string): boolean {
  return archiveName.test(name);
}

/** Largest directory of an archive in an archive that is read, in bytes. */
export const mostDirectoryBytes = 8 * 1024 * 1024;
/** Most archives in one archive that are searched. */
const mostSearched = 1_000;

/**
 * The archives in an archive that its check searches for account files: in the order of the file, as long as all their directories
 * together can be no larger than that of one archive. Links are none, nor are those larger than jars may be.
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
