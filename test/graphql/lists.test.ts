import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../support/app.ts';
import { ask, globalId } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const page = z.object({
  totalCount: z.number().optional(),
  nodes: z.array(z.object({ databaseId: z.number() })),
  edges: z.array(z.object({ cursor: z.string(), node: z.object({ databaseId: z.number() }) })),
  pageInfo: z.object({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string().nullable(),
    endCursor: z.string().nullable(),
  }),
});
const fields =
  'nodes { databaseId } edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

async function list(url: string, call: string, selection = fields) {
  const { data, errors } = await ask(url, `{ list: ${call} { ${selection} } }`);
  expect(errors).toBeUndefined();
  return page.partial().parse(data?.list);
}

/** All ids of a list, page by page, forwards or backwards. */
async function walk(
  url: string,
  field: string,
  args: string,
  direction: 'first' | 'last',
): Promise<number[]> {
  const ids: number[] = [];
  let cursor = '';
  while (true) {
    const call = `${field}(${direction}: 3 ${args} ${cursor})`;
    const { edges = [], pageInfo } = await list(url, call);
    const found = edges.map(({ node }) => node.databaseId);
    if (direction === 'first') ids.push(...found);
    else ids.unshift(...found);
    if (direction === 'first' && pageInfo?.hasNextPage) cursor = `after: "${pageInfo.endCursor}"`;
    else if (direction === 'last' && pageInfo?.hasPreviousPage) cursor = `before: "${pageInfo.startCursor}"`;
    else return ids;
  }
}

describe('lists', () => {
  it('answer every row once, forwards and backwards, in every order', async () => {
    await using service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 11, runs: 1 });
    const orders: [string, string[]][] = [
      ['modPacks', ['CREATED_AT', 'NAME', 'SIZE', 'DOWNLOADS', 'VOTES']],
      ['serverPacks', ['CREATED_AT', 'SIZE', 'DOWNLOADS', 'VOTES']],
      ['runs', ['CREATED_AT']],
    ];
    for (const [field, names] of orders) {
      for (const name of names) {
        for (const direction of ['ASC', 'DESC']) {
          const args = `orderBy: ${name}_${direction}`;
          const forwards = await walk(service.url, field, args, 'first');
          expect(new Set(forwards).size).toBe(11);
          expect(await walk(service.url, field, args, 'last')).toEqual(forwards);
        }
      }
    }
  });

  it('are ordered by what their name says', async () => {
    await using service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 11, runs: 3 });
    const figures: Record<string, string> = {
      SIZE: 'size',
      DOWNLOADS: 'downloads',
      VOTES: 'confirmedWorking',
      NAME: 'name',
    };
    for (const field of ['modPacks', 'serverPacks']) {
      for (const [name, figure] of Object.entries(figures)) {
        if (field === 'serverPacks' && name === 'NAME') continue;
        const call = `${field}(first: 100, orderBy: ${name}_DESC)`;
        const { data } = await ask(
          service.url,
          `{ list: ${call} { nodes { databaseId figure: ${figure} } } }`,
        );
        const nodes = z
          .object({
            nodes: z.array(z.object({ databaseId: z.number(), figure: z.union([z.number(), z.string()]) })),
          })
          .parse(data?.list).nodes;
        expect(new Set(nodes.map((node) => node.figure)).size).toBeGreaterThan(2);
        const sorted = nodes.toSorted((a, b) =>
          a.figure === b.figure ? b.databaseId - a.databaseId : a.figure < b.figure ? 1 : -1,
        );
        expect(nodes).toEqual(sorted);
      }
    }
  });

  it('hold still while rows come and go between two pages', async () => {
    await using service = await startTestApp();
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 6, runs: 1 });
    const first = await list(service.url, 'modPacks(first: 3)');
    await insertFinishedRuns(db, { modPacks: 3, runs: 1, from: 6 });
    const second = await list(service.url, `modPacks(first: 3, after: "${first.pageInfo?.endCursor}")`);
    expect([...(first.nodes ?? []), ...(second.nodes ?? [])].map(({ databaseId }) => databaseId)).toEqual([
      6, 5, 4, 3, 2, 1,
    ]);
  });

  it('are filtered by state, name, modloader, game version, date and content', async () => {
    await using service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 10, runs: 2 });
    const total = async (call: string) => (await list(service.url, call, 'totalCount')).totalCount;
    expect(await total('modPacks(filter: { status: [GENERATED, ERROR] })')).toBe(10);
    expect(await total('modPacks(filter: { status: ERROR })')).toBe(0);
    expect(await total('modPacks(filter: { nameContains: "pACK 1" })')).toBe(2);
    expect(await total('modPacks(filter: { nameContains: "%" })')).toBe(0);
    expect(await total('modPacks(filter: { nameContains: "\\u0000" })')).toBe(0);
    expect(await total('modPacks(filter: { modloader: FORGE, gameVersion: "1.20.0" })')).toBe(2);
    expect(await total('modPacks(filter: { createdAt: { from: "2100-01-01T00:00:00Z" } })')).toBe(0);
    expect(await total('modPacks(filter: { createdAt: { to: "2100-01-01T00:00:00Z" } })')).toBe(10);
    for (const [range, found] of [
      ['from: "0000-01-01T00:00:00Z"', 10],
      ['to: "0000-01-01T00:00:00Z"', 0],
      ['from: "9999-12-31T23:59:59-10:00"', 0],
      ['to: "9999-12-31T23:59:59-10:00"', 10],
    ]) {
      expect(await total(`modPacks(filter: { createdAt: { ${range} } })`)).toBe(found);
    }
    const sha256 = Buffer.from('m3'.padEnd(32, '.')).toString('hex').toUpperCase();
    expect(await total(`modPacks(filter: { sha256: "${sha256}" })`)).toBe(1);
    expect(await total('serverPacks(filter: { modPack: { databaseId: 3 } })')).toBe(2);
    expect(await total(`serverPacks(filter: { modPack: { id: "${globalId('ModPack', 3)}" } })`)).toBe(2);
    expect(await total('serverPacks(filter: { nameContains: "Pack 2", modloader: QUILT })')).toBe(2);
    expect(await total('serverPacks(filter: { gameVersion: "1.20.1" })')).toBe(10);
    expect(await total('serverPacks(filter: { gameVersion: "1.20.1", modloader: FORGE })')).toBe(2);
    expect(await total('runs(filter: { gameVersion: "1.20.0" })')).toBe(10);
    for (const list of ['serverPacks', 'runs'])
      for (const unknown of ['1.20.9', '', '\\u0000'])
        expect(await total(`${list}(filter: { gameVersion: "${unknown}" })`)).toBe(0);
    expect(await total('events(filter: { status: QUEUED })')).toBe(20);
    expect(await total('events(filter: { status: [QUEUED, GENERATED] })')).toBe(40);
    expect(await total('events(filter: { status: CHECKED })')).toBe(0);
    expect(await total('runs(filter: { modPack: { databaseId: 4 }, gameVersion: "1.20.1" })')).toBe(1);
    expect(await total('events(filter: { status: [QUEUED], modPack: { databaseId: 4 } })')).toBe(2);
    expect(await total('events(filter: { serverPack: { databaseId: 4 } })')).toBe(1);
    expect(await total('events(filter: { run: { databaseId: 4 } })')).toBe(2);
  });

  it('say whether their total was counted or is estimated', async () => {
    await using service = await startTestApp({
      values: { totalLimits: { rows: 8, cost: 1 } },
    });
    await insertFinishedRuns(service.app.database.db, { modPacks: 10, runs: 2 });
    const total = async (call: string) => {
      const { data, errors } = await ask(
        service.url,
        `{ list: ${call} { totalCountIsEstimated totalCount } }`,
      );
      expect(errors).toBeUndefined();
      return z.object({ totalCount: z.int(), totalCountIsEstimated: z.boolean() }).parse(data?.list);
    };
    expect(await total('modPacks')).toEqual({ totalCount: 10, totalCountIsEstimated: false });
    expect(await total('modPacks(filter: { nameContains: "Pack 1" })')).toEqual({
      totalCount: 2,
      totalCountIsEstimated: false,
    });
    const few = 'runs(filter: { modloader: FORGE, gameVersion: "1.20.0" })';
    expect(await total(few)).toEqual({ totalCount: 2, totalCountIsEstimated: false });
    for (const field of ['modPacks', 'serverPacks']) {
      const many = await total(`${field}(first: 9, filter: { nameContains: "Pack" })`);
      expect(many.totalCountIsEstimated).toBe(true);
      expect(many.totalCount).toBeGreaterThan(8);
    }
    const asked = 'filter: { status: GENERATED, gameVersion: "1.20.0" }';
    // What is on one page need not be counted.
    expect(await total(`modPacks(${asked})`)).toEqual({ totalCount: 10, totalCountIsEstimated: false });
    // Of others than it shows, it is known that there are some.
    for (const page of ['first: 9', 'last: 9']) {
      const several = await total(`modPacks(${page}, ${asked})`);
      expect(several.totalCountIsEstimated).toBe(true);
      expect(several.totalCount).toBeGreaterThanOrEqual(10);
    }
  });

  it('nest in their modpacks with pages, orders and totals of their own', async () => {
    await using service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 3, runs: 5 });
    const query = `{ modPacks(orderBy: CREATED_AT_ASC) { nodes {
      serverPacks(last: 2) { totalCount nodes { databaseId } pageInfo { hasPreviousPage endCursor } }
      newest: runs(first: 1, orderBy: CREATED_AT_DESC) { nodes { databaseId } }
    } } }`;
    const { data, errors } = await ask(service.url, query);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      modPacks: {
        nodes: [5, 10, 15].map((last) => ({
          serverPacks: {
            totalCount: 5,
            nodes: [{ databaseId: last - 1 }, { databaseId: last }],
            pageInfo: { hasPreviousPage: true },
          },
          newest: { nodes: [{ databaseId: last }] },
        })),
      },
    });
  });
});

describe('a list', () => {
  it('of named nodes is as long as a page at most', async () => {
    await using service = await startTestApp({ environment: { 'config.maxPageSize': '3' } });
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const ids = [1, 2, 3].map((id) => globalId('ModPack', id));
    expect(await ask(service.url, query, { ids })).toEqual({
      status: 200,
      data: { nodes: [null, null, null] },
    });
    const { errors } = await ask(service.url, query, { ids: [...ids, ...ids] });
    expect(errors).toMatchObject([
      {
        message: 'nodes takes at most 3 ids, not 6. Ask for them in parts.',
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
  });

  it('refuses pages, cursors and ids that make no sense, and names the argument', async () => {
    await using service = await startTestApp();
    await insertFinishedRuns(service.app.database.db, { modPacks: 3, runs: 1 });
    const message = async (call: string) => {
      const { errors } = await ask(service.url, `{ ${call} { nodes { __typename } } }`);
      return `${errors?.[0]?.extensions?.code} ${errors?.[0]?.message}`;
    };
    expect(await message('modPacks(first: 101)')).toBe(
      'INVALID_INPUT first must be between 0 and 100, not 101.',
    );
    expect(await message('modPacks(last: -1)')).toBe('INVALID_INPUT last must be between 0 and 100, not -1.');
    expect(await message('modPacks(first: 1, last: 1)')).toContain('INVALID_INPUT Give either first or last');
    expect(await message('modPacks(after: "x")')).toContain('INVALID_INPUT after must be a cursor');
    const { pageInfo } = await list(service.url, 'modPacks(first: 1)');
    const call = `modPacks(before: "${pageInfo?.endCursor}", orderBy: SIZE_ASC)`;
    expect(await message(call)).toBe('INVALID_INPUT before is a cursor of a list in another order.');
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const parts of [
      ['NAME', 'a\0', 1],
      ['NAME', '\ud800', 1],
      ['SIZE', 'x', 1],
      ['SIZE', 1, 2 ** 40],
      ['SIZE', 1.5, 1],
    ]) {
      const order = parts[0] === 'NAME' ? 'NAME' : 'SIZE';
      const refused = `modPacks(after: "${forged(parts)}", orderBy: ${order}_ASC)`;
      expect(await message(refused)).toContain('INVALID_INPUT after');
    }
    const wrongId = `serverPacks(filter: { modPack: { id: "${globalId('PackEvent', 1)}" } })`;
    expect(await message(wrongId)).toBe(
      'INVALID_INPUT modPack must be the id of a ModPack, not of a PackEvent.',
    );
  });
});

it('an id that names no kind of object, or one without ids, is refused in words', async () => {
  await using service = await startTestApp();
  for (const kind of ['Nothing', 'Query', 'Node', '__Schema', 'x'.repeat(3_000)]) {
    const id = Buffer.from(`${kind}:1`).toString('base64');
    const other = globalId('ModPack', 1);
    for (const field of [`node(id: "${id}")`, `nodes(ids: ["${other}", "${id}"])`]) {
      const { errors } = await ask(service.url, `{ ${field} { id } }`);
      expect([kind, field, errors?.[0]?.extensions?.code]).toEqual([kind, field, 'INVALID_INPUT']);
      expect(errors?.[0]?.message).toContain(`of the kind "${kind.slice(0, 100)}"`);
    }
  }
});

it('an object has one id: with zeros in front of its number nothing is found', async () => {
  await using service = await startTestApp();
  await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
  const query = `query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id }
    serverPacks(filter: { modPack: { id: $id } }) { totalCount } }`;
  const read = async (number: string) =>
    (await ask(service.url, query, { id: Buffer.from(`ModPack:${number}`).toString('base64') })).data;
  const id = globalId('ModPack', 1);
  expect(await read('1')).toEqual({ node: { id }, nodes: [{ id }], serverPacks: { totalCount: 1 } });
  for (const number of ['01', '0000000001'])
    expect(await read(number)).toEqual({ node: null, nodes: [null], serverPacks: { totalCount: 0 } });
});
