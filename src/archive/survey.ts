import { accountFilesIn } from './account-files.ts';
import { type StrayModFolder, strayModFolders } from './base-folder.ts';
import { judgeFileNames } from './file-names.ts';
import { onlyArchiveIn } from './inner-archive.ts';
import { judgeEntries, locateEntries } from './judge-entries.ts';
import { accountsSentence } from './left-out-warnings.ts';
import type { ArchiveLimits } from './limits.ts';
import { isLoaded } from './loaded-mods.ts';
import { readFtbFiles } from './manifests/ftb.ts';
import { type ManifestReading, manifestFileNames, readManifest } from './manifests/index.ts';
import {
  judgePaths,
  type NumberedFile,
  readCurseForgeFiles,
  readModrinthFiles,
} from './manifests/named-files.ts';
import { countMissingMods } from './missing-mods.ts';
import { warnOfReading } from './name-warnings.ts';
import { filesToFetch, type OfferedFile, offerDescribed, type SurveyedFile } from './named-files.ts';
import { archivesToSearch } from './nested-archives.ts';
import { findIcon } from './pack-icon.ts';
import { readClientNotes } from './pack-index.ts';
import { findPackMods, type PackMod } from './pack-mods.ts';
import { type PackPlace, placeInArchive, placeOf } from './pack-place.ts';
import {
  indexedEntries,
  type PackwizNamed,
  packwizFolders,
  readPackwizNamed,
  smallFilesOf,
} from './packwiz-pack.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList, firstNamed, joinProblems, type ProblemList, printable } from './problem-list.ts';
import type { LauncherManifest, ManifestKind, PackIcon, Problem } from './report.ts';
import { packEntries } from './selection.ts';
import { type ByteSource, openByteSource } from './zip/byte-source.ts';
import { readDirectory } from './zip/directory.ts';
import { readZipEnd } from './zip/end-record.ts';
import { type ArchiveEntry, isLink, type LocatedEntry } from './zip/entry.ts';
import type { NameEncoding, NameReading } from './zip/name-encoding.ts';
import { readSmallEntry } from './zip/read-entry.ts';

/** An entry, and the mod that it is or null. */
export interface SurveyedEntry extends LocatedEntry {
  mod: PackMod | null;
  /** An archive that is searched for account files: whether it is in the pack or beside it; null for all others. */
  searched: 'IN_PACK' | 'BESIDE' | null;
}

/** The facts from the central directory and the marker files, before any entry is read. */
export interface ArchiveSurvey {
  /** All entries in the order of the file. */
  entries: SurveyedEntry[];
  /** The folder that directly holds `mods/`: the empty string, or a path ending in `/`. */
  baseFolder: string;
  /** The encoding of the entries' names. */
  names: NameReading;
  /** Whether some of the entries hold accounts or passwords. */
  holdsAccounts: boolean;
  manifest: LauncherManifest | null;
  /** Its picture; null where none can be shown. */
  icon: PackIcon | null;
  warnings: Problem[];
  /** The files that have to be fetched, in the order of the pack's index. */
  named: SurveyedFile[];
  /** Files that a platform has to be asked for; the archive is then surveyed again, with what it says. */
  numbered: NumberedFile[];
}

export interface SurveyTask {
  path: string;
  limits: ArchiveLimits;
  /** The kinds of exports whose files can be fetched, none without it; others have to hold everything. */
  fetchable?: readonly ManifestKind[];
  /** Whether a catalogue is asked about jars that leave open where they work; by default none is. */
  catalogue?: boolean;
  /** Whether such jars are hashed although none is asked, for facts about single jars; by default not. */
  hashes?: boolean;
  /** The encoding in which names are wanted to be read that are not UTF-8; without it, the likeliest. */
  nameEncoding?: NameEncoding | null | undefined;
  /** The platform's answers on the numbered files, once it has been asked. */
  located?: readonly OfferedFile[];
}

export interface SurveyResult {
  problems: Problem[];
  survey: ArchiveSurvey | null;
}

/** Judges the structure of an archive, finds its base folder and reads its manifest; throws only when the file cannot be read. */
export async function surveyArchive(task: SurveyTask): Promise<SurveyResult> {
  const { path, limits } = task;
  using source = openByteSource(path);
  const problems = createProblemList(limits.problems, limits.problemBytes);
  const survey = surveySource(source, task, problems);
  return { problems: problems.found, survey: problems.found.length === 0 ? survey : null };
}

function surveySource(source: ByteSource, task: SurveyTask, problems: ProblemList): ArchiveSurvey | null {
  const { limits } = task;
  const end = readZipEnd(source, problems);
  if (end === null) return null;
  const directory = readDirectory(source, end, limits, problems, { encoding: task.nameEncoding ?? null });
  if (directory === null) return null;
  const { entries: listed } = directory;
  const sameButCase = judgeEntries(listed, limits, problems);
  const entries = locateEntries(listed, end.prepended, end.directoryOffset, problems);
  if (problems.found.length > 0) return null;

  const place = placeOf(source, entries, limits);
  const { baseFolder, packwiz } = place;
  const whole = packEntries(entries, baseFolder);
  const read = smallFilesOf(source, entries, limits);
  const pack = packwiz === null ? whole : indexedEntries(whole, packwiz, read, limits.entries);
  const warnings = createProblemList<WarningCode>(limits.warnings, limits.problemBytes);
  warnOfReading(directory, task.nameEncoding ?? null, warnings);
  const accountFiles = accountFilesIn(entries, limits);
  warnOfAccounts(accountFiles, pack, warnings);
  judgeFileNames(entries, baseFolder, sameButCase, { problems, warnings });
  const open = findMarkers(source, entries, place, limits, warnings);
  const found = readManifest(open, limits.manifestFiles);
  const reading = namedAsInArchive(found, place);
  const told = { problems, warnings };
  const { fetchable = [], located } = task;
  const described = packwiz && readPackwizNamed(packwiz, pack, read, { located, limits, told });
  const isFetched = fetchable.includes('PACKWIZ');
  const exported = described ? (isFetched ? described : null) : readExport(open, found.manifest, task, told);
  const named = filesToFetch(exported?.offered ?? [], pack);
  const numbered = exported?.numbered ?? [];
  const mods = findPackMods<ArchiveEntry | OfferedFile>(
    [...pack, ...named.map((file) => ({ entry: file, name: file.path }))],
    limits,
    problems,
    readClientNotes(whole, (entry) => readSmallEntry(source, entry), limits),
  );
  const missing =
    exported !== null
      ? 0
      : described
        ? countDescribed(described, pack)
        : countMissingMods(found, pack, limits);
  if (missing > 0) addMissingMods(missing, reading.manifest, problems);
  else if (numbered.length === 0 && problems.found.length === 0 && !hasLoadable(mods, found.manifest))
    addNoMods(entries, problems);
  const searched = archivesToSearch(entries, limits);
  const inPack = new Set<ArchiveEntry>(pack.map(({ entry }) => entry));
  return {
    entries: entries.map((entry) => ({
      ...entry,
      mod: mods.get(entry) ?? null,
      searched: !searched.has(entry) ? null : inPack.has(entry) ? 'IN_PACK' : 'BESIDE',
    })),
    baseFolder,
    names: directory.names,
    holdsAccounts: accountFiles.length > 0,
    manifest: reading.manifest,
    icon:
      problems.found.length > 0 ? null : findIcon(source, entries, place, { manifest: found.manifest, open }),
    named: named.map((file) => ({ ...file, mod: mods.get(file) ?? null })),
    numbered,
    warnings: joinProblems([warnings.found, reading.warnings], limits.warnings, limits.problemBytes),
  };
}

/** Warns of account files beside the pack; those in it are told with each server pack, from which they stay out. */
function warnOfAccounts(
  found: readonly ArchiveEntry[],
  pack: readonly { entry: ArchiveEntry }[],
  warnings: ProblemList<WarningCode>,
): void {
  const inPack = new Set(pack.map(({ entry }) => entry));
  const beside = found.filter((entry) => !inPack.has(entry)).map(({ name }) => name);
  if (beside.length > 0) warnings.add('ACCOUNT_FILES_FOUND', accountsSentence(beside), beside[0]);
}

/** Whether the modloader that the pack's manifest names finds one of the jars; without a name any of them counts. */
function hasLoadable(mods: ReadonlyMap<unknown, PackMod>, manifest: LauncherManifest | null): boolean {
  if (!manifest?.modloader || !manifest.gameVersion) return mods.size > 0;
  const { modloader, gameVersion, modloaderVersion } = manifest;
  const run = { modloader, gameVersion, modloaderVersion: modloaderVersion ?? '' };
  return mods.values().some((mod) => isLoaded(mod, run));
}

/** The number of files that a packwiz pack needs fetched. */
function countDescribed({ offered, numbered }: PackwizNamed, pack: readonly { name: string }[]): number {
  return numbered.length + filesToFetch(offered, pack).length;
}

/** The files that an export names; null when files of its kind cannot be fetched. */
function readExport(
  open: (name: string) => Uint8Array | null,
  manifest: LauncherManifest | null,
  { fetchable = [], located, limits }: SurveyTask,
  told: { problems: ProblemList; warnings: ProblemList<WarningCode> },
): { offered: readonly OfferedFile[]; numbered: NumberedFile[] } | null {
  // In an installed pack the installer has dealt with the files of its index.
  if (!manifest?.file.startsWith('../') || !fetchable.includes(manifest.kind)) return null;
  const bytes = open(manifest.file);
  if (bytes === null) return null;
  if (manifest.kind === 'MODRINTH') {
    const files = readModrinthFiles(bytes, limits, told);
    return { offered: files.map((file) => ({ ...file, refusal: null })), numbered: [] };
  }
  if (manifest.kind === 'FTB') {
    const described = readFtbFiles(bytes, limits, told.problems);
    const { offered, numbered } = offerDescribed(described, located);
    return { offered: judgePaths(offered, limits, told), numbered };
  }
  if (located === undefined) return { offered: [], numbered: readCurseForgeFiles(bytes, limits, told) };
  return { offered: judgePaths(located, limits, told), numbered: [] };
}

/** The launcher's manifest in an archive, whatever else may be wrong with it; null without one. */
export function readArchiveManifest({ path, limits }: SurveyTask): LauncherManifest | null {
  using source = openByteSource(path);
  const aside = createProblemList(1, limits.problemBytes);
  const end = readZipEnd(source, aside);
  const directory = end === null ? null : readDirectory(source, end, limits, aside);
  if (end === null || directory === null) return null;
  const entries = locateEntries(directory.entries, end.prepended, end.directoryOffset, aside);
  if (aside.found.length > 0) return null;
  const place = placeOf(source, entries, limits);
  const open = findMarkers(source, entries, place, limits, createProblemList<WarningCode>(1));
  return readManifest(open, limits.manifestFiles).manifest;
}

/** The marker files with their names in the archive. */
function namedAsInArchive(reading: ManifestReading, place: PackPlace): ManifestReading {
  const entryOf = (marker: string) => placeInArchive(place, marker) ?? marker;
  return {
    ...reading,
    manifest: reading.manifest && { ...reading.manifest, file: entryOf(reading.manifest.file) },
    warnings: reading.warnings.map((warning) => ({
      ...warning,
      entry: warning.entry === null ? null : entryOf(warning.entry),
    })),
  };
}

/**
 * Opens the marker files by their path relative to the base folder; those of the folder above begin with `../`. Their
 * contents are read when they are asked for, as they may be large and one of them is enough.
 */
function findMarkers(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  pack: PackPlace,
  limits: ArchiveLimits,
  warnings: ProblemList<WarningCode>,
): (name: string) => Uint8Array | null {
  const places = new Map<string, string>();
  for (const name of manifestFileNames) {
    const place = placeInArchive(pack, name);
    if (place !== null) places.set(place, name);
  }
  const found = new Map<string, LocatedEntry>();
  for (const entry of entries) {
    const marker = places.get(entry.name);
    if (marker === undefined || isLink(entry)) continue;
    if (Math.max(entry.size, entry.compressedSize) > limits.manifestBytes) {
      const error = `"${printable(entry.name)}" has ${entry.size} bytes and was not read; at most ${limits.manifestBytes} are.`;
      warnings.add('MANIFEST_TOO_LARGE', error, entry.name);
    } else found.set(marker, entry);
  }
  return (name) => {
    const entry = found.get(name);
    return entry === undefined ? null : readSmallEntry(source, entry);
  };
}

const exportAdvice: Readonly<Partial<Record<ManifestKind, string>>> = {
  CURSEFORGE_EXPORT:
    'This is a CurseForge export; its mods can be fetched only where the operator has set CURSEFORGE_API_KEY. Install the pack in a launcher, then zip the folder of the installed instance, the one with mods/ in it, and upload that.',
  FTB: 'This is what FTB tells of a modpack, and this service does not fetch mods. Install the pack in the FTB App, then zip the folder of the instance, and upload that.',
  PACKWIZ:
    'This is a packwiz pack, and this service does not fetch mods. Install it with packwiz-installer, then zip the folder with mods/ in it, and upload that.',
  MODRINTH:
    'This is a Modrinth pack, and this service does not fetch mods. Install it in a launcher, then zip the folder of the installed instance, the one with mods/ in it, and upload that.',
};

function addMissingMods(count: number, manifest: LauncherManifest | null, problems: ProblemList): void {
  const advice =
    (manifest === null ? undefined : exportAdvice[manifest.kind]) ??
    'Zip the folder of the installed pack, the one with mods/ in it, and upload that.';
  problems.add(
    'MODS_NOT_INCLUDED',
    `The archive lacks ${count} of the mods that the pack names: a launcher has to download them. ${advice}`,
    manifest?.file,
  );
}

function addNoMods(entries: readonly ArchiveEntry[], problems: ProblemList): void {
  const inner = onlyArchiveIn(entries);
  if (inner !== null) {
    const error = `The archive holds nothing but "${printable(inner.name)}". Upload that file itself.`;
    problems.add('ARCHIVE_IN_ARCHIVE', error, inner.name);
    return;
  }
  const names = entries.map(({ name }) => name);
  const packs = packwizFolders(names);
  if (packs.length > 1) {
    const error = `The archive has several packwiz packs, in ${firstNamed(packs)}. Zip the folder of one of them, and upload that.`;
    problems.add('NO_MODS', error);
    return;
  }
  const [place] = strayModFolders(names);
  problems.add('NO_MODS', `No jar lies in the mods/ folder of the pack. ${placeHint(place)}`);
}

function placeHint(place: StrayModFolder | undefined): string {
  if (place === undefined || place.parent + place.folder === 'mods')
    return 'Zip the folder of the installed pack, the one with mods/ in it.';
  const { parent, folder } = place;
  if (folder !== 'mods')
    return `The folder "${printable(parent + folder)}" has jars, but it has to be called mods.`;
  return `A folder mods/ with jars is in "${printable(parent.slice(0, -1))}"; zip what is in that folder.`;
}
