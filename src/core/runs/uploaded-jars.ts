import type { Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findStoredByContent } from '../files/fetched-files.ts';
import { cleanFileName } from '../files/file-name.ts';

/** A jar that somebody has uploaded to be added, as an entry of `addedMods` names it. */
export interface UploadedJar {
  /** Lower-case hexadecimal. */
  sha256: string;
  /** The name of the file in `mods/`. */
  file: string;
}

const entry = /^sha256:([0-9a-f]{64})(?:\/([\w()+-][\w.+()-]{0,99}\.jar))?$/;

/** The uploaded jar that an entry of `addedMods` names; null for a mod of Modrinth. */
export function uploadedJarOf(text: string): UploadedJar | null {
  const [, sha256, file] = entry.exec(text) ?? [];
  return sha256 === undefined ? null : { sha256, file: file ?? `${sha256.slice(0, 12)}.jar` };
}

/** The uploaded jars that entries of `addedMods` name, each once. */
export function uploadedJarsIn(addedMods: readonly string[]): UploadedJar[] {
  const jars = addedMods.map(uploadedJarOf).filter((jar) => jar !== null);
  return jars.filter(({ sha256 }, at) => jars.findIndex((jar) => jar.sha256 === sha256) === at);
}

/** The entry of `addedMods` for a jar, with what its name has of harmless letters. */
export function entryOf({ sha256, filename }: { sha256: string; filename: string }): string {
  const stem = cleanFileName(filename).replace(/\.jar$/i, '');
  const plain = stem.replaceAll(/[^\w.+()-]+/g, '_').replace(/^\.+/, '');
  return `sha256:${sha256}${/[a-z\d]/i.test(plain) ? `/${plain.slice(0, 96)}.jar` : ''}`;
}

/** Why an uploaded jar cannot be added, as a sentence. */
export function notStored({ file, sha256 }: UploadedJar): string {
  return `No jar with the SHA-256 ${sha256} (${file}) is stored, or no longer: upload it again.`;
}

/** Marks the uploaded jars that a request names as used. Fails with INVALID_INPUT where one is not stored. */
export async function requireUploadedJars(
  { db }: { db: Queries },
  addedMods: readonly string[],
): Promise<void> {
  const jars = uploadedJarsIn(addedMods);
  const stored = await findStoredByContent(
    db,
    jars.map(({ sha256 }) => sha256),
  );
  const lost = jars.find(({ sha256 }) => !stored.has(sha256));
  if (lost !== undefined) throw new AppError('INVALID_INPUT', notStored(lost), { field: 'addedMods' });
}
