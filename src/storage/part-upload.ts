import { open } from 'node:fs/promises';
import type { Bucket, Part } from './bucket.ts';
import type { Limiter } from './limiter.ts';

interface Needs {
  bucket: Bucket;
  limiter: Limiter;
}

/** Uploads a local file as a multipart object while the file still grows. */
export interface PartUpload {
  /** Reports that the file now ends at `end`; parts that are complete by then are sent. */
  grown(end: number): void;
  /** Sends the rest and completes the object. Fails when any part has failed. */
  finish(size: number): Promise<void>;
  /** Gives the upload up and discards its parts. */
  abort(): Promise<void>;
}

/** Nothing is sent before the first part is complete. */
export function openPartUpload(
  { bucket, limiter }: Needs,
  { path, name, partBytes }: { path: string; name: string; partBytes: number },
): PartUpload {
  const parts: Promise<Part>[] = [];
  let begun: Promise<string> | null = null;
  let sent = 0;
  let failed = false;

  function begin(): Promise<string> {
    const uploadId = bucket.begin(name);
    // The parts report this promise's failure.
    uploadId.catch(() => undefined);
    return uploadId;
  }

  function send(start: number, end: number): void {
    const number = parts.length + 1;
    begun ??= begin();
    const uploadId = begun;
    const part = limiter.take(async () => {
      // The upload has failed already.
      if (failed) throw new Error('Another part has failed');
      return bucket.putPart(name, await uploadId, number, await readPiece(path, start, end));
    });
    // `finish` reports this promise's failure.
    part.catch(() => {
      failed = true;
    });
    parts.push(part);
    sent = end;
  }

  function grown(end: number): void {
    while (!failed && end - sent >= partBytes) send(sent, sent + partBytes);
  }

  return {
    grown,
    async finish(size) {
      grown(size);
      if (sent < size || parts.length === 0) send(sent, size);
      const done = await Promise.all(parts);
      if (begun !== null) await bucket.complete(name, await begun, done);
    },
    async abort() {
      failed = true;
      if (begun === null) return;
      await Promise.allSettled(parts);
      await bucket.abort(name, await begun);
    },
  };
}

export async function uploadFile(
  needs: Needs,
  { path, size, name, partBytes }: { path: string; size: number; name: string; partBytes: number },
): Promise<void> {
  if (size <= partBytes) {
    const put = async () => needs.bucket.put(name, await readPiece(path, 0, size));
    return needs.limiter.take(put);
  }
  const upload = openPartUpload(needs, { path, name, partBytes });
  try {
    await upload.finish(size);
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

/** The server copies an object, in parts if the object is large. */
export async function copyObject(
  { bucket, limiter }: Needs,
  { from, to, size, copyBytes }: { from: string; to: string; size: number; copyBytes: number },
): Promise<void> {
  if (size <= copyBytes) return bucket.copy(from, to);
  const uploadId = await bucket.begin(to);
  const parts: Promise<Part>[] = [];
  try {
    for (let start = 0; start < size; start += copyBytes) {
      const number = parts.length + 1;
      const of = { name: from, start, end: Math.min(size, start + copyBytes) };
      parts.push(limiter.take(() => bucket.copyPart(to, uploadId, number, of)));
    }
    await bucket.complete(to, uploadId, await Promise.all(parts));
  } catch (error) {
    await Promise.allSettled(parts);
    await bucket.abort(to, uploadId).catch(() => undefined);
    throw error;
  }
}

/** The bytes of a file from `start` to before `end`. */
export async function readPiece(path: string, start: number, end: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const piece = Buffer.allocUnsafeSlow(end - start);
    let filled = 0;
    while (filled < piece.length) {
      const { bytesRead } = await file.read(piece, filled, piece.length - filled, start + filled);
      if (bytesRead === 0) throw new Error(`The file ends at ${start + filled}, before ${end}`);
      filled += bytesRead;
    }
    return piece;
  } finally {
    await file.close();
  }
}
