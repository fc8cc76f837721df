import { label, member } from '../lenient/value.ts';
import type { LauncherManifest } from '../report.ts';

/** A mod that a marker file names and that a server may have. */
export interface ReferencedMod {
  /** Path relative to the base folder, or null when the mod is only numbered. */
  path: string | null;
  /** Whether an installed pack may lack it. */
  isOptional: boolean;
}

/** What one launcher's marker file says. */
export interface ManifestContent {
  manifest: Omit<LauncherManifest, 'file'>;
  referencedMods: readonly ReferencedMod[];
}

/** One format of marker file. */
export interface ManifestFormat {
  /** Reads the parsed marker; `beside` gives the text of a file in the same folder. Null when it is another format. */
  read(document: unknown, beside: (name: string) => string | null): ManifestContent | null;
}

/** A name or version for people; null when it is not given. */
export function textAt(document: unknown, ...path: string[]): string | null {
  const text = label(member(document, ...path));
  return text === '' ? null : text;
}

/** A platform's own id, a number or a short word; null for 0, a negative number or a label. */
export function platformId(value: unknown): string | null {
  const id = label(value, 64);
  return /^(?!0*$)[0-9A-Za-z]{1,64}$/.test(id) ? id : null;
}
