import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { writeFolder } from './folder-archive.ts';
import { judgeEntries, locateEntries } from './judge-entries.ts';
import type { ArchiveLimits } from './limits.ts';
import { isArchiveName } from './nested-archives.ts';
import { createProblemList } from './problem-list.ts';
import { byProducts } from './selection-rules.ts';
import { openByteSource } from './zip/byte-source.ts';
import { readDirectory } from './zip/directory.ts';
import { readZipEnd } from './zip/end-record.ts';
import { type ArchiveEntry, isFolder, isLink, type LocatedEntry } from './zip/entry.ts';
import { methodStored } from './zip/inflate.ts';
import { localHeaderLength, localHeaderSize } from './zip/local-header.ts';

/** An archive in an archive, to be written to a file of its own; plain data, so that it can travel to a thread. */
export interface InnerTask {
  path: string;
  outputPath: string;
  limits: ArchiveLimits;
  /** Most bytes that the inner archive may have. */
  maxBytes: number;
  /** A folder that is wanted as an archive in place of an inner one. */
  folder?: string;
}

/** The written file: its size and its lower-case hexadecimal SHA-256. */
export interface InnerFile {
  size: number;
  sha256: string;
}

/** Zipping a zip hardly shrinks it, so a far larger inner archive is an attack. */
const mostGrowth = 2;

/** The archive that is all there is in another one, but for folders and by-products; null when there is something else. */
export function onlyArchiveIn<Entry extends Pick<ArchiveEntry, 'name' | 'attributes'>>(
  entries: readonly Entry[],
): Entry | null {
  const files = entries.filter((entry) => !isFolder(entry) && !byProducts.test(entry.name));
  const [only, ...others] = files;
  return only !== undefined && others.length === 0 && isArchiveName(only.name) && !isLink(only) ? only : null;
}

/**
 * Writes the archive that is all there is in another one, or a folder of it, to a file. Null when there is none, or none that can be taken in its
 * stead: the check of the outer one then says why.
 */
export async function unpackInner(task: InnerTask): Promise<InnerFile | null> {
  if (task.folder !== undefined) return writeFolder({ ...task, folder: task.folder });
  const inner = findInner(task);
  if (inner === null) return null;
  const { entry, dataOffset } = inner;
  const hash = createHash('sha256');
  let size = 0;
  let crc = 0;
  const taking = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > entry.size) throw new Error('The inner archive has more bytes than are stated.');
      hash.update(piece);
      crc = crc32(piece, crc);
      yield piece;
    }
  };
  const input = createReadStream(task.path, {
    start: dataOffset,
    end: dataOffset + entry.compressedSize - 1,
  });
  // For the service alone, as all that it stores.
  const output = createWriteStream(task.outputPath, { flush: true, mode: 0o600 });
  try {
    if (entry.method === methodStored) await pipeline(input, taking, output);
    else await pipeline(input, createInflateRaw(), taking, output);
  } catch {
    // Be it the archive or the disk: the outer one is there, and its check says what to upload.
    return null;
  }
  return size === entry.size && crc === entry.crc32 ? { size, sha256: hash.digest('hex') } : null;
}

function findInner({
  path,
  limits,
  maxBytes,
}: InnerTask): { entry: LocatedEntry; dataOffset: number } | null {
  using source = openByteSource(path);
  const problems = createProblemList(1);
  const end = readZipEnd(source, problems);
  const directory = end === null ? null : readDirectory(source, end, limits, problems);
  if (end === null || directory === null) return null;
  judgeEntries(directory.entries, limits, problems);
  const entries = locateEntries(directory.entries, end.prepended, end.directoryOffset, problems);
  const entry = onlyArchiveIn(entries);
  if (entry === null || problems.found.length > 0) return null;
  if (entry.size === 0 || entry.size > Math.min(maxBytes, source.size * mostGrowth)) return null;
  const length = localHeaderLength(source.read(entry.headerOffset, localHeaderSize));
  if (length === null || entry.headerOffset + length + entry.compressedSize > entry.regionEnd) return null;
  return { entry, dataOffset: entry.headerOffset + length };
}
