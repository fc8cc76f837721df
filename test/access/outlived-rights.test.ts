import { eq } from 'drizzle-orm';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { files } from '../../drizzle/schema.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp } from '../support/app.ts';
import { openIssuer } from '../support/issuer.ts';
import { ticketOf, upload } from './callers.ts';

const shown = z.object({ modPack: z.object({ downloadUrl: z.string() }) });

const issuer = await openIssuer();
const service = await startTestApp({
  environment: {
    ACCESS: 'closed',
    OIDC_ISSUER: issuer.settings.issuer,
    OIDC_AUDIENCE: 'packs',
    OIDC_READER: 'viewers',
    OIDC_PUBLISHER: 'uploaders',
  },
});
const headers = await headersOf('alice');
expect((await upload(service, 'lithium', headers)).status).toBe(200);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

/** The headers of somebody of the issuer. */
async function headersOf(subject: string, change: { roles?: string[]; ends?: string } = {}) {
  const { roles = ['uploaders'], ends = '5m' } = change;
  return { authorization: `Bearer ${await issuer.sign({ roles }, { subject, ends })}` };
}

/** A link to the modpack and a ticket of this caller. */
async function makeBoth(headers: { authorization: string }) {
  const { data } = await ask(service.url, '{ modPack(by: { databaseId: 1 }) { downloadUrl } }', {}, headers);
  const { url, id } = await ticketOf(service, headers);
  return { link: shown.parse(data).modPack.downloadUrl, ticket: url, id };
}

const statusOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  await answer.body?.cancel();
  return answer.status;
};
const all = () => `${service.url}/api/v2/modpacks/all`;

it('a link and a ticket of a JSON web token end with it', async () => {
  const start = Date.now();
  const headers = await headersOf('alice', { ends: '60s' });
  const { link, ticket } = await makeBoth(headers);
  const answers = async () => [await statusOf(all(), headers), await statusOf(link), await statusOf(ticket)];
  expect(await answers()).toEqual([200, 200, 200]);
  vi.useFakeTimers({ toFake: ['Date'], now: start + 95_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await answers()).toEqual([401, 401, 403]);
});

it('nobody of the issuer reads the ticket of another, by its number or among all objects', async () => {
  const mine = await headersOf('alice');
  const { id } = await makeBoth(mine);
  const seenBy = async (headers: Record<string, string>) => {
    const query = `query ($id: ID!) { uploadTicket(by: { id: $id }) { id } node(id: $id) { id } nodes(ids: [$id]) { id } }`;
    return (await ask(service.url, query, { id }, headers)).data;
  };
  const none = { uploadTicket: null, node: null, nodes: [null] };
  expect(await seenBy(mine)).toEqual({ uploadTicket: { id }, node: { id }, nodes: [{ id }] });
  for (const other of [await headersOf('bob'), await headersOf('alice2', { roles: ['viewers'] })])
    expect(await seenBy(other)).toEqual(none);
  const stream = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...(await headersOf('bob')), 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      query: 'subscription ($id: ID!) { uploadTicket(by: { id: $id }) { id } }',
      variables: { id },
    }),
  });
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (!chunk.includes('data: {')) continue;
    expect(chunk).toContain('{"data":{"uploadTicket":null}}');
    break;
  }
});

it('a link does not lead to something else that has the number since, as after a restored backup', async () => {
  const { link } = await makeBoth(await headersOf('alice'));
  const { db } = service.app.database;
  const [{ id, sha256 } = expect.fail('Nothing is stored.')] = await db.select().from(files).limit(1);
  expect(await statusOf(link)).toBe(200);
  await db
    .update(files)
    .set({ sha256: 'f'.repeat(64) })
    .where(eq(files.id, id));
  expect(await statusOf(link)).toBe(401);
  await db.update(files).set({ sha256 }).where(eq(files.id, id));
  expect(await statusOf(link)).toBe(200);
});
