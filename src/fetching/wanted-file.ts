import { createHash } from 'node:crypto';

/** Hashes from a pack or a platform, lower-case hexadecimal. `md5` and `murmur2` count only without better ones. */
export interface FileHashes {
  sha512?: string;
  sha256?: string;
  sha1?: string;
  md5?: string;
  /** CurseForge's fingerprint, a decimal number. */
  murmur2?: string;
}

/** Ordered from the strongest to the weakest. */
const hashAlgorithms = ['sha512', 'sha256', 'sha1', 'md5', 'murmur2'] as const;
export type HashAlgorithm = (typeof hashAlgorithms)[number];

/** A file that a pack names. */
export interface WantedFile {
  /** Its path in the pack. */
  path: string;
  /** Links in the order of attempts. */
  links: readonly string[];
  hashes: FileHashes;
  /** Bytes; null when the pack does not state the size. */
  size: number | null;
  /** The file's ids on its platform, where the pack gives them. */
  origin?: FileOrigin;
}

/** A file by the ids of its platform; another author's file never has the same ids. */
export interface FileOrigin {
  source: 'CURSEFORGE';
  project: number;
  file: number;
}

/** Keys of fetched files: a hash, or `origin`, a digest of the publisher and the known facts of the file. */
export const keyAlgorithms = ['sha512', 'origin'] as const;

export interface FileKey {
  algorithm: (typeof keyAlgorithms)[number];
  /** Lower-case hexadecimal. */
  hash: string;
}

/**
 * The key under which a fetched file is found again, by any pack; null without a hash. SHA-512 and SHA-256 suffice. For
 * weaker hashes, two different files can be made to collide, so such a file is found only with the same publisher and
 * size: the file of one author never replaces that of another.
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

/** Hashes that are ignored beside any other. */
const weak: readonly HashAlgorithm[] = ['md5', 'murmur2'];

/** The hashes that a file has to match, the strongest first. */
export function hashesToMatch(hashes: FileHashes): [HashAlgorithm, string][] {
  const given = hashAlgorithms.flatMap((algorithm): [HashAlgorithm, string][] => {
    const hash = hashes[algorithm];
    return hash === undefined ? [] : [[algorithm, hash.toLowerCase()]];
  });
  const strong = given.filter(([algorithm]) => !weak.includes(algorithm));
  return strong.length > 0 ? strong : given;
}
