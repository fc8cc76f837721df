import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { createSlots } from './slots.ts';

/** A function that runs in a thread. */
export interface ThreadFunction {
  /** The file, as an address. */
  filename: string;
  /** The name it is exported under; without one the default export. */
  name?: string;
}

/** What a task can be given beside its input. */
export interface ThreadHooks<Progress> {
  onProgress?: ((progress: Progress) => void) | undefined;
  signal: AbortSignal;
}

/** Threads that run one task each. A task whose thread dies, runs out of memory or takes too long rejects. */
export interface Threads {
  /** What the function takes and answers is for the caller to know. */
  run<Result, Progress = never>(
    thread: ThreadFunction,
    task: object,
    hooks: ThreadHooks<Progress>,
  ): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadLimits {
  threads: number;
  /** Megabytes of JavaScript heap a thread may use before it is ended. */
  memoryMb: number;
  /** Milliseconds one task may take, counted from its start, before its thread is ended. */
  timeoutMs: number;
  /**
   * Folder, made when it is not there, where threads keep their modules compiled: they start in a third of the time
   * and with 25 MiB less. It holds code, so nobody else may write there. Without one each start compiles anew.
   */
  compileCache?: string;
}

/** Megabytes. The heap of a thread otherwise grows by 8 more before it is tidied, for next to no time saved. */
const youngGenerationMb = 4;

export function openThreads({ threads, memoryMb, timeoutMs, compileCache }: ThreadLimits): Threads {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngGenerationMb },
    // Of the environment threads are given nothing else: they read archives of strangers and need no settings.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
  });
  // A dying thread rejects its own task; piscina tells it here once more.
  pool.on('error', () => {});
  // A task handed to the pool has a thread for itself, so that waiting behind others does not count as its time.
  const slots = createSlots(threads);

  return {
    run: (thread, task, { onProgress, signal: given }) =>
      slots.use(async () => {
        const signal = AbortSignal.any([given, AbortSignal.timeout(timeoutMs)]);
        if (!onProgress) return pool.run(task, { ...thread, signal });
        const { port1: here, port2: progress } = new MessageChannel();
        here.on('message', onProgress);
        try {
          return await pool.run({ ...task, progress }, { ...thread, signal, transferList: [progress] });
        } finally {
          here.close();
        }
      }, given),
    close: () => pool.destroy(),
  };
}
