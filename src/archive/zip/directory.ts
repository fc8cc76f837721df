import { isUtf8 } from 'node:buffer';
import yauzl from 'yauzl';
import type { ArchiveLimits } from '../limits.ts';
import { createProblemList, type ProblemList, printable } from '../problem-list.ts';
import { type ByteSource, openByteSource } from './byte-source.ts';
import { readZipEnd, type ZipEnd } from './end-record.ts';
import { flagStrongEncryption, flagUtf8 } from './entry.ts';
import { type Directory, nameEntries, type ReadHeader, type WantedReading } from './entry-naming.ts';
import { hasRepeatedField, unicodePath, zip64FieldId } from './extra-fields.ts';
import { endRecords } from './records.ts';

const headerSize = 46;
const diskInZip64 = 0xffff;
const inZip64 = 0xffffffff;

/** Lists the entries of an archive that has passed the check; throws when the directory cannot be read. */
export function listEntries(path: string, limits: ArchiveLimits, wanted?: WantedReading): Directory {
  using source = openByteSource(path);
  const problems = createProblemList(1);
  const end = readZipEnd(source, problems);
  const directory = end === null ? null : readDirectory(source, end, limits, problems, wanted);
  if (directory === null) throw new Error(`The archive cannot be read: ${problems.found[0]?.error}`);
  return directory;
}

/** Reads the central directory into plain entries; null when it cannot be read as a whole. */
export function readDirectory(
  source: ByteSource,
  end: ZipEnd,
  limits: ArchiveLimits,
  problems: ProblemList,
  wanted: WantedReading = {},
): Directory | null {
  if (end.directorySize > limits.directoryBytes) {
    problems.add(
      'DIRECTORY_TOO_LARGE',
      `The central directory has ${end.directorySize} bytes; at most ${limits.directoryBytes} are allowed.`,
    );
    return null;
  }
  const directory = source.read(end.directoryOffset, end.directorySize);
  const headers: ReadHeader[] = [];
  let cursor = 0;
  let count = 0;
  try {
    for (const header of readHeaders(directory)) {
      count++;
      if (count > limits.entries) {
        problems.add('TOO_MANY_ENTRIES', `The archive has more than ${limits.entries} entries.`);
        return null;
      }
      judgeHeader(header, diskOf(header, directory.subarray(cursor)), problems);
      if (isNameFit(header, limits, problems)) headers.push(toReadHeader(header, end.prepended));
      cursor += lengthOf(header);
    }
  } catch (cause) {
    addReadingProblem(cause, directory.subarray(cursor), count, problems);
    return null;
  }
  if (cursor < directory.length) {
    problems.add('EMPTY_NAME', `Entry ${count + 1} of the central directory has no name.`, '');
    return null;
  }
  return isCountRight(end, count, problems) ? nameEntries(headers, wanted, { limits, problems }) : null;
}

/**
 * Yields the headers up to the end of the directory, or up to a header without any text, whatever count is announced.
 */
function* readHeaders(directory: Buffer): Generator<yauzl.Entry> {
  const reader = new DirectoryReader(directory);
  const zip = openDirectory(reader);
  const read: yauzl.Entry[] = [];
  zip.on('entry', (header: yauzl.Entry) => read.push(header));
  for (let cursor = 0; cursor < directory.length; ) {
    // The reader calls back synchronously, and throws an error when nobody listens for it.
    zip.readEntry();
    const header = read.pop();
    // yauzl delays its event only for a header without name, extra fields and comment.
    if (header === undefined) return;
    yield header;
    cursor += lengthOf(header);
  }
}

/** Opens the directory as an archive of its own. yauzl calls back synchronously, because the reader does too. */
function openDirectory(reader: DirectoryReader): yauzl.ZipFile {
  const opened: yauzl.ZipFile[] = [];
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
  yauzl.fromRandomAccessReader(reader, reader.size, options, (error, zip) => {
    if (error !== null) throw error;
    opened.push(zip);
  });
  const [zip] = opened;
  if (zip === undefined) throw new Error('yauzl did not open the directory at once.');
  reader.hideEnd();
  return zip;
}

function lengthOf(header: yauzl.Entry): number {
  return headerSize + header.fileNameLength + header.extraFieldLength + header.fileCommentLength;
}

/**
 * Serves yauzl the directory, with forged end records that promise more entries than the directory can have, so that
 * its end decides. The reader answers yauzl's two small reads per header synchronously: waiting took most of the time.
 */
class DirectoryReader extends yauzl.RandomAccessReader {
  readonly #directory: Buffer;
  readonly #end: Buffer;
  #isEndHidden = false;

  constructor(directory: Buffer) {
    super();
    this.#directory = directory;
    this.#end = endRecords({ entries: directory.length, offset: 0, size: directory.length, comment: '' });
  }

  get size(): number {
    return this.#directory.length + (this.#isEndHidden ? 0 : this.#end.length);
  }

  /** Makes a header that goes beyond the directory an error. */
  hideEnd(): void {
    this.#isEndHidden = true;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (position + length > this.size) {
      callback(new Error('the directory ends within a header'));
      return;
    }
    const copied = this.#directory.copy(buffer, offset, position, position + length);
    if (copied < length) {
      const from = position + copied - this.#directory.length;
      this.#end.copy(buffer, offset + copied, from, from + length - copied);
    }
    callback(null);
  }
}

/**
 * The parts of a header that are kept. macOS and others write UTF-8 without setting the flag; text in another encoding
 * is hardly ever valid UTF-8 by accident.
 */
function toReadHeader(header: yauzl.Entry, prepended: number): ReadHeader {
  const raw = header.fileNameRaw;
  const second = header.extraFields.length === 0 ? null : unicodePath(header.extraFields, raw);
  const isMarked = (header.generalPurposeBitFlag & flagUtf8) !== 0;
  const text = second?.toString() ?? (isMarked || isUtf8(raw) ? raw.toString() : null);
  return {
    entry: {
      flags: header.generalPurposeBitFlag,
      method: header.compressionMethod,
      crc32: header.crc32,
      compressedSize: header.compressedSize,
      size: header.uncompressedSize,
      headerOffset: header.relativeOffsetOfLocalHeader + prepended,
      attributes: header.externalFileAttributes,
      modified: header.lastModFileDate * 0x10000 + header.lastModFileTime,
    },
    // A copy: a slice would keep fields and comments in memory.
    raw: text === null || second !== null ? Buffer.from(raw) : null,
    text,
    isSecond: second !== null && !hasRepeatedField(header.extraFields),
  };
}

/** The part of a split archive that holds the entry; the zip64 field may hold the number, behind the other values. */
function diskOf({ extraFields }: yauzl.Entry, header: Buffer): number {
  const disk = header.readUInt16LE(34);
  if (disk !== diskInZip64) return disk;
  const field = extraFields.find(({ id }) => id === zip64FieldId)?.data;
  const before = [20, 24, 42].filter((offset) => header.readUInt32LE(offset) === inZip64).length * 8;
  return field !== undefined && field.length >= before + 4 ? field.readUInt32LE(before) : 0;
}

/** Refuses an overlong name before anything keeps it. */
function isNameFit({ fileNameRaw }: yauzl.Entry, limits: ArchiveLimits, problems: ProblemList): boolean {
  if (fileNameRaw.length <= limits.nameBytes) return true;
  const name = fileNameRaw.subarray(0, limits.nameBytes).toString();
  problems.add(
    'NAME_TOO_LONG',
    `"${printable(name)}" has a name of more than ${limits.nameBytes} bytes.`,
    name,
  );
  return false;
}

function judgeHeader(header: yauzl.Entry, disk: number, problems: ProblemList): void {
  const { extraFields, fileNameRaw, generalPurposeBitFlag } = header;
  const second = extraFields.length === 0 ? null : unicodePath(extraFields, fileNameRaw);
  const isMisnamed =
    ((generalPurposeBitFlag & flagUtf8) !== 0 && !isUtf8(fileNameRaw)) || (second && !isUtf8(second));
  const isAmbiguous = hasRepeatedField(extraFields);
  const isElsewhere = disk !== 0;
  if (!isMisnamed && !isAmbiguous && !isElsewhere) return;
  const name = fileNameRaw.toString();
  const shown = printable(name);
  if (isMisnamed)
    problems.add('INVALID_NAME_ENCODING', `The name "${shown}" is marked as UTF-8 but is not.`, name);
  if (isAmbiguous)
    problems.add(
      'AMBIGUOUS_ENTRY',
      `"${shown}" has an extra field twice of which one entry can have but one.`,
      name,
    );
  if (isElsewhere)
    problems.add('SPLIT_ARCHIVE', `"${shown}" lies in part ${disk + 1} of a split archive.`, name);
}

function addReadingProblem(cause: unknown, rest: Buffer, count: number, problems: ProblemList): void {
  const strong = rest.length >= headerSize && (rest.readUInt16LE(8) & flagStrongEncryption) !== 0;
  if (strong) {
    problems.add('ENCRYPTED_ENTRY', `Entry ${count + 1} is encrypted. Zip the folder without a password.`);
    return;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  problems.add('INVALID_DIRECTORY', `Entry ${count + 1} of the central directory cannot be read: ${reason}.`);
}

/** Writers without zip64 state the number of entries modulo 65,536. */
function isCountRight(end: ZipEnd, count: number, problems: ProblemList): boolean {
  if (end.entries === (end.zip64 ? count : count % 0x10000)) return true;
  problems.add(
    'INVALID_DIRECTORY',
    `The end record states ${end.entries} entries, but the directory has ${count}.`,
  );
  return false;
}
