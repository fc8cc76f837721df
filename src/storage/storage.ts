import type { Readable } from 'node:stream';

export { NoRoomError, StoreAwayError, StoreNotOpened, writeFailure } from './failures.ts';

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

/** Which bytes of a file are meant; without an end, all that follow. */
export interface ByteRange {
  start: number;
  /** Exclusive. */
  end?: number;
}

/** Stored bytes, open for reading at any position. */
export interface OpenFile {
  /** In bytes. */
  size: number;
  /** Fills as much of `buffer` as there are bytes from `position` on; answers how many, 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Files that arrive in several pieces, over as many connections. Whoever adds to one sees to it that nobody else does at
 * the same time. What is here stays until it is published or discarded, whatever happens to this process.
 */
export interface ResumableFiles {
  /** Makes an empty file. Fails as `Storage.receive`. */
  begin(id: string): Promise<void>;
  /** In bytes; null when there is no such file. */
  size(id: string): Promise<number | null>;
  /**
   * Adds all of `source` behind what is there, durably. What has come stays when this fails, as `Storage.receive` does.
   */
  append(id: string, source: Readable, limits: ReceiveLimits): Promise<void>;
  /** Reads the whole file; lower-case hexadecimal. */
  hash(id: string): Promise<string>;
  /** What was whole and had this hash, ready to be published, even where that has been done before; null when it is gone. */
  whole(id: string, file: { size: number; sha256: string }): Promise<IncomingFile | null>;
  discard(id: string): Promise<void>;
  /** All that nobody has added to since `before`, in no order. */
  olderThan(before: Date): AsyncIterable<string>;
}

/** What may be received at most. */
export interface ReceiveLimits {
  /** Of the whole file. */
  maxBytes: number;
  /** Asked before so many bytes are written; what it throws ends the file. */
  admit?: ((bytes: number) => Promise<void>) | undefined;
  /** Bytes that it leaves free on the disk beyond what all leave free. */
  keepFree?: number | undefined;
}

/** What is known of a file that is to be made. */
export interface ScratchFile extends Pick<ReceiveLimits, 'keepFree'> {
  expectedBytes: number;
}

/**
 * Writes a file that is not there yet, whole and flushed. `wrote` is told of bytes once they are in the file, and waited for; what it
 * fails with ends the file.
 */
export type FileWriter = (
  path: string,
  wrote: (bytes: number) => Promise<void>,
) => Promise<{ size: number; sha256: string }>;

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
   * Streams `source` aside while hashing it. Fails with TOO_LARGE past `maxBytes`, with a NoRoomError when the disk
   * comes to its reserve, UNAVAILABLE when the store is read-only or away, UPLOAD_INTERRUPTED when the source breaks off; nothing
   * is left behind then.
   */
  receive(source: Readable, limits: ReceiveLimits): Promise<IncomingFile>;
  /**
   * Receives what `write`, such as a thread, puts aside by itself, which keeps to `maxBytes`. Fails as `receive` does, and with what
   * `write` fails with; nothing is left behind then.
   */
  receiveFrom(write: FileWriter, limits: ReceiveLimits): Promise<IncomingFile>;
  resumable: ResumableFiles;
  /**
   * A path for a new file of this machine's own, removed on disposal unless it was published. Room for `expectedBytes` is
   * set aside until then. Fails with a NoRoomError, as the writer of the file may all the same: see `writeFailure`.
   */
  scratch(file?: ScratchFile): Promise<LocalFile>;
  /** Makes the bytes readable under the key that it answers; durable (file and folder flushed) when it resolves. */
  publish(file: IncomingFile): Promise<string>;
  /** Removes bytes that were received and will not be published. */
  discard(file: IncomingFile): Promise<void>;
  /**
   * Opens published bytes; null when there are none under this key. `meant` are those that will be read first, null where only
   * the size is wanted: no others come over a network then. All are, unless told. What comes over a network is held to its key where it
   * is read in order from its start to its end: in place of its last bytes comes a DamagedFileError then.
   */
  open(key: string, meant?: ByteRange | null): Promise<OpenFile | null>;
  /** The same past any cache, and as it is, for who doubts what is stored; nothing is read before it is asked for. */
  openStored(key: string): Promise<OpenFile | null>;
  /** Published bytes as a file of this machine, for threads that read by path. */
  local(key: string): Promise<LocalFile>;
  /**
   * An address from which whoever has it can download the bytes for a while, as a zip with this Content-Disposition; null where
   * they are to be had from us only.
   */
  address(key: string, disposition: string): Promise<string | null>;
  remove(key: string): Promise<void>;
  /** All keys published before `before`, in no order: what a sweep compares with the database. */
  publishedBefore(before: Date): AsyncIterable<string>;
  /** Removes what was received or scratched before `before` and never published or discarded. */
  sweepUnpublished(before: Date): Promise<number>;
  /** Fails when published bytes cannot be read or stored at the moment. */
  check(): Promise<void>;
  /** Bytes that are free on this machine where files are stored or pass through, the reserve included; infinite where that is not known. */
  freeBytes(): Promise<number>;
  /**
   * Resolves when nothing is received, scratched or published by this process any more, or after so many milliseconds:
   * what a process that stops leaves behind is left to the sweep, an hour later.
   */
  settled(patienceMs: number): Promise<void>;
}
