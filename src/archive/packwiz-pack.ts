import { createHash } from 'node:crypto';
import { modPath, wrapperOf } from './base-folder.ts';
import { collisionKey } from './entry-names.ts';
import type { ArchiveLimits } from './limits.ts';
import { judgePaths, type NumberedFile } from './manifests/named-files.ts';
import {
  type PackwizHash,
  type PackwizIndexedFile,
  type PackwizMetafile,
  pathBeside,
  readPackwizIndex,
  readPackwizMetafile,
  readPackwizPackFile,
} from './manifests/packwiz.ts';
import { murmurFingerprint } from './murmur.ts';
import { type DescribedFile, type OfferedFile, offerDescribed } from './named-files.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList, firstNamed, type ProblemList, printable } from './problem-list.ts';
import type { PackEntry } from './selection.ts';
import type { ByteSource } from './zip/byte-source.ts';
import { type ArchiveEntry, isFolder, isLink } from './zip/entry.ts';
import { readSmallEntry } from './zip/read-entry.ts';

/** The position of a packwiz pack in an archive. */
export interface PackwizPlace {
  /** The folder of `pack.toml`: the empty string, or a path ending in `/`. */
  packFolder: string;
  /** The folder of the index, which stands for the game's folder. */
  baseFolder: string;
  /** The entry that is the index. */
  index: string;
}

type Read = (name: string) => Buffer | null;

const packFile = 'pack.toml';
/** Beside one of these, `pack.toml` is only the source of an export. */
const exportMarkers = ['manifest.json', 'modrinth.index.json'];

/** Opens the small files of an archive by their names. */
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

/** Finds the packwiz pack in an archive: in its root, in the one folder of it, or the only one there is, unless mods lie elsewhere. */
export function findPackwiz(names: readonly string[], baseFolder: string, read: Read): PackwizPlace | null {
  const wrapper = wrapperOf(names);
  const [only, ...others] = names.filter((name) => `/${name}`.endsWith(`/${packFile}`));
  if (only === undefined) return null;
  if (names.includes(wrapper + packFile)) return packwizIn(names, wrapper, read);
  if (others.length > 0) return null;
  const place = packwizIn(names, only.slice(0, -packFile.length), read);
  const hasMods = names.some((name) => modPath(name, baseFolder) !== null);
  return place === null || (hasMods && place.baseFolder !== baseFolder) ? null : place;
}

/** The packwiz pack whose index lies in the base folder; null when the pack there is another one. */
export function packwizAt(names: readonly string[], baseFolder: string, read: Read): PackwizPlace | null {
  const parts = baseFolder.split('/');
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const packFolder = parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join('');
    const place = names.includes(packFolder + packFile) ? packwizIn(names, packFolder, read) : null;
    if (place !== null) return place.baseFolder === baseFolder ? place : null;
  }
  return null;
}

function packwizIn(names: readonly string[], packFolder: string, read: Read): PackwizPlace | null {
  if (exportMarkers.some((marker) => names.includes(packFolder + marker))) return null;
  const bytes = read(packFolder + packFile);
  const said = bytes === null ? null : readPackwizPackFile(bytes);
  if (said === null) return null;
  const index = packFolder + said.index;
  if (!names.includes(index)) return null;
  return { packFolder, index, baseFolder: pathBeside(index, '') };
}

/** The folders in which packwiz packs lie, where there are several. */
export function packwizFolders(names: readonly string[]): string[] {
  return names
    .filter((name) => `/${name}`.endsWith(`/${packFile}`))
    .map((name) => name.slice(0, -packFile.length))
    .sort();
}

/**
 * The entries that the index of a packwiz pack names, at their paths in the game's folder. Jars in `mods/` count
 * without being named, since somebody put them there on purpose. Of several paths of one file the last counts.
 */
export function indexedEntries<Entry extends ArchiveEntry>(
  pack: readonly PackEntry<Entry>[],
  place: PackwizPlace,
  read: Read,
  most: number,
): PackEntry<Entry>[] {
  const bytes = read(place.index);
  const files = bytes === null ? null : readPackwizIndex(bytes, most);
  const places = new Map(
    (files ?? []).filter(({ isMetafile }) => !isMetafile).map(({ file, alias }) => [file, alias ?? file]),
  );
  return pack.flatMap(({ entry, name }) => {
    if (isFolder(entry)) return [];
    const named = places.get(name);
    return named === undefined && modPath(name, '') === null ? [] : [{ entry, name: named ?? name }];
  });
}

/** Files named by a packwiz index that the archive does not hold. */
export interface PackwizNamed {
  offered: OfferedFile[];
  /** Files that CurseForge has to be asked for; none once it has said where they are. */
  numbered: NumberedFile[];
}

/** Results collected on the way. */
interface Told {
  problems: ProblemList;
  warnings: ProblemList<WarningCode>;
}

/**
 * The files that the metafiles of a packwiz pack describe, in the order of its index. `located` holds CurseForge's
 * answers on the numbered ones, in their order. Faults of the index and of paths are reported. All metafiles together
 * are limited to the bytes of one marker file.
 */
export function readPackwizNamed(
  place: PackwizPlace,
  pack: readonly PackEntry[],
  read: Read,
  {
    located,
    limits,
    told,
  }: { located: readonly OfferedFile[] | undefined; limits: ArchiveLimits; told: Told },
): PackwizNamed {
  const none: PackwizNamed = { offered: [], numbered: [] };
  const { problems, warnings } = told;
  const said = readPackwizPackFile(read(place.packFolder + packFile) ?? Buffer.alloc(0));
  if (said?.fault) {
    problems.add(
      'MODS_NOT_INCLUDED',
      `${packFile} ${said.fault}. Export the pack as .mrpack and upload that.`,
    );
    return none;
  }
  const bytes = read(place.index);
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
  const stale = said?.hash && bytes !== null && !isHashOf(bytes, said.hash) ? [place.index] : [];
  const described = readMetafiles(place, metafiles, read, { limits, told, stale });
  tellOfIndex(place, files, pack, stale, warnings);
  // Entries were judged where they lie in the archive; the index may have given them other places.
  if (pack.some(({ entry, name }) => entry.name !== place.baseFolder + name))
    judgePaths(
      pack.map(({ name }) => ({ path: name })),
      limits,
      { problems, warnings: createProblemList<WarningCode>(1) },
    );
  const { offered, numbered } = offerDescribed(described.map(asDescribed), located);
  return { offered: judgePaths(offered, limits, { problems, warnings }), numbered };
}

function asDescribed({ path, metafile, file }: Described): DescribedFile {
  const { hash, link, curseForge, staysOut } = metafile;
  return {
    path,
    links: link === null ? [] : [link],
    hashes: hash === null ? {} : { [hash.format]: hash.hash },
    size: null,
    server: staysOut === null ? 'required' : 'unsupported',
    ...(staysOut !== null && { evidence: `${printable(file)} ${staysOut}.` }),
    curseForge,
  };
}

interface Described {
  /** Its path in the game's folder. */
  path: string;
  /** The metafile, by its path in the pack. */
  file: string;
  metafile: PackwizMetafile;
}

function readMetafiles(
  { baseFolder }: PackwizPlace,
  metafiles: readonly PackwizIndexedFile[],
  read: Read,
  { limits, told, stale }: { limits: ArchiveLimits; told: Told; stale: string[] },
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
      told.problems.add('MODS_NOT_INCLUDED', error, file);
      continue;
    }
    if (hash !== null && !isHashOf(bytes, hash)) stale.push(baseFolder + file);
    described.push({ file, metafile, path: pathBeside(file, metafile.filename) });
  }
  return described;
}

/** Tells of files that are not there, and of those of which the index says something else: it was not refreshed, or line ends were changed since. */
function tellOfIndex(
  place: PackwizPlace,
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
      place.index,
    );
  if (stale.length > 0)
    warnings.add(
      'INDEX_DIFFERS',
      `Files are others than the pack says by their hashes, and are used as they are: ${firstNamed(stale)}. ${advice}`,
      place.index,
    );
}

function isHashOf(bytes: Uint8Array, { format, hash }: PackwizHash): boolean {
  if (format === 'murmur2') return String(murmurFingerprint(bytes)) === hash;
  return createHash(format).update(bytes).digest('hex') === hash;
}
