import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { uploadTickets } from '../../drizzle/schema.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp } from '../support/app.ts';
import { begin, send } from '../support/resumable.ts';
import { headersOf, packNamed, ticketOf } from './callers.ts';

function upload(url: string, name: string): Promise<Response> {
  const body = new FormData();
  body.set('file', packNamed(name), `${name}.zip`);
  return fetch(url, { method: 'POST', body });
}

const closed = { environment: { ACCESS: 'closed' } };

describe('an upload ticket', () => {
  it('lets somebody without a token upload one modpack, and no second one', async () => {
    await using service = await startTestApp({ ...closed });
    const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
    const { url, id } = await ticketOf(service, headers);
    const first = await upload(url, 'lithium');
    expect(first.status).toBe(200);
    const answer = await first.json();
    expect(answer).toMatchObject({ success: true, modPackId: 1, status: 'QUEUED' });
    // It belongs to the bot's token.
    expect(answer).not.toHaveProperty('ownerSecret');
    const second = await upload(url, 'sodium');
    expect(second.status).toBe(403);
    expect(await second.json()).toMatchObject({ detail: expect.stringContaining('used already') });
    const { data } = await ask(
      service.url,
      'query ($id: ID!) { uploadTicket(by: { id: $id }) { usedAt modPack { databaseId name } } }',
      { id },
      headers,
    );
    expect(data).toMatchObject({ uploadTicket: { modPack: { databaseId: 1, name: 'lithium.zip' } } });
  });

  it('stores one of two modpacks that are sent with it at the same time', async () => {
    await using service = await startTestApp();
    const { url } = await ticketOf(service);
    const answers = await Promise.all([upload(url, 'lithium'), upload(url, 'sodium')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const list = '{ modPacks { totalCount nodes { id } } }';
    const { data } = await ask(service.url, list);
    expect(data).toMatchObject({ modPacks: { totalCount: 1 } });

    // Nobody can tell who has made the ticket, so the modpack belongs to whoever has sent it.
    const taken = answers.find(({ status }) => status === 200);
    expect(taken?.headers.get('cache-control')).toBe('no-store');
    const { ownerSecret, modPackId } = Object(await taken?.json());
    const modPack = Object(data?.modPacks).nodes[0].id;
    const remove = `mutation ($input: DeleteModPackInput!) { deleteModPack(input: $input) { __typename } }`;
    const removed = async (secret: string) =>
      (await ask(service.url, remove, { input: { modPack, ownerSecret: secret } })).data;
    expect(await removed('x')).toEqual({ deleteModPack: { __typename: 'UserError' } });
    const steps = service.app.feed.subscribe({ modPackId }, 0);
    for await (const { serverPackId } of steps) if (serverPackId !== null) break;
    expect(await removed(ownerSecret)).toEqual({ deleteModPack: { __typename: 'Deleted' } });
  });
});

it('tells nobody who may not read which modpack has the same content', async () => {
  await using service = await startTestApp(closed);
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  const secret = await ticketOf(service, headers);
  expect((await upload(secret.url, 'lithium')).status).toBe(200);
  const { url } = await ticketOf(service, headers);
  const body = new FormData();
  body.set('file', packNamed('lithium'), 'other.zip');
  const ticket = { 'upload-ticket': url.split('/').at(-1) ?? '' };
  const bytes = await packNamed('lithium').bytes();
  const begun = await begin(service, bytes.length, { headers: ticket });
  expect((await send(begun.url, bytes, 0, ticket)).status).toBe(204);
  const finished = JSON.stringify({ upload: begun.id });
  const json = { 'content-type': 'application/json' };
  for (const sent of [{ body }, { body: finished, headers: json }]) {
    const stranger = await fetch(url, { method: 'POST', ...sent });
    expect(stranger.status).toBe(409);
    expect(await stranger.json()).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'DUPLICATE_MOD_PACK',
      detail: 'This modpack is stored already. Tell the person who gave you this link.',
    });
  }
  const reader = await fetch(url, { method: 'POST', headers, body });
  expect(reader.status).toBe(409);
  expect(await reader.json()).toMatchObject({
    detail: expect.stringContaining('as modpack 1 ("lithium.zip"'),
  });
});

describe('where everybody may upload, an upload ticket', async () => {
  const service = await startTestApp();
  afterAll(() => service[Symbol.asyncDispose]());

  it('lets an upload end that began in time', async () => {
    const { url } = await ticketOf(service);
    const { storage, database } = service.app;
    const publish = storage.publish.bind(storage);
    vi.spyOn(storage, 'publish').mockImplementation(async (file) => {
      await database.db.update(uploadTickets).set({ expires: new Date(Date.now() - 1) });
      return publish(file);
    });
    expect((await upload(url, 'phosphor')).status).toBe(200);
    vi.restoreAllMocks();
  });

  it('tells who follows it when it has been used', async () => {
    const { url, id } = await ticketOf(service);
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        query: 'subscription ($id: ID!) { uploadTicket(by: { id: $id }) { modPack { name } } }',
        variables: { id },
      }),
    });
    const seen: string[] = [];
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const [, modPack] = /"modPack":(null|\{[^}]*\})/.exec(chunk) ?? [];
      if (modPack === undefined) continue;
      seen.push(modPack);
      if (seen.length === 1) expect((await upload(url, 'krypton')).status).toBe(200);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['null', '{"name":"krypton.zip"}']);
  });
});

it('is worth nothing when any part of it is changed, and nothing as another kind of proof', async () => {
  await using service = await startTestApp(closed);
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  const { url } = await ticketOf(service, headers);
  const [id = '', signature = ''] = (url.split('/').at(-1) ?? '').split('.');
  expect((await upload(`${service.url}/upload/2.${signature}`, 'lithium')).status).toBe(404);
  const asToken = { authorization: `Bearer ${id}.${signature}` };
  expect((await fetch(`${service.url}/api/v2/modpacks/all`, { headers: asToken })).status).toBe(401);
  const asLink = new URLSearchParams({ expires: '99999999999', by: '1', signature });
  expect((await fetch(`${service.url}/api/v2/modpacks/download/1?${asLink}`)).status).toBe(401);
});

it('tells its maker alone, of all tickets by one subscription, which modpack came of each or why a file was refused', async () => {
  await using service = await startTestApp();
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  const other = await ticketOf(service);
  const [first, second] = [await ticketOf(service, headers), await ticketOf(service, headers)];
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      query:
        'subscription { uploadTickets { id modPack { name } refusal { code existing { databaseId } } } }',
    }),
  });
  const news = z.object({ data: z.object({ uploadTickets: z.looseObject({ id: z.string() }) }) });
  const seen: unknown[] = [];
  const lines = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const chunk of lines)
    for (const [, json = ''] of chunk.matchAll(/^data: (\{.*)$/gm)) {
      seen.push(news.parse(JSON.parse(json)).data.uploadTickets);
      if (seen.length === 2) {
        expect((await upload(other.url, 'lithium')).status).toBe(200);
        expect((await upload(first.url, 'lithium')).status).toBe(409);
      }
      if (seen.length === 3) expect((await upload(second.url, 'sodium')).status).toBe(200);
      if (seen.length === 4) {
        expect(seen).toEqual([
          { id: first.id, modPack: null, refusal: null },
          { id: second.id, modPack: null, refusal: null },
          {
            id: first.id,
            modPack: null,
            refusal: { code: 'DUPLICATE_MOD_PACK', existing: { databaseId: 1 } },
          },
          { id: second.id, modPack: { name: 'sodium.zip' }, refusal: null },
        ]);
        return;
      }
    }
  expect.unreachable('The subscription ended.');
});

it('has a page without a script in it, whose policy lets none run that is not ours', async () => {
  await using service = await startTestApp(closed);
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  const { url } = await ticketOf(service, headers);
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=/);
  for (const [, asset] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const response = await fetch(`${service.url}${asset}`);
    expect(response.status, asset).toBe(200);
    await response.body?.cancel();
  }
  const described = await fetch(url, { headers: { accept: 'application/json' } });
  expect(await described.json()).toMatchObject({
    runConfiguration: { gameVersion: '1.20.1', modloader: 'Fabric' },
  });
});
