import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { revokeToken } from '../../src/access/tokens.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { headersOf } from './callers.ts';

/** A socket that has sent connection_init, with what the service answers to it: a message, or its closing. */
async function connect({ url }: TestApp, payload: object, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  const first = once(socket, 'message').then(([data]) => String(data));
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  const answer = await Promise.race([first, closed]);
  return { socket, closed, answer };
}

const acknowledged = expect.stringContaining('connection_ack');
const closedMode = { environment: { ACCESS: 'closed' } };

it('a socket is refused without a token, with a wrong one, and taken with a right one in either place', async () => {
  await using service = await startTestApp(closedMode);
  const { authorization } = await headersOf(service, { name: 'reader', role: 'reader' });
  expect((await connect(service, {})).answer).toBe(4401);
  expect((await connect(service, { authorization: 'Bearer sps_1_wrong' })).answer).toBe(4401);
  expect((await connect(service, { authorization: [] })).answer).toBe(4401);
  for (const { answer, socket } of [
    await connect(service, { authorization }),
    await connect(service, {}, { authorization }),
  ]) {
    expect(answer).toEqual(acknowledged);
    socket.close();
  }
});

describe.each(databaseKinds)('revoking a token on the %s database', (database) => {
  it('closes its open sockets at once, and those of nobody else', async () => {
    await using service = await startTestApp({ ...closedMode, database });
    const { authorization } = await headersOf(service, { name: 'gone', role: 'reader' });
    const kept = await headersOf(service, { name: 'kept', role: 'reader' });
    const going = await connect(service, { authorization });
    const staying = await connect(service, kept);
    await revokeToken(service.app.database, 'gone');
    expect(await going.closed).toBe(4403);
    const pong = once(staying.socket, 'message');
    staying.socket.send(JSON.stringify({ type: 'ping' }));
    expect(String((await pong)[0])).toContain('pong');
    staying.socket.close();
  });

  it('ends its open server-sent events at once', async () => {
    await using service = await startTestApp({ ...closedMode, database });
    const headers = await headersOf(service, { name: 'gone', role: 'reader' });
    const query = new URLSearchParams({ query: 'subscription { events { id } }' });
    const response = await fetch(`${service.url}/graphql?${query}`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
    const ended = response.text();
    await revokeToken(service.app.database, 'gone');
    await expect(ended).rejects.toThrow();
  });
});

describe.each(databaseKinds.filter((kind) => kind === 'server'))('with two nodes on one %s', () => {
  it('a token revoked at one node ends its sockets at the other', async () => {
    await using shared = await createServerDatabase();
    const node = async () =>
      startTestApp({
        ...closedMode,
        overrides: { database: await openDatabase(shared.url, { memory: true }) },
      });
    await using one = await node();
    await using other = await node();
    const headers = await headersOf(one, { name: 'gone', role: 'reader' });
    const { closed } = await connect(other, headers);
    await revokeToken(one.app.database, 'gone');
    expect(await closed).toBe(4403);
    expect((await fetch(`${other.url}/api/v2/modpacks/all`, { headers })).status).toBe(401);
  });
});

it('a socket is closed when its token runs out', async () => {
  await using service = await startTestApp(closedMode);
  const expires = new Date(Date.now() + 1_500);
  const { authorization } = await headersOf(service, { name: 'brief', role: 'reader', expires });
  const { answer, closed } = await connect(service, { authorization });
  expect(answer).toEqual(acknowledged);
  expect(await closed).toBe(4403);
});

it('server-sent events are refused without a token', async () => {
  await using service = await startTestApp(closedMode);
  const query = new URLSearchParams({ query: 'subscription { events { id } }' });
  const response = await fetch(`${service.url}/graphql?${query}`, {
    headers: { accept: 'text/event-stream' },
  });
  expect(response.status).toBe(401);
});
