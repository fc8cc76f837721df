import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { uploadForm } from '../access/callers.ts';
import { ask, globalId } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';
import { field, formType, wireForm } from './form-server.ts';

const environment = { 'config.maxPageSize': '5' };
const values = {
  maxFormParts: 7,
  maxFormFieldBytes: 1_024,
  maxPartHeaders: 3,
  maxPartHeaderBytes: 1_025,
  overrideLimits: { patterns: 2, patternLength: 9, iconBytes: 1_026, propertiesBytes: 1_027 },
  maxJsonDepth: 8,
};

const [lines, content] = field('a', '1');
const run = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const deep = `${'['.repeat(9)}${']'.repeat(9)}`;

describe('a service whose limits are set', async () => {
  const service = await startTestApp({ environment, values });
  await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each([
    [
      'maxFormParts',
      wireForm(...Array.from({ length: 8 }, (_, n) => field(`p${n}`, ''))),
      'more than the 7 parts',
    ],
    ['maxFormFieldBytes', wireForm(field('a', 'x'.repeat(1025))), '1024 bytes'],
    ['maxPartHeaders', wireForm([[...lines, 'X-1: 1', 'X-2: 1', 'X-3: 1'], content]), '3 header lines'],
    ['maxPartHeaderBytes', wireForm([[...lines, `X-1: ${'x'.repeat(1025)}`], content]), '1025 bytes'],
  ])('refuses a form beyond %s in words', async (_setting, body, words) => {
    const answer = await fetch(`${service.url}/api/v2/modpacks/generate`, {
      method: 'POST',
      headers: { 'content-type': formType },
      body: new Uint8Array(body),
    });
    expect(await answer.text()).toContain(words);
  });

  it.each([
    ['patterns', { includeFiles: ['a', 'b'], excludeFiles: ['c'] }, 'at most 2'],
    ['patternLength', { includeFiles: ['a'.repeat(10)] }, 'at most 9'],
    ['iconBytes', { serverIcon: Buffer.alloc(1030).toString('base64') }, 'more than 1026 bytes'],
    ['propertiesBytes', { serverProperties: `motd=${'x'.repeat(1027)}` }, 'more than 1027 bytes'],
  ])('refuses a run configuration beyond %s in words', async (_setting, override, words) => {
    const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
      generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) { ... on UserError { message } } }`;
    const variables = { modPack: globalId('ModPack', 1), run: { ...run, ...override } };
    const { data } = await ask(service.url, generate, variables);
    expect(data?.generateServerPack).toEqual({ message: expect.stringContaining(words) });
  });

  it.each([
    ['a request', (url: string) => askRaw(url, `{"query":"{ modloaders }","variables":{"a":${deep}}}`)],
    ['a message on a WebSocket', (url: string) => sayOnSocket(url, `{"type":"ping","payload":${deep}}`)],
  ])('refuses %s beyond maxJsonDepth in words', async (_what, send) => {
    expect(await send(service.url)).toContain('nests deeper than 8 levels');
  });

  it('answers no more of a list at a time than maxPageSize', async () => {
    const { errors } = await ask(service.url, '{ modPacks(first: 6) { nodes { id } } }');
    expect(errors?.[0]?.message).toContain('5');
    expect((await ask(service.url, '{ modPacks(first: 5) { nodes { id } } }')).errors).toBeUndefined();
  });
});

async function askRaw(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
}

/** Why a socket is closed that says this. */
async function sayOnSocket(url: string, message: string): Promise<string> {
  const socket = new WebSocket(url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws');
  const closed = new Promise<string>((resolve) => {
    socket.addEventListener('close', ({ reason }) => resolve(reason), { once: true });
  });
  socket.addEventListener('open', () => socket.send(message), { once: true });
  return closed;
}

const query = '{ modPack(by: { databaseId: 1 }) { downloadUrl } }';
const answer = z.object({ data: z.object({ modPack: z.object({ downloadUrl: z.string() }) }) });

async function linkOverHttp(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`, { headers });
  return answer.parse(await response.json()).data.modPack.downloadUrl;
}

async function linkOverSocket(url: string, headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const [message] = await once(socket, 'message');
  socket.close();
  const { payload } = z.object({ payload: z.unknown() }).parse(JSON.parse(String(message)));
  return answer.parse(payload).data.modPack.downloadUrl;
}

/** One that believes what proxies of this machine say, and one that believes nobody here. */
const trusting = await startTestApp({ environment: { TRUSTED_PROXIES: 'loopback' } });
const doubting = await startTestApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
for (const { url } of [trusting, doubting])
  await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: uploadForm('a') });
afterAll(async () => {
  await trusting[Symbol.asyncDispose]();
  await doubting[Symbol.asyncDispose]();
});

it.each([
  ['nothing', {}],
  ['its protocol', { 'x-forwarded-proto': 'https' }],
  ['its host', { 'x-forwarded-host': 'packs.example' }],
  ['both', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'packs.example:8443' }],
  [
    'a chain of both',
    { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'inner.example, packs.example' },
  ],
])(
  'links over a socket are those over HTTP when a proxy tells %s, trusted or not',
  async (_what, headers) => {
    for (const service of [trusting, doubting]) {
      const { url } = service;
      const link = await linkOverHttp(url, headers);
      expect(await linkOverSocket(url, headers)).toBe(link);
      const isTold = service === trusting && Object.keys(headers).length === 2;
      expect(link.startsWith('https://packs.example')).toBe(isTold);
    }
  },
);

it.each([
  ['a request', ''],
  ['the opening of a socket', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'],
])('%s with two Host headers is refused', async (_what, lines) => {
  const connection = connect(Number(new URL(doubting.url).port), '127.0.0.1');
  connection.end(`GET /graphql HTTP/1.1\r\nHost: a.example\r\n${lines}Host: b.example\r\n\r\n`);
  const [first] = await once(connection, 'data');
  expect(String(first)).toMatch(/^HTTP\/1.1 400 /);
  connection.destroy();
});

const problem = z.object({ detail: z.string() });

async function send(url: string, method: string) {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  http.request(url, { method }, resolve).on('error', reject).end();
  const answer = await promise;
  const { detail } = problem.parse(JSON.parse(await text(answer)));
  return { status: answer.statusCode, allow: answer.headers.allow, detail };
}

describe('a path that is answered for some methods alone', () => {
  it.each([
    ['/graphql', 'GET, POST'],
    ['/graphql?query=%7B__typename%7D', 'GET, POST'],
    ['/uploads', 'POST'],
    ['/uploads/', 'POST'],
    ['/uploads/1', 'HEAD, PATCH, DELETE'],
    ['/api/v2/modpacks/upload', 'POST'],
    ['/api/v2/modpacks/1', 'GET, HEAD'],
    ['/api/v2/docs', 'GET, HEAD'],
  ])('%s refuses any other method, and names those that it takes', async (path, allow) => {
    await using service = await startTestApp();
    const named = allow.split(', ');
    // Those without a body in their answer are asked of each face elsewhere, and CONNECT is no request for a path.
    const others = http.METHODS.filter(
      (method) => !['HEAD', 'OPTIONS', 'CONNECT', ...named].includes(method),
    );
    expect(others.length).toBeGreaterThan(25);
    for (const method of others) {
      const detail = `${method} is not answered here; ${named.join(' and ')} ${named.length === 1 ? 'is' : 'are'}.`;
      expect(await send(service.url + path, method)).toEqual({ status: 405, allow, detail });
    }
  });

  it('is none where nothing is', async () => {
    await using service = await startTestApp();
    for (const path of ['/api/v2/modpack/1', '/graphql/1/2', '/uploads/1/2'])
      expect(await send(service.url + path, 'PROPFIND')).toMatchObject({ status: 404, allow: undefined });
  });
});
