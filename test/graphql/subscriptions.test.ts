import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from 'graphql-ws';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { events } from '../../drizzle/schema.ts';
import type { Queries } from '../../src/database/database.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKinds } from '../support/database.ts';
import { globalId } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const payload = z.object({ data: z.object({ events: z.object({ databaseId: z.number() }) }) });

interface Subscription extends AsyncDisposable {
  results: AsyncIterator<unknown>;
}

/** The two ways to subscribe; every test below runs over both. */
const transports = {
  WebSocket(url: string, query: string): Subscription {
    const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    const results = client.iterate({ query });
    return { results, [Symbol.asyncDispose]: async () => client.dispose() };
  },
  'server-sent events'(url: string, query: string): Subscription {
    const gone = new AbortController();
    return {
      results: readStream(url, query, gone.signal),
      [Symbol.asyncDispose]: async () => gone.abort(),
    };
  },
};

async function* readStream(
  url: string,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<unknown, undefined> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal,
  });
  if (!response.body) throw new Error('There is no stream.');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = text.slice(0, end);
      text = text.slice(end + 2);
      if (message.startsWith('event: complete')) return;
      const data = /^data: (.+)$/m.exec(message)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}

async function take(subscription: Subscription): Promise<unknown> {
  const { done, value } = await subscription.results.next();
  return done ? null : value;
}

async function takeId(subscription: Subscription): Promise<number> {
  return payload.parse(await take(subscription)).data.events.databaseId;
}

async function record(db: Queries, modPackId = 1): Promise<void> {
  const run = { modPackId, runConfigurationId: modPackId };
  await db.insert(events).values({ ...run, status: 'CHECKING', message: 'Checking ModPack for errors.' });
}

const each = databaseKinds.flatMap((database) =>
  (['WebSocket', 'server-sent events'] as const).map((transport) => [transport, database] as const),
);

describe.each(each)('a subscription over %s on the %s database', (transport, database) => {
  it('sees every event once and in order, while writers race and subscribers come and go', async () => {
    await using service = await startTestApp({ database });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    const writers = 4;
    const writes = 30;
    const total = 6 + writers * writes;
    const follow = async (patience: number) => {
      const seen: number[] = [];
      while (seen.length < total) {
        const after = seen.length === 0 ? globalId('Event', 0) : globalId('Event', seen.at(-1) ?? 0);
        const query = `subscription { events(after: "${after}") { databaseId modPack { name status } } }`;
        await using subscription = transports[transport](service.url, query);
        for (let taken = 0; taken < patience && seen.length < total; taken += 1) {
          seen.push(await takeId(subscription));
        }
      }
      return seen;
    };
    const followers = [7, 25, 1_000, 1_000].map(follow);
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let write = 0; write < writes; write += 1) await record(db, (writer % 3) + 1);
      }),
    );
    const stored = (await db.select({ id: events.id }).from(events).orderBy(events.id)).map(({ id }) => id);
    expect(stored).toHaveLength(total);
    for (const seen of await Promise.all(followers)) expect(seen).toEqual(stored);
  });

  it('answers what is true now, not what was true at its beginning', async () => {
    await using service = await startTestApp({ database });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    const query = `subscription { modPack(id: "${globalId('ModPack', 1)}") { status events { totalCount } } }`;
    await using subscription = transports[transport](service.url, query);
    expect(await take(subscription)).toEqual({
      data: { modPack: { status: 'GENERATED', events: { totalCount: 2 } } },
    });
    await record(db);
    // A node may still be reading older events when somebody subscribes; then those are answered first.
    const seen: unknown[] = [];
    while (!JSON.stringify(seen.at(-1) ?? null).includes('"totalCount":3'))
      seen.push(await take(subscription));
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  it('can be narrowed to states and to a modpack', async () => {
    await using service = await startTestApp({ database });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    const query = `subscription { events(after: "${globalId('Event', 0)}", filter: { status: [CHECKING, GENERATED], modPack: "${globalId('ModPack', 2)}" }) { databaseId } }`;
    await using subscription = transports[transport](service.url, query);
    expect(await takeId(subscription)).toBe(4);
    await record(db, 1);
    await record(db, 2);
    expect(await takeId(subscription)).toBe(8);
  });

  it('is refused with a code when it names no object', async () => {
    await using service = await startTestApp({ database });
    const none = `subscription { modPack(id: "${globalId('ModPack', 9)}") { name } }`;
    await using unknown = transports[transport](service.url, none);
    expect(await take(unknown)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('ends in good order when the service stops', async () => {
    const service = await startTestApp({ database });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
    const query = `subscription { events(after: "${globalId('Event', 1)}") { databaseId } }`;
    await using subscription = transports[transport](service.url, query);
    expect(await takeId(subscription)).toBe(2);
    const waiting = take(subscription).catch(() => null);
    await service[Symbol.asyncDispose]();
    expect(await waiting).toBeNull();
  });
});

describe('a stream of server-sent events', () => {
  it('is refused when so many are open, until one of them ends', async () => {
    await using service = await startTestApp({ environment: { MAX_STREAMS: '1' } });
    const gone = new AbortController();
    const ask = (signal?: AbortSignal) =>
      fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: 'subscription { events { id } }' }),
        ...(signal ? { signal } : {}),
      });
    expect((await ask(gone.signal)).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('1 live streams are open');
    gone.abort();
    await vi.waitFor(async () => {
      const again = await ask();
      await again.body?.cancel();
      expect(again.status).toBe(200);
    });
  });
});

describe('a WebSocket', () => {
  async function open(url: string): Promise<WebSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    return socket;
  }
  const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));
  const next = async (socket: WebSocket): Promise<unknown> => {
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  const closed = async (socket: WebSocket): Promise<[number, string]> => {
    const [code, reason] = await once(socket, 'close');
    return [Number(code), String(reason)];
  };

  it('answers a ping with a pong', async () => {
    await using service = await startTestApp();
    const socket = await open(service.url);
    send(socket, { type: 'connection_init' });
    expect(await next(socket)).toEqual({ type: 'connection_ack' });
    send(socket, { type: 'ping', payload: { at: 1 } });
    expect(await next(socket)).toEqual({ type: 'pong', payload: { at: 1 } });
    socket.close();
  });

  it('is closed with the code of the protocol for every fault', async () => {
    await using service = await startTestApp();
    const init = { type: 'connection_init' };
    const fault = async (...messages: (object | string)[]) => {
      const socket = await open(service.url);
      const end = closed(socket);
      for (const message of messages) {
        socket.send(typeof message === 'string' ? message : JSON.stringify(message));
        if (message === init) await Promise.race([once(socket, 'message'), end]);
      }
      return (await end)[0];
    };
    const subscribe = { id: '1', type: 'subscribe', payload: { query: 'subscription { events { id } }' } };
    expect(await fault('no JSON')).toBe(4400);
    expect(await fault(subscribe)).toBe(4401);
    expect(await fault(init, init)).toBe(4429);
    expect(await fault(init, subscribe, subscribe)).toBe(4409);
    expect(await fault(init, { type: 'unknown' })).toBe(4400);
    const wrongProtocol = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-ws');
    expect(String((await once(wrongProtocol, 'error'))[0])).toContain('no subprotocol');
  });

  it('holds operations to the same limits as a request', async () => {
    await using service = await startTestApp({
      environment: { MAX_ROOT_FIELDS: '1', MAX_QUERY_COST: '100' },
    });
    const socket = await open(service.url);
    send(socket, { type: 'connection_init' });
    await next(socket);
    const ask = (id: string, query: string) => send(socket, { id, type: 'subscribe', payload: { query } });
    ask('1', '{ modloaders gameVersions }');
    expect(await next(socket)).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }],
    });
    ask('2', '{ modPacks(first: 100) { nodes { id name } } }');
    expect(await next(socket)).toMatchObject({
      payload: { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] },
    });
    socket.close();
  });

  it('stays open when an operation cannot be parsed, and tells what is wrong', async () => {
    await using service = await startTestApp();
    const socket = await open(service.url);
    send(socket, { type: 'connection_init' });
    await next(socket);
    send(socket, { id: '1', type: 'subscribe', payload: { query: '{ modloaders' } });
    expect(await next(socket)).toMatchObject({
      type: 'error',
      payload: [{ message: expect.stringContaining('Syntax') }],
    });
    send(socket, { id: '2', type: 'subscribe', payload: { query: '{ modloaders }' } });
    expect(await next(socket)).toMatchObject({ type: 'next', id: '2' });
    socket.close();
  });

  it('is closed when it has had no operation for too long, and not while it has one', async () => {
    await using service = await startTestApp({ environment: { SOCKET_IDLE_MS: '300' } });
    const busy = await open(service.url);
    send(busy, { type: 'connection_init' });
    await next(busy);
    send(busy, { id: '1', type: 'subscribe', payload: { query: 'subscription { events { id } }' } });
    const idle = await open(service.url);
    const end = closed(idle);
    send(idle, { type: 'connection_init' });
    expect(await end).toEqual([1000, 'No operation for 300 ms']);
    send(busy, { type: 'ping' });
    expect(await next(busy)).toEqual({ type: 'pong' });
    const ended = closed(busy);
    send(busy, { id: '1', type: 'complete' });
    expect((await ended)[0]).toBe(1000);
  });

  it('may have so many operations under way and no more', async () => {
    await using service = await startTestApp({ environment: { MAX_SOCKET_OPERATIONS: '1' } });
    const socket = await open(service.url);
    send(socket, { type: 'connection_init' });
    await next(socket);
    send(socket, { id: '1', type: 'subscribe', payload: { query: 'subscription { events { id } }' } });
    send(socket, { id: '2', type: 'subscribe', payload: { query: 'subscription { events { id } }' } });
    expect(await next(socket)).toMatchObject({
      id: '2',
      type: 'error',
      payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }],
    });
    socket.close();
  });

  it('is refused when so many are open, and at any other address', async () => {
    await using service = await startTestApp({ environment: { MAX_SOCKETS: '1' } });
    const first = await open(service.url);
    const status = async (address: string) => {
      const refused = new WebSocket(address, 'graphql-transport-ws');
      const [error] = await once(refused, 'error');
      return String(error);
    };
    const address = service.url.replace('http', 'ws');
    expect(await status(`${address}/graphql`)).toContain('503');
    expect(await status(`${address}/elsewhere`)).toContain('404');
    first.close();
    await once(first, 'close');
    const second = await open(service.url);
    second.close();
  });

  it('asked for at an address that is none does not end the service', async () => {
    await using service = await startTestApp();
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET // HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('404');
    expect((await fetch(`${service.url}/graphql?query={modloaders}`)).status).toBe(200);
  });
});
