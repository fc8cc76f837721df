import { crc32 } from 'node:zlib';

/** One of the fields behind a header's name, by the number of its kind. */
export interface ExtraField {
  id: number;
  data: Buffer;
}

/** Sizes and offset that are too large for their places in the header. */
export const zip64FieldId = 0x0001;
/** Info-ZIP's second name of an entry, in UTF-8. */
export const unicodePathId = 0x7075;

/** Kinds that say what an entry is: of two, one program takes the first and another the last. */
const decisive = [zip64FieldId, unicodePathId];

const unicodePathVersion = 1;
const unicodePathHead = 5;

/** The fields up to the first that is longer than there is. */
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

/** Whether there are two fields of a kind of which one entry can have but one. */
export function hasRepeatedField(fields: readonly ExtraField[]): boolean {
  return decisive.some((id) => fields.filter((field) => field.id === id).length > 1);
}

/**
 * The bytes of the second name, or null: without one, or when it was made for another first name. Programs that rename
 * entries leave it behind, and it says which name it belongs to.
 */
export function unicodePath(fields: readonly ExtraField[], firstName: Buffer): Buffer | null {
  const data = fields.find(({ id }) => id === unicodePathId)?.data;
  if (data === undefined || data.length <= unicodePathHead || data.readUInt8(0) !== unicodePathVersion)
    return null;
  return data.readUInt32LE(1) === crc32(firstName) ? data.subarray(unicodePathHead) : null;
}
