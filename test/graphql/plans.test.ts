import { PgliteSession } from 'drizzle-orm/pglite';
import { parse, type ValidatedExecutionArgs, validate, validateExecutionArgs } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anonymous } from '../../src/access/permissions.ts';
import { carryOut, planOf } from '../../src/graphql/execution/plan.ts';
import { Change, Work } from '../../src/graphql/execution/work.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createContext } from '../../src/http/request-context.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask, globalId } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

/** Directives are left to the library, and this one changes nothing. */
const byLibrary = (query: string) => query.replace('{', '{ __typename @skip(if: false)');

function argumentsOf(query: string): ValidatedExecutionArgs {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const args = validateExecutionArgs({ schema, document });
  if (!('schema' in args)) throw new Error('These variables do not fit.');
  return args;
}

function hasPlan(query: string): boolean {
  return planOf(argumentsOf(query)) !== null;
}

/** What the plan of an operation comes to by itself; null where it needs the library. */
async function byPlan({ app }: TestApp, query: string) {
  const args = argumentsOf(query);
  const plan = planOf(args);
  const context = createContext(app, { viewer: anonymous('127.0.0.1'), baseUrl: 'http://localhost' });
  return (
    plan && carryOut(plan, args, { ...context, work: new Work(context.answerBudget), change: new Change() })
  );
}

const vote = (id: number, fields: string) =>
  `mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', id)}", vote: UP }) { ${fields} } }`;
const votedFor =
  '__typename ... on VoteCounted { serverPack { __typename databaseId runConfiguration { gameVersion } } }';
const failed = '... on Error { __typename code message } ... on NotFoundError { again: message }';

describe('an operation with a plan', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp({
      database: 'embedded',
      // Nothing looks by itself what has become due, while statements are counted.
      environment: { MAX_QUERY_COST: '1000000', QUEUE_LOOK_MS: '60000' },
    });
    await service.app.stopWork();
    await insertFinishedRuns(service.app.database.db, { modPacks: 3, runs: 2 });
    return () => service[Symbol.asyncDispose]();
  });

  const votesOf = async (id: number) => {
    const { data } = await ask(service.url, `{ serverPack(databaseId: ${id}) { confirmedWorking } }`);
    return data?.serverPack;
  };

  it('is answered as the library answers it, whatever types it asks for', async () => {
    for (const query of [
      '{ __typename modPack(databaseId: 1) { __typename name serverPacks { __typename nodes { __typename size } } } }',
      '{ modPack(databaseId: 1) { ... on Node { id } ... on ModPack { name } } }',
      '{ modPacks { nodes { ...Named } } } fragment Named on ModPack { ... { other: __typename } name }',
      vote(1, `${votedFor} ${failed}`),
      vote(999, `${votedFor} ${failed}`),
    ]) {
      expect([query, hasPlan(query), hasPlan(byLibrary(query))]).toEqual([query, true, false]);
      expect([query, await byPlan(service, query)]).toEqual([query, expect.any(Object)]);
      const { data, ...planned } = await ask(service.url, query);
      const other = await ask(service.url, byLibrary(query));
      // The library was asked for one field more.
      const { __typename: _, ...others } = other.data ?? {};
      const { __typename: __, ...own } = data ?? {};
      expect([query, own]).toEqual([query, others]);
      expect(planned).toEqual({ status: 200 });
    }
  });

  it('is none where it asks for several changes', () => {
    expect(hasPlan(vote(1, '__typename'))).toBe(true);
    expect(
      hasPlan(
        `mutation { a: ${vote(1, '__typename').slice(11, -2)} b: ${vote(2, '__typename').slice(11, -2)} }`,
      ),
    ).toBe(false);
  });

  it('makes a change once, though its answer fails on the way, and tells why in the words of the library', async () => {
    for (const fields of [
      'serverPack { decisions(first: 5000) { nodes { file } } }',
      'serverPack { databaseId modPack { serverPacks(first: 3, last: 3) { totalCount } } }',
    ]) {
      const query = vote(2, `... on VoteCounted { ${fields} }`);
      expect(hasPlan(query)).toBe(true);
      const before = await votesOf(2);
      const planned = await ask(service.url, query);
      expect(planned.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
      expect(planned.data).toBeNull();
      expect(await votesOf(2)).toEqual(moved(before, 1));
      const other = await ask(service.url, byLibrary(query));
      expect({ ...planned, data: null }).toEqual({ ...other, data: null });
      expect(await votesOf(2)).toEqual(moved(before, 2));
    }
  });

  it('tells of a change that is refused as the library does, and makes none', async () => {
    const before = await votesOf(1);
    const wrong = `mutation { voteServerPack(input: { serverPack: "${globalId('ModPack', 1)}", vote: UP }) { ${failed} } }`;
    expect((await ask(service.url, wrong)).data).toMatchObject({ voteServerPack: { code: 'INVALID_INPUT' } });
    expect(await votesOf(1)).toEqual(before);
  });

  it('takes one statement for a vote, its answer included', async () => {
    const query = vote(1, votedFor);
    await ask(service.url, query);
    const prepared = vi.spyOn(PgliteSession.prototype, 'prepareQuery');
    const { errors } = await ask(service.url, query);
    const statements = prepared.mock.calls.length;
    prepared.mockRestore();
    expect({ errors, statements }).toEqual({ errors: undefined, statements: 1 });
  });
});

function moved(before: unknown, by: number): unknown {
  if (typeof before !== 'object' || before === null || !('confirmedWorking' in before)) return before;
  return { confirmedWorking: Number(before.confirmedWorking) + by };
}
