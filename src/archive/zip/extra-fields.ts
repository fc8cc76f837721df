import { crc32 } from 'node:zlib';

/** An extra field behind a header's name, with the number of its kind. */
export interface ExtraField {
  id: number;
  data: Buffer;
}

/** Sizes and an offset too large for their fields in the header. */
export const zip64FieldId = 0x0001;
/** Info-ZIP's second name of an entry, in UTF-8. */
export const unicodePathId = 0x7075;

/** Kinds that decide what an entry is; of two equal ones, some programs take the first and others the last. */
const decisive = [zip64FieldId, unicodePathId];

const unicodePathVersion = 1;
const unicodePathHead = 5;

/** Reads the fields up to the first one that is longer than the rest of the bytes. */
export function readExtraFields(bytes: Buffer): ExtraField[] {
  const fields: ExtraField[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length) break;
    fields.push({ id: bytes.readUInt16LE(at), data: bytes.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}

/** Whether a field that an entry may have only once is repeated. */
export function hasRepeatedField(fields: readonly ExtraField[]): boolean {
  return decisive.some((id) => fields.filter((field) => field.id === id).length > 1);
}

/**
 * The bytes of the second name; null when there is none, or when it belongs to another first name. Programs that rename
 * entries leave the old second name behind, which records its first name's checksum.
 */
export function unicodePath(fields: readonly ExtraField[], firstName: Buffer): Buffer | null {
  const data = fields.find(({ id }) => id === unicodePathId)?.data;
  if (data === undefined || data.length <= unicodePathHead || data.readUInt8(0) !== unicodePathVersion)
    return null;
  return data.readUInt32LE(1) === crc32(firstName) ? data.subarray(unicodePathHead) : null;
}
