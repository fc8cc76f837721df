import type { MessagePort } from 'node:worker_threads';
import type { Caller } from './caller.ts';
import { type Failure, toFailure } from './failure.ts';

/** What a thread is handed: the function to run, its input, and the way to whoever waits for it. */
export interface ThreadTask {
  /** The file, as an address. */
  filename: string;
  /** The name it is exported under. */
  name: string;
  task: object;
  port: MessagePort;
}

/** What comes back. */
export type Outcome = { result: unknown } | { failure: Failure };

/** What all threads run: one function of one file. */
export async function thread({ filename, name, task, port }: ThreadTask): Promise<Outcome> {
  try {
    const functions = await import(filename);
    return { result: await functions[name](task, callerAt(port)) };
  } catch (error) {
    return { failure: toFailure(error) };
  } finally {
    port.close();
  }
}

function callerAt(port: MessagePort): Caller {
  return {
    tell: (progress) => port.postMessage({ kind: 'progress', progress }),
    ask: (question) => {
      const answered = Promise.withResolvers<never>();
      port.once('message', answered.resolve);
      port.postMessage({ kind: 'question', question });
      return answered.promise;
    },
  };
}
