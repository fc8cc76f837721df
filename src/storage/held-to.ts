import { createHash } from 'node:crypto';
import type { OpenFile } from './storage.ts';

/**
 * Verifies a file that is read in order from its start: with a wrong SHA-256, reading fails with `otherwise` before the
 * last bytes, so that no reader receives a whole damaged file. Reads from other positions are not verified.
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
