import type { PackEntry } from './selection.ts';
import { openByteSource } from './zip/byte-source.ts';
import { readSmallEntry } from './zip/read-entry.ts';

/** Largest file of a pack that is read to make an added one of it, in bytes; a larger one is passed over. */
const largestFile = 16 * 1024 * 1024;

/** The contents of one file of the pack, or null when it is not there, is larger than 16 MiB or cannot be read. */
export function readPackFile(
  archivePath: string,
  entries: readonly PackEntry[],
  name: string,
): Buffer | null {
  const found = entries.find((entry) => entry.name === name);
  if (found === undefined || Math.max(found.entry.size, found.entry.compressedSize) > largestFile)
    return null;
  using source = openByteSource(archivePath);
  return readSmallEntry(source, { ...found.entry, regionEnd: source.size });
}
