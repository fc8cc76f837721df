import { once } from 'node:events';
import { desc } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { modPacks, queuedRuns, resumableUploads, runConfigurations } from '../../drizzle/schema.ts';
import { findModPacks } from '../../src/core/packs/mod-packs.ts';
import type { PreviewWork } from '../../src/core/previews/previews.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import { ask, globalId } from '../graphql/client.ts';
import { insertFinishedRuns, storeArchive } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openFakePlatforms } from '../support/platforms.ts';
import { begin, send } from '../support/resumable.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { zipWith } from '../support/zip.ts';
import { generate, headersOf, packNamed, ticketOf, upload, uploadForm } from './callers.ts';

const MB = 1_000_000;

/** Small figures: of each thing there are few, of which callers without a token can have four fifths at most. */
const environment = { TRUSTED_PROXIES: 'loopback' };
const few = { caller: 2, all: 5 };
const sockets = { caller: 2, all: 20 };
const unfinished = { caller: 8 * MB, all: 20 * MB };
const values = {
  sharedLimits: sharedLimits({
    sockets,
    introductions: sockets,
    streams: few,
    downloads: few,
    imports: few,
    queue: { caller: 9, all: 10 },
    unfinished,
    parked: unfinished,
  }),
};

type Headers = Record<string, string>;

/** The headers of somebody without a token, of whom each number is another. */
const anonymous = (number: number): Headers => ({ 'x-forwarded-for': `192.0.2.${number}` });

/** A socket, or the status and the words with which its handshake is refused. */
async function open({ url }: TestApp, headers: Headers): Promise<WebSocket | string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  onTestFinished(() => socket.terminate());
  const opened = once(socket, 'open').then(() => socket);
  opened.catch(() => {});
  const refused = once(socket, 'unexpected-response').then(async ([, answer]) => {
    let words = '';
    for await (const piece of answer) words += String(piece);
    return `${answer.statusCode} ${answer.headers['retry-after']} ${words}`;
  });
  refused.catch(() => {});
  return Promise.race([opened, refused]);
}

/** Introduces a socket; answers the type of the first message, or the code with which it is closed. */
async function introduce(socket: WebSocket | string, payload: object = {}): Promise<unknown> {
  if (typeof socket === 'string') return socket;
  const answered = once(socket, 'message').then(([data]) => Object(JSON.parse(String(data))).type);
  const closed = once(socket, 'close').then(([code]) => code);
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  return Promise.race([answered, closed]);
}

const isGone = (socket: WebSocket | string) =>
  typeof socket === 'string' || socket.readyState === WebSocket.CLOSED
    ? Promise.resolve([])
    : once(socket, 'close');

/** Whose requests end with the test at the latest, however it ends. */
function leaving(): AbortController {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  return gone;
}

/** Opens a live stream of server-sent events. */
const stream = ({ url }: TestApp, headers: Headers, signal: AbortSignal) =>
  fetch(`${url}/graphql?query=subscription{events{id}}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal,
  });

const told = z.object({
  payload: z.object({
    data: z.object({
      events: z.object({
        status: z.string(),
        message: z.string(),
        modPack: z.object({ databaseId: z.int() }),
        serverPack: z.object({ databaseId: z.int() }).nullable(),
      }),
    }),
  }),
});

/**
 * What somebody with a token comes for, by a browser, which sends a token only once its socket is open: follows the events, uploads
 * a pack and gets its server pack.
 */
async function expectServed(service: TestApp, token: Headers, name: string): Promise<void> {
  const { url } = service;
  const headers = { ...token, 'x-forwarded-for': '198.51.100.1' };
  const socket = await open(service, { 'x-forwarded-for': '198.51.100.1' });
  expect(await introduce(socket, token)).toBe('connection_ack');
  if (typeof socket === 'string') return;
  const query = 'subscription { events { status message modPack { databaseId } serverPack { databaseId } } }';
  const built = Promise.withResolvers<number>();
  // Who waits for it may have failed before.
  built.promise.catch(() => {});
  socket.once('close', (code) => built.reject(new Error(`The publisher's socket was closed with ${code}.`)));
  let modPackId: number | undefined;
  const events: z.infer<typeof told>['payload']['data']['events'][] = [];
  const look = () => {
    const own = events.filter(({ modPack }) => modPack.databaseId === modPackId);
    const failed = own.find(({ status }) => status === 'ERROR');
    if (failed) built.reject(new Error(`The publisher's run ended in ERROR: ${failed.message}`));
    const last = own.find(({ message }) => message.startsWith('Syncing ServerPack'));
    if (last?.serverPack) built.resolve(last.serverPack.databaseId);
  };
  socket.on('message', (data) => {
    const { data: message } = told.safeParse(JSON.parse(String(data)));
    if (!message) return;
    events.push(message.payload.data.events);
    look();
  });
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const gone = leaving();
  expect((await stream(service, headers, gone.signal)).status).toBe(200);
  const answer = await upload(service, name, headers);
  expect(answer.status).toBe(200);
  modPackId = z.object({ modPackId: z.int() }).parse(await answer.json()).modPackId;
  look();
  const download = await fetch(`${url}/api/v2/serverpacks/download/${await built.promise}`, { headers });
  expect(download.status).toBe(200);
  expect((await download.arrayBuffer()).byteLength).toBeGreaterThan(0);
  gone.abort();
  socket.close();
  await isGone(socket);
}

/** How a request is refused: its status, when to come again, and why. Nothing is read where it was let in. */
async function refusalOf(answer: Response): Promise<[number, string | null, string]> {
  if (answer.ok) {
    await answer.body?.cancel();
    return [answer.status, null, 'It was let in.'];
  }
  return [answer.status, answer.headers.get('retry-after'), await answer.text()];
}

const forTokens = expect.stringContaining('kept for callers with a token');

describe('when callers without a token take all that they can', async () => {
  const platforms = await openFakePlatforms();
  const service = await startTestApp({
    environment: { ...platforms.environment, ...environment },
    values,
    overrides: { connect: platforms.host.connect },
  });
  const token = await headersOf(service, { name: 'publisher', role: 'publisher' });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  it('of the sockets, a publisher is served', async () => {
    const sockets: (WebSocket | string)[] = [];
    for (const number of [1, 1, 2, 2]) {
      const socket = await open(service, anonymous(number));
      expect(await introduce(socket)).toBe('connection_ack');
      sockets.push(socket);
    }
    const mostOfOne = await open(service, anonymous(1));
    expect(mostOfOne).toMatch(/^429 10 You have 2 sockets open.* Close one first\.$/);
    // Without a word of who it is, a socket has another place, which it loses when it says no more than that it has no token.
    const further = await open(service, anonymous(3));
    expect(await introduce(further)).toBe(1013);
    const silent = [await open(service, anonymous(4)), await open(service, anonymous(5))];
    expect(silent.map((socket) => typeof socket)).toEqual(['object', 'object']);
    await expectServed(service, token, 'sockets');
    for (const socket of [...sockets, ...silent]) if (typeof socket !== 'string') socket.terminate();
    await Promise.all([...sockets, ...silent].map(isGone));
    const { slots } = service.app.access;
    await expect
      .poll(() => [slots.sockets.taken(), slots.introductions.taken()])
      .toEqual([
        { all: 0, anonymous: 0 },
        { all: 0, anonymous: 0 },
      ]);
  });

  it('of the live streams, a publisher is served', async () => {
    const gone = leaving();
    const held: Response[] = [];
    for (const number of [1, 1, 2, 2]) held.push(await stream(service, anonymous(number), gone.signal));
    expect(held.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ofOne = await refusalOf(await stream(service, anonymous(1), gone.signal));
    expect(ofOne).toEqual([429, '10', expect.stringContaining('You have 2 live streams open')]);
    const ofAll = await refusalOf(await stream(service, anonymous(3), gone.signal));
    expect(ofAll).toEqual([503, '10', forTokens]);
    await expectServed(service, token, 'streams');
    gone.abort();
  });

  it('of the downloads, a publisher is served', async () => {
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1, from: 500 });
    const [{ databaseId } = { databaseId: 0 }] = await service.app.database.db
      .select({ databaseId: modPacks.id })
      .from(modPacks)
      .orderBy(desc(modPacks.id))
      .limit(1);
    await storeArchive(service.app, databaseId, Buffer.alloc(32 * MB));
    const gone = leaving();
    const [{ sha256 } = { sha256: '' }] = await findModPacks(service.app.database, [databaseId]);
    const maker = { tokenId: 1, name: 'publisher', proof: null, expires: null };
    const path = `/api/v2/modpacks/download/${databaseId}`;
    const link = service.app.access.downloadLinks.sign(path, maker, sha256);
    const download = (number: number) =>
      fetch(`${service.url}${path}`, {
        headers: anonymous(number),
        signal: gone.signal,
      });
    // A link that somebody with a token has made and given away takes as much as any other.
    const follow = (headers: Headers) => fetch(`${service.url}${link}`, { headers, signal: gone.signal });
    const held: Response[] = [await follow(anonymous(1))];
    for (const number of [1, 2, 2]) held.push(await download(number));
    expect(held.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await refusalOf(await download(1))).toEqual([429, '10', expect.stringContaining('You have 2')]);
    expect(await refusalOf(await download(3))).toEqual([503, '10', forTokens]);
    expect(await refusalOf(await follow(anonymous(3)))).toEqual([503, '10', forTokens]);
    const own = await follow(token);
    expect(own.status).toBe(200);
    await own.body?.cancel();
    await expectServed(service, token, 'downloads');
    gone.abort();
  });

  it('of the imports, a publisher is served', async () => {
    const asked = Promise.withResolvers<void>();
    let begun = 0;
    const answered: (() => void)[] = [];
    platforms.host.answer('/held.zip', (_request, response) => {
      answered.push(() => response.writableEnded || response.writeHead(404).end());
      begun += 1;
      if (begun === 5) asked.resolve();
    });
    const importHeld = async (headers: Headers) => {
      const { data } = await ask(
        service.url,
        `mutation ($url: String!) { importModPack(input: { pack: { url: $url } }) { __typename ... on UserError { code message } } }`,
        { url: `https://${platforms.host.host}/held.zip` },
        headers,
      );
      return Object(data?.importModPack);
    };
    onTestFinished(() => {
      for (const answer of answered) answer();
    });
    const { imports } = service.app.access.slots;
    const held: Promise<unknown>[] = [];
    for (const [index, number] of [1, 1, 2, 2].entries()) {
      held.push(importHeld(anonymous(number)));
      await expect.poll(() => imports.taken().all).toBe(index + 1);
    }
    expect(await importHeld(anonymous(1))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    // Let in, it would wait for its answer.
    const ofAll = await Promise.race([importHeld(anonymous(3)), asked.promise]);
    expect(ofAll).toMatchObject({ code: 'UNAVAILABLE', message: forTokens });
    held.push(importHeld(token));
    await asked.promise;
    await expectServed(service, token, 'imports');
    for (const answer of answered) answer();
    expect(await Promise.all(held)).toEqual(Array(5).fill(expect.objectContaining({ code: 'NOT_FETCHED' })));
    expect(imports.taken()).toEqual({ all: 0, anonymous: 0 });
  });

  it('of the archives in archives that are unpacked, a publisher is served', async () => {
    const { innerArchives } = service.app.access.slots;
    const taken = [1, 2, 3, 4].flatMap((number) =>
      Array.from({ length: number === 4 ? 1 : 8 }, () => innerArchives.take(`address:192.0.2.${number}`)),
    );
    onTestFinished(() => {
      for (const place of taken) place.release();
    });
    const wrapped = Buffer.from(await packNamed('wrapped').arrayBuffer());
    const sendWrapped = (headers: Headers) => {
      const form = uploadForm('wrapped');
      form.set('file', new Blob([new Uint8Array(zipWith({ 'pack.zip': wrapped }))]), 'outer.zip');
      return fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: form });
    };
    const ofOne = [429, '10', expect.stringContaining('You have 8 archives in archives being unpacked')];
    expect(await refusalOf(await sendWrapped(anonymous(1)))).toEqual(ofOne);
    expect(await refusalOf(await sendWrapped(anonymous(9)))).toEqual([503, '10', forTokens]);
    expect((await sendWrapped(token)).status).toBe(200);
  });

  it('of the bytes of uploads that pause and that are under way, a publisher is served', async () => {
    const park = async (headers: Headers, bytes: number) => {
      const { url } = await begin(service, bytes + 1, { headers });
      return send(url, Buffer.alloc(bytes), 0, headers);
    };
    expect((await park(anonymous(1), 7 * MB)).status).toBe(204);
    // What came of an upload before it was refused stays.
    const ofOne = await refusalOf(await park(anonymous(1), 2 * MB));
    expect(ofOne).toEqual([429, '60', expect.stringContaining('Your uploads that are under way hold')]);
    const ofAll = await refusalOf(await park(anonymous(2), 4 * MB));
    expect(ofAll).toEqual([503, '60', forTokens]);
    const parked = await service.app.database.db
      .select({ received: resumableUploads.received })
      .from(resumableUploads);
    const { text: ticket } = await ticketOf(service, token);
    const byTicket = { ...anonymous(2), 'upload-ticket': ticket };
    expect(await refusalOf(await park(byTicket, 4 * MB))).toEqual([503, '60', forTokens]);
    const held = parked.reduce((sum, { received }) => sum + received, 0);
    expect(held).toBeGreaterThan(9 * MB);
    expect(held).toBeLessThanOrEqual(10 * MB);
    // Forms, which do not pause, may have what is left of their share.
    const sendForm = (bytes: number, path = '/api/v2/modpacks/upload') => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), 'a.zip');
      return fetch(`${service.url}${path}`, { method: 'POST', headers: anonymous(3), body: form });
    };
    expect(await refusalOf(await sendForm(5 * MB))).toEqual([400, null, expect.any(String)]);
    expect(await refusalOf(await sendForm(7 * MB))).toEqual([503, '60', forTokens]);
    expect(await refusalOf(await sendForm(7 * MB, `/upload/${ticket}`))).toEqual([503, '60', forTokens]);
    const pack = Buffer.from(await packNamed('parked').arrayBuffer());
    const own = await begin(service, pack.length, { headers: token });
    expect((await send(own.url, pack, 0, token)).status).toBe(204);
    await expectServed(service, token, 'unfinished');
    await service.app.database.db.delete(resumableUploads);
  });

  it('of the places in the queue, a publisher is served', async () => {
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 8, from: 600 });
    const runs = await db
      .select({ modPackId: runConfigurations.modPackId, runConfigurationId: runConfigurations.id })
      .from(runConfigurations)
      .orderBy(desc(runConfigurations.id))
      .limit(8);
    const waiting = runs.map((run, index) => ({
      ...run,
      caller: `address:192.0.2.${index % 2}`,
      turn: 1_000 + index,
      // They never get their turn.
      state: 'HELD' as const,
    }));
    expect(waiting).toHaveLength(8);
    await db.insert(queuedRuns).values(waiting);
    const { text: ticket } = await ticketOf(service, token);
    for (const path of ['/api/v2/modpacks/upload', `/upload/${ticket}`]) {
      const refused = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: anonymous(9),
        body: uploadForm('refused'),
      });
      expect(await refusalOf(refused)).toEqual([503, '30', forTokens]);
    }
    await expectServed(service, token, 'queue');
    await db.delete(queuedRuns);
  });
});

it('of the previews that are worked out and kept, a publisher gets its own', async () => {
  const pool = sharedWorkerPool();
  const held: (() => void)[] = [];
  let isHolding = true;
  const workedOut: string[] = [];
  const previews: PreviewWork = {
    preview(task, hooks) {
      workedOut.push(hooks.caller);
      const { promise, resolve } = Promise.withResolvers<void>();
      return pool.preview(task, {
        ...hooks,
        async readMods(from) {
          // Those of callers without a token stay in the thread once they are there.
          if (isHolding && hooks.caller !== 'token:1') {
            held.push(resolve);
            await promise;
          }
          return hooks.readMods(from);
        },
      });
    },
  };
  await using service = await startTestApp({
    environment,
    values: { sharedLimits: sharedLimits({ quickTasks: { caller: 10, all: 20 } }) },
    overrides: { previews },
  });
  const gone = leaving();
  const token = await headersOf(service, { name: 'publisher', role: 'publisher' });
  expect((await upload(service, 'previewed')).status).toBe(200);
  await eventsUntilEnd(service.app, 1);
  /** Asks for so many previews in one query, each for other versions; answers the kept mods or the problem of each. */
  const preview = async (headers: Headers, from: number, count: number, { signal } = leaving()) => {
    const fields = Array.from(
      { length: count },
      (
        _,
        index,
      ) => `p${index}: previewServerPack(modPack: { id: "${globalId('ModPack', 1)}" }, runConfiguration: {
        gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.${from + index}" }) { ... on ServerPackPreview { keptCount } }`,
    );
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: `{ ${fields.join('\n')} }` }),
      signal,
    });
    return JSON.stringify(await answer.json());
  };
  const { quickTasks } = service.app.access.slots;
  const waiting: Promise<string>[] = [];
  let taken = 0;
  for (const [number, count] of [
    [1, 9],
    [1, 1],
    [2, 6],
  ] as const) {
    waiting.push(preview(anonymous(number), taken, count, gone));
    waiting.at(-1)?.catch(() => {});
    taken += count;
    await expect.poll(() => quickTasks.taken()).toEqual({ all: taken, anonymous: taken });
  }
  expect(await preview(anonymous(1), 50, 1)).toContain(
    'You have 10 previews, comparisons, logs and questions for versions',
  );
  expect(await preview(anonymous(3), 50, 1)).toContain('kept for callers with a token');
  await expect.poll(() => held.length).toBe(1);
  const [letGo] = held;
  const own = preview(token, 0, 2);
  await expect.poll(() => quickTasks.taken()).toEqual({ all: 18, anonymous: 16 });
  // Only the one that is in the thread ends; all others go on waiting.
  letGo?.();
  const both = { data: { p0: { keptCount: 1 }, p1: { keptCount: 1 } } };
  expect(JSON.parse(await own)).toEqual(both);
  // What strangers work out after it does not put it out of what is kept.
  isHolding = false;
  for (const goOn of held) goOn();
  await Promise.all(waiting);
  await expect.poll(() => quickTasks.taken()).toEqual({ all: 0, anonymous: 0 });
  const before = workedOut.length;
  expect(JSON.parse(await preview(token, 0, 2))).toEqual(both);
  expect(workedOut.length).toBe(before);
});

it('on a disk of which the rest is kept for callers with a token, these alone are served', async () => {
  await using service = await startTestApp({
    environment: {
      TRUSTED_PROXIES: 'loopback',
      RESERVE_BYTES_FOR_TOKENS: String(Number.MAX_SAFE_INTEGER),
    },
  });
  const token = await headersOf(service, { name: 'publisher', role: 'publisher' });
  expect(await refusalOf(await upload(service, 'refused', anonymous(1)))).toEqual([507, null, forTokens]);
  const { url } = await begin(service, 100, { headers: anonymous(1) });
  expect(await refusalOf(await send(url, Buffer.alloc(50), 0, anonymous(1)))).toEqual([507, '60', forTokens]);
  await expectServed(service, token, 'disk');
  // A server pack that a stranger asks for waits for room.
  const asked = await generate(service, 1, anonymous(1), '0.15.7');
  expect(asked.status).toBe(200);
  const waitingForRoom = async () => {
    const { data } = await ask(
      service.url,
      '{ administration { runsWaitingForRoom oldestWaitSeconds } }',
      {},
      operator,
    );
    return data?.administration;
  };
  const operator = await headersOf(service, { name: 'operator', role: 'operator' });
  await expect.poll(waitingForRoom).toEqual({ runsWaitingForRoom: 1, oldestWaitSeconds: expect.any(Number) });
});
