import type { ArchiveEntry } from './entry.ts';
import type { HashedOutput } from './hashed-output.ts';
import type { RawSource } from './raw-source.ts';
import { planReads, type Stretch } from './read-plan.ts';
import { centralHeader, type EntryRecord, endRecords, localHeader } from './records.ts';
import { createSplicer, type EntryCopy } from './splicer.ts';
import { copyStored, type StoredFile } from './stored-files.ts';

/** The entries that one source contributes to a new archive, and all entries it holds. */
export interface ArchivePart {
  source: RawSource;
  /** All entries of the source. */
  entries: readonly ArchiveEntry[];
  /** The entries to copy, with their records in the new archive. */
  wanted: ReadonlyMap<ArchiveEntry, EntryRecord>;
}

/** The part of the output file that writing an archive needs. */
type ArchiveOutput = Pick<HashedOutput, 'size' | 'write'>;

/** Called after each read with the entries and bytes of entry data copied so far, over all parts. */
export type CopyProgress = (entriesDone: number, bytesDone: number) => void;

const chunkSize = 1024 * 1024;

/**
 * Writes an archive: first the copied entries as compressed bytes, part by part and in the order of the source, then
 * whole files, stored. Leaves `output` complete but not finished; rejects when a source or the output fails.
 */
export async function writeArchive(
  output: ArchiveOutput,
  { parts, stored = [] }: { parts: readonly ArchivePart[]; stored?: readonly StoredFile[] },
  comment: string,
  onProgress: CopyProgress,
): Promise<void> {
  const directory: Buffer[] = [];
  let entriesDone = 0;
  let bytesDone = 0;
  for (const part of parts) {
    await copyPart(output, part, directory, (entries, bytes) =>
      onProgress(entriesDone + entries, bytesDone + bytes),
    );
    entriesDone += part.wanted.size;
    for (const record of part.wanted.values()) bytesDone += record.compressedSize;
  }
  await copyStored(output, stored, directory, (entries, bytes) =>
    onProgress(entriesDone + entries, bytesDone + bytes),
  );
  const offset = output.size;
  const size = directory.reduce((sum, header) => sum + header.length, 0);
  const end = endRecords({ entries: directory.length, offset, size, comment });
  await output.write([Buffer.concat([...directory, end])]);
}

/** Copies with two buffers: while one is hashed and written, the next read fills the other. */
async function copyPart(
  output: ArchiveOutput,
  { source, entries, wanted }: ArchivePart,
  directory: Buffer[],
  onProgress: CopyProgress,
): Promise<void> {
  const copies = ascendingCopies(wanted);
  let position = output.size;
  const splicer = createSplicer(copies, ({ record }) => {
    const header = localHeader(record);
    directory.push(centralHeader(record, position));
    position += header.length + record.compressedSize;
    return header;
  });
  const buffers: [Buffer, Buffer] = [Buffer.allocUnsafeSlow(chunkSize), Buffer.allocUnsafeSlow(chunkSize)];
  const reads = planReads(entries, new Set(wanted.keys()), source.size, chunkSize);
  let writing = Promise.resolve();
  let reading = readChunk(source, buffers, reads, 0);
  for (const [index, stretch] of reads.entries()) {
    const [chunk] = await Promise.all([reading, writing]);
    const pieces = splicer.splice(chunk, stretch.offset);
    reading = readChunk(source, buffers, reads, index + 1);
    writing = output.write(pieces);
    onProgress(splicer.entriesDone, splicer.bytesDone);
  }
  await Promise.all([reading, writing]);
  if (splicer.entriesDone < copies.length)
    throw new Error(`The archive ends within "${copies[splicer.entriesDone]?.record.name}".`);
}

function ascendingCopies(wanted: ArchivePart['wanted']): EntryCopy[] {
  return Array.from(wanted, ([{ headerOffset }, record]) => ({ headerOffset, record })).sort(
    (a, b) => a.headerOffset - b.headerOffset,
  );
}

/** The chunk with that number; empty after the last one. */
async function readChunk(
  source: RawSource,
  buffers: readonly [Buffer, Buffer],
  reads: readonly Stretch[],
  index: number,
): Promise<Buffer> {
  const stretch = reads[index];
  const buffer = buffers[index % 2 === 0 ? 0 : 1];
  return stretch === undefined ? buffer : source.read(buffer, stretch.offset, stretch.length);
}
