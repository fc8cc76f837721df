import { modPath } from './base-folder.ts';
import { judgePaths } from './left-out.ts';
import type { NumberedFile, SideDemand } from './manifests/named-files.ts';
import { filesMadeAnew } from './pack-files.ts';
import type { PackMod } from './pack-mods.ts';
import type { Problem, SideClaim } from './report.ts';
import { notReplaced } from './selection.ts';

/** A file that a pack names in place of holding it, with where it can be had. */
export interface OfferedFile {
  /** Where it lies in the game's folder, with slashes. */
  path: string;
  /** In the order in which they are asked. */
  links: readonly string[];
  /** Lower-case hexadecimal; of murmur2, CurseForge's fingerprint, a decimal number. */
  hashes: { sha512?: string; sha256?: string; sha1?: string; md5?: string; murmur2?: string };
  /** Bytes; null when nobody says. */
  size: number | null;
  /** Which file of a platform it is, where the pack numbers it. */
  origin?: { source: 'CURSEFORGE'; project: number; file: number };
  /** What the pack's author says of a server; null when nothing. */
  server: SideDemand | null;
  /** A sentence on that for people; without it, the index says so. */
  evidence?: string;
  /** What the platform that numbers it says of it on a server; nothing where it says nothing. */
  claims?: SideClaim[];
  /** Where its author forbids other programs to fetch it, so that people have to bring it: it may be stored already. */
  blocked?: BlockedFile;
  /** Why it may not be fetched; null when it may. */
  refusal: Problem | null;
}

/** What is told of a file that only people can bring. */
export interface BlockedFile {
  /** The name of its project. */
  project: string;
  /** Where people can download it. */
  page: string;
  /** What the pack is refused for when it does not come. */
  problem: Problem;
}

/** A file as a pack describes it, which may leave to CurseForge where it can be had. */
export interface DescribedFile
  extends Pick<OfferedFile, 'path' | 'links' | 'hashes' | 'size' | 'server' | 'evidence'> {
  /** The numbers by which CurseForge has to be asked; null where it has not. */
  curseForge: { projectId: number; fileId: number } | null;
}

/**
 * The files that a pack describes, in their order, as what can be had: those of which CurseForge has to be asked first, or all once it has
 * been; `located` is what it has said of these, in that order. What the pack says itself comes before that.
 */
export function offerDescribed(
  described: readonly DescribedFile[],
  located: readonly OfferedFile[] | undefined,
): { offered: OfferedFile[]; numbered: NumberedFile[] } {
  const numbered = described.flatMap(({ curseForge, path }): NumberedFile[] =>
    curseForge === null ? [] : [{ ...curseForge, isRequired: true, path }],
  );
  if (numbered.length > 0 && located === undefined) return { offered: [], numbered };
  const asked = located?.values();
  const offered = described.map(({ curseForge, ...file }): OfferedFile => {
    const found = curseForge === null ? undefined : asked?.next().value;
    if (found === undefined) return { ...file, refusal: null };
    const { links: _, hashes, size: __, ...own } = file;
    return { ...found, ...own, hashes: { ...found.hashes, ...hashes } };
  });
  return { offered, numbered: [] };
}

/** One of them that is to be had, with the mod that it is or null. */
export interface SurveyedFile extends OfferedFile {
  mod: PackMod | null;
}

/** One that is there, on this machine. */
export interface FetchedFile {
  /** Where its bytes are. */
  source: string;
  /** In bytes. */
  size: number;
  crc32: number;
}

/**
 * Which of the files that a pack names have to be had: those that may go into a server pack and that no file of the
 * archive replaces, be it one that is switched off. A mod that its author wants on clients only is among them, since the
 * run configuration or the need of another mod may keep it.
 */
export function filesToFetch(
  offered: readonly OfferedFile[],
  pack: readonly { name: string }[],
): OfferedFile[] {
  if (offered.length === 0) return [];
  const names = [...offered.map(({ path }) => path), ...pack.map(({ name }) => name)];
  // They are fetched once, for whatever runs come later.
  const judge = judgePaths(names, { includeFiles: [], excludeFiles: [], includeWorld: false });
  const wanted = offered.filter(
    ({ path, server }) =>
      (judge(path) === null || filesMadeAnew.includes(path)) &&
      (server !== 'unsupported' || modPath(path, '') !== null),
  );
  const there = pack.map(({ name }) => ({ name: name.replace(/\.disabled$/i, '') }));
  const stay = new Set(
    notReplaced(
      wanted.map(({ path }) => ({ name: path })),
      [...pack, ...there],
    ).map(({ name }) => name),
  );
  return wanted.filter(({ path }) => stay.has(path));
}
