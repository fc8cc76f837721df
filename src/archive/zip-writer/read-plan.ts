import type { ArchiveEntry } from '../zip/entry.ts';

/** A stretch of a source that is read in one go, in bytes. */
export interface Stretch {
  offset: number;
  length: number;
}

/** A gap up to this size, left by entries that stay out, is read over: cheaper than a read of its own. */
const gapReadOver = 64 * 1024;
/** A local header's own name and extra fields, which the directory does not know, have at most this many bytes. */
const longestLocalHeader = 30 + 2 * 0xffff;

/**
 * The reads, ascending and of at most `chunkSize` bytes each, that cover local header and data of the wanted entries.
 * `entries` are all entries of the archive and `size` is its size in bytes: what follows an entry bounds it.
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
