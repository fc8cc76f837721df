import { connect, type Socket } from 'node:net';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import { headersOf, uploadForm } from '../access/callers.ts';
import { insertFinishedRuns, storeArchive } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { filesIn } from '../support/everything-stored.ts';

/** A connection that has sent this much of a request, with all that comes back until it is closed. */
function open({ url }: TestApp, ...lines: string[]): { connection: Socket; answer: Promise<string> } {
  const connection = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  connection.on('data', (piece) => {
    text += String(piece);
  });
  connection.on('error', () => {});
  connection.write(lines.join('\r\n'));
  // How it ends is no matter, only when: a reset is the answer that it is to a client that goes on sending.
  const answer = new Promise<string>((resolve) => connection.once('close', () => resolve(text)));
  return { connection, answer };
}

const json = ['Host: localhost', 'Content-Type: application/json'];
const form = ['Host: localhost', 'Content-Type: multipart/form-data'];

/** Sends a piece whenever the service has answered somebody else meanwhile, until the connection is closed. */
async function drip(service: TestApp, connection: Socket, piece: string): Promise<void> {
  while (!connection.destroyed) {
    connection.write(piece);
    await answeredAnother(service);
  }
}

/** Resolves once the service has answered a request of somebody else, or is no longer there. */
async function answeredAnother(service: TestApp): Promise<void> {
  await statusOf(service, '/health/live').catch(() => {});
}

/** A second download at a time is refused. */
const oneDownload = sharedLimits({ downloads: { caller: 250, all: 1 } });

describe('a body that is no form', async () => {
  const environment = { 'config.maxBodyBytes': '4096', 'config.maxBodyMs': '300' };
  const service = await startTestApp({ environment });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each([
    ['stops', ['POST /graphql HTTP/1.1', ...json, 'Content-Length: 100', '', '{"query"'], null],
    ['never comes', ['POST /graphql HTTP/1.1', ...json, 'Transfer-Encoding: chunked', '', ''], null],
    ['drips', ['POST /graphql HTTP/1.1', ...json, 'Transfer-Encoding: chunked', '', ''], '1\r\n \r\n'],
  ])('and %s is answered in words after its time', async (_how, lines, piece) => {
    const { connection, answer } = open(service, ...lines);
    if (piece !== null) void drip(service, connection, piece);
    expect(await answer).toMatch(/^HTTP\/1.1 408 (.|\s)*did not arrive within 0.3 seconds/);
  });

  it('is not read beyond its limit, be that told before or found out', async () => {
    const told = open(service, 'POST /graphql HTTP/1.1', ...json, 'Content-Length: 4097', '', ' ');
    const found = open(service, 'POST /graphql HTTP/1.1', ...json, 'Transfer-Encoding: chunked', '', '');
    found.connection.write(`1001\r\n${' '.repeat(4097)}\r\n`);
    for (const { answer } of [told, found]) {
      expect(await answer).toMatch(/^HTTP\/1.1 413 (.|\s)*more than 4096 bytes/);
    }
  });

  it.each([
    ['at an address that holds nothing', 'POST /nowhere HTTP/1.1', 404],
    ['of a kind that nobody reads', 'POST /api/v2/modpacks/upload HTTP/1.1', 415],
    ['of a request that has none', 'GET /api/v2/modpacks/all HTTP/1.1', 200],
  ])('%s keeps no connection open, however it drips', (_where, line, status) =>
    expectCutOff(service, line, status),
  );

  it('from nobody, where a token is needed, keeps no connection open, however it drips', async () => {
    await using closed = await startTestApp({ environment: { ...environment, ACCESS: 'closed' } });
    await expectCutOff(closed, 'POST /graphql HTTP/1.1', 401);
  });

  it('keeps no connection open when it is the rest of a form that was refused, however it drips', () =>
    expectCutOff(service, 'POST /api/v2/modpacks/upload HTTP/1.1', 400, form));

  async function expectCutOff(at: TestApp, line: string, status: number, headers = json): Promise<void> {
    const { connection, answer } = open(at, line, ...headers, 'Transfer-Encoding: chunked', '', '');
    void drip(at, connection, '1\r\n \r\n');
    expect(await answer).toMatch(new RegExp(`^HTTP/1.1 (${status}|408) `));
  }
});

describe('a connection', () => {
  it('whose headers do not come is told so in words and closed', async () => {
    await using service = await startTestApp({ values: { maxHeadersMs: 300 } });
    const { connection, answer } = open(service, 'GET /version HTTP/1.1', 'Host: localhost', '');
    void drip(service, connection, 'X');
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('that ends with its answer takes what its client still sends: one that fails to send may not read it', async () => {
    await using service = await startTestApp({ environment: { 'config.maxBodyBytes': '1024' } });
    const size = 16 * 1024 * 1024;
    const closing = [...json, 'Connection: close', `Content-Length: ${size}`];
    const { connection, answer } = open(service, 'POST /graphql HTTP/1.1', ...closing, '', '');
    connection.write(Buffer.alloc(size, ' '));
    expect(await answer).toMatch(/^HTTP\/1.1 413 (.|\s)*more than 1024 bytes/);
    expect(connection.errored).toBeNull();
  });

  it('of an upload that stands still is told so in words, and nothing of it is left', async () => {
    // What has come is removed before the answer, for which the connection gets as long again. After it the connection is kept open for the rest.
    const environment = { 'config.transferSilenceMs': '2000', 'config.maxBodyMs': '300' };
    await using service = await startTestApp({ environment });
    const fields = [
      'Host: localhost',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000',
    ];
    const request = open(service, 'POST /api/v2/modpacks/upload HTTP/1.1', ...fields, '', '');
    request.connection.write(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
    );
    expect(await request.answer).toMatch(/^HTTP\/1.1 408 (.|\s)*stood still/);
    expect(await filesIn(path.join(service.dataDir, 'store', 'incoming'))).toEqual([]);
  });

  it('is kept when the service itself stood still while something came', async () => {
    await using service = await startTestApp({ environment: { 'config.transferSilenceMs': '100' } });
    const { storage } = service.app;
    const receive = storage.receive.bind(storage);
    const begun = Promise.withResolvers<void>();
    vi.spyOn(storage, 'receive').mockImplementationOnce((...given) => {
      begun.resolve();
      return receive(...given);
    });
    const form = new Response(uploadForm('a'));
    const bytes = Buffer.from(await form.arrayBuffer());
    const fields = [`Content-Type: ${form.headers.get('content-type')}`, `Content-Length: ${bytes.length}`];
    const lines = [
      'POST /api/v2/modpacks/upload HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      ...fields,
    ];
    const { connection, answer } = open(service, ...lines, '', '');
    connection.write(bytes.subarray(0, -10));
    await begun.promise;
    connection.write(bytes.subarray(-10));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['that brings no request', 'X'],
    ['whose headers are too large', 'GET / HTTP/1.1\r\nX: '],
  ])('%s is answered, and takes what its client still sends', async (_which, start) => {
    await using service = await startTestApp();
    const { connection, answer } = open(service, start);
    connection.write(Buffer.alloc(16 * 1024 * 1024, 'x'));
    expect(await answer).toMatch(/^HTTP\/1.1 (400|431) /);
    expect(connection.errored).toBeNull();
  });

  it('that goes on without bringing a request is cut in the end', async () => {
    await using service = await startTestApp({ environment: { 'config.maxBodyMs': '300' } });
    const connection = connect({
      port: Number(new URL(service.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    connection.on('error', () => {}).resume();
    void drip(service, connection, 'X');
    await new Promise((resolve) => connection.once('close', resolve));
  });

  it('is closed when no further request comes on it in time', async () => {
    await using service = await startTestApp({ environment: { 'config.keepAliveMs': '100' } });
    const { answer } = open(service, 'GET /version HTTP/1.1', 'Host: localhost', '', '');
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a connection on which nothing moves', () => {
  it('is cut when its client does not read a download', async () => {
    await using service = await startTestApp({
      values: { transferSilenceMs: 1_000, sharedLimits: oneDownload },
    });
    await storeLarge(service);
    const path = '/api/v2/modpacks/download/1';
    const { connection } = open(service, `GET ${path} HTTP/1.1`, 'Host: localhost', '', '');
    connection.pause();
    await expect.poll(() => statusOf(service, path)).toBe(503);
    // The place is free again once the one who does not read has been cut off.
    await expect.poll(() => statusOf(service, path)).toBe(200);
    connection.destroy();
  });

  it('is cut after its time when its client does not read, before one that began to stand still later and is given twice that', async () => {
    await using service = await startTestApp({
      values: { transferSilenceMs: 2_000, sharedLimits: oneDownload, maxHeadersMs: 600_000 },
    });
    await storeLarge(service);
    const path = '/api/v2/modpacks/download/1';
    const { connection } = open(service, `GET ${path} HTTP/1.1`, 'Host: localhost', '', '');
    connection.pause();
    await expect.poll(() => statusOf(service, path)).toBe(503);
    const { downloads } = service.app.access.slots;
    const silent = open(service, 'GET /version HTTP/1.1');
    await silent.answer;
    expect(downloads.taken().all).toBe(0);
    connection.destroy();
  });

  it('is cut after the longest that a download may take, though its client reads all the time', async () => {
    await using service = await startTestApp({ environment: { 'config.maxTransferMs': '1000' } });
    await storeLarge(service);
    let received = 0;
    const connection = connect({
      port: Number(new URL(service.url).port),
      host: '127.0.0.1',
      // A little at a time, whenever the service has answered somebody else meanwhile.
      onread: {
        buffer: Buffer.alloc(4096),
        callback(size) {
          received += size;
          void answeredAnother(service).then(() => connection.resume());
          return false;
        },
      },
    });
    connection.on('error', () => {});
    connection.write('GET /api/v2/modpacks/download/1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => connection.once('close', resolve));
    expect(received).toBeGreaterThan(4096);
    expect(received).toBeLessThan(largeBytes);
  });

  it('is kept while the service works on its request', async () => {
    await using service = await startTestApp({ environment: { 'config.transferSilenceMs': '1000' } });
    const { storage } = service.app;
    const publish = storage.publish.bind(storage);
    const publishing = vi.spyOn(storage, 'publish').mockImplementationOnce(async (file) => {
      // A connection on which nothing moves from later on is cut meanwhile.
      await open(service).answer;
      return publish(file);
    });
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, {
      method: 'POST',
      body: uploadForm('a'),
    });
    expect(answer.status).toBe(200);
    publishing.mockRestore();
  });

  it('is cut after the longest that a request may take, though it moves all the time', async () => {
    await using service = await startTestApp({
      environment: { 'config.maxTransferMs': '1000', 'config.maxBodyMs': '60000' },
    });
    const lines = ['POST /graphql HTTP/1.1', ...json, 'Transfer-Encoding: chunked', '', ''];
    const { connection, answer } = open(service, ...lines);
    void drip(service, connection, '1\r\n \r\n');
    expect(await answer).toBe('');
  });

  it('is kept when it is a live stream', async () => {
    await using service = await startTestApp({
      environment: {
        'config.maxTransferMs': '1000',
        'config.transferSilenceMs': '500',
        'config.maxBodyMs': '60000',
      },
    });
    const query = new URLSearchParams({ query: 'subscription { events { status } }' });
    const stream = await fetch(`${service.url}/graphql?${query}`, {
      headers: { accept: 'text/event-stream' },
    });
    // Whoever is no live stream is cut meanwhile.
    const other = open(service, 'POST /graphql HTTP/1.1', ...json, 'Transfer-Encoding: chunked', '', '');
    void drip(service, other.connection, '1\r\n \r\n');
    await other.answer;
    // Written by hand: an upload would have to be over within the same second.
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
    let told = '';
    for await (const piece of stream.body ?? []) {
      told += new TextDecoder().decode(piece);
      if (told.includes('GENERATED')) break;
    }
    expect(told).toContain('QUEUED');
  });
});

describe('downloads at a time', () => {
  it('are limited by caller, and told when to come again', async () => {
    await using service = await startTestApp({
      environment: { 'config.sharedLimits.downloads.caller': '2' },
    });
    await storeLarge(service);
    const headers = await headersOf(service, { name: 'other', role: 'reader' });
    const path = `${service.url}/api/v2/modpacks/download/1`;
    const held = [await fetch(path), await fetch(path)];
    const refused = await fetch(path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.text()).toContain('2 downloads under way');
    const ofOther = await fetch(path, { headers });
    expect(ofOther.status).toBe(200);
    for (const { body } of [...held, ofOther]) await body?.cancel();
    await expect.poll(() => statusOf(service, '/api/v2/modpacks/download/1')).toBe(200);
  });
});

const largeBytes = 64_000_000;

/** Stores an archive of more bytes than the system holds between two ends of a connection. */
async function storeLarge({ app }: TestApp): Promise<void> {
  await insertFinishedRuns(app.database.db, { modPacks: 1, runs: 1 });
  await storeArchive(app, 1, Buffer.alloc(largeBytes));
}

async function statusOf({ url }: TestApp, path: string): Promise<number> {
  const { status, body } = await fetch(new URL(path, url));
  await body?.cancel();
  return status;
}

it('says which setting to change where it cannot listen', async () => {
  const settings = { host: 'HOST', port: 'PORT' };
  await using first = Fastify();
  const { port } = new URL(await listen(first, { host: '127.0.0.1', port: 0, settings }));
  await using second = Fastify();
  await expect(listen(second, { host: '127.0.0.1', port: Number(port), settings })).rejects.toThrow(
    `another program listens at port ${port} of 127.0.0.1. End that program, or set PORT to a port that is free.`,
  );
  await using third = Fastify();
  await expect(listen(third, { host: '192.0.2.1', port: 0, settings })).rejects.toThrow('Set HOST to one');
});
