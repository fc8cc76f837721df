/**
 * The other side of `subscriptions.ts`, in a process of its own so that its work is not counted: opens sockets, sends
 * each what it is told to, and says when all have had so many messages.
 */

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';

const task = z.object({
  address: z.string(),
  /** What each socket sends once it is open, one after the other. */
  messages: z.array(z.array(z.string())),
  /** Messages that tell of an event hold this. */
  mark: z.string(),
  events: z.int(),
});

process.on('message', (message) => {
  follow(task.parse(message)).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function follow({ address, messages, mark, events }: z.infer<typeof task>): Promise<void> {
  const finished: Promise<void>[] = [];
  const sockets: WebSocket[] = [];
  for (const own of messages) {
    const socket = new WebSocket(address, 'graphql-transport-ws', { perMessageDeflate: false });
    sockets.push(socket);
    await once(socket, 'open');
    finished.push(count(socket, mark, events));
    const answered = own.length > 0 ? count(socket, '"complete"', 1) : null;
    for (const text of own) {
      socket.send(text);
      if (text.includes('connection_init')) await once(socket, 'message');
    }
    await answered;
  }
  process.send?.('ready');
  await Promise.all(finished);
  process.send?.('done');
  for (const socket of sockets) socket.terminate();
}

/** Resolves when the socket has had so many messages that hold the mark. */
function count(socket: WebSocket, mark: string, many: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    socket.on('message', (data) => {
      if (!String(data).includes(mark)) return;
      seen += 1;
      if (seen === many) resolve();
    });
  });
}
