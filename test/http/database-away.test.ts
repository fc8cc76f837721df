import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openDatabase } from '../../src/database/open.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { tokenIn } from '../access/callers.ts';
import { globalId } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { openKept } from '../support/kept-databases.ts';
import { openPassage } from '../support/passage.ts';

const sentence = 'The database cannot be reached at the moment. Try again shortly.';
const json = { 'content-type': 'application/json' };

const query = '{ modPack(by: { databaseId: 1 }) { name } }';
/** Half of it is known without the database. */
const halfKnown = '{ modloaders modPack(by: { databaseId: 1 }) { name } }';
const lists = '{ modPacks(first: 5) { nodes { name } } }';
const mutation = `mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', 1)}", vote: UP }) { __typename } }`;
/** One that answers at once and goes on, and one that reads what was missed before it does. */
const subscriptions = [
  `subscription { modPack(by: { id: "${globalId('ModPack', 1)}" }) { name } }`,
  `subscription { events(after: "${globalId('PackEvent', 0)}") { id } }`,
];

interface Told {
  status: number;
  retryAfter: string | null;
  text: string;
}

async function told(answer: Promise<Response>): Promise<Told> {
  const response = await answer;
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, text: await response.text() };
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Told> {
  const sent = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
  return told(fetch(`${url}/graphql`, sent));
}

function form(url: string, operations: object): Promise<Told> {
  const body = new FormData();
  body.set('operations', JSON.stringify(operations));
  body.set('map', '{}');
  return told(fetch(`${url}/graphql`, { method: 'POST', body, headers: { 'graphql-preflight': '1' } }));
}

/** Each way of asking over HTTP, by its name. */
function faces(url: string): Record<string, () => Promise<Told>> {
  const get = (asked: string) => told(fetch(`${url}/graphql?${new URLSearchParams({ query: asked })}`));
  const accept = (type: string) => ({ accept: type });
  return {
    'a query': () => post(url, { query }),
    'a query, answered as the specification has it': () =>
      post(url, { query }, accept('application/graphql-response+json')),
    'a query by GET': () => get(query),
    'a list': () => post(url, { query: lists }),
    'a mutation': () => post(url, { query: mutation }),
    'a form': () => form(url, { query: mutation }),
    'a batch': () => post(url, [{ query: lists }, { query }]),
    'a query as a stream': () => post(url, { query }, accept('text/event-stream')),
    'the legacy API': () => told(fetch(`${url}/api/v2/modpacks/1`)),
  };
}

/** Ways of asking that are answered in part. */
function facesInPart(url: string): Record<string, () => Promise<Told>> {
  return {
    'a part of a query': () => post(url, { query: halfKnown }),
    'one operation of a batch': () => post(url, [{ query: '{ modloaders }' }, { query }]),
  };
}

/** The first message of a stream, which may go on. */
async function onStream(url: string, asked: string): Promise<string> {
  const gone = new AbortController();
  const { body } = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...json, accept: 'text/event-stream' },
    body: JSON.stringify({ query: asked }),
    signal: gone.signal,
  });
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (/data: .*\n\n/.test(text)) break;
  }
  gone.abort();
  return text;
}

async function openSocket({ url }: TestApp, payload: object = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  const answer = await Promise.race([
    once(socket, 'message').then(([data]) => JSON.parse(String(data))),
    closed,
  ]);
  return { socket, answer };
}

/** What a socket is told of an operation before its end. */
async function onSocket(socket: WebSocket, asked: string): Promise<string> {
  const id = crypto.randomUUID();
  const heard = new Promise<string>((resolve) => {
    socket.once('close', (code) => resolve(`closed with ${code}`));
    socket.on('message', (data) => {
      if (String(data).includes(id)) resolve(String(data));
    });
  });
  socket.send(JSON.stringify({ type: 'subscribe', id, payload: { query: asked } }));
  return heard;
}

/** Holds every face to its promise: 503 in words where nothing is answered, UNAVAILABLE in the same words beside data and where there is no status. */
async function expectUnavailable({ url }: TestApp, socket: WebSocket): Promise<void> {
  const away = { status: 503, retryAfter: '5' };
  const inPart = { status: 200, retryAfter: null };
  for (const [name, ask, head] of [
    ...Object.entries(faces(url)).map(([...one]) => [...one, away] as const),
    ...Object.entries(facesInPart(url)).map(([...one]) => [...one, inPart] as const),
  ]) {
    const answer = await ask();
    expect({ name, ...answer }).toMatchObject({ name, ...head });
    expect({ name, text: answer.text }).toEqual({ name, text: expect.stringContaining(sentence) });
    expect(answer.text).toContain('UNAVAILABLE');
    expect(answer.text).not.toContain('INTERNAL_ERROR');
  }
  for (const answer of [
    ...(await Promise.all(subscriptions.map((asked) => onStream(url, asked)))),
    ...(await Promise.all(
      [query, lists, halfKnown, mutation, ...subscriptions].map((asked) => onSocket(socket, asked)),
    )),
  ]) {
    expect(answer).toContain(`"message":"${sentence}"`);
    expect(answer).toContain('"code":"UNAVAILABLE"');
  }
}

describe.runIf(databaseKinds.includes('server'))('a PostgreSQL server that is away', () => {
  it('is 503 and UNAVAILABLE on every face, for documents that are known and those that are not', async () => {
    await using scratch = await createServerDatabase();
    await using passage = await openPassage(scratch.url);
    const server = { ...defaultServerSettings, connectTimeoutMs: 2_000 };
    const database = await openDatabase(passage.url, { memory: true }, { server });
    await using service = await startTestApp({ overrides: { database } });
    const token = await tokenIn(database, 'reader', { role: 'reader' });
    // Asked for before, a document is answered in another way from then on.
    expect((await post(service.url, { query })).status).toBe(200);
    const { socket, answer } = await openSocket(service);
    expect(answer).toEqual({ type: 'connection_ack' });
    passage.refuse();
    await onConnection(scratch.url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
    await expectUnavailable(service, socket);
    // Who they are cannot be looked up: they are asked to come back.
    const { answer: refused } = await openSocket(service, { authorization: `Bearer ${token}` });
    expect(refused).toBe(1013);
    passage.speak();
    await expect.poll(async () => (await post(service.url, { query })).status).toBe(200);
    expect(await onSocket(socket, query)).toContain('"data"');
    socket.close();
  });
});

describe('an embedded database that ends', () => {
  it('is 503 and UNAVAILABLE on every face', async () => {
    let isEnding = false;
    const database = await openKept(() => {
      if (isEnding) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    await using service = await startTestApp({ overrides: { database } });
    const { socket } = await openSocket(service);
    isEnding = true;
    await expectUnavailable(service, socket);
    isEnding = false;
    socket.close();
  });
});
