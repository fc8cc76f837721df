import type { ProblemList } from '../problem-list.ts';
import type { ByteSource } from './byte-source.ts';

/** Position of the central directory, stated by the end records and confirmed by the file. */
export interface ZipEnd {
  /** Number of entries as stated; without zip64 it may be short by a multiple of 65,536. */
  entries: number;
  zip64: boolean;
  /** Offset of the central directory in the file, in bytes. */
  directoryOffset: number;
  /** Size of the central directory in bytes. */
  directorySize: number;
  /** Bytes in front of the archive that its own offsets do not count, for example a self-extractor. */
  prepended: number;
}

const endMark = Buffer.from('504b0506', 'hex');
const endSize = 22;
const locatorSignature = 0x07064b50;
const locatorSize = 20;
const zip64Signature = 0x06064b50;
const zip64Size = 56;
/** The size that the zip64 record states: the record without its signature and the size field. */
const zip64StatedSize = 44n;
const directorySignature = 0x02014b50;
const longestComment = 0xffff;

/** The message for an archive without a valid end record. */
export const truncated =
  'The file does not end as a zip archive does. A part of it is missing, or something follows it; upload the whole file.';

/** Bytes at the end of a file that can hold the end record with its comment. */
export const endRecordReach = endSize + longestComment;

/** Offsets of the end records that end exactly with the file, the last one first. */
export function findEndRecords(tail: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = tail.length - endSize; at >= 0; at--) {
    at = tail.lastIndexOf(endMark, at);
    if (at >= 0 && at + endSize + tail.readUInt16LE(at + 20) === tail.length) offsets.push(at);
  }
  return offsets;
}

/** Reads and judges the end records of an archive; null when a problem was added. */
export function readZipEnd(source: ByteSource, problems: ProblemList): ZipEnd | null {
  const tailOffset = Math.max(0, source.size - endRecordReach);
  const tail = source.read(tailOffset, source.size - tailOffset);
  const [at] = findEndRecords(tail);
  if (at === undefined) {
    problems.add('TRUNCATED_ARCHIVE', truncated);
    return null;
  }
  // Other data that looks like an end record is refused too: most programs take the last one they find.
  if (tail.lastIndexOf(endMark) !== at || findEndRecords(tail).length > 1) {
    problems.add(
      'AMBIGUOUS_END',
      'The comment of the archive holds a second end record. Zip the folder again.',
    );
    return null;
  }
  return readEndAt(source, tailOffset + at, problems);
}

interface StatedEnd {
  disk: number;
  directoryDisk: number;
  disks: number;
  entriesOnDisk: number;
  entries: number;
  directorySize: number;
  directoryOffset: number;
  /** Offset at which the central directory has to end. */
  directoryEnd: number;
  zip64: boolean;
}

interface StatedZip64End extends StatedEnd {
  /** Offset of the zip64 record according to its locator. */
  recordOffset: bigint;
}

function readEndAt(source: ByteSource, offset: number, problems: ProblemList): ZipEnd | null {
  const classic = readClassicEnd(source, offset);
  const zip64 = readZip64End(source, offset, problems);
  if (problems.found.length > 0) return null;
  if (zip64 !== null && !agree(classic, zip64)) {
    problems.add('INVALID_DIRECTORY', 'The two end records of the archive contradict each other.');
    return null;
  }
  const stated = zip64 ?? classic;
  if (
    stated.disk !== 0 ||
    stated.directoryDisk !== 0 ||
    stated.disks > 1 ||
    stated.entriesOnDisk !== stated.entries
  ) {
    problems.add(
      'SPLIT_ARCHIVE',
      'The archive is one part of several. Join the parts and upload one zip file.',
    );
    return null;
  }
  const prepended = stated.directoryEnd - stated.directorySize - stated.directoryOffset;
  const directoryOffset = stated.directoryOffset + prepended;
  if (zip64 !== null && zip64.recordOffset + BigInt(prepended) !== BigInt(zip64.directoryEnd)) {
    problems.add('INVALID_DIRECTORY', 'The zip64 end record is not where its locator says.');
    return null;
  }
  if (prepended < 0) {
    problems.add(
      'INVALID_DIRECTORY',
      `The end record places the directory at ${stated.directoryOffset} with ${stated.directorySize} bytes, but it has to end at ${stated.directoryEnd}. A part of the file is missing; upload the whole file.`,
    );
    return null;
  }
  if (stated.directorySize > 0 && (stated.directorySize < 46 || !isDirectoryAt(source, directoryOffset))) {
    problems.add('INVALID_DIRECTORY', `No directory begins at byte ${directoryOffset}, where it has to.`);
    return null;
  }
  // Programs that go by the offset alone would read the directory at that offset instead of ours.
  if (prepended > 0 && isDirectoryAt(source, stated.directoryOffset)) {
    problems.add(
      'AMBIGUOUS_END',
      `Two directories can be meant: one at byte ${stated.directoryOffset}, as stated, and one at byte ${directoryOffset}, where it has to be. Zip the folder again.`,
    );
    return null;
  }
  return {
    entries: stated.entries,
    zip64: stated.zip64,
    directoryOffset,
    directorySize: stated.directorySize,
    prepended,
  };
}

function readClassicEnd(source: ByteSource, offset: number): StatedEnd {
  const record = source.read(offset, endSize);
  return {
    disk: record.readUInt16LE(4),
    directoryDisk: record.readUInt16LE(6),
    disks: 1,
    entriesOnDisk: record.readUInt16LE(8),
    entries: record.readUInt16LE(10),
    directorySize: record.readUInt32LE(12),
    directoryOffset: record.readUInt32LE(16),
    directoryEnd: offset,
    zip64: false,
  };
}

/**
 * Requires the usual record size and a position right in front of the locator: some programs look there, others follow
 * the locator.
 */
function readZip64End(source: ByteSource, offset: number, problems: ProblemList): StatedZip64End | null {
  if (offset < locatorSize) return null;
  const locator = source.read(offset - locatorSize, locatorSize);
  if (locator.readUInt32LE(0) !== locatorSignature) return null;
  const expectedOffset = offset - locatorSize - zip64Size;
  const record = expectedOffset < 0 ? null : source.read(expectedOffset, zip64Size);
  if (record?.readUInt32LE(0) !== zip64Signature || record.readBigUInt64LE(4) !== zip64StatedSize) {
    problems.add('INVALID_DIRECTORY', 'No zip64 end record stands in front of its locator.');
    return null;
  }
  const entries = record.readBigUInt64LE(32);
  const directorySize = record.readBigUInt64LE(40);
  const directoryOffset = record.readBigUInt64LE(48);
  if ([entries, directorySize, directoryOffset].some((value) => value > BigInt(source.size))) {
    problems.add('INVALID_DIRECTORY', 'The zip64 end record states more than the file can hold.');
    return null;
  }
  return {
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    disks: Math.max(locator.readUInt32LE(16), locator.readUInt32LE(4) + 1),
    entriesOnDisk: Number(record.readBigUInt64LE(24)),
    entries: Number(entries),
    directorySize: Number(directorySize),
    directoryOffset: Number(directoryOffset),
    directoryEnd: expectedOffset,
    zip64: true,
    recordOffset: locator.readBigUInt64LE(8),
  };
}

/** A value stated in the classic record, rather than left to the zip64 record, has to be equal in both. */
function agree(classic: StatedEnd, zip64: StatedEnd): boolean {
  return (
    (classic.disk === 0xffff || classic.disk === zip64.disk) &&
    (classic.directoryDisk === 0xffff || classic.directoryDisk === zip64.directoryDisk) &&
    (classic.entries === 0xffff || classic.entries === zip64.entries) &&
    (classic.entriesOnDisk === 0xffff || classic.entriesOnDisk === zip64.entriesOnDisk) &&
    (classic.directorySize === 0xffffffff || classic.directorySize === zip64.directorySize) &&
    (classic.directoryOffset === 0xffffffff || classic.directoryOffset === zip64.directoryOffset)
  );
}

/** The caller ensures that the offset leaves room for a signature before the end record. */
function isDirectoryAt(source: ByteSource, offset: number): boolean {
  return source.read(offset, 4).readUInt32LE(0) === directorySignature;
}
