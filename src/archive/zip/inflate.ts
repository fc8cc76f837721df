import { Readable } from 'node:stream';
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { member } from '../lenient/value.ts';

/** Method number of stored entries. */
export const methodStored = 0;
/** Method number of deflated entries. */
export const methodDeflated = 8;

/** A fault in an entry's data; `reason` continues a sentence whose subject is the entry. */
export interface DataFault {
  code: 'CORRUPT_DATA' | 'SIZE_MISMATCH';
  reason: string;
}

const streamChunk = 1024 * 1024;
const smallestChunk = 64;

/** Inflates data in one piece to exactly `size` bytes, never more; otherwise returns its fault. */
export function inflateWhole(data: Buffer, size: number): { bytes: Buffer } | { fault: DataFault } {
  try {
    // One byte beyond the stated size saves zlib a second chunk and reveals surplus data.
    const result: unknown = inflateRawSync(data, {
      info: true,
      chunkSize: Math.max(size + 1, smallestChunk),
      maxOutputLength: size + 1,
    });
    const bytes = member(result, 'buffer');
    const read = member(result, 'engine', 'bytesWritten');
    if (!Buffer.isBuffer(bytes) || typeof read !== 'number')
      throw new Error('zlib did not say how much it read');
    const fault = judgeLengths(data.length, read, size, bytes.length);
    return fault === null ? { bytes } : { fault };
  } catch (cause) {
    return { fault: describe(cause, size) };
  }
}

/** A kilobyte of deflated data inflates to a megabyte at most, so a piece of this size is cheap to inflate whole. */
const headPiece = 1024;

/** Inflates at most the first `bytes` bytes of data; null when it cannot be inflated. */
export function inflateHead(data: Buffer, bytes: number): Buffer | null {
  try {
    // With this flush, zlib returns what it has, even when the data does not end there.
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    const head = inflateRawSync(data.subarray(0, headPiece), options);
    return (head.length < bytes && data.length > headPiece ? inflateRawSync(data, options) : head).subarray(
      0,
      bytes,
    );
  } catch {
    return null;
  }
}

/** Inflates data in pieces and passes on its CRC-32; never produces more than one piece beyond `size` bytes. */
export async function inflateStream(
  pieces: Iterable<Buffer>,
  compressedSize: number,
  size: number,
): Promise<{ crc32: number } | { fault: DataFault }> {
  const input = Readable.from(pieces);
  const inflate = createInflateRaw({ chunkSize: streamChunk });
  input.once('error', (cause) => inflate.destroy(cause));
  let crc = 0;
  let made = 0;
  try {
    for await (const chunk of input.pipe(inflate)) {
      made += chunk.length;
      if (made > size) break;
      crc = crc32(chunk, crc);
    }
  } catch (cause) {
    return { fault: describe(cause, size) };
  } finally {
    input.destroy();
  }
  const fault = judgeLengths(compressedSize, inflate.bytesWritten, size, made);
  return fault === null ? { crc32: crc } : { fault };
}

/**
 * Frees the memory of a large buffer at once instead of at the next garbage collection; the buffer is empty afterwards.
 */
export function release(buffer: Buffer): void {
  // Small buffers share the pool's memory, which must not be freed.
  if (buffer.buffer instanceof ArrayBuffer && buffer.buffer.byteLength > Buffer.poolSize)
    buffer.buffer.transfer(0);
}

function judgeLengths(compressedSize: number, read: number, size: number, made: number): DataFault | null {
  if (made > size) return moreThanStated(size);
  if (made < size)
    return { code: 'SIZE_MISMATCH', reason: `should have ${size} bytes once inflated, but has ${made}` };
  if (read < compressedSize)
    return {
      code: 'SIZE_MISMATCH',
      reason: `has ${compressedSize - read} bytes behind the end of its compressed data`,
    };
  return null;
}

function moreThanStated(size: number): DataFault {
  return { code: 'SIZE_MISMATCH', reason: `should have ${size} bytes once inflated, but has more` };
}

function describe(cause: unknown, size: number): DataFault {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return moreThanStated(size);
  if (cause instanceof Error && typeof code === 'string' && code.startsWith('Z_') && code !== 'Z_MEM_ERROR')
    return { code: 'CORRUPT_DATA', reason: `cannot be inflated: ${cause.message}` };
  throw cause;
}
