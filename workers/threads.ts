import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Hooks } from './caller.ts';
import { TaskFailed, TimedOut } from './failure.ts';
import { createSlots } from './slots.ts';

/** A function that runs in a thread: it takes one plain object and a `Caller`. */
export interface ThreadFunction {
  /** The file, as an address. */
  filename: string;
  /** The name of the function's export. */
  name: string;
}

/** Threads that run one task each. A task whose thread dies, runs out of memory or takes too long rejects. */
export interface Threads {
  /** The caller states the types of input and result. */
  run<Result, Progress = never>(
    thread: ThreadFunction,
    task: object,
    hooks: Hooks<Progress>,
  ): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadLimits {
  threads: number;
  /** Threads that are started at once and stay. */
  staying?: number;
  /** Megabytes of JavaScript heap a thread may use before it is ended. */
  memoryMb: number;
  /** Milliseconds that one task may take, counted from its start, before its thread is ended. */
  timeoutMs: number;
}

/** Megabytes. By default, a thread's heap grows by 8 more before a collection, for next to no time saved. */
const youngGenerationMb = 4;

export function openThreads({ threads, staying = 0, memoryMb, timeoutMs }: ThreadLimits): Threads {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    name: 'thread',
    minThreads: staying,
    maxThreads: threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngGenerationMb },
  });
  // A dying thread rejects its own task; piscina reports the same error here again.
  pool.on('error', () => {});
  // A task in the pool has its thread at once, so that waiting behind other tasks does not count as its time.
  const slots = createSlots(threads);

  return {
    run: ({ filename, name }, task, hooks) =>
      slots.use(async () => {
        const broken = new AbortController();
        const time = AbortSignal.timeout(timeoutMs);
        const signal = AbortSignal.any([hooks.signal, broken.signal, time]);
        const { port1: here, port2: port } = new MessageChannel();
        here.on('message', (message) => {
          if (message.kind === 'progress') hooks.onProgress?.(message.progress);
          else
            answer(message.request).then(
              (given) => here.postMessage(given),
              (error) => broken.abort(error),
            );
        });
        const answer = hooks.onRequest ?? refuseRequest;
        try {
          const outcome = await pool.run({ filename, name, task, port }, { signal, transferList: [port] });
          if ('failure' in outcome) throw new TaskFailed(outcome.failure);
          return outcome.result;
        } catch (error) {
          if (broken.signal.aborted) throw broken.signal.reason;
          throw time.aborted ? new TimedOut(timeoutMs) : error;
        } finally {
          here.close();
        }
      }, hooks),
    close: () => pool.destroy(),
  };
}

async function refuseRequest(): Promise<never> {
  throw new Error('This task asked, but nobody answers it.');
}
