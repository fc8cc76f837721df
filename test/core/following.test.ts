import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import {
  followedLines,
  modPacks,
  queuedRuns,
  serverPacks,
  webhookDeliveries,
  webhooks,
} from '../../drizzle/schema.ts';
import type { AppOverrides } from '../../src/app.ts';
import type { BootRunner } from '../../src/core/boots/boot-work.ts';
import { headersOf } from '../access/callers.ts';
import { ask, askWithFiles, globalId, operatorHeaders } from '../graphql/client.ts';
import { curseForgeProjectLike } from '../platforms/curseforge.ts';
import { ftbFileLike, ftbListedLike, ftbPackLike, ftbVersionLike, type Listed } from '../platforms/ftb.ts';
import { packwizPack } from '../platforms/packwiz.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createServerDatabase } from '../support/database.ts';
import { curseForgeKey } from '../support/download-host.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import {
  curseForgeFile,
  type FakePlatforms,
  listOnModrinth,
  modrinthVersion,
  openFakePlatforms,
} from '../support/platforms.ts';
import { zipWith } from '../support/zip.ts';

type Headers = Record<string, string>;

const components = [
  { uid: 'net.minecraft', version: '1.20.1' },
  { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
];

/** A pack that says its versions; another mark makes other bytes. */
function packOf(mark: string): Buffer {
  return zipWith({
    'mmc-pack.json': JSON.stringify({ components }),
    'mods/lithium.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
    'config/mark.txt': mark,
  });
}

interface PlayedVersion {
  id: string;
  type: 'release' | 'beta';
  published: string;
  filename: string;
  /** Other marks make other bytes. */
  mark: string;
}

/** A project on the played Modrinth, whose versions come and go. */
function projectOnModrinth(platforms: FakePlatforms, project: string) {
  const versions: PlayedVersion[] = [];
  const told = ({ id, type, published, filename, mark }: PlayedVersion) => {
    const content = packOf(mark);
    const file = {
      url: platforms.file(`/${id}/${encodeURIComponent(filename)}`, content),
      content,
      filename,
    };
    return {
      ...modrinthVersion({ id, number: id }, file),
      project_id: project,
      version_type: type,
      date_published: published,
    };
  };
  const at = `/modrinth/project/${project}/version`;
  listOnModrinth(platforms, project, () => versions.map(told).reverse());
  return {
    publish(id: string, more: Partial<PlayedVersion> = {}) {
      const version: PlayedVersion = {
        id,
        type: 'release',
        published: new Date().toISOString(),
        filename: `${project}-${id}.mrpack`,
        mark: id,
        ...more,
      };
      versions.push(version);
      platforms.json(`${at}/${id}`, () => told(version));
    },
    /** Changes its bytes, and what is told of them. */
    rewrite(id: string) {
      for (const version of versions) if (version.id === id) version.mark = `${id}, but others`;
    },
    withdraw(id: string) {
      versions.splice(
        versions.findIndex((one) => one.id === id),
        1,
      );
    },
  };
}

/** Projects on the played CurseForge. */
function projectsOnCurseForge(platforms: FakePlatforms) {
  const files = new Map<number, ReturnType<typeof curseForgeFile>>();
  const idsIn = (body: unknown, name: string): number[] => Object(body)[name];
  platforms.json('/curseforge/mods', (body) => ({
    data: idsIn(body, 'modIds').map((id) =>
      curseForgeProjectLike({
        id,
        classId: 4471,
        mainFileId: Math.min(...[...files.values()].filter(({ modId }) => modId === id).map((one) => one.id)),
      }),
    ),
  }));
  platforms.json('/curseforge/mods/files', (body) => ({
    data: idsIn(body, 'fileIds').flatMap((id) => files.get(id) ?? []),
  }));
  return {
    publish(projectId: number, id: number, more: { releaseType?: number; isServerPack?: boolean } = {}) {
      const content = packOf(`curseforge ${id}`);
      const url = platforms.host.serveAsCurseForge(`/${id}`, content);
      files.set(id, { ...curseForgeFile({ id, projectId }, { url, content }), ...more });
      platforms.json(`/curseforge/mods/${projectId}/files?index=0&pageSize=50`, () => ({
        data: [...files.values()].filter(({ modId }) => modId === projectId).reverse(),
      }));
    },
    withdraw(id: number) {
      const file = files.get(id);
      if (file) files.set(id, { ...file, isAvailable: false });
    },
  };
}

/** Modpack 125 of the played FTB. */
function modPackOfFtb(platforms: FakePlatforms) {
  const versions: Listed[] = [];
  platforms.json('/ftb/modpack/125', () => ftbPackLike({ versions }));
  return {
    publish(id: number, type = 'release') {
      const mod = jarWith({ 'fabric.mod.json': fabricModJson('lithium') });
      const files = [ftbFileLike('mods/lithium.jar', mod, { url: platforms.file('/ftb-lithium', mod) })];
      versions.push(ftbListedLike({ id, name: `1.${id}`, type }));
      platforms.json(`/ftb/modpack/125/${id}`, () => ftbVersionLike({ id, name: `1.${id}`, files }));
    },
  };
}

const publisher = (service: TestApp, name: string): Promise<Headers> =>
  headersOf(service, { name, role: 'publisher' });

async function mutate({ url }: Pick<TestApp, 'url'>, name: string, input: object, headers: Headers) {
  const type = name === 'unfollowLine' ? 'LineInput' : `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) {
    __typename
    ... on Line { name following { channel held address problem } pinned { databaseId } }
    ... on UserError { code message }
  } }`;
  const { data, errors } = await ask(url, query, { input }, headers);
  return Object(data?.[name] ?? errors);
}

/** Imports a version as anybody may. */
async function importVersion({ url }: Pick<TestApp, 'url'>, pack: object, runConfiguration: object) {
  const query = 'mutation ($input: ImportModPackInput!) { importModPack(input: $input) { __typename } }';
  const { data, errors } = await ask(url, query, { input: { pack, runConfiguration } });
  return Object(data?.importModPack ?? errors).__typename;
}

/** Uploads the pack with this mark. */
async function uploadContent(
  { url }: Pick<TestApp, 'url'>,
  mark: string,
  more: { line?: string; runConfiguration: object },
  headers: Headers = {},
) {
  const query = 'mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) { __typename } }';
  const file: [string, Buffer] = [`${mark}.zip`, packOf(mark)];
  const { data } = await askWithFiles(
    url,
    query,
    { ...more, archive: { file: null } },
    { 'archive.file': file },
    headers,
  );
  return Object(data?.uploadModPack).__typename;
}

const lineQuery = `query ($name: String!) { line(by: { name: $name }) {
  following { channel held problem nextLookAt mayChange }
  latest { modPack { versionID } run { configuration { clientMods } } }
  versions { nodes { withdrawnAt versionID name status offeredServerPack { databaseId } } }
} }`;

async function readLine({ url }: Pick<TestApp, 'url'>, name: string) {
  return Object((await ask(url, lineQuery, { name })).data?.line);
}

/** What a line hands out: the id of the version, or null. */
async function handsOut(service: Pick<TestApp, 'url'>, name: string): Promise<string | null> {
  return (await readLine(service, name)).latest?.modPack.versionID ?? null;
}

/** All that is due after so many hours has been looked at, and what came of it is built, when this resolves. */
async function pass({ app }: TestApp, hours: number): Promise<void> {
  await wait(app, hours);
  await lookedAt(app);
}

/** Has looks be as long ago, and due as soon, as after so many hours. */
async function wait({ database }: TestApp['app'], hours: number): Promise<void> {
  const ago = sql`make_interval(hours => ${hours})`;
  const { lastLook, nextLook } = followedLines;
  await database.db
    .update(followedLines)
    .set({ lastLook: sql`${lastLook} - ${ago}`, nextLook: sql`${nextLook} - ${ago}` });
  await database.notify('followed_lines', '');
}

async function lookedAt({ database }: TestApp['app']): Promise<void> {
  const isDone = async () => {
    const rows = await database.db.select().from(followedLines);
    const open = rows.filter(
      ({ held, nextLook, claim }) => claim !== null || (!held && nextLook.getTime() <= Date.now()),
    );
    return open.length + (await database.db.$count(queuedRuns));
  };
  await expect.poll(isDone).toBe(0);
}

interface Scene extends AsyncDisposable {
  platforms: FakePlatforms;
  service: TestApp;
  owner: Headers;
}

const silentHosts = ['one.test', 'two.test', 'three.test'];

async function startScene(
  environment: Record<string, string> = {},
  overrides: Pick<AppOverrides, 'boots'> = {},
): Promise<Scene> {
  await using parts = new AsyncDisposableStack();
  const platforms = parts.use(await openFakePlatforms());
  const others = ['mirror.test', 'other.test', ...silentHosts].map((name) => platforms.host.at(name));
  const FETCH_HOSTS = [
    platforms.environment.FETCH_HOSTS,
    ...others,
    'github.com',
    'codeload.github.com',
  ].join(',');
  const port = Number(platforms.host.host.split(':')[1]);
  const played = { ...platforms.environment, FETCH_HOSTS, CURSEFORGE_API_KEY: curseForgeKey };
  const service = parts.use(
    await startTestApp({
      environment: { ...played, ...environment },
      overrides: { connect: { ...platforms.host.connect, port }, ...overrides },
    }),
  );
  const owner = await publisher(service, 'owner');
  const moved = parts.move();
  return { platforms, service, owner, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

afterEach(() => {});

const asked = ({ platforms }: Scene, path: string) =>
  platforms.host.requests.filter((request) => request.path.startsWith(path)).length;

describe('a followed line', () => {
  it('has each new version of a week, of ten packs on four platforms, and hands out none that was withdrawn', async () => {
    await using scene = await startScene();
    const { platforms, service, owner } = scene;
    const projects = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5'].map((name) => projectOnModrinth(platforms, name));
    const curseForge = projectsOnCurseForge(platforms);
    const ftb = modPackOfFtb(platforms);
    for (const [place, project] of projects.entries()) project.publish(`v${place}a`);
    curseForge.publish(7, 70);
    curseForge.publish(8, 80);
    ftb.publish(100_001);

    const follow = (input: object) => mutate(service, 'followLine', input, owner);
    for (const project of ['P0', 'P1', 'P2', 'P3', 'P4'])
      expect(await follow({ pack: { modrinth: { project } } })).toMatchObject({
        name: `modrinth-${project}`,
        following: { channel: 'RELEASE', held: false, address: null },
      });
    await follow({ pack: { modrinth: { project: 'P5' } }, channel: 'BETA' });
    for (const project of ['7', '8']) await follow({ pack: { curseForge: { project } } });
    await follow({ pack: { ftb: { project: '125' } } });
    const url = `https://${platforms.host.host}/pack.zip?key=secret`;
    platforms.file('/pack.zip?key=secret', packOf('first of the address'));
    expect(await follow({ pack: { url }, line: 'by-address' })).toMatchObject({
      following: { address: `https://${platforms.host.host}/pack.zip` },
    });
    await lookedAt(service.app);
    expect(await handsOut(service, 'modrinth-P0')).toBe('v0a');
    expect(await handsOut(service, 'curseforge-7')).toBe('70');
    expect(await handsOut(service, 'ftb-125')).toBe('100001');

    // Monday: a release, a beta in both channels, a file that is called otherwise, a server pack that is no version.
    projects[0]?.publish('v0b');
    projects[1]?.publish('v1-beta', { type: 'beta' });
    projects[5]?.publish('v5-beta', { type: 'beta' });
    projects[2]?.publish('v2b', { filename: 'Quite Another Name.mrpack' });
    curseForge.publish(7, 71);
    curseForge.publish(8, 81, { isServerPack: true });
    ftb.publish(100_002, 'beta');
    platforms.file('/pack.zip?key=secret', packOf('second of the address'));
    await pass(service, 24);
    expect(await handsOut(service, 'modrinth-P0')).toBe('v0b');
    expect(await handsOut(service, 'modrinth-P1')).toBe('v1a');
    expect(await handsOut(service, 'modrinth-P5')).toBe('v5-beta');
    expect((await readLine(service, 'modrinth-P2')).versions.nodes).toMatchObject([
      { versionID: 'v2b', name: 'Quite Another Name.mrpack' },
      { versionID: 'v2a' },
    ]);
    expect(await handsOut(service, 'curseforge-7')).toBe('71');
    expect(await handsOut(service, 'curseforge-8')).toBe('80');
    expect(await handsOut(service, 'ftb-125')).toBe('100001');
    expect((await readLine(service, 'by-address')).versions.nodes).toHaveLength(2);

    await service.app.database.db.insert(webhooks).values({
      url: `https://${platforms.host.host}/hook`,
      format: 'STANDARD',
      statuses: ['GENERATED'],
      secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
      lastEventId: 1_000_000,
    });

    // Tuesday: what was withdrawn is marked and not handed out; an id whose bytes have changed is the version that it was.
    projects[0]?.withdraw('v0b');
    curseForge.withdraw(71);
    projects[3]?.rewrite('v3a');
    await pass(service, 24);
    expect(await readLine(service, 'modrinth-P0')).toMatchObject({
      latest: { modPack: { versionID: 'v0a' } },
      versions: {
        nodes: [{ withdrawnAt: expect.any(String) }, { withdrawnAt: null, versionID: 'v0a' }],
      },
    });
    expect(await handsOut(service, 'curseforge-7')).toBe('70');
    const feed = await (await fetch(`${service.url}/feed.atom?line=modrinth-P0`)).text();
    expect([...feed.matchAll(/<title>(.*)<\/title>/g)].map(([, title]) => title)).toEqual([
      'New server packs of modrinth-P0',
      'P0-v0b (withdrawn)',
      'P0-v0a',
    ]);
    const changedOf = (text: string) =>
      Date.parse(/<entry>.*?<updated>(.*?)<\/updated>/s.exec(text)?.[1] ?? '');
    const withdrawnAt = changedOf(feed);
    expect((await fetch(`${service.url}/feed.atom?line=modrinth-P9`)).status).toBe(404);
    const ofLine =
      '{ events(filter: { line: { name: "modrinth-P0" }, status: [QUEUED] }) { nodes { modPack { versionID } } } }';
    expect((await ask(service.url, ofLine)).data?.events).toEqual({
      nodes: [{ modPack: { versionID: 'v0a' } }, { modPack: { versionID: 'v0b' } }],
    });

    // Wednesday: the platform is away all day; it is asked seldom, for one line, and all are looked at once it is back.
    const list = '/modrinth/project/';
    const before = asked(scene, list);
    platforms.host.answer('/modrinth/project/P4/version', (_, response) => response.socket?.destroy());
    for (const project of ['P0', 'P1', 'P2', 'P3', 'P5'])
      platforms.host.answer(`/modrinth/project/${project}/version`, (_, response) =>
        response.writeHead(503).end(),
      );
    for (let hour = 0; hour < 24; hour += 3) await pass(service, 3);
    expect(asked(scene, list) - before).toBeLessThan(20);
    expect((await readLine(service, 'modrinth-P0')).following.problem).toContain('Modrinth');

    // Thursday: it is back, with two new versions of one pack, of which the newer counts.
    const back = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5'].map((name) => projectOnModrinth(platforms, name));
    for (const [place, project] of back.entries()) project.publish(`v${place}a`);
    back[0]?.publish('v0b');
    back[4]?.publish('v4b');
    back[4]?.publish('v4c', { published: new Date(Date.now() + 1_000).toISOString() });
    await pass(service, 24);
    expect(await handsOut(service, 'modrinth-P4')).toBe('v4c');
    expect((await readLine(service, 'modrinth-P0')).following).toMatchObject({ problem: null });
    expect(await handsOut(service, 'modrinth-P0')).toBe('v0b');
    const later = await (await fetch(`${service.url}/feed.atom?line=modrinth-P0`)).text();
    expect(later).not.toContain('(withdrawn)');
    expect(changedOf(later)).toBeGreaterThan(withdrawnAt);
    await pass(service, 24);

    // Each withdrawal was told once, and so was that one was taken back.
    const news = await ask(service.url, '{ lineNews { nodes { kind modPack { versionID } } } }');
    const versionsOf = (kind: string): string[] =>
      Object(news.data?.lineNews)
        .nodes.filter((one: { kind: string }) => one.kind === kind)
        .map((one: { modPack: { versionID: string } }) => one.modPack.versionID)
        .sort();
    expect(versionsOf('WITHDRAWN')).toEqual(['71', 'v0b', 'v2b', 'v5-beta']);
    expect(versionsOf('OFFERED_AGAIN')).toEqual(['v0b']);
    const told = await service.app.database.db
      .select({ type: webhookDeliveries.type, body: webhookDeliveries.body })
      .from(webhookDeliveries);
    expect(told).toHaveLength(5);
    expect(told.filter(({ type }) => type === 'version.offered_again')).toHaveLength(1);
    expect(told.map(({ body }) => JSON.parse(body))).toContainEqual({
      type: 'version.withdrawn',
      timestamp: expect.any(String),
      data: {
        line: 'curseforge-7',
        modPack: { id: expect.any(Number), name: expect.any(String), versionID: '71' },
      },
    });

    const built = await service.app.database.db.select({ id: serverPacks.id }).from(serverPacks);
    // Ten first versions; v0b, v5-beta, v2b, file 71 and the second of the address; v4c.
    expect(built).toHaveLength(16);
  });

  it("is its owner's to change, hold, pin and end, is built with the overrides of the line, and may be tried", async () => {
    let tried = 0;
    const boots: BootRunner = {
      problem: async () => null,
      sweep: async () => {},
      async run() {
        tried += 1;
        return {
          outcome: 'FAILED',
          seconds: null,
          peakMemory: null,
          java: null,
          worldBytes: null,
          log: '',
          findings: [],
          repairs: [],
        };
      },
    };
    await using scene = await startScene({ BOOT: 'on', 'config.following.limits.all': '1' }, { boots });
    const { platforms, service, owner } = scene;
    const project = projectOnModrinth(platforms, 'P');
    project.publish('one');
    projectOnModrinth(platforms, 'Q').publish('of another');
    const input = { pack: { modrinth: { project: 'P' } } };
    for (const [wrong, code, headers = owner] of [
      [input, 'FORBIDDEN', {}],
      [{ ...input, line: 'mine' }, 'INVALID_INPUT'],
      [{ pack: { url: 'https://x.test/a.zip' } }, 'INVALID_INPUT'],
      [{ pack: { modrinth: { project: 'none' } } }, 'NOT_FOUND'],
    ] as const)
      expect(await mutate(service, 'followLine', wrong, headers)).toMatchObject({ code });
    await mutate(service, 'followLine', input, owner);
    await lookedAt(service.app);
    await expect.poll(() => tried).toBe(1);
    const another = { pack: { modrinth: { project: 'Q' } } };
    expect(await mutate(service, 'followLine', another, owner)).toMatchObject({ code: 'CONFLICT' });

    const other = await publisher(service, 'other');
    const operator = await operatorHeaders(service.app.database);
    const line = 'modrinth-P';
    expect(await mutate(service, 'followLine', { ...input, channel: 'BETA' }, other)).toMatchObject({
      following: { channel: 'RELEASE' },
    });
    for (const name of ['updateLineFollowing', 'unfollowLine'])
      expect(await mutate(service, name, { line }, other)).toMatchObject({ code: 'FORBIDDEN' });
    // What the project of a platform hands out is a matter of operators.
    expect(await mutate(service, 'pinLine', { line }, owner)).toMatchObject({ code: 'FORBIDDEN' });
    expect(
      await mutate(service, 'pinLine', { line, modPack: globalId('ModPack', 1) }, operator),
    ).toMatchObject({
      pinned: { databaseId: 1 },
    });
    const overrides = `mutation { updateLineOverrides(input: { line: "${line}", clientMods: ["sodium"] }) { __typename } }`;
    await ask(service.url, overrides, {}, operator);

    project.publish('two');
    await pass(service, 2);
    expect(await handsOut(service, line)).toBe('one');
    expect(await mutate(service, 'pinLine', { line }, operator)).toMatchObject({ pinned: null });
    expect((await readLine(service, line)).latest).toEqual({
      modPack: { versionID: 'two' },
      run: { configuration: { clientMods: ['sodium'] } },
    });

    await mutate(service, 'updateLineFollowing', { line, held: true }, owner);
    project.publish('three', { type: 'beta' });
    await pass(service, 48);
    expect(await handsOut(service, line)).toBe('two');
    await mutate(service, 'updateLineFollowing', { line, held: false, channel: 'BETA' }, owner);
    await lookedAt(service.app);
    expect(await handsOut(service, line)).toBe('three');

    expect(await mutate(service, 'unfollowLine', { line }, owner)).toMatchObject({
      following: null,
    });
    project.publish('four');
    await pass(service, 48);
    expect(await handsOut(service, line)).toBe('three');
  });

  it('builds with its overrides what somebody else has stored with others, without fetching or storing it again', async () => {
    await using scene = await startScene();
    const { platforms, service, owner } = scene;
    const project = projectOnModrinth(platforms, 'P');
    project.publish('one');
    const importAsOther = (version: string, lists: object) =>
      importVersion(service, { modrinth: { project: 'P', version } }, lists);
    expect(await importAsOther('one', { clientMods: ['other'] })).toBe('RunStarted');
    await mutate(service, 'followLine', { pack: { modrinth: { project: 'P' } } }, owner);
    await lookedAt(service.app);
    const line = 'modrinth-P';
    expect((await readLine(service, line)).latest).toEqual({
      modPack: { versionID: 'one' },
      run: { configuration: { clientMods: [] } },
    });
    const overrides = `mutation { updateLineOverrides(input: { line: "${line}", clientMods: ["sodium"] }) { __typename } }`;
    await ask(service.url, overrides, {}, await operatorHeaders(service.app.database));

    // Stored in no line, by its bytes alone.
    project.publish('two');
    expect(await uploadContent(service, 'two', { runConfiguration: { clientMods: ['other'] } })).toBe(
      'RunStarted',
    );
    await pass(service, 2);
    expect((await readLine(service, line)).latest.run.configuration).toEqual({ clientMods: ['sodium'] });

    // With the line's overrides it is the line's, and nothing is left to do.
    project.publish('three');
    expect(await importAsOther('three', {})).toBe('RunStarted');
    for (let hours = 0; hours < 3; hours += 1) await pass(service, 2);
    expect(await handsOut(service, line)).toBe('three');

    // Where that comes to nothing, it is built after all.
    project.publish('four');
    expect(await importAsOther('four', {})).toBe('RunStarted');
    await lookedAt(service.app);
    const { db } = service.app.database;
    const [newest] = await db.select().from(serverPacks).orderBy(desc(serverPacks.id)).limit(1);
    await db.delete(serverPacks).where(eq(serverPacks.id, newest?.id ?? 0));
    expect(await handsOut(service, line)).toBe('three');
    for (let hours = 0; hours < 3; hours += 1) await pass(service, 2);
    expect(await handsOut(service, line)).toBe('four');

    const packs = await db.select().from(serverPacks);
    expect(packs).toHaveLength(6);
    expect(await db.$count(modPacks)).toBe(4);
    expect(asked(scene, '/one/')).toBe(1);

    // What is a version of another line cannot be one of this, which is told.
    project.publish('five');
    await uploadContent(service, 'five', { line: 'of-the-owner', runConfiguration: {} }, owner);
    await pass(service, 2);
    expect(await handsOut(service, line)).toBe('four');
    expect((await readLine(service, line)).following.problem).toContain('of no line or of another');
  });

  it('of an address, a packwiz pack or a repository is fetched when it is another, and hosts that are silent hold up none of it', async () => {
    await using scene = await startScene();
    const { platforms, service, owner } = scene;
    const { host } = platforms;
    // As nginx answers for static files: ETag of time and size in hexadecimal, Last-Modified, 304 without a body for either
    // (src/http/modules/ngx_http_not_modified_filter_module.c and ngx_http_core_module.c of nginx, read 2026-11-28).
    const statuses: number[] = [];
    const serveAsNginx = (path: string, at: string, content: Buffer, sends: 'tag' | 'date') => {
      const modified = new Date(at);
      const etag = `"${(modified.getTime() / 1000).toString(16)}-${content.length.toString(16)}"`;
      const date = modified.toUTCString();
      host.answer(path, (request, response) => {
        const asked = request.headers;
        const isSame =
          sends === 'tag' ? asked['if-none-match'] === etag : asked['if-modified-since'] === date;
        const headers = { ...(sends === 'tag' ? { etag } : {}), 'last-modified': date };
        const isPart = asked.range === 'bytes=0-0';
        statuses.push(isSame ? 304 : isPart ? 206 : 200);
        if (isSame) return response.writeHead(304, headers).end();
        if (!isPart)
          return response.writeHead(200, { ...headers, 'content-length': content.length }).end(content);
        const range = { 'content-length': 1, 'content-range': `bytes 0-0/${content.length}` };
        return response.writeHead(206, { ...headers, ...range }).end(content.subarray(0, 1));
      });
    };
    const follow = (line: string, name: string) =>
      mutate(service, 'followLine', { pack: { url: `https://${host.at(name)}/${line}.zip` }, line }, owner);
    serveAsNginx('/by-tag.zip', '2026-11-01T00:00:00Z', packOf('tag 1'), 'tag');
    serveAsNginx('/by-date.zip', '2026-11-01T00:00:00Z', packOf('date 1'), 'date');
    // Three hosts, three addresses of another, and a platform will be silent: they come first, and more of them than one node fetches of.
    const silent = [...silentHosts, 'mirror.test', 'mirror.test', 'mirror.test'];
    for (const [nth, host] of silent.entries()) {
      serveAsNginx(`/silent-${nth}.zip`, '2026-11-01T00:00:00Z', packOf(`silent ${nth}`), 'tag');
      expect(await follow(`silent-${nth}`, host)).toMatchObject({ __typename: 'Line' });
    }
    projectOnModrinth(platforms, 'P').publish('one');
    await mutate(service, 'followLine', { pack: { modrinth: { project: 'P' } } }, owner);
    // As GitHub gives the archive of a branch: from another host.
    const location = 'https://codeload.github.com/o/r/zip/main';
    host.answer('/o/r/archive/main.zip', (_, response) => response.writeHead(302, { location }).end());
    const publish = (version: string) => {
      const files = packwizPack([
        { file: 'mods/lithium.jar', content: jarWith({ 'fabric.mod.json': fabricModJson('lithium') }) },
        { file: 'config/version.txt', content: version },
      ]);
      for (const [name, content] of Object.entries(files))
        platforms.file(`/packwiz/${name}`, Buffer.from(content));
      const inside = Object.entries(files).map(([name, content]) => [`r-main/pack/${name}`, content]);
      platforms.file(
        '/o/r/zip/main',
        zipWith({ ...Object.fromEntries(inside), 'r-main/README.md': version }),
      );
    };
    publish('1');
    const addresses = [
      ['packwiz', `https://${host.host}/packwiz/pack.toml`],
      ['repository', 'https://github.com/o/r/tree/main/pack'],
    ];
    for (const [line, url] of addresses)
      expect(await mutate(service, 'followLine', { pack: { url }, line }, owner)).toMatchObject({
        __typename: 'Line',
      });
    expect(await follow('by-tag', 'files.test')).toMatchObject({ __typename: 'Line' });
    expect(await follow('by-date', 'other.test')).toMatchObject({ __typename: 'Line' });
    await lookedAt(service.app);
    const count = async (line: string) => (await readLine(service, line)).versions.nodes.length;
    const counts = () => Promise.all(['by-tag', 'by-date', 'packwiz', 'repository'].map(count));
    expect(await counts()).toEqual([1, 1, 1, 1]);
    statuses.length = 0;
    for (let hours = 0; hours < 3; hours += 1) await pass(service, 2);
    expect(statuses).toEqual(Array.from({ length: 24 }, () => 304));

    // They take the connection and say nothing, for as long as that takes.
    for (const nth of silent.keys()) host.answer(`/silent-${nth}.zip`, () => {});
    host.answer('/modrinth/project/P/version', () => {});
    publish('2');
    serveAsNginx('/by-tag.zip', '2026-11-02T00:00:00Z', packOf('tag 2'), 'tag');
    serveAsNginx('/by-date.zip', '2026-11-02T00:00:00Z', packOf('date 2'), 'date');
    await wait(service.app, 2);
    await expect.poll(counts).toEqual([2, 2, 2, 2]);
    await expect.poll(() => service.app.database.db.$count(queuedRuns)).toBe(0);
    for (const line of ['by-tag', 'by-date', 'packwiz', 'repository'])
      expect((await readLine(service, line)).versions.nodes[0].offeredServerPack).not.toBeNull();
    // Of one host, two lines are looked at.
    const claims = await service.app.database.db
      .select({ host: followedLines.host, problem: followedLines.problem })
      .from(followedLines)
      .where(isNotNull(followedLines.claim));
    expect(claims.map(({ host: name, problem }) => [name, problem]).sort()).toEqual(
      [...silentHosts, 'mirror.test', 'mirror.test']
        .map((name) => [host.at(name), null])
        .concat([['MODRINTH', null]])
        .sort(),
    );
  });

  it('gives up a version that cannot be had or built, tells why, and goes on with the next', async () => {
    await using scene = await startScene();
    const { platforms, service, owner } = scene;
    const project = projectOnModrinth(platforms, 'P');
    project.publish('good');
    await mutate(service, 'followLine', { pack: { modrinth: { project: 'P' } } }, owner);
    await lookedAt(service.app);

    // The platform lists it and does not have it: asked for less and less, and not for ever.
    project.publish('odd');
    const odd = '/modrinth/project/P/version/odd';
    platforms.host.answer(odd, (_, response) => response.writeHead(404).end());
    for (let days = 0; days < 14; days++) await pass(service, 24);
    expect(asked(scene, odd)).toBe(10);
    expect((await readLine(service, 'modrinth-P')).following.problem).toContain('no version "odd"');

    // One that fails its check is fetched and checked once.
    project.publish('bad');
    platforms.json('/modrinth/project/P/version/bad', () => {
      const content = zipWith({
        'mmc-pack.json': JSON.stringify({ components }),
        'config/a.toml': 'no mods',
      });
      const file = { url: platforms.file('/bad.zip', content), content, filename: 'bad.zip' };
      return {
        ...modrinthVersion({ id: 'bad' }, file),
        project_id: 'P',
        date_published: new Date().toISOString(),
      };
    });
    for (let days = 0; days < 3; days++) await pass(service, 24);
    expect(asked(scene, '/bad.zip')).toBe(1);
    expect((await readLine(service, 'modrinth-P')).versions.nodes[0]).toMatchObject({
      versionID: 'bad',
      status: 'ERROR',
      offeredServerPack: null,
    });
    expect(await handsOut(service, 'modrinth-P')).toBe('good');

    // A list without an end is not read to one.
    platforms.host.answer('/modrinth/project/P/version', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
      const piece = `${JSON.stringify({ id: 'x'.repeat(100) })},`.repeat(10_000);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    await pass(service, 24);
    expect((await readLine(service, 'modrinth-P')).following.problem).toContain('more than');

    projectOnModrinth(platforms, 'P').publish('next', {
      published: new Date(Date.now() + 60_000).toISOString(),
    });
    for (let days = 0; days < 2; days++) await pass(service, 24);
    expect(await handsOut(service, 'modrinth-P')).toBe('next');
    expect((await readLine(service, 'modrinth-P')).following.problem).toBeNull();
  });
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'two nodes that follow the same lines build nothing twice',
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'server-packs-'));
    await using parts = new AsyncDisposableStack();
    parts.defer(() => rm(dataDir, { recursive: true, force: true }));
    const platforms = parts.use(await openFakePlatforms());
    const place = parts.use(await createServerDatabase());
    const start = async () =>
      parts.use(
        await startTestApp({
          database: 'its own',
          environment: { ...platforms.environment, DATABASE_URL: place.url, DATA_DIR: dataDir },
          overrides: { connect: platforms.host.connect },
        }),
      );
    const [one, other] = [await start(), await start()];
    const owner = await publisher(one, 'owner');
    const projects = ['A', 'B', 'C', 'D'].map((name) => projectOnModrinth(platforms, name));
    for (const [nth, project] of projects.entries()) project.publish(`first-${nth}`);
    for (const project of ['A', 'B', 'C', 'D'])
      await mutate(one, 'followLine', { pack: { modrinth: { project } } }, owner);
    await lookedAt(one.app);
    for (const [nth, project] of projects.entries()) project.publish(`second-${nth}`);
    // Stored by somebody else, with overrides of their own.
    const version = { modrinth: { project: 'A', version: 'second-0' } };
    expect(await importVersion(other, version, { clientMods: ['other'] })).toBe('RunStarted');
    await wait(one.app, 2);
    await lookedAt(one.app);
    const built = await one.app.database.db.select({ id: serverPacks.id }).from(serverPacks);
    expect(built).toHaveLength(9);
    const fetched = platforms.host.requests.filter(({ path }) => path.endsWith('.mrpack'));
    expect(fetched).toHaveLength(8);
  },
);
