import { eq } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { events, files, runConfigurations } from '../../drizzle/schema.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';
import { ask, globalId, operatorHeaders } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const archive = zipWith([
  {
    name: 'mods/sodium.jar',
    data: jarWith({ 'fabric.mod.json': fabricModJson('sodium', { environment: 'client' }) }),
  },
  { name: 'mods/lithium.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('lithium') }) },
]);
const runConfiguration = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const uploadModPack = `mutation Upload($input: UploadModPackInput!) {
  uploadModPack(input: $input) {
    __typename
    ... on RunStarted { modPack { id databaseId name } run { id databaseId configuration { modloader } } }
    ... on UserError { code message existing { databaseId } }
  }
}`;

/** Sends a form by the GraphQL multipart request specification. */
async function sendForm(
  url: string,
  parts: { operations: unknown; map: unknown; files: Record<string, Uint8Array> },
  headers: Record<string, string> = { 'graphql-require-preflight': '1' },
) {
  const form = new FormData();
  form.set('operations', JSON.stringify(parts.operations));
  form.set('map', JSON.stringify(parts.map));
  for (const [name, bytes] of Object.entries(parts.files)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), 'fabric.zip');
  }
  const response = await fetch(`${url}/graphql`, { method: 'POST', body: form, headers });
  return { status: response.status, body: z.json().parse(await response.json()) };
}

function upload(url: string, bytes: Uint8Array = archive) {
  return sendForm(url, {
    operations: { query: uploadModPack, variables: { input: { archive: { file: null }, runConfiguration } } },
    map: { first: ['variables.input.archive.file'] },
    files: { first: bytes },
  });
}

/** Waits for the end of the run that a modpack has. */
async function ended({ app }: TestApp, modPackId = 1): Promise<void> {
  for await (const { status } of app.feed.subscribe({ modPackId, status: ['GENERATED', 'ERROR'] }, 0)) {
    if (status === 'GENERATED' || status === 'ERROR') return;
  }
}

describe('an upload by the GraphQL multipart request specification', () => {
  it('starts a run, and is told of the modpack that has the same content', async () => {
    await using service = await startTestApp();
    expect((await upload(service.url)).body).toMatchObject({
      data: {
        uploadModPack: {
          __typename: 'RunStarted',
          modPack: { id: globalId('ModPack', 1), databaseId: 1, name: 'fabric.zip' },
          run: { databaseId: 1, configuration: { modloader: 'FABRIC' } },
        },
      },
    });
    expect((await upload(service.url)).body).toMatchObject({
      data: {
        uploadModPack: {
          __typename: 'UserError',
          code: 'DUPLICATE_MOD_PACK',
          existing: { databaseId: 1 },
        },
      },
    });
    expect((await upload(service.url, Buffer.from('no zip'))).body).toMatchObject({
      data: { uploadModPack: { __typename: 'UserError', code: 'NOT_A_ZIP' } },
    });
  });

  it('may hold several files, each where the map says', async () => {
    await using service = await startTestApp();
    const other = zipWith({ 'mods/other.jar': jarWith({ 'fabric.mod.json': fabricModJson('other') }) });
    const query = `mutation ($a: UploadModPackInput!, $b: UploadModPackInput!) {
      a: uploadModPack(input: $a) { __typename }
      b: uploadModPack(input: $b) { __typename }
    }`;
    const { body } = await sendForm(service.url, {
      operations: {
        query,
        variables: {
          a: { archive: { file: null }, runConfiguration },
          b: { archive: { file: null }, runConfiguration },
        },
      },
      map: { x: ['variables.a.archive.file'], y: ['variables.b.archive.file'] },
      files: { x: archive, y: other },
    });
    expect(body).toEqual({ data: { a: { __typename: 'RunStarted' }, b: { __typename: 'RunStarted' } } });
  });

  it('may hold several operations, each with files of its own', async () => {
    await using service = await startTestApp();
    const other = zipWith({ 'mods/other.jar': jarWith({ 'fabric.mod.json': fabricModJson('other') }) });
    const operation = {
      query: uploadModPack,
      variables: { input: { archive: { file: null }, runConfiguration } },
    };
    const send = (map: object) =>
      sendForm(service.url, { operations: [operation, operation], map, files: { x: archive, y: other } });
    const { body } = await send({
      x: ['0.variables.input.archive.file'],
      y: ['1.variables.input.archive.file'],
    });
    expect(body).toMatchObject([
      { data: { uploadModPack: { __typename: 'RunStarted', modPack: { databaseId: expect.any(Number) } } } },
      { data: { uploadModPack: { __typename: 'RunStarted', modPack: { databaseId: expect.any(Number) } } } },
    ]);
    const lost = await send({ x: ['variables.input.archive.file'], y: ['2.variables.input.archive.file'] });
    expect([lost.status, JSON.stringify(lost.body)]).toEqual([
      400,
      expect.stringContaining('no path into variables'),
    ]);
  });

  it('takes the place of nulls wherever they stand, lists among them, and of one file in several places', async () => {
    await using service = await startTestApp();
    const query = `mutation ($one: UploadModPackInput!, $two: UploadModPackInput!) {
      one: uploadModPack(input: $one) { __typename }
      two: uploadModPack(input: $two) { __typename }
    }`;
    const variables = {
      one: { archive: { file: null }, runConfiguration },
      two: { archive: { file: null }, runConfiguration },
      files: [null, null],
    };
    const { body } = await sendForm(service.url, {
      operations: { query, variables },
      map: { x: ['variables.one.archive.file', 'variables.two.archive.file', 'variables.files.1'] },
      files: { x: archive },
    });
    // The second place holds the same content, which is stored by then.
    expect(body).toEqual({
      data: { one: { __typename: 'RunStarted' }, two: { __typename: 'UserError' } },
    });
  });

  it('is refused in plain words when it does not keep to the specification', async () => {
    await using service = await startTestApp();
    const operations = {
      query: uploadModPack,
      variables: { input: { archive: { file: null }, runConfiguration } },
    };
    const detail = async (parts: {
      operations?: unknown;
      map?: unknown;
      files?: Record<string, Uint8Array>;
    }) => {
      const { status, body } = await sendForm(service.url, {
        operations,
        map: { x: ['variables.input.archive.file'] },
        files: { x: archive },
        ...parts,
      });
      return `${status} ${JSON.stringify(body)}`;
    };
    expect(await detail({ map: { y: ['variables.input.archive.file'] } })).toMatch(
      /^400 .*names a file .*does not hold/,
    );
    expect(await detail({ map: { x: ['variables.input.nothing'] } })).toMatch(/^400 .*has no null at/);
    expect(await detail({ map: { x: ['variables.input.runConfiguration'] } })).toMatch(
      /^400 .*has no null at/,
    );
    expect(await detail({ map: { x: ['variables.__proto__.file'] } })).toMatch(/^400 .*has no null at/);
    expect(await detail({ map: { x: ['query'] } })).toMatch(/^400 .*no path into variables/);
    expect(await detail({ map: [] })).toMatch(/^400 .*The part map must hold lists of paths/);
    expect(await detail({ operations: { variables: {} } })).toMatch(/^400 .*has no null at/);
    const unasked = await sendForm(
      service.url,
      { operations, map: { x: ['variables.input.archive.file'] }, files: { x: archive } },
      {},
    );
    expect(unasked.status).toBe(400);
    expect(JSON.stringify(unasked.body)).toContain('graphql-require-preflight');
  });
});

const figures = z.object({
  statistics: z.object({
    storedBytes: z.number(),
    today: z.array(z.object({ storedBytes: z.number() })),
  }),
});

describe('a finished run', () => {
  it('tells what was kept and why, and previews another without building it', async () => {
    await using service = await startTestApp();
    await upload(service.url);
    await ended(service);
    const query = `query ($modPack: ID!, $run: RunConfigurationInput!) {
      modPack(by: { databaseId: 1 }) {
        status
        mods { totalCount nodes { file descriptors { format side mods { modId } } } }
        serverPacks { nodes { keptCount droppedCount decisions(filter: { kept: false }) { nodes { file reason } } } }
      }
      previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
        ... on ServerPackPreview { keptCount droppedCount keptModBytes decisions { nodes { file kept reason } } }
        ... on UserError { code message }
      }
      serverPack(by: { run: { databaseId: 1 } }) { databaseId }
      gameVersions
      statistics {
        modPacksByStatus { status count }
        serverPacksByModloader { modloader count }
        serverPacksByGameVersion { gameVersion count }
        thisDay: serverPacksByModloader(last: 1) { count }
        earlier: serverPacksByGameVersion(last: 366, until: "2020-12-31") { count }
        days(last: 2) { uploads downloads }
        today: days(last: 1) { generated failed cancelled medianSeconds storedBytes }
        before: days(last: 2, until: "2020-12-31") { date storedBytes }
        storedFiles storedBytes
      }
    }`;
    const run = { ...runConfiguration, whitelistedMods: ['sodium'] };
    const { data, errors } = await ask(service.url, query, { modPack: globalId('ModPack', 1), run });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      modPack: {
        status: 'GENERATED',
        mods: { totalCount: 2 },
        serverPacks: {
          nodes: [
            {
              keptCount: 1,
              droppedCount: 1,
              decisions: { nodes: [{ file: 'sodium.jar', reason: 'CLIENT_ONLY' }] },
            },
          ],
        },
      },
      previewServerPack: { keptCount: 2, droppedCount: 0 },
      serverPack: { databaseId: 1 },
      gameVersions: ['1.20.1'],
      statistics: {
        modPacksByStatus: [{ status: 'GENERATED', count: 1 }],
        serverPacksByModloader: [{ modloader: 'FABRIC', count: 1 }],
        serverPacksByGameVersion: [{ gameVersion: '1.20.1', count: 1 }],
        thisDay: [{ count: 1 }],
        earlier: [],
        today: [{ generated: 1, failed: 0, cancelled: 0, medianSeconds: expect.any(Number) }],
        before: [
          { date: '2020-12-30', storedBytes: 0 },
          { date: '2020-12-31', storedBytes: 0 },
        ],
        storedFiles: 2,
        storedBytes: expect.any(Number),
      },
    });
    const { statistics } = figures.parse(data);
    expect(statistics.today).toMatchObject([{ storedBytes: statistics.storedBytes }]);
    const runs = await service.app.database.db.select().from(runConfigurations);
    expect(runs).toHaveLength(1);
  });

  it('can be deleted by an operator, with the rows of its contents', async () => {
    await using service = await startTestApp();
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 2, runs: 2 });
    const headers = await operatorHeaders(service.app.database);
    const serverPack =
      'mutation ($id: ID!) { deleteServerPack(input: { serverPack: $id }) { __typename ... on Deleted { deletedId databaseId } ... on UserError { code } } }';
    const id = globalId('ServerPack', 4);
    expect((await ask(service.url, serverPack, { id })).data).toMatchObject({
      deleteServerPack: { code: 'UNAUTHENTICATED' },
    });
    expect((await ask(service.url, serverPack, { id }, headers)).data).toEqual({
      deleteServerPack: { __typename: 'Deleted', deletedId: id, databaseId: 4 },
    });
    expect((await ask(service.url, serverPack, { id }, headers)).data).toMatchObject({
      deleteServerPack: { __typename: 'UserError', code: 'NOT_FOUND' },
    });
    const modPack = 'mutation ($id: ID!) { deleteModPack(input: { modPack: $id }) { __typename } }';
    const deleted = await ask(service.url, modPack, { id: globalId('ModPack', 1) }, headers);
    expect(deleted.data).toEqual({ deleteModPack: { __typename: 'Deleted' } });
    expect((await db.select().from(files)).map(({ storageKey }) => storageKey).sort()).toEqual([
      'm1',
      's1-0',
    ]);
    expect(await db.select().from(events).where(eq(events.modPackId, 1))).toEqual([]);
  });
});

describe('a run that waits', () => {
  /** A service whose threads never come to an end by themselves. */
  async function startStuck() {
    const started = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const work = {
      check: (_task: object, { signal }: { signal: AbortSignal }) => {
        started.resolve();
        return new Promise<never>((_resolve, reject) => {
          const end = () => {
            stopped.resolve();
            reject(signal.reason);
          };
          // The run may have been cancelled on its way here.
          if (signal.aborted) end();
          else signal.addEventListener('abort', end, { once: true });
        });
      },
      generate: () => Promise.reject(new Error('The check never ends.')),
    };
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const service = await startTestApp({ overrides: { work, log } });
    return { service, started: started.promise, stopped: stopped.promise, lines };
  }

  it('can be cancelled by an operator, which stops its thread, and be tried again', async () => {
    const { service: stuck, started, stopped, lines } = await startStuck();
    await using service = stuck;
    const { url, app } = service;
    const headers = await operatorHeaders(app.database);
    await upload(url);
    await started;
    const modPack = { id: globalId('ModPack', 1) };
    const remove =
      'mutation ($id: ID!) { deleteModPack(input: { modPack: $id }) { __typename ... on UserError { code } } }';
    expect((await ask(url, remove, modPack, headers)).data).toEqual({
      deleteModPack: { __typename: 'UserError', code: 'CONFLICT' },
    });
    const retry =
      'mutation ($id: ID!) { retryModPack(input: { modPack: $id }) { __typename ... on RunStarted { run { databaseId configuration { gameVersion } } } } }';
    expect((await ask(url, retry, modPack, headers)).data).toEqual({
      retryModPack: { __typename: 'UserError' },
    });
    const cancel =
      'mutation ($id: ID!) { cancelRun(input: { run: $id }) { __typename ... on Run { modPack { status } } ... on UserError { code } } }';
    const run = { id: globalId('Run', 1) };
    expect((await ask(url, cancel, run)).data).toMatchObject({ cancelRun: { code: 'UNAUTHENTICATED' } });
    expect((await ask(url, cancel, run, headers)).data).toEqual({
      cancelRun: { __typename: 'Run', modPack: { status: 'ERROR' } },
    });
    await stopped;
    await expect.poll(() => lines.join()).toContain('this run was cancelled');
    expect(lines.join()).not.toContain('tried again');
    expect((await ask(url, cancel, run, headers)).data).toEqual({
      cancelRun: { __typename: 'UserError', code: 'CONFLICT' },
    });
    const recorded = await ask(url, '{ events { nodes { status errors { code } } } }');
    expect(recorded.data).toEqual({
      events: {
        nodes: [
          { status: 'QUEUED', errors: [] },
          { status: 'CHECKING', errors: [] },
          { status: 'ERROR', errors: [{ code: 'CANCELLED' }] },
        ],
      },
    });
    expect((await ask(url, retry, modPack, headers)).data).toEqual({
      retryModPack: {
        __typename: 'RunStarted',
        run: { databaseId: 2, configuration: { gameVersion: '1.20.1' } },
      },
    });
    const again = { id: globalId('Run', 2) };
    expect((await ask(url, cancel, again, headers)).data).toMatchObject({
      cancelRun: { __typename: 'Run' },
    });
    expect((await ask(url, remove, modPack, headers)).data).toMatchObject({
      deleteModPack: { __typename: 'Deleted' },
    });
  });
});
