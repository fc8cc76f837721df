import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { AppError } from '../errors.ts';
import type { IncomingFile, Storage } from '../storage/storage.ts';
import type { Digests } from './digests.ts';
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

/** The course of a transfer: told of every piece that came; what `received` throws ends it. */
export interface TransferWatch {
  signal: AbortSignal;
  received(bytes: number): void;
}

/**
 * Fetches a file by one link: streamed into the store, then read there and held against what the pack says of it. Fails
 * with a FetchError, with the store's failures, or with the signal's reason; nothing is left behind then.
 */
export async function transfer(
  { dispatcher, storage, digests, settings, userAgent }: TransferNeeds,
  wanted: WantedFile,
  link: string,
  { signal, received }: TransferWatch,
): Promise<TransferredFile> {
  const url = judgeLink(link, settings.hosts);
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' };
  const answer = await request(url, { dispatcher, signal, headers });
  const expected = hashesToMatch(wanted.hashes);
  const measure = createMeasure(wanted.size, settings.fileBytes);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const chunk of answer.body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A body must yield bytes.');
      measure.add(chunk.length);
      received(chunk.length);
      yield chunk;
    }
    measure.end();
  }

  let body: Readable | null = null;
  try {
    judgeAnswer(answer, measure);
    body = Readable.from(pieces(), { objectMode: false });
    const incoming = await receive(storage, body, settings.fileBytes);
    try {
      const made = await digests.of(
        { path: incoming.path, algorithms: algorithmsFor(wanted.hashes) },
        signal,
      );
      holdAgainst(expected, made.hashes);
      return { incoming, ...made };
    } catch (error) {
      await storage.discard(incoming);
      throw error;
    }
  } finally {
    body?.destroy();
    // What nobody reads would keep the connection.
    answer.body.on('error', () => {}).destroy();
  }
}

async function receive(
  storage: Pick<Storage, 'receive'>,
  body: Readable,
  maxBytes: number,
): Promise<IncomingFile> {
  try {
    return await storage.receive(body, { maxBytes });
  } catch (error) {
    // The store takes every failure of a source for an upload that broke off.
    if (error instanceof AppError && error.code === 'UPLOAD_INTERRUPTED') throw error.cause;
    throw error;
  }
}

function judgeAnswer({ statusCode, headers }: Dispatcher.ResponseData, measure: Measure): void {
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
