import { createHash } from 'node:crypto';
import type { OpenFile } from './storage.ts';

/**
 * The same file, held to its SHA-256 where it is read in order from its start on: the reading that comes to its end fails with what
 * `otherwise` answers unless all of it was right, so that nobody is given the last of what is damaged. What is read from elsewhere is
 * taken as it comes.
 */
export function heldTo(sha256: string, file: OpenFile, otherwise: () => Error): OpenFile {
  const hash = createHash('sha256');
  let hashed = 0;
  return {
    ...file,
    async read(buffer, position) {
      const filled = await file.read(buffer, position);
      if (position !== hashed || filled === 0) return filled;
      hash.update(buffer.subarray(0, filled));
      hashed += filled;
      if (hashed === file.size && hash.digest('hex') !== sha256) throw otherwise();
      return filled;
    },
  };
}
