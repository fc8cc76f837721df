import { afterAll, describe, expect, it, vi } from 'vitest';
import { heldUploads, rateLimits } from '../../drizzle/schema.ts';
import { AppError } from '../../src/errors.ts';
import { tokenIn } from '../access/callers.ts';
import { curseForgeProjectLike } from '../platforms/curseforge.ts';
import { ftbFileLike, ftbListedLike, ftbPackLike, ftbVersionLike, unknownAnswer } from '../platforms/ftb.ts';
import { packwizMetafile, packwizPack, sha256 } from '../platforms/packwiz.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { curseForgeKey } from '../support/download-host.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import {
  curseForgeFile,
  type FakePlatforms,
  listOnModrinth,
  modrinthVersion,
  openFakePlatforms,
} from '../support/platforms.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';
import { ask } from './client.ts';

const said = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const components = [
  { uid: 'net.minecraft', version: said.gameVersion },
  { uid: 'net.fabricmc.fabric-loader', version: said.modloaderVersion },
];

/** An installed pack whose marker says its versions; another mark makes other bytes. */
function packBytes(mark = ''): Buffer {
  return zipWith({
    'mmc-pack.json': JSON.stringify({ components }),
    'mods/lithium.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
    'config/mark': mark,
  });
}

interface Scene extends AsyncDisposable {
  platforms: FakePlatforms;
  service: TestApp;
}

/** Other hosts that are asked lead to the same server as those of the platforms. */
async function startScene(
  environment: Record<string, string> = {},
  hosts: readonly string[] = [],
): Promise<Scene> {
  await using parts = new AsyncDisposableStack();
  const platforms = parts.use(await openFakePlatforms());
  const { host } = platforms;
  const FETCH_HOSTS = [platforms.environment.FETCH_HOSTS, ...hosts].join(',');
  const port = Number(host.host.slice(host.host.indexOf(':') + 1));
  const service = parts.use(
    await startTestApp({
      // Several are open at a time: the connections of a server are for tests of what they are about.
      database: 'embedded',
      environment: { ...platforms.environment, FETCH_HOSTS, ...environment },
      overrides: { connect: { ...host.connect, ...(hosts.length > 0 && { port }) } },
    }),
  );
  const moved = parts.move();
  return { platforms, service, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** One for all tests of a describe, which do not disturb each other: what each imports has other bytes. */
async function shareScene(...how: Parameters<typeof startScene>): Promise<Scene> {
  const scene = await startScene(...how);
  afterAll(() => scene[Symbol.asyncDispose]());
  return scene;
}

/** What is there of a modpack once its run has ended. */
async function builtOf({ service }: Scene, modPackId: number, fields: string): Promise<unknown> {
  await eventsUntilEnd(service.app, modPackId);
  const { data } = await ask(service.url, `{ modPack(by: { databaseId: ${modPackId} }) { ${fields} } }`);
  return data?.modPack;
}

/** Has a client ask for this, and hang up once the file at the path has begun to come; resolves when its host has heard. */
async function hangUpAmid({ platforms, service }: Scene, path: string, url: string, amid = async () => {}) {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  platforms.host.answer(path, (_request, response) => {
    response.writeHead(200).write(Buffer.alloc(3_000_000));
    response.once('close', over.resolve);
    begun.resolve();
  });
  const client = new AbortController();
  const asked = fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: mutation, variables: { input: { pack: { url } } } }),
    signal: client.signal,
  }).catch(() => 'gone');
  await begun.promise;
  await amid();
  client.abort();
  expect(await asked).toBe('gone');
  await over.promise;
}

const mutation = `mutation ($input: ImportModPackInput!) { importModPack(input: $input) {
  __typename
  ... on RunStarted { ownerSecret modPack { databaseId name source projectID versionID } run { configuration { gameVersion modloader modloaderVersion } } }
  ... on UserError { code message field reason existing { databaseId } }
} }`;

async function importPack({ service }: Scene, pack: object, more: object = {}, headers = {}) {
  const { data, errors } = await ask(service.url, mutation, { input: { pack, ...more } }, headers);
  return { ...Object(data?.importModPack), ...(errors ? { errors } : {}) };
}

/** A modpack as legacy callers get it. */
async function overRest({ service }: Scene, modPackId: number): Promise<unknown> {
  return (await fetch(`${service.url}/api/v2/modpacks/${modPackId}`)).json();
}

/** What is counted as half-received, and on the day's account. */
async function counted({ service }: Scene) {
  const { db } = service.app.database;
  const points = await db.select({ key: rateLimits.key, points: rateLimits.points }).from(rateLimits);
  return {
    held: await db.select().from(heldUploads),
    points: Object.fromEntries(points.map(({ key, points }) => [key.split(':')[0], points])),
  };
}

/** The versions that a fake Modrinth has of project "a-pack" from now on; another mark makes other bytes. */
function publish({ platforms }: Scene, mark = '') {
  const [old, recent] = [packBytes(`old ${mark}`), packBytes(`recent ${mark}`)];
  const versions = [
    modrinthVersion(
      { id: 'VersionB', number: '2.0', games: ['1.21'] },
      { url: platforms.file('/b', recent), content: recent },
    ),
    modrinthVersion({ id: 'VersionA' }, { url: platforms.file('/a', old), content: old }),
  ] as const;
  const path = '/modrinth/project/a-pack/version';
  listOnModrinth(platforms, 'a-pack', () => versions);
  for (const id of ['VersionA', '1.0']) platforms.json(`${path}/${id}`, () => versions[1]);
  return versions;
}

const ofA = { name: 'pack.mrpack', source: 'MODRINTH', projectID: 'ProjectA', versionID: 'VersionA' };

const plain = await shareScene();
const keyed = await shareScene({ CURSEFORGE_API_KEY: curseForgeKey });

describe('a modpack that is named', () => {
  it('comes from Modrinth by project and version, and keeps the ids of the platform', async () => {
    await using scene = await startScene();
    publish(scene);
    const modrinth = { project: 'a-pack', version: '1.0' };
    expect(await importPack(scene, { modrinth })).toEqual({
      __typename: 'RunStarted',
      // Everybody shares what is of a project.
      ownerSecret: null,
      modPack: { databaseId: 1, ...ofA },
      run: { configuration: said },
    });
    expect(await builtOf(scene, 1, 'name source projectID versionID')).toEqual(ofA);
    expect(await overRest(scene, 1)).toMatchObject(ofA);
    const again = await importPack(scene, { modrinth });
    expect(again).toMatchObject({ code: 'DUPLICATE_MOD_PACK', existing: { databaseId: 1 } });
    expect((await counted(scene)).held).toEqual([]);
  });

  it('counts against the quota of a token, the megabytes of the day and the uploads of the hour', async () => {
    const limits = { RATE_LIMIT: 'on', RATE_LIMIT_UPLOADS_PER_HOUR: '1', RATE_LIMIT_MEGABYTES_PER_DAY: '1' };
    await using scene = await startScene(limits);
    const url = scene.platforms.file('/large.zip', Buffer.alloc(1_500_000));
    expect(await importPack(scene, { url })).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await counted(scene)).toEqual({ held: [], points: { uploads: 1, megabytes: 0 } });
    expect((await importPack(scene, { url })).message).toMatch(/^Too many uploads/);
    const token = await tokenIn(scene.service.app.database, 'small', { quota: 1_000 });
    const headers = { authorization: `Bearer ${token}` };
    const refused = await importPack(scene, { url }, {}, headers);
    expect(refused.reason ?? refused.code).toMatch(/^(FETCH_TOO_LARGE|STORAGE_FULL)$/);
    expect((await counted(scene)).held).toEqual([]);
  });

  it('ends with its client: nothing is fetched any more, held or stored', async () => {
    await using scene = await startScene({ RATE_LIMIT: 'on' });
    const url = `https://${scene.platforms.host.host}/endless.zip`;
    await hangUpAmid(scene, '/endless.zip', url, () =>
      expect.poll(async () => (await counted(scene)).held.length).toBe(1),
    );
    await expect.poll(() => counted(scene)).toMatchObject({ held: [], points: { megabytes: 0 } });
    const { data } = await ask(scene.service.url, '{ modPacks { totalCount } }');
    expect(data?.modPacks).toEqual({ totalCount: 0 });
  });
});

describe('a modpack on Modrinth', () => {
  const scene = plain;

  it.each([
    ['its id and that of a version', { modrinth: { project: 'a-pack', version: 'VersionA' } }],
    ['the newest that fits', { modrinth: { project: 'a-pack' } }],
    ['its page', { modrinth: { project: 'https://modrinth.com/modpack/a-pack' } }],
    ['the page of a version', { url: 'https://modrinth.com/modpack/a-pack/version/1.0' }],
    ['its page as a link', { url: 'https://www.modrinth.com/project/a-pack?x#y' }],
  ])('is found by %s', async (what, pack) => {
    publish(scene, what);
    const started = await importPack(scene, pack, {
      runConfiguration: { gameVersion: '1.20.1', modloader: 'FABRIC' },
    });
    expect(started).toMatchObject({ modPack: ofA, run: { configuration: said } });
  });

  it('is the newest for its loader among six hundred of others, of which each tells hundreds of dependencies', async () => {
    const { platforms } = scene;
    const content = packBytes('a popular one');
    const file = { url: platforms.file('/popular', content), content };
    const dependencies = Array.from({ length: 200 }, (_, index) => ({
      ...{ version_id: `Version${index}`, project_id: `Project${index}`, file_name: null },
      dependency_type: 'embedded' as const,
    }));
    const versions = Array.from({ length: 600 }, (_, index) => ({
      ...modrinthVersion({ id: `V${index}` }, file),
      loaders: [index < 540 ? 'neoforge' : 'fabric'],
      dependencies,
    }));
    // In one answer they are more than is read of any.
    expect(JSON.stringify(versions).length).toBeGreaterThan(8 * 1024 * 1024);
    listOnModrinth(platforms, 'popular', () => versions);
    const override = { runConfiguration: { modloader: 'FABRIC' } };
    const { modPack } = await importPack(scene, { modrinth: { project: 'popular' } }, override);
    expect(modPack).toMatchObject({ versionID: 'V540' });
    const none = { runConfiguration: { modloader: 'QUILT' } };
    expect(await importPack(scene, { modrinth: { project: 'popular' } }, none)).toMatchObject({
      message: expect.stringMatching(/has no version for Quilt\. The newest are /),
    });
  });

  it('has a name that can be shown and sent back', async () => {
    const content = packBytes('with an odd name');
    const url = scene.platforms.file('/odd', content);
    const version = modrinthVersion(
      { id: 'Odd' },
      { url, content, filename: '../a folder/\u202epa\nck.zip' },
    );
    scene.platforms.json('/modrinth/project/odd-name/version', () => [version]);
    const { modPack } = await importPack(scene, { modrinth: { project: 'odd-name' } });
    expect(modPack).toMatchObject({ name: 'pack.zip', versionID: 'Odd' });
  });

  it('in no version that fits is told with those that there are', async () => {
    publish(scene);
    const none = await importPack(
      scene,
      { modrinth: { project: 'a-pack' } },
      { runConfiguration: { modloader: 'LEGACYFABRIC' } },
    );
    expect(none).toMatchObject({
      code: 'NOT_FOUND',
      message:
        '"a-pack" on Modrinth has no version for LegacyFabric. The newest are "2.0" ("fabric 1.21"); "1.0" ("fabric 1.20.1").',
    });
    const missing = await importPack(scene, { modrinth: { project: 'a-pack', version: '9' } });
    expect(missing).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('no version "9"') });
    const unknown = await importPack(scene, { modrinth: { project: 'nothing' } });
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('no project') });
  });

  it('that is no modpack is refused, and so is a name that would lead elsewhere', async () => {
    const jar = Buffer.from('a jar');
    const before = scene.platforms.host.requests.length;
    const version = modrinthVersion({ id: 'M' }, { url: 'https://x', content: jar, filename: 'mod.jar' });
    scene.platforms.json('/modrinth/project/a-mod/version', () => [version]);
    const mod = await importPack(scene, { url: 'https://modrinth.com/mod/a-mod' });
    expect(mod).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('no modpack') });
    for (const project of ['..', '', 'a\nb', 'x'.repeat(101)])
      expect(await importPack(scene, { modrinth: { project } })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(scene.platforms.host.requests).toHaveLength(before + 1);
  });

  it('is refused when its bytes are not those of the platform, and nothing is left', async () => {
    const [, version] = publish(scene, 'whose bytes are others');
    scene.platforms.file('/a', Buffer.alloc(version.files[0]?.size ?? 0));
    const refused = await importPack(scene, { modrinth: { project: 'a-pack', version: '1.0' } });
    expect(refused).toMatchObject({ __typename: 'UserError', reason: 'FETCH_WRONG_HASH' });
    expect((await counted(scene)).held).toEqual([]);
  });

  it('is told to be out of reach when the platform is', async () => {
    scene.platforms.host.answer('/modrinth/project/a-pack/version', (_, response) => {
      response.writeHead(503).end();
    });
    const refused = await importPack(scene, { modrinth: { project: 'a-pack' } });
    expect(refused).toMatchObject({ code: 'NOT_FETCHED', message: expect.stringContaining('Modrinth') });
  });
});

describe('a modpack on CurseForge', () => {
  const project = curseForgeProjectLike({
    id: 7,
    name: 'Forge Pack',
    classId: 4471,
    mainFileId: 70,
    links: { websiteUrl: 'https://www.curseforge.com/minecraft/modpacks/forge-pack' },
  });

  function publishThere({ platforms }: Scene, { mark = '', isForbidden = false } = {}) {
    const content = packBytes(mark);
    const link = isForbidden ? null : platforms.host.serveAsCurseForge('/f', content);
    platforms.json('/curseforge/mods', () => ({ data: [project] }));
    platforms.json('/curseforge/mods/search?gameId=432&classId=4471&slug=forge-pack', () => ({
      data: [project],
    }));
    platforms.json('/curseforge/mods/search?gameId=432&classId=4471&slug=nothing', () => ({ data: [] }));
    platforms.json('/curseforge/mods/files', () => ({
      data: [curseForgeFile({ id: 70, projectId: 7 }, { url: link, content })],
    }));
  }

  it.each([
    ['its numbers', { curseForge: { project: '7', version: '70' } }],
    ['its slug', { curseForge: { project: 'forge-pack' } }],
    ['its page', { url: 'https://www.curseforge.com/minecraft/modpacks/forge-pack' }],
    ['the page of a file', { url: 'https://www.curseforge.com/minecraft/modpacks/forge-pack/files/70' }],
  ])('is found by %s', async (mark, pack) => {
    publishThere(keyed, { mark });
    const named = { name: 'forge-pack.zip', source: 'CURSEFORGE', projectID: '7', versionID: '70' };
    const { modPack } = await importPack(keyed, pack);
    expect(modPack).toMatchObject(named);
    expect(await overRest(keyed, modPack.databaseId)).toMatchObject(named);
  });

  it('is refused in a sentence that says what to do: without a key, or when its author forbids it', async () => {
    const pack = { curseForge: { project: '7' } };
    expect(await importPack(plain, pack)).toMatchObject({
      reason: 'FETCH_NO_KEY',
      message: expect.stringContaining('CURSEFORGE_API_KEY'),
    });
    publishThere(keyed, { isForbidden: true });
    expect(await importPack(keyed, pack)).toMatchObject({
      reason: 'FETCH_FORBIDDEN_BY_AUTHOR',
      message: expect.stringContaining('download it at https://www.curseforge.com/minecraft'),
    });
    const unknown = await importPack(keyed, { curseForge: { project: 'nothing' } });
    expect(unknown).toMatchObject({ code: 'NOT_FOUND' });
    const other = await importPack(keyed, { curseForge: { project: '7', version: '71' } });
    expect(other).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('main file is 70') });
  });
});

describe('a modpack of FTB', () => {
  const scene = keyed;
  const jar = (id: string) => jarWith({ 'fabric.mod.json': fabricModJson(id) });
  const neoForge = [
    { name: 'minecraft', version: '1.21.1', type: 'game' },
    { name: 'neoforge', version: '21.1.72', type: 'modloader' },
  ];

  /** FTB has four versions of modpack 125: the newest release is for another game than the one before, then come a beta and a private one. */
  function publish({ platforms }: Scene, mark = '') {
    const at = (name: string, content: Uint8Array) => ({ url: platforms.file(`/ftb-${name}`, content) });
    const [kept, client, numbered] = [jar(`kept ${mark}`), jar('client'), jar('numbered')];
    const config = Buffer.from(`mark = ${JSON.stringify(mark)}`);
    const files = [
      ftbFileLike('mods/kept.jar', kept, at('kept', kept)),
      ftbFileLike('mods/client.jar', client, { ...at('client', client), clientonly: true }),
      ftbFileLike('mods/numbered.jar', numbered, { url: null, curseforge: { project: '1', file: '11' } }),
      ftbFileLike('config/server.toml', config, { ...at('server', config), serveronly: true }),
      ftbFileLike('config/client.toml', Buffer.from('c'), { url: 'https://other.test/c', clientonly: true }),
    ];
    platforms.json('/curseforge/mods', () => ({ data: [curseForgeProjectLike({ id: 1 })] }));
    const url = platforms.host.serveAsCurseForge('/ftb-numbered', numbered);
    const file = curseForgeFile({ id: 11, projectId: 1 }, { url, content: numbered });
    platforms.json('/curseforge/mods/files', () => ({ data: [file] }));
    const versions = [
      ftbListedLike({ id: 100_001, name: '1.0.0' }),
      ftbListedLike({ id: 100_002, name: '2.0.0', targets: neoForge }),
      ftbListedLike({ id: 100_003, name: '2.1.0', targets: neoForge, type: 'beta' }),
      ftbListedLike({ id: 100_004, name: '3.0.0', private: true }),
    ];
    platforms.json('/ftb/modpack/125', () => ftbPackLike({ versions }));
    for (const { id, name, targets } of versions)
      platforms.json(`/ftb/modpack/125/${id}`, () => ftbVersionLike({ id, name, targets, files }));
  }

  it('becomes a server pack of what FTB and CurseForge give, without what is for clients', async () => {
    publish(scene, 'whole');
    const started = await importPack(scene, { ftb: { project: '125', version: '1.0.0' } });
    expect(started).toMatchObject({
      modPack: { name: 'FTB Example 1.0.0.zip', source: 'FTB', projectID: '125', versionID: '100001' },
      run: { configuration: said },
    });
    const modPackId: number = started.modPack.databaseId;
    const fields = `status projectID versionID startArgs recommendedMemory manifest { kind name version gameVersion modloader modloaderVersion }
      serverPacks { nodes { decisions { nodes { file kept evidence } } } }`;
    expect(await builtOf(scene, modPackId, fields)).toMatchObject({
      status: 'GENERATED',
      projectID: '125',
      versionID: '100001',
      startArgs: ['-Xmx6G'],
      recommendedMemory: 6_144,
      manifest: { kind: 'FTB', name: 'FTB Example', version: '1.0.0', ...said },
      serverPacks: {
        nodes: [
          {
            decisions: {
              nodes: [
                { file: 'client.jar', kept: false, evidence: 'FTB says that it is for clients only.' },
                { file: 'kept.jar', kept: true },
                { file: 'numbered.jar', kept: true },
              ],
            },
          },
        ],
      },
    });
    expect(scene.platforms.host.requests.map(({ path }) => path)).toContain('/ftb-server');
    const again = await importPack(scene, { ftb: { project: '125', version: '1.0.0' } });
    expect(again).toMatchObject({ code: 'DUPLICATE_MOD_PACK', existing: { databaseId: modPackId } });
  });

  it.each<[string, object, object, string]>([
    ['its number, as the newest release', { ftb: { project: '125' } }, {}, '100002'],
    [
      'what it is wanted for',
      { ftb: { project: '125' } },
      { gameVersion: '1.20.1', modloader: 'FABRIC' },
      '100001',
    ],
    ['the number of a version', { ftb: { project: '125', version: '100003' } }, {}, '100003'],
    ['its page', { url: 'https://www.feed-the-beast.com/modpacks/125-ftb-example' }, {}, '100002'],
    ['its number and that of a version, as a link', { url: 'ftb:125/100003' }, {}, '100003'],
    [
      'an address of the API',
      { url: 'https://api.feed-the-beast.com/v1/modpacks/public/modpack/125/100003/server/linux' },
      {},
      '100003',
    ],
  ])('is found by %s', async (mark, pack, runConfiguration, versionID) => {
    publish(scene, mark);
    const named = { source: 'FTB', projectID: '125', versionID };
    const { modPack } = await importPack(scene, pack, { runConfiguration });
    expect(modPack).toMatchObject(named);
    expect(await overRest(scene, modPack.databaseId)).toMatchObject(named);
  });

  it('that there is not, or not for what it is wanted for, is told with what there is', async () => {
    publish(scene);
    expect(await importPack(scene, { ftb: { project: '125', version: '9' } })).toMatchObject({
      code: 'NOT_FOUND',
      message:
        '"FTB Example" of FTB has no version "9". The newest are "2.1.0" (100003); "2.0.0" (100002); "1.0.0" (100001).',
    });
    const quilt = { runConfiguration: { modloader: 'QUILT' } };
    expect(await importPack(scene, { ftb: { project: '125' } }, quilt)).toMatchObject({
      message: expect.stringContaining('no version for Quilt'),
    });
    scene.platforms.json('/ftb/modpack/7', () => unknownAnswer);
    for (const modpack of [7, 8])
      expect(await importPack(scene, { ftb: { project: String(modpack) } })).toMatchObject({
        code: 'NOT_FOUND',
        message: `There is no modpack ${modpack} with a version at FTB.`,
      });
    scene.platforms.json('/ftb/modpack/9', () => ({ status: 'success' }));
    expect(await importPack(scene, { ftb: { project: '9' } })).toMatchObject({ code: 'NOT_FETCHED' });
  });

  it('is refused where it is one of CurseForge, or names more than an upload may have', async () => {
    publish(scene);
    const files = [ftbFileLike('overrides.zip', Buffer.from('o'), { url: 'https://x', type: 'cf-extract' })];
    scene.platforms.json('/ftb/modpack/125/100002', () => ftbVersionLike({ files }));
    expect(await importPack(scene, { ftb: { project: '125' } })).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('CurseForge'),
    });
    await using small = await startScene({ MAX_UPLOAD_BYTES: '1000' });
    publish(small);
    expect(await importPack(small, { ftb: { project: '125' } })).toMatchObject({ reason: 'FETCH_TOO_LARGE' });
    expect((await counted(small)).held).toEqual([]);
  });
});

describe('a repository with packwiz packs', async () => {
  const scene = await shareScene({}, ['github.com', 'codeload.github.com', 'gitlab.com', 'codeberg.org']);

  /** The archive of a repository with packs in these folders, each of a mod of its own. */
  function repository(mark: string, folders: string[]): Buffer {
    const entries = folders.flatMap((folder) => {
      const mod = jarWith({ 'fabric.mod.json': fabricModJson(`${folder}mod`), mark });
      const filename = `${folder || 'root'}.jar`;
      const url = scene.platforms.file(`/of-${mark}-${filename}`, mod);
      const files = packwizPack([
        {
          file: 'mods/a.pw.toml',
          isMetafile: true,
          content: packwizMetafile({ filename, url, hash: sha256(mod) }),
        },
        { file: 'config/mark.txt', content: mark },
      ]);
      const inside = folder === '' ? '' : `${folder}/`;
      return Object.entries(files).map(([name, content]) => [`r-main/${inside}${name}`, content]);
    });
    return zipWith({ 'r-main/README.md': 'Packs.', ...Object.fromEntries(entries) });
  }

  it.each([
    ['GitHub', 'https://github.com/o/r', '/o/r/archive/HEAD.zip', [''], 'root.jar', 'r.zip'],
    [
      'GitLab',
      'https://gitlab.com/o/r/-/tree/main',
      '/o/r/-/archive/main/pack.zip',
      ['only'],
      'only.jar',
      'r.zip',
    ],
    [
      'a pack.toml on GitHub',
      'https://raw.githubusercontent.com/o/s/main/two/pack.toml',
      '/o/s/archive/main.zip',
      ['one', 'two'],
      'two.jar',
      'two.zip',
    ],
    [
      'a folder on Codeberg',
      'https://codeberg.org/o/r/src/branch/main/packs',
      '/o/r/archive/main.zip',
      ['packs', 'old'],
      'packs.jar',
      'packs.zip',
    ],
  ])('becomes a server pack by its page: %s', async (mark, url, path, folders, file, name) => {
    const { host } = scene.platforms;
    // As GitHub does; the others give the archive at once.
    const isGitHub = mark.endsWith('GitHub');
    const location = `https://codeload.github.com/moved${path}`;
    if (isGitHub) host.answer(path, (_, response) => void response.writeHead(302, { location }).end());
    scene.platforms.file(isGitHub ? `/moved${path}` : path, repository(mark.replaceAll(' ', '-'), folders));
    const started = await importPack(scene, { url });
    expect(started).toMatchObject({ modPack: { name, source: 'LINK' }, run: { configuration: said } });
    const fields = 'status serverPacks { nodes { decisions { nodes { file } } } }';
    expect(await builtOf(scene, started.modPack.databaseId, fields)).toEqual({
      status: 'GENERATED',
      serverPacks: { nodes: [{ decisions: { nodes: [{ file }] } }] },
    });
  });

  it('is refused in words where it has no such folder', async () => {
    scene.platforms.file('/o/t/archive/main.zip', repository('t', ['one', 'two']));
    const missing = await importPack(scene, { url: 'https://codeberg.org/o/t/src/branch/main/three' });
    expect(missing).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no folder "three"'),
    });
    expect((await counted(scene)).held).toEqual([]);
  });
});

describe('a packwiz pack on any host', async () => {
  const scene = await shareScene({
    'config.archiveLimits.namedFiles': '5',
    RATE_LIMIT: 'on',
    RATE_LIMIT_UPLOADS_PER_HOUR: '100',
  });

  /** Serves a pack of a mod elsewhere, and of these files, in a folder of this name; answers the address of its `pack.toml`. */
  function serve(
    { platforms }: Scene,
    folder: string,
    files: Parameters<typeof packwizPack>[0] = [],
    more: Parameters<typeof packwizPack>[1] = {},
  ): string {
    const mod = jarWith({ 'fabric.mod.json': fabricModJson('elsewhere'), folder });
    const url = platforms.file(`/mods-of/${folder}.jar`, mod);
    const content = packwizMetafile({ filename: 'elsewhere.jar', url, hash: sha256(mod) });
    const pack = packwizPack([{ file: 'mods/a.pw.toml', isMetafile: true, content }, ...files], more);
    for (const [name, bytes] of Object.entries(pack)) {
      const path = name.split('/').map(encodeURIComponent).join('/');
      platforms.file(`/packs/${folder}/${path}`, Buffer.from(bytes));
    }
    return `https://${platforms.host.host}/packs/${folder}/pack.toml`;
  }

  it('becomes a server pack by the address of its pack.toml, the same for the same files', async () => {
    const jar = jarWith({ 'fabric.mod.json': fabricModJson('inside') });
    const files = [
      { file: 'mods/inside jar#1.jar', content: jar },
      { file: 'config/server.toml', content: 'mark = 1' },
    ];
    const url = serve(scene, 'whole', files);
    const started = await importPack(scene, { url });
    expect(started).toMatchObject({
      modPack: { name: 'whole.zip', source: 'LINK' },
      run: { configuration: said },
    });
    const modPackId: number = started.modPack.databaseId;
    const fields = 'status manifest { kind } serverPacks { nodes { decisions { nodes { file } } } }';
    expect(await builtOf(scene, modPackId, fields)).toEqual({
      status: 'GENERATED',
      manifest: { kind: 'PACKWIZ' },
      serverPacks: {
        nodes: [{ decisions: { nodes: [{ file: 'elsewhere.jar' }, { file: 'inside jar#1.jar' }] } }],
      },
    });
    const again = await importPack(scene, { url });
    expect(again).toMatchObject({ code: 'DUPLICATE_MOD_PACK', existing: { databaseId: modPackId } });
    // As one upload each.
    expect(await counted(scene)).toMatchObject({ held: [], points: { uploads: 2 } });
  });

  const file = (name: string, content = 'c') => ({ file: name, content });

  it.each<[string, Parameters<typeof packwizPack>[0], Parameters<typeof packwizPack>[1], object]>([
    ['of a way up', [file('../../secret.txt')], {}, { code: 'INVALID_INPUT' }],
    ['of an absolute path', [file('/secret.txt')], {}, { code: 'INVALID_INPUT' }],
    ['of another host', [file('https://evil.test/a')], {}, { code: 'INVALID_INPUT' }],
    ['of a host without its scheme', [file('//evil.test/a')], {}, { code: 'INVALID_INPUT' }],
    ['of too many files', [...'123456'].map((n) => file(n)), {}, { code: 'INVALID_INPUT' }],
    ['of an index of another hash', [], { indexHash: sha256('') }, { reason: 'FETCH_WRONG_HASH' }],
    ['of an index without a hash', [], { indexHash: '' }, { reason: 'FETCH_NO_HASH' }],
  ])('is refused before its files are asked for: %s', async (mark, files, more, refusal) => {
    const folder = mark.replaceAll(' ', '-');
    const url = serve(scene, folder, files, more);
    expect(await importPack(scene, { url })).toMatchObject(refusal);
    const asked = scene.platforms.host.requests.map(({ path }) => path);
    const allowed = ['pack.toml', 'index.toml'].map((name) => `/packs/${folder}/${name}`);
    expect(allowed).toEqual(expect.arrayContaining(asked.filter((path) => path.includes(folder))));
    expect(asked.filter((path) => path.includes('secret'))).toEqual([]);
    expect((await counted(scene)).held).toEqual([]);
  });

  it('is refused with each file that cannot be had, and where there is no pack.toml', async () => {
    const url = serve(scene, 'lacking', [file('config/gone.txt'), file('config/other.txt')]);
    const { host } = scene.platforms;
    host.answer('/packs/lacking/config/gone.txt', (_, response) => void response.writeHead(404).end());
    host.serve('/packs/lacking/config/other.txt', Buffer.from('d'));
    expect(await importPack(scene, { url })).toMatchObject({
      reason: 'FETCH_REFUSED',
      message: expect.stringMatching(/"config\/gone\.txt" cannot be had: .+ "config\/other\.txt" cannot/),
    });
    host.serve('/packs/lacking/pack.toml', Buffer.from('<html>'));
    expect(await importPack(scene, { url })).toMatchObject({ code: 'INVALID_INPUT' });
    const elsewhere = await importPack(scene, { url: 'https://evil.test/pack.toml' });
    expect(elsewhere).toMatchObject({ message: expect.stringContaining('Hosts that are asked') });
    expect((await counted(scene)).held).toEqual([]);
  });

  it('is refused where its files are more together than an upload may have', async () => {
    await using scene = await startScene({ MAX_UPLOAD_BYTES: '1000' });
    const half = (name: string) => ({ file: name, content: name.padEnd(400, 'x') });
    const url = serve(scene, 'large', [half('config/a.txt'), half('config/b.txt')]);
    expect(await importPack(scene, { url })).toMatchObject({
      reason: 'FETCH_TOO_LARGE',
      message: expect.stringContaining('more than 1000 bytes together'),
    });
    expect((await counted(scene)).held).toEqual([]);
  });

  it('ends with its client amid its files', async () => {
    const url = serve(scene, 'endless', [file('config/endless.txt')]);
    const discard = vi.spyOn(scene.service.app.storage, 'discard');
    await hangUpAmid(scene, '/packs/endless/config/endless.txt', url);
    // Its pack.toml and its index.
    await expect.poll(() => discard.mock.calls.length).toBe(2);
    discard.mockRestore();
    const { data } = await ask(
      scene.service.url,
      '{ modPacks(filter: { nameContains: "endless" }) { totalCount } }',
    );
    expect(data?.modPacks).toEqual({ totalCount: 0 });
  });
});

describe('a link', () => {
  const scene = plain;

  it('to a zip on an allowed host gives its name and its bytes', async () => {
    const url = scene.platforms.file('/some/My%20Pack.zip?key=secret', packBytes());
    const named = { name: 'My Pack.zip', source: 'LINK', projectID: '', versionID: '' };
    const { modPack, ownerSecret } = await importPack(scene, { url });
    expect(ownerSecret).toMatch(/^[\w-]{43}$/);
    expect(modPack).toMatchObject(named);
    expect(await overRest(scene, modPack.databaseId)).toMatchObject(named);
  });

  it.each([
    ['to another host', 'https://evil.test/a.zip', 'Hosts that are asked: files.test'],
    ['without https', 'http://files.test/a.zip', 'only https: is allowed'],
    ['that is none', 'no link', 'This is no address'],
    ['that is blank', '', 'blank'],
    ['to nothing', 'HOST/nothing.zip', 'answers 404'],
  ])('%s is refused', async (_, link, words) => {
    const { host } = scene.platforms;
    const before = host.requests.length;
    const url = link.replace('HOST', `https://${host.host}`);
    expect((await importPack(scene, { url })).message).toContain(words);
    expect(host.requests.length).toBeLessThan(before + 2);
  });

  it('to more than an upload may have, or to something else than a zip, is refused', async () => {
    await using scene = await startScene({ MAX_UPLOAD_BYTES: '1000' });
    const large = scene.platforms.file('/large.zip', Buffer.alloc(2_000));
    expect(await importPack(scene, { url: large })).toMatchObject({
      reason: 'FETCH_TOO_LARGE',
      message: expect.not.stringContaining('Hosts that are asked'),
    });
    const page = scene.platforms.file('/page', Buffer.from('<html>'));
    const discard = vi.spyOn(scene.service.app.storage, 'discard');
    expect(await importPack(scene, { url: page })).toMatchObject({ code: 'NOT_A_ZIP' });
    expect(discard.mock.calls).toMatchObject([[{ size: 6 }]]);
  });

  it('is not asked for when the request is refused anyway, or when fetching is switched off', async () => {
    const url = scene.platforms.file('/unasked.zip', packBytes());
    const odd = await importPack(scene, { url }, { runConfiguration: { gameVersion: 'x' } });
    expect(odd).toMatchObject({ code: 'INVALID_INPUT', field: 'gameVersion' });
    const unlisted = new AppError('INVALID_INPUT', 'No such version.', { field: 'modloaderVersion' });
    vi.spyOn(scene.service.app.versions, 'verify').mockRejectedValueOnce(unlisted);
    const unknown = await importPack(scene, { url }, { runConfiguration: said });
    expect(unknown).toMatchObject({ code: 'INVALID_INPUT', field: 'modloaderVersion' });
    await using without = await startScene({ FETCH: 'off' });
    expect(await importPack(without, { url })).toMatchObject({ reason: 'FETCH_OFF' });
    expect(scene.platforms.host.requests.map(({ path }) => path)).not.toContain('/unasked.zip');
  });

  it('or a platform: exactly one place has to be given', async () => {
    for (const pack of [{}, { url: 'https://x', modrinth: { project: 'y' } }])
      expect((await importPack(scene, pack)).errors).toHaveLength(1);
  });

  it.each([
    [
      'a file on CurseForge',
      { curseForge: { project: '7', version: 'newest' } },
      '"newest" is not the number of a file',
    ],
    [
      'a modpack of FTB',
      { ftb: { project: 'oceanblock' } },
      '"oceanblock" is not the number of a modpack of FTB',
    ],
  ])('or a platform, where %s has a number', async (_, pack, message) => {
    expect(await importPack(scene, pack)).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'pack',
      message: expect.stringContaining(message),
    });
  });
});
