/** The records that the writer makes itself, following the published format; this module touches no file. */

export interface EntryRecord {
  /** Path with `/` between its parts and a `/` at its end for a folder. */
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  crc32: number;
  /** Size in the archive, in bytes. */
  compressedSize: number;
  /** Size after inflating, in bytes. */
  size: number;
  /** DOS date in the upper, DOS time in the lower 16 bits. */
  modified: number;
  executable: boolean;
}

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSignature = 0x07064b50;
const endSignature = 0x06054b50;

const localFixedSize = 30;
const centralFixedSize = 46;
const zip64EndSize = 56;
const zip64LocatorSize = 20;
const endSize = 22;

const zip64FieldId = 0x0001;
const inZip64Field = 0xffffffff;
const manyEntries = 0xffff;
const longestText = 0xffff;

const versionPlain = 20;
const versionZip64 = 45;
const madeOnUnix = 3 << 8;
const flagUtf8 = 0x800;

const modeFolder = 0o040755;
const modeExecutable = 0o100755;
const modeFile = 0o100644;
const dosFolder = 0x10;

/**
 * The local header of an entry, with sizes and CRC in it, never behind the data. Throws when the name is too long for
 * the format.
 */
export function localHeader(entry: EntryRecord): Buffer {
  const name = nameBytes(entry);
  const large = needsZip64(entry);
  const extra = large ? zip64Field([entry.size, entry.compressedSize]) : Buffer.alloc(0);
  const fixed = Buffer.alloc(localFixedSize);
  fixed.writeUInt32LE(localSignature, 0);
  fixed.writeUInt16LE(large ? versionZip64 : versionPlain, 4);
  fixed.writeUInt16LE(flagUtf8, 6);
  fixed.writeUInt16LE(entry.method, 8);
  fixed.writeUInt32LE(entry.modified, 10);
  fixed.writeUInt32LE(entry.crc32, 14);
  fixed.writeUInt32LE(large ? inZip64Field : entry.compressedSize, 18);
  fixed.writeUInt32LE(large ? inZip64Field : entry.size, 22);
  fixed.writeUInt16LE(name.length, 26);
  fixed.writeUInt16LE(extra.length, 28);
  return Buffer.concat([fixed, name, extra]);
}

/** The entry's record in the central directory; `offset` is the position of its local header, in bytes. */
export function centralHeader(entry: EntryRecord, offset: number): Buffer {
  const name = nameBytes(entry);
  const large = needsZip64(entry);
  const far = offset >= inZip64Field;
  const inField = [...(large ? [entry.size, entry.compressedSize] : []), ...(far ? [offset] : [])];
  const extra = inField.length > 0 ? zip64Field(inField) : Buffer.alloc(0);
  const version = extra.length > 0 ? versionZip64 : versionPlain;
  const fixed = Buffer.alloc(centralFixedSize);
  fixed.writeUInt32LE(centralSignature, 0);
  fixed.writeUInt16LE(madeOnUnix | version, 4);
  fixed.writeUInt16LE(version, 6);
  fixed.writeUInt16LE(flagUtf8, 8);
  fixed.writeUInt16LE(entry.method, 10);
  fixed.writeUInt32LE(entry.modified, 12);
  fixed.writeUInt32LE(entry.crc32, 16);
  fixed.writeUInt32LE(large ? inZip64Field : entry.compressedSize, 20);
  fixed.writeUInt32LE(large ? inZip64Field : entry.size, 24);
  fixed.writeUInt16LE(name.length, 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt32LE(externalAttributes(entry), 38);
  fixed.writeUInt32LE(far ? inZip64Field : offset, 42);
  return Buffer.concat([fixed, name, extra]);
}

/** The end records, with zip64 records when a number needs them. Throws when the comment is too long. */
export function endRecords(directory: {
  entries: number;
  offset: number;
  size: number;
  comment: string;
}): Buffer {
  const { entries, offset, size } = directory;
  const comment = Buffer.from(directory.comment, 'utf8');
  if (comment.length > longestText)
    throw new RangeError(`An archive comment has at most ${longestText} bytes.`);
  const large = entries >= manyEntries || offset >= inZip64Field || size >= inZip64Field;
  const end = Buffer.alloc(endSize);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(large ? manyEntries : entries, 8);
  end.writeUInt16LE(large ? manyEntries : entries, 10);
  end.writeUInt32LE(large ? inZip64Field : size, 12);
  end.writeUInt32LE(large ? inZip64Field : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...(large ? zip64End(entries, offset, size) : []), end, comment]);
}

function zip64End(entries: number, offset: number, size: number): Buffer[] {
  const end = Buffer.alloc(zip64EndSize);
  end.writeUInt32LE(zip64EndSignature, 0);
  end.writeBigUInt64LE(BigInt(zip64EndSize - 12), 4);
  end.writeUInt16LE(madeOnUnix | versionZip64, 12);
  end.writeUInt16LE(versionZip64, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(zip64LocatorSize);
  locator.writeUInt32LE(zip64LocatorSignature, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}

/** A local header must have both sizes in the zip64 field or neither, so both headers move the two together. */
function needsZip64(entry: EntryRecord): boolean {
  return entry.size >= inZip64Field || entry.compressedSize >= inZip64Field;
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(zip64FieldId, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

function nameBytes(entry: EntryRecord): Buffer {
  const name = Buffer.from(entry.name, 'utf8');
  if (name.length > longestText)
    throw new RangeError(`The name of an entry has at most ${longestText} bytes, not ${name.length}.`);
  return name;
}

function externalAttributes(entry: EntryRecord): number {
  if (entry.name.endsWith('/')) return modeFolder * 0x10000 + dosFolder;
  return (entry.executable ? modeExecutable : modeFile) * 0x10000;
}
