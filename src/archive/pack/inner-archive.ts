import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ArchiveLimits } from '../limits.ts';
import { createProblemList } from '../problem-list.ts';
import { isArchiveName } from '../selection/nested-archives.ts';
import { byProducts } from '../selection/selection-rules.ts';
import { openByteSource } from '../zip/byte-source.ts';
import { readDirectory } from '../zip/directory.ts';
import { readZipEnd } from '../zip/end-record.ts';
import { type ArchiveEntry, isFolder, isLink, type LocatedEntry } from '../zip/entry.ts';
import { methodStored } from '../zip/inflate.ts';
import { judgeEntries, locateEntries } from '../zip/judge-entries.ts';
import { localHeaderLength, localHeaderSize } from '../zip/local-header.ts';
import { writeFolder } from './folder-archive.ts';

/** An inner archive to write to a file of its own; plain data, so that it can be sent to a thread. */
export interface InnerTask {
  path: string;
  outputPath: string;
  limits: ArchiveLimits;
  /** Most bytes of the inner archive. */
  maxBytes: number;
  /** A folder to write as an archive, instead of an inner archive. */
  folder?: string;
}

/** The written file: its size and its lower-case hexadecimal SHA-256. */
export interface InnerFile {
  size: number;
  sha256: string;
}

/** Greatest growth of an inner archive: zipping a zip hardly shrinks it, so a far larger one is an attack. */
const mostGrowth = 2;

/**
 * The archive that is the only content of another one, apart from folders and by-products; null when there is other
 * content.
 */
export function onlyArchiveIn<Entry extends Pick<ArchiveEntry, 'name' | 'attributes'>>(
  entries: readonly Entry[],
): Entry | null {
  const files = entries.filter((entry) => !isFolder(entry) && !byProducts.test(entry.name));
  const [only, ...others] = files;
  return only !== undefined && others.length === 0 && isArchiveName(only.name) && !isLink(only) ? only : null;
}

/**
 * Writes the only archive in another one, or a folder of it, to a file. Null when there is none, or none that can
 * replace the outer archive, whose check then reports the reason.
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
  // The mode denies other users access, as for all stored files.
  const output = createWriteStream(task.outputPath, { flush: true, mode: 0o600 });
  try {
    if (entry.method === methodStored) await pipeline(input, taking, output);
    else await pipeline(input, createInflateRaw(), taking, output);
  } catch {
    // The outer archive remains in any case, and its check tells the user what to upload.
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
