import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { modPacks, tokens } from '../../drizzle/schema.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import { openDatabase } from '../../src/database/open.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { zipWith } from '../support/zip.ts';
import { headersOf, runConfiguration, uploadForm } from './callers.ts';

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
  const begun = vi.waitFor(() => expect(receiving).toHaveBeenCalledOnce(), { timeout: 20_000 });
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
    const { data } = await ask(
      service.url,
      `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) {
        ... on UploadTicketCreated { url }
      } }`,
      {},
      headers,
    );
    const { url } = z
      .object({ createUploadTicket: z.object({ url: z.string() }) })
      .parse(data).createUploadTicket;
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
    const pack = zipWith([{ name: 'mods/a.jar', data: Buffer.alloc(64_000_000), method: 0 }]);
    const form = uploadForm('a');
    form.set('file', new Blob([new Uint8Array(pack)]), 'a.zip');
    await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: form });
    const { data } = await ask(service.url, '{ modPack(databaseId: 1) { downloadUrl } }', {}, headers);
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
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, {
      method: 'POST',
      headers,
      body: uploadForm('lithium'),
    });
    vi.restoreAllMocks();
    expect(answer.status).toBe(401);
    expect(await database.db.select({ id: modPacks.id }).from(modPacks)).toEqual([]);
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
