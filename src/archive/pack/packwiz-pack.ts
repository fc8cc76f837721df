import { createHash } from 'node:crypto';
import type { ArchiveLimits } from '../limits.ts';
import {
  type PackwizHash,
  type PackwizIndexedFile,
  type PackwizMetafile,
  pathBeside,
  readPackwizIndex,
  readPackwizMetafile,
  readPackwizPackFile,
} from '../manifests/packwiz.ts';
import { judgePaths, type NumberedFile } from '../manifests/read-named-files.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, firstNamed, type ProblemList, printable } from '../problem-list.ts';
import { modPath, wrapperOf } from '../selection/base-folder.ts';
import type { PackEntry } from '../selection/selection.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { type ArchiveEntry, isFolder, isLink } from '../zip/entry.ts';
import { collisionKey } from '../zip/entry-names.ts';
import { readSmallEntry } from '../zip/read-entry.ts';
import { murmurFingerprint } from './murmur.ts';
import { type DescribedFile, type OfferedFile, offerDescribed } from './offered-files.ts';

/** The position of a packwiz pack in an archive. */
export interface PackwizLocation {
  /** The folder of `pack.toml`: the empty string, or a path ending in `/`. */
  packFolder: string;
  /** The folder of the index, which corresponds to the game's folder. */
  baseFolder: string;
  /** The entry of the index. */
  index: string;
}

type Read = (name: string) => Buffer | null;

const packFile = 'pack.toml';
/** Beside one of these files, `pack.toml` is only the source of an export. */
const exportMarkers = ['manifest.json', 'modrinth.index.json'];

/** Returns a reader of the archive's small files by name. */
export function smallFilesOf(
  source: ByteSource,
  entries: readonly (ArchiveEntry & { regionEnd?: number })[],
  { manifestBytes }: Pick<ArchiveLimits, 'manifestBytes'>,
): Read {
  let byName: Map<string, ArchiveEntry & { regionEnd?: number }> | undefined;
  return (name) => {
    byName ??= new Map(entries.map((entry) => [entry.name, entry]));
    const entry = byName.get(name);
    if (entry === undefined || isLink(entry)) return null;
    if (Math.max(entry.size, entry.compressedSize) > manifestBytes) return null;
    return readSmallEntry(source, { ...entry, regionEnd: entry.regionEnd ?? source.size });
  };
}

/**
 * Finds the packwiz pack of an archive: in the root, in the only folder of the root, or the only pack anywhere, unless
 * mods lie elsewhere.
 */
export function findPackwiz(
  names: readonly string[],
  baseFolder: string,
  read: Read,
): PackwizLocation | null {
  const wrapper = wrapperOf(names);
  const [only, ...others] = names.filter((name) => `/${name}`.endsWith(`/${packFile}`));
  if (only === undefined) return null;
  if (names.includes(wrapper + packFile)) return packwizIn(names, wrapper, read);
  if (others.length > 0) return null;
  const location = packwizIn(names, only.slice(0, -packFile.length), read);
  const hasMods = names.some((name) => modPath(name, baseFolder) !== null);
  return location === null || (hasMods && location.baseFolder !== baseFolder) ? null : location;
}

/** The packwiz pack whose index lies in the base folder, if the pack there is one. */
export function packwizAt(names: readonly string[], baseFolder: string, read: Read): PackwizLocation | null {
  const parts = baseFolder.split('/');
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const packFolder = parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join('');
    const location = names.includes(packFolder + packFile) ? packwizIn(names, packFolder, read) : null;
    if (location !== null) return location.baseFolder === baseFolder ? location : null;
  }
  return null;
}

function packwizIn(names: readonly string[], packFolder: string, read: Read): PackwizLocation | null {
  if (exportMarkers.some((marker) => names.includes(packFolder + marker))) return null;
  const bytes = read(packFolder + packFile);
  const packToml = bytes === null ? null : readPackwizPackFile(bytes);
  if (packToml === null) return null;
  const index = packFolder + packToml.index;
  if (!names.includes(index)) return null;
  return { packFolder, index, baseFolder: pathBeside(index, '') };
}

/** The folders of packwiz packs, when there are several. */
export function packwizFolders(names: readonly string[]): string[] {
  return names
    .filter((name) => `/${name}`.endsWith(`/${packFile}`))
    .map((name) => name.slice(0, -packFile.length))
    .sort();
}

/**
 * The entries listed in a packwiz index, at their paths in the game's folder. Jars in `mods/` count even when the index
 * does not list them, because somebody put them there on purpose. Of several paths of one file the last counts.
 */
export function indexedEntries<Entry extends ArchiveEntry>(
  pack: readonly PackEntry<Entry>[],
  location: PackwizLocation,
  read: Read,
  most: number,
): PackEntry<Entry>[] {
  const bytes = read(location.index);
  const files = bytes === null ? null : readPackwizIndex(bytes, most);
  const pathsByFile = new Map(
    (files ?? []).filter(({ isMetafile }) => !isMetafile).map(({ file, alias }) => [file, alias ?? file]),
  );
  return pack.flatMap(({ entry, name }) => {
    if (isFolder(entry)) return [];
    const named = pathsByFile.get(name);
    return named === undefined && modPath(name, '') === null ? [] : [{ entry, name: named ?? name }];
  });
}

/** Files listed in a packwiz index that the archive does not hold. */
export interface PackwizNamed {
  offered: OfferedFile[];
  /** Files that CurseForge has to locate; empty once it has answered. */
  numbered: NumberedFile[];
}

/** Collected problems and warnings. */
interface Findings {
  problems: ProblemList;
  warnings: ProblemList<WarningCode>;
}

/**
 * The files described by the metafiles of a packwiz pack, in the order of its index. `located` holds CurseForge's
 * answers on the numbered files, in their order. Faults of the index and of paths are reported. The size limit of one
 * marker file applies to all metafiles together.
 */
export function readPackwizNamed(
  location: PackwizLocation,
  pack: readonly PackEntry[],
  read: Read,
  {
    located,
    limits,
    findings,
  }: { located: readonly OfferedFile[] | undefined; limits: ArchiveLimits; findings: Findings },
): PackwizNamed {
  const none: PackwizNamed = { offered: [], numbered: [] };
  const { problems, warnings } = findings;
  const packToml = readPackwizPackFile(read(location.packFolder + packFile) ?? Buffer.alloc(0));
  if (packToml?.fault) {
    problems.add(
      'MODS_NOT_INCLUDED',
      `${packFile} ${packToml.fault}. Export the pack as .mrpack and upload that.`,
    );
    return none;
  }
  const bytes = read(location.index);
  const files = bytes === null ? [] : readPackwizIndex(bytes, limits.entries);
  const metafiles = files?.filter(({ isMetafile }) => isMetafile) ?? [];
  if (files === null || metafiles.length > limits.namedFiles) {
    const most = files === null ? limits.entries : limits.namedFiles;
    problems.add(
      'TOO_MANY_ENTRIES',
      `The index of the pack names too many files; at most ${most} are allowed.`,
    );
    return none;
  }
  const stale = packToml?.hash && bytes !== null && !isHashOf(bytes, packToml.hash) ? [location.index] : [];
  const described = readMetafiles(location, metafiles, read, { limits, findings, stale });
  warnOfIndex(location, files, pack, stale, warnings);
  // Entries were judged by their paths in the archive; the index may have moved them.
  if (pack.some(({ entry, name }) => entry.name !== location.baseFolder + name))
    judgePaths(
      pack.map(({ name }) => ({ path: name })),
      limits,
      { problems, warnings: createProblemList<WarningCode>(1) },
    );
  const { offered, numbered } = offerDescribed(described.map(asDescribed), located);
  return { offered: judgePaths(offered, limits, { problems, warnings }), numbered };
}

function asDescribed({ path, metafile, file }: Described): DescribedFile {
  const { hash, link, curseForge, exclusion } = metafile;
  return {
    path,
    links: link === null ? [] : [link],
    hashes: hash === null ? {} : { [hash.format]: hash.hash },
    size: null,
    server: exclusion === null ? 'required' : 'unsupported',
    ...(exclusion !== null && { evidence: `${printable(file)} ${exclusion}.` }),
    curseForge,
  };
}

interface Described {
  /** Path in the game's folder. */
  path: string;
  /** The metafile's path in the pack. */
  file: string;
  metafile: PackwizMetafile;
}

function readMetafiles(
  { baseFolder }: PackwizLocation,
  metafiles: readonly PackwizIndexedFile[],
  read: Read,
  { limits, findings, stale }: { limits: ArchiveLimits; findings: Findings; stale: string[] },
): Described[] {
  let left = limits.manifestBytes;
  const described: Described[] = [];
  for (const { file, hash } of metafiles) {
    const isBeyond = left <= 0;
    const bytes = isBeyond ? null : read(baseFolder + file);
    left -= bytes?.length ?? 0;
    const metafile = bytes === null ? null : readPackwizMetafile(bytes);
    if (bytes === null || metafile === null) {
      const fault = isBeyond
        ? `comes after ${limits.manifestBytes} bytes of such files, more than are read`
        : bytes === null
          ? 'is not in the archive'
          : 'does not say which file it describes';
      const error = `"${printable(file)}", which the index of the pack names, ${fault}. Refresh the index (packwiz refresh) and zip the pack again.`;
      findings.problems.add('MODS_NOT_INCLUDED', error, file);
      continue;
    }
    if (hash !== null && !isHashOf(bytes, hash)) stale.push(baseFolder + file);
    described.push({ file, metafile, path: pathBeside(file, metafile.filename) });
  }
  return described;
}

/**
 * Warns of missing files, and of files that differ from the index: somebody forgot to refresh the index, or line ends
 * were changed since.
 */
function warnOfIndex(
  location: PackwizLocation,
  files: readonly PackwizIndexedFile[],
  pack: readonly PackEntry[],
  stale: readonly string[],
  warnings: ProblemList<WarningCode>,
): void {
  const advice = 'Refresh the index (packwiz refresh) and zip the pack again.';
  const there = new Set(pack.map(({ name }) => collisionKey(name)));
  const missing = files
    .filter(({ file, alias, isMetafile }) => !isMetafile && !there.has(collisionKey(alias ?? file)))
    .map(({ file }) => file);
  if (missing.length > 0)
    warnings.add(
      'INDEX_DIFFERS',
      `The index of the pack names files that are not in the archive: ${firstNamed(missing)}. ${advice}`,
      location.index,
    );
  if (stale.length > 0)
    warnings.add(
      'INDEX_DIFFERS',
      `Files are others than the pack says by their hashes, and are used as they are: ${firstNamed(stale)}. ${advice}`,
      location.index,
    );
}

function isHashOf(bytes: Uint8Array, { format, hash }: PackwizHash): boolean {
  if (format === 'murmur2') return String(murmurFingerprint(bytes)) === hash;
  return createHash(format).update(bytes).digest('hex') === hash;
}
