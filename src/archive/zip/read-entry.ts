import type { ByteSource } from './byte-source.ts';
import type { ArchiveEntry, EntryData, LocatedEntry } from './entry.ts';
import { inflateHead, inflateWhole, methodStored } from './inflate.ts';
import { localHeaderLength, localHeaderSize } from './local-header.ts';

/** The contents of a small entry, or null when they cannot be read; the inspection verifies them. */
export function readSmallEntry(source: ByteSource, entry: LocatedEntry): Buffer | null {
  const data = readData(source, entry, entry.compressedSize);
  if (data === null || entry.method === methodStored) return data;
  const result = inflateWhole(data, entry.size);
  return 'bytes' in result ? result.bytes : null;
}

/** Up to that many first bytes of an entry of any size; null when they cannot be read. */
export function readHeadOfEntry(source: ByteSource, entry: LocatedEntry, bytes: number): Buffer | null {
  const data = readData(source, entry, Math.min(entry.compressedSize, bytes));
  return data === null || entry.method === methodStored ? data : inflateHead(data, bytes);
}

/** The location of an entry's data; throws when the local header is not where the directory says. */
export function dataOf(
  source: ByteSource,
  { headerOffset, compressedSize, method, name }: ArchiveEntry,
): EntryData {
  const header = localHeaderLength(source.read(headerOffset, localHeaderSize));
  if (header === null) throw new Error(`"${name}" has no local header where the directory says.`);
  return { offset: headerOffset + header, length: compressedSize, deflated: method !== methodStored };
}

function readData(source: ByteSource, entry: LocatedEntry, bytes: number): Buffer | null {
  const headerLength = localHeaderLength(source.read(entry.headerOffset, localHeaderSize));
  if (headerLength === null) return null;
  const dataOffset = entry.headerOffset + headerLength;
  return dataOffset + entry.compressedSize > entry.regionEnd ? null : source.read(dataOffset, bytes);
}
