import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { DigestTask, FileDigests } from './digests.ts';

const pieceBytes = 512 * 1024;

/** What the thread runs: reads a file once. */
export default function digestFile({ path, algorithms }: DigestTask): FileDigests {
  const sha256 = createHash('sha256');
  const digests = algorithms.map((algorithm): [string, Hash] => [algorithm, createHash(algorithm)]);
  const piece = Buffer.allocUnsafe(pieceBytes);
  let checksum = 0;
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readSync(file, piece);
      if (bytes === 0) break;
      const read = piece.subarray(0, bytes);
      sha256.update(read);
      for (const [, hash] of digests) hash.update(read);
      checksum = crc32(read, checksum);
    }
  } finally {
    closeSync(file);
  }
  const hashes = Object.fromEntries(digests.map(([algorithm, hash]) => [algorithm, hash.digest('hex')]));
  return { sha256: sha256.digest('hex'), hashes, crc32: checksum };
}
