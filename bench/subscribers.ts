/**
 * The other side of `subscriptions.ts`, in a process of its own so that its work is not counted: opens sockets, sends
 * each what it is told to, says each time when all have had one more event, and at the end how late they were.
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
});

process.on('message', (message) => {
  if (message === 'end') return;
  follow(task.parse(message)).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function follow({ address, messages, mark }: z.infer<typeof task>): Promise<void> {
  const sockets: WebSocket[] = [];
  /** Milliseconds from the time that an event tells to when a socket had it. */
  const delays: number[] = [];
  const hear = (data: WebSocket.RawData) => {
    const text = String(data);
    if (!text.includes(mark)) return;
    const [, createdAt = ''] = /"createdAt":"([^"]+)"/.exec(text) ?? [];
    delays.push(performance.timeOrigin + performance.now() - Date.parse(createdAt));
    if (delays.length % messages.length === 0) process.send?.('all had it');
  };
  for (const own of messages) {
    const socket = new WebSocket(address, 'graphql-transport-ws', { perMessageDeflate: false });
    sockets.push(socket);
    await once(socket, 'open');
    const answered = own.length > 0 ? untilComplete(socket) : null;
    for (const text of own) {
      socket.send(text);
      if (text.includes('connection_init')) await once(socket, 'message');
    }
    await answered;
    socket.on('message', hear);
  }
  process.send?.('ready');
  await once(process, 'message');
  const sorted = delays.toSorted((a, b) => a - b);
  process.send?.({ delay: sorted[Math.floor(sorted.length * 0.99)] });
  for (const socket of sockets) socket.terminate();
}

/** Resolves when one of its operations is over. */
function untilComplete(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('message', (data) => String(data).includes('"complete"') && resolve());
  });
}
