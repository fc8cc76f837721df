import { findBaseFolder, type StrayModFolder, strayModFolders } from './base-folder.ts';
import { judgeEntries, locateEntries } from './judge-entries.ts';
import type { ArchiveLimits } from './limits.ts';
import { type ManifestReading, manifestFileNames, readManifest } from './manifests/index.ts';
import { countMissingMods } from './missing-mods.ts';
import { findPackMods, type PackMod } from './pack-mods.ts';
import { createProblemList, type ProblemList, printable } from './problem-list.ts';
import type { LauncherManifest, ManifestKind, Problem } from './report.ts';
import { packEntries } from './selection.ts';
import { type ByteSource, openByteSource } from './zip/byte-source.ts';
import { readDirectory } from './zip/directory.ts';
import { readZipEnd } from './zip/end-record.ts';
import type { LocatedEntry } from './zip/entry.ts';
import { readSmallEntry } from './zip/read-entry.ts';

/** An entry, and the mod that it is or null. */
export interface SurveyedEntry extends LocatedEntry {
  mod: PackMod | null;
}

/** What the central directory and the launcher's marker files tell, before the entries' data is read. */
export interface ArchiveSurvey {
  /** All entries in the order of the file. */
  entries: SurveyedEntry[];
  /** The folder that directly holds `mods/`: the empty string, or a path ending in `/`. */
  baseFolder: string;
  manifest: LauncherManifest | null;
  warnings: Problem[];
}

/** What to survey: a file on this machine. */
export interface SurveyTask {
  path: string;
  limits: ArchiveLimits;
}

/** What the survey found; no survey when there are problems. */
export interface SurveyResult {
  problems: Problem[];
  survey: ArchiveSurvey | null;
}

/** Judges the structure of an archive, finds its base folder and reads its manifest; throws only when the file cannot be read. */
export async function surveyArchive({ path, limits }: SurveyTask): Promise<SurveyResult> {
  using source = openByteSource(path);
  const problems = createProblemList(limits.problems);
  const survey = surveySource(source, limits, problems);
  return { problems: problems.found, survey: problems.found.length === 0 ? survey : null };
}

function surveySource(
  source: ByteSource,
  limits: ArchiveLimits,
  problems: ProblemList,
): ArchiveSurvey | null {
  const end = readZipEnd(source, problems);
  if (end === null) return null;
  const listed = readDirectory(source, end, limits, problems);
  if (listed === null) return null;
  judgeEntries(listed, limits, problems);
  const entries = locateEntries(listed, end.prepended, end.directoryOffset, problems);
  if (problems.found.length > 0) return null;

  const names = entries.map(({ name }) => name);
  const baseFolder = findBaseFolder(names);
  const pack = packEntries(entries, baseFolder);
  const mods = findPackMods(pack, limits);
  const warnings: Problem[] = [];
  const found = readManifest(collectMarkers(source, entries, baseFolder, limits, warnings));
  const reading = namedAsInArchive(found, baseFolder);
  const missing = countMissingMods(found, pack);
  if (missing > 0) addMissingMods(missing, reading.manifest, problems);
  else if (mods.size === 0) addNoMods(names, problems);
  return {
    entries: entries.map((entry) => ({ ...entry, mod: mods.get(entry) ?? null })),
    baseFolder,
    manifest: reading.manifest,
    warnings: [...warnings, ...reading.warnings],
  };
}

/** What the marker files say, with the entries they were read from by their names in the archive. */
function namedAsInArchive(reading: ManifestReading, baseFolder: string): ManifestReading {
  const entryOf = (marker: string) => resolve(baseFolder, marker) ?? marker;
  return {
    ...reading,
    manifest: reading.manifest && { ...reading.manifest, file: entryOf(reading.manifest.file) },
    warnings: reading.warnings.map((warning) => ({
      ...warning,
      entry: warning.entry === null ? null : entryOf(warning.entry),
    })),
  };
}

/** The marker files by their path relative to the base folder; those of the folder above begin with `../`. */
function collectMarkers(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  baseFolder: string,
  limits: ArchiveLimits,
  warnings: Problem[],
): Map<string, Uint8Array> {
  const places = new Map<string, string>();
  for (const name of manifestFileNames) {
    const place = resolve(baseFolder, name);
    if (place !== null) places.set(place, name);
  }
  const found = new Map<string, Uint8Array>();
  for (const entry of entries) {
    const marker = places.get(entry.name);
    if (marker === undefined) continue;
    if (Math.max(entry.size, entry.compressedSize) > limits.manifestBytes) {
      const error = `"${printable(entry.name)}" has ${entry.size} bytes and was not read; at most ${limits.manifestBytes} are.`;
      warnings.push({ code: 'MANIFEST_TOO_LARGE', error, entry: entry.name });
      continue;
    }
    const bytes = readSmallEntry(source, entry);
    if (bytes !== null) found.set(marker, bytes);
  }
  return found;
}

function resolve(baseFolder: string, name: string): string | null {
  if (!name.startsWith('../')) return baseFolder + name;
  if (baseFolder === '') return null;
  const parent = baseFolder.slice(0, baseFolder.lastIndexOf('/', baseFolder.length - 2) + 1);
  return parent + name.slice('../'.length);
}

const exportAdvice: Readonly<Partial<Record<ManifestKind, string>>> = {
  CURSEFORGE_EXPORT:
    'This is a CurseForge export. Install the pack in a launcher, then zip the folder of the installed instance, the one with mods/ in it, and upload that.',
  MODRINTH:
    'This is a Modrinth pack. Install it in a launcher, then zip the folder of the installed instance, the one with mods/ in it, and upload that.',
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

function addNoMods(names: readonly string[], problems: ProblemList): void {
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
