import type { Bucket, ObjectBytes } from './bucket.ts';
import { StoreAwayError, storeFailure } from './failures.ts';
import type { OpenFile } from './storage.ts';

interface Reading {
  chunks: AsyncIterator<unknown>;
  body: ObjectBytes['body'];
  /** Where the next byte of them is. */
  position: number;
  left: Uint8Array;
}

/**
 * Opens an object for reading; null when there is none. What is read in order comes by one request; a connection that breaks is
 * made anew from where it broke, so many times in a row at most.
 */
export async function openObject(
  bucket: Pick<Bucket, 'read'>,
  name: string,
  retries: number,
): Promise<OpenFile | null> {
  const first = await bucket.read(name);
  if (first === null) return null;
  const { size, etag } = first;
  let reading: Reading | null = readingOf(first, 0);

  async function readFrom(position: number): Promise<Reading> {
    if (reading?.position === position) return reading;
    stop();
    const bytes = await bucket.read(name, { start: position, etag });
    if (bytes === null) throw new StoreAwayError({ cause: new Error('The object went while it was read') });
    reading = readingOf(bytes, position);
    return reading;
  }

  function stop(): void {
    reading?.body.destroy();
    reading = null;
  }

  return {
    size,
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

function readingOf({ body }: ObjectBytes, position: number): Reading {
  // Whoever reads hears of it; in between, it would end the process.
  body.on('error', () => undefined);
  return { chunks: body[Symbol.asyncIterator](), body, position, left: new Uint8Array(0) };
}

async function nextChunk({ chunks, left }: Reading): Promise<Uint8Array> {
  if (left.length > 0) return left;
  const { done, value } = await chunks.next();
  if (done === true) throw new StoreAwayError({ cause: new Error('The object ended before its end') });
  if (!(value instanceof Uint8Array)) throw new TypeError('An object must yield bytes');
  return value;
}
