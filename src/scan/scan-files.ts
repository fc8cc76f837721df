import { createHash, type Hash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Allowance, JarContents } from '../archive/jar/contents.ts';
import { openJar } from '../archive/jar/contents.ts';
import type { JarEntry } from '../archive/jar/directory.ts';
import { defaultArchiveLimits } from '../archive/limits.ts';
import { listArchive } from '../archive/pack/pack-files.ts';
import { printable } from '../archive/problem-list.ts';
import { type ByteSource, openByteSource } from '../archive/zip/byte-source.ts';
import { isFolder, type LocatedEntry } from '../archive/zip/entry.ts';
import { inflateWhole, methodStored, release } from '../archive/zip/inflate.ts';
import { localHeaderLength, localHeaderSize } from '../archive/zip/local-header.ts';
import type { NameReading } from '../archive/zip/name-encoding.ts';
import { type Clamd, ClamdAway, createClamd, type Pieces } from './clamd.ts';
import { type BytesRule, bytesOfRules, isClassFile, matchClass } from './class-rules.ts';
import { type HashList, mostOfHashes, parseHashList } from './hash-list.ts';
import { knownMalware } from './known-malware.ts';
import type {
  NamedMeans,
  NotScanned,
  ScanFinding,
  ScanLimits,
  ScanMeans,
  ScanSlice,
  SliceResult,
} from './scan-task.ts';

/** The scanners and lists, ready for use. */
interface Means {
  clamd: Clamd | null;
  hashes: readonly HashList[];
  rules: readonly BytesRule[];
  /** Why some of them are missing; null if all are there. */
  away: string | null;
}

/** The operator's list of hashes cannot be used. */
class ListUnusable extends Error {
  override readonly name = 'ListUnusable';
}

/** Names the scanners and lists for a scan, drops those that are unavailable, and says why. */
export async function nameMeans({ clamd, hashFile }: ScanMeans): Promise<NamedMeans> {
  const parts = [`rules ${knownMalware().number}`];
  const away: string[] = [];
  const means: ScanMeans = { clamd: null, hashFile: null };
  try {
    if (hashFile !== null) {
      const listed = readList(hashFile);
      parseList(listed);
      parts.push(`hashes ${createHash('sha256').update(listed).digest('hex').slice(0, 12)}`);
      means.hashFile = hashFile;
    }
  } catch (error) {
    away.push(wordsOfAway(error));
  }
  try {
    if (clamd !== null) {
      using daemon = createClamd(clamd);
      parts.push(await daemon.version());
      means.clamd = clamd;
    }
  } catch (error) {
    away.push(wordsOfAway(error));
  }
  return { means, version: parts.join(', '), away: away.length === 0 ? null : away.join(' ') };
}

/** The entries of an archive that are files. */
export function listForScan({
  archivePath,
  names,
}: {
  archivePath: string;
  names: NameReading | null;
}): LocatedEntry[] {
  const { entries } = listArchive(archivePath, names === null ? {} : { reading: names });
  using source = openByteSource(archivePath);
  return entries.filter((entry) => !isFolder(entry)).map((entry) => ({ ...entry, regionEnd: source.size }));
}

/**
 * Scans some of a pack's files with the scanners and lists that are available; fails only when the files cannot be
 * read.
 */
export async function scanSlice(slice: ScanSlice): Promise<SliceResult> {
  const { limits, archive } = slice;
  const means = openMeans(slice.means, limits);
  using _clamd = means.clamd;
  const scan = openScan(means, limits, slice.inflatedBytes);
  if (archive !== null) scan.known(archive.name, archive.sha256);
  using source = openByteSource(slice.archivePath);
  for (const entry of slice.entries) {
    if (scan.isOver()) break;
    await scanEntry(scan, source, entry);
  }
  for (const file of slice.fetched) {
    if (scan.isOver()) break;
    const { name, source: path, size } = file;
    if (size > limits.fileBytes) await scan.stream(name, () => piecesOfFile(path));
    else {
      const bytes = readFileSync(path);
      await scan.whole(name, bytes);
      release(bytes);
    }
  }
  return scan.report();
}

/** Why a scanner or list is unavailable; every other failure is thrown. */
function wordsOfAway(error: unknown): string {
  if (error instanceof ClamdAway || error instanceof ListUnusable) return error.message;
  throw error;
}

function openMeans({ clamd, hashFile }: ScanMeans, { silenceMs }: ScanLimits): Means {
  const { hashes, classRules } = knownMalware();
  const means = {
    clamd: clamd && createClamd(clamd, { silenceMs }),
    rules: bytesOfRules(classRules),
  };
  try {
    const listed = hashFile === null ? [] : [parseList(readList(hashFile))];
    return { ...means, hashes: [...listed, hashes], away: null };
  } catch (error) {
    return { ...means, hashes: [hashes], away: wordsOfAway(error) };
  }
}

function readList(path: string): string {
  try {
    if (statSync(path).size > mostOfHashes.bytes)
      throw new Error(`It has more than ${mostOfHashes.bytes} bytes.`);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ListUnusable('The list of hashes, SCAN_HASHES, cannot be read.', { cause });
  }
}

function parseList(text: string): HashList {
  try {
    return parseHashList(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new ListUnusable(`The list of hashes, SCAN_HASHES, cannot be used. ${why}`, { cause });
  }
}

async function scanEntry(scan: Scan, source: ByteSource, entry: LocatedEntry): Promise<void> {
  const { name, method, compressedSize, size } = entry;
  const header = localHeaderLength(source.read(entry.headerOffset, localHeaderSize));
  if (header === null) throw new Error('The archive is not the one that was checked.');
  const from = entry.headerOffset + header;
  if (Math.max(size, compressedSize) > scan.limits.fileBytes)
    return scan.stream(name, () => piecesOfEntry(source, from, entry));
  const data = source.read(from, compressedSize);
  if (method === methodStored) await scan.whole(name, data);
  else {
    const result = inflateWhole(data, size);
    if ('fault' in result) throw new Error('The archive is not the one that was checked.');
    await scan.whole(name, result.bytes);
    release(result.bytes);
  }
  release(data);
}

const pieceBytes = 1024 * 1024;

function piecesOfEntry(source: ByteSource, from: number, { method, compressedSize }: LocatedEntry): Pieces {
  const raw = piecesOf(source, from, compressedSize);
  return method === methodStored ? raw : inflated(raw);
}

async function* inflated(raw: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const input = Readable.from(raw);
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  input.once('error', (cause) => inflate.destroy(cause));
  try {
    for await (const piece of input.pipe(inflate)) yield piece;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}

function* piecesOf(source: ByteSource, from: number, length: number): Generator<Buffer> {
  for (let done = 0; done < length; done += pieceBytes)
    yield source.read(from + done, Math.min(pieceBytes, length - done));
}

async function* piecesOfFile(path: string): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }))
    if (Buffer.isBuffer(piece)) yield piece;
}

interface Scan {
  readonly limits: ScanLimits;
  /** Looks a file up in the lists by its SHA-256 alone. */
  known(name: string, sha256: string): void;
  /** Scans a file of the pack that is too large to open. */
  stream(name: string, pieces: () => Pieces): Promise<void>;
  /** Scans a file of the pack, and all files inside it. */
  whole(name: string, bytes: Buffer): Promise<void>;
  /** Whether the limit of findings is reached. */
  isOver(): boolean;
  report(): SliceResult;
}

/** Most files of a slice for which clamd may be silent: each takes minutes, and a thread has ten for all of them. */
const mostSilences = 2;

function openScan(means: Means, limits: ScanLimits, inflatedBytes: number): Scan {
  const findings: ScanFinding[] = [];
  const notScanned: NotScanned[] = [];
  let notScannedCount = 0;
  const left = { inflatedBytes };
  const isOver = () => findings.length >= limits.findings;
  const find = (names: readonly string[], signature: string, by: ScanFinding['by']) => {
    if (!isOver()) findings.push({ entry: shown(names), signature, by });
  };
  const miss = (names: readonly string[], reason: string) => {
    notScannedCount += 1;
    if (notScanned.length < limits.notScanned) notScanned.push({ entry: shown(names), reason });
  };

  let { clamd, away } = means;
  let silences = 0;
  /** Continues without clamd. */
  const leaveClamd = (reason: string) => {
    away ??= reason;
    clamd = null;
  };

  const digests = () => [createHash('sha256'), createHash('sha1')];
  const heldAgainstLists = (names: readonly string[], hashes: readonly string[]) => {
    for (const hash of hashes) {
      const known = means.hashes.map((list) => list.get(hash)).find((name) => name !== undefined);
      if (known !== undefined) return find(names, known, 'HASH_LIST');
    }
  };

  /** Has clamd scan a file; returns whether the file was too large for clamd. */
  const scanByClamd = async (names: readonly string[], pieces: () => Pieces): Promise<boolean> => {
    try {
      const verdict = clamd && (await clamd.scan(pieces));
      if (verdict?.kind === 'found') find(names, verdict.signature, 'CLAMD');
      else if (verdict?.kind === 'not-scanned') miss(names, verdict.reason);
      else if (verdict?.kind === 'silent') {
        miss(names, verdict.reason);
        silences += 1;
        if (silences === mostSilences) leaveClamd(verdict.reason);
      }
      return verdict?.kind === 'too-large';
    } catch (error) {
      leaveClamd(wordsOfAway(error));
      return false;
    }
  };
  const tooLarge =
    'clamd did not take all of it: it is larger than StreamMaxLength, or the connection broke.';

  /** Checks a file with all scanners and lists; `apart`: clamd has not seen it as part of another file. */
  const examine = async (
    names: readonly string[],
    bytes: Buffer,
    { apart, allowance }: { apart: boolean; allowance: Allowance },
  ): Promise<void> => {
    const hashes = digests();
    for (const hash of hashes) hash.update(bytes);
    heldAgainstLists(names, hexOf(hashes));
    if (isClassFile(bytes)) {
      const rule = matchClass(bytes, means.rules);
      if (rule !== null) find(names, rule, 'CLASS_RULES');
    }
    const isTooLarge = apart && (await scanByClamd(names, () => [bytes]));
    const isArchive = mayBeArchive(names.at(-1) ?? '', bytes);
    if (!isArchive) {
      if (isTooLarge) miss(names, tooLarge);
      return;
    }
    if (names.length > limits.depth) return miss(names, `It lies in more than ${limits.depth} archives.`);
    await scanInside(names, bytes, { apart: isTooLarge, allowance });
  };

  const scanInside = async (
    names: readonly string[],
    bytes: Buffer,
    { apart, allowance }: { apart: boolean; allowance: Allowance },
  ): Promise<void> => {
    let jar: JarContents;
    try {
      const budget = { ...defaultArchiveLimits.jar, maxEntries: limits.entries };
      jar = openJar(bytes, [], budget, allowance);
    } catch (error) {
      return miss(names, sentenceOf(error));
    }
    for (const entry of jar.all()) {
      if (isOver()) return;
      if (entry.name.endsWith('/') && entry.size === 0) continue;
      const inner = [...names, entry.name];
      const read = readInner(jar, entry, limits);
      if ('reason' in read) {
        miss(inner, read.reason);
        // The byte budget is used up for this file and all that follow.
        if (allowance.inflatedBytes <= 0) return;
        continue;
      }
      const isLarge = read.bytes.length >= limits.apartBytes || mayBeArchive(entry.name, read.bytes);
      await examine(inner, read.bytes, { apart: apart || isLarge, allowance });
      // A stored entry shares the bytes of its archive.
      if (read.bytes.buffer !== bytes.buffer) release(read.bytes);
    }
  };

  return {
    limits,
    isOver,
    known: (name, sha256) => heldAgainstLists([name], [sha256]),
    async stream(name, pieces) {
      let whole: Hash[] | null = null;
      async function* hashed() {
        const hashes = digests();
        for await (const piece of pieces()) {
          for (const hash of hashes) hash.update(piece);
          yield piece;
        }
        whole = hashes;
      }
      const isTooLarge = await scanByClamd([name], hashed);
      // clamd is not used, or has not read the whole file.
      if (whole === null) for await (const _ of hashed());
      heldAgainstLists([name], hexOf(whole ?? []));
      miss(
        [name],
        isTooLarge ? tooLarge : `It has more than ${limits.fileBytes} bytes and was not looked into.`,
      );
    },
    async whole(name, bytes) {
      const allowance = { inflatedBytes: Math.min(limits.inflatedBytes, left.inflatedBytes) };
      const before = allowance.inflatedBytes;
      await examine([name], bytes, { apart: true, allowance });
      left.inflatedBytes -= before - Math.max(0, allowance.inflatedBytes);
    },
    report: () => ({ findings, notScanned, notScannedCount, away }),
  };
}

function hexOf(hashes: readonly Hash[]): string[] {
  return hashes.map((one) => one.digest('hex'));
}

function readInner(
  jar: JarContents,
  entry: JarEntry,
  limits: ScanLimits,
): { bytes: Buffer } | { reason: string } {
  try {
    return { bytes: jar.read(entry, limits.fileBytes) };
  } catch (error) {
    return { reason: sentenceOf(error) };
  }
}

const archiveNames = ['.jar', '.zip', '.mrpack', '.war', '.disabled'];
const zipMagic = 0x504b0304;

/**
 * Whether a file may be an archive, by its first bytes or its name: Java reads archives with other bytes before them.
 */
function mayBeArchive(name: string, bytes: Buffer): boolean {
  if (bytes.length >= 22 && bytes.readUInt32BE(0) === zipMagic) return true;
  return bytes.length >= 22 && archiveNames.some((ending) => name.toLowerCase().endsWith(ending));
}

const longestShown = 1_000;

/** The path to a file within a file of a pack, made printable. */
function shown(names: readonly string[]): string {
  return names.map(printable).join(' > ').slice(0, longestShown);
}

function sentenceOf(error: unknown): string {
  if (error instanceof RangeError) return printable(error.message);
  throw error;
}
