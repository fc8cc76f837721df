import { isUtf8 } from 'node:buffer';
import { printable } from '../problem-list.ts';
import {
  type ArchiveEntry,
  flagDataDescriptor,
  flagEncrypted,
  flagMaskedHeaders,
  flagUtf8,
} from './entry.ts';
import { withoutDotSlash } from './entry-names.ts';
import {
  type ExtraField,
  hasRepeatedField,
  readExtraFields,
  unicodePath,
  zip64FieldId,
} from './extra-fields.ts';

/** Size in bytes of a local header without its name and extra fields. */
export const localHeaderSize = 30;

const signature = 0x04034b50;
const sizeInZip64 = 0xffffffff;

/** Size of the header that begins here, in bytes; null when none does. The buffer has to hold the fixed part. */
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
  if ((flags & flagUtf8) !== 0 && !isUtf8(name)) return 'marks its name as UTF-8, which it is not';
  const fields = readExtraFields(header.subarray(nameEnd));
  if (hasRepeatedField(fields)) return 'has an extra field twice of which one entry can have but one';
  const second = unicodePath(fields, name)?.toString();
  // A remaining backslash means that the reading took backslashes for slashes.
  if (second !== undefined && withoutDotSlash(second.replaceAll('\\', '/')) !== entry.name)
    return `gives it the second name "${printable(second)}"`;
  if ((flags & (flagEncrypted | flagMaskedHeaders)) !== 0) return 'marks it as encrypted';
  const method = header.readUInt16LE(8);
  if (method !== entry.method) return `states compression method ${method} instead of ${entry.method}`;
  const hasDescriptor = (flags & flagDataDescriptor) !== 0;
  const differs = (stated: number, real: number) =>
    stated !== real && !(hasDescriptor && (stated === 0 || stated === sizeInZip64));
  const crc32 = header.readUInt32LE(14);
  if (differs(crc32, entry.crc32)) return `states CRC-32 ${hex(crc32)} instead of ${hex(entry.crc32)}`;
  const sizes = readSizes(header, fields);
  if (differs(sizes.compressed, entry.compressedSize) || differs(sizes.inflated, entry.size))
    return `states sizes ${sizes.compressed} and ${sizes.inflated} instead of ${entry.compressedSize} and ${entry.size}`;
  return null;
}

/** Formats a CRC-32 in the usual hexadecimal form. */
export function hex(crc32: number): string {
  return crc32.toString(16).padStart(8, '0');
}

function readSizes(header: Buffer, fields: readonly ExtraField[]): { compressed: number; inflated: number } {
  const compressed = header.readUInt32LE(18);
  const inflated = header.readUInt32LE(22);
  if (compressed !== sizeInZip64 && inflated !== sizeInZip64) return { compressed, inflated };
  const field = fields.find(({ id }) => id === zip64FieldId)?.data;
  if (field === undefined) return { compressed, inflated };
  // The field holds only sizes that do not fit into the header, the inflated size first.
  let at = 0;
  const next = () => {
    at += 8;
    return at <= field.length ? Number(field.readBigUInt64LE(at - 8)) : Number.NaN;
  };
  const realInflated = inflated === sizeInZip64 ? next() : inflated;
  return { inflated: realInflated, compressed: compressed === sizeInZip64 ? next() : compressed };
}
