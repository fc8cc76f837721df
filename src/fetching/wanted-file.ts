import { createHash } from 'node:crypto';

/** The hashes that a pack or a platform gives, lower-case hexadecimal. `md5` and `murmur2` count where there is nothing better. */
export interface FileHashes {
  sha512?: string;
  sha256?: string;
  sha1?: string;
  md5?: string;
  /** CurseForge's fingerprint, a decimal number. */
  murmur2?: string;
}

/** The strongest first. */
export const hashAlgorithms = ['sha512', 'sha256', 'sha1', 'md5', 'murmur2'] as const;
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
export const keyAlgorithms = ['sha512', 'origin'] as const;

export interface FileKey {
  algorithm: (typeof keyAlgorithms)[number];
  /** Lower-case hexadecimal. */
  hash: string;
}

/**
 * What a file is found by, once it was fetched for whomever; null for one without a hash. SHA-512 and SHA-256 are enough. Of the others
 * anybody can make two files that have the same, so a file that is known by these alone is found only as that very file, of that size: what one
 * author publishes never stands in for the file of another.
 */
export function keyOf({ hashes, origin, links, size }: WantedFile): FileKey | null {
  const [strongest] = hashesToMatch(hashes);
  if (strongest === undefined) return null;
  const [algorithm, hash] = strongest;
  if (algorithm === 'sha512') return { algorithm, hash };
  if (algorithm === 'sha256') return { algorithm: 'origin', hash: digest(['SHA256', hash]) };
  const whose = origin ? [origin.source, origin.project, origin.file] : ['LINKS', ...links];
  return { algorithm: 'origin', hash: digest([whose, algorithm, hash, size]) };
}

function digest(known: unknown): string {
  return createHash('sha256').update(JSON.stringify(known)).digest('hex');
}

/** What is worth nothing beside another hash. */
const weak: readonly HashAlgorithm[] = ['md5', 'murmur2'];

/** What a file has to match: of its hashes all that are worth something, the strongest first. */
export function hashesToMatch(hashes: FileHashes): [HashAlgorithm, string][] {
  const given = hashAlgorithms.flatMap((algorithm): [HashAlgorithm, string][] => {
    const hash = hashes[algorithm];
    return hash === undefined ? [] : [[algorithm, hash.toLowerCase()]];
  });
  const strong = given.filter(([algorithm]) => !weak.includes(algorithm));
  return strong.length > 0 ? strong : given;
}
