import type { Bucket, ObjectBytes } from './bucket.ts';
import { StoreAwayError, storeFailure } from './failures.ts';
import type { ByteRange, OpenFile } from './storage.ts';

/** An object that is open for reading. */
interface OpenObject extends OpenFile {
  /** The hash in the object's metadata; null without one, or when only the size was requested. */
  sha256: string | null;
}

interface Reading {
  chunks: AsyncIterator<unknown>;
  body: ObjectBytes['body'];
  /** Position of the next byte. */
  position: number;
  /** The end of the range; null at the object's own end. */
  end: number | null;
  left: Uint8Array;
}

/**
 * Opens an object for reading; null when it does not exist. One request brings the bytes of the range in order; an
 * empty range causes no request before the first read. A broken connection is made again at the same position, a
 * limited number of times in a row.
 */
export async function openObject(
  bucket: Pick<Bucket, 'read' | 'size'>,
  name: string,
  retries: number,
  meant: ByteRange | null = { start: 0 },
): Promise<OpenObject | null> {
  const first = meant && (await bucket.read(name, meant));
  const found = meant ? (first?.size ?? null) : await bucket.size(name);
  if (found === null) return null;
  const size = found;
  let etag = first?.etag;
  let reading: Reading | null = first && readingOf(first, meant ?? { start: 0 });

  async function readFrom(position: number): Promise<Reading> {
    if (reading?.position === position && reading.end !== position) return reading;
    stop();
    const end = meant?.end !== undefined && position < meant.end ? { end: meant.end } : {};
    const range = { start: position, ...end };
    const bytes = await bucket.read(name, { ...range, etag });
    if (bytes === null) throw new StoreAwayError({ cause: new Error('The object went while it was read') });
    etag = bytes.etag;
    reading = readingOf(bytes, range);
    return reading;
  }

  function stop(): void {
    reading?.body.destroy();
    reading = null;
  }

  return {
    size,
    sha256: first?.sha256 ?? null,
    async read(buffer, position) {
      const wanted = Math.min(buffer.length, Math.max(0, size - position));
      let filled = 0;
      let failures = 0;
      while (filled < wanted) {
        try {
          const from = await readFrom(position + filled);
          const chunk = await nextChunk(from);
          const taken = chunk.subarray(0, wanted - filled);
          buffer.set(taken, filled);
          from.left = chunk.subarray(taken.length);
          from.position += taken.length;
          filled += taken.length;
          failures = 0;
        } catch (error) {
          stop();
          failures += 1;
          if (failures > retries) throw storeFailure(error);
        }
      }
      return filled;
    },
    async close() {
      stop();
    },
  };
}

function readingOf({ body }: ObjectBytes, { start: position, end }: ByteRange): Reading {
  // The reader gets the error; without a listener, an error between two reads would end the process.
  body.on('error', () => undefined);
  return { chunks: body[Symbol.asyncIterator](), body, position, end: end ?? null, left: new Uint8Array(0) };
}

async function nextChunk({ chunks, left }: Reading): Promise<Uint8Array> {
  if (left.length > 0) return left;
  const { done, value } = await chunks.next();
  if (done === true) throw new StoreAwayError({ cause: new Error('The object ended before its end') });
  if (!(value instanceof Uint8Array)) throw new TypeError('An object must yield bytes');
  return value;
}
