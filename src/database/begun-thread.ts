/** The thread of the embedded database, begun as early as can be: this module reads few others of the service. */
import { existsSync, statfsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { lockFolder } from './folder-lock.ts';
import { reserveBytes } from './folder-room.ts';

/** What the thread is started with. Which files it is for is its first message. */
export interface ThreadSetup {
  /** Where this process keeps what is compiled; a thread keeps nothing unless it is told so. */
  compileCache: string | undefined;
}

/** What the thread tells first: why the database did not start, if so. */
export interface Started {
  failure: { message: string; code?: string } | null;
}

/** What it tells after that: bytes of PostgreSQL's protocol, and that the database has ended in good order. */
export type Told = Uint8Array<ArrayBuffer> | 'closed';

/** A thread that reads the database's code, and then waits for its files where it has not been told of them. */
export interface BegunThread {
  thread: Worker;
  /** Rejects once it has ended. Nobody has to wait for that. */
  ended: Promise<never>;
  /** What it answers once the database has started, or has failed to. */
  started: Promise<Started>;
  /** That of its folder, for whoever takes the thread. Null where it is still to be taken, and the thread to be told of its files. */
  lock: Disposable | null;
}

/**
 * How V8 is to compile the embedded database: once, quickly. Compiling its large functions again for speed took 720 MB
 * at the peak of a start where this takes 220; in return, statements that look at many rows take up to 1.5 times the
 * processor's time, those about single rows up to 1.2 times. Both flags are needed, and before it is loaded.
 */
export const webAssemblyFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Megabytes. Answers are made and passed on: with more room for them, a thread only takes more. */
const youngGenerationMb = 8;

let begun: { folder: string; thread: BegunThread } | null = null;

/** Where the database itself lies in its folder. */
export function filesIn(folder: string): string {
  return path.join(folder, 'postgres');
}

/**
 * Begins one for whoever opens the database of this folder: a thread costs as much to begin as Node does, and is ready once the service's modules are.
 * Where nothing is to be made, mended or said before, the database starts meanwhile, too.
 */
export function beginThread(folder: string): void {
  const thread = newThread();
  begun = { folder, thread };
  thread.lock = lockToStart(folder);
  if (thread.lock !== null) thread.thread.postMessage(filesIn(folder));
}

/** The lock of a folder in which a database can start as it is. Whatever keeps it from that is for those to say who open it. */
function lockToStart(folder: string): Disposable | null {
  try {
    if (!existsSync(filesIn(folder))) return null;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < reserveBytes ? null : lockFolder(folder);
  } catch {
    return null;
  }
}

/** The one that was begun, if nobody has it yet. */
export function takeThread(folder: string): BegunThread | null {
  const found = begun;
  begun = null;
  if (found === null) return null;
  const { thread, lock } = found.thread;
  if (found.folder === folder || lock === null) return found.thread;
  // The settings name another folder than was to be expected.
  void thread.terminate().then(() => lock[Symbol.dispose]());
  return null;
}

/** One that is told of its files later. */
export function newThread(): BegunThread {
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
  // Heard from now on: nobody may have taken it yet when it answers.
  const { promise: started, resolve } = Promise.withResolvers<Started>();
  thread.once('message', resolve);
  return { thread, ended, started, lock: null };
}
