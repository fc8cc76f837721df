import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** A file written from front to back and hashed as it grows. */
export interface HashedOutput extends AsyncDisposable {
  /** Bytes handed over so far. */
  readonly size: number;
  /**
   * Appends the pieces. Await each call before the next; only then may the pieces be changed. The hash is computed
   * while the system writes. Rejects when the disk refuses the bytes.
   */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Flushes the file to disk and returns its size in bytes and its lower-case hexadecimal SHA-256. */
  finish(): Promise<{ size: number; sha256: string }>;
}

/**
 * Bytes after which a flush starts while the next bytes are copied: one flush at the end took about a tenth longer. One
 * flush at a time, because each blocks a thread that reads and writes need too.
 */
const flushStep = 16 * 1024 * 1024;

/** Opens a file for writing and empties an existing one; disposing of it closes the file. */
export async function openHashedOutput(path: string): Promise<HashedOutput> {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  let size = 0;
  let flushedSize = 0;
  let isFlushing = false;
  let flushed = Promise.resolve();

  const flushInPassing = () => {
    if (isFlushing || size - flushedSize < flushStep) return;
    isFlushing = true;
    flushedSize = size;
    flushed = file.datasync().then(() => {
      isFlushing = false;
    });
    // A failed disk is reported here once, so other callers need not check.
    flushed.catch(() => {});
  };

  return {
    get size() {
      return size;
    },
    async write(pieces) {
      const written = writeAll(file, pieces, size);
      for (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
      }
      await written;
      flushInPassing();
    },
    async finish() {
      await flushed;
      await file.sync();
      return { size, sha256: hash.digest('hex') };
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let rest = pieces.filter((piece) => piece.length > 0);
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at);
    if (bytesWritten === 0) throw new Error('The disk took no more bytes of the archive.');
    rest = dropBytes(rest, bytesWritten);
    at += bytesWritten;
  }
}

/** A full disk accepts part of the bytes before it refuses the rest. */
function dropBytes(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  for (const [index, piece] of pieces.entries()) {
    if (left < piece.length) return [piece.subarray(left), ...pieces.slice(index + 1)];
    left -= piece.length;
  }
  return [];
}
