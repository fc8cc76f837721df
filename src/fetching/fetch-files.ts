import { setMaxListeners } from 'node:events';
import { createProblemList, printable } from '../archive/problem-list.ts';
import type { Problem } from '../archive/report.ts';
import { createLimiter } from '../storage/limiter.ts';
import { fetchFile, type SilentHosts } from './fetch-file.ts';
import { FetchError, type FetchProblemCode } from './problem-codes.ts';
import type { TransferNeeds, TransferredFile } from './transfer.ts';
import { hashesToMatch, keyOf, type WantedFile } from './wanted-file.ts';

/** A file of a pack that is stored. */
export interface StoredFile {
  fileId: number;
  sha256: string;
  storageKey: string;
  /** Bytes. */
  size: number;
  crc32: number;
}

/** For each file that is being transferred so many are under way: about to be asked for, or on their way into the database, in company. */
const underWayForEach = 16;

/** Files fetched earlier, for any pack. */
export interface FetchedFiles {
  /** Finds the stored files among those wanted, by their places in the list, with one query. */
  findAll(wanted: readonly WantedFile[]): Promise<Map<number, StoredFile>>;
  /**
   * Returns the stored file, or stores the one that `fetch` gets. Other callers for the same file, on any node, wait
   * for it. Fails with FETCH_WRONG_HASH when the stored file does not have all the hashes, with the failure of
   * `fetch`, or with the signal's reason.
   */
  obtain(wanted: WantedFile, signal: AbortSignal, fetch: () => Promise<TransferredFile>): Promise<StoredFile>;
}

export interface FetchProgress {
  filesDone: number;
  filesTotal: number;
  /** Bytes of files that are there, and of those under way what has come of them. */
  bytesDone: number;
  /** As far as the pack says; never less than `bytesDone`. */
  bytesTotal: number;
}

/** The outcome of fetching a pack's files. */
export interface FetchResult {
  /** Each file that is there, by its place in the list that was asked for. */
  files: Map<number, StoredFile>;
  /** A problem for each file that is missing, in the order of that list, up to a bound; `entry` is its path. */
  problems: Problem[];
}

/** Limits and callbacks of fetching one pack. */
export interface FetchOptions {
  signal: AbortSignal;
  /** Most problems that are told. */
  mostProblems: number;
  /** Bytes of the disk that each file leaves free while it grows, beyond those that all do. */
  keepFree?: number;
  onProgress?(progress: FetchProgress): void;
}

/**
 * Gets all files of a pack, several at a time, skipping stored ones. One failure does not stop the others, so that all
 * problems are reported together. Fails at once with the signal's reason, and with failures of the store, such as a
 * full disk, whose bytes are given back. Files fetched until then are kept.
 */
export async function fetchFiles(
  needs: TransferNeeds & { fetched: FetchedFiles },
  wanted: readonly WantedFile[],
  options: FetchOptions,
): Promise<FetchResult> {
  const { settings, storage } = needs;
  const { keepFree = 0 } = options;
  const keeping: TransferNeeds = {
    ...needs,
    storage: {
      receiveFrom: (write, limits) => storage.receiveFrom(write, { ...limits, keepFree }),
      discard: storage.discard,
    },
  };
  const stop = new AbortController();
  const deadline = AbortSignal.timeout(settings.packMs);
  const signal = AbortSignal.any([options.signal, stop.signal, deadline]);
  setMaxListeners(0, signal);
  const files = new Map<number, StoredFile>();
  const failures = new Map<number, FetchError>();
  const silent: SilentHosts = new Map();
  const tally = createTally(wanted, settings.packBytes, options.onProgress, (error) => stop.abort(error));
  if (tally.exhausted) return ended(files, tally.exhausted);
  const known = await needs.fetched.findAll(wanted);
  /** Fetched files by their key and by all their hashes: a pack may name one file at many places. */
  const come = new Map<string, StoredFile>();

  const transfers = createLimiter(settings.parallel);
  const getOne = async (file: WantedFile, index: number) => {
    let came = 0;
    const received = (bytes: number) => {
      came += bytes;
      tally.received(bytes);
    };
    try {
      const same = JSON.stringify([keyOf(file), hashesToMatch(file.hashes)]);
      const stored =
        known.get(index) ??
        come.get(same) ??
        (await needs.fetched.obtain(file, signal, () =>
          // The place is released once the bytes have arrived; hashing and storing go on without it.
          transfers.take((arrived) => fetchFile(keeping, file, { signal, received, arrived }, silent)),
        ));
      files.set(index, stored);
      come.set(same, stored);
      tally.done(stored.size, came);
    } catch (error) {
      tally.failed(came);
      if (!(error instanceof FetchError)) throw error;
      failures.set(index, error);
    }
  };

  const queue = wanted.entries();
  const worker = async () => {
    for (const [index, file] of queue) {
      signal.throwIfAborted();
      await getOne(file, index);
    }
  };
  const underWay = Math.min(settings.parallel * underWayForEach, wanted.length);
  const workers = Array.from({ length: underWay }, worker);
  try {
    await Promise.all(workers);
    if (tally.exhausted) throw tally.exhausted;
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(workers);
    options.signal.throwIfAborted();
    if (deadline.aborted && !(error instanceof FetchError)) return ended(files, tooSlow(settings.packMs));
    if (tally.exhausted) return ended(files, tally.exhausted);
    throw error;
  }
  return { files, problems: problemsOf(wanted, failures, options.mostProblems) };
}

function ended(files: Map<number, StoredFile>, { code, message }: FetchError): FetchResult {
  return { files, problems: [{ code, error: message, entry: null }] };
}

function tooSlow(packMs: number): FetchError {
  const seconds = Math.round(packMs / 1000);
  const error = `The files of the pack were not all there within ${seconds} seconds. What came is kept: try again.`;
  return new FetchError('FETCH_TOO_SLOW', error);
}

function problemsOf(
  wanted: readonly WantedFile[],
  failures: ReadonlyMap<number, FetchError>,
  most: number,
): Problem[] {
  const problems = createProblemList<FetchProblemCode>(most);
  for (const [index, { path }] of wanted.entries()) {
    const failure = failures.get(index);
    if (failure) problems.add(failure.code, `"${printable(path)}" cannot be had: ${failure.message}.`, path);
  }
  return problems.found;
}

/** Counts what comes, and says when it is more than one pack may have. */
function createTally(
  wanted: readonly WantedFile[],
  packBytes: number,
  onProgress: FetchOptions['onProgress'],
  exhaust: (error: FetchError) => void,
) {
  const stated = wanted.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const tooMuch = () =>
    new FetchError(
      'FETCH_TOO_LARGE',
      `The files of the pack have more than ${packBytes} bytes together; no more are fetched.`,
    );
  let exhausted = stated > packBytes ? tooMuch() : null;
  let filesDone = 0;
  let bytesDone = 0;
  let counted = 0;
  const count = (bytes: number) => {
    bytesDone += bytes;
    counted += Math.max(0, bytes);
    if (counted <= packBytes || exhausted) return;
    exhausted = tooMuch();
    exhaust(exhausted);
  };
  const tell = () =>
    onProgress?.({
      filesDone,
      filesTotal: wanted.length,
      bytesDone,
      bytesTotal: Math.max(stated, bytesDone),
    });
  return {
    get exhausted() {
      return exhausted;
    },
    received(bytes: number) {
      count(bytes);
      tell();
    },
    /** A file is there, for which `came` bytes were told already. */
    done(size: number, came: number) {
      filesDone += 1;
      count(size - came);
      tell();
    },
    failed(came: number) {
      bytesDone -= came;
      tell();
    },
  };
}
