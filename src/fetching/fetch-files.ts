import { setMaxListeners } from 'node:events';
import { createProblemList, printable } from '../archive/problem-list.ts';
import type { Problem } from '../archive/report.ts';
import { createLimiter } from '../storage/limiter.ts';
import { fetchFile, type SilentHosts } from './fetch-file.ts';
import { FetchError, type FetchProblemCode } from './problem-codes.ts';
import type { TransferNeeds, TransferredFile } from './transfer.ts';
import { hashesToMatch, keyOf, type WantedFile } from './wanted-file.ts';

/** A stored file of a pack. */
export interface StoredFile {
  fileId: number;
  sha256: string;
  storageKey: string;
  /** Bytes. */
  size: number;
  crc32: number;
}

/**
 * Files under way for each transfer slot: the others wait for a slot or are being stored in the database, where many
 * files share one transaction.
 */
const underWayForEach = 16;

/** The stored files of all packs. */
export interface FetchedFiles {
  /** Finds the stored files among those wanted, by their index in the list, with one query. */
  findAll(wanted: readonly WantedFile[]): Promise<Map<number, StoredFile>>;
  /**
   * Returns the stored file, or stores the file that `fetch` gets. Other callers for the same file, on any node, wait
   * for that. Fails with FETCH_WRONG_HASH when the stored file does not have all the hashes, with the failure of
   * `fetch`, or with the signal's reason.
   */
  obtain(wanted: WantedFile, signal: AbortSignal, fetch: () => Promise<TransferredFile>): Promise<StoredFile>;
}

export interface FetchProgress {
  filesDone: number;
  filesTotal: number;
  /** Bytes of finished files, and the bytes received so far of the others. */
  bytesDone: number;
  /** The pack's stated total; never less than `bytesDone`. */
  bytesTotal: number;
}

export interface FetchResult {
  /** Each file that was obtained, by its index in the requested list. */
  files: Map<number, StoredFile>;
  /**
   * A problem for each missing file, in the order of the requested list, up to `mostProblems`; `entry` is the file's
   * path.
   */
  problems: Problem[];
}

/** Limits and callbacks of fetching one pack. */
export interface FetchOptions {
  signal: AbortSignal;
  /** Most problems reported. */
  mostProblems: number;
  /** Bytes of the disk that each file leaves free while it grows, beyond the reserve. */
  keepFree?: number;
  onProgress?(progress: FetchProgress): void;
}

/**
 * Obtains all files of a pack, several at a time; stored files are not fetched. A failed file does not stop the others,
 * so all problems are reported together. Fails at once with the signal's reason, and with failures of the store, such
 * as a full disk. Files stored until then are kept.
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
  /** Obtained files by their key and all their hashes: a pack may name one file at several paths. */
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
          // The slot is released once the bytes have arrived; hashing and storing go on without a slot.
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

/** Counts received bytes, and reports when they exceed the limit of one pack. */
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
  const report = () =>
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
      report();
    },
    /** A file is finished; `came` of its bytes were counted already. */
    done(size: number, came: number) {
      filesDone += 1;
      count(size - came);
      report();
    },
    failed(came: number) {
      bytesDone -= came;
      report();
    },
  };
}
