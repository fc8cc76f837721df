import type { ArchiveLimits } from '../limits.ts';
import type { AuthorsStart } from '../manifests/authors-start.ts';
import { readFtbFiles } from '../manifests/ftb.ts';
import { type ManifestReading, manifestFileNames, readManifest } from '../manifests/index.ts';
import {
  judgePaths,
  type NumberedFile,
  readCurseForgeFiles,
  readModrinthFiles,
} from '../manifests/read-named-files.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, firstNamed, joinProblems, type ProblemList, printable } from '../problem-list.ts';
import type { LauncherManifest, ManifestKind, PackIcon, Problem } from '../report.ts';
import { isolatedFolders, isZipMod, type StrayModFolder, strayModFolders } from '../selection/base-folder.ts';
import { accountsSentence } from '../selection/exclusion-warnings.ts';
import { archivesToSearch } from '../selection/nested-archives.ts';
import { packEntries } from '../selection/selection.ts';
import { isLoaded } from '../sides/loaded-mods.ts';
import { type ByteSource, openByteSource } from '../zip/byte-source.ts';
import { readDirectory } from '../zip/directory.ts';
import { readZipEnd } from '../zip/end-record.ts';
import { type ArchiveEntry, isLink, type LocatedEntry } from '../zip/entry.ts';
import { judgeEntries, locateEntries } from '../zip/judge-entries.ts';
import type { NameEncoding, NameReading } from '../zip/name-encoding.ts';
import { readSmallEntry } from '../zip/read-entry.ts';
import { accountFilesIn } from './account-files.ts';
import { judgeFileNames } from './file-names.ts';
import { onlyArchiveIn } from './inner-archive.ts';
import { findInstaller, type Installer, installerSentence } from './installers.ts';
import { countMissingMods } from './missing-mods.ts';
import { warnOfReading } from './name-warnings.ts';
import { filesToFetch, type OfferedFile, offerDescribed, type SurveyedFile } from './offered-files.ts';
import { findIcon } from './pack-icon.ts';
import { readClientNotes } from './pack-index.ts';
import { locatePack, type PackLocation, pathInArchive } from './pack-location.ts';
import { findPackMods, type PackMod } from './pack-mods.ts';
import {
  indexedEntries,
  type PackwizNamed,
  packwizFolders,
  readPackwizNamed,
  smallFilesOf,
} from './packwiz-pack.ts';
import { versionFiles } from './version-files.ts';

/** An entry with its mod, or null. */
export interface SurveyedEntry extends LocatedEntry {
  mod: PackMod | null;
  /**
   * For an archive that is searched for account files: whether it is in the pack or beside it. Null for all other
   * entries.
   */
  searched: 'IN_PACK' | 'BESIDE' | null;
}

/** The facts from the central directory and the marker files, before any entry is read. */
export interface ArchiveSurvey extends AuthorsStart {
  /** All entries in file order. */
  entries: SurveyedEntry[];
  /** The folder that directly holds `mods/`: the empty string, or a path ending in `/`. */
  baseFolder: string;
  /** The encoding of the entries' names. */
  names: NameReading;
  /** Whether some entries hold accounts or passwords. */
  holdsAccounts: boolean;
  manifest: LauncherManifest | null;
  /** The pack's picture, if one can be shown. */
  icon: PackIcon | null;
  warnings: Problem[];
  /** The files to fetch, in the order of the pack's index. */
  named: SurveyedFile[];
  /** Files that a platform has to locate; the archive is then surveyed again with the answers. */
  numbered: NumberedFile[];
}

export interface SurveyTask {
  path: string;
  limits: ArchiveLimits;
  /**
   * The kinds of exports whose files can be fetched; by default none. Exports of other kinds have to hold everything.
   */
  fetchable?: readonly ManifestKind[];
  /** Whether a catalogue is queried about jars of unclear side; by default not. */
  catalogue?: boolean;
  /** Whether such jars are hashed without a catalogue, for facts about single jars; by default not. */
  hashes?: boolean;
  /** The requested encoding for names that are not UTF-8; by default the likeliest one. */
  nameEncoding?: NameEncoding | null | undefined;
  /** The platform's answers on the numbered files, once it has answered. */
  located?: readonly OfferedFile[];
}

export interface SurveyResult {
  problems: Problem[];
  survey: ArchiveSurvey | null;
}

/**
 * Judges the structure of an archive, finds its base folder and reads its manifest; throws only when the file cannot be
 * read.
 */
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

  const location = locatePack(source, entries, limits);
  const { baseFolder, packwiz } = location;
  const whole = packEntries(entries, baseFolder);
  const read = smallFilesOf(source, entries, limits);
  const pack = packwiz === null ? whole : indexedEntries(whole, packwiz, read, limits.entries);
  const warnings = createProblemList<WarningCode>(limits.warnings, limits.problemBytes);
  warnOfReading(directory, task.nameEncoding ?? null, warnings);
  const accountFiles = accountFilesIn(entries, limits);
  warnOfAccounts(accountFiles, pack, warnings);
  judgeFileNames(entries, baseFolder, sameButCase, { problems, warnings });
  const names = entries.map(({ name }) => name);
  const versions = versionFiles(names, baseFolder);
  const open = findMarkers(source, entries, { location, versions }, limits, warnings);
  const found = readManifest(open, limits.manifestFiles, versions);
  const reading = namedAsInArchive(found, location);
  const findings = { problems, warnings };
  const { fetchable = [], located } = task;
  const described = packwiz && readPackwizNamed(packwiz, pack, read, { located, limits, findings });
  const isFetched = fetchable.includes('PACKWIZ');
  const exported = described
    ? isFetched
      ? described
      : null
    : readExport(open, found.manifest, task, findings);
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
    addNoMods(entries, read, problems);
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
    startArgs: reading.startArgs,
    recommendedMemory: reading.recommendedMemory,
    icon:
      problems.found.length > 0
        ? null
        : findIcon(source, entries, location, { manifest: found.manifest, open }),
    named: named.map((file) => ({ ...file, mod: mods.get(file) ?? null })),
    numbered,
    warnings: joinProblems([warnings.found, reading.warnings], limits.warnings, limits.problemBytes),
  };
}

/**
 * Warns of account files beside the pack. Files within the pack are excluded from each server pack, with a warning
 * there.
 */
function warnOfAccounts(
  found: readonly ArchiveEntry[],
  pack: readonly { entry: ArchiveEntry }[],
  warnings: ProblemList<WarningCode>,
): void {
  const inPack = new Set(pack.map(({ entry }) => entry));
  const beside = found.filter((entry) => !inPack.has(entry)).map(({ name }) => name);
  if (beside.length > 0) warnings.add('ACCOUNT_FILES_FOUND', accountsSentence(beside), beside[0]);
}

/** Whether some jar suits the modloader that the manifest names; without a manifest's modloader, any jar counts. */
function hasLoadable(mods: ReadonlyMap<unknown, PackMod>, manifest: LauncherManifest | null): boolean {
  const jars = [...mods.values()].filter(({ file }) => !isZipMod(file));
  if (!manifest?.modloader || !manifest.gameVersion) return jars.length > 0;
  const { modloader, gameVersion, modloaderVersion } = manifest;
  const run = { modloader, gameVersion, modloaderVersion: modloaderVersion ?? '' };
  return jars.some((mod) => isLoaded(mod, run));
}

/** The number of files to fetch for a packwiz pack. */
function countDescribed({ offered, numbered }: PackwizNamed, pack: readonly { name: string }[]): number {
  return numbered.length + filesToFetch(offered, pack).length;
}

/** The files that an export names; null when files of its kind cannot be fetched. */
function readExport(
  open: (name: string) => Uint8Array | null,
  manifest: LauncherManifest | null,
  { fetchable = [], located, limits }: SurveyTask,
  findings: { problems: ProblemList; warnings: ProblemList<WarningCode> },
): { offered: readonly OfferedFile[]; numbered: NumberedFile[] } | null {
  // An installed pack already holds the files of its index, as the installer decided.
  if (!manifest?.file.startsWith('../') || !fetchable.includes(manifest.kind)) return null;
  const bytes = open(manifest.file);
  if (bytes === null) return null;
  if (manifest.kind === 'MODRINTH') {
    const files = readModrinthFiles(bytes, limits, findings);
    return { offered: files.map((file) => ({ ...file, refusal: null })), numbered: [] };
  }
  if (manifest.kind === 'FTB') {
    const described = readFtbFiles(bytes, limits, findings.problems);
    const { offered, numbered } = offerDescribed(described, located);
    return { offered: judgePaths(offered, limits, findings), numbered };
  }
  if (located === undefined) return { offered: [], numbered: readCurseForgeFiles(bytes, limits, findings) };
  return { offered: judgePaths(located, limits, findings), numbered: [] };
}

/** What is read of an archive before its check, regardless of its other faults. */
export interface EarlyReading extends Pick<ManifestReading, 'manifest' | 'rivals'> {
  /** What an archive without mods installs them by, if that is found. */
  installer: Installer | null;
}

/** The launcher's manifest of an archive, if any, the versions between which it leaves the choice, or its installer. */
export function readArchiveManifest({ path, limits }: SurveyTask): EarlyReading {
  using source = openByteSource(path);
  const aside = createProblemList(1, limits.problemBytes);
  const end = readZipEnd(source, aside);
  const directory = end === null ? null : readDirectory(source, end, limits, aside);
  const none = { manifest: null, rivals: [], installer: null };
  if (end === null || directory === null) return none;
  const entries = locateEntries(directory.entries, end.prepended, end.directoryOffset, aside);
  if (aside.found.length > 0) return none;
  const location = locatePack(source, entries, limits);
  const names = entries.map(({ name }) => name);
  const versions = versionFiles(names, location.baseFolder);
  const sought = { location, versions };
  const open = findMarkers(source, entries, sought, limits, createProblemList<WarningCode>(1));
  const { manifest, rivals } = readManifest(open, limits.manifestFiles, versions);
  const installer = manifest === null ? findInstaller(entries, smallFilesOf(source, entries, limits)) : null;
  return { manifest, rivals, installer };
}

/** The marker files with their names in the archive. */
function namedAsInArchive(reading: ManifestReading, location: PackLocation): ManifestReading {
  const entryOf = (marker: string) => pathInArchive(location, marker) ?? marker;
  return {
    ...reading,
    manifest: reading.manifest && { ...reading.manifest, file: entryOf(reading.manifest.file) },
    warnings: reading.warnings.map((warning) => ({
      ...warning,
      entry: warning.entry === null ? null : entryOf(warning.entry),
    })),
  };
}

/** Largest `versions/NAME/NAME.json` that is read, since there may be many; real ones have up to 300 KiB. */
const largestVersion = 4 * 1024 * 1024;

/**
 * Finds the marker files by their path relative to the base folder, with `../` for the folder above. Contents are read
 * on demand, since they may be large and one marker is enough.
 */
function findMarkers(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  { location, versions }: { location: PackLocation; versions: readonly string[] },
  limits: ArchiveLimits,
  warnings: ProblemList<WarningCode>,
): (name: string) => Uint8Array | null {
  const markersByPath = new Map<string, string>();
  for (const name of [...versions, ...manifestFileNames]) {
    const path = pathInArchive(location, name);
    if (path !== null) markersByPath.set(path, name);
  }
  const isVersion = new Set(versions);
  const found = new Map<string, LocatedEntry>();
  for (const entry of entries) {
    const marker = markersByPath.get(entry.name);
    if (marker === undefined || isLink(entry)) continue;
    const most = isVersion.has(marker) ? largestVersion : limits.manifestBytes;
    if (Math.max(entry.size, entry.compressedSize) > most) {
      const error = `"${printable(entry.name)}" has ${entry.size} bytes and was not read; at most ${most} are.`;
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

function addNoMods(
  entries: readonly ArchiveEntry[],
  read: (name: string) => Buffer | null,
  problems: ProblemList,
): void {
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
  const isolated = isolatedFolders(names);
  if (isolated.length > 1) {
    const error = `Several versions of the game have mods of their own: ${firstNamed(isolated)}. Zip what is in one of these folders, and upload that.`;
    problems.add('NO_MODS', error);
    return;
  }
  const installer = findInstaller(entries, read);
  if (installer !== null) {
    problems.add('PACK_ELSEWHERE', installerSentence(installer), installer.entry, installer.link);
    return;
  }
  problems.add(
    'NO_MODS',
    `No jar lies in the mods/ folder of the pack. ${folderHint(strayModFolders(names)[0])}`,
  );
}

function folderHint(stray: StrayModFolder | undefined): string {
  if (stray === undefined || stray.parent + stray.folder === 'mods')
    return 'Zip the folder of the installed pack, the one with mods/ in it.';
  const { parent, folder } = stray;
  if (folder !== 'mods')
    return `The folder "${printable(parent + folder)}" has jars, but it has to be called mods.`;
  return `A folder mods/ with jars is in "${printable(parent.slice(0, -1))}"; zip what is in that folder.`;
}
