/** One file of a jar, as the jar's central directory describes it. */
export interface JarEntry {
  name: string;
  /** 0 is stored, 8 is deflated; no other method occurs in jars that a loader can read. */
  method: number;
  isEncrypted: boolean;
  /** Bytes in the jar. */
  compressedSize: number;
  /** Bytes once inflated, as the directory claims. */
  size: number;
  /** Where the local header begins, in bytes from the start of the jar. */
  headerOffset: number;
}

const endSignature = 0x06054b50;
const endSize = 22;
const zip64LocatorSignature = 0x07064b50;
const zip64LocatorSize = 20;
const zip64EndSignature = 0x06064b50;
const zip64EndSize = 56;
const entrySignature = 0x02014b50;
const entrySize = 46;
const localSignature = 0x04034b50;
const localSize = 30;
const maxCommentSize = 0xffff;
const inZip64Field = 0xffffffff;
const inZip64Count = 0xffff;

/** The files of a jar that may matter, by name; of several with one name the last counts, as it does for Java. */
export interface JarDirectory {
  /** All but class files, and but assets and data, which are the most and never looked at. */
  files: ReadonlyMap<string, JarEntry>;
  /** The class files; made when asked for, as most jars are understood without them. */
  classes(): JarEntry[];
  /** Size of the directory in bytes. */
  bytes: number;
}

/**
 * Reads a jar's own directory, as tolerant as Java is: data before the archive is skipped, and the headers are walked
 * as far as they reach, even beyond the count. Throws RangeError, with a sentence for people, when there is no
 * directory, it has more than `maxEntries` entries, or it may have more than `maxBytes` bytes.
 */
export function readJarDirectory(jar: Buffer, maxEntries: number, maxBytes: number): JarDirectory {
  const end = findEnd(jar);
  const { offset, shift } = locateDirectory(jar, end);
  if (end - offset > maxBytes)
    throw new RangeError('The jar was not read: its directory costs more to read than is allowed.');
  const files = new Map<string, JarEntry>();
  const classHeaders: number[] = [];
  let at = offset;
  let count = 0;
  for (; at + entrySize <= end && jar.readUInt32LE(at) === entrySignature; count++) {
    if (count >= maxEntries) throw new RangeError(`The jar has more than ${maxEntries} entries.`);
    const nameEnd = at + entrySize + jar.readUInt16LE(at + 28);
    const next = nameEnd + jar.readUInt16LE(at + 30) + jar.readUInt16LE(at + 32);
    if (next > end) throw new RangeError("The jar's directory is cut off.");
    if (endsWith(jar, nameEnd, dotClass)) classHeaders.push(at);
    else if (mayMatter(jar, at + entrySize, nameEnd)) {
      const entry = readEntryHeader(jar, at, shift);
      files.set(entry.name, entry);
    }
    at = next;
  }
  const stated = jar.readUInt16LE(end + 10);
  if (stated !== inZip64Count && count < stated)
    throw new RangeError(`The jar's directory is damaged: it has ${count} of ${stated} entries.`);
  const classes = () => classHeaders.map((header) => readEntryHeader(jar, header, shift));
  return { files, classes, bytes: at - offset };
}

const slash = 0x2f;
const dotClass = Buffer.from('.class');
const dotJar = Buffer.from('.jar');
const unimportantFolders = [Buffer.from('assets/'), Buffer.from('data/')];

/** Judges a name by its bytes: making a string of each is most of what reading a directory costs. */
function mayMatter(jar: Buffer, from: number, to: number): boolean {
  if (to === from || jar[to - 1] === slash) return false;
  return (
    endsWith(jar, to, dotJar) ||
    !unimportantFolders.some((folder) => endsWith(jar, from + folder.length, folder))
  );
}

function endsWith(jar: Buffer, to: number, text: Buffer): boolean {
  let at = text.length;
  const from = to - at;
  while (at > 0 && jar[from + at - 1] === text[at - 1]) at--;
  return at === 0;
}

function readEntryHeader(jar: Buffer, at: number, shift: number): JarEntry {
  const nameEnd = at + entrySize + jar.readUInt16LE(at + 28);
  return {
    // Every name that matters is plain ASCII, so the quickest decoding does.
    name: jar.toString('latin1', at + entrySize, nameEnd),
    method: jar.readUInt16LE(at + 10),
    isEncrypted: (jar.readUInt16LE(at + 8) & 1) !== 0,
    ...readSizes(jar, at, nameEnd, shift),
  };
}

/** Sizes and offset of an entry; those too large for their fields stand, in this order, in the zip64 extra field. */
function readSizes(
  jar: Buffer,
  at: number,
  nameEnd: number,
  shift: number,
): Pick<JarEntry, 'size' | 'compressedSize' | 'headerOffset'> {
  const extra = jar.subarray(nameEnd, nameEnd + jar.readUInt16LE(at + 30));
  let next = zip64FieldIn(extra);
  const orWide = (value: number): number => {
    if (value !== inZip64Field || next === null || next + 8 > extra.length) return value;
    next += 8;
    return Number(extra.readBigUInt64LE(next - 8));
  };
  const size = orWide(jar.readUInt32LE(at + 24));
  const compressedSize = orWide(jar.readUInt32LE(at + 20));
  return { size, compressedSize, headerOffset: orWide(jar.readUInt32LE(at + 42)) + shift };
}

/** Where the values of the zip64 extra field begin; null when there is none. */
function zip64FieldIn(extra: Buffer): number | null {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) return at + 4;
  return null;
}

/** The bytes of an entry as they lie in the jar; throws RangeError, with a sentence for people, when they do not. */
export function compressedBytes(jar: Buffer, entry: JarEntry): Buffer {
  const at = entry.headerOffset;
  if (at < 0 || at + localSize > jar.length || jar.readUInt32LE(at) !== localSignature)
    throw new RangeError(`${entry.name} is not where the jar's directory says.`);
  const from = at + localSize + jar.readUInt16LE(at + 26) + jar.readUInt16LE(at + 28);
  if (from + entry.compressedSize > jar.length) throw new RangeError(`${entry.name} is cut off.`);
  return jar.subarray(from, from + entry.compressedSize);
}

function findEnd(jar: Buffer): number {
  const lowest = Math.max(0, jar.length - endSize - maxCommentSize);
  for (let at = jar.length - endSize; at >= lowest; at--)
    if (jar[at] === 0x50 && jar.readUInt32LE(at) === endSignature) return at;
  throw new RangeError('The jar is no zip archive, or it is cut off: it has no end record.');
}

/** Where the directory begins, and by how much all offsets are off because of data before the archive. */
function locateDirectory(jar: Buffer, end: number): { offset: number; shift: number } {
  let size = jar.readUInt32LE(end + 12);
  let claimed = jar.readUInt32LE(end + 16);
  let directoryEnd = end;
  const zip64End = findZip64End(jar, end);
  if (zip64End !== null) {
    size = Number(jar.readBigUInt64LE(zip64End + 40));
    claimed = Number(jar.readBigUInt64LE(zip64End + 48));
    directoryEnd = zip64End;
  }
  const offset = directoryEnd - size;
  const isBehindPrefix = offset >= 0 && offset + 4 <= end && jar.readUInt32LE(offset) === entrySignature;
  return isBehindPrefix ? { offset, shift: offset - claimed } : { offset: claimed, shift: 0 };
}

function findZip64End(jar: Buffer, end: number): number | null {
  const locator = end - zip64LocatorSize;
  if (locator < 0 || jar.readUInt32LE(locator) !== zip64LocatorSignature) return null;
  const at = locator - zip64EndSize;
  return at >= 0 && jar.readUInt32LE(at) === zip64EndSignature ? at : null;
}
