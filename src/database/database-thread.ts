/** The thread of the embedded database, begun as early as can be: this module reads few others of the service. */
import { existsSync, statfsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { lockFolder } from './folder-lock.ts';
import { reserveBytes } from './folder-room.ts';

/** Data the thread is started with. Its first message names its folder. */
export interface ThreadSetup {
  /** Folder of this process's compile cache; a thread uses none unless it is given one. */
  compileCache: string | undefined;
}

/** The thread's first message, with the reason when the database did not start. */
export interface Started {
  failure: { message: string; code?: string } | null;
}

/** Later messages: bytes of PostgreSQL's protocol, and the end of an orderly close. */
export type Told = Uint8Array<ArrayBuffer> | 'closed';

/** A thread that loads the database's code, and waits for its folder if it has not been told. */
export interface DatabaseThread {
  thread: Worker;
  /** Rejects when the thread has ended; it may be ignored. */
  ended: Promise<never>;
  /** Resolves when the database has started or failed to. */
  started: Promise<Started>;
  /**
   * The lock of the thread's folder, handed over with the thread. Null when the folder is still to be locked and told.
   */
  lock: Disposable | null;
}

/**
 * Flags for V8 to compile the embedded database once, quickly. Its optimising compiler took 720 MB at the peak of a
 * start where this takes 220. In return, statements over many rows take up to 1.5 times the processor's time, those
 * about single rows up to 1.2 times. Both flags have to be set before it is loaded.
 */
export const webAssemblyFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Megabytes. Answers are made and passed on: with more room for them, a thread only takes more. */
const youngGenerationMb = 8;

let begun: { folder: string; thread: DatabaseThread } | null = null;

/** The folder of PostgreSQL's files within the database's folder. */
export function filesIn(folder: string): string {
  return path.join(folder, 'postgres');
}

/**
 * Starts the thread early, while the service's modules load: a thread takes as long to start as Node does. Where the
 * folder needs no creation, repair or message first, the database starts meanwhile, too.
 */
export function startThreadEarly(folder: string): void {
  const thread = startThread();
  begun = { folder, thread };
  thread.lock = lockToStart(folder);
  if (thread.lock !== null) thread.thread.postMessage(filesIn(folder));
}

/** Locks a folder in which a database can start as it is. Obstacles are reported by the later open. */
function lockToStart(folder: string): Disposable | null {
  try {
    if (!existsSync(filesIn(folder))) return null;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < reserveBytes ? null : lockFolder(folder);
  } catch {
    return null;
  }
}

/** Returns the thread begun early, once. */
export function takeThread(folder: string): DatabaseThread | null {
  const found = begun;
  begun = null;
  if (found === null) return null;
  const { thread, lock } = found.thread;
  if (found.folder === folder || lock === null) return found.thread;
  // The settings name another folder than was to be expected.
  void thread.terminate().then(() => lock[Symbol.dispose]());
  return null;
}

/** Starts a thread that is told its folder later. */
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
  // Listened to from the start: the thread may answer before it is taken.
  const { promise: started, resolve } = Promise.withResolvers<Started>();
  thread.once('message', resolve);
  return { thread, ended, started, lock: null };
}
