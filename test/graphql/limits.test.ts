import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createClient } from 'graphql-ws';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  createEventLoopYields,
  mustYield,
  yieldBeforeOperation,
} from '../../src/graphql/execution/event-loop-yields.ts';
import { startTestApp } from '../support/app.ts';
import { openKept } from '../support/kept-databases.ts';
import { ask, globalId } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const environment = { 'config.maxQueryCost': '1000', 'config.maxBodyBytes': '20000' };
const values = {
  maxQueryTokens: 120,
  maxQueryDepth: 6,
  maxQueryAliases: 3,
  maxRootFields: 2,
  maxBatchOperations: 2,
};

async function firstError(url: string, query: string) {
  const { errors, status } = await ask(url, query);
  return { status, code: errors?.[0]?.extensions?.code, message: errors?.[0]?.message };
}

/** With the usual settings, for what leaves nothing behind. */
const service = await startTestApp();
afterAll(() => service[Symbol.asyncDispose]());

describe('the limits of operations', async () => {
  const limited = await startTestApp({ environment, values });
  afterAll(() => limited[Symbol.asyncDispose]());

  it('refuse what is too large, each with its figures', async () => {
    const refused = (query: string) => firstError(limited.url, query);
    expect(await refused(`{ modPacks { nodes { ${'name '.repeat(130)} } } }`)).toMatchObject({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: 'This document has more than 120 tokens; no more are accepted.',
    });
    expect(await refused(`{ modloaders } # ${'x'.repeat(7000)}`)).toMatchObject({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: 'This document has 7017 characters; at most 6000 are accepted.',
    });
    expect(
      await refused(
        '{ modPacks(first: 1) { nodes { serverPacks(first: 1) { nodes { modPack { events { nodes { id } } } } } } } }',
      ),
    ).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: 'This operation has 8 levels of fields; at most 6 are accepted.',
    });
    expect(await refused('{ modPacks { a: totalCount b: totalCount c: totalCount d: totalCount } }')).toEqual(
      {
        status: 400,
        code: 'QUERY_TOO_COMPLEX',
        message: 'This operation has 4 aliases; at most 3 are accepted.',
      },
    );
    expect(await refused('{ modloaders gameVersions statistics { storedFiles } }')).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: 'This operation has 3 root fields; at most 2 are accepted.',
    });
    expect(
      await refused(
        '{ modPacks(first: 100) { nodes { id databaseId name status size sha256 source createdAt } edges { cursor } } }',
      ),
    ).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: expect.stringMatching(/^This operation costs \d+; at most 1000 is accepted\./),
    });
    expect(await refused('{ modPacks(first: 20) { nodes { name status size } } }')).toEqual({ status: 200 });
    // Less than nothing of one list makes no room for more of another.
    expect(
      await refused(
        '{ a: modPacks(first: 100) { nodes { id databaseId name status size sha256 source createdAt downloads projectID } } b: modPacks(first: -100000) { nodes { id } } }',
      ),
    ).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: expect.stringMatching(/^This operation costs 1\d\d\d; at most 1000 is accepted\./),
    });
    const tooLong = await fetch(`${limited.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ modloaders } # ${'x'.repeat(20_000)}` }),
    });
    expect(tooLong.status).toBe(413);
    expect(await tooLong.json()).toMatchObject({
      code: 'TOO_LARGE',
      detail: 'The body of the request has more than 20000 bytes; no more are accepted.',
    });
  });

  it('count what fragments hold wherever they are spread, and end on fragments within fragments', async () => {
    await using service = await startTestApp({ environment, values: { ...values, maxQueryTokens: 1_000 } });
    const bomb = Array.from(
      { length: 40 },
      (_, level) => `fragment F${level} on ModPackConnection { ...F${level + 1} ...F${level + 1} }`,
    ).join('\n');
    const query = `{ modPacks { ...F0 } }\n${bomb}\nfragment F40 on ModPackConnection { count: totalCount }`;
    expect(await firstError(service.url, query)).toMatchObject({
      status: 400,
      message: `This operation has ${2 ** 40} aliases; at most 3 are accepted.`,
    });
    const circle = '{ modPacks { ...A } } fragment A on ModPackConnection { ...A }';
    expect(await firstError(service.url, circle)).toMatchObject({
      status: 400,
      message: expect.stringContaining('within itself'),
    });
  });

  it('tell the cost of an operation that asks for it, also where it is refused: over HTTP and on a socket', async () => {
    const told = async (query: string, extensions: object) => {
      const body = JSON.stringify({ query, extensions });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${limited.url}/graphql`, { method: 'POST', headers, body });
      const { extensions: answered } = z
        .looseObject({ extensions: z.unknown().optional() })
        .parse(await response.json());
      return answered;
    };
    const pages = (size: number) => `{ modPacks(first: ${size}) { nodes { name size } } }`;
    expect(await told(pages(10), { cost: true })).toEqual({ cost: { requested: 31, most: 1000 } });
    expect(await told(pages(100), { cost: true })).toEqual({ cost: { requested: 301, most: 1000 } });
    const nested = '{ modPacks(first: 50) { nodes { serverPacks(first: 50) { nodes { size } } } } }';
    expect(await told(nested, { cost: true })).toMatchObject({ cost: { most: 1000 } });
    const long = `{ modPacks(first: 1, filter: { nameContains: "${'x'.repeat(300)}" }) { nodes { name } } }`;
    expect(await told(long, { cost: true })).toBeUndefined();
    for (const unasked of [{}, { cost: false }, { cost: 'yes' }])
      expect(await told(pages(10), unasked)).toBeUndefined();
    const client = createClient({
      url: `${limited.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
    });
    const answers = client.iterate({ query: pages(10), extensions: { cost: true } });
    expect((await answers.next()).value).toMatchObject({ extensions: { cost: { requested: 31 } } });
    await client.dispose();
  });

  it('hold for each operation of a batch, and for their number', async () => {
    const batch = async (queries: string[]) => {
      const response = await fetch(`${limited.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(queries.map((query) => ({ query }))),
      });
      return z.json().parse(await response.json());
    };
    const dear =
      '{ modPacks(first: 100) { nodes { id databaseId name status size sha256 source createdAt } edges { cursor } } }';
    expect(await batch(['{ modloaders }', dear])).toMatchObject([
      { data: { modloaders: expect.any(Array) } },
      { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] },
    ]);
    expect(await batch(['{ modloaders }', 'subscription { events { id } }'])).toMatchObject([
      { data: { modloaders: expect.any(Array) } },
      {
        errors: [
          { message: expect.stringContaining('Send it by itself'), extensions: { code: 'BAD_REQUEST' } },
        ],
      },
    ]);
    expect(await batch(['{ modloaders }', '{ modloaders }', '{ modloaders }'])).toMatchObject({
      errors: [
        {
          message: 'This request has 3 operations; at most 2 are accepted.',
          extensions: { code: 'QUERY_TOO_COMPLEX' },
        },
      ],
    });
  });

  it('of pages do not hold for the lists of the legacy API', async () => {
    await using service = await startTestApp({ environment: { 'config.maxPageSize': '1' } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 3, runs: 2 });
    const response = await fetch(`${service.url}/api/v2/modpacks/all`);
    expect(response.status).toBe(200);
    expect(z.array(z.object({ id: z.number() })).parse(await response.json())).toHaveLength(3);
  });

  it('end a query that takes too long, and say after how many milliseconds', async () => {
    await using service = await startTestApp({
      database: 'embedded',
      environment: { 'config.maxQueryMs': '100' },
    });
    const { db } = service.app.database;
    const held = Promise.withResolvers<void>();
    // The embedded database has one connection: a transaction that waits makes everybody else wait.
    const holding = db.transaction(() => held.promise);
    expect(await firstError(service.url, '{ modPacks { nodes { name } } }')).toEqual({
      status: 503,
      code: 'TIMED_OUT',
      message: 'This operation took longer than 100 ms. Ask for smaller pages or fewer fields.',
    });
    held.resolve();
    await holding;
  });

  it('count no time in which a query waits for its turn at the database', async () => {
    await using service = await startTestApp({
      database: 'its own',
      environment: { DATABASE_URL: '', 'config.maxQueryMs': '1500' },
    });
    // The embedded database has one connection, which a transaction keeps for longer than a query may take.
    const slow = service.app.database.patient.transaction((tx) => tx.execute(sql`select pg_sleep(2)`));
    const answer = await ask(service.url, '{ modPacks { nodes { name } } }');
    await slow;
    expect(answer).toEqual({ status: 200, data: { modPacks: { nodes: [] } } });
  });

  it('let a mutation come to its end, however long it takes', async () => {
    await using service = await startTestApp({
      database: 'embedded',
      environment: { 'config.maxQueryMs': '100' },
    });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    const held = Promise.withResolvers<void>();
    const holding = db.transaction(() => held.promise);
    const input = `{ serverPack: "${globalId('ServerPack', 1)}", vote: UP }`;
    const vote = `mutation { voteServerPack(input: ${input}) { __typename } }`;
    const voted = ask(service.url, vote);
    // Two queries, one after the other, are beyond the limit of each: by then the mutation is beyond its own.
    for (const query of ['{ modPacks { nodes { name } } }', '{ events { nodes { id } } }']) {
      expect(await firstError(service.url, query)).toMatchObject({ status: 503 });
    }
    held.resolve();
    await holding;
    expect(await voted).toEqual({ status: 200, data: { voteServerPack: { __typename: 'ServerPack' } } });
  });
});

describe('switches', () => {
  it('turn introspection and GraphiQL off', async () => {
    await using shut = await startTestApp({ environment: { INTROSPECTION: 'off', GRAPHIQL: 'off' } });
    const page = async (url: string) =>
      (await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).headers.get('content-type');
    expect(await page(service.url)).toContain('text/html');
    expect((await page(shut.url)) ?? '').not.toContain('text/html');
    const query = '{ __schema { queryType { name } } }';
    expect((await ask(service.url, query)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
    expect(await firstError(shut.url, query)).toMatchObject({
      status: 400,
      message: expect.stringContaining('introspection'),
    });
  });

  it('let operations be named by their hash, and allow nothing else when told so', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'persisted-'));
    const known = '{ modloaders }';
    const mutation =
      'mutation { voteServerPack(input: { serverPack: "U2VydmVyUGFjazox", vote: UP }) { __typename } }';
    const hashOf = (document: string) => createHash('sha256').update(document).digest('hex');
    const hash = hashOf(known);
    const file = path.join(folder, 'operations.json');
    await writeFile(file, JSON.stringify({ [hash]: known, [hashOf(mutation)]: mutation }));
    await using service = await startTestApp({
      environment: { PERSISTED_OPERATIONS: file, PERSISTED_ONLY: 'on' },
    });
    await rm(folder, { recursive: true });
    const post = async (body: object) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return z.json().parse(await response.json());
    };
    const answer = { data: { modloaders: expect.arrayContaining(['FORGE']) } };
    expect(await post({ documentId: `sha256:${hash}` })).toMatchObject(answer);
    expect(await post({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } })).toMatchObject(
      answer,
    );
    expect(await post({ query: known })).toMatchObject(answer);
    const get = await fetch(`${service.url}/graphql?documentId=sha256:${hash}`);
    expect(await get.json()).toMatchObject(answer);
    const form = new FormData();
    form.set('operations', JSON.stringify({ documentId: `sha256:${hash}` }));
    form.set('map', '{}');
    const sent = { method: 'POST', body: form, headers: { 'graphql-require-preflight': '1' } };
    expect(await (await fetch(`${service.url}/graphql`, sent)).json()).toMatchObject(answer);
    form.set('operations', JSON.stringify({ query: '{ gameVersions }' }));
    expect(await (await fetch(`${service.url}/graphql`, sent)).json()).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    const changing = await fetch(`${service.url}/graphql?documentId=${hashOf(mutation)}`);
    expect(changing.status).toBe(405);
    expect(await post({ query: '{ gameVersions }' })).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await post({ documentId: '0'.repeat(64) })).toMatchObject({
      errors: [{ message: expect.stringContaining('PersistedQueryNotFound') }],
    });
  });
});

describe('GET', () => {
  it('reads but never changes anything', async () => {
    const get = (query: string) => fetch(`${service.url}/graphql?query=${encodeURIComponent(query)}`);
    expect((await get('{ modloaders }')).status).toBe(200);
    const input = '{ serverPack: "U2VydmVyUGFjazox", vote: UP }';
    const refused = await get(`mutation { voteServerPack(input: ${input}) { __typename } }`);
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('POST');
  });
});

describe('a method that GraphQL does not know', () => {
  it('is answered with those that it does', async () => {
    for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${service.url}/graphql?query={modloaders}`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
  });
});

describe('a value that does not fit', () => {
  it('is told with a code, in queries and in subscriptions alike', async () => {
    for (const query of [
      'query ($id: ID!) { node(id: $id) { id } }',
      '{ node(id: "x") { id } }',
      'subscription ($id: ID!) { modPack(by: { id: $id }) { id } }',
      'subscription { modPack(by: { id: "x" }) { id } }',
    ]) {
      const { errors } = await ask(service.url, query);
      expect([query, errors?.[0]?.extensions?.code]).toEqual([query, 'INVALID_INPUT']);
    }
  });
});

describe('an unexpected failure', () => {
  it('is masked, and an operation with a wrong variable shows nothing of the service', async () => {
    await using service = await startTestApp();
    await service.app.database.db.execute(sql`alter table mod_packs rename column name to secret`);
    const { errors } = await ask(service.url, '{ modPacks { nodes { name } } }');
    expect(errors?.[0]?.extensions?.code).toBe('INTERNAL_ERROR');
    expect(JSON.stringify(errors)).not.toMatch(/secret|column|mod_packs/);
    const upload = 'mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) { __typename } }';
    const wrong = await ask(service.url, upload, {
      input: { archive: { file: { path: '/etc/passwd', sha256: 'x' } } },
    });
    expect(wrong.errors?.[0]?.message).toContain('An Upload is a file');
  });
});

// What was begun before has its share for two turns at most.
beforeEach(async () => {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
});

it('lets operations that arrive together begin in turns of their own, each once those before have taken their time', async () => {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);

  const begun = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await yieldBeforeOperation({ yields: createEventLoopYields() });
      const begunIn = turn;
      useUpTurn();
      return begunIn;
    }),
  );

  clearImmediate(counting);
  expect(new Set(begun).size).toBe(4);
});

it('gives what an event sets going no second share in the same turn', async () => {
  // An event comes before the immediates of its turn.
  const hasShareLeft = await new Promise<boolean>((resolve) => {
    setTimeout(() => {
      useUpTurn();
      setImmediate(() => resolve(!mustYield()));
    }, 0);
  });

  expect(hasShareLeft).toBe(false);
});

/** As parsing something long does. */
function useUpTurn(): void {
  while (!mustYield());
}

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

describe('an answer that grows beyond the limit', async () => {
  const service = await startTestApp({ values: { maxAnswerBytes: 2_000 } });
  await insertFinishedRuns(service.app.database.db, { modPacks: 30, runs: 1 });
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
    const vote = `mutation { voteServerPack(input: ${input}) { ... on ServerPack { ${many(40, 'sha256')} } } }`;
    expect((await ask(service.url, vote)).errors).toMatchObject([tooLarge]);
    const { data } = await ask(service.url, '{ serverPack(by: { databaseId: 1 }) { confirmedWorking } }');
    expect(data).toEqual({ serverPack: { confirmedWorking: 0 } });
  });

  it('is refused for each event of a subscription, which goes on', async () => {
    const query = (fields: string) =>
      `subscription { events(after: "${globalId('PackEvent', 1)}") { ${fields} } }`;
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
    let asked: string[] = [];
    const database = await openKept((text) => asked.push(text));
    await using service = await startTestApp({
      environment: { 'config.maxQueryMs': '2000' },
      overrides: { database },
    });
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    asked = [];
    const held = Promise.withResolvers<void>();
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
    expect(asked.filter((text) => /"server_packs"/.test(text))).toEqual([]);
  });
});
