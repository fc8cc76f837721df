import { PgRemoteSession } from 'drizzle-orm/pg-proxy';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask, globalId } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const many = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

const tooLarge = {
  message: expect.stringMatching(
    /^This answer has more than 2000 bytes; no more are sent\. Ask for smaller pages/,
  ),
  extensions: { code: 'QUERY_TOO_COMPLEX' },
};

async function firstOfStream(url: string, query: string): Promise<unknown> {
  const gone = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal: gone.signal,
  });
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const [, data] = /^data: (.+)\n/m.exec(text) ?? [];
    if (data === undefined) continue;
    gone.abort();
    return JSON.parse(data);
  }
  throw new Error('The stream ended.');
}

async function firstOnSocket(url: string, query: string): Promise<unknown> {
  const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  try {
    for await (const result of client.iterate({ query })) return result;
    throw new Error('The subscription ended.');
  } finally {
    await client.dispose();
  }
}

describe('an answer that grows beyond the limit', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ values: { maxAnswerBytes: 2_000 } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 30, runs: 1 });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('is refused with the figure, whatever makes it large', async () => {
    for (const query of [
      '{ modPacks(first: 30) { nodes { sha256 } } }',
      `{ modPacks(first: 1) { nodes { ${many(40, 'sha256')} } } }`,
      `{ modPacks(first: 30) { nodes { ${'long'.repeat(20)}: __typename } } }`,
      `{ modPacks(first: 30) { nodes { ${'long'.repeat(20)}: size } } }`,
      '{ __schema { types { name description } } }',
      `{ __type(name: "ModPack") { ${'long'.repeat(20)}: fields { args { name } } } __schema { types { kind } } }`,
    ]) {
      const { status, data, errors } = await ask(service.url, query);
      expect({ query, status, data, errors }).toMatchObject({ query, status: 400, errors: [tooLarge] });
      expect(data).toBeUndefined();
    }
    expect((await ask(service.url, '{ modPacks(first: 5) { nodes { sha256 } } }')).errors).toBeUndefined();
  });

  it('counts the operations of a batch together', async () => {
    const query = '{ modPacks(first: 15) { nodes { sha256 } } }';
    const send = async (many: number) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Array(many).fill({ query })),
      });
      return response.text();
    };
    expect(await send(1)).not.toContain('This answer');
    expect(await send(2)).toContain('This answer has more than 2000 bytes');
  });

  it('is refused to a mutation too, which has happened all the same', async () => {
    const input = `{ serverPack: "${globalId('ServerPack', 1)}", vote: UP }`;
    const vote = `mutation { voteServerPack(input: ${input}) { ... on VoteCounted { serverPack { ${many(40, 'sha256')} } } } }`;
    expect((await ask(service.url, vote)).errors).toMatchObject([tooLarge]);
    const { data } = await ask(service.url, '{ serverPack(databaseId: 1) { confirmedWorking } }');
    expect(data).toEqual({ serverPack: { confirmedWorking: 0 } });
  });

  it('is refused for each event of a subscription, which goes on', async () => {
    const query = (fields: string) =>
      `subscription { events(after: "${globalId('Event', 1)}") { ${fields} } }`;
    for (const first of [firstOfStream, firstOnSocket]) {
      expect(await first(service.url, query('databaseId'))).toEqual({ data: { events: { databaseId: 2 } } });
      expect(await first(service.url, query(many(50, 'modPack { sha256 }')))).toMatchObject({
        errors: [tooLarge],
      });
    }
  });
});

describe('a query that took too long', () => {
  it('asks the database for nothing more, once what it waited for has come', async () => {
    await using service = await startTestApp({ database: 'embedded', environment: { MAX_QUERY_MS: '2000' } });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    const held = Promise.withResolvers<void>();
    const prepared = vi.spyOn(PgRemoteSession.prototype, 'prepareQuery');
    const asked = () =>
      prepared.mock.calls.map(([{ sql }]) => sql).filter((sql) => /"server_packs"/.test(sql));
    // The embedded database has one connection: a transaction that waits makes everybody else wait.
    const holding = db.transaction(() => held.promise);
    // One of two lists of the same kind does not come along with its parents.
    const lists = 'one: serverPacks { nodes { sha256 } } two: serverPacks(last: 1) { nodes { sha256 } }';
    const { status } = await ask(service.url, `{ modPacks { nodes { ${lists} } } }`);
    expect(status).toBe(503);
    held.resolve();
    await holding;
    // The same beside it, which is answered after what was waiting before it.
    const { data } = await ask(service.url, '{ modPacks { nodes { name } } }');
    expect(data).not.toBeNull();
    expect(asked()).toEqual([]);
    prepared.mockRestore();
  });
});
