/** The thread of the embedded database, begun as early as can be: this module reads no other of the service. */
import { getCompileCacheDir } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** What the thread is started with. Which folder it is for is its first message. */
export interface ThreadSetup {
  /** Where this process keeps what is compiled; a thread keeps nothing unless it is told so. */
  compileCache: string | undefined;
}

/** A thread that reads the database's code, and then waits for its folder. */
export interface BegunThread {
  thread: Worker;
  /** Rejects once it has ended. Nobody has to wait for that. */
  ended: Promise<never>;
}

/**
 * How V8 is to compile the embedded database: once, quickly. Compiling its large functions again for speed took 720 MB
 * at the peak of a start where this takes 220; in return, statements that look at many rows take up to 1.5 times the
 * processor's time, those about single rows up to 1.2 times. Both flags are needed, and before it is loaded.
 */
export const webAssemblyFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Megabytes. Answers are made and passed on: with more room for them, a thread only takes more. */
const youngGenerationMb = 8;

let begun: BegunThread | null = null;

/** Begins one for whoever takes it: a thread costs as much to begin as Node does, and is ready once the service's modules are. */
export function beginThread(): void {
  begun = begin();
}

/** The one that was begun, if nobody has it yet, or else another. */
export function takeThread(): BegunThread {
  const taken = begun ?? begin();
  begun = null;
  return taken;
}

function begin(): BegunThread {
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
  return { thread, ended };
}
