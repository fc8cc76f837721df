/** The bytes are no zip archive, or one without its end. */
export class NoArchiveError extends RangeError {}

/** One file of a jar, by the central directory. */
export interface JarEntry {
  name: string;
  /** 0 is stored, 8 is deflated; loaders read no other method. */
  method: number;
  isEncrypted: boolean;
  /** Size in the jar, in bytes. */
  compressedSize: number;
  /** Stated size after inflating, in bytes. */
  size: number;
  /** Offset of the local header from the start of the jar. */
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

/** The files of a jar that may matter; of several with one name the last counts, as in Java. */
export interface JarDirectory {
  /** The requested files, by name. */
  files: ReadonlyMap<string, JarEntry>;
  /** The file with that name in plain ASCII, if any. */
  find(name: string): JarEntry | null;
  /** Yields every entry on demand, folders included. */
  all(): Iterable<JarEntry>;
  /** Yields the class files on demand; most jars are understood without them. */
  classes(): Iterable<JarEntry>;
  /** The `most` class files of lowest rank; the rank is a small whole number, and ties keep the directory's order. */
  classesByRank(rank: (name: string) => number, most: number): JarEntry[];
  /** The first `most` jars that lie in `META-INF/` or are listed, and the count of all such jars. */
  jars(named: ReadonlySet<string>, most: number): { entries: JarEntry[]; count: number };
  /** The first `most` files in the root with that ending, and the count of all such files. */
  inRoot(ending: string, most: number): { entries: JarEntry[]; count: number };
  /** Whether an entry lies in the folder, whose name ends with a slash. */
  hasFolder(folder: string): boolean;
  bytes: number;
}

/** Most characters of a name that is examined; real names have a hundred. */
const longestName = 1_024;

/**
 * Reads a jar's own directory as tolerantly as Java: skips data before the archive, and reads headers to their end,
 * even beyond the stated count. Keeps only the entries named in `requested` and the positions of the others. Throws
 * RangeError, with a sentence for people, when there is no directory, or one with more than `maxEntries` entries or
 * possibly more than `maxBytes` bytes.
 */
export function readJarDirectory(
  jar: Buffer,
  requested: readonly string[],
  maxEntries: number,
  maxBytes: number,
): JarDirectory {
  const end = findEnd(jar);
  const { offset, shift, stated } = locateDirectory(jar, end);
  if (end - offset > maxBytes)
    throw new RangeError('The jar was not read: its directory costs more to read than is allowed.');
  const isRequested = new Set(requested);
  const files = new Map<string, JarEntry>();
  const headers: number[] = [];
  let at = offset;
  while (at + entrySize <= end && jar.readUInt32LE(at) === entrySignature) {
    if (headers.length >= maxEntries) throw new RangeError(`The jar has more than ${maxEntries} entries.`);
    const nameEnd = at + entrySize + jar.readUInt16LE(at + 28);
    const next = nameEnd + jar.readUInt16LE(at + 30) + jar.readUInt16LE(at + 32);
    if (next > end) throw new RangeError("The jar's directory is cut off.");
    headers.push(at);
    if (!endsWith(jar, nameEnd, dotClass) && mayMatter(jar, at + entrySize, nameEnd)) {
      const name = nameAt(jar, at);
      if (isRequested.has(name)) files.set(name, readEntryHeader(jar, at, shift));
    }
    at = next;
  }
  if (headers.length < stated)
    throw new RangeError(`The jar's directory is damaged: it has ${headers.length} of ${stated} entries.`);
  return {
    files,
    find(name) {
      const wanted = Buffer.from(name, 'latin1');
      const isIt = (header: number) =>
        jar.readUInt16LE(header + 28) === wanted.length &&
        endsWith(jar, header + entrySize + wanted.length, wanted);
      const header = headers.findLast(isIt);
      return header === undefined ? null : readEntryHeader(jar, header, shift);
    },
    *all() {
      for (const header of headers) yield readEntryHeader(jar, header, shift);
    },
    *classes() {
      for (const header of headers) if (isClass(jar, header)) yield readEntryHeader(jar, header, shift);
    },
    classesByRank(rank, most) {
      const byRank: number[][] = [];
      for (const header of headers) {
        if (!isClass(jar, header)) continue;
        const index = rank(nameAt(jar, header));
        const ranked = byRank[index] ?? [];
        byRank[index] = ranked;
        ranked.push(header);
      }
      return byRank
        .flat()
        .slice(0, most)
        .map((header) => readEntryHeader(jar, header, shift));
    },
    jars(named, most) {
      const found = new Map<string, JarEntry>();
      let beyond = 0;
      for (const header of headers) {
        const nameEnd = header + entrySize + jar.readUInt16LE(header + 28);
        if (!mayMatter(jar, header + entrySize, nameEnd)) continue;
        const name = nameAt(jar, header);
        if (!named.has(name) && !jarInMetaInf.test(name)) continue;
        if (found.has(name) || found.size < most) found.set(name, readEntryHeader(jar, header, shift));
        else beyond++;
      }
      return { entries: [...found.values()], count: found.size + beyond };
    },
    inRoot(ending, most) {
      const wanted = Buffer.from(ending, 'latin1');
      const entries: JarEntry[] = [];
      let count = 0;
      for (const header of headers) {
        const nameEnd = header + entrySize + jar.readUInt16LE(header + 28);
        if (!endsWith(jar, nameEnd, wanted) || isInFolder(jar, header + entrySize, nameEnd)) continue;
        if (count++ < most) entries.push(readEntryHeader(jar, header, shift));
      }
      return { entries, count };
    },
    hasFolder(folder) {
      const wanted = Buffer.from(folder, 'latin1');
      const isIn = (header: number) =>
        jar.readUInt16LE(header + 28) > wanted.length &&
        endsWith(jar, header + entrySize + wanted.length, wanted);
      return headers.some(isIn);
    },
    bytes: at - offset,
  };
}

const jarInMetaInf = /^META-INF\/.+\.jar$/i;
const slash = 0x2f;
const dotClass = Buffer.from('.class');
const dotJar = Buffer.from('.jar');
const unimportantFolders = [Buffer.from('assets/'), Buffer.from('data/')];

function isClass(jar: Buffer, header: number): boolean {
  return endsWith(jar, header + entrySize + jar.readUInt16LE(header + 28), dotClass);
}

/** Judges a name by its bytes: a string for each name would be most of the cost of reading a directory. */
function mayMatter(jar: Buffer, from: number, to: number): boolean {
  if (to === from || to - from > longestName || jar[to - 1] === slash) return false;
  return (
    endsWith(jar, to, dotJar) ||
    !unimportantFolders.some((folder) => endsWith(jar, from + folder.length, folder))
  );
}

/** Whether a name has a slash; in real names it is near the end. */
function isInFolder(jar: Buffer, from: number, to: number): boolean {
  let at = to - 1;
  while (at >= from && jar[at] !== slash) at--;
  return at >= from;
}

/** The name of the entry with that header. Every relevant name is plain ASCII, so the fastest decoding is enough. */
function nameAt(jar: Buffer, header: number): string {
  const from = header + entrySize;
  return jar.toString('latin1', from, from + Math.min(jar.readUInt16LE(header + 28), longestName));
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
    name: nameAt(jar, at),
    method: jar.readUInt16LE(at + 10),
    isEncrypted: (jar.readUInt16LE(at + 8) & 1) !== 0,
    ...readSizes(jar, at, nameEnd, shift),
  };
}

/** Sizes and offset of an entry; values too large for their fields are in the zip64 extra field, in this order. */
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

/** Offset of the values of the zip64 extra field, if any. */
function zip64FieldIn(extra: Buffer): number | null {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) return at + 4;
  return null;
}

/**
 * The bytes of an entry as stored in the jar; throws RangeError, with a sentence for people, when they lie outside it.
 */
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
  throw new NoArchiveError('The jar is no zip archive, or it is cut off: it has no end record.');
}

/** Offset of the directory, the shift of all offsets by preceding data, and the stated minimum of entries. */
function locateDirectory(jar: Buffer, end: number): { offset: number; shift: number; stated: number } {
  let stated = jar.readUInt16LE(end + 10);
  let size = jar.readUInt32LE(end + 12);
  let claimed = jar.readUInt32LE(end + 16);
  let directoryEnd = end;
  const zip64End = findZip64End(jar, end);
  if (zip64End !== null) {
    stated = Number(jar.readBigUInt64LE(zip64End + 32));
    size = Number(jar.readBigUInt64LE(zip64End + 40));
    claimed = Number(jar.readBigUInt64LE(zip64End + 48));
    directoryEnd = zip64End;
  }
  const offset = directoryEnd - size;
  const isBehindPrefix = offset >= 0 && jar.readUInt32LE(offset) === entrySignature;
  return isBehindPrefix ? { offset, shift: offset - claimed, stated } : { offset: claimed, shift: 0, stated };
}

function findZip64End(jar: Buffer, end: number): number | null {
  const locator = end - zip64LocatorSize;
  if (locator < 0 || jar.readUInt32LE(locator) !== zip64LocatorSignature) return null;
  const at = locator - zip64EndSize;
  return at >= 0 && jar.readUInt32LE(at) === zip64EndSignature ? at : null;
}
