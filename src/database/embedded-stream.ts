import { Duplex } from 'node:stream';
import { ConnectionLostError } from './connection-lost.ts';
import type { DatabaseThread, ThreadMessage } from './database-thread.ts';
import type { EngineFiles } from './embedded-engine.ts';

/**
 * Milliseconds after which the event loop gets a turn. Answers arrive as fast as they are read, and callers do further
 * work for each; without this limit, a series of answers would block the event loop.
 */
const longestMs = 10;
/**
 * Most answers that are passed on in one turn of the event loop, since several may arrive before callers have worked on
 * any of them.
 */
const mostInTurn = 4;

/** The stream to an embedded database, in place of the socket to a server. */
export interface EmbeddedStream extends Duplex {
  /** Keeps the process alive while a statement waits for its answer. */
  hold(isWaitedFor: boolean): void;
}

/** Starts a database on these files in a thread that was started for it and may know its folder already. */
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
  const { stream, receive } = createStream({
    send: (bytes) => thread.postMessage(bytes, [bytes.buffer]),
    hold,
    end: async () => void (await thread.terminate()),
  });
  thread.on('message', receive);
  ended.catch((cause: unknown) =>
    stream.destroy(new ConnectionLostError('The embedded database has ended.', { cause })),
  );
  return Object.assign(stream, { hold });
}

/** Starts a database on these files in this thread, where each statement is one turn of the event loop. */
export async function streamWithin(files: EngineFiles): Promise<EmbeddedStream> {
  const { startEngine } = await import('./embedded-engine.ts');
  const { stream, receive } = createStream({
    send: (bytes) => take(bytes),
    hold: () => {},
    end: async () => {},
  });
  const take = await startEngine(files, { receive, closed: () => receive('closed') });
  return Object.assign(stream, { hold: () => {} });
}

interface Way {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  hold(isWaitedFor: boolean): void;
  end(): Promise<void>;
}

function createStream({ send, hold, end }: Way): {
  stream: Duplex;
  receive: (message: ThreadMessage) => void;
} {
  /** Messages that wait for a later turn of the event loop. */
  const later: ThreadMessage[] = [];
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
  const take = (message: ThreadMessage) => {
    if (message === 'closed') closed.resolve();
    else stream.push(message);
  };
  const beginTurn = () => {
    takenInTurn = 0;
  };
  const takeNext = () => {
    turnAt = performance.now() + longestMs;
    const message = later.shift();
    if (later.length > 0) setImmediate(takeNext);
    if (message) take(message);
  };
  return {
    // The driver sends only while `readyState` is that of an open socket.
    stream: Object.assign(stream, { readyState: 'open' }),
    receive(message) {
      // Bytes that were passed on but not read yet have caused no work yet.
      const isRead = stream.readableLength === 0;
      if (later.length === 0 && isRead && takenInTurn < mostInTurn && performance.now() < turnAt) {
        takenInTurn += 1;
        if (takenInTurn === 1) setImmediate(beginTurn);
        take(message);
      } else if (later.push(message) === 1) setImmediate(takeNext);
    },
  };
}
