import { createServer, type RequestListener, type Server } from 'node:http';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Config } from '../../src/config.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { databaseKind } from '../support/database.ts';
import { everythingStored } from '../support/everything-stored.ts';

const loaders = '/maven.fabricmc.net/net/fabricmc/fabric-loader/maven-metadata.xml';
const games = '/meta.fabricmc.net/v2/versions/intermediary';
const maven = (...versions: string[]) => versions.map((one) => `<version>${one}</version>`).join('\n');
const meta = (...versions: string[]) => JSON.stringify(versions.map((version) => ({ version })));

/** A host that plays the public lists: a body, or whatever else answers, for each path. */
interface Lists extends AsyncDisposable {
  url: string;
  answers: Map<string, string | RequestListener>;
  /** The paths that were asked for. */
  asked: string[];
  /** The names under which they were. */
  agents: Set<string | undefined>;
}

async function openLists(answers: Record<string, string | RequestListener>): Promise<Lists> {
  const asked: string[] = [];
  const agents: Lists['agents'] = new Set();
  const known = new Map(Object.entries(answers));
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    agents.add(request.headers['user-agent']);
    const answer = known.get(request.url ?? '');
    if (typeof answer === 'function') answer(request, response);
    else response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The lists have no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    answers: known,
    asked,
    agents,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

const known = () => openLists({ [loaders]: maven('0.14.0', '0.15.6', '0.15.10'), [games]: meta('1.20.1') });

/** Values of the lists in place of their own; `isOff`: no list is asked. */
type Changed = Partial<NonNullable<Config['versionLists']>> & { isOff?: boolean };

describe('the versions of a request', () => {
  let lines: string[] = [];
  afterEach(() => {
    lines = [];
  });
  const start = (
    mirror: string,
    { isOff = false, ...changed }: Changed = {},
    database: 'embedded' | 'server' = databaseKind,
  ) =>
    startTestApp({
      database,
      environment: {
        MODLOADER_VERSIONS: isOff ? 'off' : 'check',
        MODLOADER_VERSIONS_MIRROR: `${mirror}/`,
      },
      values: ({ versionLists }) => ({
        versionLists: versionLists && { ...versionLists, waitMs: 60_000, ...changed },
      }),
      overrides: { log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) },
    });
  const told = (words: string) => lines.filter((line) => line.includes(words)).length;
  const send = async (service: TestApp, parts: Record<string, string>, mark = '') => {
    const form = new FormData();
    // The file first, as any client may send it.
    form.set('file', new Blob([new Uint8Array(smallPack(mark))]), 'pack.zip');
    const all = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6', ...parts };
    for (const [name, value] of Object.entries(all)) form.set(name, value);
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    const { message } = z.object({ message: z.string() }).parse(await answer.json());
    return { status: answer.status, message };
  };

  it('are refused when a list lacks them, and nothing is stored', async () => {
    await using lists = await known();
    await using service = await start(lists.url);
    const before = await everythingStored(service);
    expect(await send(service, { modloaderVersion: '0.15.7' })).toEqual({
      status: 400,
      message: 'There is no Fabric 0.15.7 for game version 1.20.1. Near it are 0.14.0, 0.15.6, 0.15.10.',
    });
    expect(await send(service, { gameVersion: '1.20.9' })).toEqual({
      status: 400,
      message: 'Fabric has nothing for game version 1.20.9. Near it are 1.20.1.',
    });
    expect(await everythingStored(service)).toEqual(before);
    expect((await send(service, {})).status).toBe(200);
    expect(told('not verified')).toBe(0);
    expect([...lists.agents]).toEqual([expect.stringMatching(/^server-pack-service\/\d/)]);
  });

  it('may be snapshots of the game where the modloader has servers for them', async () => {
    // Some of what the two lists of Fabric and that of NeoForge had on 2026-08-20, and one version of each other kind.
    const neoForge = '/maven.neoforged.net/releases/net/neoforged/neoforge/maven-metadata.xml';
    await using lists = await openLists({
      [loaders]: maven('0.15.6', '0.19.2'),
      [games]: meta('26.3-snapshot-9', '26.2', '26.1-pre-1', '1.21.11-rc3', '25w46a', '24w14a', '1.20.1'),
      [neoForge]: maven('26.1.0.0-alpha.15+pre-3', '26.1.0.0-alpha.1+snapshot-1', '26.1.0.5-beta'),
    });
    await using service = await start(lists.url);
    for (const gameVersion of ['24w14a', '26.3-snapshot-9', '26.1-pre-1', '1.21.11-rc3'])
      expect([gameVersion, (await send(service, { gameVersion }, gameVersion)).status]).toEqual([
        gameVersion,
        200,
      ]);
    const alpha = { modloader: 'NeoForge', modloaderVersion: '26.1.0.0-alpha.1+snapshot-1' };
    expect((await send(service, { ...alpha, gameVersion: '26.1-snapshot-1' }, 'alpha')).status).toBe(200);
    expect((await send(service, { ...alpha, gameVersion: '26.1' }, 'other')).status).toBe(400);
    expect(await send(service, { gameVersion: '25w47a' }, 'no such')).toEqual({
      status: 400,
      message:
        'Fabric has nothing for game version 25w47a. Near it are 1.21.11-rc3, 24w14a, 25w46a, 26.1-pre-1, 26.2; the newest is 26.3-snapshot-9.',
    });
    for (const modloader of ['Forge', 'LegacyFabric'])
      expect(
        await send(service, { gameVersion: '24w14a', modloader, modloaderVersion: '47.2.0' }, modloader),
      ).toEqual({
        status: 400,
        message: `${modloader} has no server for 24w14a, which is no release of the game; Fabric and Quilt may have one. Give a release, or another modloader.`,
      });
    const { message } = await send(service, { gameVersion: '17w06a' }, 'older');
    expect(message).toContain('must be a version such as 1.20.1, 26.1-snapshot-1 or 24w14a, not "17w06a"');
  });

  it('are refused by GraphQL as input that is not valid, for uploads by ticket too', async () => {
    await using lists = await known();
    await using service = await start(lists.url);
    const query = `mutation { createUploadTicket(input: { runConfiguration:
      { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.7" } }) {
      __typename ... on UserError { field message } } }`;
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).toEqual({
      data: {
        createUploadTicket: {
          __typename: 'UserError',
          field: 'modloaderVersion',
          message: expect.stringContaining('0.15.6'),
        },
      },
    });
  });

  it('are looked for in a list that is kept, and once more before they are refused', async () => {
    await using lists = await known();
    await using service = await start(lists.url);
    for (const mark of ['one', 'two']) expect((await send(service, {}, mark)).status).toBe(200);
    expect(lists.asked.toSorted()).toEqual([loaders, games]);
    await using forgetful = await start(lists.url, { maxAgeMs: 0 });
    lists.asked.length = 0;
    expect((await send(forgetful, { modloaderVersion: '0.16.0' })).status).toBe(400);
    expect(lists.asked.filter((asked) => asked === loaders)).toHaveLength(2);
    lists.answers.set(loaders, maven('0.15.6', '0.16.0'));
    expect((await send(forgetful, { modloaderVersion: '0.16.0' })).status).toBe(200);
  });

  const elsewhere: string[] = [];
  it.each<[string, RequestListener | string, Changed?]>([
    ['has gone', (_request, response) => response.destroy()],
    ['has another status', (_request, response) => response.writeHead(500).end(maven('0.14.0'))],
    ['is something else', '<html>Welcome to the hotel</html>'],
    ['is too large', maven('0.14.0').repeat(100), { maxBytes: 1_024 }],
    ['never answers', () => undefined, { waitMs: 2_000 }],
    [
      'never ends',
      (_request, response) => {
        response.write(maven('0.14.0'));
      },
      { waitMs: 2_000 },
    ],
    [
      'leads to another host',
      (_request, response) => response.writeHead(302, { location: elsewhere[0] ?? '' }).end(),
    ],
  ])(
    'are taken and logged as not verified while the list %s, which is remembered',
    async (_how, answer, changed) => {
      await using other = await known();
      elsewhere.splice(0, 1, `${other.url}${loaders}`);
      await using lists = await openLists({ [loaders]: answer, [games]: meta('1.20.1') });
      await using service = await start(lists.url, changed);
      expect((await upload(service.url, smallPack('one'))).status).toBe(200);
      expect((await upload(service.url, smallPack('two'))).status).toBe(200);
      expect(told('not verified')).toBe(2);
      expect(told('cannot be reached')).toBe(1);
      expect(lists.asked.toSorted()).toEqual([loaders, games]);
      expect(other.asked).toEqual([]);
    },
  );

  it('are refused as soon as a list that was away is back', async () => {
    await using lists = await openLists({ [games]: meta('1.20.1') });
    await using service = await start(lists.url, { retryMs: 0 });
    expect((await send(service, { modloaderVersion: '0.15.7' }, 'one')).status).toBe(200);
    lists.answers.set(loaders, maven('0.15.6'));
    expect((await send(service, { modloaderVersion: '0.15.7' }, 'two')).status).toBe(400);
  });

  it('are judged by their form only when the operator says so', async () => {
    await using lists = await known();
    await using service = await start(lists.url, { isOff: true });
    expect((await send(service, { modloaderVersion: '0.15.7' })).status).toBe(200);
    expect((await send(service, { modloaderVersion: 'latest' }, 'two')).status).toBe(400);
    expect(lists.asked).toEqual([]);
  });

  it('are told to who chooses, the newest release first, and are empty where no list can be reached', async () => {
    await using lists = await openLists({
      [loaders]: maven('0.15.6', '0.15.11', '0.16.0-beta.1'),
      [games]: meta('1.20.1', '1.21', '24w14a'),
    });
    await using service = await start(lists.url);
    const query =
      '{ listedVersions(modloader: FABRIC, gameVersion: "1.20.1") { gameVersions modloaderVersions } }';
    expect((await ask(service.url, query)).data).toEqual({
      listedVersions: {
        gameVersions: ['1.21', '1.20.1'],
        modloaderVersions: ['0.15.11', '0.15.6', '0.16.0-beta.1'],
      },
    });
    await using away = await start(lists.url, { isOff: true });
    expect((await ask(away.url, query)).data).toEqual({
      listedVersions: { gameVersions: [], modloaderVersions: [] },
    });
  });
});
