import { inflateRawSync } from 'node:zlib';
import type { JarBudget } from '../limits.ts';
import { compressedBytes, type JarDirectory, type JarEntry, readJarDirectory } from './directory.ts';

/** The inflating budget of a jar and everything nested in it, shared and counted down. */
export interface Allowance {
  inflatedBytes: number;
}

/** A jar opened in memory. */
export interface JarContents extends JarDirectory {
  /**
   * The bytes of one file; throws RangeError, with a sentence for people, when it cannot be read, would be larger
   * than `maxBytes`, or the allowance is used up.
   */
  read(entry: JarEntry, maxBytes: number): Buffer;
  /** The bytes of one file whose text is going to be parsed, which is charged for; throws as `read` does. */
  readText(entry: JarEntry, maxBytes: number): Buffer;
  /** The bytes of a class whose names are going to be looked at, which is charged for; throws as `read` does. */
  readCode(entry: JarEntry, maxBytes: number): Buffer;
}

/** Parsing hostile text takes about this many times as long as inflating it, so it is charged so often in all. */
const parsingCost = 16;
/** And looking at the names in a class about this many times as long. */
const namesCost = 8;
/** And reading a directory about this many times as long. */
const directoryCost = 4;
const stored = 0;
const deflated = 8;
/** Limits of Node's inflate for one piece of output, in bytes. */
const smallestChunk = 64;
const largestChunk = 1024 * 1024;

/**
 * Opens a jar held in memory, to read the files asked for by name, its classes and its nested jars; throws RangeError, with
 * a sentence for people, when it has no readable directory.
 */
export function openJar(
  bytes: Uint8Array,
  asked: readonly string[],
  budget: JarBudget,
  allowance: Allowance,
): JarContents {
  const jar = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = readJarDirectory(jar, asked, budget.maxEntries, allowance.inflatedBytes / directoryCost);
  allowance.inflatedBytes -= directory.bytes * directoryCost;
  return {
    ...directory,
    read: (entry, maxBytes) => readEntry(jar, entry, { maxBytes, cost: 1 }, allowance),
    readText: (entry, maxBytes) => readEntry(jar, entry, { maxBytes, cost: parsingCost }, allowance),
    readCode: (entry, maxBytes) => readEntry(jar, entry, { maxBytes, cost: namesCost }, allowance),
  };
}

/** Reads one entry, for each byte of which `cost` bytes of the allowance are charged. */
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
  // Many entries may share the same bytes, so reading is charged as inflating is.
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
    // The output before a failure is unknown, so the largest possible size is charged.
    allowance.inflatedBytes -= Math.max(limit, compressed.length);
    const isTooLarge = error instanceof RangeError;
    const reason = isTooLarge ? `is larger than ${limit} bytes` : 'is damaged';
    throw new RangeError(`${name} ${reason}.`, { cause: error });
  }
}
