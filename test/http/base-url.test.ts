import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { uploadForm } from '../access/callers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const query = '{ modPack(databaseId: 1) { downloadUrl } }';
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
let trusting: TestApp;
let doubting: TestApp;
beforeAll(async () => {
  trusting = await startTestApp({ environment: { TRUSTED_PROXIES: 'loopback' } });
  doubting = await startTestApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  for (const { url } of [trusting, doubting])
    await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: uploadForm('a') });
});
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
