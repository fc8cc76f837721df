import { type GraphQLInterfaceType, isInterfaceType } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  dropLists,
  lineNews,
  lines,
  tokens,
  uploadTickets,
  webhookDeliveries,
  webhooks,
} from '../../drizzle/schema.ts';
import { noOverrides } from '../../src/core/lines/line-rules.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startTestApp } from '../support/app.ts';
import { openKept } from '../support/kept-databases.ts';
import { ask, globalId, operatorHeaders } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const deepest = `query Deepest($first: Int!) {
  modPacks(first: $first) {
    totalCount
    nodes {
      name
      manifest { kind }
      mods(first: 5) { totalCount nodes { file } }
      warnings { code }
      runs(first: 20) { totalCount nodes { warnings { code } } }
      serverPacks(first: 20) {
        totalCount
        nodes {
          keptCount
          droppedCount
          decisions(first: 5) { nodes { file } }
          run { serverPack { modPack { databaseId } } }
          modPack { name events(last: 3) { nodes { status serverPack { size } run { configuration { modloader } } } } }
        }
      }
      runs(first: 20) { totalCount nodes { modPack { name } serverPack { databaseId } } }
      events(first: 20) { totalCount nodes { modPack { name } serverPack { downloads } } }
    }
  }
  serverPacks(first: $first, orderBy: DOWNLOADS_DESC) {
    totalCount
    nodes { modPack { name } run { configuration { modloader } } decisions(first: 1) { nodes { file } } }
  }
  events(last: $first) { totalCount nodes { modPack { name } run { configuration { gameVersion } } serverPack { size } } }
}`;

/**
 * A service that asks the database for nothing but what it is requested, while statements are counted: it works on no runs, so that
 * nothing looks for what has become due, and reads no events, of which it hears when rows of runs are written.
 */
async function startAnswering(environment: Record<string, string> = {}) {
  // Settings let no node alone answer without a server; the database that it has is made beforehand, and is not this one.
  const answering = { ROLE: 'api', DATABASE_URL: 'postgres://nowhere/none' };
  let statements = 0;
  const database = await openKept(() => {
    statements += 1;
  });
  const service = await startTestApp({
    environment: { ...answering, ...environment },
    overrides: { database },
  });
  await service.app.feed[Symbol.asyncDispose]();
  return {
    ...service,
    /** The number of statements that the work asks. */
    async count<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: number }> {
      const before = statements;
      const result = await work();
      return { result, statements: statements - before };
    },
  };
}

/** Fields of the query above that need the database: lists, their totals, objects, reports and decisions. */
const loads = 31;

function nodeInterface(): GraphQLInterfaceType {
  const node = schema.getType('Node');
  if (!isInterfaceType(node)) throw new Error('The schema has no interface Node.');
  return node;
}

describe('the number of SQL statements', () => {
  it('of the deepest query is bounded by its fields, however many rows there are', async () => {
    await using service = await startAnswering({ 'config.maxQueryCost': '100000000' });
    const { db } = service.app.database;
    const count = async (first: number) => {
      const { result, statements } = await service.count(() => ask(service.url, deepest, { first }));
      expect(result.errors).toBeUndefined();
      return { statements, answered: JSON.stringify(result.data).length };
    };
    await insertFinishedRuns(db, { modPacks: 30, runs: 6 });
    const small = await count(5);
    const large = await count(30);
    expect(large.answered).toBeGreaterThan(small.answered * 5);
    // What was loaded for one field is not loaded again for another, so there may be fewer.
    expect(small.statements).toBeLessThanOrEqual(loads);
    // One answers 2,100 rows of a nested list at most, or compares the runs of five modpacks.
    expect(large.statements).toBeLessThanOrEqual(loads + 8);
  });

  it('of nodes named by their ids is one for each type, whatever types there are', async () => {
    await using service = await startAnswering({ 'config.maxQueryCost': '100000' });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 12, runs: 1 });
    const runConfiguration = {
      gameVersion: '1.20.1',
      modloader: 'Fabric' as const,
      modloaderVersion: '0.15.6',
      startArgs: [],
      clientMods: [],
      whitelistedMods: [],
    };
    const expires = new Date(Date.now() + 60_000);
    const headers = await operatorHeaders(service.app.database);
    await db.insert(tokens).values(
      Array.from({ length: 11 }, (_, index) => ({
        name: `token-${index}`,
        role: 'reader' as const,
        hash: '',
      })),
    );
    // A ticket is shown to the token that made it.
    await db.insert(uploadTickets).values(Array(12).fill({ runConfiguration, expires, tokenId: 1 }));
    const webhook = { url: 'https://hooks.example/', format: 'STANDARD' as const, statuses: [], secret: '' };
    await db.insert(webhooks).values(Array(12).fill({ ...webhook, lastEventId: 0, enabled: false }));
    await db
      .insert(webhookDeliveries)
      .values(Array(12).fill({ webhookId: 1, type: 'webhook.test', body: '' }));
    await db.insert(lines).values(
      Array.from({ length: 12 }, (_, index) => ({
        name: `line-${index}`,
        tokenId: 1,
        overrides: noOverrides,
      })),
    );
    await db
      .insert(dropLists)
      .values(Array.from({ length: 12 }, (_, index) => ({ name: `list-${index}`, tokenId: 1 })));
    await db.insert(lineNews).values(Array(12).fill({ lineId: 1, modPackId: 1, kind: 'WITHDRAWN' }));
    await ask(service.url, '{ viewer { name } }', {}, headers);
    const types = schema.getPossibleTypes(nodeInterface()).map(({ name }) => name);
    expect(types.length).toBeGreaterThan(4);
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    for (const type of types) {
      const ids = Array.from({ length: 12 }, (_, index) => globalId(type, index + 1));
      const { result, statements } = await service.count(() => ask(service.url, query, { ids }, headers));
      const { data, errors } = result;
      expect(errors).toBeUndefined();
      expect(data).toEqual({ nodes: ids.map((id) => ({ __typename: type, id })) });
      // And one that looks the token up.
      expect({ type, statements }).toEqual({ type, statements: 2 });
      // The same object by both ways at once: what is under way for one is taken by the other.
      const [id] = ids;
      const both = 'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id]) { __typename id } }';
      const node = { __typename: type, id };
      expect(await ask(service.url, both, { id }, headers)).toEqual({
        status: 200,
        data: { node, nodes: [node] },
      });
    }
  });

  it('does not count a list that nobody asks the total of, or that is all on the page', async () => {
    await using service = await startAnswering();
    await insertFinishedRuns(service.app.database.db, { modPacks: 2, runs: 1 });
    const statementsOf = async (query: string) =>
      (await service.count(() => ask(service.url, query))).statements;
    const without = await statementsOf('{ modPacks(first: 1) { nodes { name } } }');
    expect(await statementsOf('{ modPacks(first: 1) { totalCount nodes { name } } }')).toBe(without + 1);
    expect(await statementsOf('{ modPacks(first: 2) { totalCount nodes { name } } }')).toBe(without);
  });

  it('is one for each level of lists of the longest page, and so it is for REST', async () => {
    await using service = await startAnswering({ 'config.maxQueryCost': '1000000' });
    await insertFinishedRuns(service.app.database.db, { modPacks: 100, runs: 1 });
    const { statements: asked } = await service.count(() =>
      ask(
        service.url,
        '{ modPacks(first: 100) { nodes { name serverPacks { nodes { size } } runs { nodes { configuration { startArgs } } } } } }',
      ),
    );
    const { statements: askedByRest } = await service.count(() =>
      fetch(`${service.url}/api/v2/modpacks/1`).then((response) => response.text()),
    );
    expect({ asked, askedByRest }).toEqual({ asked: 3, askedByRest: 2 });
  });
});

it('an answer has all of its fields, whatever they are called', async () => {
  await using service = await startTestApp({ database: 'embedded' });
  await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
  const query = '{ modPack(by: { databaseId: 1 }) { __proto__: name constructor: size } }';
  const answer = await fetch(`${service.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { accept: 'application/json' },
  });
  expect(await answer.text()).toMatch(/"__proto__":"[^"]+","constructor":\d+/);
});
