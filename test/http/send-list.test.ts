import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendList } from '../../src/http/rest/send-list.ts';
import { createListCache } from '../../src/rest/list-cache.ts';
import type { WholeList } from '../../src/rest/whole-list.ts';
import { send } from '../rest/contract/service.ts';

type Pieces = WholeList['pieces'];

/** A server of one list. */
async function serve(pieces: Pieces, revision: string | null = null) {
  const server = Fastify();
  const cache = createListCache(1_000);
  server.get('/', (request, reply) => sendList(request, reply, { revision, pieces }, cache));
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return { address, [Symbol.asyncDispose]: () => server.close() };
}

function piecesOf(...pieces: (string | Error)[]): Pieces {
  return async function* () {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  };
}

describe('a list that is sent piece by piece', () => {
  it.each([
    [[], '[]'],
    [[''], '[]'],
    [[',1'], '[1]'],
    [['', ',1,2', '', ',3', ''], '[1,2,3]'],
  ])('of %j is %s', async (pieces, text) => {
    await using server = await serve(piecesOf(...pieces));
    expect((await send(server.address, '/')).text).toBe(text);
  });

  it('is broken off when it cannot be read to its end, and never looks whole', async () => {
    await using server = await serve(piecesOf(',1', new Error('away')));
    await expect(send(server.address, '/')).rejects.toThrow('aborted');
  });

  it('that cannot be read at all is a failure, which nobody may keep', async () => {
    await using server = await serve(piecesOf(new Error('away')), 'one');
    const { status, headers } = await send(server.address, '/');
    expect([status, headers.get('etag')]).toEqual([500, null]);
  });

  it('is not read when the client has it', async () => {
    await using server = await serve(piecesOf(new Error('read')), 'one');
    const headers = { 'if-none-match': '"zero", W/"one"' };
    const { status, headers: answered, body } = await send(server.address, '/', { headers });
    expect([status, answered.get('etag'), body.length]).toEqual([304, 'W/"one"', 0]);
  });

  it('is read no further than the client takes it', async () => {
    const piece = `,"${'x'.repeat(1 << 20)}"`;
    let read = 0;
    await using server = await serve(async function* () {
      for (; read < 1_000; read += 1) yield Buffer.from(piece);
    });
    const response = await fetch(server.address);
    const reader = response.body?.getReader();
    await reader?.read();
    // Turns enough for all pieces, if nobody held them back.
    for (let turn = 0; turn < 2_000; turn += 1) await setImmediate();
    expect(read).toBeLessThan(100);
    await reader?.cancel();
  });
});
