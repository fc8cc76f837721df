import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { modPacks, tokens } from '../../drizzle/schema.ts';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import { openDatabase } from '../../src/database/open.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import { ask, globalId } from '../graphql/client.ts';
import { insertFinishedRuns, storeArchive } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { openIssuer } from '../support/issuer.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { headersOf, runConfiguration, ticketOf, upload, uploadForm } from './callers.ts';

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

it('a socket that does not introduce itself is closed after its time', async () => {
  await using service = await startTestApp({ values: { socketInitMs: 100 } });
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const [code] = await once(socket, 'close');
  expect(code).toBe(4408);
});

/** A socket that has been opened, or the status with which it is refused. */
async function handshake({ url }: TestApp, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  socket.on('error', () => {});
  const refused = once(socket, 'unexpected-response').then(([, { statusCode, headers: answered }]) => {
    socket.terminate();
    return [statusCode, Number(answered['retry-after']) > 0];
  });
  return Promise.race([once(socket, 'open').then(() => socket), refused]);
}

it('a handshake counts as a request, and is refused before the upgrade, where requests were too many already too', async () => {
  await using service = await startTestApp({
    environment: { RATE_LIMIT: 'on', RATE_LIMIT_READS_PER_MINUTE: '2' },
  });
  const first = await handshake(service);
  expect(first).toBeInstanceOf(WebSocket);
  expect((await fetch(`${service.url}/version`)).status).toBe(200);
  expect((await fetch(`${service.url}/version`)).status).toBe(429);
  expect(await handshake(service)).toEqual([429, true]);
  // A token is counted by itself.
  const other = await handshake(service, await headersOf(service, { name: 'other', role: 'reader' }));
  for (const socket of [first, other]) if (socket instanceof WebSocket) socket.terminate();
  expect(other).toBeInstanceOf(WebSocket);
});

it('in closed mode, sockets that do not say who they are give way to those who come with a token', async () => {
  const few = { caller: 3, all: 20 };
  await using service = await startTestApp({
    environment: { ACCESS: 'closed' },
    values: { sharedLimits: sharedLimits({ sockets: few, introductions: few }) },
  });
  const headers = await headersOf(service, { name: 'reader', role: 'reader' });
  const silent = [await handshake(service), await handshake(service)];
  const [oldest] = silent;
  const cut = oldest instanceof WebSocket ? once(oldest, 'close') : Promise.reject(new Error('refused'));
  const known = await connect(service, headers);
  expect(known.answer).toEqual(acknowledged);
  await cut;
  const others = [await connect(service, {}, headers), await connect(service, {}, headers)];
  expect(others.map(({ answer }) => answer)).toEqual([acknowledged, acknowledged]);
  expect(await handshake(service, headers)).toEqual([429, true]);
  // Its caller has as many as it may have already: that is told once it is known.
  expect((await connect(service, headers)).answer).toBe(1013);
  const { sockets, introductions } = service.app.access.slots;
  expect([sockets.taken(), introductions.taken()]).toEqual([
    { all: 3, anonymous: 0 },
    { all: 1, anonymous: 1 },
  ]);
  for (const { socket } of [known, ...others]) socket.close();
  for (const socket of silent) if (socket instanceof WebSocket) socket.terminate();
  await expect.poll(() => [sockets.taken().all, introductions.taken().all]).toEqual([0, 0]);
});

it.each([
  ['its handshake', 1],
  ['its introduction', 2],
])('a socket that closes while the token of %s is looked up leaves nothing behind', async (_when, nth) => {
  await using service = await startTestApp();
  const { access } = service.app;
  const headers = await headersOf(service, { name: 'brief', role: 'reader' });
  const authenticate = access.authenticate.bind(access);
  const clientAddress = access.clientAddress.bind(access);
  const closed = Promise.withResolvers<void>();
  vi.spyOn(access, 'clientAddress').mockImplementation((request) => {
    request.socket.once('close', () => closed.resolve());
    return clientAddress(request);
  });
  const holding = vi.spyOn(access.connections, 'hold');
  const lookedUp = Promise.withResolvers<void>();
  let lookUps = 0;
  vi.spyOn(access, 'authenticate').mockImplementation(async (...given) => {
    lookUps += 1;
    const viewer = await authenticate(...given);
    if (lookUps !== nth) return viewer;
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.terminate();
    await gone;
    // Of a connection that nobody reads yet, this end hears once it is read.
    if (nth === 2) await closed.promise;
    lookedUp.resolve();
    return viewer;
  });
  const { url } = service;
  const address = `${url.replace('http', 'ws')}/graphql`;
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers });
  socket.on('error', () => {});
  socket.on('open', () => socket.send('{"type":"connection_init"}'));
  await lookedUp.promise;
  // Whatever is taken for it has been by the time when the next one is there.
  const next = await connect(service, {}, headers);
  expect(holding).toHaveBeenCalledOnce();
  await expect.poll(() => access.slots.sockets.taken()).toEqual({ all: 1, anonymous: 0 });
  expect(access.slots.introductions.taken()).toEqual({ all: 0, anonymous: 0 });
  next.socket.close();
  vi.restoreAllMocks();
});

describe('revoking a token', () => {
  it('ends its open server-sent events at once', async () => {
    await using service = await startTestApp(closedMode);
    const headers = await headersOf(service, { name: 'gone', role: 'reader' });
    const query = new URLSearchParams({ query: 'subscription { events { id } }' });
    const response = await fetch(`${service.url}/graphql?${query}`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
    // Heard from now on: it may end before the answer to the revocation is here.
    const ended = expect(response.text()).rejects.toThrow();
    await revokeToken(service.app.database, 'gone');
    await ended;
  });
});

/** A client of sockets that does as it likes: it answers neither pings nor closings unless told to. */
async function connectByHand({ url }: TestApp, headers: Record<string, string>) {
  const { hostname, port } = new URL(url);
  const connection = connectTo(Number(port), hostname);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  connection.on('error', () => {});
  const lines = Object.entries({
    Host: 'localhost',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Protocol': 'graphql-transport-ws',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`GET /graphql HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(connection, 'data');
  return {
    connection,
    closed,
    send: (message: object) => connection.write(textFrame(JSON.stringify(message))),
  };
}

/** A message as a client frames it, under a mask that changes nothing. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(14);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | 127, 1);
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

const closeFrame = 0x88;

/** Has tokens run out a moment after their connections are open, whatever the machine has to do until then. */
function letRunOut({ app: { access } }: TestApp): void {
  const hold = access.connections.hold.bind(access.connections);
  vi.spyOn(access.connections, 'hold').mockImplementation((holder, end) =>
    hold({ ...holder, expires: new Date(Date.now() + 50) }, end),
  );
}

it.each([
  ['is revoked', ({ app }: TestApp) => revokeToken(app.database, 'gone'), () => {}],
  ['runs out', () => undefined, letRunOut],
])(
  'an operator whose token %s deletes nothing more, however long its socket ignores that it is closed',
  async (_how, end, prepare) => {
    await using service = await startTestApp({
      ...closedMode,
      environment: { ACCESS: 'closed' },
      values: { socketCloseMs: 500 },
    });
    const headers = await headersOf(service, { name: 'gone', role: 'operator' });
    await upload(service, 'a', headers);
    // While it is worked on, nobody could delete it.
    await eventsUntilEnd(service.app, 1);
    const id = globalId('ModPack', 1);
    const socket = await connectByHand(service, headers);
    const shownOut = new Promise<void>((resolve) =>
      socket.connection.on('data', (bytes: Buffer) => {
        // It may come in one piece with what was said before.
        if (bytes.includes(Buffer.from([closeFrame]))) resolve();
      }),
    );
    prepare(service);
    const welcomed = once(socket.connection, 'data');
    socket.send({ type: 'connection_init' });
    await welcomed;
    await end(service);
    await shownOut;
    const query = `mutation { deleteModPack(input: { modPack: "${id}" }) { __typename } }`;
    socket.send({ id: '1', type: 'subscribe', payload: { query } });
    await socket.closed;
    expect(await service.app.database.db.select({ id: modPacks.id }).from(modPacks)).toEqual([{ id: 1 }]);
  },
);

describe('a socket that asks for answers without reading them', () => {
  const ping = { type: 'ping', payload: { filler: 'x'.repeat(500_000) } };

  it('is not listened to any more, and cut off in the end', async () => {
    await using service = await startTestApp({
      environment: { 'config.socketPingMs': '1000' },
      values: { socketUnsentBytes: 65_536 },
    });
    const { connection, closed } = await connectByHand(service, {});
    connection.pause();
    let taken = 0;
    const frame = textFrame(JSON.stringify(ping));
    for (let sent = 0; sent < 200; sent += 1) {
      connection.write(frame, (error) => {
        if (!error) taken += frame.length;
      });
    }
    await closed;
    // What the system holds between the two is a few MB each way.
    expect(taken).toBeLessThan(50_000_000);
  });

  it('is listened to as long as what waits for it is less than is set', async () => {
    await using service = await startTestApp({
      environment: { 'config.socketPingMs': '3600000' },
      values: { socketUnsentBytes: 1_000_000_000 },
    });
    const { connection } = await connectByHand(service, {});
    connection.pause();
    const frame = textFrame(JSON.stringify(ping));
    const taken = Array.from(
      { length: 60 },
      () => new Promise<void>((resolve) => connection.write(frame, () => resolve())),
    );
    await Promise.all(taken);
    connection.destroy();
  });

  it('is answered whole once it reads', async () => {
    // It answers no pings of the service, and is not to be cut off for that.
    await using service = await startTestApp({ environment: { 'config.socketPingMs': '3600000' } });
    const { connection, closed, send } = await connectByHand(service, {});
    send({ type: 'connection_init' });
    await once(connection, 'data');
    connection.pause();
    for (let sent = 0; sent < 60; sent += 1) send(ping);
    let bytes = 0;
    connection.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > 60 * 500_000) connection.destroy();
    });
    connection.resume();
    await closed;
    expect(bytes).toBeGreaterThan(60 * 500_000);
  });

  it.each([
    ['messages', (socket: WebSocket) => socket.send('{"type":"ping"}')],
    ['pings', (socket: WebSocket) => socket.ping()],
    ['pongs that nobody asked for', (socket: WebSocket) => socket.pong()],
  ])('is closed when it sends more %s within a minute than are taken', async (_kind, send) => {
    await using service = await startTestApp({ values: { maxSocketMessages: 10 } });
    const { socket, closed } = await connect(service, {});
    for (let sent = 0; sent < 11; sent += 1) send(socket);
    expect(await closed).toBe(1008);
  });
});

/** A form with a file that does not come to its end, and what the service does about it. */
function uploadWithoutEnd(service: TestApp, path: string, headers: Record<string, string> = {}) {
  const receiving = vi.spyOn(service.app.storage, 'receive');
  const start =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK and then nothing more';
  const answer = fetch(new URL(path, service.url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(start)) }),
    duplex: 'half',
  });
  const begun = Promise.resolve(expect.poll(() => receiving.mock.calls).toHaveLength(1));
  return { answer, begun };
}

/** How many bytes come to the end; a number, since a failing test would print them all. */
async function bytesOf({ body }: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of body ?? []) bytes += chunk.length;
  return bytes;
}

describe('a token that is revoked in the middle of a transfer', () => {
  it('ends an upload, whether it was sent with the token or with a ticket that was made with it', async () => {
    await using service = await startTestApp(closedMode);
    const headers = await headersOf(service, { name: 'gone', role: 'publisher' });
    const { url } = await ticketOf(service, headers);
    const byToken = uploadWithoutEnd(service, '/api/v2/modpacks/upload', headers);
    await byToken.begun;
    vi.restoreAllMocks();
    const byTicket = uploadWithoutEnd(service, url);
    await byTicket.begun;
    const ends = [byToken.answer, byTicket.answer].map((answer) => expect(answer).rejects.toThrow());
    await revokeToken(service.app.database, 'gone');
    await Promise.all(ends);
    vi.restoreAllMocks();
  });

  it('ends a download, whether it was asked for with the token or by a link that was made with it', async () => {
    await using service = await startTestApp(closedMode);
    const headers = await headersOf(service, { name: 'gone', role: 'publisher' });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
    await storeArchive(service.app, 1, Buffer.alloc(64_000_000));
    const { data } = await ask(
      service.url,
      '{ modPack(by: { databaseId: 1 }) { downloadUrl } }',
      {},
      headers,
    );
    const { downloadUrl } = z.object({ modPack: z.object({ downloadUrl: z.string() }) }).parse(data).modPack;
    const downloads = [
      await fetch(`${service.url}/api/v2/modpacks/download/1`, { headers }),
      await fetch(downloadUrl),
    ];
    expect(downloads.map(({ status }) => status)).toEqual([200, 200]);
    await revokeToken(service.app.database, 'gone');
    for (const download of downloads) await expect(bytesOf(download)).rejects.toThrow();
  });

  it('keeps what had arrived whole from being stored', async () => {
    await using service = await startTestApp(closedMode);
    const headers = await headersOf(service, { name: 'gone', role: 'publisher' });
    const { storage, database } = service.app;
    const publish = storage.publish.bind(storage);
    vi.spyOn(storage, 'publish').mockImplementation(async (file) => {
      await database.db.update(tokens).set({ revoked: new Date() });
      return publish(file);
    });
    const answer = await upload(service, 'lithium', headers);
    vi.restoreAllMocks();
    expect(answer.status).toBe(401);
    expect(await database.db.select({ id: modPacks.id }).from(modPacks)).toEqual([]);
  });
});

it('a token that runs out in the middle of an upload is answered, be it of an issuer, of our own or of a ticket', async () => {
  await using issuer = await openIssuer();
  await using service = await startTestApp({ ...closedMode, values: { oidc: issuer.settings } });
  const { access } = service.app;
  const own = await createToken(service.app.database, {
    ...{ name: 'brief', role: 'publisher', voter: false, quota: null },
    expires: new Date(Date.now() + 3_600_000),
  });
  const jwt = await issuer.sign({ roles: ['uploaders'] });
  const headers = (token: string) => ({ authorization: `Bearer ${token}` });
  const createTicket = `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) {
    ... on UploadTicketCreated { url }
  } }`;
  const { data } = await ask(service.url, createTicket, {}, headers(own));
  const { url } = z
    .object({ createUploadTicket: z.object({ url: z.string() }) })
    .parse(data).createUploadTicket;
  const rest = '/api/v2/modpacks/upload';
  for (const [name, address, sent] of [
    ['issuer', rest, headers(jwt)],
    ['own', rest, headers(own)],
    ['ticket', new URL(url).pathname, {}],
  ] as const) {
    const hold = access.connections.hold.bind(access.connections);
    const over = Promise.withResolvers<void>();
    const holding = vi.spyOn(access.connections, 'hold').mockImplementation((holder, end) => {
      if (holder.expires === null) return hold(holder, end);
      const soon = { ...holder, expires: new Date(Date.now() + 50) };
      return hold(soon, () => {
        end();
        over.resolve();
      });
    });
    const form = new Response(uploadForm(name));
    const whole = await form.bytes();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(whole.subarray(0, 100));
        await over.promise;
        controller.enqueue(whole.subarray(100));
        controller.close();
      },
    });
    const type = { 'content-type': form.headers.get('content-type') ?? '' };
    const answer = await fetch(`${service.url}${address}`, {
      ...{ method: 'POST', headers: { ...sent, ...type }, body, duplex: 'half' },
    });
    expect([name, answer.status]).toEqual([name, 200]);
    holding.mockRestore();
  }
  // One that has run out before is refused before anything is read.
  const late = headers(await issuer.sign({ roles: ['uploaders'] }, { ends: '-1h' }));
  const refused = await fetch(service.url + rest, {
    method: 'POST',
    headers: late,
    body: uploadForm('late'),
  });
  expect(refused.status).toBe(401);
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
