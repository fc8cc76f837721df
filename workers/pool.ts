import { type CheckResult, checkArchive } from '../src/archive/check.ts';
import type { GeneratedServerPack, GenerateTask } from '../src/archive/generate.ts';
import type { ArchiveProgress } from '../src/archive/report.ts';
import type { SurveyTask } from '../src/archive/survey.ts';
import { openThreads, type ThreadLimits, type Threads } from './threads.ts';

/** What every task can be given beside its input. */
export interface TaskHooks {
  onProgress?: (progress: ArchiveProgress) => void;
  /** Ends the thread in the middle of its work; the task then rejects. */
  signal?: AbortSignal;
}

/** The threads that read and write archives. A task whose thread dies, or that takes too long, rejects. */
export interface WorkerPool {
  check(task: SurveyTask, hooks?: TaskHooks): Promise<CheckResult>;
  generate(task: GenerateTask, hooks?: TaskHooks): Promise<GeneratedServerPack>;
  close(): Promise<void>;
}

export type WorkerPoolOptions = ThreadLimits;

/** Cutting a check finer than there are threads evens out slices that turn out slow. */
const slicesPerThread = 6;

const checkThread = new URL('./check.ts', import.meta.url).href;
const generateThread = new URL('./generate.ts', import.meta.url).href;

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const threads = openThreads(options);
  return {
    check(task, hooks = {}) {
      const slices = options.threads * slicesPerThread;
      return asOne(hooks.signal, (signal) => checkArchive(task, checkIn(threads, slices, hooks, signal)));
    },
    generate: (task, hooks = {}) =>
      threads.run({ filename: generateThread }, task, {
        onProgress: hooks.onProgress,
        signal: hooks.signal ?? new AbortController().signal,
      }),
    close: () => threads.close(),
  };
}

function checkIn(
  threads: Threads,
  slices: number,
  { onProgress }: TaskHooks,
  signal: AbortSignal,
): NonNullable<Parameters<typeof checkArchive>[1]> {
  return {
    slices,
    survey: (task) => threads.run({ filename: checkThread, name: 'survey' }, task, { signal }),
    inspect: (task, onSlice) =>
      threads.run({ filename: checkThread, name: 'inspect' }, task, { onProgress: onSlice, signal }),
    ...(onProgress ? { onProgress } : {}),
  };
}

/** Once one part of `work` has failed, the others are ended too, so that no thread goes on for nobody. */
async function asOne<Result>(
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const failed = new AbortController();
  try {
    return await work(given ? AbortSignal.any([given, failed.signal]) : failed.signal);
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}
