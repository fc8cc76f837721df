import { eq } from 'drizzle-orm';
import { createClient } from 'graphql-ws';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { runConfigurations } from '../../drizzle/schema.ts';
import { stepOf } from '../../src/core/events/event-kinds.ts';
import { recordEvents } from '../../src/core/events/events.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { databaseKind } from '../support/database.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { ask, globalId, operatorHeaders } from './client.ts';

const run = (number: number) => globalId('Run', number);
const retryRun = `mutation ($run: ID!) { retryRun(input: { run: $run }) {
  ... on RunStarted { run { databaseId } } ... on UserError { code }
} }`;
const cancelRun = `mutation ($run: ID!) { cancelRun(input: { run: $run }) {
  ... on Run { databaseId status outcome startedAt endedAt errors { code message entry mod } } ... on UserError { code }
} }`;

describe('a run', async () => {
  const service = await startTestApp({ database: databaseKind });
  const operator = await operatorHeaders(service.app.database);
  await upload(service.url, smallPack());
  await eventsUntilEnd(service.app, 1);
  afterAll(() => service[Symbol.asyncDispose]());
  const asked = (query: string, variables = {}) => ask(service.url, query, variables, operator);

  it('is known by its id and its number, tells when and how it ended, and what it made', async () => {
    const { data, errors } = await asked(
      `query ($id: ID!) {
        node(id: $id) { ... on Run { databaseId } }
        other: run(by: { databaseId: 7 }) { id }
        run(by: { id: $id }) {
          status outcome createdAt startedAt endedAt progress { phase } queuePlace errors { code }
          modPack { databaseId runs { totalCount nodes { databaseId } } }
          databaseId configuration { gameVersion }
          serverPack { databaseId run { databaseId } }
        }
      }`,
      { id: run(1) },
    );
    expect(errors).toBeUndefined();
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(data).toEqual({
      node: { databaseId: 1 },
      other: null,
      run: {
        ...{ status: 'GENERATED', outcome: 'SUCCEEDED', progress: null, queuePlace: null, errors: [] },
        ...{ createdAt: moment, startedAt: moment, endedAt: moment },
        modPack: { databaseId: 1, runs: { totalCount: 1, nodes: [{ databaseId: 1 }] } },
        databaseId: 1,
        configuration: { gameVersion: '1.20.1' },
        serverPack: { databaseId: 1, run: { databaseId: 1 } },
      },
    });
  });

  it('has events whose kinds tell its steps, of which the last is final', async () => {
    const events = `events { nodes { kind isFinal run { databaseId } } }`;
    const { data } = await asked(`{ ${events} }`);
    const kinds = ['QUEUED', 'CHECK_STARTED', 'CHECK_PASSED', 'BUILD_STARTED', 'BUILT', 'STORE_QUEUED'];
    expect(data).toEqual({
      events: {
        nodes: [...kinds, 'MOD_PACK_STORED', 'READY'].map((kind) => ({
          kind,
          isFinal: kind === 'READY',
          run: { databaseId: 1 },
        })),
      },
    });
    expect((await asked(`{ run(by: { databaseId: 1 }) { ${events} } }`)).data).toEqual({ run: data });
    const paged = `{ runs { nodes {
      newest: events(last: 2) { totalCount nodes { databaseId } pageInfo { hasPreviousPage endCursor } }
      down: events(first: 2, orderBy: CREATED_AT_DESC) { nodes { databaseId } }
    } } }`;
    const last = { totalCount: 8, nodes: [{ databaseId: 7 }, { databaseId: 8 }] };
    expect((await asked(paged)).data).toMatchObject({
      runs: {
        nodes: [
          {
            newest: { ...last, pageInfo: { hasPreviousPage: true } },
            down: { nodes: last.nodes.toReversed() },
          },
        ],
      },
    });
  });

  it('fails with its reasons, is listed among those that failed, and can be tried again', async () => {
    await upload(service.url, smallPack('', { '../x': Buffer.from('x') }));
    await eventsUntilEnd(service.app, 2);
    const list = `query ($status: [Status!]) { runs(filter: { status: $status }) {
      totalCount nodes { databaseId outcome errors { code message entry } }
    } }`;
    const failed = await asked(list, { status: ['ERROR'] });
    const errors = [{ code: 'PATH_TRAVERSAL', message: expect.any(String), entry: '../x' }];
    expect(failed.data?.runs).toEqual({
      totalCount: 1,
      nodes: [{ databaseId: 2, outcome: 'FAILED', errors }],
    });
    expect((await asked(retryRun, { run: run(1) })).data).toEqual({ retryRun: { code: 'CONFLICT' } });
    expect((await asked(retryRun, { run: run(9) })).data).toEqual({ retryRun: { code: 'NOT_FOUND' } });
    expect((await asked(retryRun, { run: run(2) })).data).toEqual({ retryRun: { run: { databaseId: 3 } } });
    await eventsUntilEnd(service.app, 2, 2);
    const ended = await asked(list, { status: ['GENERATED', 'ERROR'] });
    expect(ended.data?.runs).toMatchObject({
      totalCount: 3,
      nodes: [{ databaseId: 3 }, { databaseId: 2 }, { databaseId: 1 }],
    });
    // Each has events of its own.
    const own = await asked('{ runs { nodes { databaseId events { nodes { run { databaseId } } } } } }');
    for (const { databaseId, events } of Object(own.data).runs.nodes)
      expect(
        new Set(events.nodes.map(({ run: { databaseId: of } }: { run: { databaseId: number } }) => of)),
      ).toEqual(new Set([databaseId]));
    const underWay = await asked(list, { status: ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING'] });
    expect(underWay.data?.runs).toEqual({ totalCount: 0, nodes: [] });
  });

  it('is found by when it was asked for, with its modpack and status or without, page by page', async () => {
    const { db } = service.app.database;
    for (const [id, day] of ['2026-01-01', '2026-01-02', '2026-01-03'].entries())
      await db
        .update(runConfigurations)
        .set({ dateCreated: new Date(day) })
        .where(eq(runConfigurations.id, id + 1));
    const found = async (filter: object, page: object = {}) => {
      const query = `query ($filter: RunFilter, $first: Int, $after: String) {
        runs(filter: $filter, first: $first, after: $after) { totalCount nodes { databaseId } pageInfo { endCursor } }
      }`;
      const { data } = await asked(query, { filter, ...page });
      const { totalCount, nodes, pageInfo } = Object(data).runs;
      const ids = nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
      return { found: [totalCount, ...ids], end: pageInfo.endCursor };
    };
    const since = { createdAt: { from: '2026-01-02T00:00:00Z' } };
    expect((await found(since)).found).toEqual([2, 3, 2]);
    const first = await found(since, { first: 1 });
    expect(first.found).toEqual([2, 3]);
    expect((await found(since, { first: 1, after: first.end })).found).toEqual([2, 2]);
    const until = { createdAt: { to: '2026-01-03T00:00:00Z' } };
    expect((await found(until)).found).toEqual([2, 2, 1]);
    expect((await found({ ...until, status: ['ERROR'] })).found).toEqual([1, 2]);
    expect((await found({ ...until, modPack: { databaseId: 1 } })).found).toEqual([1, 1]);
    expect((await found({ createdAt: { from: '2026-02-01T00:00:00Z' } })).found).toEqual([0]);
  });
});

it('a run that waits is listed as such, followed live, and cancelled by its id', async () => {
  // Nothing works on runs here.
  await using service = await startTestApp({
    database: 'embedded',
    environment: { ROLE: 'api', DATABASE_URL: 'postgres://nowhere/none' },
  });
  await upload(service.url, smallPack());
  const operator = await operatorHeaders(service.app.database);
  const waiting = await ask(
    service.url,
    '{ runs(filter: { status: [QUEUED] }) { nodes { status outcome startedAt endedAt queuePlace } } }',
  );
  expect(waiting.data?.runs).toEqual({
    nodes: [{ status: 'QUEUED', outcome: null, startedAt: null, endedAt: null, queuePlace: 1 }],
  });
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
  });
  const followed = client.iterate({
    query: 'subscription ($id: ID!) { run(by: { id: $id }) { status outcome events { totalCount } } }',
    variables: { id: run(1) },
  });
  const next = async () =>
    z.object({ value: z.object({ data: z.unknown() }) }).parse(await followed.next()).value.data;
  expect(await next()).toEqual({ run: { status: 'QUEUED', outcome: null, events: { totalCount: 1 } } });
  const { data } = await ask(service.url, cancelRun, { run: run(1) }, operator);
  const errors = [{ code: 'CANCELLED', message: expect.any(String), entry: null, mod: null }];
  expect(data?.cancelRun).toEqual({
    ...{ databaseId: 1, status: 'ERROR', outcome: 'CANCELLED', startedAt: null, errors },
    endedAt: expect.any(String),
  });
  expect(await next()).toEqual({ run: { status: 'ERROR', outcome: 'CANCELLED', events: { totalCount: 2 } } });
  await client.dispose();
  const events = await ask(service.url, '{ events { nodes { kind isFinal } } }');
  expect(events.data?.events).toEqual({
    nodes: [
      { kind: 'QUEUED', isFinal: false },
      { kind: 'CANCELLED', isFinal: true },
    ],
  });
  expect((await ask(service.url, cancelRun, { run: run(1) }, operator)).data).toEqual({
    cancelRun: { code: 'CONFLICT' },
  });
});

it('the end of a run is told once, and its progress while it has that step', async () => {
  await using service = await startTestApp({
    database: 'embedded',
    environment: { ROLE: 'api', DATABASE_URL: 'postgres://nowhere/none' },
  });
  const { database, progress } = service.app;
  await upload(service.url, smallPack());
  const record = (...steps: Parameters<typeof stepOf>[0][]) =>
    database.db.transaction((tx) =>
      recordEvents(tx, { modPackId: 1, runConfigurationId: 1 }, steps.map(stepOf)),
    );
  const phase = async () =>
    (await ask(service.url, '{ run(by: { databaseId: 1 }) { progress { phase } } }')).data;
  await record('CHECK_STARTED');
  progress.announce({
    runConfigurationId: 1,
    phase: 'CHECKING',
    bytesDone: 1,
    bytesTotal: 2,
    entriesDone: 0,
    entriesTotal: 1,
  });
  await expect.poll(phase).toEqual({ run: { progress: { phase: 'CHECKING' } } });
  await record('CHECK_PASSED');
  expect(await phase()).toEqual({ run: { progress: null } });
  await record('BUILD_STARTED');
  expect(await phase()).toEqual({ run: { progress: null } });

  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
  });
  const follow = (query: string) => {
    const told: string[] = [];
    client.subscribe(
      { query },
      { next: (one) => void told.push(JSON.stringify(one)), error() {}, complete() {} },
    );
    return told;
  };
  const followed = [
    follow(`subscription { run(by: { id: "${run(1)}" }) { events { totalCount } } }`),
    follow(`subscription { modPack(by: { id: "${globalId('ModPack', 1)}" }) { events { totalCount } } }`),
  ];
  const newest = () => followed.map((told) => /"totalCount":\d+/.exec(told.at(-1) ?? '')?.[0]);
  await expect.poll(newest).toEqual(Array(2).fill('"totalCount":4'));
  const moving = follow('subscription { run(by: { databaseId: 1 }) { progress { bytesDone } } }');
  await expect.poll(() => moving.length).toBe(1);
  const bytes = { bytesTotal: 4, entriesDone: 0, entriesTotal: 1 };
  progress.announce({ runConfigurationId: 1, phase: 'GENERATING', bytesDone: 3, ...bytes });
  await expect.poll(() => moving.at(-1)).toMatch(/"bytesDone":"?3/);
  await record('BUILT', 'STORE_QUEUED', 'MOD_PACK_STORED', 'READY');
  await expect.poll(newest).toEqual(Array(2).fill('"totalCount":8'));
  // What came of the four has been told before this.
  await record('QUEUED');
  // The run has ended, and what follows it with it.
  await expect.poll(newest).toEqual(['"totalCount":8', '"totalCount":9']);
  expect(followed.map(({ length }) => length)).toEqual([2, 3]);
  expect(moving).toHaveLength(3);
  await client.dispose();
});
