import { printable } from '../problem-list.ts';
import { type ArchiveEntry, flagDataDescriptor, flagEncrypted, flagMaskedHeaders } from './entry.ts';

/** Size in bytes of a local header without its name and extra fields. */
export const localHeaderSize = 30;

const signature = 0x04034b50;
const sizeInZip64 = 0xffffffff;
const zip64Field = 0x0001;

/** Size in bytes of the header that begins here, or null when none does; the buffer has to hold the fixed part. */
export function localHeaderLength(header: Buffer): number | null {
  if (header.readUInt32LE(0) !== signature) return null;
  return localHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** Compares a whole local header with what the central directory says about the entry. */
export function compareLocalHeader(header: Buffer, entry: ArchiveEntry): string | null {
  const flags = header.readUInt16LE(6);
  const nameEnd = localHeaderSize + header.readUInt16LE(26);
  const name = header.subarray(localHeaderSize, nameEnd);
  const expected = entry.rawName === null ? Buffer.from(entry.name) : Buffer.from(entry.rawName, 'base64');
  if (!name.equals(expected)) return `names it "${printable(name.toString())}"`;
  if ((flags & (flagEncrypted | flagMaskedHeaders)) !== 0) return 'marks it as encrypted';
  const method = header.readUInt16LE(8);
  if (method !== entry.method) return `states compression method ${method} instead of ${entry.method}`;
  if ((flags & flagDataDescriptor) !== 0) return null;
  const crc32 = header.readUInt32LE(14);
  if (crc32 !== entry.crc32) return `states CRC-32 ${hex(crc32)} instead of ${hex(entry.crc32)}`;
  const sizes = readSizes(header, nameEnd);
  if (sizes.compressed !== entry.compressedSize || sizes.inflated !== entry.size)
    return `states sizes ${sizes.compressed} and ${sizes.inflated} instead of ${entry.compressedSize} and ${entry.size}`;
  return null;
}

/** CRC-32 as it is usually written. */
export function hex(crc32: number): string {
  return crc32.toString(16).padStart(8, '0');
}

function readSizes(header: Buffer, extraOffset: number): { compressed: number; inflated: number } {
  const compressed = header.readUInt32LE(18);
  const inflated = header.readUInt32LE(22);
  if (compressed !== sizeInZip64 && inflated !== sizeInZip64) return { compressed, inflated };
  const field = findExtraField(header.subarray(extraOffset), zip64Field);
  if (field === null) return { compressed, inflated };
  // Only the sizes that do not fit stand in the field, the inflated one first.
  let at = 0;
  const next = () => {
    at += 8;
    return at <= field.length ? Number(field.readBigUInt64LE(at - 8)) : Number.NaN;
  };
  const realInflated = inflated === sizeInZip64 ? next() : inflated;
  return { inflated: realInflated, compressed: compressed === sizeInZip64 ? next() : compressed };
}

function findExtraField(extra: Buffer, id: number): Buffer | null {
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) return null;
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end);
    at = end;
  }
  return null;
}
