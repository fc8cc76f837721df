import { crc32 } from 'node:zlib';
import { openByteSource } from '../src/archive/zip/byte-source.ts';
import type { LocatedEntry } from '../src/archive/zip/entry.ts';
import { inflateWhole, release } from '../src/archive/zip/inflate.ts';
import { localHeaderLength, localHeaderSize } from '../src/archive/zip/local-header.ts';
import { createReadWindow } from '../src/archive/zip/read-window.ts';

/** Neighbours in a sound archive, all deflated. */
export interface InflateTask {
  path: string;
  entries: readonly Pick<LocatedEntry, 'headerOffset' | 'compressedSize' | 'size' | 'crc32' | 'regionEnd'>[];
}

/** Thread function: what no check by zlib can do without, which is reading, inflating and CRC-32. */
export function inflate({ path, entries }: InflateTask): void {
  using source = openByteSource(path);
  const window = createReadWindow(source, entries.at(-1)?.regionEnd ?? 0);
  for (const { headerOffset, compressedSize, size, crc32: stated } of entries) {
    const headerLength = localHeaderLength(window.take(headerOffset, localHeaderSize)) ?? 0;
    const result = inflateWhole(window.take(headerOffset + headerLength, compressedSize), size);
    if ('fault' in result || crc32(result.bytes) !== stated)
      throw new Error(`The entry at ${headerOffset} is damaged.`);
    release(result.bytes);
  }
}
