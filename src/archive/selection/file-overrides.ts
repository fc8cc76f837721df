import { isFolder } from '../zip/entry.ts';
import { collisionKey, foldersOf } from '../zip/entry-names.ts';
import { headBytes, holdsPrivateKey, isProgram, type ReadHead } from './first-bytes.ts';
import { compileGlobs, isLiteral } from './glob.ts';
import {
  adminFiles,
  type Exclusion,
  type ExclusionReason,
  filesOfHome,
  namesOfScripts,
  ownNameReasons,
  pathsOfScripts,
  programNames,
} from './selection-rules.ts';

/** Most files of one pack whose first bytes are read. */
export const mostReads = 2_000;

const scripts = new Set(pathsOfScripts.map(collisionKey));
const scriptTops = new Set(pathsOfScripts.map((path) => collisionKey(path.split('/', 1)[0] ?? '')));
const admin = new Set(adminFiles.map(collisionKey));

/** The reason to exclude a file directly in the base folder that no rule names. */
export function reasonOfRootFile(name: string): ExclusionReason {
  const key = collisionKey(name);
  if (admin.has(key)) return 'ADMIN';
  return programNames.test(key) || filesOfHome.test(key) ? 'PROGRAM' : 'ROOT_FILE';
}

/** Finds the script path that equals a path or lies in it, if any. */
export function partsOfScripts(): (name: string) => string | null {
  const isOne = (path: string) => {
    const key = collisionKey(path);
    return scripts.has(key) || namesOfScripts.test(key);
  };
  const tops = new Map<string, boolean>();
  const isAround = (top: string) => {
    const known = tops.get(top) ?? (scriptTops.has(collisionKey(top)) || isOne(top));
    tops.set(top, known);
    return known;
  };
  return (name) => {
    if (!isAround(name.split('/', 1)[0] ?? '')) return null;
    const path = name.endsWith('/') ? name.slice(0, -1) : name;
    return [path, ...foldersOf(path)].reverse().find(isOne) ?? null;
  };
}

/** Applies a run's overrides to a path after the built-in rules; returns the reason to exclude it, or null. */
export type JudgeOverride = (name: string, byRules: Exclusion | null) => Exclusion | null;

/**
 * Judges by includeFiles. A pattern without wildcards may include private or risky files, but never paths of the start
 * scripts or accounts. A file matched by a wildcard is first judged by its first bytes, if `readHead` has them.
 */
export function judgeOverrides(patterns: readonly string[], readHead: ReadHead): JudgeOverride {
  const any = compileGlobs(patterns);
  const literal = patterns
    .filter(isLiteral)
    .map((pattern) => ({ key: collisionKey(pattern), globs: compileGlobs([pattern]) }));
  const isNamed = (name: string, { path }: Exclusion) => {
    const own = collisionKey(path);
    return literal.some(
      ({ key, globs }) => `${key}/`.startsWith(`${own}/`) && globs.firstOf(name) !== undefined,
    );
  };
  const judgeContent = judgeOnce(readHead);
  const partOfScripts = partsOfScripts();
  return (name, byRules) => {
    const part = partOfScripts(name);
    // Everybody may request a server pack of a stored modpack, so no override includes accounts and passwords.
    if (byRules?.reason === 'SECRET') return byRules;
    if (part !== null) return { reason: 'SCRIPTS', path: part };
    if (byRules !== null) {
      const isMeant = ownNameReasons.has(byRules.reason)
        ? isNamed(name, byRules)
        : any.firstOf(name) !== undefined;
      if (!isMeant) return byRules;
    }
    if (isFolder({ name }) || isNamed(name, { reason: 'SECRET', path: name })) return null;
    const reason = judgeContent(name, byRules !== null);
    return reason === null ? null : { reason, path: name };
  };
}

/** Reads a file's beginning once, however often it is judged, for a limited number of files. */
function judgeOnce(readHead: ReadHead): (name: string, isRequested: boolean) => ExclusionReason | null {
  const known = new Map<string, ExclusionReason | null>();
  let reads = 0;
  return (name, isRequested) => {
    const isAtRoot = !name.includes('/');
    if (!isAtRoot && (isRequested ? media : content).test(name)) return null;
    const before = known.get(name);
    if (before !== undefined) return before;
    reads += 1;
    const reason =
      reads > mostReads ? (isRequested ? 'NOT_LOOKED_AT' : null) : reasonByContent(name, readHead);
    known.set(name, reason);
    return reason;
  };
}

/** The reason to exclude a file by its first bytes, if any. */
export function reasonByContent(name: string, readHead: ReadHead): ExclusionReason | null {
  const head = readHead(name)?.subarray(0, headBytes);
  if (head === undefined) return null;
  if (holdsPrivateKey(head)) return 'SECRET';
  return !name.includes('/') && isProgram(head) ? 'PROGRAM' : null;
}

/** Pictures, sounds, models and parts of worlds, which packs have by the thousand. */
const media =
  /\.(?:bbmodel|fsh|gif|glsl|jpe?g|litematic|mca|mcmeta|mp[34]|nbt|obj|ogg|otf|png|psd|schem(?:atic)?|ttf|vsh|wav|webp)$/i;

/** Types of files with settings of mods and the game. */
const content =
  /\.(?:7z|bbmodel|cfg|class|conf|csv|dat|fsh|gif|glsl|gz|hocon|html?|ini|jar|java|jpe?g|js|json[5c]?|kts?|lang|litematic|lua|mca|mcfunction|mcmeta|md|mp[34]|nbt|obj|ogg|otf|png|properties|psd|py|rar|schem(?:atic)?|snbt|toml|ts|ttf|vsh|wav|webp|xml|ya?ml|zip|zs)$/i;
