import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify, { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { planRange } from '../../src/http/downloads/plan-range.ts';
import { sendFile } from '../../src/http/downloads/send-file.ts';
import { sendList } from '../../src/http/rest/send-list.ts';
import { createListCache } from '../../src/rest/list-cache.ts';
import type { WholeList } from '../../src/rest/whole-list.ts';
import type { ByteRange, OpenFile } from '../../src/storage/storage.ts';
import { send } from '../rest/contract/service.ts';

const sha256 = 'ab'.repeat(32);
const etag = `"${sha256}"`;
const mebibyte = 1024 * 1024;

describe('sending a file', () => {
  it.each([0, 1, mebibyte, 2 * mebibyte + 1, 5 * mebibyte - 7])('sends all of %i bytes', async (size) => {
    const content = patterned(size);
    await using server = await openDownloadServer({ file: fileOf(content) });
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(size));
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  it('describes the file, and tells caches to ask again', async () => {
    await using server = await openDownloadServer();
    const response = await fetch(server.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '10',
      'content-disposition': 'attachment; filename=pack.zip',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag,
    });
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-1', '9', 'bytes 9-9/10'],
  ])('sends the part %s', async (range, content, contentRange) => {
    await using server = await openDownloadServer();
    const response = await fetch(server.url, { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(await response.text()).toBe(content);
  });

  it('answers a range outside of the file with 416 and its size', async () => {
    await using server = await openDownloadServer();
    const response = await fetch(server.url, { headers: { range: 'bytes=10-' } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 416, title: 'Range Not Satisfiable' });
    expect(server.closed()).toBe(1);
  });

  it('answers a client that has the file with 304 and no content', async () => {
    await using server = await openDownloadServer();
    const response = await fetch(server.url, { headers: { 'if-none-match': etag } });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('content-type')).toBeNull();
    expect(server.closed()).toBe(1);
  });

  it('answers HEAD as the whole GET without its content, whatever range is asked for', async () => {
    await using server = await openDownloadServer();
    const response = await fetch(server.url, { method: 'HEAD', headers: { range: 'bytes=50-' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=pack.zip');
    expect(await response.text()).toBe('');
    expect(server.closed()).toBe(1);
  });

  it.each(['GET', 'HEAD'])('keeps the headers that hooks set before, for %s', async (method) => {
    await using server = await openDownloadServer();
    for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=1-' }, { range: 'bytes=99-' }]) {
      const response = await fetch(server.url, { method, headers });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('the name in Content-Disposition', () => {
  it.each([
    ['pack.zip', 'attachment; filename=pack.zip'],
    ['my pack.zip', 'attachment; filename="my pack.zip"'],
    ['a"b\\c.zip', 'attachment; filename=c.zip'],
    ['a"b.zip', 'attachment; filename="a\\"b.zip"'],
    ['über €.zip', `attachment; filename="?ber ?.zip"; filename*=UTF-8''%C3%BCber%20%E2%82%AC.zip`],
    ['100%20.zip', `attachment; filename=100%20.zip; filename*=UTF-8''100%2520.zip`],
    ['a\r\nX-Evil: 1.zip', 'attachment; filename="aX-Evil: 1.zip"'],
    ['../../x.zip', 'attachment; filename=x.zip'],
    ['\ud800.zip', `attachment; filename="?.zip"; filename*=UTF-8''%EF%BF%BD.zip`],
  ])('is right for %j', async (filename, expected) => {
    await using server = await openDownloadServer({ filename });
    const response = await fetch(server.url);
    expect(response.headers.get('content-disposition')).toBe(expected);
    expect(response.headers.get('x-evil')).toBeNull();
  });
});

describe('counting downloads', () => {
  it.each([
    ['a whole GET', 'GET', {}, 1],
    ['a GET from byte 0', 'GET', { range: 'bytes=0-3' }, 1],
    ['a GET from byte 0 whose If-Range fails', 'GET', { range: 'bytes=5-', 'if-range': '"x"' }, 1],
    ['a GET from further on', 'GET', { range: 'bytes=1-' }, 0],
    ['a GET of the end', 'GET', { range: 'bytes=-3' }, 0],
    ['a GET outside of the file', 'GET', { range: 'bytes=99-' }, 0],
    ['a GET that is not modified', 'GET', { 'if-none-match': etag }, 0],
    ['a HEAD', 'HEAD', {}, 0],
  ])('counts %s as it should', async (_, method, headers, expected) => {
    await using server = await openDownloadServer();
    await (await fetch(server.url, { method, headers })).arrayBuffer();
    expect(server.started()).toBe(expected);
  });
});

describe('a download that goes wrong', () => {
  it('closes the file when the client hangs up', async () => {
    await using server = await openDownloadServer({ file: endless(1e12) });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await server.allClosed(1);
  });

  it('closes every file when a client hangs up that asked for several in a row', async () => {
    await using server = await openDownloadServer({ file: endless(1e12) });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    await once(socket, 'data');
    socket.destroy();
    await server.allClosed(3);
  });

  it('reads no further than the client takes it', async () => {
    const [half, size] = [5e11, 256 * mebibyte];
    let read = 0;
    const file = endless(1e12, (bytes, position) => {
      if (position < half) read += bytes;
    });
    await using server = await openDownloadServer({ file });
    const socket = connect(server.port, '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => read).toBeGreaterThan(0);
    // Another client, who came later, takes four times as much meanwhile.
    const other = await fetch(server.url, { headers: { range: `bytes=${half}-${half + size - 1}` } });
    let taken = 0;
    for await (const piece of other.body ?? []) taken += piece.length;
    expect(taken).toBe(size);
    expect(read).toBeLessThan(size / 4);
    socket.destroy();
    await server.allClosed(1);
  });

  it('cuts the connection when the file cannot be read, so that a part is not taken for the whole', async () => {
    const file: OpenFile = {
      ...endless(10 * mebibyte),
      async read(buffer, position) {
        if (position > 0) throw new Error('the disk is broken');
        return buffer.length;
      },
    };
    await using server = await openDownloadServer({ file });
    const response = await fetch(server.url);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await server.allClosed(1);
  });

  it('cuts the connection when the file ends early', async () => {
    const file: OpenFile = { ...endless(10 * mebibyte), read: async () => 100 };
    await using server = await openDownloadServer({ file });
    await expect(fetch(server.url).then((response) => response.arrayBuffer())).rejects.toThrow();
    await server.allClosed(1);
  });

  it('opens no more of the file than it sends', async () => {
    await using server = await openDownloadServer();
    await fetch(server.url);
    await fetch(server.url, { headers: { range: 'bytes=2-4' } });
    await fetch(server.url, { headers: { range: 'bytes=10-' } });
    await fetch(server.url, { headers: { 'if-none-match': etag } });
    await fetch(server.url, { method: 'HEAD', headers: { range: 'bytes=2-4' } });
    expect(server.meant()).toEqual([{ start: 0 }, { start: 2, end: 5 }, null, null, null]);
  });

  it('answers an error, uncounted, when the stored file has another size than is known', async () => {
    await using server = await openDownloadServer({ size: 11 });
    expect((await fetch(server.url)).status).toBe(500);
    expect(server.started()).toBe(0);
    expect(server.closed()).toBe(1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('the database is away'))],
    ['never ends', () => new Promise<void>(() => {})],
  ])('sends the file all the same when counting %s', async (_how, onStart) => {
    await using server = await openDownloadServer({ onStart });
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    expect((await response.bytes()).length).toBe(Number(response.headers.get('content-length')));
    await expect.poll(server.closed).toBe(1);
  });
});

interface Download {
  file?: OpenFile;
  size?: number;
  filename?: string;
  onStart?: () => Promise<void>;
}

/** A server that sends one file on GET and HEAD /, and knows how often it was closed and counted. */
async function openDownloadServer(download: Download = {}) {
  const file = download.file ?? fileOf(Buffer.from('0123456789'));
  let started = 0;
  let closed = 0;
  const meant: (ByteRange | null)[] = [];
  const waiting: (() => void)[] = [];
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  app.get('/', (request, reply) =>
    sendFile(request, reply, {
      async open(bytes) {
        meant.push(bytes);
        return {
          ...file,
          async close() {
            closed += 1;
            for (const resolve of waiting.splice(0)) resolve();
          },
        };
      },
      contentType: 'application/zip',
      size: download.size ?? file.size,
      sha256,
      filename: download.filename ?? 'pack.zip',
      async onStart() {
        await download.onStart?.();
        started += 1;
      },
      longestStartMs: 100,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = portOf(app.server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    started: () => started,
    meant: () => meant,
    closed: () => closed,
    async allClosed(count: number): Promise<void> {
      while (closed < count) await new Promise<void>((resolve) => waiting.push(resolve));
      expect(closed).toBe(count);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await file.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

function fileOf(content: Buffer): OpenFile {
  return {
    size: content.length,
    read: async (buffer, position) => content.copy(buffer, 0, position),
    close: async () => undefined,
  };
}

/** A file of any size that takes no room. */
function endless(
  size: number,
  onRead: (bytes: number, position: number) => void = () => undefined,
): OpenFile {
  return {
    size,
    async read(buffer, position) {
      onRead(buffer.length, position);
      return buffer.length;
    },
    close: async () => undefined,
  };
}

/** Bytes that differ from one block to the next, so that a block sent twice or out of place shows. */
function patterned(size: number): Buffer {
  const content = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) content.writeUInt32LE(at, at);
  return content;
}

const tag = '"abc"';
const whole = { status: 200, start: 0, end: 1000 };
const outside = { status: 416 };
const unchanged = { status: 304 };

it.each([
  ['bytes=0-99', 0, 100],
  ['bytes=0-0', 0, 1],
  ['bytes=500-', 500, 1000],
  ['bytes=0-', 0, 1000],
  ['bytes=999-', 999, 1000],
  ['bytes=-100', 900, 1000],
  ['bytes=-5000', 0, 1000],
  ['bytes=990-5000', 990, 1000],
  [`bytes=990-${'9'.repeat(400)}`, 990, 1000],
  ['BYTES= 1-2 ', 1, 3],
])('%s is a part', (range, start, end) => {
  expect(planRange({ range }, 1000, tag)).toEqual({ status: 206, start, end });
});

it.each<[string, (value: string) => IncomingHttpHeaders, readonly string[], number, object]>([
  [
    'outside',
    (range) => ({ range }),
    ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`],
    1000,
    outside,
  ],
  ['outside of an empty file', (range) => ({ range }), ['bytes=0-', 'bytes=-1', 'bytes=0-0'], 0, outside],
  [
    'no range, or several',
    (range) => ({ range }),
    [
      'bytes=-',
      'bytes=',
      'bytes=2-1',
      'bytes=a-b',
      'bytes=1.5-2',
      'bytes=--1',
      'items=0-1',
      '0-1',
      '',
      'bytes=0-1,5-6',
    ],
    1000,
    whole,
  ],
  [
    'a part of another file',
    (ifRange) => ({ range: 'bytes=1-2', 'if-range': ifRange }),
    ['"other"', 'W/"abc"', 'Sat, 21 Nov 2026 01:00:00 GMT', 'abc'],
    1000,
    whole,
  ],
  ['outside of another file', (range) => ({ range, 'if-range': '"other"' }), ['bytes=5000-'], 1000, whole],
  [
    'what the client has',
    (ifNoneMatch) => ({ 'if-none-match': ifNoneMatch, range: 'bytes=1-' }),
    ['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" ', '*', ' * '],
    1000,
    unchanged,
  ],
  [
    'what the client has not',
    (ifNoneMatch) => ({ 'if-none-match': ifNoneMatch }),
    ['"other"', 'abc', '', '"ab", "c"'],
    1000,
    whole,
  ],
])('%s is answered as such', (_what, headersOf, values, size, plan) => {
  for (const value of values) expect(planRange(headersOf(value), size, tag), value).toEqual(plan);
});

it('the whole file is given when no range is asked for, and a part when If-Range names the file', () => {
  expect(planRange({}, 1000, tag)).toEqual(whole);
  expect(planRange({ range: 'bytes=1-2', 'if-range': tag }, 1000, tag)).toMatchObject({ status: 206 });
});

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
    // Turns of the event loop enough for all pieces, if nobody held them back.
    for (let turn = 0; turn < 2_000; turn += 1) await setImmediate();
    expect(read).toBeLessThan(100);
    await reader?.cancel();
  });
});
