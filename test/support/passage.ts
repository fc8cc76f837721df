import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and opened again. */
export interface Passage extends AsyncDisposable {
  /** The same address by way of the passage. */
  url: string;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  open(): Promise<void>;
  /** Swallows what is sent on all connections, and on new ones. */
  silence(): void;
  /** Lets new connections through again; those that were silenced stay so. */
  speak(): void;
  /** Swallows what a connection sends from this text on, and what it would hear; nothing of new ones once it is null. */
  swallowFrom(text: string | null): void;
  /** Answers new connections, instead of the server, that there are too many. */
  refuse(): void;
}

/** A server's refusal of a connection, with the length of what follows the first letter. */
export function refusalOf(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E....');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Opens a way to the PostgreSQL server at this address. */
export async function openPassage(address: string): Promise<Passage> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let silenced = new AbortController();
  let full = false;
  let swallowed: string | null = null;
  const passage = createServer((near) => {
    if (full) {
      near.end(refusalOf('53300', 'sorry, too many clients already'));
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    const ended = new AbortController();
    const signal = AbortSignal.any([silenced.signal, ended.signal]);
    near.on('data', (chunk) => {
      if (swallowed !== null && chunk.includes(swallowed)) ended.abort();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => {
        if (!signal.aborted) other.write(chunk);
      });
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  passage.listen(0, '127.0.0.1');
  await once(passage, 'listening');
  const listening = passage.address();
  if (listening === null || typeof listening === 'string') throw new Error('The passage listens on no port.');
  const { port } = listening;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const cut = () => {
    passage.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    silence: () => silenced.abort(),
    speak() {
      silenced = new AbortController();
      full = false;
    },
    swallowFrom(text) {
      swallowed = text;
    },
    refuse() {
      full = true;
    },
    async open() {
      passage.listen(port, '127.0.0.1');
      await once(passage, 'listening');
    },
    [Symbol.asyncDispose]: async () => cut(),
  };
}
