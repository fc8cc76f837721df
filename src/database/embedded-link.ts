import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { EngineFiles } from './embedded-engine.ts';
import { type Answer, asError, type Question, type Told } from './embedded-questions.ts';

/** What the thread is started with. */
export interface ThreadSetup {
  dataDir: string;
  /** Where this process keeps what is compiled; a thread keeps nothing unless it is told so. */
  compileCache: string | undefined;
}

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

/** Megabytes. Answers are made and passed on: with more room for them, a thread only takes more. */
const youngGenerationMb = 8;

/** Starts one on the files of a folder, in a thread of its own. */
export async function linkToThread(dataDir: string): Promise<Link> {
  const thread = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
    name: 'database',
    workerData: { dataDir, compileCache: getCompileCacheDir() } satisfies ThreadSetup,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const started = Promise.withResolvers<Answer>();
  let lost: (cause: unknown) => void = started.reject;
  thread.once('message', started.resolve);
  thread.once('error', (cause) => lost(cause));
  thread.once('exit', (code) => lost(new Error(`It ended with exit code ${code}.`)));
  const answer = await started.promise;
  if ('failure' in answer) {
    lost = () => {};
    await thread.terminate();
    throw asError(answer.failure);
  }
  thread.unref();
  return {
    open(hear, whenLost) {
      lost = whenLost;
      thread.on('message', hear);
    },
    ask: (question) => thread.postMessage(question),
    hold: (isWaitedFor) => (isWaitedFor ? thread.ref() : thread.unref()),
    async end() {
      lost = () => {};
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
