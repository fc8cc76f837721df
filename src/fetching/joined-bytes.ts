export interface JoinedBytes {
  add(piece: Uint8Array): void;
  /** All bytes so far. */
  bytes(): Buffer;
  clear(): void;
}

/** Joins pieces as they arrive: separate pieces of a single byte would take hundreds of times their size. */
export function joinBytes(): JoinedBytes {
  let kept: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add(piece) {
      const needed = length + piece.length;
      if (length === 0) kept = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      else {
        if (needed > kept.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * kept.length));
          kept.copy(larger, 0, 0, length);
          kept = larger;
        }
        kept.set(piece, length);
      }
      length = needed;
    },
    bytes: () => kept.subarray(0, length),
    clear() {
      kept = Buffer.alloc(0);
      length = 0;
    },
  };
}
