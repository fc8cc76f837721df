import { gameRoots, kindOf, type NameKind } from './name-kinds.ts';

/** References of a class that show its side; the search ends at a hook. */
export interface ClassSigns {
  client: boolean;
  hook: boolean;
  game: boolean;
}

/** Most names of the game in one class; real ones have some hundreds. */
const mostNames = 16_384;
/** Most characters of such a name. */
const longestName = 160;

const inNames = new Uint8Array(256);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$/')
  inNames[character.charCodeAt(0)] = 1;

/** Reads the references of a class. Throws RangeError for more names than any real class has. */
export function readSigns(classFile: Buffer): ClassSigns {
  const signs: ClassSigns = { client: false, hook: false, game: false };
  let names = 0;
  for (const root of gameRoots)
    for (let at = classFile.indexOf(root); at >= 0; ) {
      if (names++ >= mostNames) throw new RangeError('it has more names than are looked at');
      const end = endOfName(classFile, at + root.length, at + longestName);
      const kind = keptKind(classFile.toString('latin1', at, end));
      if (kind !== 'harmless') signs[kind] = true;
      if (kind === 'hook') return signs;
      at = classFile.indexOf(root, end);
    }
  return signs;
}

/** A cache of bounded size, because mods use the same names. */
const kept = new Map<string, NameKind>();
const mostKept = 4_096;

function keptKind(name: string): NameKind {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const kind = kindOf(name);
  if (kept.size < mostKept) kept.set(name, kind);
  return kind;
}

function endOfName(classFile: Buffer, from: number, longest: number): number {
  let at = from;
  const most = Math.min(longest, classFile.length);
  while (at < most && inNames[classFile[at] ?? 0] === 1) at++;
  return at;
}
