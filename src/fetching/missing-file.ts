import { keyOf, type WantedFile } from './wanted-file.ts';

/** A file that only people can bring, since its author forbids other programs to fetch it. */
export interface MissingFile extends Pick<WantedFile, 'path' | 'hashes' | 'size' | 'origin'> {
  /** The name of its project. */
  project: string;
  /** Its download page for people. */
  page: string;
  /** The key of the stored file, as text. */
  key: string;
}

/** Files that one run waits for at most; with more of them it ends. */
export const mostMissing = 500;

/** The file as a run waits for it; null when a supplied file could not be verified. */
export function missingFileOf(
  { path, hashes, size, origin }: Omit<WantedFile, 'links'>,
  { project, page }: { project: string; page: string },
): MissingFile | null {
  const key = keyOf({ path, links: [], hashes, size, ...(origin && { origin }) });
  if (key === null) return null;
  const name = `${key.algorithm} ${key.hash}`;
  return { path, hashes, size, ...(origin && { origin }), project, page, key: name };
}
