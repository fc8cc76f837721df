import { createHash } from 'node:crypto';
import type { JarCode } from './inventory.ts';
import type { NoJar } from './no-jar.ts';
import type { ModFile, SideClaim } from './report.ts';
import { withClaims } from './side-claims.ts';

/** A mod as an inspection finds it. */
export interface InspectedMod extends ModFile {
  /** The kind of a file that is not a jar. */
  noJar?: NoJar;
  /** References and definitions of its classes. */
  code?: JarCode;
}

/** A jar that a catalogue is asked about. */
export interface UnclearJar {
  sha512: string;
}

/** The catalogue's statement about a jar on a server. */
export interface CatalogueWord extends UnclearJar {
  /** Null when it was not asked. */
  claims: SideClaim[] | null;
}

/** The mod with the hash of its bytes, if a catalogue or a fact about this jar may say where it works. */
export function withHash(mod: InspectedMod, bytes: Uint8Array): InspectedMod {
  return isUnclear(mod) || isInferred(mod)
    ? { ...mod, sha512: createHash('sha512').update(bytes).digest('hex') }
    : mod;
}

/** Only its dependencies make it client-only, which a fact can contradict. */
function isInferred({ descriptors }: InspectedMod): boolean {
  return descriptors.some(({ side, certainty }) => side === 'CLIENT' && certainty === 'INFERRED');
}

/** One descriptor with both sides or none is enough: the run decides which descriptor counts. */
function isUnclear({ descriptors, claims, noJar }: InspectedMod): boolean {
  if (noJar !== undefined) return false;
  if (claims?.some(({ reason }) => reason === 'PACK_INDEX')) return false;
  return descriptors.length === 0 || descriptors.some(({ side }) => side === 'BOTH' || side === 'UNKNOWN');
}

/** The jars among the mods that a catalogue is asked about. */
export function unclearJars(mods: readonly InspectedMod[]): UnclearJar[] {
  return mods.flatMap((mod) => (mod.sha512 == null || !isUnclear(mod) ? [] : [{ sha512: mod.sha512 }]));
}

/** The mods with what a catalogue says of those that have a hash, and how many it was not asked about. */
export function heedWords(
  mods: readonly InspectedMod[],
  words: readonly CatalogueWord[],
): { mods: ModFile[]; unasked: number } {
  const byHash = new Map(words.map((word) => [word.sha512, word.claims]));
  let unasked = 0;
  const told = mods.map((mod) => {
    const said = byHash.get(mod.sha512 ?? '');
    if (said === null) unasked += 1;
    return withClaims(mod, said ?? []);
  });
  return { mods: told, unasked };
}
