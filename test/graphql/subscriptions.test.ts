import { on, once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createClient } from 'graphql-ws';
import pino from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { events } from '../../drizzle/schema.ts';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import type { Queries } from '../../src/database/database.ts';
import { createSnapshots } from '../../src/database/snapshots.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { databaseKind, databaseKinds } from '../support/database.ts';
import { openKept } from '../support/kept-databases.ts';
import { globalId } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const payload = z.object({ data: z.object({ events: z.object({ databaseId: z.number() }) }) });

interface Subscription extends AsyncDisposable {
  results: AsyncIterator<unknown>;
}

/** The two ways to subscribe; every test of a subscription runs over both. */
const transports = {
  WebSocket(url: string, query: string, variables = {}, headers: Headers = {}): Subscription {
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: headers,
      retryAttempts: 0,
    });
    const results = client.iterate({ query, variables });
    return { results, [Symbol.asyncDispose]: async () => client.dispose() };
  },
  'server-sent events'(url: string, query: string, variables = {}, headers: Headers = {}): Subscription {
    const gone = new AbortController();
    return {
      results: readStream(url, { query, variables }, headers, gone.signal),
      [Symbol.asyncDispose]: async () => gone.abort(),
    };
  },
};

type Headers = Record<string, string>;

async function* readStream(
  url: string,
  operation: { query: string; variables: object },
  headers: Headers,
  signal: AbortSignal,
): AsyncGenerator<unknown, undefined> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(operation),
    signal,
  });
  if (!response.body) throw new Error('There is no stream.');
  yield* readMessages(response.body);
}

async function* readMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    const chunk = decoder.decode(bytes, { stream: true });
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

interface Stalled extends AsyncDisposable {
  /** Reads on; what comes until the subscription is over. */
  resume(): AsyncIterable<unknown>;
}

/** A subscriber that has seen its subscription begin and then reads nothing more until it is told to. */
async function openStalled(
  url: string,
  transport: keyof typeof transports,
  operation: object,
): Promise<Stalled> {
  if (transport === 'WebSocket') {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const messages = on(socket, 'message');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await messages.next();
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: operation }));
    const first = await messages.next();
    socket.pause();
    return {
      async *resume() {
        socket.resume();
        for (let next = first; !next.done; next = await messages.next()) {
          const { type, payload } = JSON.parse(String(next.value[0]));
          if (type === 'complete') return;
          yield type === 'error' ? { errors: payload } : payload;
          if (type === 'error') return;
        }
      },
      [Symbol.asyncDispose]: async () => socket.terminate(),
    };
  }
  const ask = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  ask.end(JSON.stringify(operation));
  const [response] = await once(ask, 'response');
  return {
    async *resume() {
      yield* readMessages(response);
    },
    [Symbol.asyncDispose]: async () => void ask.destroy(),
  };
}

async function take(subscription: Subscription): Promise<unknown> {
  const { done, value } = await subscription.results.next();
  return done ? null : value;
}

async function takeId(subscription: Subscription): Promise<number> {
  return payload.parse(await take(subscription)).data.events.databaseId;
}

/** Waits until everything asked of the service so far has come to rest: all its subscriptions wait for news. */
async function settled({ url }: TestApp): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await fetch(`${url}/graphql?query={gameVersions}`);
}

async function record(db: Queries, modPackId = 1): Promise<void> {
  const run = { modPackId, runConfigurationId: modPackId };
  await db.insert(events).values({ ...run, status: 'CHECKING', message: 'Checking ModPack for errors.' });
}

const both = ['WebSocket', 'server-sent events'] as const;
const each = [
  ...databaseKinds.map((database) => ['WebSocket', database] as const),
  ['server-sent events', databaseKind] as const,
];

describe.each(each)('a subscription over %s on the %s database', (transport, database) => {
  it('sees every event once and in order, while writers race and subscribers come and go', async () => {
    await using service = await startTestApp({ database });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    const writers = 4;
    const writes = 15;
    const total = 6 + writers * writes;
    const follow = async (patience: number) => {
      const seen: number[] = [];
      while (seen.length < total) {
        const after = globalId('PackEvent', seen.at(-1) ?? 0);
        const query =
          'subscription ($after: ID) { events(after: $after) { databaseId modPack { name status } } }';
        await using subscription = transports[transport](service.url, query, { after });
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
    const query = `subscription { modPack(by: { id: "${globalId('ModPack', 1)}" }) { status events { totalCount } } }`;
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
    const query = `subscription { events(after: "${globalId('PackEvent', 0)}", filter: { status: [CHECKING, GENERATED], modPack: { databaseId: 2 } }) { databaseId } }`;
    await using subscription = transports[transport](service.url, query);
    expect(await takeId(subscription)).toBe(4);
    await record(db, 1);
    await record(db, 2);
    expect(await takeId(subscription)).toBe(8);
  });
});

// Of these the database tells the same, whichever it is: what they are about lies between it and the client.
describe.each(both)('a subscription over %s', (transport) => {
  it('is refused with a code when it names no object', async () => {
    await using service = await startTestApp();
    const none = `subscription { modPack(by: { id: "${globalId('ModPack', 9)}" }) { name } }`;
    await using unknown = transports[transport](service.url, none);
    expect(await take(unknown)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('is cut off with a reason when its reader is too slow, and goes on from its last event', async () => {
    await using service = await startTestApp({ values: { subscriberQueue: 3 } });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    const query = 'subscription ($after: ID) { events(after: $after) { databaseId message } }';
    // Those who keep up need not be sent as much.
    const brief = 'subscription ($after: ID) { events(after: $after) { databaseId } }';
    const after = globalId('PackEvent', 1);
    await using quick = transports[transport](service.url, brief, { after });
    await using slow = await openStalled(service.url, transport, { query, variables: { after } });
    expect(await takeId(quick)).toBe(2);
    // Far more than the systems at both ends hold back for a reader.
    const run = { modPackId: 1, runConfigurationId: 1, status: 'CHECKING' as const };
    for (let id = 3; id <= 60; id += 1) {
      await db.insert(events).values({ ...run, message: 'x'.repeat(500_000) });
      expect(await takeId(quick)).toBe(id);
    }
    const seen: number[] = [];
    let end: unknown = null;
    for await (const message of slow.resume()) {
      const id = payload.safeParse(message).data?.data.events.databaseId;
      if (id === undefined) end = message;
      else seen.push(id);
    }
    expect(end).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('more than 3 events were waiting'),
          extensions: { code: 'UNAVAILABLE' },
        },
      ],
    });
    expect(seen.length).toBeLessThan(59);
    expect(seen).toEqual(seen.map((_id, index) => index + 2));
    const last = globalId('PackEvent', seen.at(-1) ?? 0);
    await using again = transports[transport](service.url, brief, { after: last });
    for (let id = seen.length + 2; id <= 60; id += 1) expect(await takeId(again)).toBe(id);
  });

  it('ends in good order when the service stops', async () => {
    const service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
    const query = `subscription { events(after: "${globalId('PackEvent', 1)}") { databaseId } }`;
    await using subscription = transports[transport](service.url, query);
    expect(await takeId(subscription)).toBe(2);
    const waiting = take(subscription).catch(() => null);
    await service[Symbol.asyncDispose]();
    expect(await waiting).toBeNull();
  });
});

describe('subscribers who ask the same', () => {
  const query = `subscription ($after: ID, $runs: Int!) {
    events(after: $after) { databaseId modPack { name downloadUrl runs(first: $runs) { totalCount nodes { id } } } }
  }`;

  it('are answered by one reading of the database for each event, on both transports together', async () => {
    let readings = 0;
    const database = await openKept((text) => {
      if (/^select .* from "mod_packs"/.test(text)) readings += 1;
    });
    await using service = await startTestApp({ overrides: { database } });
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 2 });
    await using subscriptions = new AsyncDisposableStack();
    const follow = (transport: keyof typeof transports, after: number, runs: number) =>
      subscriptions.use(
        transports[transport](service.url, query, { after: globalId('PackEvent', after), runs }),
      );
    // What they missed differs, and each is told it by itself; what is asked of an event does not.
    const alike = [1, 2, 3].flatMap((after) => [
      { after, follower: follow('WebSocket', after, 5) },
      { after, follower: follow('server-sent events', after, 5) },
    ]);
    const other = follow('WebSocket', 3, 1);
    for (const { after, follower } of alike) {
      for (let id = after + 1; id <= 4; id += 1) expect(await takeId(follower)).toBe(id);
    }
    expect(await takeId(other)).toBe(4);
    const next = [...alike.map(({ follower }) => follower), other].map(take);
    await settled(service);
    readings = 0;
    await record(db);
    const told = await Promise.all(next);
    const asked = readings;
    const event = (runs: number) => ({
      data: {
        events: {
          databaseId: 5,
          modPack: {
            runs: { totalCount: 2, nodes: Array(runs).fill({ id: expect.any(String) }) },
          },
        },
      },
    });
    expect(told).toMatchObject([...Array(6).fill(event(2)), event(1)]);
    expect(asked).toBe(2);
  });

  it('with other values for what a fragment asks are told what they asked for', async () => {
    await using service = await startTestApp();
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    const spread = `subscription ($after: ID, $named: Boolean!) { events(after: $after) { databaseId modPack { ...About } } }
      fragment About on ModPack { databaseId name @include(if: $named) }`;
    await using subscriptions = new AsyncDisposableStack();
    const followers = [true, false, true].map((named) =>
      subscriptions.use(
        transports.WebSocket(service.url, spread, { after: globalId('PackEvent', 1), named }),
      ),
    );
    for (const follower of followers) expect(await takeId(follower)).toBe(2);
    const next = followers.map(take);
    await settled(service);
    await record(db);
    const told = (modPack: object) => ({ data: { events: { databaseId: 3, modPack } } });
    const withName = told({ databaseId: 1, name: 'Pack 0.zip' });
    expect(await Promise.all(next)).toEqual([withName, told({ databaseId: 1 }), withName]);
  });

  it('with other rights are told what is theirs, and go on when a token of another is revoked', async () => {
    await using service = await startTestApp({ environment: { ACCESS: 'closed' } });
    const { database } = service.app;
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    const tokenOf = (name: string) =>
      createToken(database, { name, role: 'reader', voter: false, quota: null, expires: null });
    await using subscriptions = new AsyncDisposableStack();
    const follow = (token: string) => {
      const variables = { after: globalId('PackEvent', 1), runs: 1 };
      const headers = { authorization: `Bearer ${token}` };
      return subscriptions.use(transports.WebSocket(service.url, query, variables, headers));
    };
    const [one, other] = [await tokenOf('one'), await tokenOf('other')];
    const followers = [follow(one), follow(one), follow(other)];
    for (const follower of followers) expect(await takeId(follower)).toBe(2);
    const next = followers.map(take);
    await settled(service);
    await record(database.db);
    const links = (await Promise.all(next)).map((answer) => /[?&]by=[^"]+/.exec(JSON.stringify(answer))?.[0]);
    expect(links).toEqual([expect.any(String), links[0], expect.any(String)]);
    expect(links[2]).not.toBe(links[0]);
    const [first, second, third] = followers.map(take);
    const ended = Promise.allSettled([first, second]);
    await revokeToken(database, 'one');
    const cut = { status: 'rejected', reason: { code: 4403 } };
    expect(await ended).toMatchObject([cut, cut]);
    await record(database.db);
    expect(await third).toMatchObject({ data: { events: { databaseId: 4 } } });
  });

  describe('over WebSocket', () => {
    const named = 'subscription ($after: ID) { events(after: $after) { databaseId modPack { name } } }';

    /** Subscribers who have all been told of event 2, and what each is told next. */
    async function subscribed(service: TestApp, queries: string[], open: AsyncDisposableStack) {
      await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
      const variables = { after: globalId('PackEvent', 1) };
      const followers = queries.map((asked) => open.use(transports.WebSocket(service.url, asked, variables)));
      for (const follower of followers) expect(await takeId(follower)).toBe(2);
      const next = followers.map(take);
      await settled(service);
      return next;
    }

    it('are sent an answer that is written as text once, and others the text of theirs', async () => {
      await using service = await startTestApp();
      await using open = new AsyncDisposableStack();
      const other = named.replace('name', 'databaseId');
      const next = await subscribed(service, [named, named, other, named], open);
      const written = vi.spyOn(JSON, 'stringify');
      await record(service.app.database.db);
      const told = await Promise.all(next);
      const answers = written.mock.calls.filter(
        ([value]) => z.object({ data: z.object({ events: z.object({}) }) }).safeParse(value).success,
      );
      written.mockRestore();
      const event = (modPack: object) => ({ data: { events: { databaseId: 3, modPack } } });
      const withName = event({ name: 'Pack 0.zip' });
      expect(told).toEqual([withName, withName, event({ databaseId: 1 }), withName]);
      expect(answers).toHaveLength(2);
    });

    it('are told of a fault of ours that there was one, which is logged once, and others are not', async () => {
      const lines: string[] = [];
      const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
      await using service = await startTestApp({ overrides: { log } });
      await using open = new AsyncDisposableStack();
      const withoutReading = 'subscription ($after: ID) { events(after: $after) { databaseId } }';
      const next = await subscribed(service, [named, named, withoutReading], open);
      const failing = createSnapshots(() => Promise.reject(new Error('secret at /etc/passwd')));
      const snapshots = vi.spyOn(service.app.database, 'snapshot').mockImplementation(failing);
      await record(service.app.database.db);
      const [one, two, other] = await Promise.all(next);
      snapshots.mockRestore();
      const fault = { message: 'Unexpected error.', extensions: { code: 'INTERNAL_ERROR' } };
      expect(one).toEqual({ data: null, errors: [fault] });
      expect(two).toEqual(one);
      expect(other).toEqual({ data: { events: { databaseId: 3 } } });
      expect(lines.filter((line) => line.includes('secret at /etc/passwd'))).toHaveLength(1);
    });

    it('are told nothing more once they have left, though their answer is being made', async () => {
      await using service = await startTestApp();
      const { db } = service.app.database;
      await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      const messages = on(socket, 'message');
      const next = async () => {
        const { value } = await messages.next();
        return JSON.parse(String(value?.[0]));
      };
      const send = (message: object) => socket.send(JSON.stringify(message));
      await once(socket, 'open');
      send({ type: 'connection_init' });
      await next();
      const variables = { after: globalId('PackEvent', 1) };
      for (const id of ['stays', 'leaves']) {
        send({ type: 'subscribe', id, payload: { query: named, variables } });
        expect(await next()).toMatchObject({ type: 'next', id });
      }
      await settled(service);
      const [asked, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = createSnapshots(async () => {
        asked.resolve();
        await made.promise;
        return { sqlClient: db.sqlClient, end: async () => {} };
      });
      const snapshots = vi.spyOn(service.app.database, 'snapshot').mockImplementation(slow);
      await record(db);
      await asked.promise;
      send({ type: 'complete', id: 'leaves' });
      send({ type: 'ping' });
      expect(await next()).toEqual({ type: 'pong' });
      made.resolve();
      expect(await next()).toMatchObject({ type: 'next', id: 'stays' });
      snapshots.mockRestore();
      send({ type: 'ping' });
      expect(await next()).toEqual({ type: 'pong' });
      socket.terminate();
    });
  });
});

describe('a stream of server-sent events', () => {
  it('is refused when so many are open, until one of them ends', async () => {
    await using service = await startTestApp({
      values: { sharedLimits: sharedLimits({ streams: { caller: 250, all: 1 } }) },
    });
    const gone = new AbortController();
    const ask = (signal?: AbortSignal) =>
      fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: 'subscription { events { id } }' }),
        ...(signal ? { signal } : {}),
      });
    // Kept: an answer that is not read ends its stream when the garbage is collected.
    const first = await ask(gone.signal);
    expect(first.status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.text()).toContain('1 live streams are open');
    // What a client says that it takes changes nothing.
    const anything = await fetch(`${service.url}/graphql?query=subscription{events{id}}`, {
      headers: { accept: '*/*' },
    });
    expect(anything.status).toBe(503);
    gone.abort();
    await expect(first.text()).rejects.toThrow();
    const again = async () => {
      const { status, body } = await ask();
      await body?.cancel();
      return status;
    };
    await expect.poll(again).toBe(200);
  });
});

describe('a subscription over HTTP', () => {
  it('that cannot be sent as the client takes it is over at once', async () => {
    await using service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
    const opened = vi.spyOn(service.app.feed, 'subscribe');
    const refused = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: `subscription { events(after: "${globalId('PackEvent', 0)}") { id } }` }),
    });
    expect(refused.status).toBe(406);
    expect(await refused.json()).toMatchObject({ status: 406, code: 'NOT_ACCEPTABLE' });
    const [source] = opened.mock.results;
    if (source?.type !== 'return') throw new Error('Nothing was subscribed to.');
    expect(await source.value.next()).toEqual({ done: true, value: undefined });
  });
});

describe('a WebSocket', async () => {
  /** For what only one socket is told. */
  const service = await startTestApp();
  afterAll(() => service[Symbol.asyncDispose]());

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
  /** One that has introduced itself. */
  async function introduced({ url }: TestApp): Promise<WebSocket> {
    const socket = await open(url);
    send(socket, { type: 'connection_init' });
    expect(await next(socket)).toEqual({ type: 'connection_ack' });
    return socket;
  }
  const closed = async (socket: WebSocket): Promise<[number, string]> => {
    const [code, reason] = await once(socket, 'close');
    return [Number(code), String(reason)];
  };

  it('answers a ping with a pong', async () => {
    const socket = await introduced(service);
    send(socket, { type: 'ping', payload: { at: 1 } });
    expect(await next(socket)).toEqual({ type: 'pong', payload: { at: 1 } });
    socket.close();
  });

  it('is cut off when it does not answer pings, and kept when it does', async () => {
    await using service = await startTestApp({ environment: { 'config.socketPingMs': '2000' } });
    const kept = await open(service.url);
    const dead = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      autoPong: false,
    });
    await once(dead, 'open');
    for (const socket of [kept, dead]) send(socket, { type: 'connection_init' });
    expect((await closed(dead))[0]).toBe(1006);
    await once(kept, 'ping');
    send(kept, { type: 'ping' });
    expect(await next(kept)).toEqual({ type: 'pong' });
    kept.close();
  });

  it('is held to the limits of requests: by its messages, by each operation, and by their number', async () => {
    await using service = await startTestApp({
      environment: { 'config.maxBodyBytes': '2000', 'config.maxQueryCost': '100' },
      values: { maxRootFields: 1, maxSocketOperations: 1 },
    });
    const limited = await introduced(service);
    const ask = (id: string, query: string) => send(limited, { id, type: 'subscribe', payload: { query } });
    const tooComplex = [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }];
    ask('1', '{ modloaders gameVersions }');
    expect(await next(limited)).toMatchObject({ type: 'error', payload: tooComplex });
    ask('2', '{ modPacks(first: 100) { nodes { id name } } }');
    expect(await next(limited)).toMatchObject({ payload: { errors: tooComplex } });
    const other = await introduced(service);
    const events = { type: 'subscribe', payload: { query: 'subscription { events { id } }' } };
    for (const id of ['1', '2']) send(other, { id, ...events });
    const tooMany = [{ extensions: { code: 'TOO_MANY_REQUESTS' } }];
    expect(await next(other)).toMatchObject({ id: '2', type: 'error', payload: tooMany });
    for (const one of [limited, other]) one.close();
    const socket = await open(service.url);
    const end = closed(socket);
    send(socket, { type: 'connection_init', payload: { filler: 'x'.repeat(2000) } });
    expect((await end)[0]).toBe(1009);
  });

  it('is closed when a message comes in more fragments than are kept', async () => {
    const socket = await open(service.url);
    const end = closed(socket);
    socket.once('message', (answer) => socket.close(1000, String(answer)));
    for (let sent = 0; sent < 16_400; sent += 1) socket.send(' ', { fin: false });
    // It would be whole with this, and answered.
    socket.send('{"type":"ping"}');
    expect((await end)[0]).toBe(1008);
  });

  it('hides what went wrong inside, and stays open for further operations', async () => {
    const { limiter } = service.app.access;
    const socket = await introduced(service);
    const spend = vi.spyOn(limiter, 'spend').mockRejectedValueOnce(new Error('secret at /etc/passwd'));
    send(socket, { id: '1', type: 'subscribe', payload: { query: '{ modloaders }' } });
    expect(await next(socket)).toEqual({
      id: '1',
      type: 'error',
      payload: [{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_ERROR' } }],
    });
    spend.mockRestore();
    send(socket, { id: '2', type: 'subscribe', payload: { query: '{ modloaders }' } });
    expect(await next(socket)).toMatchObject({ id: '2', type: 'next' });
    socket.close();
  });

  it('that is gone in the middle of a message is no fault that anybody is told of', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const told = vi.spyOn(console, 'error');
    await using service = await startTestApp({ overrides: { log } });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    const socket = await introduced(service);
    const query = `subscription { events(after: "${globalId('PackEvent', 1)}") { message } }`;
    send(socket, { id: '1', type: 'subscribe', payload: { query } });
    await next(socket);
    socket.pause();
    const run = { modPackId: 1, runConfigurationId: 1, status: 'CHECKING' as const };
    for (let write = 0; write < 20; write += 1) {
      await db.insert(events).values({ ...run, message: 'x'.repeat(500_000) });
    }
    socket.terminate();
    await once(socket, 'close');
    const other = await introduced(service);
    await settled(service);
    expect(told).not.toHaveBeenCalled();
    expect(lines.filter((line) => !line.includes('ACCESS'))).toEqual([]);
    told.mockRestore();
    other.close();
  });

  it('is closed with the code of the protocol for every fault', async () => {
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
    const long = { ...subscribe, id: 'é'.repeat(1_000) };
    expect(await fault(init, long, long)).toBe(4409);
    expect(await fault(init, { ...subscribe, id: 'x'.repeat(1_001) })).toBe(4400);
    // What only servers say.
    expect(await fault(init, { id: '1', type: 'next', payload: {} })).toBe(4400);
    const wrongProtocol = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-ws');
    expect(String((await once(wrongProtocol, 'error'))[0])).toContain('no subprotocol');
  });

  it('is closed in words when a message is no JSON, or nests deeper than a request may', async () => {
    const end = async (...messages: string[]) => {
      const socket = await open(service.url);
      const end = closed(socket);
      for (const message of messages) socket.send(message);
      return end;
    };
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const ping = (depth: number) => `{"type":"ping","payload":{"a":${nested(depth)}}}`;
    const tooDeep = [4400, 'The message nests deeper than 64 levels; no more are accepted.'];
    expect(await end(ping(62), ping(63))).toEqual(tooDeep);
    const payload = `{"query":"{ modloaders }","variables":{"a":${nested(300_000)}}}`;
    expect(await end(`{"type":"subscribe","id":"1","payload":${payload}}`)).toEqual(tooDeep);
    expect(await end('{')).toEqual([4400, 'The message is not JSON.']);
    expect(await end('{"type":"next"}')).toEqual([4400, expect.stringContaining('graphql-transport-ws')]);
  });

  it('stays open when an operation cannot be parsed, and tells what is wrong', async () => {
    const socket = await introduced(service);
    send(socket, { id: '1', type: 'subscribe', payload: { query: '{ modloaders' } });
    expect(await next(socket)).toMatchObject({
      type: 'error',
      payload: [{ message: 'The document breaks off before it is complete.' }],
    });
    send(socket, { id: '2', type: 'subscribe', payload: { query: '{ modloaders }' } });
    expect(await next(socket)).toMatchObject({ type: 'next', id: '2' });
    socket.close();
  });

  it('is closed when it has had no operation for too long, and not while it has one', async () => {
    await using service = await startTestApp({ values: { socketIdleMs: 2_000 } });
    const busy = await introduced(service);
    send(busy, { id: '1', type: 'subscribe', payload: { query: 'subscription { events { id } }' } });
    const idle = await open(service.url);
    const end = closed(idle);
    send(idle, { type: 'connection_init' });
    expect(await end).toEqual([1000, 'No operation for 2000 ms']);
    send(busy, { type: 'ping' });
    expect(await next(busy)).toEqual({ type: 'pong' });
    const ended = closed(busy);
    send(busy, { id: '1', type: 'complete' });
    expect((await ended)[0]).toBe(1000);
  });

  it('is refused when so many are open, and at any other address', async () => {
    const sockets = { caller: 50, all: 1 };
    await using service = await startTestApp({
      values: { sharedLimits: sharedLimits({ sockets, introductions: sockets }) },
    });
    const first = await open(service.url);
    // Before that it would make way.
    send(first, { type: 'connection_init' });
    await next(first);
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
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET // HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('404');
    expect((await fetch(`${service.url}/graphql?query={modloaders}`)).status).toBe(200);
  });
});
