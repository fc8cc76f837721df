/**
 * The examples of docs/graphql.md and docs/graphql-more.md, and those in client/examples, which need the programs curl, jq and python3, the latter
 * with its package httpx.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { examplesOf, runExample } from '../support/examples.ts';
import { listOnModrinth, modrinthVersion, openFakePlatforms } from '../support/platforms.ts';
import { operatorHeaders } from './client.ts';

/** A service with nothing in it yet, and a folder with a modpack. */
async function prepare() {
  const platforms = await openFakePlatforms();
  const service = await startTestApp({
    environment: platforms.environment,
    overrides: { connect: platforms.host.connect },
  });
  const directory = await mkdtemp(path.join(os.tmpdir(), 'examples-'));
  await writeFile(path.join(directory, 'pack.zip'), smallPack());
  const { host } = new URL(service.url);
  return {
    directory,
    platforms,
    url: service.url,
    database: service.app.database,
    here: (example: string) => example.replaceAll('127.0.0.1:8080', host),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await platforms[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

it('the examples with curl upload, watch, generate, page, preview and ask again, one after the other', async () => {
  await using place = await prepare();
  const examplesIn = async (page: string) => (await examplesOf(page, 'sh')).map(place.here);
  const [page, upload, fetched, generate, watch, ...others] = await examplesIn('docs/graphql.md');
  const [preview, missing, again, ...more] = await examplesIn('docs/graphql-more.md');
  expect([...others, ...more]).toEqual([]);
  const run = async (example = '', until?: RegExp) =>
    runExample(['sh'], example, { directory: place.directory, ...(until ? { until } : {}) });
  expect(JSON.parse(await run(upload))).toEqual({
    data: {
      uploadModPack: {
        __typename: 'RunStarted',
        modPack: { id: 'TW9kUGFjazox' },
        run: { id: expect.any(String) },
      },
    },
  });
  const content = smallPack('fetched');
  const version = modrinthVersion({ id: 'A' }, { url: place.platforms.file('/a', content), content });
  listOnModrinth(place.platforms, 'fabulously-optimized', () => [version]);
  // This pack says no versions itself, which it is asked for once it is there.
  expect(JSON.parse(await run(fetched))).toMatchObject({
    data: { importModPack: { __typename: 'UserError', code: 'INVALID_INPUT' } },
  });
  const watched = await run(watch, /"kind":"READY"/);
  expect(watched).toContain('"kind":"QUEUED"');
  expect(watched).toContain('/api/v2/serverpacks/download/1?name=title"');
  expect(JSON.parse(await run(generate))).toMatchObject({
    data: { generateServerPack: { __typename: 'RunStarted' } },
  });
  expect(JSON.parse(await run(page))).toMatchObject({
    data: { serverPacks: { totalCount: expect.any(Number), pageInfo: { hasNextPage: false } } },
  });
  expect(JSON.parse(await run(preview))).toMatchObject({
    data: { previewServerPack: { __typename: 'ServerPackPreview', keptCount: 1, droppedCount: 1 } },
  });
  await writeFile(path.join(place.directory, 'mod.jar'), 'a mod');
  // The run waits for none.
  expect(JSON.parse(await run(missing))).toMatchObject({
    data: { addMissingFiles: { __typename: expect.stringMatching(/Error$/), code: expect.any(String) } },
  });
  expect(await run(again)).toMatch(/^\{"data":\{"modPacks":.*\n200\n$/);
  // The run that was asked for above may still change something.
  await expect.poll(() => run(again)).toBe('\n304\n');
});

it('the lines with curl in README.md lead from an upload to a server pack, and one in docs/webhooks.md registers a webhook', async () => {
  await using place = await prepare();
  const run = (line: string) => runExample(['sh'], place.here(line), place);
  const examples = await examplesOf('README.md', 'sh');
  const steps = examples.find((example) => example.includes('curl')) ?? '';
  const [upload = '', events = '', download = '', ...others] = steps.split(/^(?=curl )/m);
  expect(others).toEqual([]);
  await writeFile(path.join(place.directory, 'my-modpack.zip'), smallPack());
  expect(JSON.parse(await run(upload))).toMatchObject({ success: true, modPackId: 1, status: 'QUEUED' });
  await expect.poll(() => run(events)).toContain('"serverPackId":1,"status":"GENERATED"');
  await run(download);
  expect(await readdir(place.directory)).toContain('my-modpack_server_pack.zip');

  const [register = ''] = (await examplesOf('docs/webhooks.md', 'sh')).filter((one) =>
    one.startsWith('curl'),
  );
  const headers = await operatorHeaders(place.database);
  const TOKEN = headers.authorization.replace('Bearer ', '');
  const answer = await run(`TOKEN=${TOKEN}\n${register.replace('https://packs.example', place.url)}`);
  expect(JSON.parse(answer)).toMatchObject({ data: { createWebhook: { secret: expect.any(String) } } });
});

/** The first Python that has the package: not every machine has it for the one that comes first. */
function python(): string {
  const candidates = [process.env.PYTHON ?? 'python3', '/usr/bin/python3'];
  const found = candidates.find((program) => spawnSync(program, ['-c', 'import httpx']).status === 0);
  if (!found) throw new Error(`None of ${candidates.join(' and ')} has the package httpx.`);
  return found;
}

it('the examples in client/examples upload a modpack, print its steps and where its server pack is', async () => {
  await using place = await prepare();
  const examples: [string, string][] = [
    [process.execPath, 'upload.ts'],
    [python(), 'upload.py'],
    ['sh', 'upload.sh'],
  ];
  for (const [index, [program, name]] of examples.entries()) {
    await writeFile(path.join(place.directory, 'pack.zip'), smallPack(name));
    const example = path.resolve('client/examples', name);
    const run = () => runExample([program, example, 'pack.zip', place.url], '', place);
    const lines = (await run()).trim().split('\n');
    expect(lines[0], name).toBe('QUEUED');
    expect(lines.slice(-2), name).toEqual([
      'READY',
      `${place.url}/api/v2/serverpacks/download/${index + 1}?name=title`,
    ]);
    await expect(run(), name).rejects.toThrow('DUPLICATE_MOD_PACK');
  }
});
