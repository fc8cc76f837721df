import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from '../../src/http/sockets/text-frame.ts';

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])(
  'a message of %i bytes is read as it was written',
  async (length) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets = new WebSocketServer({ server });
    // An ending of several bytes a character is cut nowhere.
    const ending = Buffer.from(length < 4 ? 'x'.repeat(length) : 'ä€');
    const beginning = Buffer.alloc(length - ending.length, 'b');
    sockets.on('connection', (_socket, { socket }) => {
      socket.write(textFrame(beginning, ending));
      socket.write(textFrame(Buffer.from('the '), Buffer.from('next')));
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
    const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
    const texts: string[] = [];
    client.on('message', (data) => texts.push(String(data)));
    await expect.poll(() => texts).toHaveLength(2);
    expect(texts).toEqual([String(Buffer.concat([beginning, ending])), 'the next']);
    client.terminate();
    sockets.close();
    server.close();
  },
);
