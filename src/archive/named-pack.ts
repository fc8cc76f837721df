import { judgeName } from './entry-names.ts';
import { judgeCollisions } from './judge-entries.ts';
import { defaultArchiveLimits } from './limits.ts';
import { listArchive } from './pack-files.ts';
import { indexedEntries, packwizAt, smallFilesOf } from './packwiz-pack.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList } from './problem-list.ts';
import type { ModFile, Problem } from './report.ts';
import { type PackEntry, packEntries } from './selection.ts';
import { openByteSource } from './zip/byte-source.ts';
import type { ArchiveEntry } from './zip/entry.ts';
import { formerReading, type NameEncoding, type NameReading } from './zip/name-encoding.ts';

/** The pack in an archive that has passed its check. */
export interface NamedPack {
  /** All entries of the archive. */
  entries: ArchiveEntry[];
  /** The entries of its base folder. */
  pack: PackEntry[];
  /** Its inventory, as the pack names the files. */
  mods: ModFile[];
  /** Warnings about wishes that were not followed. */
  warnings: Problem[];
}

/** The check's results about names. */
export interface CheckedNames {
  baseFolder: string;
  names?: NameReading | undefined;
}

/**
 * Opens a pack with its names as the check read them, or in the encoding of the run. Names that are invalid or unsafe
 * in that encoding stay as they were checked.
 */
export function openNamedPack(
  archivePath: string,
  { baseFolder, names: reading = formerReading }: CheckedNames,
  mods: readonly ModFile[],
  wish: NameEncoding | null,
): NamedPack {
  const { entries } = listArchive(archivePath, { reading });
  const whole = packEntries(entries, baseFolder);
  const indexed = asIndexed(archivePath, entries, baseFolder, whole);
  const pack = indexed ?? whole;
  const asChecked = { entries, pack, mods: [...mods], warnings: [] };
  // The index of a packwiz pack means the names that it was checked with.
  if (indexed !== null || wish === null || reading.encoding === null || reading.encoding === wish)
    return asChecked;
  const { entries: renamed, names: found } = listArchive(archivePath, {
    encoding: wish,
    backslashes: reading.backslashes,
  });
  if (found.encoding !== wish || !areFit(renamed))
    return { ...asChecked, warnings: [notFollowed(wish, reading.encoding)] };
  const packRenamed = packEntries(renamed, folderRenamed(baseFolder, entries, renamed));
  const nameAt = new Map(packRenamed.map(({ entry, name }) => [entry.headerOffset, name]));
  const newNames = new Map(pack.map(({ entry, name }) => [name, nameAt.get(entry.headerOffset) ?? name]));
  return {
    entries: renamed,
    pack: packRenamed,
    mods: mods.map((mod) => ({ ...mod, file: fileRenamed(mod.file, newNames) })),
    warnings: [],
  };
}

/** The entries that the index of a packwiz pack names; null where the pack is another one. */
function asIndexed(
  archivePath: string,
  entries: readonly ArchiveEntry[],
  baseFolder: string,
  whole: readonly PackEntry[],
): PackEntry[] | null {
  using source = openByteSource(archivePath);
  const read = smallFilesOf(source, entries, defaultArchiveLimits);
  const names = entries.map(({ name }) => name);
  const place = packwizAt(names, baseFolder, read);
  return place && indexedEntries(whole, place, read, Number.POSITIVE_INFINITY);
}

const modsFolder = 'mods/';

function fileRenamed(file: string, newNames: ReadonlyMap<string, string>): string {
  return (newNames.get(modsFolder + file) ?? modsFolder + file).slice(modsFolder.length);
}

/** The base folder by its other name: no encoding has a slash within a character, so it is as deep. */
function folderRenamed(
  baseFolder: string,
  entries: readonly ArchiveEntry[],
  renamed: readonly ArchiveEntry[],
): string {
  const index = entries.findIndex(({ name }) => name.startsWith(baseFolder));
  const depth = baseFolder.split('/').length - 1;
  const parts = (renamed[index]?.name ?? '').split('/').slice(0, depth);
  return parts.map((part) => `${part}/`).join('');
}

/** Whether the names pass as those do that a check reads. */
function areFit(entries: readonly ArchiveEntry[]): boolean {
  const problems = createProblemList(1);
  judgeCollisions(entries, problems);
  return (
    problems.found.length === 0 && entries.every(({ name }) => judgeName(name, defaultArchiveLimits) === null)
  );
}

function notFollowed(wish: NameEncoding, encoding: NameEncoding): Problem & { code: WarningCode } {
  return {
    code: 'NAMES_DECODED',
    error: `nameEncoding ${wish} does not fit all names of the archive, which were read as ${encoding}.`,
    entry: null,
  };
}
