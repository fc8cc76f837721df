/**
 * Entry of the work process: `work-process.ts` starts it and talks to it. It has no settings, and ends when its
 * channel does, so it never outlives its parent.
 */
import process from 'node:process';
import type { Caller } from './caller.ts';
import { toFailure } from './failure.ts';
import type { FromProcess, ProcessSetup, ToProcess } from './messages.ts';
import type { Surroundings } from './tasks.ts';
import { openThreads } from './threads.ts';

/** Milliseconds that threads get to end in good order, which keeps their modules compiled. */
const patienceMs = 2_000;

type Answer = Extract<ToProcess, { kind: 'answer' }>['answer'];

/** A task under way: how to end it, and who waits for the answer to its question. */
interface UnderWay {
  ending: AbortController;
  question: PromiseWithResolvers<Answer> | null;
}

async function serve(setup: ProcessSetup): Promise<void> {
  const { memoryMb } = setup;
  const threads = openThreads({ threads: setup.threads, memoryMb, timeoutMs: setup.timeoutMs });
  const quick = openThreads({ threads: 1, memoryMb, timeoutMs: setup.quickTimeoutMs });
  const underWay = new Map<number, UnderWay>();

  const end = async () => {
    // A thread inside native code cannot be ended from here, so the process kills itself.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref();
    await Promise.allSettled([threads.close(), quick.close()]);
    process.exit(0);
  };
  process.on('disconnect', end);
  // Terminals and supervisors send these to all processes at once; what they mean is for the starting process to say.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  if (!process.connected) return end();

  const tasks = await import(setup.tasks);

  const work = async ({ id, name, task }: Extract<ToProcess, { kind: 'run' }>) => {
    const one: UnderWay = { ending: new AbortController(), question: null };
    underWay.set(id, one);
    const caller: Caller = {
      tell: (progress) => tell({ kind: 'progress', id, progress }),
      ask: (question) => {
        const asked = Promise.withResolvers<Answer>();
        one.question = asked;
        if (one.ending.signal.aborted) asked.reject(one.ending.signal.reason);
        else tell({ kind: 'question', id, question });
        return asked.promise;
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
      tell({ kind: 'done', id, result: await tasks[name](task, surroundings) });
    } catch (error) {
      tell({ kind: 'failed', id, failure: toFailure(error) });
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
        underWay.get(message.id)?.question?.resolve(message.answer);
        return;
      case 'abort':
        giveUp(underWay.get(message.id));
    }
  });
  tell({ kind: 'ready' });
}

/** Cancels a task; a question it waits on is rejected. */
function giveUp(task: UnderWay | undefined): void {
  const reason = new Error('The task was given up.');
  task?.ending.abort(reason);
  task?.question?.reject(reason);
}

function tell(message: FromProcess): void {
  // Without a channel the process is about to end.
  process.send?.(message, undefined, undefined, () => {});
}

void serve(JSON.parse(process.argv[2] ?? ''));
