import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { RoomClaim } from './room.ts';

/** Room is requested in pieces of this size while a file arrives. */
export const pieceBytes = 1024 * 1024;
/** Bytes gathered for one write; a connection brings 16 or 64 KiB at a time. */
const writtenAtOnce = 512 * 1024;
/** Milliseconds for which the first bytes of a batch wait for more. */
const gatheredForMs = 50;

/** The part of a file handle that writing needs. */
export interface OutputFile {
  /** Writes some of the chunks' bytes, beginning with the first; returns their number. */
  writev(chunks: readonly Uint8Array[], position: number): Promise<{ bytesWritten: number }>;
}

export interface Writing {
  /** Position of the first byte. */
  position: number;
  claim: RoomClaim;
  /** Limit for the whole file. */
  maxBytes: number;
  /** Called before a write; its failure ends the writing. */
  admit: ((bytes: number) => Promise<void>) | undefined;
  /** Called with each chunk while earlier chunks are being written. */
  see?: ((chunk: Uint8Array) => void) | undefined;
  /** Called with the file's new end whenever it has grown. */
  grown?: ((end: number) => void) | undefined;
}

/** A source whose failure is handled from the start. */
export interface WatchedSource {
  source: Readable;
  failure: () => Error | null;
}

/** Writes a whole source, and returns the file's end. Fails as `Storage.receive`; the bytes written until then stay. */
export async function writeBytes(
  file: OutputFile,
  { source, failure }: WatchedSource,
  { position, claim, maxBytes, admit, see, grown }: Writing,
): Promise<number> {
  const output = gatherWrites(file, position, grown);
  let end = position;
  let claimed = pieceBytes;
  try {
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
      end += bytes.length;
      see?.(bytes);
      await output.add(bytes);
    }
  } catch (error) {
    // The first failure is the one to report.
    await output.flush().catch(() => undefined);
    throw error;
  }
  await output.flush();
  return end;
}

/** Writes one batch at a time: the bytes that arrived during the previous write. */
function gatherWrites(
  file: OutputFile,
  position: number,
  grown: ((end: number) => void) | undefined,
): { add(chunk: Uint8Array): Promise<void> | undefined; flush(): Promise<void> } {
  let end = position;
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let waiting: NodeJS.Timeout | undefined;

  async function writeGathered(): Promise<void> {
    const [chunks, length] = [gathered, bytes];
    gathered = [];
    bytes = 0;
    if (length === 0) return;
    await writeWhole(file, chunks, end);
    end += length;
    grown?.(end);
  }

  /** Starts a write after the current one, and returns it. */
  function begin(): Promise<void> {
    clearTimeout(waiting);
    waiting = undefined;
    const before = writing;
    writing = before.then(writeGathered);
    // The callers that await the write handle its failure.
    writing.catch(() => undefined);
    return before;
  }

  return {
    add(chunk) {
      gathered.push(chunk);
      bytes += chunk.length;
      if (bytes >= writtenAtOnce) return begin();
      waiting ??= setTimeout(begin, gatheredForMs);
      return undefined;
    },
    async flush() {
      begin();
      await writing;
    },
  };
}

async function writeWhole(file: OutputFile, chunks: readonly Uint8Array[], position: number): Promise<void> {
  let [left, at] = [chunks, position];
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, at);
    at += bytesWritten;
    left = without(left, bytesWritten);
  }
}

/** The chunks without their first `bytes` bytes. */
function without(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let gone = bytes;
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(gone, chunk.length));
    gone -= chunk.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/** The chunks of `source`. A premature end is the sender's failure, not ours; the caller closes `source`. */
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

/** Listens for failures of `source` from now on: an unhandled error event would end the process. */
export function watchSource(source: Readable): WatchedSource {
  let failure: Error | null = null;
  source.on('error', (error) => {
    failure ??= error;
  });
  return { source, failure: () => failure };
}
