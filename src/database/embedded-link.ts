import type { BegunThread } from './begun-thread.ts';
import type { EngineFiles } from './embedded-engine.ts';
import { asError, type Question, type Told } from './embedded-questions.ts';

/** The way to an embedded database that has started. */
export interface Link {
  /** Says who hears what it tells; and of its end, where nobody has asked for that. */
  open(hear: (told: Told) => void, lost: (cause: unknown) => void): void;
  ask(question: Question): void;
  /** While somebody waits for an answer, the process does not end by itself. */
  hold(isWaitedFor: boolean): void;
  /** Ends what works there; whoever has something to lose has asked it to close before. */
  end(): Promise<void>;
}

/** Starts one on these files, in a thread that was begun for it, and may have been told of them. */
export async function linkToThread(
  files: string,
  { thread, ended, started, lock }: BegunThread,
): Promise<Link> {
  if (lock === null) thread.postMessage(files);
  const answer = await Promise.race([started, ended]);
  if ('failure' in answer) {
    await thread.terminate();
    throw asError(answer.failure);
  }
  thread.unref();
  let isAskedToEnd = false;
  return {
    open(hear, lost) {
      thread.on('message', hear);
      ended.catch((cause: unknown) => isAskedToEnd || lost(cause));
    },
    ask: (question) => thread.postMessage(question),
    hold: (isWaitedFor) => (isWaitedFor ? thread.ref() : thread.unref()),
    async end() {
      isAskedToEnd = true;
      await thread.terminate();
    },
  };
}

/** Starts one on these files in this thread, where each statement is one turn of the event loop. */
export async function linkWithin(files: EngineFiles): Promise<Link> {
  const { startEngine } = await import('./embedded-engine.ts');
  let tell: (told: Told) => void = () => {};
  const engine = await startEngine(files, (notification) => tell(notification));
  return {
    open(hear) {
      tell = hear;
    },
    ask(question) {
      // Whole answers are told.
      if (question !== 'more') void engine.answer(question).then(tell);
    },
    hold: () => {},
    end: async () => {},
  };
}
