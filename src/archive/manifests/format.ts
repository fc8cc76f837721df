import { label, member } from '../lenient/value.ts';
import type { LauncherManifest } from '../report.ts';
import type { GivenStart } from './authors-start.ts';

/** A mod that a marker file names and that a server may have. */
export interface ReferencedMod {
  /** Path relative to the base folder; null for a mod that is only numbered. */
  path: string | null;
  /** Whether an installed pack may lack it. */
  isOptional: boolean;
}

/** A marker file, with access to the other files in its folder. */
export interface Marker {
  bytes: Uint8Array;
  /** The bytes of a file in the same folder; null when missing or unreadable. */
  beside(name: string): Uint8Array | null;
}

/** What a marker says: the manifest, and how its author starts the game. */
export interface ReadMarker extends Omit<LauncherManifest, 'file'> {
  start?: GivenStart;
}

/** One format of marker file. */
export interface ManifestFormat {
  /**
   * Reads the needed parts of a marker; null for another format. Calls `reference` with each mod that the marker names.
   * Throws SyntaxError for invalid JSON.
   */
  read(marker: Marker, reference: (mod: ReferencedMod) => void): ReadMarker | null;
}

/** A name or version for people, if given. */
export function textAt(document: unknown, ...path: string[]): string | null {
  const text = label(member(document, ...path));
  return text === '' ? null : text;
}

/** A platform's own id, a number or a short word; null for 0, a negative number or a label. */
export function platformId(value: unknown): string | null {
  const id = label(value, 64);
  return /^(?!0*$)[0-9A-Za-z]{1,64}$/.test(id) ? id : null;
}
