import { type FileHandle, open } from 'node:fs/promises';
import { fixedDate } from './carried-record.ts';
import type { HashedOutput } from './hashed-output.ts';
import { fileSource } from './raw-source.ts';
import { centralHeader, type EntryRecord, localHeader } from './records.ts';

/** A whole file that becomes a stored, uncompressed entry. */
export interface StoredFile {
  /** Path in the new archive. */
  name: string;
  /** Path on this machine. */
  source: string;
  /** Size in bytes. */
  size: number;
  crc32: number;
}

const chunkSize = 1024 * 1024;

/** The record of a stored file; equal bytes and names give equal records. */
export function storedRecord({ name, size, crc32 }: StoredFile): EntryRecord {
  return { name, method: 0, crc32, compressedSize: size, size, modified: fixedDate, executable: false };
}

/**
 * Appends files in order, and their headers to `directory`. Two buffers alternate: while one is hashed and written, the
 * next read fills the other. Rejects when a file's size is not the stated one.
 */
export async function copyStored(
  output: Pick<HashedOutput, 'size' | 'write'>,
  files: readonly StoredFile[],
  directory: Buffer[],
  onProgress: (filesDone: number, bytesDone: number) => void,
): Promise<void> {
  const buffers: [Buffer, Buffer] = [Buffer.allocUnsafeSlow(chunkSize), Buffer.allocUnsafeSlow(chunkSize)];
  let blocks = 0;
  let bytesDone = 0;
  for (const [index, stored] of files.entries()) {
    await using file = await open(stored.source, 'r');
    const read = await readerOf(file, stored);
    const record = storedRecord(stored);
    directory.push(centralHeader(record, output.size));
    let writing = output.write([localHeader(record)]);
    for (let offset = 0; offset < stored.size; offset += chunkSize) {
      const buffer = buffers[blocks % 2 === 0 ? 0 : 1];
      blocks += 1;
      const length = Math.min(chunkSize, stored.size - offset);
      const [chunk] = await Promise.all([read(buffer, offset, length), writing]);
      writing = output.write([chunk]);
      bytesDone += length;
      onProgress(index, bytesDone);
    }
    await writing;
    onProgress(index + 1, bytesDone);
  }
}

async function readerOf(file: FileHandle, { name, size }: StoredFile) {
  const source = await fileSource(file);
  if (source.size !== size)
    throw new Error(`The stored file of "${name}" has ${source.size} bytes, not ${size}.`);
  return source.read;
}
