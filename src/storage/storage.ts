import type { Readable } from 'node:stream';

export { NoRoomError, StoreAwayError, StoreNotOpened, writeFailure } from './failures.ts';

/** Complete bytes, hashed and flushed to disk, but not published yet. */
export interface IncomingFile {
  /** The file's path on this machine. */
  path: string;
  /** In bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** A file of a form, received but not published. */
export interface UploadedFile extends IncomingFile {
  /** The last segment of the client's file name; empty without one. */
  filename: string;
}

/** A range of a file's bytes; without an end, the rest of the file. */
export interface ByteRange {
  start: number;
  /** Exclusive. */
  end?: number;
}

/** Stored bytes, open for reading at any position. */
export interface OpenFile {
  /** In bytes. */
  size: number;
  /** Fills `buffer` with bytes from `position` on; returns their number, 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Files that arrive in pieces, over several connections. The caller makes sure that only one connection adds at a time.
 * Files stay until they are published or discarded, also after a crash.
 */
export interface ResumableFiles {
  /** Makes an empty file. Fails as `Storage.receive`. */
  begin(id: string): Promise<void>;
  /** The bytes stored so far; null when there is no such file. */
  size(id: string): Promise<number | null>;
  /** Appends `source` durably. Bytes that arrived before a failure stay. Fails as `Storage.receive`. */
  append(id: string, source: Readable, limits: ReceiveLimits): Promise<void>;
  /** The SHA-256 of the whole file, in lower-case hexadecimal. */
  hash(id: string): Promise<string>;
  /** Makes a complete file with this hash ready to be published, also repeatedly; null when the file is gone. */
  whole(id: string, file: { size: number; sha256: string }): Promise<IncomingFile | null>;
  discard(id: string): Promise<void>;
  /** Files that have not grown since `before`, in no order. */
  olderThan(before: Date): AsyncIterable<string>;
}

export interface ReceiveLimits {
  /** Limit for the whole file. */
  maxBytes: number;
  /** Called before so many bytes are written; a rejection ends the file. */
  admit?: ((bytes: number) => Promise<void>) | undefined;
  /** Bytes that this file leaves free on the disk, beyond the reserve. */
  keepFree?: number | undefined;
}

/** Requirements of a scratch file. */
export interface ScratchFile extends Pick<ReceiveLimits, 'keepFree'> {
  expectedBytes: number;
}

/**
 * Writes a new file, whole and flushed. `wrote` is called and awaited with the number of bytes written; a rejection
 * ends the file.
 */
export type FileWriter = (
  path: string,
  wrote: (bytes: number) => Promise<void>,
) => Promise<{ size: number; sha256: string }>;

/** A file of this machine, removed on disposal. */
export interface LocalFile extends AsyncDisposable {
  path: string;
}

/** Response headers at a signed address. */
export interface AddressHeaders {
  contentType: string;
  /** The Content-Disposition. */
  disposition: string;
}

/**
 * The store of bytes, by content: equal bytes are stored once. Bytes arrive aside and are published when they are
 * complete; a crash leaves rubbish to sweep, never a key with half its bytes.
 */
export interface Storage {
  /**
   * Streams `source` aside while hashing. Fails with TOO_LARGE past `maxBytes`, NoRoomError at the disk's reserve,
   * UNAVAILABLE for a read-only or absent store, UPLOAD_INTERRUPTED when the source breaks off; a failure leaves
   * nothing behind.
   */
  receive(source: Readable, limits: ReceiveLimits): Promise<IncomingFile>;
  /**
   * Receives a file that `write`, such as a thread, puts aside within `maxBytes`. Fails as `receive` or `write`; a
   * failure leaves nothing behind.
   */
  receiveFrom(write: FileWriter, limits: ReceiveLimits): Promise<IncomingFile>;
  resumable: ResumableFiles;
  /**
   * A path for a new local file, removed on disposal unless it was published. Room for `expectedBytes` is reserved
   * until then. Fails with NoRoomError; the file's writer may still fail, see `writeFailure`.
   */
  scratch(file?: ScratchFile): Promise<LocalFile>;
  /** Publishes the bytes under the returned key; file and folder are flushed when it resolves. */
  publish(file: IncomingFile): Promise<string>;
  /** Removes bytes that were received and will not be published. */
  discard(file: IncomingFile): Promise<void>;
  /**
   * Opens published bytes; null for an unknown key. `meant` is the range that will be read first: over a network, only
   * this range is requested. Null requests only the size; the default is the whole file. Over a network, a file read in
   * order to its end is verified: a damaged one fails with DamagedFileError before its last bytes.
   */
  open(key: string, meant?: ByteRange | null): Promise<OpenFile | null>;
  /**
   * Opens the stored bytes past any cache and unverified, to check the store itself. Nothing is requested before the
   * first read.
   */
  openStored(key: string): Promise<OpenFile | null>;
  /** Published bytes as a local file, for threads that read by path. */
  local(key: string): Promise<LocalFile>;
  /**
   * A signed address at which anybody can download the bytes for a while, with these headers; null for stores without
   * addresses.
   */
  address(key: string, headers: AddressHeaders): Promise<string | null>;
  remove(key: string): Promise<void>;
  /** Keys published before `before`, in no order; the sweep compares them with the database. */
  publishedBefore(before: Date): AsyncIterable<string>;
  /** Removes files that arrived or were scratched before `before` and were neither published nor discarded. */
  sweepUnpublished(before: Date): Promise<number>;
  /** Fails when the store cannot be read or written. */
  check(): Promise<void>;
  /** Free bytes where files are stored or pass through on this machine, the reserve included; infinite if unknown. */
  freeBytes(): Promise<number>;
  /**
   * Resolves when this process no longer receives, scratches or publishes, or after this many milliseconds. The sweep
   * removes a stopped process's leftovers an hour later.
   */
  settled(patienceMs: number): Promise<void>;
}
