import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileHashes, HashAlgorithm } from './wanted-file.ts';

/** Hashes computed while bytes arrive; SHA-256 is always among them. */
export type DigestAlgorithm = Exclude<HashAlgorithm, 'sha256' | 'murmur2'>;

export interface FileDigests {
  /** Lower-case hexadecimal, as are the other hashes. */
  sha256: string;
  hashes: FileHashes;
  crc32: number;
}

/** Computes digests of the bytes added so far. */
export interface Digester {
  add(piece: Uint8Array): void;
  digests(): FileDigests;
}

export function createDigester(algorithms: readonly DigestAlgorithm[]): Digester {
  const sha256 = createHash('sha256');
  const chosen = algorithms.map((algorithm): [string, Hash] => [algorithm, createHash(algorithm)]);
  let checksum = 0;
  return {
    add(piece) {
      sha256.update(piece);
      for (const [, hash] of chosen) hash.update(piece);
      checksum = crc32(piece, checksum);
    },
    digests() {
      const hashes = Object.fromEntries(chosen.map(([algorithm, hash]) => [algorithm, hash.digest('hex')]));
      return { sha256: sha256.digest('hex'), hashes, crc32: checksum };
    },
  };
}
