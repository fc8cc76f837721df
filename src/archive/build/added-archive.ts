import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { defaultArchiveLimits } from '../limits.ts';
import { createProblemList } from '../problem-list.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { carriedRecord, fixedDate } from '../zip/carried-record.ts';
import { readDirectory } from '../zip/directory.ts';
import { readZipEnd } from '../zip/end-record.ts';
import type { ArchiveEntry } from '../zip/entry.ts';
import { memorySource } from '../zip/raw-source.ts';
import type { ArchivePart } from '../zip/raw-writer.ts';
import type { AddedFile } from './added-files.ts';

/** Zips the added files in memory, so that the writer copies their entries like those of the modpack. */
export async function addedPart(files: readonly AddedFile[]): Promise<ArchivePart> {
  const bytes = await zipFiles(files);
  const entries = entriesOf(bytes);
  const wanted = entries.map(
    (entry) => [entry, { ...carriedRecord(entry, entry.name), modified: fixedDate }] as const,
  );
  return { source: memorySource(bytes), entries, wanted: new Map(wanted) };
}

function zipFiles(files: readonly AddedFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, executable } of files)
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
      mode: executable ? 0o100755 : 0o100644,
    });
  zip.end();
  return buffer(zip.outputStream);
}

function entriesOf(bytes: Buffer): ArchiveEntry[] {
  using source = bytesInMemory(bytes);
  const problems = createProblemList(1);
  const end = readZipEnd(source, problems);
  const directory = end && readDirectory(source, end, defaultArchiveLimits, problems);
  if (directory === null)
    throw new Error(`The added files were not zipped right: ${problems.found[0]?.error}`);
  return directory.entries;
}

function bytesInMemory(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    readInto: (target, offset) => void bytes.copy(target, 0, offset),
    read: (offset, length) => bytes.subarray(offset, offset + length),
    [Symbol.dispose]() {},
  };
}
