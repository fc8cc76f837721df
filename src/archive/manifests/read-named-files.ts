import { readJson } from '../lenient/json.ts';
import { flag, member } from '../lenient/value.ts';
import type { ArchiveLimits } from '../limits.ts';
import { judgeNamedFiles } from '../pack/file-names.ts';
import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import { judgeName, withoutDotSlash } from '../zip/entry-names.ts';
import { judgeCollisions } from '../zip/judge-entries.ts';

/** An author's demand on a side in an .mrpack. */
const sideDemands = ['required', 'optional', 'unsupported'] as const;
export type SideDemand = (typeof sideDemands)[number];

/** A file that an .mrpack names with links instead of containing it. */
export interface NamedFile {
  /** Path in the game's folder, with slashes. */
  path: string;
  /** Lower-case hexadecimal; invalid hashes are omitted. */
  hashes: { sha512?: string; sha1?: string };
  /** Download links. */
  links: string[];
  /** Size in bytes; null when not stated. */
  size: number | null;
  /** The author's demands on the sides; null means required. */
  server: SideDemand | null;
  client: SideDemand | null;
}

/** A file that a CurseForge export lists by numbers. */
export interface NumberedFile {
  projectId: number;
  fileId: number;
  isRequired: boolean;
  /** Path in the game's folder, if the pack gives one. */
  path?: string;
}

/** Most characters of a path; a longer one is cut just beyond the limit, and refused. */
export const longestPath = 2_000;
/** Most links of a file; the format allows any number, and real packs have one or two. */
export const mostLinks = 16;

/** Collected problems, which refuse the pack, and warnings of omitted files. */
interface Findings {
  problems: ProblemList;
  warnings: ProblemList<WarningCode>;
}

type NameLimits = Pick<ArchiveLimits, 'nameBytes' | 'segmentBytes' | 'depth' | 'namedFiles'>;

/**
 * The files of a `modrinth.index.json`
 * (https://support.modrinth.com/en/articles/8802351-modrinth-modpack-format-mrpack), in its order. Their paths follow
 * the rules for entry names. Throws SyntaxError for invalid JSON.
 */
export function readModrinthFiles(bytes: Uint8Array, limits: NameLimits, findings: Findings): NamedFile[] {
  const files: NamedFile[] = [];
  let count = 0;
  const take = (file: unknown) => {
    count++;
    if (count > limits.namedFiles) return;
    const links = member(file, 'downloads');
    files.push({
      path: slashed(member(file, 'path')),
      hashes: {
        ...hash('sha512', 128, member(file, 'hashes', 'sha512')),
        ...hash('sha1', 40, member(file, 'hashes', 'sha1')),
      },
      links: Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [],
      size: whole(member(file, 'fileSize')),
      server: demand(member(file, 'env', 'server')),
      client: demand(member(file, 'env', 'client')),
    });
  };
  const hashes = { members: { sha512: {}, sha1: {} } };
  const env = { members: { server: {}, client: {} } };
  const downloads = { items: { of: { longest: 2_000 }, most: mostLinks } };
  const of = { members: { path: { longest: longestPath }, hashes, env, downloads, fileSize: {} } };
  readJson(bytes, { members: { files: { items: { of, take } } } });
  judgeCount(count, 'modrinth.index.json', limits, findings.problems);
  return judgePaths(files, limits, findings);
}

/**
 * The files of a CurseForge export's `manifest.json`, in its order and without duplicates; otherwise like
 * `readModrinthFiles`.
 */
export function readCurseForgeFiles(
  bytes: Uint8Array,
  limits: Pick<NameLimits, 'namedFiles'>,
  { problems }: Pick<Findings, 'problems'>,
): NumberedFile[] {
  const files = new Map<string, NumberedFile>();
  let count = 0;
  const take = (file: unknown) => {
    const projectId = whole(member(file, 'projectID'));
    const fileId = whole(member(file, 'fileID'));
    if (!projectId || !fileId) return;
    count++;
    if (count > limits.namedFiles) return;
    const isRequired = flag(member(file, 'required')) !== false;
    files.set(`${projectId} ${fileId}`, { projectId, fileId, isRequired });
  };
  const of = { members: { projectID: {}, fileID: {}, required: {} } };
  readJson(bytes, { members: { files: { items: { of, take } } } });
  judgeCount(count, 'manifest.json', limits, problems);
  return [...files.values()];
}

/**
 * Judges the paths of files from a pack's index or a platform by the rules for entry names; returns the accepted files.
 */
export function judgePaths<File extends { path: string }>(
  files: readonly File[],
  limits: Omit<NameLimits, 'namedFiles'>,
  { problems, warnings }: Findings,
): File[] {
  const named: { name: string }[] = [];
  for (const { path } of files) {
    const fault =
      judgeName(path, limits) ??
      (path.endsWith('/') ? ({ code: 'EMPTY_SEGMENT', fault: 'is a folder' } as const) : null);
    if (fault === null) named.push({ name: path });
    else problems.add(fault.code, `"${printable(path)}" ${fault.fault}.`, path);
  }
  return judgeNamedFiles(files, judgeCollisions(named, problems), { problems, warnings });
}

export function judgeCount(
  count: number,
  marker: string,
  { namedFiles }: Pick<NameLimits, 'namedFiles'>,
  problems: ProblemList,
): void {
  if (count <= namedFiles) return;
  const error = `${marker} names ${count} files; at most ${namedFiles} are allowed.`;
  problems.add('TOO_MANY_ENTRIES', error);
}

/** The path in the format's form: some exporters use backslashes, or begin with a dot. */
export function slashed(path: unknown): string {
  return typeof path === 'string' ? withoutDotSlash(path.replaceAll('\\', '/')) : '';
}

/** The hash, if it is valid for the algorithm. */
export function hash(
  algorithm: 'sha512' | 'sha256' | 'sha1',
  digits: number,
  value: unknown,
): { sha512?: string; sha256?: string; sha1?: string } {
  const isHash = typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/i.test(value);
  return isHash ? { [algorithm]: value.toLowerCase() } : {};
}

export function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function demand(value: unknown): SideDemand | null {
  return sideDemands.find((word) => word === value) ?? null;
}
