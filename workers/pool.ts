import type { CompareTask, ComparisonSum } from '../src/archive/build/compare-packs.ts';
import type { GeneratedAside, GenerateOrder } from '../src/archive/build/generate.ts';
import type { TreeTask } from '../src/archive/build/packwiz-tree.ts';
import type { PreviewSum, PreviewTask } from '../src/archive/build/preview.ts';
import type { PackVersions } from '../src/archive/manifests/differences.ts';
import type { AccountTask } from '../src/archive/pack/account-files.ts';
import type { CheckVerdict } from '../src/archive/pack/check.ts';
import type { InnerFile, InnerTask } from '../src/archive/pack/inner-archive.ts';
import type { FetchedTask } from '../src/archive/pack/inspect-fetched.ts';
import type { SurveyTask } from '../src/archive/pack/survey.ts';
import type { ArchiveProgress, ModFile } from '../src/archive/report.ts';
import { hasTimedOut, WorkProcessDied, WorkProcessEnded } from '../src/core/runs/archive-work.ts';
import { AppError } from '../src/errors.ts';
import { isAnonymous } from '../src/limits/shared-limits.ts';
import type { LogFinding } from '../src/logs/log-finding.ts';
import type { CardTask } from '../src/pictures/card.ts';
import type { ScanResult, ScanTask } from '../src/scan/scan-task.ts';
import type { Hooks } from './caller.ts';
import { answerCheck, type CheckAnswers } from './check-requests.ts';
import { answerCompare, type CompareAnswers, type CompareRequest } from './compare.ts';
import { answerGenerate, type GenerateAnswers } from './generate.ts';
import type { LogTask } from './log.ts';
import type { TreeRequest } from './packwiz-tree.ts';
import { answerPreview, type PreviewAnswers, type PreviewRequest } from './preview.ts';
import { createSlots } from './slots.ts';
import type { UpdateManifestRequest, UpdateManifestTask } from './update-manifest.ts';
import { startWorkProcess, type WorkProcess, type WorkProcessOptions } from './work-process.ts';

/** The limit key of the task's caller. */
interface Wanted {
  caller: string;
}

/** Options of every task beside its input. */
export interface TaskHooks {
  onProgress?: (progress: ArchiveProgress) => void;
  /** Ends a running task, which then rejects. */
  signal?: AbortSignal;
  /** Runs in a process of its own with one thread, so that a crash affects no other task. */
  alone?: boolean;
}

/**
 * Reads and writes archives in threads of a work process, which starts with the first task and ends after a while
 * without one. A task rejects when its thread dies or when it takes too long; when the whole process dies, its tasks
 * reject with `WorkProcessDied`, and the next task starts another process.
 */
export interface WorkerPool {
  /**
   * Starts the process and its threads ahead of expected work, which saves the first pack some 400 ms. The process ends
   * as after a task. Never rejects: the next task reports a failed start.
   */
  prepare(): Promise<void>;
  check(task: SurveyTask, hooks?: TaskHooks & CheckAnswers): Promise<CheckVerdict>;
  generate(task: GenerateOrder, hooks: TaskHooks & GenerateAnswers): Promise<GeneratedAside>;
  /** Scans a checked pack for malware. */
  scan(task: ScanTask, hooks: TaskHooks): Promise<ScanResult>;
  /** Reads jars that a request adds to a pack. */
  inspectJars(task: FetchedTask, hooks: TaskHooks): Promise<ModFile[]>;
  /** A quick task (see `runQuick`). */
  preview(task: PreviewTask, hooks: PreviewAnswers & Wanted & { signal: AbortSignal }): Promise<PreviewSum>;
  /** A quick task: the differences between two server packs. */
  compare(
    task: CompareTask,
    hooks: CompareAnswers & Wanted & { signal: AbortSignal },
  ): Promise<ComparisonSum>;
  /** Sends the files of a server pack for packwiz, in pieces; one task at a time, callers with a token first. */
  packwizTree(
    task: TreeTask,
    hooks: Wanted & { takeFiles: (piece: string) => void; signal: AbortSignal },
  ): Promise<boolean>;
  /** A quick task: the versions that an archive names. */
  readVersions(task: SurveyTask, hooks: Wanted & { signal: AbortSignal }): Promise<PackVersions | null>;
  /** A quick task: whether an archive holds account files. */
  findAccounts(task: AccountTask, hooks: Wanted & { signal: AbortSignal }): Promise<boolean>;
  /** A quick task: the picture of a server pack, as PNG. */
  drawCard(task: CardTask, hooks: Wanted & { signal: AbortSignal }): Promise<Uint8Array>;
  /**
   * A quick task: the reasons why a server failed to start, by its log. Fails with UNAVAILABLE also when that takes too
   * long.
   */
  readLog(task: LogTask, hooks: Wanted & { signal: AbortSignal }): Promise<LogFinding[]>;
  /**
   * Writes the single archive inside an archive to a file; null when there is none. One task at a time, callers with a
   * token first.
   */
  unpackInner(task: InnerTask, hooks: Wanted): Promise<InnerFile | null>;
  /** Writes the update manifest of a server pack, a piece of text at a time. */
  listUpdate(
    task: UpdateManifestTask,
    hooks: { takeText(text: string): void; signal: AbortSignal } & Wanted,
  ): Promise<void>;
  /** Runs a task that may take minutes. */
  run<Result, Progress = never, Request = never>(
    name: string,
    task: object,
    hooks: Hooks<Progress, Request> & { alone?: boolean },
  ): Promise<Result>;
  /** Runs a short task that a caller waits for, on a thread kept for such tasks; callers with a token come first. */
  runQuick<Result, Progress = never, Request = never>(
    name: string,
    task: object,
    hooks: Hooks<Progress, Request> & Wanted,
  ): Promise<Result>;
  /** Tasks that run or wait for a thread: long ones, and quick ones. */
  load(): { work: number; quick: number };
  close(): Promise<void>;
}

export interface WorkerPoolOptions extends Omit<WorkProcessOptions, 'tasks' | 'quickTimeoutMs'> {
  /** Milliseconds that one quick task may take before its thread is ended. */
  quickTimeoutMs?: number;
  /** Milliseconds without a task after which the process ends where memory is short. */
  idleMs?: number;
  /** Whether an idle process may stay, asked again after each `idleMs`. */
  mayStay?: () => boolean;
  /** The file of the tasks, as an address. */
  tasks?: string;
}

/** Bytes of available memory beside which the idle process stays, so that the next pack does not wait for its start. */
const stayBytes = 1_073_741_824;

function hasMemoryToStay(): boolean {
  return process.availableMemory() >= stayBytes;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { idleMs = 60_000, mayStay = hasMemoryToStay, ...others } = options;
  const setup: WorkProcessOptions = {
    quickTimeoutMs: 10_000,
    tasks: new URL('./tasks.ts', import.meta.url).href,
    ...others,
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
  const rest = () => {
    // Several tasks may end at once, so an earlier timer is replaced.
    clearTimeout(idle);
    idle = setTimeout(() => (mayStay() ? rest() : endShared()), idleMs).unref();
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
      if (shared === one && one.busy === 0) rest();
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
        onRequest: answerCheck({ takeMods, outside }),
      }),
    generate: (task, { readMods, findLinks, ...hooks }) =>
      pool.run('generate', task, {
        ...withSignal(hooks),
        onRequest: answerGenerate({ readMods, findLinks }),
      }),
    scan: (task, hooks) => pool.run('scan', task, withSignal(hooks)),
    inspectJars: (task, hooks) => pool.run('inspectJars', task, withSignal(hooks)),
    preview: (task, { signal, caller, ...answers }) =>
      pool
        .runQuick<PreviewSum, never, PreviewRequest>('preview', task, {
          signal,
          caller,
          onRequest: answerPreview(answers),
        })
        .catch(orInWords('preview')),
    compare: (task, { signal, caller, ...answers }) =>
      pool
        .runQuick<ComparisonSum, never, CompareRequest>('compare', task, {
          signal,
          caller,
          onRequest: answerCompare(answers),
        })
        .catch(orInWords('comparison')),
    packwizTree: (task, { caller, signal, takeFiles }) => {
      const onRequest = async ({ files }: TreeRequest) => takeFiles(files);
      const admission = { signal, ahead: !isAnonymous(caller) };
      return treeSlots.use(() => pool.run('packwizTree', task, { signal, onRequest }), admission);
    },
    readVersions: (task, hooks) => pool.runQuick<PackVersions | null>('readVersions', task, hooks),
    findAccounts: (task, hooks) => pool.runQuick<boolean>('findAccounts', task, hooks),
    readLog: (task, hooks) => pool.runQuick<LogFinding[]>('readLog', task, hooks).catch(orInWords('log')),
    drawCard: (task, hooks) => pool.runQuick<Uint8Array>('drawCard', task, hooks).catch(orInWords('picture')),
    unpackInner: (task, { caller }) => {
      const hooks = withSignal({});
      const admission = { signal: hooks.signal, ahead: !isAnonymous(caller) };
      return innerSlots.use(() => pool.run('unpackInner', task, hooks), admission);
    },
    listUpdate: (task, { takeText, signal }) =>
      pool.run<void, never, UpdateManifestRequest>('listUpdate', task, {
        signal,
        onRequest: async ({ text }) => takeText(text),
      }),
    run: (name, task, hooks) =>
      counted('work', () => (hooks.alone ? runAlone : runShared)(name, task, hooks)),
    runQuick: (name, task, { caller, ...hooks }) => {
      const admission = { signal: hooks.signal, ahead: !isAnonymous(caller) };
      return counted('quick', () => quickSlots.use(() => runShared(name, task, hooks), admission));
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

/** A quick task that failed because of load or the end of a process is no fault; a retry may succeed. */
function orInWords(what: 'preview' | 'comparison' | 'log' | 'picture'): (error: unknown) => never {
  return (error) => {
    const isOver = hasTimedOut(error);
    if (!isOver && !(error instanceof WorkProcessDied) && !(error instanceof WorkProcessEnded)) throw error;
    const message = isOver
      ? `The ${what} took too long to work out. Try again when the service has less to do.`
      : `The process that works ${what}s out has ended. Try again in a moment.`;
    throw new AppError('UNAVAILABLE', message, { retryAfter: isOver ? 30 : 2 }, { cause: error });
  };
}

function withSignal({ signal, ...hooks }: TaskHooks) {
  return { ...hooks, signal: signal ?? new AbortController().signal };
}
