import type { ArchiveLimits } from '../limits.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import {
  type ArchiveEntry,
  flagEncrypted,
  flagMaskedHeaders,
  flagStrongEncryption,
  isFolder,
  isLink,
  type LocatedEntry,
  unixType,
} from './entry.ts';
import { collisionKey, foldersOf, judgeName } from './entry-names.ts';
import { methodDeflated, methodStored } from './inflate.ts';
import { localHeaderSize } from './local-header.ts';

const dosFolder = 0x10;
const fileTypes = { regular: 0x8000, folder: 0x4000 } as const;

const methodNames: Readonly<Record<number, string>> = {
  1: 'shrink',
  6: 'implode',
  9: 'deflate64',
  12: 'bzip2',
  14: 'lzma',
  19: 'lz77',
  20: 'zstd',
  93: 'zstd',
  94: 'mp3',
  95: 'xz',
  96: 'jpeg',
  97: 'wavpack',
  98: 'ppmd',
  99: 'AES encryption',
};

/** Checks of one entry by the central directory alone; the name is checked separately. */
const entryJudgements = [judgeKind, judgeEncryption, judgeMethod, judgeSizes] as const;

/** Judges all entries by the central directory, before any data is read; returns the pairs that differ only by case. */
export function judgeEntries(
  entries: readonly ArchiveEntry[],
  limits: ArchiveLimits,
  problems: ProblemList,
): SameButCase[] {
  const named: ArchiveEntry[] = [];
  for (const entry of entries) {
    if (judgeEntryName(entry, limits, problems)) named.push(entry);
    for (const judge of entryJudgements) judge(entry, limits, problems);
  }
  judgeTotals(entries, limits, problems);
  return judgeCollisions(named, problems);
}

/** The entries in file order, each with the end of its region; reports entries that lie outside or overlap. */
export function locateEntries(
  entries: readonly ArchiveEntry[],
  start: number,
  directoryOffset: number,
  problems: ProblemList,
): LocatedEntry[] {
  const sorted = [...entries].sort((one, other) => one.headerOffset - other.headerOffset);
  return sorted.map((entry, index) => {
    const next = sorted[index + 1];
    const regionEnd = next === undefined ? directoryOffset : Math.min(next.headerOffset, directoryOffset);
    const dataEnd = entry.headerOffset + localHeaderSize + entry.compressedSize;
    if (entry.headerOffset < start || dataEnd > directoryOffset)
      add(problems, 'ENTRY_OUT_OF_BOUNDS', entry, 'lies outside the part of the file that holds entries');
    else if (dataEnd > regionEnd)
      add(problems, 'OVERLAPPING_ENTRIES', entry, `shares bytes with "${printable(next?.name ?? '')}"`);
    return { ...entry, regionEnd };
  });
}

/** Whether the name is harmless; only harmless names are compared with the others. */
function judgeEntryName(entry: ArchiveEntry, limits: ArchiveLimits, problems: ProblemList): boolean {
  const fault = judgeName(entry.name, limits);
  if (fault !== null) add(problems, fault.code, entry, fault.fault);
  return fault === null;
}

function judgeKind(entry: ArchiveEntry, _limits: ArchiveLimits, problems: ProblemList): void {
  const type = unixType(entry);
  // The link's path within the pack, judged later, decides whether the link matters.
  if (isLink(entry)) return;
  if (type !== 0 && type !== fileTypes.regular && type !== fileTypes.folder)
    add(problems, 'SPECIAL_FILE', entry, 'is a device, a pipe or a socket');
  else if (!isFolder(entry) && (type === fileTypes.folder || (entry.attributes & dosFolder) !== 0))
    add(problems, 'AMBIGUOUS_ENTRY', entry, 'is a file by its name, but a folder by its attributes');
  if (isFolder(entry) && entry.size > 0)
    add(problems, 'FOLDER_WITH_DATA', entry, `is a folder, but has ${entry.size} bytes of contents`);
}

function judgeEncryption(entry: ArchiveEntry, _limits: ArchiveLimits, problems: ProblemList): void {
  if ((entry.flags & (flagEncrypted | flagStrongEncryption | flagMaskedHeaders)) !== 0)
    add(problems, 'ENCRYPTED_ENTRY', entry, 'is encrypted; zip the folder without a password');
}

function judgeMethod(entry: ArchiveEntry, _limits: ArchiveLimits, problems: ProblemList): void {
  if (entry.method === methodStored || entry.method === methodDeflated) return;
  const name = methodNames[entry.method] ?? `method ${entry.method}`;
  add(
    problems,
    'UNSUPPORTED_COMPRESSION',
    entry,
    `is compressed with ${name}; zip the folder with the usual method, deflate`,
  );
}

function judgeSizes(entry: ArchiveEntry, limits: ArchiveLimits, problems: ProblemList): void {
  if (entry.method === methodStored && entry.size !== entry.compressedSize)
    add(
      problems,
      'SIZE_MISMATCH',
      entry,
      `is stored in ${entry.compressedSize} bytes, but stated to have ${entry.size}`,
    );
  if (entry.size > limits.entryBytes)
    add(
      problems,
      'ENTRY_TOO_LARGE',
      entry,
      `has ${entry.size} bytes once inflated; at most ${limits.entryBytes} are allowed`,
    );
  else if (isRatioTooHigh(entry.size, entry.compressedSize, limits))
    add(
      problems,
      'RATIO_TOO_HIGH',
      entry,
      `inflates ${entry.compressedSize} bytes to ${entry.size}, more than ${limits.ratio} times`,
    );
}

function judgeTotals(entries: readonly ArchiveEntry[], limits: ArchiveLimits, problems: ProblemList): void {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const compressedSize = entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
  if (size > limits.totalBytes)
    problems.add(
      'ARCHIVE_TOO_LARGE',
      `All entries together have ${size} bytes once inflated; at most ${limits.totalBytes} are allowed.`,
    );
  else if (isRatioTooHigh(size, compressedSize, limits))
    problems.add(
      'RATIO_TOO_HIGH',
      `The archive inflates ${compressedSize} bytes to ${size}, more than ${limits.ratio} times.`,
    );
}

function isRatioTooHigh(size: number, compressedSize: number, limits: ArchiveLimits): boolean {
  return size > limits.ratioFreeBytes && size > compressedSize * limits.ratio;
}

/** Two files whose names differ only by case, in the order of the archive. */
export type SameButCase = readonly [first: string, other: string];

/**
 * Reports two files with one name, and a file in the path of another entry's folder. A folder may be named twice. Files
 * that differ only by case are no problem yet, since most servers keep both.
 */
export function judgeCollisions(
  entries: readonly Pick<ArchiveEntry, 'name'>[],
  problems: ProblemList,
): SameButCase[] {
  // Making the keys is the main cost here.
  const keyed = entries.map((entry) => ({ entry, key: collisionKey(entry.name) }));
  const files = new Map<string, string>();
  const names = new Set<string>();
  const sameButCase: SameButCase[] = [];
  for (const { entry, key } of keyed) {
    if (isFolder(entry)) continue;
    const { name } = entry;
    const other = files.get(key);
    if (other === undefined) files.set(key, name);
    else if (!names.has(name) && other.toLowerCase() === name.toLowerCase()) sameButCase.push([other, name]);
    else addCollision(problems, entry, other);
    names.add(name);
  }
  const folders = new Set<string>();
  for (const { entry, key } of keyed) {
    for (const folder of foldersOf(isFolder(entry) ? `${key}/` : key)) {
      if (folders.has(folder)) break;
      folders.add(folder);
      const file = files.get(folder);
      if (file !== undefined)
        add(problems, 'NAME_COLLISION', entry, `needs a folder where "${printable(file)}" is a file`);
    }
  }
  return sameButCase;
}

/** Reports that another file has the entry's name. */
export function addCollision(problems: ProblemList, entry: Pick<ArchiveEntry, 'name'>, other: string): void {
  add(problems, 'NAME_COLLISION', entry, `has the same name as "${printable(other)}" on some systems`);
}

function add(
  problems: ProblemList,
  code: Parameters<ProblemList['add']>[0],
  entry: Pick<ArchiveEntry, 'name'>,
  fault: string,
): void {
  problems.add(code, `"${printable(entry.name)}" ${fault}.`, entry.name);
}
