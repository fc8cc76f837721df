import type { MessagePort } from 'node:worker_threads';
import type { Caller } from './caller.ts';
import { type Failure, toFailure } from './failure.ts';

/** The input of a thread: the function to run, its argument, and a port to the caller. */
export interface ThreadTask {
  /** The file, as an address. */
  filename: string;
  /** The name of the function's export. */
  name: string;
  task: object;
  port: MessagePort;
}

export type Outcome = { result: unknown } | { failure: Failure };

/** The entry of all threads: imports a file and runs one of its functions. */
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
    report: (progress) => port.postMessage({ kind: 'progress', progress }),
    request: (request) => {
      const answered = Promise.withResolvers<never>();
      port.once('message', answered.resolve);
      port.postMessage({ kind: 'request', request });
      return answered.promise;
    },
  };
}
