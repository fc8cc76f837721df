import { Readable } from 'node:stream';

/** A file that a user attaches: what Discord says of it, and its bytes when they are fetched. */
export interface AttachedFile {
  name: string;
  /** In bytes, as Discord declares it; the bytes that come may be others. */
  size: number;
  contentType?: string;
  /** The bytes; called once for each fetch. */
  open(): Readable;
  /** The status of the answer when the file is fetched; 200 when absent. */
  status?: number;
  /** An address to name instead of the fake Discord's own. */
  url?: string;
}

/** A file whose bytes are at hand. */
export function attachedFile(name: string, bytes: Uint8Array): AttachedFile {
  return { name, size: bytes.length, contentType: 'application/zip', open: () => Readable.from([bytes]) };
}
