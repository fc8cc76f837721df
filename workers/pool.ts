import type { AccountTask } from '../src/archive/account-files.ts';
import type { CheckVerdict } from '../src/archive/check.ts';
import type { CompareTask, ComparisonSum } from '../src/archive/compare-packs.ts';
import type { GeneratedAside, GenerateOrder } from '../src/archive/generate.ts';
import type { InnerFile, InnerTask } from '../src/archive/inner-archive.ts';
import type { PackVersions } from '../src/archive/manifests/differences.ts';
import type { TreeTask } from '../src/archive/packwiz-tree.ts';
import type { PreviewSum, PreviewTask } from '../src/archive/preview.ts';
import type { ArchiveProgress } from '../src/archive/report.ts';
import type { SurveyTask } from '../src/archive/survey.ts';
import { hasTimedOut, WorkProcessDied, WorkProcessEnded } from '../src/core/runs/archive-work.ts';
import { isStranger } from '../src/core/shared-goods.ts';
import { AppError } from '../src/errors.ts';
import type { LogFinding } from '../src/logs/log-finding.ts';
import type { ScanResult, ScanTask } from '../src/scan/scan-task.ts';
import type { Hooks } from './caller.ts';
import { answerCheck, type CheckAnswers } from './check-questions.ts';
import { answerCompare, type CompareAnswers, type CompareQuestion } from './compare.ts';
import { answerGenerate, type GenerateAnswers } from './generate.ts';
import type { LogTask } from './log.ts';
import type { TreeQuestion } from './packwiz-tree.ts';
import { answerPreview, type PreviewAnswers, type PreviewQuestion } from './preview.ts';
import { createSlots } from './slots.ts';
import type { UpdateManifestQuestion, UpdateManifestTask } from './update-manifest.ts';
import { startWorkProcess, type WorkProcess, type WorkProcessOptions } from './work-process.ts';

/** The caller of a task, as limits count callers. */
interface Wanted {
  caller: string;
}

/** Options of every task beside its input. */
export interface TaskHooks {
  onProgress?: (progress: ArchiveProgress) => void;
  /** Ends the task in the middle of its work; it then rejects. */
  signal?: AbortSignal;
  /** Runs in a process of its own with one thread, so that a crash affects no other task. */
  alone?: boolean;
}

/**
 * Reads and writes archives in threads of a work process, which starts with the first task and ends after a while
 * without one. A task whose thread dies, or that takes too long, rejects; when the whole process dies, its tasks
 * reject with `WorkProcessDied`, and the next task starts another process.
 */
export interface WorkerPool {
  /**
   * Starts the process and its threads ahead of expected work, which saves the first pack some 400 ms. It ends as
   * after a task. Never rejects: the task that needs a failed process reports it.
   */
  prepare(): Promise<void>;
  check(task: SurveyTask, hooks?: TaskHooks & CheckAnswers): Promise<CheckVerdict>;
  generate(task: GenerateOrder, hooks: TaskHooks & GenerateAnswers): Promise<GeneratedAside>;
  /** Scans a checked pack for malware. */
  scan(task: ScanTask, hooks: TaskHooks): Promise<ScanResult>;
  /** A quick task (see `runQuick`). */
  preview(task: PreviewTask, hooks: PreviewAnswers & Wanted & { signal: AbortSignal }): Promise<PreviewSum>;
  /** A quick task: what differs between two server packs. */
  compare(
    task: CompareTask,
    hooks: CompareAnswers & Wanted & { signal: AbortSignal },
  ): Promise<ComparisonSum>;
  /** Hands the files of a server pack over for packwiz, in pieces; one at a time, those of callers with a token first. */
  packwizTree(
    task: TreeTask,
    hooks: Wanted & { takeFiles: (piece: string) => void; signal: AbortSignal },
  ): Promise<boolean>;
  /** A quick task: what an archive says of its versions. */
  readVersions(task: SurveyTask, hooks: Wanted & { signal: AbortSignal }): Promise<PackVersions | null>;
  /** A quick task: whether an archive holds account files. */
  findAccounts(task: AccountTask, hooks: Wanted & { signal: AbortSignal }): Promise<boolean>;
  /** A quick task: why a server did not start, by its log; fails with UNAVAILABLE also when it takes too long. */
  readLog(task: LogTask, hooks: Wanted & { signal: AbortSignal }): Promise<LogFinding[]>;
  /**
   * Writes the archive that is all there is in another one to a file; null when there is none. One at a time, those of callers with a
   * token first.
   */
  unpackInner(task: InnerTask, hooks: Wanted): Promise<InnerFile | null>;
  /** Tells the files of a server pack to servers that update themselves, a piece of text at a time. */
  tellUpdate(
    task: UpdateManifestTask,
    hooks: { takeText(text: string): void; signal: AbortSignal } & Wanted,
  ): Promise<void>;
  /** Runs a task that may take minutes. */
  run<Result, Progress = never, Question = never>(
    name: string,
    task: object,
    hooks: Hooks<Progress, Question> & { alone?: boolean },
  ): Promise<Result>;
  /** Runs a short task that a caller waits for, on the thread kept for these; callers with a token come first. */
  runQuick<Result, Progress = never, Question = never>(
    name: string,
    task: object,
    hooks: Hooks<Progress, Question> & Wanted,
  ): Promise<Result>;
  /** Tasks in threads or waiting for one: those that may take minutes, and those of moments. */
  load(): { work: number; quick: number };
  close(): Promise<void>;
}

export interface WorkerPoolOptions extends Omit<WorkProcessOptions, 'tasks' | 'quickTimeoutMs'> {
  /** Milliseconds one quick task may take before its thread is ended. */
  quickTimeoutMs?: number;
  /** Milliseconds without a task after which the process ends. */
  idleMs?: number;
  /** The file of the tasks, as an address. */
  tasks?: string;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { idleMs = 60_000, ...rest } = options;
  const setup: WorkProcessOptions = {
    quickTimeoutMs: 10_000,
    tasks: new URL('./tasks.ts', import.meta.url).href,
    ...rest,
  };
  const started = new Set<WorkProcess>();
  let shared: WorkProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const quickSlots = createSlots(1);
  const innerSlots = createSlots(1);
  const treeSlots = createSlots(1);

  const start = (threads: number) => {
    if (closed) throw new WorkProcessEnded('The worker pool is closed.');
    const one = startWorkProcess({ ...setup, threads });
    started.add(one);
    void one.ended.then(() => {
      started.delete(one);
      if (shared === one) shared = null;
    });
    return one;
  };
  const endShared = () => {
    const one = shared;
    shared = null;
    void one?.end();
  };

  const runShared: WorkProcess['run'] = async (name, task, hooks) => {
    hooks.signal.throwIfAborted();
    clearTimeout(idle);
    shared ??= start(setup.threads);
    const one = shared;
    try {
      return await one.run(name, task, hooks);
    } finally {
      if (shared === one && one.busy === 0) {
        // Tasks that end at the same moment all come by here.
        clearTimeout(idle);
        idle = setTimeout(endShared, idleMs).unref();
      }
    }
  };
  const runAlone: WorkProcess['run'] = async (name, task, hooks) => {
    hooks.signal.throwIfAborted();
    const one = start(1);
    try {
      return await one.run(name, task, hooks);
    } finally {
      await one.end();
    }
  };

  const load = { work: 0, quick: 0 };
  const counted = async <Result>(lane: keyof typeof load, work: () => Promise<Result>) => {
    load[lane] += 1;
    try {
      return await work();
    } finally {
      load[lane] -= 1;
    }
  };

  const pool: WorkerPool = {
    async prepare() {
      if (shared !== null || closed) return;
      await runShared('prepare', {}, withSignal({})).catch(() => {});
    },
    check: (task, { takeMods, outside, ...hooks } = {}) =>
      pool.run('check', task, {
        ...withSignal(hooks),
        onQuestion: answerCheck({ takeMods, outside }),
      }),
    generate: (task, { readMods, findLinks, ...hooks }) =>
      pool.run('generate', task, {
        ...withSignal(hooks),
        onQuestion: answerGenerate({ readMods, findLinks }),
      }),
    scan: (task, hooks) => pool.run('scan', task, withSignal(hooks)),
    preview: (task, { signal, caller, ...answers }) =>
      pool
        .runQuick<PreviewSum, never, PreviewQuestion>('preview', task, {
          signal,
          caller,
          onQuestion: answerPreview(answers),
        })
        .catch(orInWords('preview')),
    compare: (task, { signal, caller, ...answers }) =>
      pool
        .runQuick<ComparisonSum, never, CompareQuestion>('compare', task, {
          signal,
          caller,
          onQuestion: answerCompare(answers),
        })
        .catch(orInWords('comparison')),
    packwizTree: (task, { caller, signal, takeFiles }) => {
      const onQuestion = async ({ files }: TreeQuestion) => takeFiles(files);
      const turn = { signal, ahead: !isStranger(caller) };
      return treeSlots.use(() => pool.run('packwizTree', task, { signal, onQuestion }), turn);
    },
    readVersions: (task, hooks) => pool.runQuick<PackVersions | null>('readVersions', task, hooks),
    findAccounts: (task, hooks) => pool.runQuick<boolean>('findAccounts', task, hooks),
    readLog: (task, hooks) => pool.runQuick<LogFinding[]>('readLog', task, hooks).catch(orInWords('log')),
    unpackInner: (task, { caller }) => {
      const hooks = withSignal({});
      const turn = { signal: hooks.signal, ahead: !isStranger(caller) };
      return innerSlots.use(() => pool.run('unpackInner', task, hooks), turn);
    },
    tellUpdate: (task, { takeText, signal }) =>
      pool.run<void, never, UpdateManifestQuestion>('tellUpdate', task, {
        signal,
        onQuestion: async ({ text }) => takeText(text),
      }),
    run: (name, task, hooks) =>
      counted('work', () => (hooks.alone ? runAlone : runShared)(name, task, hooks)),
    runQuick: (name, task, { caller, ...hooks }) => {
      const turn = { signal: hooks.signal, ahead: !isStranger(caller) };
      return counted('quick', () => quickSlots.use(() => runShared(name, task, hooks), turn));
    },
    load: () => ({ ...load }),
    async close() {
      closed = true;
      clearTimeout(idle);
      await Promise.all([...started].map((one) => one.end()));
    },
  };
  return pool;
}

/** A quick task that failed by the machine's load or the end of a process is no fault; a retry may succeed. */
function orInWords(what: 'preview' | 'comparison' | 'log'): (error: unknown) => never {
  return (error) => {
    const isOver = hasTimedOut(error);
    if (!isOver && !(error instanceof WorkProcessDied) && !(error instanceof WorkProcessEnded)) throw error;
    const message = isOver
      ? `The ${what} took too long to work out. Try again when the service has less to do, or ask the operator to raise QUICK_TASK_TIMEOUT_MS.`
      : `The process that works ${what}s out has ended. Try again in a moment.`;
    throw new AppError('UNAVAILABLE', message, { retryAfter: isOver ? 30 : 2 }, { cause: error });
  };
}

function withSignal({ signal, ...hooks }: TaskHooks) {
  return { ...hooks, signal: signal ?? new AbortController().signal };
}
