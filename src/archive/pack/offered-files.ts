import type { NumberedFile, SideDemand } from '../manifests/read-named-files.ts';
import type { Problem, SideClaim } from '../report.ts';
import { modPath } from '../selection/base-folder.ts';
import { judgePaths } from '../selection/excluded-files.ts';
import { notReplaced } from '../selection/selection.ts';
import { filesMadeAnew } from './pack-files.ts';
import type { PackMod } from './pack-mods.ts';

/** A file that a pack names with links instead of holding it. */
export interface OfferedFile {
  /** Path in the game's folder, with slashes. */
  path: string;
  /** In the order of their use. */
  links: readonly string[];
  /** Lower-case hexadecimal; murmur2, CurseForge's fingerprint, is a decimal number. */
  hashes: { sha512?: string; sha256?: string; sha1?: string; md5?: string; murmur2?: string };
  /** Size in bytes; null when unknown. */
  size: number | null;
  /** The platform's numbers for the file, if the pack lists it by number. */
  origin?: { source: 'CURSEFORGE'; project: number; file: number };
  /** The author's demand on servers, if any. */
  server: SideDemand | null;
  /** The author's demand on clients, if the index has one. */
  client?: SideDemand | null;
  /** A sentence with the source of the server demand; by default the index is the source. */
  evidence?: string;
  /** The platform's statements about the file on a server. */
  claims?: SideClaim[];
  /**
   * Set when the author forbids downloads by other programs, so that a user has to supply the file; the file may be
   * stored already.
   */
  blocked?: BlockedFile;
  /** The reason not to fetch the file, if any. */
  refusal: Problem | null;
}

/** A file that only a user can supply. */
export interface BlockedFile {
  /** The name of its project. */
  project: string;
  /** The project's download page for people. */
  page: string;
  /** The problem that refuses the pack when the file stays missing. */
  problem: Problem;
}

/** A file as a pack describes it, perhaps for CurseForge to locate. */
export interface DescribedFile
  extends Pick<OfferedFile, 'path' | 'links' | 'hashes' | 'size' | 'server' | 'evidence'> {
  /** The numbers for the query to CurseForge; null when none is needed. */
  curseForge: { projectId: number; fileId: number } | null;
}

/**
 * The described files, in order, with their links. `located` holds CurseForge's answers in the order of the numbered
 * files; without it, numbered files are missing. The pack's own statements take precedence.
 */
export function offerDescribed(
  described: readonly DescribedFile[],
  located: readonly OfferedFile[] | undefined,
): { offered: OfferedFile[]; numbered: NumberedFile[] } {
  const numbered = described.flatMap(({ curseForge, path }): NumberedFile[] =>
    curseForge === null ? [] : [{ ...curseForge, isRequired: true, path }],
  );
  if (numbered.length > 0 && located === undefined) return { offered: [], numbered };
  const answers = located?.values();
  const offered = described.map(({ curseForge, ...file }): OfferedFile => {
    const found = curseForge === null ? undefined : answers?.next().value;
    if (found === undefined) return { ...file, refusal: null };
    const { links: _, hashes, size: __, ...own } = file;
    return { ...found, ...own, hashes: { ...found.hashes, ...hashes } };
  });
  return { offered, numbered: [] };
}

/** A named file that can be fetched, with the mod that it holds, or null. */
export interface SurveyedFile extends OfferedFile {
  mod: PackMod | null;
}

/** A fetched file on this machine. */
export interface FetchedFile {
  /** Path on this machine. */
  source: string;
  /** Size in bytes. */
  size: number;
  crc32: number;
}

/**
 * The named files to fetch: those that a server pack may include and that no file of the archive replaces, not even a
 * disabled one. Client-only mods are fetched too, since the run configuration or another mod may keep them.
 */
export function filesToFetch(
  offered: readonly OfferedFile[],
  pack: readonly { name: string }[],
): OfferedFile[] {
  if (offered.length === 0) return [];
  const names = [...offered.map(({ path }) => path), ...pack.map(({ name }) => name)];
  // The files are fetched once, for all later runs.
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
