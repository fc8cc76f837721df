import { PassThrough, Readable } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { openAttachment } from '../../bot/open-attachment.ts';

describe('a file that a user attached', () => {
  it('is broken when its bytes break off', async () => {
    const bytes = new PassThrough();
    bytes.write('the first of it');
    await using host = await startHost(bytes);
    const file = await openAttachment(host, new AbortController().signal);
    const reading = Readable.from(file.stream).toArray();
    bytes.destroy(new Error('the connection is cut'));
    await expect(reading).rejects.toThrow('terminated');
    expect(file.broken()).toBe(true);
  });

  it('is not broken by a reader that gives up, as one whose own connection is cut', async () => {
    const bytes = new PassThrough();
    bytes.write('the first of it');
    await using host = await startHost(bytes);
    const file = await openAttachment(host, new AbortController().signal);
    const reading = Readable.from(file.stream);
    await new Promise((resolve) => reading.once('data', resolve));
    const failed = new Promise((resolve) => reading.once('error', resolve));
    reading.destroy(new Error('the gateway has hung up'));
    // It hears of that when more has come.
    bytes.write('more of it');
    expect(await failed).toMatchObject({ message: 'the gateway has hung up' });
    expect(file.broken()).toBe(false);
  });
});

/** Hands out these bytes as they come. */
async function startHost(bytes: Readable): Promise<{ url: string } & AsyncDisposable> {
  const server = Fastify();
  server.get('/', (_request, reply) => reply.send(bytes));
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: async () => void (await server.close()) };
}
