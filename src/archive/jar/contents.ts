import { constants, inflateRawSync } from 'node:zlib';
import type { JarBudget } from '../limits.ts';
import { compressedBytes, type JarDirectory, type JarEntry, readJarDirectory } from './directory.ts';

/** The inflating budget shared by a jar and its nested jars, counted down. */
export interface Allowance {
  inflatedBytes: number;
}

/** A jar opened in memory. */
export interface JarContents extends JarDirectory {
  /**
   * The bytes of one file; throws RangeError, with a sentence for people, when the file cannot be read or exceeds
   * `maxBytes`, or the allowance is used up.
   */
  read(entry: JarEntry, maxBytes: number): Buffer;
  /** The bytes of a file to parse as text, charged for the parsing as well; throws as `read` does. */
  readText(entry: JarEntry, maxBytes: number): Buffer;
  /** Up to that many first bytes of a file; throws as `read` does. */
  readHead(entry: JarEntry, bytes: number): Buffer;
  /** The bytes of a class to search for names, charged for the search as well; throws as `read` does. */
  readCode(entry: JarEntry, maxBytes: number): Buffer;
}

/**
 * Parsing hostile text takes about this many times as long as inflating it, so reading text costs this factor in all.
 */
const parsingCost = 16;
/** The same factor for searching a class for names. */
const namesCost = 8;
/** The same factor for reading a directory. */
const directoryCost = 4;
const stored = 0;
const deflated = 8;
/** Limit of Node's inflate for one piece of output, in bytes. */
const smallestChunk = 64;
const largestChunk = 1024 * 1024;

/**
 * Opens a jar held in memory, to read files by name, classes and nested jars; throws RangeError, with a sentence for
 * people, when the jar has no readable directory.
 */
export function openJar(
  bytes: Uint8Array,
  requested: readonly string[],
  budget: JarBudget,
  allowance: Allowance,
): JarContents {
  const jar = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = readJarDirectory(
    jar,
    requested,
    budget.maxEntries,
    allowance.inflatedBytes / directoryCost,
  );
  allowance.inflatedBytes -= directory.bytes * directoryCost;
  return {
    ...directory,
    read: (entry, maxBytes) => readEntry(jar, entry, { maxBytes, cost: 1 }, allowance),
    readHead: (entry, bytes) => readHead(jar, entry, bytes, allowance),
    readText: (entry, maxBytes) => readEntry(jar, entry, { maxBytes, cost: parsingCost }, allowance),
    readCode: (entry, maxBytes) => readEntry(jar, entry, { maxBytes, cost: namesCost }, allowance),
  };
}

/**
 * Compressed bytes that are enough to inflate the first ones: the tables at the beginning of a block have some
 * hundreds.
 */
const headPiece = 512;

function readHead(jar: Buffer, entry: JarEntry, bytes: number, allowance: Allowance): Buffer {
  const { name, method, isEncrypted } = entry;
  if (isEncrypted || (method !== stored && method !== deflated))
    throw new RangeError(`${name} is not readable.`);
  if (allowance.inflatedBytes <= 0)
    throw new RangeError(`${name} was not read: the jar costs more to read than is allowed.`);
  const piece = compressedBytes(jar, entry).subarray(0, headPiece);
  allowance.inflatedBytes -= headPiece;
  if (method === stored) return piece.subarray(0, bytes);
  try {
    // The piece ends within the data, which this flush permits.
    const inflated = inflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 4_096 });
    allowance.inflatedBytes -= inflated.length;
    return inflated.subarray(0, bytes);
  } catch (error) {
    throw new RangeError(`${name} is damaged.`, { cause: error });
  }
}

/** Reads one entry and charges `cost` bytes of the allowance for each byte. */
function readEntry(
  jar: Buffer,
  entry: JarEntry,
  { maxBytes, cost }: { maxBytes: number; cost: number },
  allowance: Allowance,
): Buffer {
  const { name, method, compressedSize, size } = entry;
  if (entry.isEncrypted) throw new RangeError(`${name} is encrypted.`);
  if (method !== stored && method !== deflated)
    throw new RangeError(`${name} is compressed by method ${method}; only stored and deflated can be read.`);
  if (size > maxBytes) throw new RangeError(`${name} is ${size} bytes large; at most ${maxBytes} are read.`);
  const affordable = Math.floor(allowance.inflatedBytes / cost);
  const limit = Math.min(maxBytes, affordable);
  // Many entries may share the same bytes, so reading is charged like inflating.
  if (limit <= 0 || Math.max(compressedSize, size) > affordable)
    throw new RangeError(`${name} was not read: the jar costs more to read than is allowed.`);
  const compressed = compressedBytes(jar, entry);
  if (method === stored) {
    allowance.inflatedBytes -= compressed.length * cost;
    if (compressed.length > maxBytes) throw new RangeError(`${name} is larger than ${maxBytes} bytes.`);
    return compressed;
  }
  try {
    const chunkSize = Math.min(largestChunk, Math.max(smallestChunk, size));
    const inflated = inflateRawSync(compressed, { maxOutputLength: limit, chunkSize });
    allowance.inflatedBytes -= Math.max(inflated.length, compressed.length) * cost;
    return inflated;
  } catch (error) {
    // Output before a failure is unknown, so the largest possible size is charged.
    allowance.inflatedBytes -= Math.max(limit, compressed.length);
    const isTooLarge = error instanceof RangeError;
    const reason = isTooLarge ? `is larger than ${limit} bytes` : 'is damaged';
    throw new RangeError(`${name} ${reason}.`, { cause: error });
  }
}
