import type { ByteSource } from './byte-source.ts';

const windowSize = 4 * 1024 * 1024;

/** Reads ranges that mostly follow each other. */
export interface ReadWindow {
  /** The bytes of a range; valid only until the next call, unless the caller owns the buffer. */
  take(offset: number, length: number): Buffer;
  /** Whether a range of this length gets a buffer of its own, which the caller may release. */
  isOwned(length: number): boolean;
}

/**
 * Serves ranges from 4 MiB reads, so that thousands of small entries cost a few hundred reads; never reads beyond
 * `end`.
 */
export function createReadWindow(source: ByteSource, end: number): ReadWindow {
  const window = Buffer.allocUnsafeSlow(Math.max(0, Math.min(windowSize, end)));
  let start = 0;
  let filled = 0;
  const isOwned = (length: number) => length > window.length;
  return {
    isOwned,
    take(offset, length) {
      const known = offset >= start && offset < start + filled ? start + filled - offset : 0;
      if (known >= length) return window.subarray(offset - start, offset - start + length);
      const owned = isOwned(length);
      const target = owned ? Buffer.allocUnsafeSlow(length) : window;
      if (known > 0) window.copy(target, 0, offset - start, offset - start + known);
      const wanted = owned ? length : Math.max(length, Math.min(window.length, end - offset));
      source.readInto(target.subarray(known, wanted), offset + known);
      if (!owned) {
        start = offset;
        filled = wanted;
      }
      return target.subarray(0, length);
    },
  };
}
