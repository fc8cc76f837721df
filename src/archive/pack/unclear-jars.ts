import { createHash } from 'node:crypto';
import type { ModFile, SideClaim } from '../report.ts';
import { isZipMod } from '../selection/base-folder.ts';
import { withClaims } from '../sides/side-claims.ts';
import type { JarCode } from './inventory.ts';
import type { NoJar } from './no-jar.ts';

/** A mod as an inspection finds it. */
export interface InspectedMod extends ModFile {
  /** The kind of a file that is not a jar. */
  noJar?: NoJar;
  /** References and definitions of its classes. */
  code?: JarCode;
}

/** A jar that the catalogue is queried about. */
export interface UnclearJar {
  sha512: string;
}

/** The catalogue's statement about a jar on a server. */
export interface CatalogueWord extends UnclearJar {
  /** Null when the catalogue was not queried. */
  claims: SideClaim[] | null;
}

/** Archives that are no jars count as mods only if old Forge finds a mod in them; others are ordinary files. */
export function asMod(read: InspectedMod): InspectedMod | null {
  return isZipMod(read.file) && read.descriptors.every(({ format }) => format !== '@Mod') ? null : read;
}

/** The mod with the hash of its bytes, if a catalogue or a fact about this jar may decide its side. */
export function withHash(mod: InspectedMod, bytes: Uint8Array): InspectedMod {
  return isUnclear(mod) || isInferred(mod)
    ? { ...mod, sha512: createHash('sha512').update(bytes).digest('hex') }
    : mod;
}

/** Whether only the dependencies make the mod client-only, which a fact can contradict. */
function isInferred({ descriptors }: InspectedMod): boolean {
  return descriptors.some(({ side, certainty }) => side === 'CLIENT' && certainty === 'INFERRED');
}

/** One descriptor for both sides or without a side is enough, since the run decides which descriptor counts. */
function isUnclear({ descriptors, claims, noJar }: InspectedMod): boolean {
  if (noJar !== undefined) return false;
  if (claims?.some(({ reason }) => reason === 'PACK_INDEX')) return false;
  return descriptors.length === 0 || descriptors.some(({ side }) => side === 'BOTH' || side === 'UNKNOWN');
}

/** The jars among the mods that the catalogue is queried about. */
export function unclearJars(mods: readonly InspectedMod[]): UnclearJar[] {
  return mods.flatMap((mod) => (mod.sha512 == null || !isUnclear(mod) ? [] : [{ sha512: mod.sha512 }]));
}

/** The mods with a catalogue's answers, and the number of jars it was not queried about. */
export function heedWords(
  mods: readonly InspectedMod[],
  words: readonly CatalogueWord[],
): { mods: ModFile[]; unasked: number } {
  const byHash = new Map(words.map((word) => [word.sha512, word.claims]));
  let unasked = 0;
  const known = mods.map((mod) => {
    const claims = byHash.get(mod.sha512 ?? '');
    if (claims === null) unasked += 1;
    return withClaims(mod, claims ?? []);
  });
  return { mods: known, unasked };
}
