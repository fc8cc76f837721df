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
}

/** What a file has to match: of its hashes all that are worth something, the strongest first. */
export function hashesToMatch(hashes: FileHashes): [HashAlgorithm, string][] {
  const given = hashAlgorithms.flatMap((algorithm): [HashAlgorithm, string][] => {
    const hash = hashes[algorithm];
    return hash === undefined ? [] : [[algorithm, hash.toLowerCase()]];
  });
  return given.length > 1 ? given.filter(([algorithm]) => algorithm !== 'md5') : given;
}
