import { keyOf, type WantedFile } from './wanted-file.ts';

/** A file that people have to supply, since its author forbids other programs to fetch it. */
export interface MissingFile extends Pick<WantedFile, 'path' | 'hashes' | 'size' | 'origin'> {
  project: string;
  /** Its download page for people. */
  page: string;
  /** The key under which the supplied file will be stored, as text. */
  key: string;
}

/** Most files that one run waits for; a run with more missing files fails. */
export const mostMissing = 500;

/** The missing file that a run waits for; null when a supplied file could not be verified. */
export function missingFileOf(
  { path, hashes, size, origin }: Omit<WantedFile, 'links'>,
  { project, page }: { project: string; page: string },
): MissingFile | null {
  const key = keyOf({ path, links: [], hashes, size, ...(origin && { origin }) });
  if (key === null) return null;
  const name = `${key.algorithm} ${key.hash}`;
  return { path, hashes, size, ...(origin && { origin }), project, page, key: name };
}
