import { closeSync, fsync, openSync, readSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { type Dispatcher, stream } from 'undici';
import { countedBytes, createMurmur } from '../archive/pack/murmur.ts';
import { privateFile } from '../storage/private-modes.ts';
import { createDigester, type DigestAlgorithm, type FileDigests } from './digests.ts';
import { judgeLink } from './hosts.ts';
import { createMeasure, type Measure } from './measure.ts';
import { NotWritten } from './not-written.ts';
import { FetchError } from './problem-codes.ts';
import type { HashAlgorithm } from './wanted-file.ts';

/** A request for a file by one link; plain data, so that it can be sent to a thread. */
export interface ReceiveOrder {
  link: string;
  /** Path of the file to create. */
  path: string;
  /** Expected size in bytes; null when unknown. */
  size: number | null;
  /** Most bytes of the file. */
  maxBytes: number;
  algorithms: readonly HashAlgorithm[];
}

/** A file that is written completely and flushed. */
export interface ReceivedFile extends FileDigests {
  /** Bytes. */
  size: number;
}

/** Callbacks while a file arrives. */
export interface ReceiveWatch {
  signal: AbortSignal;
  /** Called once bytes are written; receiving pauses until the promise that it returns, if any, has resolved. */
  wrote(bytes: number): void | Promise<void>;
  /** Called when the host has sent everything; only work of this machine remains. */
  arrived(): void;
}

export interface ReceiveNeeds {
  dispatcher: Dispatcher;
  hosts: readonly string[];
  userAgent: string;
}

/** Bytes gathered for one write; a connection delivers 16 KiB at a time. */
const writtenAtOnce = 128 * 1024;
/** Milliseconds for which the first bytes of a write wait for more. */
const gatheredForMs = 50;
const flush = promisify(fsync);

/**
 * Requests a file and writes it while hashing. Fails with a FetchError or an error of undici, with `NotWritten`, or
 * with the signal's reason; the caller removes the partial file.
 */
export async function receiveFile(
  { dispatcher, hosts, userAgent }: ReceiveNeeds,
  { link, path, size, maxBytes, algorithms }: ReceiveOrder,
  { signal, wrote, arrived }: ReceiveWatch,
): Promise<ReceivedFile> {
  const url = judgeLink(link, hosts);
  const measure = createMeasure(size, maxBytes);
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' };
  using output = openOutput(path, algorithms, wrote);
  const body = new Writable({
    highWaterMark: writtenAtOnce,
    write(piece: Buffer, _encoding, done) {
      let waited: void | Promise<void>;
      settle(
        (failure) => (failure || !waited ? done(failure) : waited.then(() => done(), done)),
        () => {
          measure.add(piece.length);
          waited = output.add(piece);
        },
      );
    },
    final: (done) => settle(done, measure.end),
  });
  await stream(url, { dispatcher, signal, method: 'GET', headers }, (answer) => {
    judgeAnswer(answer, measure);
    return body;
  });
  arrived();
  return await output.finish();
}

/** Runs a step of a stream, and passes its outcome to `done`. */
function settle(done: (error?: Error) => void, step: () => void): void {
  let failure: Error | undefined;
  try {
    step();
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  done(failure);
}

function judgeAnswer({ statusCode, headers }: Dispatcher.StreamFactoryData, measure: Measure): void {
  if (statusCode >= 400) throw new FetchError('FETCH_REFUSED', `answers ${statusCode}`);
  if (statusCode !== 200) throw new FetchError('FETCH_BROKEN', `answers ${statusCode} instead of the file`);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new FetchError('FETCH_BROKEN', 'sends the file compressed although it was asked not to');
  const length = headers['content-length'];
  if (typeof length === 'string') measure.announce(Number(length));
}

interface Output extends Disposable {
  /** Copies the bytes of a piece, so the caller may reuse the piece; the caller awaits the result. */
  add(piece: Buffer): void | Promise<void>;
  finish(): Promise<ReceivedFile>;
}

/** Writes synchronously, since it has its own thread: an asynchronous write takes twice as long. */
function openOutput(
  path: string,
  algorithms: readonly HashAlgorithm[],
  wrote: ReceiveWatch['wrote'],
): Output {
  const file = onDisk(() => openSync(path, 'wx+', privateFile));
  const digester = createDigester(algorithms.filter(isDigest));
  const gathered = Buffer.allocUnsafeSlow(writtenAtOnce);
  let size = 0;
  let bytes = 0;
  let waiting: NodeJS.Timeout | undefined;
  /** Failure of a write that was not awaited. */
  let failure: unknown = null;
  /** The promise of the last progress call. */
  let waited: void | Promise<void>;

  const write = () => {
    clearTimeout(waiting);
    waiting = undefined;
    if (bytes === 0) return;
    const piece = gathered.subarray(0, bytes);
    digester.add(piece);
    for (let done = 0; done < bytes; ) done += onDisk(() => writeSync(file, piece, done));
    size += bytes;
    bytes = 0;
    waited = wrote(piece.length);
  };
  const writeInTime = () => {
    try {
      write();
    } catch (error) {
      failure = error;
    }
  };
  return {
    add(piece) {
      if (failure !== null) throw failure;
      for (let taken = 0; taken < piece.length; ) {
        const copied = piece.copy(gathered, bytes, taken);
        taken += copied;
        bytes += copied;
        if (bytes === writtenAtOnce) write();
      }
      waiting ??= setTimeout(writeInTime, gatheredForMs);
      return waited;
    },
    async finish() {
      if (failure !== null) throw failure;
      write();
      try {
        await flush(file);
      } catch (error) {
        throw notWritten(error);
      }
      const { hashes, ...digests } = digester.digests();
      if (!algorithms.includes('murmur2')) return { size, ...digests, hashes };
      return { size, ...digests, hashes: { ...hashes, murmur2: onDisk(() => murmurOf(file)) } };
    },
    [Symbol.dispose]() {
      clearTimeout(waiting);
      closeSync(file);
    },
  };
}

function isDigest(algorithm: HashAlgorithm): algorithm is DigestAlgorithm {
  return algorithm !== 'sha256' && algorithm !== 'murmur2';
}

/** CurseForge's fingerprint of a file. The file is read twice, because the hash starts with its length. */
function murmurOf(file: number): string {
  let length = 0;
  for (const piece of piecesOf(file)) length += countedBytes(piece);
  const murmur = createMurmur(length);
  for (const piece of piecesOf(file)) murmur.add(piece);
  return String(murmur.fingerprint());
}

function* piecesOf(file: number): Generator<Uint8Array> {
  const piece = Buffer.allocUnsafe(writtenAtOnce);
  for (let at = 0; ; ) {
    const bytes = readSync(file, piece, 0, piece.length, at);
    if (bytes === 0) return;
    at += bytes;
    yield piece.subarray(0, bytes);
  }
}

function onDisk<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw notWritten(error);
  }
}

function notWritten(error: unknown): NotWritten {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  return new NotWritten('A file that was fetched could not be written.', code, { cause: error });
}
