import { isSecretItself } from '../../../texts/secret-names.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { isFolder } from '../zip/entry.ts';
import { collisionKey, foldersOf } from '../zip/entry-names.ts';
import { judgeOverrides, reasonOfRootFile } from './file-overrides.ts';
import type { ReadHead } from './first-bytes.ts';
import { compileGlobs } from './glob.ts';
import { isArchiveName } from './nested-archives.ts';
import {
  byProducts,
  type Exclusion,
  type ExclusionReason,
  endingsOfOldCopies,
  excludedNames,
  excludedPaths,
  exclusionReasons,
  foldersOfNatives,
  gameJars,
  includedRootFiles,
  partsOfNewWorld,
  pathsOfServerData,
  playedFiles,
  templateFolders,
  worldFile,
} from './selection-rules.ts';

/** The reason to exclude a path of the pack; null for an included path. */
export type JudgePath = (name: string) => Exclusion | null;

/** Whether the inner archive at this path contains account files. */
export type HoldsAccounts = (name: string) => boolean;

/** An excluded file, or a folder with all its excluded files. */
export interface ExcludedFiles {
  reason: ExclusionReason;
  /** Path in the pack, with a slash at the end of a folder. For EXCLUDED, the matching pattern. */
  path: string;
  /** Number of files. */
  files: number;
  /** Total size of these files in bytes. */
  bytes: number;
}

const byPath = reasonsByKey(excludedPaths);
const byName = reasonsByKey(excludedNames);
const oldCopies = endingsOfOldCopies.map(collisionKey);
const templates = new Set(templateFolders.map(collisionKey));
const worldKey = collisionKey(worldFile);
const serverData = pathsOfServerData.map(collisionKey);
const newWorld = partsOfNewWorld.map(collisionKey);
/** The game's default folder for a server's world. */
const serverWorld = collisionKey('world');
const reasonOrder = Object.keys(exclusionReasons);

export type FileOverrides = Pick<RunConfiguration, 'includeFiles' | 'excludeFiles' | 'includeWorld'>;

/**
 * Judges paths of a pack by the selection rules and a run's overrides; `names` are all paths, which show where worlds
 * are. Some files are also judged by their first bytes, if `readHead` has them, and archives by their contents.
 */
export function judgePaths(
  names: Iterable<string>,
  overrides: FileOverrides,
  readHead: ReadHead = () => null,
  holdsAccounts: HoldsAccounts = () => false,
): JudgePath {
  const judgeByRules = rulesFor(names, overrides);
  const excluded = compileGlobs(overrides.excludeFiles);
  const judgeOverride = judgeOverrides(overrides.includeFiles, readHead);
  return (name) => {
    if (isGameJar(name)) return { reason: 'GAME_JAR', path: name };
    if (byProducts.test(name)) return { reason: 'BY_PRODUCT', path: name };
    const pattern = excluded.firstOf(name);
    if (pattern !== undefined) return { reason: 'EXCLUDED', path: pattern };
    const out = judgeOverride(name, judgeByRules(name));
    if (out !== null || !isArchiveName(name) || !holdsAccounts(name)) return out;
    // No override includes accounts.
    return { reason: 'SECRET', path: name };
  };
}

/** The reason of the built-in rules for a path, without patterns. */
function rulesFor(names: Iterable<string>, { includeWorld }: FileOverrides): JudgePath {
  const all = [...names];
  const worlds = includeWorld ? new Set<string>() : worldFolders(all);
  const goesIn = new Set([...serverData, ...(isWorldPlayed(all) ? [] : newWorld)]);
  const folders = new Map<string, Exclusion | null>();
  const judgeFolder = (folder: string): Exclusion | null => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const judged = judge(folder);
    folders.set(folder, judged);
    return judged;
  };
  const judge = (path: string): Exclusion | null => {
    const slash = path.lastIndexOf('/');
    const key = collisionKey(path);
    const around = slash > 0 && !goesIn.has(key) ? judgeFolder(path.slice(0, slash)) : null;
    // Secrets count in excluded folders too, because overrides and .mrpacks may include files of those.
    if (around?.reason !== 'SECRET' && isSecretItself(key)) return { reason: 'SECRET', path };
    if (around !== null) return around;
    const name = key.slice(key.lastIndexOf('/') + 1);
    const reason =
      byPath.get(key) ??
      byName.get(name) ??
      (worlds.has(key) ? 'WORLD' : undefined) ??
      (foldersOfNatives.test(key) ? 'CACHE' : undefined) ??
      (oldCopies.some((ending) => name.endsWith(ending)) ? 'OLD_COPY' : undefined);
    return reason === undefined ? null : { reason, path };
  };
  return (name) => {
    // A folder's own entry is judged like its contents.
    const found = judge(name);
    if (found?.reason === 'SECRET' || name.includes('/')) return found;
    const reason = reasonOfRootFile(name);
    return found === null && reason === 'ROOT_FILE' && isIncludedRootFile(name)
      ? null
      : { reason, path: name };
  };
}

/** Whether a path is that of the game's own jar, which may not be redistributed. */
export function isGameJar(name: string): boolean {
  return gameJars.some((jar) => jar.test(name));
}

/** The excluded files, summed by folder and reason, the largest first. */
export function excludedFilesOf(
  files: Iterable<{ name: string; size: number }>,
  judge: JudgePath,
): ExcludedFiles[] {
  const found = new Map<string, ExcludedFiles>();
  for (const { name, size } of files) {
    const out = isFolder({ name }) ? null : judge(name);
    if (out === null) continue;
    const path = out.path === name || out.reason === 'EXCLUDED' ? out.path : `${out.path}/`;
    const part = found.get(path) ?? { reason: out.reason, path, files: 0, bytes: 0 };
    part.files += 1;
    part.bytes += size;
    found.set(path, part);
  }
  const order = ({ reason }: ExcludedFiles) => reasonOrder.indexOf(reason);
  return [...found.values()].sort(
    (one, other) => order(one) - order(other) || other.bytes - one.bytes || (one.path < other.path ? -1 : 1),
  );
}

/** Keys of the folders with played worlds, without templates of worlds. */
function worldFolders(names: Iterable<string>): Set<string> {
  const worlds = new Set([serverWorld]);
  for (const name of names) {
    const slash = name.lastIndexOf('/');
    if (slash < 0 || collisionKey(name.slice(slash + 1)) !== worldKey) continue;
    const [folder = ''] = foldersOf(name);
    if (!templates.has(collisionKey(folder.split('/', 1)[0] ?? ''))) worlds.add(collisionKey(folder));
  }
  return worlds;
}

/** Whether the server's own world has more than the files that a pack provides for a new world. */
function isWorldPlayed(names: readonly string[]): boolean {
  const isInWorld = (name: string) => collisionKey(name.split('/', 1)[0] ?? '') === serverWorld;
  return names.some((name) => playedFiles.some((file) => file.test(name)) && isInWorld(name));
}

function isIncludedRootFile(name: string): boolean {
  return includedRootFiles.some((file) => file.test(name));
}

function reasonsByKey(
  lists: Readonly<Partial<Record<ExclusionReason, readonly string[]>>>,
): Map<string, ExclusionReason> {
  const reasons = new Map<string, ExclusionReason>();
  for (const reason of Object.keys(exclusionReasons).filter(isReason))
    for (const path of lists[reason] ?? []) reasons.set(collisionKey(path), reason);
  return reasons;
}

function isReason(word: string): word is ExclusionReason {
  return Object.hasOwn(exclusionReasons, word);
}
