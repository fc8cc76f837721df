import type { ByteSource } from '../../src/archive/zip/byte-source.ts';

/** Bytes in memory as a source, which throws as that of a file does where they end. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  const read = (offset: number, length: number) => {
    if (offset < 0 || offset + length > bytes.length)
      throw new RangeError(`There is no ${length} at ${offset}.`);
    return Buffer.from(bytes.subarray(offset, offset + length));
  };
  return {
    size: bytes.length,
    read,
    readInto: (buffer, offset) => void read(offset, buffer.length).copy(buffer),
    [Symbol.dispose]() {},
  };
}
