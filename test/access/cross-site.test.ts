/** What a page of another site can make a browser do that reaches the service. */
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { ask } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { headersOf, runConfiguration, uploadForm } from './callers.ts';

const mutation = `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) { __typename } }`;
const body = JSON.stringify({ query: mutation });

let votes = Number.NaN;
const voted = await startTestApp();
await insertFinishedRuns(voted.app.database.db, { modPacks: 1, runs: 1 });
const { data } = await ask(voted.url, '{ serverPack(by: { databaseId: 1 }) { confirmedWorking } }');
votes = z.object({ serverPack: z.object({ confirmedWorking: z.int() }) }).parse(data)
  .serverPack.confirmedWorking;
afterAll(() => voted[Symbol.asyncDispose]());

async function send(
  { url }: TestApp,
  init: RequestInit,
  path = '/graphql',
): Promise<{ status: number; headers: Headers }> {
  const headers = { origin: 'https://elsewhere.example', ...init.headers };
  const answer = await fetch(`${url}${path}`, { ...init, headers });
  await answer.body?.cancel();
  return answer;
}

it('a mutation is refused in every form that a page may send unasked', async () => {
  await using service = await startTestApp();
  const post = (type: string) => send(service, { method: 'POST', headers: { 'content-type': type }, body });
  expect((await post('text/plain')).status).toBe(415);
  expect((await post('text/plain;application/json')).status).toBe(415);
  expect((await post('application/x-www-form-urlencoded')).status).toBe(415);
  const form = new FormData();
  form.set('operations', body);
  form.set('map', '{}');
  expect((await send(service, { method: 'POST', body: form })).status).toBe(400);
  const query = new URLSearchParams({ query: mutation });
  expect((await send(service, {}, `/graphql?${query}`)).status).toBe(405);
  expect((await ask(service.url, '{ node(id: "VXBsb2FkVGlja2V0OjE=") { id } }')).data).toEqual({
    node: null,
  });
});

it('no answer lets a page use what the browser knows of its user, and none sets a cookie', async () => {
  await using service = await startTestApp();
  const preflight = await send(service, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  const upload = await send(
    service,
    { method: 'POST', body: uploadForm('lithium') },
    '/api/v2/modpacks/upload',
  );
  const answers = [
    preflight,
    upload,
    await send(service, { headers: { accept: 'text/html' } }),
    await send(service, {}, '/api/v2/modpacks/all'),
    await send(service, {}, '/api/v2/modpacks/download/1'),
    await send(service, {}, '/api/v2/docs'),
    await send(service, {}, '/nothing'),
  ];
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  }
});

const elsewhere = 'https://elsewhere.example';
const known = 'https://tools.example:8443';

it.each([
  ['open', elsewhere, '*', 'cross-origin'],
  ['read-only', elsewhere, null, 'same-origin'],
  ['read-only', known, known, 'same-origin'],
  ['closed', elsewhere, null, 'same-origin'],
  ['closed', `${known}.elsewhere.example`, null, 'same-origin'],
  ['closed', known, known, 'same-origin'],
])('where access is %s, a page of %s reads answers as %s', async (access, origin, allowed, resources) => {
  await using service = await startTestApp({
    environment: { ACCESS: access, CORS_ORIGINS: `https://other.example, ${known}` },
  });
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
  const sent: [string, RequestInit][] = [
    ['/graphql', preflight],
    ['/uploads', preflight],
    ['/api/v2/modpacks/all', {}],
    ['/api/v2/modpacks/download/1', {}],
    ['/graphql', { headers: { accept: 'text/html' } }],
    ['/nothing', {}],
  ];
  for (const [path, init] of sent) {
    const headers = { ...init.headers, origin };
    const { headers: told } = await send(service, { ...init, headers }, path);
    expect([path, told.get('access-control-allow-origin')]).toEqual([path, allowed]);
    if (init !== preflight) expect(told.get('cross-origin-resource-policy')).toBe(resources);
    expect(/\bOrigin\b/.test(told.get('vary') ?? ''), path).toBe(access !== 'open');
  }
});

it('a download differs by who asks for it too, where only some sites may read', async () => {
  await using service = await startTestApp({ environment: { ACCESS: 'read-only' } });
  const headers = await headersOf(service, { name: 'ci', role: 'publisher' });
  const form = uploadForm('lithium');
  await (
    await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: form })
  ).text();
  const file = await send(service, {}, '/api/v2/modpacks/download/1');
  expect([file.status, file.headers.get('vary')]).toEqual([200, expect.stringContaining('Origin')]);
});

/** Whether a page with this origin gets a socket, as a browser would ask for it. */
async function opensSocket({ url }: TestApp, origin: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    origin,
    headers,
  });
  const [kind] = await Promise.race([
    once(socket, 'open').then(() => ['open']),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => [String(statusCode)]),
  ]);
  socket.terminate();
  return kind;
}

it('a page of another site gets no socket where it may not read, while our own pages do', async () => {
  await using open = await startTestApp();
  expect(await opensSocket(open, elsewhere)).toBe('open');
  await using service = await startTestApp({
    environment: { ACCESS: 'read-only', CORS_ORIGINS: known, PUBLIC_URL: 'https://packs.example/below' },
  });
  for (const origin of [elsewhere, 'null', 'https://packs.example.elsewhere.example'])
    expect(await opensSocket(service, origin), origin).toBe('403');
  for (const origin of [known, service.url, 'https://packs.example'])
    expect(await opensSocket(service, origin), origin).toBe('open');
  expect(await opensSocket(service, 'https://behind.example', { 'sec-fetch-site': 'same-origin' })).toBe(
    'open',
  );
});

it.each([
  ['for a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['ahead of time', { 'sec-purpose': 'prefetch' }, 403],
  [
    'to be drawn ahead of time',
    { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' },
    403,
  ],
  ['ahead of time, as older browsers say it', { purpose: 'prefetch' }, 403],
  ['for a page of our own', { 'sec-fetch-site': 'same-origin' }, 200],
  ['for somebody who typed the address', { 'sec-fetch-site': 'none' }, 200],
  ['by a program, which says nothing', {}, 200],
])('a vote by GET is answered as it should be when it is asked for %s', async (_why, headers, status) => {
  const answer = await fetch(`${voted.url}/api/v2/serverpacks/vote/1&up`, { headers: { ...headers } });
  const body = z.looseObject({ confirmedWorking: z.int().optional(), code: z.string().optional() });
  const { confirmedWorking, code } = body.parse(await answer.json());
  votes += status === 200 ? 1 : 0;
  expect([answer.status, confirmedWorking, code]).toEqual(
    status === 200 ? [200, votes, undefined] : [403, undefined, 'FORBIDDEN'],
  );
});
