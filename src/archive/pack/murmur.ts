const multiplier = 0x5bd1e995;
const seed = 1;
/** The hash skips tab, line feed, carriage return and blank. */
const passedOver = new Uint8Array(256);
for (const byte of [0x09, 0x0a, 0x0d, 0x20]) passedOver[byte] = 1;

/**
 * CurseForge's fingerprint of a file: 32-bit MurmurHash2 with seed 1 over all bytes that are not white space. Equal
 * fingerprints do not prove that two files are equal.
 */
export function murmurFingerprint(bytes: Uint8Array): number {
  const murmur = createMurmur(countedBytes(bytes));
  murmur.add(bytes);
  return murmur.fingerprint();
}

/** The number of counted bytes, which the hash needs before the first byte. */
export function countedBytes(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (passedOver[byte] === 0) count++;
  return count;
}

/** Computes the fingerprint piece by piece; `length` is the number of counted bytes. */
export function createMurmur(length: number) {
  let hash = seed ^ length;
  let word = 0;
  let filled = 0;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) {
        if (passedOver[byte] === 1) continue;
        word |= byte << filled;
        filled += 8;
        if (filled < 32) continue;
        const mixed = Math.imul(word, multiplier);
        hash = Math.imul(hash, multiplier) ^ Math.imul(mixed ^ (mixed >>> 24), multiplier);
        word = 0;
        filled = 0;
      }
    },
    fingerprint(): number {
      let last = filled > 0 ? Math.imul(hash ^ word, multiplier) : hash;
      last = Math.imul(last ^ (last >>> 13), multiplier);
      return (last ^ (last >>> 15)) >>> 0;
    },
  };
}
