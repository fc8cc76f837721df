import { connect, type Socket } from 'node:net';
import { type ClamdVerdict, readReply } from './clamd-reply.ts';
import { type ClamdAddress, defaultScanLimits } from './scan-task.ts';

/** clamd cannot be reached or is in trouble, or another program answers at its address. */
export class ClamdAway extends Error {
  override readonly name = 'ClamdAway';
}

/** A daemon that scans streams, one after the other. */
export interface Clamd extends Disposable {
  /** The versions of clamd and of its signatures. Fails with `ClamdAway`. */
  version(): Promise<string>;
  /** Scans the bytes of `pieces`, which is called again for each attempt. Fails with `ClamdAway`. */
  scan(pieces: () => Pieces): Promise<Exclude<ClamdVerdict, { kind: 'failed' }>>;
}

export type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

const largestChunk = 256 * 1024;
const longestReply = 4_096;

/**
 * Connects to clamd at this address. All files share one connection while clamd keeps it: with a remote clamd and many
 * files, a connection for each file would use up the ports of a machine.
 */
export function createClamd(address: ClamdAddress, { silenceMs = defaultScanLimits.silenceMs } = {}): Clamd {
  let kept: Session | null = null;
  const version = async () => {
    const session = openSession(address, silenceMs);
    let reply: string;
    try {
      reply = await session.request('VERSION', null);
    } catch (cause) {
      throw new ClamdAway(`clamd does not answer: ${wordsOf(cause)}.`, { cause });
    } finally {
      session.close();
    }
    if (!reply.startsWith('ClamAV ')) throw new ClamdAway('What answers in the place of clamd is not clamd.');
    return reply.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
  };
  const scan = async (pieces: () => Pieces): ReturnType<Clamd['scan']> => {
    for (let attempt = 1; ; attempt++) {
      let reply: string;
      try {
        if (!kept?.isOpen()) kept = openSession(address, silenceMs);
        reply = await kept.request('INSTREAM', pieces());
      } catch (cause) {
        if (!(cause instanceof BrokenOff)) throw cause;
        // clamd is alive and has given this file up; its message about a size limit may be lost with the connection.
        await version();
        if (cause.how === 'silent')
          return { kind: 'silent', reason: `clamd gave no answer: ${cause.message}.` };
        if (attempt === 1) continue;
        if (cause.how === 'cut') return { kind: 'too-large' };
        throw new ClamdAway(`clamd does not keep to its protocol: ${cause.message}.`, { cause });
      }
      const verdict = readReply(reply);
      if (verdict === null) throw new ClamdAway('What answers in the place of clamd is not clamd.');
      if (verdict.kind === 'failed') throw new ClamdAway(`clamd cannot scan: ${verdict.reason}`);
      return verdict;
    }
  };
  let previous: Promise<unknown> = Promise.resolve();
  return {
    version,
    scan(pieces) {
      const verdict = previous.then(() => scan(pieces));
      previous = verdict.catch(() => undefined);
      return verdict;
    },
    [Symbol.dispose]: () => kept?.close(),
  };
}

/**
 * How a session ends without a reply: the connection ended, nothing arrived for too long, or the reply had the number
 * of another request.
 */
type Ending = 'cut' | 'silent' | 'misnumbered';

/** The connection was open, and the session ended without a reply. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly how: Ending;

  constructor(words: string, how: Ending, cause: unknown) {
    super(words, { cause });
    this.how = how;
  }
}

type Command = 'VERSION' | 'INSTREAM';

/** A session of clamd's protocol (IDSESSION): one connection, on which each request follows the previous reply. */
interface Session {
  /**
   * Sends a command, with pieces behind it, and returns the reply. Fails with `BrokenOff` or, without a connection,
   * with `ClamdAway`.
   */
  request(command: Command, pieces: Pieces | null): Promise<string>;
  /** Whether another request can be sent. */
  isOpen(): boolean;
  close(): void;
}

function openSession(address: ClamdAddress, silenceMs: number): Session {
  const socket = connect({ ...address, allowHalfOpen: true });
  const connected = Promise.withResolvers<void>();
  connected.promise.catch(() => undefined);
  let stands = false;
  let isOpen = true;
  let number = 0;
  let said = '';
  let current: PromiseWithResolvers<string> | null = null;
  const close = () => {
    isOpen = false;
    socket.destroy();
  };
  const fail = (words: string, { how = 'cut', cause }: { how?: Ending; cause?: unknown } = {}) => {
    const error = stands
      ? new BrokenOff(words, how, cause)
      : new ClamdAway(`clamd cannot be reached: ${words}.`, { cause });
    connected.reject(error);
    current?.reject(error);
    current = null;
    close();
  };
  const answer = (reply: string) => {
    current?.resolve(reply);
    current = null;
  };
  socket.on('timeout', () => fail(`it said nothing for ${silenceMs / 1_000} seconds`, { how: 'silent' }));
  socket.on('connect', () => {
    stands = true;
    connected.resolve();
  });
  socket.on('error', (cause) => fail(wordsOf(cause), { cause }));
  socket.on('end', () => fail('the connection was closed without a reply'));
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text;
    const end = said.indexOf('\0');
    if (end < 0 && said.length <= longestReply) return;
    const reply = said.slice(0, end < 0 ? longestReply : end);
    said = end < 0 ? '' : said.slice(end + 1);
    const own = `${number}: `;
    if (reply.startsWith(own)) return answer(reply.slice(own.length));
    if (/^\d+: /.test(reply))
      return fail('its reply has the number of another question', { how: 'misnumbered' });
    // A reply without a number ends the session.
    isOpen = false;
    answer(reply);
  });
  return {
    async request(command, pieces) {
      const pending = Promise.withResolvers<string>();
      pending.promise.catch(() => undefined);
      current = pending;
      number += 1;
      socket.setTimeout(silenceMs);
      let sending: Promise<undefined> | null = null;
      try {
        await connected.promise;
        const begin = number === 1 ? 'zIDSESSION\0' : '';
        let isWhole = false;
        sending = send(socket, `${begin}z${command}\0`, pieces, {
          isOver: () => current !== pending,
          ends: () => {
            isWhole = true;
          },
        });
        const reply = (await Promise.race([pending.promise, sending])) ?? (await pending.promise);
        // clamd stops reading a stream when it replies before the stream's end.
        if (!isWhole) isOpen = false;
        return reply;
      } finally {
        socket.setTimeout(0);
        if (!isOpen) socket.destroy();
        // Once the sending has ended, the file is no longer read and may be closed.
        await sending?.catch(() => undefined);
      }
    },
    isOpen: () => isOpen,
    close,
  };
}

/** Resolves when everything is sent, or when clamd has stopped reading; failures are reported with the reply. */
async function send(
  socket: Socket,
  command: string,
  pieces: Pieces | null,
  {
    isOver,
    ends,
  }: {
    isOver: () => boolean;
    /** Called before the last bytes. */
    ends: () => void;
  },
): Promise<undefined> {
  if (pieces === null) ends();
  await written(socket, Buffer.from(command));
  if (pieces === null) return;
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += largestChunk) {
      if (isOver()) return;
      const chunk = piece.subarray(at, at + largestChunk);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      await written(socket, chunk);
    }
  if (isOver()) return;
  ends();
  await written(socket, Buffer.alloc(4));
}

/** Waits until a chunk has been sent and received data is processed; failures are reported elsewhere. */
function written(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => setImmediate(resolve)));
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
