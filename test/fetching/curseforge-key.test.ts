/** Which hosts the key of CurseForge goes to; the host of a test fails it where the key comes to any other. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../../src/fetching/connect.ts';
import { fileDispatcher } from '../../src/fetching/dispatcher.ts';
import { parseHosts } from '../../src/fetching/hosts.ts';
import { receiveFile } from '../../src/fetching/receive-file.ts';
import { defaultFetchSettings } from '../../src/fetching/settings.ts';
import { curseForgeKey, type DownloadHost, leadTo, openDownloadHost } from '../support/download-host.ts';

const content = Buffer.from('a mod');
const edge = 'edge.forgecdn.test';

async function openScene({
  key = curseForgeKey,
  privateAddress,
}: {
  key?: string | null;
  /** A name that leads into a private network. */
  privateAddress?: string;
} = {}) {
  await using parts = new AsyncDisposableStack();
  const host = parts.use(await openDownloadHost());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyed-'));
  parts.defer(() => rm(folder, { recursive: true }));
  const keyHosts = parseHosts(host.curseForge['config.platforms.curseForgeKeyHosts']) ?? [];
  const settings = {
    ...defaultFetchSettings,
    hosts: [host.host, host.at('mirror.test'), ...keyHosts],
    retries: 1,
    retryDelayMs: 1,
  };
  const agent = createAgent(
    { ...settings, connections: 2 },
    {
      ...host.connect,
      isPublic: (address) => address === '127.0.0.1',
      lookup: (name, options, callback) =>
        leadTo(name === privateAddress ? '127.0.0.2' : '127.0.0.1')(name, options, callback),
    },
  );
  parts.defer(() => agent.destroy());
  const needs = {
    dispatcher: fileDispatcher(agent, settings, { hosts: keyHosts, key }),
    hosts: settings.hosts,
    userAgent: 'test/1',
  };
  let asked = 0;
  const moved = parts.move();
  return {
    host,
    /** What comes of a link, or why nothing does. */
    async get(link: string): Promise<Buffer> {
      asked += 1;
      const file = path.join(folder, String(asked));
      const order = { link, path: file, size: null, maxBytes: 1_000, algorithms: [] };
      const { signal } = new AbortController();
      await receiveFile(needs, order, { signal, wrote() {}, arrived() {} });
      return readFile(file);
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

const keysGiven = (host: DownloadHost) =>
  host.requests.map(({ headers }) => [headers.host?.replace(/:\d+$/, ''), headers['x-api-key'] ?? null]);

/** Has a path of CurseForge's first host of files lead elsewhere. */
function redirect(host: DownloadHost, location: string): string {
  host.answer('/moved.jar', (_request, response) => void response.writeHead(302, { location }).end());
  return `https://${host.at(edge)}/moved.jar`;
}

describe("CurseForge's key", () => {
  it('goes to its hosts of files, from one to the next and with each try, and to no other', async () => {
    await using scene = await openScene();
    const { host } = scene;
    const link = host.serveAsCurseForge('/mod.jar', content);
    expect(await scene.get(link)).toEqual(content);
    host.answer('/busy.jar', (_request, response, nth) => {
      if (nth === 1) response.writeHead(503).end();
      else response.writeHead(200).end(content);
    });
    expect(await scene.get(`https://${host.at(edge)}/busy.jar`)).toEqual(content);
    const {
      links: [elsewhere = ''],
    } = host.serve('/other.jar', content);
    expect(await scene.get(elsewhere)).toEqual(content);
    expect(keysGiven(host)).toEqual([
      [edge, curseForgeKey],
      ['mediafilez.forgecdn.test', curseForgeKey],
      [edge, curseForgeKey],
      [edge, curseForgeKey],
      ['files.test', null],
    ]);
  });

  it('is dropped with a redirect to another host, and with one that leads back by that', async () => {
    await using scene = await openScene();
    const { host } = scene;
    const link = redirect(host, `https://${host.at('mirror.test')}/there.jar`);
    const back = `https://${host.at(edge)}/back.jar`;
    host.answer('/there.jar', (_request, response) => void response.writeHead(302, { location: back }).end());
    host.answer('/back.jar', (_request, response) => void response.writeHead(200).end(content));
    expect(await scene.get(link)).toEqual(content);
    expect(keysGiven(host)).toEqual([
      [edge, curseForgeKey],
      ['mirror.test', null],
      [edge, curseForgeKey],
    ]);
  });

  it.each([
    ['a host that is not on the list', (host: DownloadHost) => `https://${host.at('other.test')}/a`],
    ['its own host without TLS', (host: DownloadHost) => `http://${host.at(edge)}/a`],
    ['its own host at another port', () => `https://${edge}/a`],
    ['an address in place of its name', (host: DownloadHost) => `https://${host.at('127.0.0.1')}/a`],
    ['the metadata of a cloud', () => 'https://169.254.169.254/latest'],
  ])('goes nowhere with a redirect to %s', async (_, location) => {
    await using scene = await openScene();
    const link = redirect(scene.host, location(scene.host));
    await expect(scene.get(link)).rejects.toMatchObject({ code: 'FETCH_NOT_ALLOWED' });
    expect(keysGiven(scene.host)).toEqual([[edge, curseForgeKey]]);
  });

  it('is not sent where the name of a host of files leads to an address that is not public', async () => {
    await using inside = await openDownloadHost('127.0.0.2');
    await using scene = await openScene({ privateAddress: edge });
    const failing = scene.get(`https://${inside.at(edge)}/mod.jar`);
    await expect(failing).rejects.toMatchObject({ code: 'FETCH_NOT_ALLOWED' });
    const named = scene.get(scene.host.serveAsCurseForge('/mod.jar', content));
    await expect(named).rejects.toMatchObject({ code: 'FETCH_PRIVATE_ADDRESS' });
    expect([inside.requests, scene.host.requests]).toEqual([[], []]);
  });

  it.each([
    [null, 401, 'FETCH_NO_KEY', 'Set CURSEFORGE_API_KEY'],
    [null, 403, 'FETCH_NO_KEY', 'Set CURSEFORGE_API_KEY'],
    ['an old key', 401, 'FETCH_KEY_REFUSED', 'Renew CURSEFORGE_API_KEY'],
    [curseForgeKey, 403, 'FETCH_KEY_REFUSED', 'Renew CURSEFORGE_API_KEY'],
  ])(
    'that is %s and answered %i is told with what to do, and is in no failure',
    async (key, status, code, words) => {
      await using scene = await openScene({ key });
      const { host } = scene;
      host.answer('/mod.jar', (_request, response) => void response.writeHead(status).end());
      const failure = await scene.get(`https://${host.at(edge)}/mod.jar`).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, message: expect.stringContaining(words) });
      expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(key ?? curseForgeKey);
      // It is of no use to ask again.
      expect(host.requests).toHaveLength(1);
    },
  );

  it('is not missed where another host refuses a file', async () => {
    await using scene = await openScene();
    const { host } = scene;
    const link = redirect(host, `https://${host.at('mirror.test')}/there.jar`);
    host.answer('/there.jar', (_request, response) => void response.writeHead(401).end());
    await expect(scene.get(link)).rejects.toMatchObject({ code: 'FETCH_REFUSED', message: 'answers 401' });
  });
});
