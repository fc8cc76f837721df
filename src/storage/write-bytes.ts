import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { RoomClaim } from './room.ts';

/** Room is asked for in pieces of so many bytes while a file arrives. */
const pieceBytes = 1024 * 1024;

/** How bytes are written. */
export interface Writing {
  /** Where the first of them goes. */
  position: number;
  claim: RoomClaim;
  /** Of the whole file. */
  maxBytes: number;
  /** Asked before so many bytes are written; what it throws ends the writing. */
  admit: ((bytes: number) => Promise<void>) | undefined;
  /** Shown each chunk while it is on its way to the disk. */
  see?: ((chunk: Uint8Array) => void) | undefined;
  /** Told where the file ends whenever it has grown. */
  grown?: ((end: number) => void) | undefined;
}

/** Bytes on their way, whose failure is heard of from the first moment on. */
export interface WatchedSource {
  source: Readable;
  failure: () => Error | null;
}

/** Writes all of a source, and answers where the file ends then. Fails as `Storage.receive`; what was written stays. */
export async function writeBytes(
  file: Pick<FileHandle, 'write'>,
  { source, failure }: WatchedSource,
  { position, claim, maxBytes, admit, see, grown }: Writing,
): Promise<number> {
  let end = position;
  let claimed = pieceBytes;
  await claim.next(pieceBytes);
  for await (const bytes of bytesOf(source, failure)) {
    if (end + bytes.length > maxBytes)
      throw new AppError('TOO_LARGE', `The file is larger than the ${maxBytes} bytes that are accepted.`);
    await admit?.(bytes.length);
    if (claimed < bytes.length) {
      claimed = Math.max(pieceBytes, bytes.length);
      await claim.next(claimed);
    }
    claimed -= bytes.length;
    const writing = writeWhole(file, bytes, end);
    see?.(bytes);
    await writing;
    end += bytes.length;
    grown?.(end);
  }
  return end;
}

async function writeWhole(
  file: Pick<FileHandle, 'write'>,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** The chunks of `source`, whose end before time is the sender's failure, not ours; leaves `source` to its owner. */
async function* bytesOf(source: Readable, failure: () => Error | null): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A stored source must yield bytes');
      yield chunk;
    }
    const error = failure();
    if (error !== null) throw error;
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError) throw error;
    throw new AppError(
      'UPLOAD_INTERRUPTED',
      'The upload broke off before its end; send it again.',
      {},
      { cause: error },
    );
  }
}

/** Hears of the failure of `source` from now on, even while nobody reads it, when it would end the process. */
export function watchSource(source: Readable): WatchedSource {
  let failure: Error | null = null;
  source.on('error', (error) => {
    failure ??= error;
  });
  return { source, failure: () => failure };
}
