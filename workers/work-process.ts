import { WorkProcessDied, WorkProcessEnded } from '../src/core/runs/archive-work.ts';
import type { Hooks } from './caller.ts';
import { startChild } from './child.ts';
import { TaskFailed } from './failure.ts';
import { type FromProcess, fromProcess, type ProcessSetup, type ToProcess } from './messages.ts';

export interface WorkProcessOptions extends ProcessSetup {
  /**
   * Folder of the modules' compile cache, created when missing: threads start in a third of the time and with 25 MiB
   * less. It holds code, so no other user may write there. Without it, each start compiles again.
   */
  compileCache?: string | undefined;
}

/** One process that runs tasks, from its start to its end. */
export interface WorkProcess {
  /**
   * Runs a task by its export in the file of tasks; the caller states the types. Rejects with `WorkProcessDied` when
   * the process dies meanwhile.
   */
  run<Result, Progress, Request>(
    name: string,
    task: object,
    hooks: Hooks<Progress, Request>,
  ): Promise<Result>;
  /** Number of tasks under way. */
  readonly busy: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the process and the tasks in it. */
  end(): Promise<void>;
}

interface Task {
  receive(message: AboutTask): void;
  fail(error: unknown): void;
}

type AboutTask = Exclude<FromProcess, { kind: 'ready' }>;

const main = new URL('./work-process-main.ts', import.meta.url);

export function startWorkProcess({ compileCache, ...setup }: WorkProcessOptions): WorkProcess {
  const child = startChild(main, JSON.stringify(setup satisfies ProcessSetup), {
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    // With the service's heap growth (scripts/find-bundle.mjs), a check takes a tenth less time.
    flags: ['--heap-growing-percent=300'],
  });
  const tasks = new Map<number, Task>();
  let lastId = 0;
  let ready = false;
  let ending = false;
  // With a closed channel, the end of the process follows and is handled below.
  const send = (message: ToProcess) => void child.process.send(message, () => {});

  child.process.on('message', (data) => {
    const message = fromProcess.parse(data);
    if (message.kind === 'ready') ready = true;
    else tasks.get(message.id)?.receive(message);
  });

  const fail = (error: Error) => {
    for (const task of tasks.values()) task.fail(error);
  };
  const ended = child.ended.then(
    ({ how, lastWords }) => {
      if (ending) fail(new WorkProcessEnded());
      else if (ready) fail(new WorkProcessDied(how, lastWords));
      else fail(new Error(`The process for the work did not come up (${how}): ${lastWords}`));
    },
    (cause: unknown) => fail(new Error('The process for the work could not be started.', { cause })),
  );

  return {
    async run<Result, Progress, Request>(name: string, input: object, hooks: Hooks<Progress, Request>) {
      const { onProgress, onRequest = refuseRequest, signal } = hooks;
      signal.throwIfAborted();
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      let impatience: NodeJS.Timeout | undefined;
      let unanswered: unknown = null;
      const giveUp = () => {
        send({ kind: 'abort', id });
        impatience = child.killLater();
      };
      const answer = async (request: Request) => {
        try {
          send({ kind: 'answer', id, answer: await onRequest(request) });
        } catch (error) {
          unanswered = error;
          giveUp();
        }
      };
      const receive = (message: AboutTask) => {
        switch (message.kind) {
          case 'progress':
            onProgress?.(message.progress);
            return;
          case 'request':
            void answer(message.request);
            return;
          case 'done':
            resolve(message.result);
            return;
          case 'failed':
            reject(signal.aborted ? signal.reason : (unanswered ?? new TaskFailed(message.failure)));
        }
      };
      tasks.set(id, { receive, fail: reject });
      signal.addEventListener('abort', giveUp, { once: true });
      send({ kind: 'run', id, name, task: input });
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', giveUp);
        clearTimeout(impatience);
        tasks.delete(id);
      }
    },
    get busy() {
      return tasks.size;
    },
    ended,
    end() {
      ending = true;
      child.end();
      return ended;
    },
  };
}

async function refuseRequest(): Promise<never> {
  throw new Error('This task asked, but nobody answers it.');
}
