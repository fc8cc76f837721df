import type { Piscina } from 'piscina';
import type { FileHashes, HashAlgorithm } from './wanted-file.ts';

/** A file of this machine, and what is to be worked out of its bytes. */
export interface DigestTask {
  path: string;
  algorithms: readonly HashAlgorithm[];
}

/** What the bytes of a file are. */
export interface FileDigests {
  /** Lower-case hexadecimal, as the other hashes. */
  sha256: string;
  hashes: FileHashes;
  crc32: number;
}

/** What was fetched could not be read again: the fault of this machine, and of no host. */
export class DigestsFailed extends Error {
  override readonly name = 'DigestsFailed';
}

/**
 * Works hashes out beside the event loop, which several files at once would hold up: a gigabyte takes three seconds. To be closed.
 */
export interface Digests extends AsyncDisposable {
  /** Fails with the signal's reason, or with `DigestsFailed`. */
  of(task: DigestTask, signal: AbortSignal): Promise<FileDigests>;
}

/** Milliseconds that the thread is kept when there is nothing to do. */
const idleMs = 10_000;

/** One thread, started when it is first needed, as is what starts threads. */
export function openDigests(): Digests {
  let pool: Promise<Piscina<DigestTask, FileDigests>> | null = null;
  return {
    async of(task, signal) {
      pool ??= openPool();
      const threads = await pool;
      try {
        return await threads.run(task, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw new DigestsFailed('A file that was fetched could not be read again.', { cause: error });
      }
    },
    [Symbol.asyncDispose]: async () => await (await pool)?.destroy(),
  };
}

async function openPool(): Promise<Piscina<DigestTask, FileDigests>> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina<DigestTask, FileDigests>({
    filename: new URL('./digests-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
  });
  // A thread that dies rejects its own task; piscina tells it here once more.
  pool.on('error', () => {});
  return pool;
}
