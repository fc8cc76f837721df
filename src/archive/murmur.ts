const multiplier = 0x5bd1e995;
const seed = 1;
/** Tab, line feed, carriage return and blank do not count. */
const passedOver = new Uint8Array(256);
for (const byte of [0x09, 0x0a, 0x0d, 0x20]) passedOver[byte] = 1;

/**
 * The number by which CurseForge tells files: MurmurHash2 of 32 bits with the seed 1 over all bytes that are not white space.
 * It is no proof that two files are the same.
 */
export function murmurFingerprint(bytes: Uint8Array): number {
  let length = 0;
  for (const byte of bytes) if (passedOver[byte] === 0) length++;
  let hash = seed ^ length;
  let word = 0;
  let filled = 0;
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
  if (filled > 0) hash = Math.imul(hash ^ word, multiplier);
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return (hash ^ (hash >>> 15)) >>> 0;
}
