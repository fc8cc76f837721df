import type { ArchiveEntry } from './entry.ts';

/** A range of a source that one read covers, in bytes. */
export interface Stretch {
  offset: number;
  length: number;
}

/** Reading over a gap up to this size is cheaper than a separate read. */
const gapReadOver = 64 * 1024;
/** Most bytes of a local header, whose own name and extra fields the directory does not know. */
const longestLocalHeader = 30 + 2 * 0xffff;

/**
 * The ascending reads, at most `chunkSize` bytes each, that cover header and data of the wanted entries. `entries` are
 * all entries of the archive and `size` its size in bytes: an entry ends before the next one.
 */
export function planReads(
  entries: readonly ArchiveEntry[],
  wanted: ReadonlySet<ArchiveEntry>,
  size: number,
  chunkSize: number,
): Stretch[] {
  return chunksOf(stretches(entries, wanted, size), chunkSize);
}

function stretches(
  entries: readonly ArchiveEntry[],
  wanted: ReadonlySet<ArchiveEntry>,
  size: number,
): Stretch[] {
  const ascending = entries.toSorted((a, b) => a.headerOffset - b.headerOffset);
  const found: Stretch[] = [];
  for (const [index, entry] of ascending.entries()) {
    if (!wanted.has(entry)) continue;
    const longest = entry.headerOffset + longestLocalHeader + entry.compressedSize;
    const end = Math.min(ascending[index + 1]?.headerOffset ?? size, longest, size);
    const last = found.at(-1);
    if (last !== undefined && entry.headerOffset - (last.offset + last.length) <= gapReadOver)
      last.length = end - last.offset;
    else found.push({ offset: entry.headerOffset, length: end - entry.headerOffset });
  }
  return found;
}

function chunksOf(stretches: readonly Stretch[], chunkSize: number): Stretch[] {
  return stretches.flatMap(({ offset, length }) =>
    Array.from({ length: Math.ceil(length / chunkSize) }, (_, index) => ({
      offset: offset + index * chunkSize,
      length: Math.min(chunkSize, length - index * chunkSize),
    })),
  );
}
