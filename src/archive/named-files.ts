import { modPath } from './base-folder.ts';
import { judgePaths } from './left-out.ts';
import type { NumberedFile, SideDemand } from './manifests/named-files.ts';
import { filesMadeAnew } from './pack-files.ts';
import type { PackMod } from './pack-mods.ts';
import type { Problem, SideClaim } from './report.ts';
import { notReplaced } from './selection.ts';

/** A file that a pack names without holding it, with its links. */
export interface OfferedFile {
  /** Its path in the game's folder, with slashes. */
  path: string;
  /** In the order in which they are asked. */
  links: readonly string[];
  /** Lower-case hexadecimal; of murmur2, CurseForge's fingerprint, a decimal number. */
  hashes: { sha512?: string; sha256?: string; sha1?: string; md5?: string; murmur2?: string };
  /** Size in bytes; null when unknown. */
  size: number | null;
  /** Which file of a platform it is, where the pack numbers it. */
  origin?: { source: 'CURSEFORGE'; project: number; file: number };
  /** The author's demand on servers; null when there is none. */
  server: SideDemand | null;
  /** The author's demand on clients, where the index has one. */
  client?: SideDemand | null;
  /** A sentence on that for people; without it, the index says so. */
  evidence?: string;
  /** The platform's statements about it on a server. */
  claims?: SideClaim[];
  /**
   * Set when its author forbids downloads by other programs, so that a user has to supply it; it may be stored
   * already.
   */
  blocked?: BlockedFile;
  /** Why it may not be fetched; null when it may. */
  refusal: Problem | null;
}

/** A file that only a user can supply. */
export interface BlockedFile {
  /** The name of its project. */
  project: string;
  /** Its download page for people. */
  page: string;
  /** The problem that refuses the pack when the file does not come. */
  problem: Problem;
}

/** A file as a pack describes it, which may leave to CurseForge where it can be had. */
export interface DescribedFile
  extends Pick<OfferedFile, 'path' | 'links' | 'hashes' | 'size' | 'server' | 'evidence'> {
  /** The numbers by which CurseForge has to be asked; null where it has not. */
  curseForge: { projectId: number; fileId: number } | null;
}

/**
 * The files that a pack describes, in order, with their links. `located` holds CurseForge's answers in the order of
 * the numbered files; before it has been asked, these are left out. The pack's own statements take precedence.
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

/** A named file that can be had, with the mod that it holds, or null. */
export interface SurveyedFile extends OfferedFile {
  mod: PackMod | null;
}

/** A fetched file on this machine. */
export interface FetchedFile {
  /** Its path. */
  source: string;
  /** In bytes. */
  size: number;
  crc32: number;
}

/**
 * The named files that are needed: those that may go into a server pack and that no file of the archive replaces, not
 * even a disabled one. Client-only mods are among them, since the run configuration or another mod may keep them.
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
