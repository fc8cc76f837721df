import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../support/app.ts';

const MiB = 1024 * 1024;
const count = MiB / 8;
/** Each byte arrives by itself. */
const singleBytes = Buffer.from('1\r\n \r\n'.repeat(count));

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

function heldBytes(): number {
  if (typeof collectGarbage !== 'function') throw new Error('Garbage cannot be collected.');
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The socket that Node.js tells of next on this channel. */
async function nextSocket(channel: string): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const told = (message: unknown) =>
    resolve(z.object({ socket: z.instanceof(Socket) }).parse(message).socket);
  subscribe(channel, told);
  return promise.finally(() => unsubscribe(channel, told));
}

describe('a body that arrives byte by byte', async () => {
  const service = await startTestApp();
  afterAll(() => service[Symbol.asyncDispose]());

  it.each([
    ['GraphQL as JSON', '/graphql', 'application/json', ''],
    ['a form', '/api/v2/modpacks/generate', 'multipart/form-data; boundary=b', formStart()],
  ])('takes about its own room while it comes: %s', async (_what, path, type, start) => {
    const { hostname, port } = new URL(service.url);
    const begun = nextSocket('http.server.request.start');
    const client = connect(Number(port), hostname);
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const first = Buffer.from(head + (start === '' ? '' : `${start.length.toString(16)}\r\n${start}\r\n`));
    client.write(first);
    const taken = await begun;
    const before = heldBytes();
    client.write(singleBytes);
    await expect.poll(() => taken.bytesRead).toBe(first.length + singleBytes.length);
    expect(heldBytes() - before).toBeLessThan(2 * MiB);
    client.destroy();
  });
});

function formStart(): string {
  return '--b\r\nContent-Disposition: form-data; name="gameVersion"\r\n\r\n';
}
