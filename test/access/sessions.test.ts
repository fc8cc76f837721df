/** Browsers that are signed in. */
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { sessions } from '../../drizzle/schema.ts';
import { issuerSessionMs, sessionMs } from '../../src/access/sessions.ts';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import { openDatabase } from '../../src/database/open.ts';
import { ask } from '../graphql/client.ts';
import { insertFinishedRuns, storeArchive } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { openIssuer } from '../support/issuer.ts';
import { headersOf, runConfiguration, upload } from './callers.ts';

const closedMode = { environment: { ACCESS: 'closed' } };
/** As browsers mark what a page of the service sends. */
const own = { 'sec-fetch-site': 'same-origin' };
const createTicket = `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) { ... on UserError { code } } }`;

function signIn({ url }: TestApp, authorization: string, more: Record<string, string> = {}) {
  const headers = { authorization, 'user-agent': 'Firefox', ...own, ...more };
  return fetch(`${url}/session`, { method: 'POST', headers });
}

/** Signs a browser in; answers what its pages send from then on. */
async function browserOf(service: TestApp, authorization: string) {
  const answer = await signIn(service, authorization);
  const [cookie = ''] = answer.headers.getSetCookie();
  return { cookie: cookie.split(';', 1)[0] ?? '', ...own };
}

const viewerQuery = '{ viewer { name role session sessions { id name userAgent isOwn } } }';
const viewerShape = z.object({
  viewer: z.object({
    name: z.string(),
    role: z.string().nullable(),
    session: z.string().nullable(),
    sessions: z.array(z.object({ id: z.string(), userAgent: z.string(), isOwn: z.boolean() })),
  }),
});
async function viewerOf({ url }: TestApp, headers: Record<string, string>) {
  const { status, data } = await ask(url, viewerQuery, {}, headers);
  return status === 200 ? viewerShape.parse(data).viewer : status;
}

const end = 'mutation ($session: ID!) { deleteSession(input: { session: $session }) { __typename } }';

/** A socket that has been acknowledged, or closed; it ends with the code that `closed` resolves to. */
async function connect({ url }: TestApp, headers: Record<string, string>, payload: object = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const closed = Promise.race([
    once(socket, 'close').then(([code]) => Number(code)),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => Number(statusCode)),
  ]);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
  const first = once(socket, 'message').then(([data]) => String(data));
  return { socket, closed, answer: await Promise.race([first, closed]) };
}

it('a browser signs in once, with a cookie that only the service reads, and has the rights of its token everywhere', async () => {
  await using service = await startTestApp(closedMode);
  const { authorization } = await headersOf(service, { name: 'ada', role: 'publisher' });
  const answer = await signIn(service, authorization);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([204, 'no-store']);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^server-packs=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
  ]);
  const browser = await browserOf(service, authorization);
  const viewer = await viewerOf(service, browser);
  expect(viewer).toMatchObject({ name: 'ada', role: 'PUBLISHER', session: expect.any(String) });
  // The secret is nowhere in the database.
  const kept = JSON.stringify(await service.app.database.db.select().from(sessions));
  expect(kept).not.toContain(browser.cookie.split('=')[1]);

  expect((await upload(service, 'lithium', browser)).status).toBe(200);
  const download = `${service.url}/api/v2/modpacks/download/1`;
  expect((await fetch(download, { headers: browser })).status).toBe(200);
  expect((await fetch(download)).status).toBe(401);
  const stream = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { events { id } }' }),
  });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await stream.body?.cancel();
  const { socket, answer: first } = await connect(service, { ...browser, origin: service.url });
  expect(first).toContain('connection_ack');
  socket.close();
  // As from a browser that marks nothing, as they do without TLS.
  const { host } = new URL(service.url);
  expect(await viewerOf(service, { cookie: browser.cookie, origin: `http://${host}` })).toEqual(viewer);
  // A token in the request wins, a wrong one too.
  const { authorization: grace } = await headersOf(service, { name: 'grace', role: 'reader' });
  expect(await viewerOf(service, { ...browser, authorization: grace })).toMatchObject({
    name: 'grace',
    session: null,
  });
  expect(await viewerOf(service, { ...browser, authorization: 'Bearer sps_1_wrong' })).toBe(401);
  expect((await signIn(service, 'Bearer sps_1_wrong')).status).toBe(401);
  expect((await fetch(`${service.url}/session`, { method: 'POST', headers: browser })).status).toBe(401);

  const out = { method: 'DELETE', headers: browser };
  const foreign = { method: 'DELETE', headers: { ...browser, 'sec-fetch-site': 'same-site' } };
  await fetch(`${service.url}/session`, foreign);
  expect(await viewerOf(service, browser)).toMatchObject({ name: 'ada' });
  const signedOut = await fetch(`${service.url}/session`, out);
  expect([signedOut.status, signedOut.headers.getSetCookie()]).toEqual([
    204,
    [expect.stringMatching(/^server-packs=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/)],
  ]);
  expect(await viewerOf(service, browser)).toBe(401);
});

it('over https the cookie is one that nobody else can plant', async () => {
  await using service = await startTestApp({
    environment: { ACCESS: 'closed', TRUSTED_PROXIES: 'loopback' },
  });
  const { authorization } = await headersOf(service, { name: 'ada', role: 'reader' });
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'packs.example' };
  const [cookie = ''] = (await signIn(service, authorization, proxied)).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-server-packs=[\w-]{43}; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/);
  const value = cookie.split(';', 1)[0] ?? '';
  const page = { ...proxied, origin: 'https://packs.example' };
  expect(await viewerOf(service, { ...page, cookie: `theme=dark; ${value}` })).toMatchObject({ name: 'ada' });
  expect(await viewerOf(service, { ...page, cookie: value.replace('__Host-', '') })).toBe(401);
});

it('a page of another site does nothing with a session, by request, form, stream or socket', async () => {
  // Open to others, so that only the session is at stake.
  await using service = await startTestApp({ environment: { ACCESS: 'read-only' } });
  const { authorization } = await headersOf(service, { name: 'ada', role: 'operator' });
  const { cookie } = await browserOf(service, authorization);
  const elsewhere = { origin: 'https://elsewhere.example' };
  const { port } = new URL(service.url);
  for (const headers of [
    { cookie, ...elsewhere },
    { cookie, origin: 'null' },
    // Another service of the same machine is of the same site.
    { cookie, origin: `http://127.0.0.1:${Number(port) - 1}` },
    { cookie, origin: service.url, 'sec-fetch-site': 'cross-site' },
    { cookie, origin: service.url, 'sec-fetch-site': 'same-site' },
    // No browser sends a POST like this.
    { cookie },
  ]) {
    const told = JSON.stringify(headers);
    expect(await viewerOf(service, headers), told).toMatchObject({ name: 'anonymous', session: null });
    expect((await ask(service.url, createTicket, {}, headers)).data, told).toEqual({
      createUploadTicket: { code: 'UNAUTHENTICATED' },
    });
    expect((await upload(service, 'lithium', headers)).status, told).toBe(401);
    expect(
      (await signIn(service, authorization, { 'sec-fetch-site': 'cross-site', ...headers })).status,
    ).toBe(403);
  }
  // It could send a query without a preflight if another content type or a GET would do.
  const simple = { method: 'POST', headers: { cookie, ...own, 'content-type': 'text/plain' } };
  const body = JSON.stringify({ query: createTicket });
  expect((await fetch(`${service.url}/graphql`, { ...simple, body })).status).toBe(415);
  const query = `${service.url}/graphql?${new URLSearchParams({ query: createTicket })}`;
  expect((await fetch(query, { headers: { cookie, ...own } })).status).toBe(405);

  await using closed = await startTestApp(closedMode);
  const browser = await browserOf(
    closed,
    (await headersOf(closed, { name: 'ada', role: 'reader' })).authorization,
  );
  expect((await connect(closed, { cookie: browser.cookie, ...elsewhere })).answer).toBe(403);
  await using friends = await startTestApp({
    environment: { ACCESS: 'closed', CORS_ORIGINS: elsewhere.origin },
  });
  const reader = (await headersOf(friends, { name: 'ada', role: 'reader' })).authorization;
  const { cookie: atFriends } = await browserOf(friends, reader);
  expect((await connect(friends, { cookie: atFriends, ...elsewhere })).answer).toBe(4401);
  const token = await connect(friends, { cookie: atFriends, ...elsewhere }, { authorization: reader });
  expect(token.answer).toContain('connection_ack');
  token.socket.close();
});

it('a session ends a while after its last use, and with its token, and signing in again takes its place', async () => {
  await using service = await startTestApp(closedMode);
  const { database } = service.app;
  const expires = new Date(Date.now() + 3_600_000);
  const brief = { name: 'brief', role: 'reader', voter: false, quota: null, expires } as const;
  const authorization = `Bearer ${await createToken(database, brief)}`;
  const browser = await browserOf(service, authorization);
  const again = await signIn(service, authorization, browser);
  expect(again.status).toBe(204);
  expect(await viewerOf(service, browser)).toBe(401);
  const second = { cookie: again.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', ...own };
  const { data } = await ask(service.url, '{ viewer { expiresAt } }', {}, second);
  expect(data).toEqual({ viewer: { expiresAt: expires.toISOString() } });

  const row = async () => (await database.db.select().from(sessions))[0];
  const age = (hours: number) =>
    database.db.update(sessions).set({
      lastUsed: sql`${sessions.lastUsed} - make_interval(hours => ${hours})`,
      expires: sql`${sessions.expires} - make_interval(hours => ${hours})`,
    });
  await age(2);
  const before = await row();
  expect(await viewerOf(service, second)).toMatchObject({ name: 'brief' });
  const after = await row();
  expect(after?.expires.getTime()).toBeGreaterThan((before?.expires.getTime() ?? 0) + 3_600_000);
  // The next use within the hour is not written down.
  expect(await viewerOf(service, second)).toMatchObject({ name: 'brief' });
  expect(await row()).toEqual(after);
  await age(sessionMs / 3_600_000);
  expect(await viewerOf(service, second)).toBe(401);
});

describe.each(databaseKinds.filter((kind) => kind === 'server'))('with several nodes on one %s', () => {
  it('a session is of all nodes and outlives them; its end closes what it has open, there and here, and nothing else', async () => {
    await using shared = await createServerDatabase();
    const node = async () =>
      startTestApp({
        ...closedMode,
        overrides: { database: await openDatabase(shared.url, { memory: true }) },
      });
    await using one = await node();
    await using other = await node();
    const { authorization } = await headersOf(one, { name: 'ada', role: 'publisher' });
    const [first, second] = [await browserOf(one, authorization), await browserOf(one, authorization)];
    const [gone, kept] = [await connect(other, first), await connect(other, second)];
    const lasting = await connect(one, first);
    const { db } = one.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    await storeArchive(other.app, 1, Buffer.alloc(64_000_000));
    const download = await fetch(`${other.url}/api/v2/modpacks/download/1`, { headers: first });
    expect(download.status).toBe(200);

    const { authorization: grace } = await headersOf(one, { name: 'grace', role: 'reader' });
    const viewer = await viewerOf(one, first);
    if (typeof viewer === 'number' || viewer.session === null) throw new Error('not signed in');
    expect(viewer.sessions).toHaveLength(2);
    expect(viewer.sessions.filter(({ isOwn }) => isOwn)).toMatchObject([
      { id: viewer.session, userAgent: 'Firefox' },
    ]);
    // Neither a token nor a browser of somebody else.
    for (const headers of [{ authorization: grace }, await browserOf(one, grace)])
      expect(await ask(one.url, end, { session: viewer.session }, headers)).toMatchObject({
        data: { deleteSession: { __typename: 'UserError' } },
      });
    expect((await ask(one.url, end, { session: viewer.session }, second)).data).toEqual({
      deleteSession: { __typename: 'Deleted' },
    });
    expect(await Promise.all([gone.closed, lasting.closed])).toEqual([4403, 4403]);
    await expect(download.arrayBuffer()).rejects.toThrow();
    for (const service of [one, other]) {
      expect(await viewerOf(service, first)).toBe(401);
      expect(await viewerOf(service, second)).toMatchObject({ name: 'ada' });
    }
    // The browser forgets it.
    const asked = await fetch(`${one.url}/api/v2/modpacks/all`, { headers: first });
    expect(asked.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^server-packs=; Path=\/; Max-Age=0;/),
    ]);

    // The operator sees all, and a revoked token takes its sessions along.
    const { authorization: operator } = await headersOf(one, { name: 'operator', role: 'operator' });
    const all = '{ administration { sessions { name } } }';
    const listed = async () => (await ask(one.url, all, {}, { authorization: operator })).data;
    expect(await listed()).toEqual({ administration: { sessions: [{ name: 'grace' }, { name: 'ada' }] } });
    await revokeToken(one.app.database, 'ada');
    expect(await kept.closed).toBe(4403);
    expect(await viewerOf(other, second)).toBe(401);
    expect(await listed()).toEqual({ administration: { sessions: [{ name: 'grace' }] } });
  });

  it('a session of an issuer has the role of its sign-in for its days, while the settings mean the same', async () => {
    await using issuer = await openIssuer();
    await using shared = await createServerDatabase();
    const node = async (oidc = issuer.settings) =>
      startTestApp({
        ...closedMode,
        values: { oidc },
        overrides: { database: await openDatabase(shared.url, { memory: true }) },
      });
    await using service = await node();
    const browser = await browserOf(service, `Bearer ${await issuer.sign({ roles: ['uploaders'] })}`);
    // Neither another key nor an issuer that is away concerns it, and links that it makes are good.
    await issuer.rotate('second');
    issuer.fail();
    await using restarted = await node();
    expect(await viewerOf(restarted, browser)).toMatchObject({ name: 'alice', role: 'PUBLISHER' });
    expect((await upload(restarted, 'lithium', browser)).status).toBe(200);
    const { data } = await ask(
      restarted.url,
      '{ modPack(by: { databaseId: 1 }) { downloadUrl } }',
      {},
      browser,
    );
    const { downloadUrl } = z.object({ modPack: z.object({ downloadUrl: z.url() }) }).parse(data).modPack;
    expect((await fetch(downloadUrl)).status).toBe(200);
    const { db } = restarted.app.database;
    const [row] = await db.select().from(sessions);
    expect(row).toMatchObject({ tokenId: null, subject: 'alice' });
    const left = (row?.expires.getTime() ?? 0) - Date.now();
    expect(left).toBeLessThanOrEqual(issuerSessionMs);
    // Use does not put its end off.
    await db.update(sessions).set({ lastUsed: sql`${sessions.lastUsed} - interval '2 hours'` });
    expect(await viewerOf(restarted, browser)).toMatchObject({ name: 'alice' });
    expect((await db.select().from(sessions).where(eq(sessions.subject, 'alice')))[0]?.expires).toEqual(
      row?.expires,
    );
    await using renamed = await node({ ...issuer.settings, audience: 'another' });
    expect(await viewerOf(renamed, browser)).toBe(401);
  });
});
