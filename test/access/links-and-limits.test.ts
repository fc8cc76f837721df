import { on, once } from 'node:events';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { revokeToken } from '../../src/access/tokens.ts';
import { readConfig } from '../../src/config.ts';
import { checkCallers } from '../../src/doctor/callers.ts';
import { loggedUrl } from '../../src/http/logged-url.ts';
import { serializers } from '../../src/log.ts';
import { ask, globalId } from '../graphql/client.ts';
import { startTestApp } from '../support/app.ts';
import { begin, send } from '../support/resumable.ts';
import { generate, headersOf, packNamed, upload, uploadForm } from './callers.ts';

const closed = { environment: { ACCESS: 'closed' } };
const link = z.object({ modPack: z.object({ downloadUrl: z.string() }) });
const urlQuery = '{ modPack(by: { databaseId: 1 }) { downloadUrl } }';

describe('where access is closed', () => {
  it('a download link works without a token, for this download alone, until its maker is revoked', async () => {
    await using service = await startTestApp(closed);
    const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
    for (const name of ['lithium', 'sodium']) expect((await upload(service, name, headers)).status).toBe(200);
    const { data } = await ask(service.url, urlQuery, {}, headers);
    const url = link.parse(data).modPack.downloadUrl;
    const status = async (address: string) => (await fetch(address, { method: 'HEAD' })).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.replace('/download/1', '/download/2'))).toBe(401);
    expect(await status(url.replace(/expires=\d+/, 'expires=99999999999'))).toBe(401);
    expect(await status(url.replace(/by=[^&]*/, 'by='))).toBe(401);
    expect(await status(url.replace(/\?.*/, ''))).toBe(401);
    await revokeToken(service.app.database, 'bot');
    expect(await status(url)).toBe(401);
  });
});

it('a download link works up to its last second, and no longer', async () => {
  await using service = await startTestApp({
    environment: { ...closed.environment, 'config.downloadLinkSeconds': '600' },
  });
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  await upload(service, 'lithium', headers);
  const { data } = await ask(service.url, urlQuery, {}, headers);
  const url = link.parse(data).modPack.downloadUrl;
  const end = Number(new URL(url).searchParams.get('expires')) * 1000;
  expect(end - Date.now()).toBeLessThanOrEqual(600_000);
  const statusAt = async (now: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const { status } = await fetch(url, { method: 'HEAD' });
    vi.useRealTimers();
    return status;
  };
  expect(await statusAt(end - 1)).toBe(200);
  expect(await statusAt(end)).toBe(401);
});

it('the log holds neither the tokens, nor the signatures of links and tickets', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  await using service = await startTestApp({ ...closed, overrides: { log } });
  const headers = await headersOf(service, { name: 'reader', role: 'reader' });
  await fetch(`${service.url}/api/v2/modpacks/all`, { headers });
  await fetch(`${service.url}/api/v2/modpacks/download/1?expires=1&by=&signature=SECRET`);
  await fetch(`${service.url}/upload/1.SECRET`);
  const text = lines.join('');
  expect(text).toContain('/upload/1.');
  expect(text).not.toContain('SECRET');
  expect(text).not.toContain(headers.authorization.replace('Bearer ', ''));
});

it('the log holds no id of a resumable upload, whatever becomes of it', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace', serializers }, { write: (line: string) => void lines.push(line) });
  await using service = await startTestApp({ overrides: { log } });
  const { url, id } = await begin(service, 100);
  expect((await send(url, new Uint8Array(10), 0)).status).toBe(204);
  const failing = Object.assign(new Error(`ENOENT: no such file, open '/data/store/resumable/${id}'`), {
    params: [id],
    cause: new Error(`params: ${id}`),
  });
  const size = vi.spyOn(service.app.storage.resumable, 'size').mockRejectedValue(failing);
  const head = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } };
  expect((await fetch(url, head)).status).toBe(500);
  size.mockRestore();
  await fetch(url, { ...head, method: 'DELETE' });
  const text = lines.join('');
  expect(text).toContain('a request failed');
  expect(text).toContain('/data/store/resumable/...');
  expect(text).toContain('/uploads/...');
  expect(text).not.toContain(id);
});

it('the log holds no signature however the address is written', () => {
  for (const url of [
    '/upload/1.SECRET',
    '/upload/1%2ESECRET?x',
    '/%75pload/1.SECRET',
    'http://proxied.example/upload/1.SECRET',
    '/api/v2/modpacks/download/1?expires=1&%73ignature=SECRET&by=1',
    '/api/v2/modpacks/download/1?signature%3DSECRET',
    '/upload/1.SECRET%ZZ',
    '/uploads/SECRET',
    '/uploads/SECRET?x',
    '/%75ploads%2FSECRET',
    'http://proxied.example/uploads/SECRET',
    '/packwiz/1/~SECRET/pack.toml',
    '/%70ackwiz/%31/%7ESECRET/mods/a.jar?x',
  ]) {
    expect(loggedUrl(url), url).not.toContain('SECRET');
  }
  expect(loggedUrl('/api/v2/modpacks/a%20b?c=%2F')).toBe('/api/v2/modpacks/a%20b?c=%2F');
});

describe('limits', () => {
  it('refuse what is too much with 429 and Retry-After, over REST and GraphQL alike', async () => {
    await using service = await startTestApp({
      environment: {
        RATE_LIMIT: 'on',
        'config.rateLimits.votes.points': '2',
        RATE_LIMIT_UPLOADS_PER_HOUR: '1',
      },
    });
    expect((await upload(service, 'lithium')).status).toBe(200);
    const second = await upload(service, 'sodium');
    expect(second.status).toBe(429);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(await second.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const vote = () => fetch(`${service.url}/api/v2/serverpacks/vote/99&up`);
    expect([(await vote()).status, (await vote()).status]).toEqual([404, 404]);
    const third = await vote();
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(60);
    const { data } = await ask(
      service.url,
      `mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', 99)}", vote: UP }) {
        ... on UserError { code retryAfter }
      } }`,
    );
    expect(data).toEqual({
      voteServerPack: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) },
    });
  });

  it('count every file of a form, and the megabytes that are uploaded or built from', async () => {
    await using service = await startTestApp({
      environment: {
        RATE_LIMIT: 'on',
        RATE_LIMIT_UPLOADS_PER_HOUR: '3',
        RATE_LIMIT_MEGABYTES_PER_DAY: '3',
        'config.rateLimits.generates.points': '10',
      },
    });
    const form = new FormData();
    form.set('operations', JSON.stringify({ query: '{ __typename }', variables: { a: null, b: null } }));
    form.set('map', JSON.stringify({ a: ['variables.a'], b: ['variables.b'] }));
    form.set('a', packNamed('lithium'), 'a.zip');
    form.set('b', packNamed('sodium'), 'b.zip');
    const headers = { 'graphql-preflight': '1' };
    const two = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: form });
    expect(two.status).toBe(200);
    expect((await upload(service, 'krypton')).status).toBe(200);
    const fourth = await upload(service, 'phosphor');
    expect(fourth.status).toBe(429);
    expect(await fourth.json()).toMatchObject({ detail: expect.stringContaining('uploads') });
    const again = await generate(service, 1);
    expect(again.status).toBe(429);
    expect(await again.json()).toMatchObject({ detail: expect.stringContaining('megabytes') });
  });

  it('hold a token to its quota, however many uploads are sent at the same time', async () => {
    await using service = await startTestApp();
    const size = uploadForm('lithium').get('file');
    if (!(size instanceof Blob)) throw new Error('the form has no file');
    const headers = await headersOf(service, { name: 'small', role: 'publisher', quota: size.size + 10 });
    const statuses = await Promise.all(
      ['lithium', 'krypton', 'phospho'].map(async (name) => (await upload(service, name, headers)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 507)).toHaveLength(2);
    const { data } = await ask(
      service.url,
      '{ viewer { name role stored } modPacks { totalCount } }',
      {},
      headers,
    );
    expect(data).toMatchObject({ viewer: { name: 'small', role: 'PUBLISHER' }, modPacks: { totalCount: 1 } });
  });
});

it.each([
  ['nobody is counted as another address by saying so', '', [404, 429]],
  ['what a named proxy says of an address is believed', 'loopback', [404, 404]],
])('%s', async (_name, proxies, expected) => {
  await using service = await startTestApp({
    environment: { RATE_LIMIT: 'on', 'config.rateLimits.votes.points': '1', TRUSTED_PROXIES: proxies },
  });
  const vote = async (address: string) => {
    const headers = { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address };
    return (await fetch(`${service.url}/api/v2/serverpacks/vote/99&up`, { headers })).status;
  };
  expect([await vote('192.0.2.1'), await vote('192.0.2.2')]).toEqual(expected);
});

it('reads are limited too, on a socket as elsewhere', async () => {
  await using service = await startTestApp({
    environment: { RATE_LIMIT: 'on', RATE_LIMIT_READS_PER_MINUTE: '3' },
  });
  const read = () => fetch(`${service.url}/api/v2/modpacks/all`);
  // Its handshake is one of them.
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const messages = on(socket, 'message');
  const next = async () => {
    const [data] = (await messages.next()).value ?? [];
    return String(data);
  };
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  expect(await next()).toContain('connection_ack');
  const statuses = [await read(), await read(), await read()].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429]);
  const payload = { query: '{ modPacks { totalCount } }' };
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
  const refusal = JSON.parse(await next());
  expect(refusal).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }] });
  socket.close();
});

describe('where everybody may do everything', async () => {
  const service = await startTestApp();
  const followed = service.app.feed.subscribe({}, 0);
  await upload(service, 'lithium');
  for await (const { serverPackId } of followed) if (serverPackId !== null) break;
  afterAll(() => service[Symbol.asyncDispose]());

  it('a download link is plain where anybody may follow it', async () => {
    const { data } = await ask(service.url, urlQuery);
    expect(link.parse(data).modPack.downloadUrl).toBe(`${service.url}/api/v2/modpacks/download/1`);
  });

  it('only a token with the right to vote for others names a voter, who has one vote', async () => {
    const bot = await headersOf(service, { name: 'bot', role: 'publisher', voter: true });
    const ci = await headersOf(service, { name: 'ci', role: 'publisher' });
    const vote = async (headers: Record<string, string>, word: string, voter?: string) => {
      const named = voter === undefined ? '' : `, voter: "${voter}"`;
      const { data } = await ask(
        service.url,
        `mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', 1)}", vote: ${word}${named} }) {
          ... on ServerPack { confirmedWorking } ... on UserError { code }
        } }`,
        {},
        headers,
      );
      return data?.voteServerPack;
    };
    const counted = (confirmedWorking: number) => ({ confirmedWorking });
    expect(await vote({}, 'UP', 'discord:1')).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await vote(ci, 'UP', 'discord:1')).toEqual({ code: 'FORBIDDEN' });
    for (const name of ['token:2', 'oidc:0']) {
      expect(await vote(bot, 'UP', name)).toEqual({ code: 'INVALID_INPUT' });
    }
    expect(await vote(bot, 'UP', 'discord:1')).toEqual(counted(1));
    expect(await vote(bot, 'UP', 'discord:1')).toEqual(counted(1));
    expect(await vote(bot, 'UP', 'discord:2')).toEqual(counted(2));
    expect(await vote(bot, 'DOWN', 'discord:1')).toEqual(counted(0));
    expect(await vote(ci, 'UP')).toEqual(counted(1));
    expect(await vote(ci, 'UP')).toEqual(counted(1));
    expect(await vote({}, 'UP')).toEqual(counted(2));
    expect(await vote({}, 'UP')).toEqual(counted(3));
  });

  it('a file is refused for what its token has left, not as too large for anybody', async () => {
    const headers = await headersOf(service, { name: 'small', role: 'publisher', quota: 20 });
    const refused = await upload(service, 'sodium', headers);
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('has 20 left') });
  });

  it('answers carry the headers that make browsers careful, and GraphiQL loads nothing from elsewhere', async () => {
    const data = await fetch(`${service.url}/api/v2/modpacks/all`);
    expect(Object.fromEntries(data.headers)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
    });
    expect(data.headers.has('set-cookie')).toBe(false);
    const page = await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(/script-src ([^;]*);/.exec(policy ?? '')?.[1]).toBe("'self' blob:");
    expect(html).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)=["']?https?:/);
  });
});

it('a form is refused before its file is read when the caller may not publish', async () => {
  await using service = await startTestApp({ environment: { ACCESS: 'read-only' } });
  const operations = new FormData();
  operations.set('operations', JSON.stringify({ query: 'mutation { __typename }' }));
  operations.set('map', '{}');
  for (const [target, body] of [
    ['/api/v2/modpacks/upload', uploadForm('lithium')],
    ['/graphql', operations],
  ] as const) {
    const headers = { 'graphql-preflight': '1' };
    const response = await fetch(`${service.url}${target}`, { method: 'POST', headers, body });
    expect(response.status, target).toBe(401);
    await response.body?.cancel();
  }
});

it('a service that is open to others has a warning for its operator, and one that is not has none', () => {
  const warningsOf = (environment: Record<string, string>) =>
    checkCallers(readConfig(environment)).filter(({ verdict }) => verdict === 'warn');
  expect(warningsOf({ HOST: '0.0.0.0' })).toMatchObject([
    { says: expect.stringContaining('ACCESS is open') },
  ]);
  expect(warningsOf({ HOST: '0.0.0.0', ACCESS: 'closed' })).toEqual([]);
  expect(warningsOf({ HOST: '127.0.0.1' })).toEqual([]);
});
