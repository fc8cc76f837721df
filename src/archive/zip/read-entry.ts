import type { ByteSource } from './byte-source.ts';
import type { LocatedEntry } from './entry.ts';
import { inflateWhole, methodStored } from './inflate.ts';
import { localHeaderLength, localHeaderSize } from './local-header.ts';

/** The contents of one entry that fits into memory, or null when they cannot be read; verifying them is left to the inspection. */
export function readSmallEntry(source: ByteSource, entry: LocatedEntry): Buffer | null {
  const headerLength = localHeaderLength(source.read(entry.headerOffset, localHeaderSize));
  if (headerLength === null) return null;
  const dataOffset = entry.headerOffset + headerLength;
  if (dataOffset + entry.compressedSize > entry.regionEnd) return null;
  const data = source.read(dataOffset, entry.compressedSize);
  if (entry.method === methodStored) return data;
  const result = inflateWhole(data, entry.size);
  return 'bytes' in result ? result.bytes : null;
}
