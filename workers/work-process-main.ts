/**
 * The entry of the work process, which `work-process.ts` starts and controls. The process has no settings, and ends
 * when its channel closes, so it never outlives its parent.
 */
import process from 'node:process';
import type { Caller } from './caller.ts';
import { endWithParent } from './child.ts';
import { toFailure } from './failure.ts';
import type { FromProcess, ProcessSetup, ToProcess } from './messages.ts';
import type { Surroundings } from './tasks.ts';
import { openThreads } from './threads.ts';

/** Milliseconds that threads get to end cleanly, which stores their compiled modules. */
const patienceMs = 2_000;

type Answer = Extract<ToProcess, { kind: 'answer' }>['answer'];

/** A task in progress: its abort controller, and its open request to the caller. */
interface UnderWay {
  ending: AbortController;
  request: PromiseWithResolvers<Answer> | null;
}

async function serve(setup: ProcessSetup): Promise<void> {
  const { memoryMb } = setup;
  const threads = openThreads({ threads: setup.threads, staying: 1, memoryMb, timeoutMs: setup.timeoutMs });
  const quick = openThreads({ threads: 1, memoryMb, timeoutMs: setup.quickTimeoutMs });
  const underWay = new Map<number, UnderWay>();

  const end = async () => {
    // A thread inside native code cannot be ended from JavaScript, so the process kills itself.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref();
    await Promise.allSettled([threads.close(), quick.close()]);
    process.exit(0);
  };
  endWithParent(end);

  const tasks = await import(setup.tasks);

  const work = async ({ id, name, task }: Extract<ToProcess, { kind: 'run' }>) => {
    const one: UnderWay = { ending: new AbortController(), request: null };
    underWay.set(id, one);
    const caller: Caller = {
      report: (progress) => send({ kind: 'progress', id, progress }),
      request: (request) => {
        const pending = Promise.withResolvers<Answer>();
        one.request = pending;
        if (one.ending.signal.aborted) pending.reject(one.ending.signal.reason);
        else send({ kind: 'request', id, request });
        return pending.promise;
      },
    };
    const surroundings: Surroundings = {
      caller,
      signal: one.ending.signal,
      threads,
      quick,
      threadCount: setup.threads,
    };
    try {
      send({ kind: 'done', id, result: await tasks[name](task, surroundings) });
    } catch (error) {
      send({ kind: 'failed', id, failure: toFailure(error) });
    } finally {
      underWay.delete(id);
    }
  };

  process.on('message', (message: ToProcess) => {
    switch (message.kind) {
      case 'run':
        void work(message);
        return;
      case 'answer':
        underWay.get(message.id)?.request?.resolve(message.answer);
        return;
      case 'abort':
        giveUp(underWay.get(message.id));
    }
  });
  send({ kind: 'ready' });
}

/** Cancels a task and rejects its open request. */
function giveUp(task: UnderWay | undefined): void {
  const reason = new Error('The task was given up.');
  task?.ending.abort(reason);
  task?.request?.reject(reason);
}

function send(message: FromProcess): void {
  // Without a channel, the process is about to end.
  process.send?.(message, undefined, undefined, () => {});
}

void serve(JSON.parse(process.argv[2] ?? ''));
