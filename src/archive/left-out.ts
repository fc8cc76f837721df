import { isSecretItself } from '../../texts/secret-names.ts';
import { collisionKey, foldersOf } from './entry-names.ts';
import type { ReadHead } from './first-bytes.ts';
import { compileGlobs } from './glob.ts';
import { isArchiveName } from './nested-archives.ts';
import type { RunConfiguration } from './run-configuration.ts';
import {
  byProducts,
  endingsOfOldCopies,
  gameJars,
  includedRootFiles,
  type LeftOutReason,
  leftOutReasons,
  namesLeftOut,
  partsOfNewWorld,
  pathsLeftOut,
  pathsOfServerData,
  playedFiles,
  type StaysOut,
  templateFolders,
  worldFile,
} from './selection-rules.ts';
import { judgeWishes, reasonOfRootFile } from './wishes.ts';
import { isFolder } from './zip/entry.ts';

/** Tells of a path in the pack why it stays out; null when it may go in. */
export type JudgePath = (name: string) => StaysOut | null;

/** Tells of an archive in the pack, by its path, whether account files are in it. */
export type HoldsAccounts = (name: string) => boolean;

/** A file that stays out, or a folder with all that does. */
export interface LeftOut {
  reason: LeftOutReason;
  /** Its path in the pack; a folder's ends in a slash. When it is EXCLUDED, the pattern that names it. */
  path: string;
  /** Number of files. */
  files: number;
  /** Bytes of these files. */
  bytes: number;
}

const byPath = reasonsByKey(pathsLeftOut);
const byName = reasonsByKey(namesLeftOut);
const oldCopies = endingsOfOldCopies.map(collisionKey);
const templates = new Set(templateFolders.map(collisionKey));
const worldKey = collisionKey(worldFile);
const serverData = pathsOfServerData.map(collisionKey);
const newWorld = partsOfNewWorld.map(collisionKey);
/** The game keeps the world of a server there unless it is told otherwise. */
const serverWorld = collisionKey('world');
const reasonOrder = Object.keys(leftOutReasons);

export type FileWishes = Pick<RunConfiguration, 'includeFiles' | 'excludeFiles' | 'includeWorld'>;

/**
 * Judges the paths of a pack by the selection rules and a run's wishes; `names` are all of them, since worlds show by them.
 * Some files are judged by how they begin, too, where `readHead` can tell, and archives by what they hold.
 */
export function judgePaths(
  names: Iterable<string>,
  wishes: FileWishes,
  readHead: ReadHead = () => null,
  holdsAccounts: HoldsAccounts = () => false,
): JudgePath {
  const judgeByRules = rulesFor(names, wishes);
  const excluded = compileGlobs(wishes.excludeFiles);
  const judgeWish = judgeWishes(wishes.includeFiles, readHead);
  return (name) => {
    if (isGameJar(name)) return { reason: 'GAME_JAR', path: name };
    if (byProducts.test(name)) return { reason: 'BY_PRODUCT', path: name };
    const pattern = excluded.firstOf(name);
    if (pattern !== undefined) return { reason: 'EXCLUDED', path: pattern };
    const out = judgeWish(name, judgeByRules(name));
    if (out !== null || !isArchiveName(name) || !holdsAccounts(name)) return out;
    // No wish means accounts.
    return { reason: 'SECRET', path: name };
  };
}

/** The reason of the built-in rules for a path, without patterns. */
function rulesFor(names: Iterable<string>, { includeWorld }: FileWishes): JudgePath {
  const all = [...names];
  const worlds = includeWorld ? new Set<string>() : worldFolders(all);
  const goesIn = new Set([...serverData, ...(isWorldPlayed(all) ? [] : newWorld)]);
  const folders = new Map<string, StaysOut | null>();
  const judgeFolder = (folder: string): StaysOut | null => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const judged = judge(folder);
    folders.set(folder, judged);
    return judged;
  };
  const judge = (path: string): StaysOut | null => {
    const slash = path.lastIndexOf('/');
    const key = collisionKey(path);
    const around = slash > 0 && !goesIn.has(key) ? judgeFolder(path.slice(0, slash)) : null;
    // In folders that stay out anyway, too: wishes and .mrpacks have some of these in.
    if (around?.reason !== 'SECRET' && isSecretItself(key)) return { reason: 'SECRET', path };
    if (around !== null) return around;
    const name = key.slice(key.lastIndexOf('/') + 1);
    const reason =
      byPath.get(key) ??
      byName.get(name) ??
      (worlds.has(key) ? 'WORLD' : undefined) ??
      (oldCopies.some((ending) => name.endsWith(ending)) ? 'OLD_COPY' : undefined);
    return reason === undefined ? null : { reason, path };
  };
  return (name) => {
    // A folder's own entry is judged as what lies in it.
    const found = judge(name);
    if (found?.reason === 'SECRET' || name.includes('/')) return found;
    const reason = reasonOfRootFile(name);
    return found === null && reason === 'ROOT_FILE' && isIncludedRootFile(name)
      ? null
      : { reason, path: name };
  };
}

/** Whether a path in the pack is that of the game's own jar, which may not be passed on. */
export function isGameJar(name: string): boolean {
  return gameJars.some((jar) => jar.test(name));
}

/** The omitted files, summed by folder and reason, the largest first. */
export function leftOutOf(files: Iterable<{ name: string; size: number }>, judge: JudgePath): LeftOut[] {
  const found = new Map<string, LeftOut>();
  for (const { name, size } of files) {
    const out = isFolder({ name }) ? null : judge(name);
    if (out === null) continue;
    const path = out.path === name || out.reason === 'EXCLUDED' ? out.path : `${out.path}/`;
    const part = found.get(path) ?? { reason: out.reason, path, files: 0, bytes: 0 };
    part.files += 1;
    part.bytes += size;
    found.set(path, part);
  }
  const place = ({ reason }: LeftOut) => reasonOrder.indexOf(reason);
  return [...found.values()].sort(
    (one, other) => place(one) - place(other) || other.bytes - one.bytes || (one.path < other.path ? -1 : 1),
  );
}

/** Keys of the folders that hold played worlds; templates of worlds do not count. */
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

/** Whether there is more of the server's own world than what a pack brings along for a new one. */
function isWorldPlayed(names: readonly string[]): boolean {
  const isInWorld = (name: string) => collisionKey(name.split('/', 1)[0] ?? '') === serverWorld;
  return names.some((name) => playedFiles.some((file) => file.test(name)) && isInWorld(name));
}

function isIncludedRootFile(name: string): boolean {
  return includedRootFiles.some((file) => file.test(name));
}

function reasonsByKey(
  lists: Readonly<Partial<Record<LeftOutReason, readonly string[]>>>,
): Map<string, LeftOutReason> {
  const reasons = new Map<string, LeftOutReason>();
  for (const reason of Object.keys(leftOutReasons).filter(isReason))
    for (const path of lists[reason] ?? []) reasons.set(collisionKey(path), reason);
  return reasons;
}

function isReason(word: string): word is LeftOutReason {
  return Object.hasOwn(leftOutReasons, word);
}
