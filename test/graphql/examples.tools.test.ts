/** The examples of docs/graphql.md that need the programs curl and python3, the latter with its package httpx. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { examplesOf, runExample } from '../support/examples.ts';

/** A service with nothing in it yet, and a folder with a modpack. */
async function prepare() {
  const service = await startTestApp({
    overrides: { database: await openDatabase(null, { memory: true }) },
  });
  const directory = await mkdtemp(path.join(os.tmpdir(), 'examples-'));
  await writeFile(path.join(directory, 'pack.zip'), smallPack());
  const { host } = new URL(service.url);
  return {
    directory,
    here: (example: string) => example.replaceAll('127.0.0.1:8080', host),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

it('the examples with curl upload, watch, generate, page and preview, one after the other', async () => {
  await using place = await prepare();
  const examples = await examplesOf('docs/graphql.md', 'sh');
  const [upload, watch, generate, page, preview, ...others] = examples.map(place.here);
  expect(others).toEqual([]);
  const run = async (example = '', until?: RegExp) =>
    runExample(['sh'], example, { directory: place.directory, ...(until ? { until } : {}) });
  expect(JSON.parse(await run(upload))).toEqual({
    data: {
      uploadModPack: {
        __typename: 'RunStarted',
        modPack: { id: 'TW9kUGFjazox' },
        runConfiguration: { id: expect.any(String) },
      },
    },
  });
  const watched = await run(watch, /"message":"Syncing ServerPack to database\."/);
  expect(watched).toContain('"status":"QUEUED"');
  expect(watched).toContain('/api/v2/serverpacks/download/1"');
  expect(JSON.parse(await run(generate))).toMatchObject({
    data: { generateServerPack: { __typename: 'RunStarted' } },
  });
  expect(JSON.parse(await run(page))).toMatchObject({
    data: { serverPacks: { totalCount: expect.any(Number), pageInfo: { hasNextPage: false } } },
  });
  expect(JSON.parse(await run(preview))).toMatchObject({
    data: { previewServerPack: { __typename: 'ServerPackPreview', keptCount: 1, droppedCount: 1 } },
  });
});

/** The first Python that has the package: not every machine has it for the one that comes first. */
function python(): string {
  const candidates = [process.env.PYTHON ?? 'python3', '/usr/bin/python3'];
  const found = candidates.find((program) => spawnSync(program, ['-c', 'import httpx']).status === 0);
  if (!found) throw new Error(`None of ${candidates.join(' and ')} has the package httpx.`);
  return found;
}

it('the example with Python uploads a modpack and follows it until there is something to download', async () => {
  await using place = await prepare();
  const [example = ''] = await examplesOf('docs/graphql.md', 'python');
  const run = () => runExample([python(), '-'], place.here(example), { directory: place.directory });
  const printed = await run();
  expect(printed).toContain('QUEUED Submitted task to queue.');
  expect(printed.trim()).toMatch(/\/api\/v2\/serverpacks\/download\/1$/);
  // The same content again: the example goes on with the modpack that has it.
  expect(await run()).toBe(printed);
});
