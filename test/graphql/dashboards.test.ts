import { parse } from 'graphql';
import { afterAll, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { examplesOf } from '../support/examples.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { ask, globalId, operatorHeaders } from './client.ts';

const service = await startTestApp();
await upload(service.url, smallPack());
await eventsUntilEnd(service.app, 1);
await upload(service.url, smallPack('', { '../x': Buffer.from('x') }));
await eventsUntilEnd(service.app, 2);
afterAll(() => service[Symbol.asyncDispose]());

it('the ten queries for dashboards in docs/graphql.md are answered, with what they are about', async () => {
  const examples = await examplesOf('docs/graphql.md', 'graphql');
  const queries = parse(examples.find((example) => example.includes('query UnderWay')) ?? '').definitions;
  expect(queries).toHaveLength(10);
  const operator = await operatorHeaders(service.app.database);
  const archive = await ask(service.url, '{ modPack(by: { databaseId: 1 }) { sha256 } }');
  const variables = { ...Object(archive.data?.modPack), serverPack: globalId('ServerPack', 1) };
  const answers: Record<string, unknown> = {};
  for (const { loc } of queries) {
    const query = loc?.source.body.slice(loc.start, loc.end) ?? '';
    const { data, errors } = await ask(service.url, query, variables, operator);
    expect(errors, query).toBeUndefined();
    Object.assign(answers, { [/query (\w+)/.exec(query)?.[1] ?? '']: data });
  }
  expect(answers).toMatchObject({
    UnderWay: { runs: { totalCount: 0, nodes: [] } },
    Failed: { runs: { nodes: [{ outcome: 'FAILED', errors: [{ code: 'PATH_TRAVERSAL', mod: null }] }] } },
    RunsOfArchive: { modPack: { runs: { nodes: [{ outcome: 'SUCCEEDED' }] } } },
    RunsByDay: { statistics: { days: expect.any(Array) } },
    Storage: { statistics: { storedFiles: expect.any(Number) } },
    Asked: { statistics: { serverPacksByModloader: [{ modloader: 'FABRIC', count: 1 }] } },
    MostDownloaded: { serverPacks: { nodes: [{ downloads: 0, upVotes: 0, downVotes: 0 }] } },
    UnsureMods: { serverPack: { decisions: { totalCount: expect.any(Number) } } },
    State: { administration: { tokens: [{ role: 'OPERATOR' }] } },
    FailedDeliveries: { administration: { webhookDeliveries: { nodes: [] } } },
  });
  const decided = await ask(
    service.url,
    `{ modPack(by: { databaseId: 1 }) { serverPacks(orderBy: SIZE_DESC) { nodes {
      decisions(filter: { fileContains: "SODIUM" }) { totalCount nodes { file kept side size mod { descriptors { side } } } }
    } } } }`,
  );
  const sodium = { file: 'sodium.jar', kept: false, side: 'CLIENT', size: expect.any(Number) };
  expect(decided.data?.modPack).toEqual({
    serverPacks: {
      nodes: [
        { decisions: { totalCount: 1, nodes: [{ ...sodium, mod: { descriptors: [{ side: 'CLIENT' }] } }] } },
      ],
    },
  });
});
