import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { ask, operatorHeaders } from './client.ts';

const service = await startTestApp();
await upload(service.url, smallPack());
await eventsUntilEnd(service.app, 1);
await upload(service.url, smallPack('', { '../x': Buffer.from('x') }));
await eventsUntilEnd(service.app, 2);
afterAll(() => service[Symbol.asyncDispose]());

it('the documents for dashboards are answered, with what they are about', async () => {
  const operator = await operatorHeaders(service.app.database);
  const answerTo = async (name: string, variables = {}) => {
    const document = await readFile(`client/documents/${name}.graphql`, 'utf8');
    const { data, errors } = await ask(service.url, document, variables, operator);
    expect(errors, name).toBeUndefined();
    return data;
  };
  expect(await answerTo('Queue')).toEqual({ runs: { totalCount: 0, nodes: [] } });
  expect(await answerTo('Health')).toMatchObject({
    administration: {
      health: expect.arrayContaining([expect.objectContaining({ name: 'database', ok: true })]),
    },
  });
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  expect(await answerTo('FailedRuns', { since })).toMatchObject({
    runs: { totalCount: 1, nodes: [{ outcome: 'FAILED', errors: [{ code: 'PATH_TRAVERSAL', mod: null }] }] },
    statistics: { days: expect.arrayContaining([expect.objectContaining({ generated: 1, failed: 1 })]) },
  });
});

it('a search among the decisions on mods finds a part of a name in any case', async () => {
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
