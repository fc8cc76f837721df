import { Duplex } from 'node:stream';
import type { DatabaseThread, Told } from './database-thread.ts';
import type { EngineFiles } from './embedded-engine.ts';

/**
 * Milliseconds after which the event loop gets a turn. Answers come as quickly as they are read, and reading them is only part of what they
 * set going: without it, a run of them would be one turn.
 */
const longestMs = 10;
/** Answers that are taken in one turn of the event loop, since several may come before any of them has cost its time. */
const mostInTurn = 4;

/** The way to an embedded database, as a socket is the way to a server. */
export interface EmbeddedStream extends Duplex {
  /** Keeps the process alive while an answer is waited for. */
  hold(isWaitedFor: boolean): void;
}

/** Starts a database on these files in a thread that was begun for it and may know its folder already. */
export async function streamToThread(
  files: string,
  { thread, ended, started, lock }: DatabaseThread,
): Promise<EmbeddedStream> {
  if (lock === null) thread.postMessage(files);
  const { failure } = await Promise.race([started, ended]);
  if (failure !== null) {
    await thread.terminate();
    throw Object.assign(new Error(failure.message), failure);
  }
  thread.unref();
  const hold = (isWaitedFor: boolean) => (isWaitedFor ? thread.ref() : thread.unref());
  const { stream, hear } = createStream({
    send: (bytes) => thread.postMessage(bytes, [bytes.buffer]),
    hold,
    end: async () => void (await thread.terminate()),
  });
  thread.on('message', hear);
  ended.catch((cause: unknown) => stream.destroy(new Error('The embedded database has ended.', { cause })));
  return Object.assign(stream, { hold });
}

/** Starts a database on these files in this thread, where each statement is one turn of the event loop. */
export async function streamWithin(files: EngineFiles): Promise<EmbeddedStream> {
  const { startEngine } = await import('./embedded-engine.ts');
  const { stream, hear } = createStream({
    send: (bytes) => take(bytes),
    hold: () => {},
    end: async () => {},
  });
  const take = await startEngine(files, { hear, closed: () => hear('closed') });
  return Object.assign(stream, { hold: () => {} });
}

interface Way {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  hold(isWaitedFor: boolean): void;
  end(): Promise<void>;
}

function createStream({ send, hold, end }: Way): { stream: Duplex; hear: (told: Told) => void } {
  /** Messages that wait for a turn of the event loop. */
  const later: Told[] = [];
  let turnAt = 0;
  let takenInTurn = 0;
  const closed = Promise.withResolvers<void>();
  const stream = new Duplex({
    read() {},
    write(bytes: Uint8Array, _encoding, done) {
      send(new Uint8Array(bytes));
      done();
    },
    // The last message has asked the database to end.
    final(done) {
      hold(true);
      void closed.promise.then(() => {
        stream.push(null);
        done();
      });
    },
    destroy(error, done) {
      void end().then(() => done(error));
    },
  });
  const take = (told: Told) => {
    if (told === 'closed') closed.resolve();
    else stream.push(told);
  };
  const beginTurn = () => {
    takenInTurn = 0;
  };
  const takeNext = () => {
    turnAt = performance.now() + longestMs;
    const told = later.shift();
    if (later.length > 0) setImmediate(takeNext);
    if (told) take(told);
  };
  return {
    // The driver sends nothing unless `readyState` says so, as a socket's does.
    stream: Object.assign(stream, { readyState: 'open' }),
    hear(told) {
      // Bytes taken but not read yet have not cost their time yet.
      const isRead = stream.readableLength === 0;
      if (later.length === 0 && isRead && takenInTurn < mostInTurn && performance.now() < turnAt) {
        takenInTurn += 1;
        if (takenInTurn === 1) setImmediate(beginTurn);
        take(told);
      } else if (later.push(told) === 1) setImmediate(takeNext);
    },
  };
}
