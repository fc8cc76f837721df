import type { FileHandle } from 'node:fs/promises';

/** An archive whose bytes entries are copied from. */
export interface RawSource {
  /** Size in bytes. */
  readonly size: number;
  /**
   * The bytes from `offset` on, perhaps in the given buffer; which holds at least `length`; rejects when the source is
   * shorter.
   */
  read(buffer: Buffer, offset: number, length: number): Promise<Buffer>;
}

/** An archive in an open file; the caller closes it. */
export async function fileSource(file: FileHandle): Promise<RawSource> {
  const { size } = await file.stat();
  return {
    size,
    async read(buffer, offset, length) {
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(buffer, done, length - done, offset + done);
        if (bytesRead === 0)
          throw new Error(`The archive ends at byte ${offset + done}, before byte ${offset + length}.`);
        done += bytesRead;
      }
      return buffer.subarray(0, length);
    },
  };
}

export function memorySource(bytes: Buffer): RawSource {
  return {
    size: bytes.length,
    read: async (_buffer, offset, length) => bytes.subarray(offset, offset + length),
  };
}
