import type { Readable } from 'node:stream';

/** Bytes that have arrived whole, hashed and flushed to disk, but that nobody can ask for yet. */
export interface IncomingFile {
  /** Where the bytes are on this machine. */
  path: string;
  /** In bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** A file of a form, stored aside. */
export interface UploadedFile extends IncomingFile {
  /** The last segment of the name that the client gave it; empty when it gave none. */
  filename: string;
}

/** Stored bytes, open for reading at any position. */
export interface OpenFile {
  /** In bytes. */
  size: number;
  /** Fills as much of `buffer` as there are bytes from `position` on; answers how many, 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** A file of this machine that goes when its user is done with it. */
export interface LocalFile extends AsyncDisposable {
  path: string;
}

/**
 * The one store of bytes, by content: a key is made from the SHA-256, so storing the same bytes twice stores them
 * once. Bytes are received aside first and published when they are certain; a crash leaves rubbish to sweep, never
 * a key with half its bytes behind it.
 */
export interface Storage {
  /**
   * Streams `source` aside while hashing it. Fails with TOO_LARGE past `maxBytes`, STORAGE_FULL when the disk is
   * full, UPLOAD_INTERRUPTED when the source breaks off; nothing is left behind then.
   */
  receive(source: Readable, limits: { maxBytes: number }): Promise<IncomingFile>;
  /** A path for a new file of this machine's own, removed on disposal unless it was published. */
  scratch(): Promise<LocalFile>;
  /** Makes the bytes readable under the key that it answers; durable (file and folder flushed) when it resolves. */
  publish(file: IncomingFile): Promise<string>;
  /** Removes bytes that were received and will not be published. */
  discard(file: IncomingFile): Promise<void>;
  /** Opens published bytes; null when there are none under this key. */
  open(key: string): Promise<OpenFile | null>;
  /** Published bytes as a file of this machine, for threads that read by path. */
  local(key: string): Promise<LocalFile>;
  remove(key: string): Promise<void>;
  /** All keys published before `before`, in no order: what a sweep compares with the database. */
  publishedBefore(before: Date): AsyncIterable<string>;
  /** Removes what was received or scratched before `before` and never published or discarded. */
  sweepUnpublished(before: Date): Promise<number>;
}
