import type { Bucket, ObjectBytes } from './bucket.ts';
import { StoreAwayError, storeFailure } from './failures.ts';
import type { ByteRange, OpenFile } from './storage.ts';

/** An object that is open for reading. */
interface OpenObject extends OpenFile {
  /** What it was stored with; null when with none, or when nothing was asked for but its size. */
  sha256: string | null;
}

interface Reading {
  chunks: AsyncIterator<unknown>;
  body: ObjectBytes['body'];
  /** Where the next byte of them is. */
  position: number;
  /** Where they end; null at the object's own end. */
  end: number | null;
  left: Uint8Array;
}

/**
 * Opens an object for reading; null when there is none. What is read in order comes by one request, which asks for no more than what
 * is meant, and by none before the first reading where that is nothing. A connection that breaks is made anew from where it
 * broke, so many times in a row at most.
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
  // Whoever reads hears of it; in between, it would end the process.
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
