import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp } from '../support/app.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { startWatched } from '../support/watchdog.ts';
import { ask } from './client.ts';

const json = { 'content-type': 'application/json' };

async function post(url: string, body: string, headers: Record<string, string> = json) {
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** What a socket is told of an operation first, or the code with which it is closed. */
async function overSocket(url: string, payload: object): Promise<string> {
  const one = await openSocket(url);
  one.send(JSON.stringify({ type: 'subscribe', id: '1', payload }));
  const answer = await Promise.race([
    new Promise<string>((resolve) => one.once('message', (data) => resolve(String(data)))),
    new Promise<string>((resolve) => one.once('close', (code) => resolve(`closed with ${code}`))),
  ]);
  one.terminate();
  return answer;
}

/** What the parsers and the library say by themselves. */
const foreignWords =
  /Could not determine|Can only perform|Unable to identify|Unexpected (token|end)|JSON at position|Abstract type|Expected Iterable|Syntax Error|Validation aborted|Maximum call stack|Must provide|POST body/;

/** With the usual settings, for what leaves nothing behind. */
const service = await startTestApp();
afterAll(() => service[Symbol.asyncDispose]());

describe('a request that is none', () => {
  it('is refused with 400 in our own words', async () => {
    for (const [body, says] of [
      ['', 'The body of the request is empty'],
      ['   ', 'The body of the request is empty'],
      ['{"query"', 'The body of the request is not JSON.'],
      ['"text"', 'an operation is a JSON object'],
      ['null', 'an operation is a JSON object'],
      ['7', 'an operation is a JSON object'],
      ['[]', 'This batch holds no operation.'],
      ['[7]', 'Operation 0 of the batch: an operation is a JSON object'],
      ['{}', 'The request holds no query.'],
      ['{"query":7}', 'query must be the text of a document.'],
      ['{"query":"{ modloaders }","variables":"x"}', 'variables must be an object'],
      ['{"query":"{ modloaders }","variables":[]}', 'variables must be an object'],
      ['{"query":"{ modloaders }","operationName":{}}', 'operationName must be the name'],
      ['{"query":"{ modloaders }","more":1}', 'is no part of a GraphQL request'],
      ['['.repeat(200_000), 'nests deeper than 64 levels'],
      [`{"query":"{ modloaders }","variables":${'{"a":'.repeat(200_000)}1`, 'nests deeper than 64 levels'],
    ] as const) {
      for (const accept of ['application/json', 'application/graphql-response+json', 'text/event-stream']) {
        const { status, text } = await post(service.url, body, { ...json, accept });
        expect([body.slice(0, 50), accept, status]).toEqual([body.slice(0, 50), accept, 400]);
        expect(text).toContain(says);
        expect(text).not.toMatch(foreignWords);
      }
    }
    // Brackets within a text are text.
    const document = JSON.stringify({ query: `{ modloaders } # ${'[{'.repeat(100)} \\"` });
    expect((await post(service.url, document)).status).toBe(200);
  });

  it('is told what a Content-Type is, where it has none', async () => {
    for (const type of ['application/json, text/html', '/', 'json']) {
      const { status, text } = await post(service.url, '{}', { 'content-type': type });
      expect([type, status]).toEqual([type, 415]);
      expect(text).toContain('The Content-Type is none: it names one type');
    }
  });

  it('is read of a type that is JSON, in any spelling, and of no type that begins like it', async () => {
    const document = JSON.stringify({ query: '{ modloaders }' });
    const statusOf = async (type: string) =>
      (await post(service.url, document, { 'content-type': type })).status;
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/graphql+json'])
      expect([type, await statusOf(type)]).toEqual([type, 200]);
    for (const type of ['application/jsonx', 'application/json-patch+json'])
      expect([type, await statusOf(type)]).toEqual([type, 415]);
  });

  it('is refused where it is packed, and said to be', async () => {
    const packed = (encoding: string, path: string) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: JSON.stringify({ query: '{ modloaders }' }),
      });
    for (const path of ['/graphql', '/api/v2/modpacks/upload', '/upload/none']) {
      const answer = await packed('gzip', path);
      expect([path, answer.status, answer.headers.get('accept-encoding')]).toEqual([path, 415, 'identity']);
      expect(await answer.text()).toContain('Content-Encoding says that the body is packed');
    }
    expect((await packed('identity', '/graphql')).status).toBe(200);
  });

  it('is refused by GET too', async () => {
    const get = async (search: string) => {
      const response = await fetch(`${service.url}/graphql?${search}`);
      return { status: response.status, text: await response.text() };
    };
    for (const search of ['variables={', 'variables=7', 'variables=[]', 'extensions=x', 'extensions=7']) {
      const { status, text } = await get(`query={modloaders}&${search}`);
      expect([search, status]).toEqual([search, 400]);
      expect(text).not.toMatch(foreignWords);
      expect(text).toContain('BAD_REQUEST');
    }
    expect((await get('query={modloaders}&variables={}')).status).toBe(200);
    expect((await get('')).status).toBe(400);
  });

  it('is told of where its document goes wrong', async () => {
    const told = async (query: string) => (await ask(service.url, query)).errors?.[0]?.message;
    expect(await told('{ modloaders } }')).toBe(
      'The document is no GraphQL from line 1, column 16 on: "}" has no place there.',
    );
    expect(await told('{ modloaders')).toBe('The document breaks off before it is complete.');
    expect(await told('{ modloaderz }')).toContain('Cannot query field "modloaderz" on type "Query".');
    expect(await told(`{ ${'x'.repeat(50_000)} }`)).toHaveLength(501);
    const variable = `$${'x'.repeat(40_000)}`;
    const operations = Array.from({ length: 90 }, (_, index) => `query Q${index} { ...F }`).join(' ');
    const long = `${operations} fragment F on Query { modPack(by: { databaseId: ${variable} }) { id } }`;
    expect(JSON.stringify(await ask(service.url, long)).length).toBeLessThan(100_000);
  });
});

describe('a request for which there is no answer', () => {
  const unclear = {
    '{ modloaders } query Other { gameVersions }': 'say in operationName which of them is meant',
    'fragment F on Query { modloaders }': 'add the query, mutation or subscription that is meant',
  };

  it('is told so in our own words and with a code: by POST, GET, batch, stream and socket', async () => {
    const { url } = service;
    const socket = async (payload: object) => ({ status: 400, text: await overSocket(url, payload) });
    const get = async (payload: Record<string, string>, headers = {}) => {
      const response = await fetch(`${url}/graphql?${new URLSearchParams(payload)}`, { headers });
      return { status: response.status, text: await response.text() };
    };
    const named = { query: 'query One { modloaders }', operationName: 'Other' };
    const asked: [Record<string, string>, string][] = [
      ...Object.entries(unclear).map(([query, says]): [Record<string, string>, string] => [{ query }, says]),
      [named, 'holds no operation named \\"Other\\"'],
    ];
    for (const [payload, says] of asked) {
      for (const { status, text } of [
        await post(url, JSON.stringify(payload)),
        await post(url, JSON.stringify(payload), { ...json, accept: 'text/event-stream' }),
        await get(payload),
        await socket(payload),
      ]) {
        expect({ payload, status, text }).toEqual({
          payload,
          status: 400,
          text: expect.stringContaining(says),
        });
        expect(text).toContain('"code":"OPERATION_RESOLUTION_FAILURE"');
        expect(text).not.toMatch(foreignWords);
      }
      expect((await post(url, JSON.stringify([payload]))).text).toContain(says);
    }
    const mutation =
      'mutation { voteServerPack(input: { serverPack: "U2VydmVyUGFjazox", vote: UP }) { __typename } }';
    const byGet = await get({ query: mutation });
    expect(byGet.status).toBe(405);
    expect(byGet.text).toContain('A mutation has to be sent by POST');
    expect(byGet.text).toContain('METHOD_NOT_ALLOWED');
    const picture = await get({ query: '{ modloaders }' }, { accept: 'image/png' });
    expect(picture.status).toBe(406);
    expect(picture.text).toContain('NOT_ACCEPTABLE');
    expect(picture.text).toContain('answered as application/json');
  });
});

describe('PERSISTED_ONLY', () => {
  const known = '{ modloaders }';
  const hash = createHash('sha256').update(known).digest('hex');
  const query = '{ gameVersions }';
  const mutation =
    'mutation { voteServerPack(input: { serverPack: "U2VydmVyUGFjazox", vote: UP }) { __typename } }';
  const shapes: Record<string, unknown>[] = [
    { extensions: { persistedQuery: 7 } },
    { extensions: { persistedQuery: {} } },
    { extensions: { persistedQuery: { version: 1 } } },
    { extensions: { persistedQuery: { sha256Hash: 7 } } },
    { extensions: { persistedQuery: { version: 2, sha256Hash: hash } } },
    { extensions: { persistedQuery: { sha256Hash: hash, more: 1 } } },
    { extensions: { persistedQuery: [hash] } },
    { extensions: 7 },
    { documentId: 7 },
    { documentId: {} },
    { documentId: hash },
    { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
    {},
  ];

  it('is passed by no shape of a request: by POST, GET, form, batch, stream or socket', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'persisted-'));
    const file = path.join(folder, 'operations.json');
    await writeFile(file, JSON.stringify({ [hash]: known }));
    await using service = await startTestApp({
      environment: { PERSISTED_OPERATIONS: file, PERSISTED_ONLY: 'on' },
    });
    await rm(folder, { recursive: true });
    const { url } = service;
    const form = async (operations: unknown) => {
      const body = new FormData();
      body.set('operations', JSON.stringify(operations));
      body.set('map', '{}');
      const sent = { method: 'POST', body, headers: { 'graphql-require-preflight': '1' } };
      const response = await fetch(`${url}/graphql`, sent);
      return { status: response.status, text: await response.text() };
    };
    for (const shape of shapes) {
      for (const asked of [query, mutation]) {
        const operation = { query: asked, ...shape };
        const answers = [
          await post(url, JSON.stringify(operation)),
          await post(url, JSON.stringify([operation])),
          await post(url, JSON.stringify(operation), { ...json, accept: 'text/event-stream' }),
          await form(operation),
          await form([operation]),
        ];
        if (asked === query && 'extensions' in shape) {
          const search = new URLSearchParams({ query, extensions: JSON.stringify(shape.extensions) });
          const response = await fetch(`${url}/graphql?${search}`);
          answers.push({ status: response.status, text: await response.text() });
        }
        for (const { status, text } of answers) {
          expect({ shape, status, text }).toMatchObject({
            text: expect.stringMatching(/BAD_REQUEST|FORBIDDEN/),
          });
          expect(text).not.toContain('"data":{');
        }
        expect(await overSocket(url, operation)).toMatch(/BAD_REQUEST|FORBIDDEN|closed with 4400/);
      }
    }
    expect((await post(url, JSON.stringify({ query: known }))).text).toContain('FORGE');
  });
});

describe('GET /graphql', () => {
  it('says that it depends on what is accepted, and lets GraphiQL talk to this service alone', async () => {
    const page = await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } });
    const data = await fetch(`${service.url}/graphql?query={modloaders}`);
    const unknown = await fetch(`${service.url}/graphql?query={nothing}`);
    const picture = await fetch(`${service.url}/graphql?query={modloaders}`, {
      headers: { accept: 'image/png' },
    });
    expect(picture.status).toBe(406);
    for (const { headers } of [page, data, unknown, picture]) expect(headers.get('vary')).toContain('Accept');
    const host = new URL(service.url).host;
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ws://${host};`);
  });

  it('sends GraphiQL, which has megabytes, compressed and no second time to a browser that has it', async () => {
    const open = (headers: Record<string, string>) =>
      fetch(`${service.url}/graphql`, { headers: { accept: 'text/html', ...headers } });
    const first = await open({});
    const html = await first.text();
    expect(html).toContain('<title>Server packs</title>');
    expect(html.length).toBeLessThan(2_000);
    const again = await open({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect((await again.bytes()).length).toBe(0);
    const links = [...html.matchAll(/(?:src|href)="(graphql\/graphiql-[0-9a-f]{16}\.\w+)"/g)];
    expect(links).toHaveLength(2);
    for (const [, link = ''] of links) {
      const file = (coding: string) =>
        fetch(`${service.url}/${link}`, { headers: { 'accept-encoding': coding } });
      const packed = await file('gzip, br');
      expect(Object.fromEntries(packed.headers)).toMatchObject({
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringContaining('Accept-Encoding'),
      });
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(2_500_000);
      const plain = await file('identity');
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await packed.text()).toBe(await plain.text());
    }
    const unknown = await fetch(`${service.url}/graphql/graphiql-0000000000000000.js`);
    expect(unknown.status).toBe(404);
  });
});

describe('a client that hangs up in the middle of its request', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const service = await startTestApp({ overrides: { log } });
  afterAll(() => service[Symbol.asyncDispose]());
  const { hostname, port } = new URL(service.url);

  it('is no fault of the database that anybody is told of', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      for (const end of ['resetAndDestroy', 'destroy'] as const) {
        const socket = connect(Number(port), hostname);
        const head = `POST /graphql HTTP/1.1\r\nHost: a\r\ngraphql-preflight: 1\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;
        await new Promise<void>((resolve) => socket.write(`${head}{"query"`, () => resolve()));
        await ask(service.url, '{ modloaders }');
        socket[end]();
        await ask(service.url, '{ modloaders }');
      }
    }
    await ask(service.url, '{ modloaders }');
    expect(lines).toEqual([]);
  });

  it('is no fault of ours either when its answer is being worked on', async () => {
    const body = '{"query":"{ modPacks { totalCount } }"}';
    const head = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let times = 0; times < 3; times += 1) {
      // The database is held, so that no answer can be given before the client has gone.
      await service.app.database.db.transaction(async () => {
        const socket = connect(Number(port), hostname);
        await new Promise<void>((resolve) => socket.write(head + body, () => resolve()));
        // Asked on another connection later, so the one above has been read by then.
        await fetch(`${service.url}/favicon.ico`);
        socket.destroy();
        await fetch(`${service.url}/favicon.ico`);
      });
    }
    await ask(service.url, '{ modloaders }');
    expect(lines).toEqual([]);
  });
});

describe('a subscription that runs', () => {
  it('keeps nothing that its message or the opening of its socket held and nobody uses, on both transports', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'held-'));
    await makeDataDir(dataDir);
    await using cleaning = new AsyncDisposableStack();
    // Once the gateway has ended, and with it whatever it started.
    cleaning.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
    await using gateway = startWatched('test/support/gateway-process.ts', {
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      'config.socketInitMs': '600000',
      LOG_LEVEL: 'silent',
      MOD_PACKS: '1',
    });
    const [, url = ''] = await gateway.line(/^listening (.+)$/);
    const message = (id: number) => ({
      query: 'subscription { events { id } }',
      variables: { unused: `${id}`.padEnd(400_000, 'x') },
      extensions: { unused: `${id}`.padEnd(400_000, 'y') },
    });
    const gone = new AbortController();
    // Kept: an answer that is not read ends its stream when the garbage is collected.
    const streams: Response[] = [];
    const socket = await openSocket(url);
    const subscribe = async (id: number) => {
      const headers = { ...json, accept: 'text/event-stream' };
      const body = JSON.stringify(message(id));
      const stream = await fetch(`${url}/graphql`, { method: 'POST', headers, body, signal: gone.signal });
      expect(stream.status).toBe(200);
      streams.push(stream);
      socket.send(JSON.stringify({ type: 'subscribe', id: `${id}`, payload: message(id) }));
      // A pong is the answer to what was sent last, so the message before it has been heard.
      socket.send(JSON.stringify({ type: 'ping' }));
      await once(socket, 'message');
    };
    for (let id = 0; id < 3; id += 1) await subscribe(id);
    const before = await gateway.countAnew();
    for (let id = 3; id < 13; id += 1) await subscribe(id);
    // Twenty messages of 800 KB came, which were held as text, as bytes and as values: 34 MB.
    expect((await gateway.countAnew()) - before).toBeLessThan(6_000_000);
    const sockets = [socket];
    for (let id = 0; id < 10; id += 1) sockets.push(await openSocket(url, message(id).variables));
    expect((await gateway.countAnew()) - before).toBeLessThan(6_000_000);
    gone.abort();
    for (const one of sockets) one.terminate();
  });
});

async function openSocket(url: string, payload: object = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await once(socket, 'message');
  return socket;
}
