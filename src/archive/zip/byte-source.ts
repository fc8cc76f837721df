import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Random access to the bytes of a file. */
export interface ByteSource extends Disposable {
  /** Size of the file in bytes when it was opened. */
  readonly size: number;
  /** Fills the buffer from the offset on; throws when the file is shorter than that. */
  readInto(buffer: Uint8Array, offset: number): void;
  /** A fresh buffer with the bytes from the offset on; throws when the file is shorter than that. */
  read(offset: number, length: number): Buffer;
}

export function sourceOfBytes(bytes: Buffer): ByteSource {
  const read = (offset: number, length: number) => {
    if (offset < 0 || offset + length > bytes.length)
      throw new Error(`The archive ends at ${bytes.length}, before ${offset + length}.`);
    return Buffer.from(bytes.subarray(offset, offset + length));
  };
  return {
    size: bytes.length,
    readInto: (buffer, offset) => buffer.set(read(offset, buffer.length)),
    read,
    [Symbol.dispose]() {},
  };
}

/** Opens a file for synchronous reading, which is faster in a thread; throws when the file cannot be opened. */
export function openByteSource(path: string): ByteSource {
  const descriptor = openSync(path, 'r');
  const readInto = (buffer: Uint8Array, offset: number) => {
    let done = 0;
    while (done < buffer.length) {
      const read = readSync(descriptor, buffer, done, buffer.length - done, offset + done);
      if (read === 0)
        throw new Error(`The archive ends at ${offset + done}, before ${offset + buffer.length}.`);
      done += read;
    }
  };
  return {
    size: fstatSync(descriptor).size,
    readInto,
    read(offset, length) {
      const buffer = Buffer.allocUnsafeSlow(length);
      readInto(buffer, offset);
      return buffer;
    },
    [Symbol.dispose]() {
      closeSync(descriptor);
    },
  };
}
