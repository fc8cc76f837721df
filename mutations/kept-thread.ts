import { EventEmitter } from 'node:events';
import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** When a fault is put in, as Stryker says it: before the modules are loaded, or after. */
    mutantActivation?: 'static' | 'runtime';
  }
}

type Start = Extract<WorkerRequest, { type: 'start' }>;
type Answer = 'started' | 'stopped';

/** A thread with all modules loaded, and how many runs it has served. */
interface Thread {
  worker: ThreadsPoolWorker;
  runs: number;
}

/** Runs after which a thread is given up, whatever faults have left behind in it. */
const runsOfAThread = 300;

let kept: Thread | undefined;

/**
 * Vitest ends its threads with each run, so that a fault costs a new thread and all modules anew: most of the time that
 * putting faults in took. This thread stays. A run for a fault that shows while modules are loaded gets a new one.
 */
export class KeptThread implements PoolWorker {
  readonly name = 'kept';
  readonly #options: PoolOptions;
  readonly #events = new EventEmitter();
  readonly #forward = (message: unknown) => {
    if (isFinished(message)) this.#isBusy = false;
    this.#events.emit('message', message);
  };
  readonly #fail = (error: unknown) => this.#events.emit('error', error);
  readonly #loadsAnew: boolean;
  #thread: Thread | undefined;
  #isNew = false;
  #isBusy = false;
  #start: Start | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#loadsAnew = options.project.getProvidedContext().mutantActivation !== 'runtime';
  }

  on(event: string, callback: (...values: unknown[]) => void): void {
    this.#events.on(event, callback);
  }

  off(event: string, callback: (...values: unknown[]) => void): void {
    this.#events.off(event, callback);
  }

  async start(): Promise<void> {
    if (this.#thread) return;
    const last = kept;
    kept = undefined;
    const isGone = last && (this.#loadsAnew || last.runs >= runsOfAThread);
    if (isGone) await last.worker.stop();
    this.#isNew = !last || isGone === true;
    this.#thread = last && !isGone ? last : { worker: new ThreadsPoolWorker(this.#options), runs: 0 };
    if (this.#isNew) await this.#thread.worker.start();
    this.#thread.runs += 1;
    this.#thread.worker.on('message', this.#forward);
    this.#thread.worker.on('error', this.#fail);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start') {
      this.#start = message;
      if (this.#isNew) this.#thread?.worker.send(message);
      else this.#answer('started');
    } else if (message.type === 'stop') this.#answer('stopped');
    else if (message.type === 'run') {
      this.#isBusy = true;
      // What a thread is told at its start is of the run that it was started for.
      const context = { ...message.context, config: this.#start?.context.config };
      this.#thread?.worker.send({ ...message, context });
    } else this.#thread?.worker.send(message);
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = undefined;
    thread.worker.off('message', this.#forward);
    thread.worker.off('error', this.#fail);
    if (this.#isBusy || this.#loadsAnew) await thread.worker.stop();
    else kept = thread;
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #answer(type: Answer): void {
    queueMicrotask(() => this.#events.emit('message', { __vitest_worker_response__: true, type }));
  }
}

/** Ends the thread that waits for a further run. */
export async function endKeptThread(): Promise<void> {
  const last = kept;
  kept = undefined;
  await last?.worker.stop();
}

function isFinished(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'testfileFinished' &&
    '__vitest_worker_response__' in message
  );
}
