import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and opened again. */
export interface Passage extends AsyncDisposable {
  /** The same address by way of the passage. */
  url: string;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  open(): Promise<void>;
}

/** Opens a way to the PostgreSQL server at this address. */
export async function openPassage(address: string): Promise<Passage> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const passage = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
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
    async open() {
      passage.listen(port, '127.0.0.1');
      await once(passage, 'listening');
    },
    [Symbol.asyncDispose]: async () => cut(),
  };
}
