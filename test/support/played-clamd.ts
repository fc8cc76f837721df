/**
 * clamd as far as a client sees it: a session whose commands end with a NUL, INSTREAM's chunks behind their lengths, and the numbered replies of
 * ClamAV 1.4.6 (clamd(8), and what Debian's clamd answered to INSTREAM and VERSION in a session on 2026-11-28).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

type Behaviour =
  /** Its number is the question's, unless given. */
  | { reply: string; number?: number }
  /** Closes the connection in the middle of a stream, and says nothing or its reason. */
  | { cut: string }
  /** Says nothing. */
  | 'silent';

export interface PlayedClamd extends AsyncDisposable {
  address: { path: string };
  /** The streams that were received whole. */
  received: Buffer[];
  /** What the next streams meet; without one, the reply of `judge`. */
  next: Behaviour[];
  version: string;
  /** How many connections there were. */
  connections: number;
  /** Lets go of its socket, and takes it again. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Starts it; a stream that holds `evil` is found. */
export async function playClamd(evil = 'EVIL'): Promise<PlayedClamd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clamd-'));
  const address = { path: path.join(folder, 'socket') };
  const received: Buffer[] = [];
  const next: Behaviour[] = [];
  const played = { version: 'ClamAV 1.4.6/27840/Sat Nov 28 08:24:11 2026', connections: 0 };
  const sockets = new Set<net.Socket>();
  const judge = (bytes: Buffer) => (bytes.includes(evil) ? 'stream: Played.Evil FOUND' : 'stream: OK');

  const serve = (socket: net.Socket) => {
    played.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let had = Buffer.alloc(0);
    let behaviour: Behaviour | undefined;
    let chunks: Buffer[] | null = null;
    let isSession = false;
    let number = 0;
    const answer = (words: string, given?: number) => {
      if (!isSession) return void socket.end(`${words}\0`);
      number += 1;
      socket.write(`${given ?? number}: ${words}\0`);
    };
    const read = () => {
      for (;;) {
        if (chunks === null) {
          const end = had.indexOf(0);
          if (end < 0) return;
          const command = had.toString('latin1', 0, end);
          had = had.subarray(end + 1);
          if (command === 'zIDSESSION') isSession = true;
          else if (command === 'zVERSION') answer(played.version);
          else if (command !== 'zINSTREAM') return answer('UNKNOWN COMMAND');
          else {
            chunks = [];
            behaviour = next.shift();
          }
          continue;
        }
        if (behaviour === 'silent' || had.length < 4) return;
        const length = had.readUInt32BE(0);
        if (had.length < 4 + length) return;
        chunks.push(had.subarray(4, 4 + length));
        had = had.subarray(4 + length);
        if (behaviour && 'cut' in behaviour) {
          if (behaviour.cut !== '') answer(behaviour.cut);
          return void socket.destroySoon();
        }
        if (length > 0) continue;
        const whole = Buffer.concat(chunks);
        chunks = null;
        received.push(whole);
        answer(behaviour?.reply ?? judge(whole), behaviour?.number);
      }
    };
    socket.on('data', (bytes) => {
      had = Buffer.concat([had, bytes]);
      read();
    });
  };
  let server = net.createServer();
  const comeBack = async () => {
    server = net.createServer(serve);
    const listening = Promise.withResolvers<void>();
    server.listen(address.path, listening.resolve);
    await listening.promise;
  };
  const leave = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  await comeBack();
  return Object.assign(played, {
    address,
    received,
    next,
    leave,
    comeBack,
    async [Symbol.asyncDispose]() {
      await leave();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
