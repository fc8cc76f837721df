import { collisionKey, foldersOf } from './entry-names.ts';
import { headBytes, holdsPrivateKey, isProgram, type ReadHead } from './first-bytes.ts';
import { compileGlobs, isLiteral } from './glob.ts';
import {
  adminFiles,
  filesOfHome,
  type LeftOutReason,
  namesOfScripts,
  ownNameReasons,
  pathsOfScripts,
  programNames,
  type StaysOut,
} from './selection-rules.ts';
import { isFolder } from './zip/entry.ts';

/** Files of one pack that are looked into at most. */
export const mostLooks = 2_000;

const scripts = new Set(pathsOfScripts.map(collisionKey));
const scriptTops = new Set(pathsOfScripts.map((path) => collisionKey(path.split('/', 1)[0] ?? '')));
const admin = new Set(adminFiles.map(collisionKey));

/** Why a file directly in the base folder stays out that no rule names. */
export function reasonOfRootFile(name: string): LeftOutReason {
  const key = collisionKey(name);
  if (admin.has(key)) return 'ADMIN';
  return programNames.test(key) || filesOfHome.test(key) ? 'PROGRAM' : 'ROOT_FILE';
}

/** Finds the script path that a path is or contains; null when there is none. */
function partsOfScripts(): (name: string) => string | null {
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

/** Applies a run's wishes to a path after the built-in rules; returns the reason to omit it, or null. */
export type JudgeWish = (name: string, byRules: StaysOut | null) => StaysOut | null;

/**
 * Judges by includeFiles. Private or risky files are included only when a pattern names them without wildcards, paths
 * of the start scripts and what holds accounts never. A file matched by a wildcard is looked into first, as far as `readHead` gives it.
 */
export function judgeWishes(patterns: readonly string[], readHead: ReadHead): JudgeWish {
  const any = compileGlobs(patterns);
  const literal = patterns
    .filter(isLiteral)
    .map((pattern) => ({ key: collisionKey(pattern), globs: compileGlobs([pattern]) }));
  const isNamed = (name: string, { path }: StaysOut) => {
    const own = collisionKey(path);
    return literal.some(
      ({ key, globs }) => `${key}/`.startsWith(`${own}/`) && globs.firstOf(name) !== undefined,
    );
  };
  const look = lookOnce(readHead);
  const partOfScripts = partsOfScripts();
  return (name, byRules) => {
    const part = partOfScripts(name);
    // Anybody may ask for a server pack of a stored modpack, so that no wish means its accounts and passwords.
    if (byRules?.reason === 'SECRET') return byRules;
    if (part !== null) return { reason: 'SCRIPTS', path: part };
    if (byRules !== null) {
      const isMeant = ownNameReasons.has(byRules.reason)
        ? isNamed(name, byRules)
        : any.firstOf(name) !== undefined;
      if (!isMeant) return byRules;
    }
    if (isFolder({ name }) || isNamed(name, { reason: 'SECRET', path: name })) return null;
    const reason = look(name, byRules !== null);
    return reason === null ? null : { reason, path: name };
  };
}

/** Looks into a file, once however often it is asked about: a bounded number of them. */
function lookOnce(readHead: ReadHead): (name: string, isWished: boolean) => LeftOutReason | null {
  const known = new Map<string, LeftOutReason | null>();
  let looks = 0;
  return (name, isWished) => {
    const isAtRoot = !name.includes('/');
    if (!isAtRoot && (isWished ? media : content).test(name)) return null;
    const before = known.get(name);
    if (before !== undefined) return before;
    looks += 1;
    const reason = looks > mostLooks ? (isWished ? 'NOT_LOOKED_AT' : null) : reasonByContent(name, readHead);
    known.set(name, reason);
    return reason;
  };
}

/** The reason to omit a file by its first bytes; null when there is none. */
export function reasonByContent(name: string, readHead: ReadHead): LeftOutReason | null {
  const head = readHead(name)?.subarray(0, headBytes);
  if (head === undefined) return null;
  if (holdsPrivateKey(head)) return 'SECRET';
  return !name.includes('/') && isProgram(head) ? 'PROGRAM' : null;
}

/** Pictures, sounds, models and parts of worlds, of which packs have thousands. */
const media =
  /\.(?:bbmodel|fsh|gif|glsl|jpe?g|litematic|mca|mcmeta|mp[34]|nbt|obj|ogg|otf|png|psd|schem(?:atic)?|ttf|vsh|wav|webp)$/i;

/** Types of files that configure mods and the game. */
const content =
  /\.(?:7z|bbmodel|cfg|class|conf|csv|dat|fsh|gif|glsl|gz|hocon|html?|ini|jar|java|jpe?g|js|json[5c]?|kts?|lang|litematic|lua|mca|mcfunction|mcmeta|md|mp[34]|nbt|obj|ogg|otf|png|properties|psd|py|rar|schem(?:atic)?|snbt|toml|ts|ttf|vsh|wav|webp|xml|ya?ml|zip|zs)$/i;
