import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PlatformSettings } from '../../src/fetching/settings.ts';
import { ask, globalId, operatorHeaders } from '../graphql/client.ts';
import {
  modrinthProjectLike,
  modrinthVersionLike,
  type Project,
  type Version,
} from '../platforms/modrinth.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { mrpackWith } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { openFakePlatforms } from '../support/platforms.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';

const fabric = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const hashOf = (jar: Uint8Array) => createHash('sha512').update(jar).digest('hex');
const question = z.object({ hashes: z.array(z.string()), algorithm: z.literal('sha512') });

let jarsMade = 0;
/** A jar that nobody has been asked about before; without an environment it leaves open where it works. */
const modOf = (id: string, fields: object = {}) => {
  jarsMade += 1;
  return jarWith({ 'fabric.mod.json': fabricModJson(id, { environment: '*', ...fields, build: jarsMade }) });
};

const decisions = 'decisions(first: 20) { nodes { file kept reason certainty evidence } }';
const preview = `query ($modPack: ID!, $run: RunConfigurationInput!) {
  previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
    ... on ServerPackPreview { ${decisions} }
    ... on UserError { code message }
  }
}`;
const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
  generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) {
    ... on RunStarted { run { databaseId } }
    ... on UserError { code message }
  }
}`;

/** Uploads a modpack and waits for the end of its run. */
async function run({ app, url }: TestApp, pack: Buffer, name = 'pack.zip') {
  const modPackId = await upload(url, pack, name);
  return { modPackId, statuses: statusesOf(await eventsUntilEnd(app, modPackId)) };
}

async function upload(url: string, pack: Buffer, name = 'pack.zip'): Promise<number> {
  const form = new FormData();
  form.set('gameVersion', fabric.gameVersion);
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', fabric.modloaderVersion);
  form.set('file', new Blob([new Uint8Array(pack)]), name);
  const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return z.object({ modPackId: z.int() }).parse(await answer.json()).modPackId;
}

const packOf = (jars: Readonly<Record<string, Uint8Array>>) =>
  zipWith(Object.entries(jars).map(([name, data]) => ({ name: `mods/${name}.jar`, data })));

/** What the newest server pack of a modpack was decided by. */
async function decided({ url }: TestApp, modPackId: number) {
  const query = `{ modPack(by: { databaseId: ${modPackId} }) { serverPacks(first: 9) { nodes { ${decisions} } } } }`;
  return (await ask(url, query)).data;
}

describe('the catalogue in a run', async () => {
  const parts = new AsyncDisposableStack();

  const startNode = (
    environment: Record<string, string> = {},
    platformValues: Partial<PlatformSettings> = {},
  ) =>
    startTestApp({
      // A busy machine may take its time.
      environment: { ...platforms.environment, CATALOGUE: 'on', ...environment },
      values: (config) => ({
        platforms: { ...config.platforms, catalogueWaitMs: 600_000, ...platformValues },
      }),
      overrides: { connect: platforms.host.connect },
    });

  /** Has the catalogue know jars as projects, each by what it and its version say about servers; answers what it is asked. */
  function catalogue(
    known: readonly {
      jar: Uint8Array;
      id: string;
      server: Project['server_side'];
      environment?: Version['environment'];
    }[],
  ): string[][] {
    const asked: string[][] = [];
    platforms.json('/modrinth/version_files', (body) => {
      const { hashes } = question.parse(body);
      asked.push(hashes);
      const found = hashes.flatMap((hash) => known.filter(({ jar }) => hashOf(jar) === hash));
      const ids = found.map(({ id }) => id);
      platforms.json(`/modrinth/projects?ids=${encodeURIComponent(JSON.stringify(ids))}`, () =>
        found.map(({ id, server }) =>
          modrinthProjectLike({ id, slug: `slug-${id}`, title: `The ${id}`, server_side: server }),
        ),
      );
      return Object.fromEntries(
        found.map(({ jar, id, environment }) => [
          hashOf(jar),
          modrinthVersionLike({ project_id: id, environment }),
        ]),
      );
    });
    return asked;
  }

  const platforms = parts.use(await openFakePlatforms());
  const service = parts.use(await startNode());
  beforeEach(() => void platforms.host.requests.splice(0));
  afterAll(() => parts.disposeAsync());

  it('is asked about the jars alone that leave open where they work, and drops what servers do not support', async () => {
    const [hud, both, plain] = [modOf('hud'), modOf('both'), jarWith({ 'plain.txt': 'plain' })];
    const client = modOf('client', { environment: 'client' });
    const server = modOf('server', { environment: 'server' });
    const asked = catalogue([
      { jar: hud, id: 'Hud', server: 'unsupported' },
      { jar: both, id: 'Both', server: 'optional' },
      { jar: server, id: 'Server', server: 'unsupported' },
    ]);
    const { modPackId, statuses } = await run(service, packOf({ both, client, hud, plain, server }));
    expect(statuses).toEqual(wholeRun);
    expect(asked.flat().sort()).toEqual([both, hud, plain].map(hashOf).sort());
    expect(await decided(service, modPackId)).toMatchObject({
      modPack: {
        serverPacks: {
          nodes: [
            {
              decisions: {
                nodes: [
                  { file: 'both.jar', kept: true, reason: 'SERVER_MOD' },
                  { file: 'client.jar', kept: false, reason: 'CLIENT_ONLY' },
                  {
                    file: 'hud.jar',
                    kept: false,
                    reason: 'CATALOGUE',
                    certainty: 'INFERRED',
                    evidence:
                      'Modrinth says that servers do not support The Hud (https://modrinth.com/project/slug-Hud).',
                  },
                  { file: 'plain.jar', kept: true, reason: 'UNKNOWN_SIDE' },
                  { file: 'server.jar', kept: true, reason: 'SERVER_MOD' },
                ],
              },
            },
          ],
        },
      },
    });
  });

  it('is asked about fetched jars, too, but not where the index of the pack has said it', async () => {
    const [hud, told] = [modOf('hud'), modOf('told')];
    const asked = catalogue([{ jar: hud, id: 'Hud', server: 'unsupported' }]);
    const pack = mrpackWith([
      platforms.host.serve('/hud.jar', hud),
      { ...platforms.host.serve('/told.jar', told), env: { client: 'required', server: 'unsupported' } },
    ]);
    const { modPackId } = await run(service, pack, 'pack.mrpack');
    expect(asked).toEqual([[hashOf(hud)]]);
    const text = JSON.stringify(await decided(service, modPackId));
    expect(text).toContain('"file":"hud.jar","kept":false,"reason":"CATALOGUE"');
    expect(text).toContain('"file":"told.jar","kept":false,"reason":"PACK_INDEX"');
  });

  it('is believed about the version that the jar is of before what it says of the project', async () => {
    const [old, newer, alone] = [modOf('old'), modOf('newer'), modOf('alone')];
    catalogue([
      { jar: old, id: 'Old', server: 'required', environment: 'client_only' },
      { jar: newer, id: 'Newer', server: 'unsupported', environment: 'client_or_server' },
      { jar: alone, id: 'Alone', server: 'required', environment: 'singleplayer_only' },
    ]);
    const { modPackId } = await run(service, packOf({ alone, newer, old }));
    const text = JSON.stringify(await decided(service, modPackId));
    expect(text).toContain('"file":"alone.jar","kept":false,"reason":"CATALOGUE"');
    expect(text).toContain('"file":"newer.jar","kept":true,"reason":"SERVER_MOD"');
    expect(text).toContain('"file":"old.jar","kept":false,"reason":"CATALOGUE"');
  });

  it('does not drop what a kept mod needs', async () => {
    const [library, needy] = [modOf('library'), modOf('needy', { depends: { library: '*' } })];
    catalogue([{ jar: library, id: 'Library', server: 'unsupported' }]);
    const { modPackId } = await run(service, packOf({ library, needy }));
    const text = JSON.stringify(await decided(service, modPackId));
    expect(text).toContain('"file":"library.jar","kept":true,"reason":"REQUIRED","certainty":"INFERRED"');
    expect(text).toContain('although Modrinth says that servers do not support The Library');
  });

  it('is not asked again by later runs of the modpack, which decide the same unless they leave it out', async () => {
    const hud = modOf('hud');
    catalogue([{ jar: hud, id: 'Hud', server: 'unsupported' }]);
    const { modPackId } = await run(service, packOf({ hud, other: modOf('other') }));
    const asked = catalogue([{ jar: hud, id: 'Hud', server: 'required' }]);
    await service.app.database.db.execute('delete from catalogue_answers');
    const modPack = globalId('ModPack', modPackId);
    const again = { ...fabric, startArgs: ['-Xmx1G'] };
    expect((await ask(service.url, generate, { modPack, run: again })).data).toMatchObject({
      generateServerPack: { run: {} },
    });
    const events = await eventsUntilEnd(service.app, modPackId, 2);
    expect(statusesOf(events).at(-1)).toBe('GENERATED');
    expect(asked).toEqual([]);
    const text = JSON.stringify(await decided(service, modPackId));
    expect(text.match(/"file":"hud.jar","kept":false,"reason":"CATALOGUE"/g)).toHaveLength(2);
    const off = { ...fabric, automaticSides: false };
    expect((await ask(service.url, preview, { modPack, run: off })).data).toMatchObject({
      previewServerPack: {
        decisions: { nodes: [{ file: 'hud.jar', kept: true, reason: 'SERVER_MOD' }, { kept: true }] },
      },
    });
  });

  it.each(['does not answer', 'fails'])('drops nothing and fails no run when it %s', async (how) => {
    // Long enough for a busy machine to have sent the question before its time is up.
    await using node = await startNode({}, { catalogueWaitMs: 3_000 });
    platforms.host.answer('/modrinth/version_files', (_request, response) => {
      if (how === 'fails') response.writeHead(503).end();
    });
    const { modPackId, statuses } = await run(node, packOf({ hud: modOf('hud') }));
    expect(statuses).toEqual(wholeRun);
    // More than once where the node stood still for so long that the run was taken up anew meanwhile.
    const { length: questions } = platforms.host.requests;
    expect(new Set(platforms.host.requests.map(({ path }) => path))).toEqual(
      new Set(['/modrinth/version_files']),
    );
    expect(JSON.stringify(await decided(node, modPackId))).toContain(
      '"file":"hud.jar","kept":true,"reason":"SERVER_MOD"',
    );
    // It is left alone for a while: not every run waits for a catalogue that is away.
    expect((await run(node, packOf({ hud: modOf('hud') }))).statuses).toEqual(wholeRun);
    expect(platforms.host.requests).toHaveLength(questions);
  });

  it.each([{ CATALOGUE: 'off' }, { FETCH: 'off' }])('is not asked with %o', async (environment) => {
    await using node = await startNode(environment);
    const hud = modOf('hud');
    catalogue([{ jar: hud, id: 'Hud', server: 'unsupported' }]);
    const { statuses } = await run(node, packOf({ hud }));
    expect(statuses).toEqual(wholeRun);
    expect(platforms.host.requests).toEqual([]);
  });

  it('is not waited for once the run is cancelled', async () => {
    await using node = await startNode({}, { answerMs: 600_000 });
    const gone = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    platforms.host.answer('/modrinth/version_files', (_request, response) => {
      response.once('close', () => gone.resolve());
      reached.resolve();
    });
    const modPackId = await upload(node.url, packOf({ hud: modOf('hud') }));
    await reached.promise;
    const cancel = `mutation ($run: ID!) { cancelRun(input: { run: $run }) { __typename } }`;
    const operator = await operatorHeaders(node.app.database);
    const answer = await ask(node.url, cancel, { run: globalId('Run', 1) }, operator);
    expect(answer.data).toEqual({ cancelRun: { __typename: 'Run' } });
    await gone.promise;
    const events = await eventsUntilEnd(node.app, modPackId);
    expect(statusesOf(events)).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
  });
});
