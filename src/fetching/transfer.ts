import { type Readable, Transform } from 'node:stream';
import { type Dispatcher, stream } from 'undici';
import { AppError } from '../errors.ts';
import type { IncomingFile, Receiving, Storage } from '../storage/storage.ts';
import type { Digests, FileDigests } from './digests.ts';
import { judgeLink } from './hosts.ts';
import { FetchError } from './problem-codes.ts';
import type { FetchSettings } from './settings.ts';
import { type FileHashes, type HashAlgorithm, hashesToMatch, type WantedFile } from './wanted-file.ts';

/** A file that was fetched and is the one that was meant, stored aside. */
export interface TransferredFile {
  incoming: IncomingFile;
  /** SHA-512, SHA-1, and MD5 where the pack gave nothing better. */
  hashes: FileHashes;
  crc32: number;
}

/** What one transfer needs. */
export interface TransferNeeds {
  dispatcher: Dispatcher;
  storage: Pick<Storage, 'receive' | 'discard'>;
  digests: Pick<Digests, 'of'>;
  settings: FetchSettings;
  userAgent: string;
}

/** The course of a transfer. */
export interface TransferWatch {
  signal: AbortSignal;
  /** Told of every piece that came; what it throws ends the transfer. */
  received(bytes: number): void;
  /** Told when the host has given all: what is left to be done is done on this machine. */
  arrived(): void;
}

/**
 * Fetches a file by one link: streamed into the store, then read there and held against what the pack says of it. Fails
 * with a FetchError, with the store's failures, or with the signal's reason; nothing is left behind then.
 */
export async function transfer(
  { dispatcher, storage, digests, settings, userAgent }: TransferNeeds,
  wanted: WantedFile,
  link: string,
  { signal, received, arrived }: TransferWatch,
): Promise<TransferredFile> {
  const url = judgeLink(link, settings.hosts);
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' };
  const measure = createMeasure(wanted.size, settings.fileBytes);
  const body = gatherPieces({
    see(piece) {
      measure.add(piece.length);
      received(piece.length);
    },
    end: measure.end,
  });
  const given = stream(url, { dispatcher, signal, method: 'GET', headers }, (answer) => {
    judgeAnswer(answer, measure);
    return body;
  });
  given.then(arrived, (error) => body.destroy(error));

  const made = Promise.withResolvers<FileDigests>();
  const digest = async (path: string) => {
    const found = await digests.of({ path, algorithms: algorithmsFor(wanted.hashes) }, signal);
    made.resolve(found);
    return found.sha256;
  };
  try {
    const incoming = await receive(storage, body, { maxBytes: settings.fileBytes, digest });
    const { hashes, crc32 } = await made.promise;
    try {
      holdAgainst(hashesToMatch(wanted.hashes), hashes);
      return { incoming, hashes, crc32 };
    } catch (error) {
      await storage.discard(incoming);
      throw error;
    }
  } finally {
    body.destroy();
  }
}

/** So many bytes are handed on together; a connection gives 16 KiB at a time, and each step takes as long for a few as for many. */
const handedOnAtOnce = 256 * 1024;

/** What bytes pass through on their way to the store; whatever `see` and `end` throw breaks them off. */
function gatherPieces({ see, end }: { see(piece: Buffer): void; end(): void }): Transform {
  let gathered: Buffer[] = [];
  let bytes = 0;
  const handOn = () => {
    const all = Buffer.concat(gathered, bytes);
    gathered = [];
    bytes = 0;
    return all;
  };
  return new Transform({
    highWaterMark: handedOnAtOnce,
    transform(piece: Buffer, _encoding, done) {
      try {
        see(piece);
      } catch (error) {
        return done(asError(error));
      }
      gathered.push(piece);
      bytes += piece.length;
      done(null, bytes < handedOnAtOnce ? null : handOn());
    },
    flush(done) {
      try {
        end();
      } catch (error) {
        return done(asError(error));
      }
      done(null, handOn());
    },
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function receive(
  storage: Pick<Storage, 'receive'>,
  body: Readable,
  how: Receiving,
): Promise<IncomingFile> {
  try {
    return await storage.receive(body, how);
  } catch (error) {
    // The store takes every failure of a source for an upload that broke off.
    if (error instanceof AppError && error.code === 'UPLOAD_INTERRUPTED') throw error.cause;
    throw error;
  }
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

interface Measure {
  /** Judges the size that the host states, before anything came. */
  announce(bytes: number): void;
  add(bytes: number): void;
  end(): void;
}

function createMeasure(stated: number | null, most: number): Measure {
  let size = 0;
  const wrongSize = (found: string) =>
    new FetchError('FETCH_WRONG_SIZE', `gives ${found} bytes; the pack says ${stated}`);
  return {
    announce(bytes) {
      if (stated !== null && bytes !== stated) throw wrongSize(String(bytes));
      if (bytes > most) throw tooLarge(most);
    },
    add(bytes) {
      size += bytes;
      if (stated !== null && size > stated) throw wrongSize('more');
      if (size > most) throw tooLarge(most);
    },
    end() {
      if (stated !== null && size !== stated) throw wrongSize(String(size));
    },
  };
}

function tooLarge(most: number): FetchError {
  return new FetchError('FETCH_TOO_LARGE', `gives more than the ${most} bytes that one file may have`);
}

function algorithmsFor(hashes: FileHashes): HashAlgorithm[] {
  const usual: HashAlgorithm[] = ['sha512', 'sha1'];
  return hashesToMatch(hashes).some(([algorithm]) => algorithm === 'md5') ? [...usual, 'md5'] : usual;
}

function holdAgainst(expected: readonly [HashAlgorithm, string][], hashes: FileHashes): void {
  const wrong = expected.find(([algorithm, hash]) => hashes[algorithm] !== hash);
  if (wrong === undefined) return;
  const [algorithm, hash] = wrong;
  throw new FetchError(
    'FETCH_WRONG_HASH',
    `gives another file than the pack means: its ${algorithm} is ${hashes[algorithm]}, not ${hash.slice(0, 128)}`,
  );
}
