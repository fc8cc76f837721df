/**
 * Starts the thread of the embedded database as early as possible, so this module imports few others of the service.
 */
import { existsSync, statfsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { lockFolder } from './folder-lock.ts';
import { reserveBytes } from './folder-room.ts';

/** The data with which the thread starts. Its first message names its folder. */
export interface ThreadSetup {
  /** The folder of this process's compile cache; a thread has no cache by default. */
  compileCache: string | undefined;
}

/** The thread's first message, with the reason when the database did not start. */
export interface Started {
  failure: { message: string; code?: string } | null;
}

/** Later messages: bytes of PostgreSQL's protocol, and the end of an orderly close. */
export type ThreadMessage = Uint8Array<ArrayBuffer> | 'closed';

/** A thread that loads the database's code, and may still have to be sent its folder. */
export interface DatabaseThread {
  thread: Worker;
  /** Rejects when the thread has ended; an unhandled rejection does no harm. */
  ended: Promise<never>;
  /** Resolves when the database has started or failed to. */
  started: Promise<Started>;
  /**
   * The lock of the thread's folder, which passes to the owner of the thread. Null when the folder has not been locked
   * and sent yet.
   */
  lock: Disposable | null;
}

/**
 * V8 flags that compile the embedded database once, quickly. The optimising compiler takes 720 MB at its peak, whatever
 * its budget, also with one task at a time; with these flags the peak is 220 MB. In return, statements over many rows
 * take up to 1.5 times the CPU time; small queries took no more. Both flags have to be set before the database's code
 * is loaded.
 */
export const webAssemblyFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Megabytes. Answers are short-lived; a thread with more room for them only uses more memory. */
const youngGenerationMb = 8;

let begun: { folder: string; thread: DatabaseThread } | null = null;

/** The folder of PostgreSQL's files within the database's folder. */
export function filesIn(folder: string): string {
  return path.join(folder, 'postgres');
}

/**
 * Starts the thread early, while the service's modules load: a thread takes as long to start as Node does. Where the
 * folder needs no creation, repair or message first, the database itself starts early too.
 */
export function startThreadEarly(folder: string): void {
  const thread = startThread();
  begun = { folder, thread };
  thread.lock = lockToStart(folder);
  if (thread.lock !== null) thread.thread.postMessage(filesIn(folder));
}

/** Locks a folder in which a database can start without preparation. The later open reports any obstacle. */
function lockToStart(folder: string): Disposable | null {
  try {
    if (!existsSync(filesIn(folder))) return null;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < reserveBytes ? null : lockFolder(folder);
  } catch {
    return null;
  }
}

/** Returns the thread that was started early, once. */
export function takeThread(folder: string): DatabaseThread | null {
  const found = begun;
  begun = null;
  if (found === null) return null;
  const { thread, lock } = found.thread;
  if (found.folder === folder || lock === null) return found.thread;
  // The settings name another folder than the one that was guessed.
  void thread.terminate().then(() => lock[Symbol.dispose]());
  return null;
}

/** Starts a thread that receives its folder later. */
export function startThread(): DatabaseThread {
  for (const flag of webAssemblyFlags) setFlagsFromString(flag);
  const thread = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
    name: 'database',
    workerData: { compileCache: getCompileCacheDir() } satisfies ThreadSetup,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`It ended with exit code ${code}.`)));
  // The listener is registered at once, since the thread may answer before its owner takes it.
  const { promise: started, resolve } = Promise.withResolvers<Started>();
  thread.once('message', resolve);
  return { thread, ended, started, lock: null };
}
