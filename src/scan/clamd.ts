import { connect, type Socket } from 'node:net';
import { type ClamdVerdict, readReply } from './clamd-reply.ts';
import { type ClamdAddress, defaultScanLimits } from './scan-task.ts';

/** clamd cannot be reached, or what answers there is not clamd, or it is in trouble. */
export class ClamdAway extends Error {
  override readonly name = 'ClamdAway';
}

/** A daemon that scans what it is sent. */
export interface Clamd {
  /** Its version and that of its signatures. Fails with `ClamdAway`. */
  version(): Promise<string>;
  /** Scans the bytes that each call of `pieces` gives anew. Fails with `ClamdAway`. */
  scan(pieces: () => Pieces): Promise<Exclude<ClamdVerdict, { kind: 'failed' }>>;
}

export type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

const largestChunk = 256 * 1024;
const longestReply = 4_096;

/** Talks to clamd at this address, over a connection for each question. */
export function createClamd(address: ClamdAddress, { silenceMs = defaultScanLimits.silenceMs } = {}): Clamd {
  const version = async () => {
    let reply: string;
    try {
      reply = await ask(address, 'VERSION', null, silenceMs);
    } catch (cause) {
      throw new ClamdAway(`clamd does not answer: ${wordsOf(cause)}.`, { cause });
    }
    if (!reply.startsWith('ClamAV ')) throw new ClamdAway('What answers in the place of clamd is not clamd.');
    return reply.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
  };
  return {
    version,
    async scan(pieces) {
      for (let attempt = 1; ; attempt++) {
        let reply: string;
        try {
          reply = await ask(address, 'INSTREAM', pieces(), silenceMs);
        } catch (cause) {
          if (!(cause instanceof BrokenOff)) throw cause;
          // A daemon that lives has given this file up; the words by which it refuses a size may be lost with the connection.
          await version();
          if (cause.isSilence) return { kind: 'silent', reason: `clamd gave no answer: ${cause.message}.` };
          if (attempt === 1) continue;
          return { kind: 'too-large' };
        }
        const verdict = readReply(reply);
        if (verdict === null) throw new ClamdAway('What answers in the place of clamd is not clamd.');
        if (verdict.kind === 'failed') throw new ClamdAway(`clamd cannot scan: ${verdict.reason}`);
        return verdict;
      }
    },
  };
}

/** The connection stood and ended without a reply. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  /** Whether it stood, but nothing came for too long. */
  readonly isSilence: boolean;

  constructor(words: string, isSilence: boolean, cause: unknown) {
    super(words, { cause });
    this.isSilence = isSilence;
  }
}

/** Sends a command, and pieces behind it, and gives the reply. Fails with `BrokenOff` or, without a connection, with `ClamdAway`. */
async function ask(
  address: ClamdAddress,
  command: 'VERSION' | 'INSTREAM',
  pieces: Pieces | null,
  silenceMs: number,
): Promise<string> {
  const socket = connect({ ...address, allowHalfOpen: true });
  let sending: Promise<undefined> | null = null;
  try {
    const heard = listen(socket, silenceMs);
    // The first await below may come after a failure.
    heard.reply.catch(() => undefined);
    await heard.connected;
    sending = send(socket, command, pieces, heard);
    const said = await Promise.race([heard.reply, sending]);
    return said ?? (await heard.reply);
  } finally {
    socket.destroy();
    // It reads nothing more once it has ended; the file may be closed then.
    await sending?.catch(() => undefined);
  }
}

interface Heard {
  connected: Promise<void>;
  reply: Promise<string>;
  /** Whether there is nothing to wait for any more. */
  isOver(): boolean;
}

function listen(socket: Socket, silenceMs: number): Heard {
  const connected = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<string>();
  let stands = false;
  let over = false;
  let said = '';
  const fail = (
    words: string,
    { isSilence = false, cause }: { isSilence?: boolean; cause?: unknown } = {},
  ) => {
    over = true;
    if (!stands) connected.reject(new ClamdAway(`clamd cannot be reached: ${words}.`, { cause }));
    reply.reject(new BrokenOff(words, isSilence, cause));
  };
  socket.setTimeout(silenceMs, () => {
    fail(`it said nothing for ${silenceMs / 1_000} seconds`, { isSilence: true });
    socket.destroy();
  });
  socket.on('connect', () => {
    stands = true;
    connected.resolve();
  });
  socket.on('error', (cause) => fail(wordsOf(cause), { cause }));
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text;
    const end = said.indexOf('\0');
    if (end >= 0) {
      over = true;
      reply.resolve(said.slice(0, end));
    } else if (said.length > longestReply) {
      over = true;
      reply.resolve(said.slice(0, longestReply));
    }
  });
  socket.on('end', () => fail('the connection was closed without a reply'));
  return { connected: connected.promise, reply: reply.promise, isOver: () => over };
}

/** Resolves once all is sent, or nobody reads it any more; its failures are those of the reply. */
async function send(
  socket: Socket,
  command: string,
  pieces: Pieces | null,
  { isOver }: Pick<Heard, 'isOver'>,
): Promise<undefined> {
  await written(socket, Buffer.from(`z${command}\0`));
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
  if (!isOver()) await written(socket, Buffer.alloc(4));
}

/** Waits until a chunk has left, and lets what has come meanwhile be read; a failure is heard elsewhere. */
function written(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => setImmediate(resolve)));
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
