import { defaultArchiveLimits } from '../limits.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList } from '../problem-list.ts';
import type { ModFile, Problem } from '../report.ts';
import { type PackEntry, packEntries } from '../selection/selection.ts';
import { openByteSource } from '../zip/byte-source.ts';
import type { ArchiveEntry } from '../zip/entry.ts';
import { judgeName } from '../zip/entry-names.ts';
import { judgeCollisions } from '../zip/judge-entries.ts';
import { formerReading, type NameEncoding, type NameReading } from '../zip/name-encoding.ts';
import { listArchive } from './pack-files.ts';
import { indexedEntries, packwizAt, smallFilesOf } from './packwiz-pack.ts';

/** The pack in an archive that has passed its check. */
export interface NamedPack {
  /** All entries of the archive. */
  entries: ArchiveEntry[];
  /** The entries in the base folder. */
  pack: PackEntry[];
  /** The pack's inventory, with the pack's names of the files. */
  mods: ModFile[];
  /** Warnings where the requested encoding was not followed. */
  warnings: Problem[];
}

/** The check's results about names. */
export interface CheckedNames {
  baseFolder: string;
  names?: NameReading | undefined;
}

/**
 * Opens a pack with its names as in the check, or in the run's encoding. Names that are invalid or unsafe in that
 * encoding keep the check's form.
 */
export function openNamedPack(
  archivePath: string,
  { baseFolder, names: reading = formerReading }: CheckedNames,
  mods: readonly ModFile[],
  requested: NameEncoding | null,
): NamedPack {
  const { entries } = listArchive(archivePath, { reading });
  const whole = packEntries(entries, baseFolder);
  const indexed = asIndexed(archivePath, entries, baseFolder, whole);
  const pack = indexed ?? whole;
  const asChecked = { entries, pack, mods: [...mods], warnings: [] };
  // The index of a packwiz pack refers to names in the check's encoding.
  if (indexed !== null || requested === null || reading.encoding === null || reading.encoding === requested)
    return asChecked;
  const { entries: renamed, names: found } = listArchive(archivePath, {
    encoding: requested,
    backslashes: reading.backslashes,
  });
  if (found.encoding !== requested || !areFit(renamed))
    return { ...asChecked, warnings: [notFollowed(requested, reading.encoding)] };
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

/** The entries listed in the index of a packwiz pack; null for other packs. */
function asIndexed(
  archivePath: string,
  entries: readonly ArchiveEntry[],
  baseFolder: string,
  whole: readonly PackEntry[],
): PackEntry[] | null {
  using source = openByteSource(archivePath);
  const read = smallFilesOf(source, entries, defaultArchiveLimits);
  const names = entries.map(({ name }) => name);
  const location = packwizAt(names, baseFolder, read);
  return location && indexedEntries(whole, location, read, Number.POSITIVE_INFINITY);
}

const modsFolder = 'mods/';

function fileRenamed(file: string, newNames: ReadonlyMap<string, string>): string {
  return (newNames.get(modsFolder + file) ?? modsFolder + file).slice(modsFolder.length);
}

/**
 * The base folder in the other encoding. Its depth stays the same, since no encoding has a slash within a character.
 */
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

/** Whether the names pass the same rules as in a check. */
function areFit(entries: readonly ArchiveEntry[]): boolean {
  const problems = createProblemList(1);
  judgeCollisions(entries, problems);
  return (
    problems.found.length === 0 && entries.every(({ name }) => judgeName(name, defaultArchiveLimits) === null)
  );
}

function notFollowed(requested: NameEncoding, encoding: NameEncoding): Problem & { code: WarningCode } {
  return {
    code: 'NAMES_DECODED',
    error: `nameEncoding ${requested} does not fit all names of the archive, which were read as ${encoding}.`,
    entry: null,
  };
}
