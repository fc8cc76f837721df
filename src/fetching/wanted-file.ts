import { createHash } from 'node:crypto';

/** The hashes that a platform gives, lower-case hexadecimal. `md5` counts where there is nothing better. */
export interface FileHashes {
  sha512?: string;
  sha1?: string;
  md5?: string;
}

export const hashAlgorithms = ['sha512', 'sha1', 'md5'] as const;
export type HashAlgorithm = (typeof hashAlgorithms)[number];

/** A file that a pack names. */
export interface WantedFile {
  /** Where it lies in the pack. */
  path: string;
  /** Where it can be had, in the order in which they are asked. */
  links: readonly string[];
  hashes: FileHashes;
  /** Bytes, or null when the pack does not say. */
  size: number | null;
  /** Which file of a platform it is, where the pack names it as such. */
  origin?: FileOrigin;
}

/** A file by the numbers of its platform, which another author's file never has. */
export interface FileOrigin {
  source: 'CURSEFORGE';
  project: number;
  file: number;
}

/** What a file that was fetched is found by again: a hash, or `origin`, a digest of whose file it is and of what is known of it. */
export const keyAlgorithms = [...hashAlgorithms, 'origin'] as const;

export interface FileKey {
  algorithm: (typeof keyAlgorithms)[number];
  /** Lower-case hexadecimal. */
  hash: string;
}

/**
 * What a file is found by, once it was fetched for whomever; null for one without a hash. SHA-512 is enough. Of SHA-1 and MD5 anybody can
 * make two files that have the same, so a file that is known by these alone is found only as that very file, of that size: what one
 * author publishes never stands in for the file of another.
 */
export function keyOf({ hashes, origin, links, size }: WantedFile): FileKey | null {
  const [strongest] = hashesToMatch(hashes);
  if (strongest === undefined) return null;
  const [algorithm, hash] = strongest;
  if (algorithm === 'sha512') return { algorithm, hash };
  const whose = origin ? [origin.source, origin.project, origin.file] : ['LINKS', ...links];
  const known = JSON.stringify([whose, algorithm, hash, size]);
  return { algorithm: 'origin', hash: createHash('sha256').update(known).digest('hex') };
}

/** What a file has to match: of its hashes all that are worth something, the strongest first. */
export function hashesToMatch(hashes: FileHashes): [HashAlgorithm, string][] {
  const given = hashAlgorithms.flatMap((algorithm): [HashAlgorithm, string][] => {
    const hash = hashes[algorithm];
    return hash === undefined ? [] : [[algorithm, hash.toLowerCase()]];
  });
  return given.length > 1 ? given.filter(([algorithm]) => algorithm !== 'md5') : given;
}
