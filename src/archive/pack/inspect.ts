import { crc32 } from 'node:zlib';
import type { ArchiveLimits } from '../limits.ts';
import type { ProblemCode } from '../problem-codes.ts';
import { createProblemList, type ProblemList, printable } from '../problem-list.ts';
import type { Problem } from '../report.ts';
import { isZipMod } from '../selection/base-folder.ts';
import { type ByteSource, openByteSource } from '../zip/byte-source.ts';
import type { LocatedEntry } from '../zip/entry.ts';
import { inflateStream, inflateWhole, methodStored, release } from '../zip/inflate.ts';
import { compareLocalHeader, hex, localHeaderLength, localHeaderSize } from '../zip/local-header.ts';
import { createReadWindow, type ReadWindow } from '../zip/read-window.ts';
import { namesAccounts } from './account-files.ts';
import { readJar } from './inventory.ts';
import { claimsOfNote } from './pack-index.ts';
import type { PackMod } from './pack-mods.ts';
import type { SurveyedEntry } from './survey.ts';
import { asMod, type InspectedMod, withHash } from './unclear-jars.ts';

/** A slice of an archive's entries to verify, in file order. */
export interface InspectTask {
  path: string;
  entries: SurveyedEntry[];
  limits: ArchiveLimits;
  /** Whether jars of unclear side are hashed, for a catalogue or for facts about single jars; by default not. */
  hashes?: boolean;
}

export interface InspectResult {
  problems: Problem[];
  /** The jars of the slice that a loader would find, in file order. */
  mods: InspectedMod[];
  /** The inner archives of the slice that hold account files, in file order. */
  accountArchives?: AccountArchive[];
}

/** An inner archive that holds account files. */
type AccountArchive = Pick<SurveyedEntry, 'name' | 'headerOffset' | 'searched'>;

/** Progress of a slice, in compressed bytes and in entries. */
export interface SliceProgress {
  bytesDone: number;
  entriesDone: number;
}

const progressStep = 64 * 1024 * 1024;
const streamPiece = 1024 * 1024;

/**
 * Verifies every entry of a slice by inflating it once, and reads its mods; throws only when the file cannot be read.
 */
export async function inspectEntries(
  { path, entries, limits, hashes = false }: InspectTask,
  onProgress: (progress: SliceProgress) => void = () => {},
): Promise<InspectResult> {
  using source = openByteSource(path);
  const window = createReadWindow(source, entries.at(-1)?.regionEnd ?? 0);
  const problems = createProblemList(limits.problems, limits.problemBytes);
  const mods: InspectedMod[] = [];
  const accountArchives: AccountArchive[] = [];
  const progress = { bytesDone: 0, entriesDone: 0 };
  let reported = 0;
  /** Reports progress at intervals, also within a large entry. */
  const advance = (bytesOfEntry: number) => {
    const bytesDone = progress.bytesDone + bytesOfEntry;
    if (bytesDone - reported < progressStep && progress.entriesDone < entries.length) return;
    reported = bytesDone;
    onProgress({ ...progress, bytesDone });
  };
  const inspection = {
    source,
    window,
    limits,
    problems,
    hashes,
    onBytes: advance,
    accountArchives,
  };
  for (const entry of entries) {
    if (problems.found.length >= limits.problems) break;
    const dataOffset = judgeLocalHeader(window, entry, problems);
    if (dataOffset !== null) {
      const found = await inspectData(inspection, entry, dataOffset);
      if (found !== null) mods.push(found);
    }
    progress.bytesDone += entry.compressedSize;
    progress.entriesDone += 1;
    advance(0);
  }
  return { problems: problems.found, mods, accountArchives };
}

/** Offset of an entry's data; null after a reported problem. */
function judgeLocalHeader(window: ReadWindow, entry: LocatedEntry, problems: ProblemList): number | null {
  const room = entry.regionEnd - entry.headerOffset;
  const length = localHeaderLength(window.take(entry.headerOffset, localHeaderSize));
  if (length === null) {
    add(problems, 'LOCAL_HEADER_MISMATCH', entry, 'has no local header where the central directory says');
    return null;
  }
  if (length + entry.compressedSize > room) {
    add(
      problems,
      'OVERLAPPING_ENTRIES',
      entry,
      `needs ${length + entry.compressedSize} bytes, but only ${room} are its own`,
    );
    return null;
  }
  const contradiction = compareLocalHeader(window.take(entry.headerOffset, length), entry);
  if (contradiction !== null) {
    add(problems, 'LOCAL_HEADER_MISMATCH', entry, `has a local header that ${contradiction}`);
    return null;
  }
  return entry.headerOffset + length;
}

interface Inspection {
  source: ByteSource;
  window: ReadWindow;
  limits: ArchiveLimits;
  problems: ProblemList;
  hashes: boolean;
  /** Called while the data of a large entry is read, with the bytes read so far. */
  onBytes: (bytesOfEntry: number) => void;
  accountArchives: AccountArchive[];
}

/** Verifies the data of one entry; returns its mod, if the entry is a sound one. */
async function inspectData(
  inspection: Inspection,
  entry: SurveyedEntry,
  dataOffset: number,
): Promise<InspectedMod | null> {
  const { limits } = inspection;
  const { mod, searched } = entry;
  const largest = Math.max(entry.size, entry.compressedSize);
  if (largest > (mod === null && searched === null ? limits.wholeEntryBytes : limits.jarBytes)) {
    const sound = await verifyAsStream(inspection, entry, dataOffset);
    if (!sound || mod === null || isZipMod(mod.file)) return null;
    const note = `The jar has ${entry.size} bytes; only jars of up to ${limits.jarBytes} bytes are read.`;
    return { file: mod.file, size: entry.size, descriptors: [], note };
  }
  return verifyWhole(inspection, entry, dataOffset);
}

function verifyWhole(
  { window, limits, problems, hashes, accountArchives }: Inspection,
  entry: SurveyedEntry,
  dataOffset: number,
): InspectedMod | null {
  const data = window.take(dataOffset, entry.compressedSize);
  const result = entry.method === methodStored ? { bytes: data } : inflateWhole(data, entry.size);
  if (window.isOwned(data.length) && entry.method !== methodStored) release(data);
  if ('fault' in result) {
    add(problems, result.fault.code, entry, result.fault.reason);
    return null;
  }
  const { bytes } = result;
  const { mod, name, headerOffset, searched } = entry;
  const sound = judgeCrc(crc32(bytes), entry, problems);
  const holdsAccounts = sound && searched !== null && namesAccounts(bytes, limits);
  if (holdsAccounts) accountArchives.push({ name, headerOffset, searched });
  // An archive with accounts is no mod: as a mod, its side could include it in the server pack.
  const read = sound && mod !== null && !holdsAccounts ? asMod(readMod(bytes, entry, mod, limits)) : null;
  const found = read !== null && hashes ? withHash(read, bytes) : read;
  if (entry.method !== methodStored || window.isOwned(data.length)) release(bytes);
  return found;
}

function readMod(bytes: Buffer, { size }: LocatedEntry, mod: PackMod, { jar }: ArchiveLimits): InspectedMod {
  const { file, note, ...share } = mod;
  const claims = claimsOfNote(note, bytes);
  return { file, size, ...readJar(bytes, { ...jar, ...share }), ...(claims.length > 0 && { claims }) };
}

async function verifyAsStream(
  { source, problems, onBytes }: Inspection,
  entry: LocatedEntry,
  dataOffset: number,
): Promise<boolean> {
  const pieces = readPieces(source, dataOffset, entry.compressedSize, onBytes);
  if (entry.method === methodStored) {
    let crc = 0;
    for (const piece of pieces) crc = crc32(piece, crc);
    return judgeCrc(crc, entry, problems);
  }
  const result = await inflateStream(pieces, entry.compressedSize, entry.size);
  if ('crc32' in result) return judgeCrc(result.crc32, entry, problems);
  add(problems, result.fault.code, entry, result.fault.reason);
  return false;
}

function* readPieces(
  source: ByteSource,
  offset: number,
  length: number,
  onBytes: (done: number) => void,
): Generator<Buffer> {
  for (let done = 0; done < length; done += streamPiece) {
    onBytes(done);
    yield source.read(offset + done, Math.min(streamPiece, length - done));
  }
}

function judgeCrc(crc: number, entry: LocatedEntry, problems: ProblemList): boolean {
  if (crc === entry.crc32) return true;
  add(
    problems,
    'CRC_MISMATCH',
    entry,
    `has CRC-32 ${hex(crc)}, but ${hex(entry.crc32)} is stated. The file is damaged`,
  );
  return false;
}

function add(problems: ProblemList, code: ProblemCode, entry: LocatedEntry, fault: string): void {
  problems.add(code, `"${printable(entry.name)}" ${fault}.`, entry.name);
}
