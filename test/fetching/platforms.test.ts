import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { catalogueAnswers } from '../../drizzle/schema.ts';
import { readConfig } from '../../src/config.ts';
import { createCatalogue, forgetAnswers } from '../../src/core/files/catalogue.ts';
import { wordsOfCurseForge, wordsOfModrinth } from '../../src/core/files/platform-words.ts';
import { createAgent } from '../../src/fetching/connect.ts';
import { createCurseForge, resolveCurseForge, type SideMark } from '../../src/fetching/curseforge.ts';
import { apiDispatcher } from '../../src/fetching/dispatcher.ts';
import {
  type CatalogueProject,
  createModrinth,
  type EnvironmentWord,
  type Modrinth,
  type SideWord,
} from '../../src/fetching/modrinth.ts';
import { defaultFetchSettings } from '../../src/fetching/settings.ts';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import {
  environments,
  modrinthProjectLike,
  modrinthVersionLike,
  type Project,
} from '../platforms/modrinth.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { curseForgeKey, openDownloadHost } from '../support/download-host.ts';

const log = pino({ level: 'silent' });
const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(128));
if (!one || !two || !three) throw new Error('no hashes');

/** Both platforms on a host of our own. */
async function openPlatforms(milliseconds = 5_000) {
  await using parts = new AsyncDisposableStack();
  const host = parts.use(await openDownloadHost());
  const settings = { ...defaultFetchSettings, hosts: [], retries: 1, retryDelayMs: 1 };
  const agent = createAgent({ ...settings, connections: 2 }, host.connect);
  parts.defer(() => agent.destroy());
  const needs = { dispatcher: async () => apiDispatcher(agent, settings), userAgent: 'test/1' };
  const apiUrl = `https://${host.host}`;
  const asked: { path: string; body: unknown }[] = [];
  const moved = parts.move();
  return {
    host,
    asked,
    modrinth: createModrinth(needs, { apiUrl, milliseconds }),
    curseForge: createCurseForge(needs, {
      apiUrl: host.curseForge.CURSEFORGE_API_URL,
      apiKey: curseForgeKey,
      milliseconds,
    }),
    /** Answers a path with what `answer` makes of the body, as JSON. */
    json(path: string, answer: (body: unknown, query: URLSearchParams) => unknown) {
      host.answer(path, async (request: IncomingMessage, response: ServerResponse) => {
        const sent = await text(request);
        const body: unknown = sent === '' ? null : JSON.parse(sent);
        asked.push({ path, body });
        const told = JSON.stringify(answer(body, new URL(request.url ?? '', apiUrl).searchParams));
        response.writeHead(200, { 'content-type': 'application/json' }).end(told);
      });
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

const project = (id: string, serverSide: Project['server_side']) =>
  modrinthProjectLike({ id, slug: `slug-${id}`, title: `Title ${id}`, server_side: serverSide });
const version = (projectId: string) => modrinthVersionLike({ project_id: projectId });
const ids = (list: string[]) => `/projects?ids=${encodeURIComponent(JSON.stringify(list))}`;

describe('Modrinth', () => {
  it('is asked for all jars in one question, then for their projects in another', async () => {
    await using scene = await openPlatforms();
    scene.json('/version_files', () => ({ [one]: version('P1'), [two]: version('P2') }));
    scene.json(ids(['P1', 'P2']), () => [
      project('P1', 'unsupported'),
      { ...project('P2', 'required'), server_side: 'a new word' },
    ]);
    const known = await scene.modrinth.projectsOf([one, two, three, one]);
    expect([...known]).toEqual([
      [
        one,
        { id: 'P1', slug: 'slug-P1', title: 'Title P1', clientSide: 'required', serverSide: 'unsupported' },
      ],
      [two, { id: 'P2', slug: 'slug-P2', title: 'Title P2', clientSide: 'required', serverSide: 'unknown' }],
    ]);
    expect(scene.asked).toEqual([
      { path: '/version_files', body: { hashes: [one, two, three], algorithm: 'sha512' } },
      { path: ids(['P1', 'P2']), body: null },
    ]);
    expect(scene.host.requests[0]?.headers['user-agent']).toBe('test/1');
  });

  it.each<[unknown, EnvironmentWord | undefined]>([
    ...environments.map((word): [string, EnvironmentWord] => [word, word]),
    [undefined, undefined],
    [null, undefined],
    ['a new word', 'unknown'],
    [['client_only'], 'unknown'],
  ])('tells of %j as the environment of a version as %s', async (given, expected) => {
    await using scene = await openPlatforms();
    scene.json('/version_files', () => ({ [one]: { ...version('P1'), environment: given } }));
    scene.json(ids(['P1']), () => [project('P1', 'required')]);
    expect((await scene.modrinth.projectsOf([one])).get(one)?.environment).toBe(expected);
  });

  it('tells the versions of a project and their files', async () => {
    await using scene = await openPlatforms();
    const file = { url: 'https://cdn.modrinth.com/a.mrpack', filename: 'a.mrpack', size: 5, primary: true };
    const version = modrinthVersionLike({
      id: 'V1',
      project_id: 'P1',
      name: 'One',
      version_number: '1.0',
      files: [{ ...file, hashes: { sha512: one, sha1: 'd'.repeat(40) } }],
    });
    const games = { game_versions: '["1.20.1"]', include_changelog: 'false' };
    const query = new URLSearchParams({ ...games, limit: '50', offset: '0' });
    scene.json(`/project/a%20pack/version?${query}`, () => [version]);
    scene.json('/version/V1', () => version);
    const expected = {
      id: 'V1',
      projectId: 'P1',
      name: 'One',
      versionNumber: '1.0',
      gameVersions: ['1.20.1'],
      loaders: ['fabric'],
      published: Date.parse('2026-09-01T12:00:00Z'),
      channel: 'RELEASE',
      needs: [{ projectId: 'QQRRSSTT', versionId: null }],
      files: [{ ...file, sha512: one, sha1: 'd'.repeat(40) }],
    };
    const found: unknown[] = [];
    for await (const one of scene.modrinth.versions('a pack', { gameVersion: '1.20.1' })) found.push(one);
    expect(found).toEqual([expected]);
    expect(await scene.modrinth.version('V1')).toEqual(expected);
    expect(await scene.modrinth.version('../secret')).toBeNull();
  });

  it('lists all versions of a project, page by page, each once', async () => {
    await using scene = await openPlatforms();
    const versions = Array.from({ length: 120 }, (_, index) => modrinthVersionLike({ id: `V${index}` }));
    let asked = 0;
    scene.json('/project/P1/version', (_, query) => {
      const offset = Number(query.get('offset'));
      // One comes while it is asked, and moves the others on.
      const now = asked === 0 ? versions : [modrinthVersionLike({ id: 'new' }), ...versions];
      asked += 1;
      return now.slice(offset, offset + Number(query.get('limit')));
    });
    const all = await scene.modrinth.listed('P1');
    expect(all.map(({ id }) => id)).toEqual(versions.map(({ id }) => id));
    expect(asked).toBe(3);
    // One that knows no pages answers all of it each time.
    scene.json('/project/P2/version', () => versions.slice(0, 50));
    expect(await scene.modrinth.listed('P2')).toHaveLength(50);
    expect(await scene.modrinth.listed('unknown')).toEqual([]);
  });

  it.each([
    ['something else than JSON', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['other JSON', (response: ServerResponse) => response.writeHead(200).end('[1]')],
    ['with a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/other' }).end()],
    ['that it will not', (response: ServerResponse) => response.writeHead(401).end()],
    ['endlessly', (response: ServerResponse) => response.writeHead(200).end(Buffer.alloc(9_000_000, ' '))],
    ['nothing in time', () => undefined],
  ])('may answer %s, and that is a failure that is told', async (_, answer) => {
    await using scene = await openPlatforms(1_000);
    scene.host.answer('/version_files', (_request, response) => void answer(response));
    await expect(scene.modrinth.projectsOf([one])).rejects.toMatchObject({ name: 'FetchError' });
    expect(scene.host.requests.map(({ path }) => path)).not.toContain('/other');
  });
});

const platforms = {
  ...readConfig({}).platforms,
  catalogueAgeMs: 2 * 3_600_000,
  catalogueUnknownAgeMs: 3_600_000,
};
const settings = {
  maxAgeMs: platforms.catalogueAgeMs ?? 0,
  unknownMaxAgeMs: platforms.catalogueUnknownAgeMs,
  waitMs: 10_000,
};

describe.each(databaseKinds)('the catalogue on the %s database', (kind) => {
  it('is asked once about a jar, known to it or not, until the answer is too old', async () => {
    await using scene = await openPlatforms();
    await using database = await openScratchDatabase(kind);
    scene.json('/version_files', () => ({ [one]: version('P1') }));
    scene.json(ids(['P1']), () => [project('P1', 'unsupported')]);
    const needs = { database, modrinth: scene.modrinth, log };
    const catalogue = createCatalogue(needs, settings);
    const known = await catalogue.projectsOf([one, two]);
    expect(known.get(one)).toMatchObject({ id: 'P1', serverSide: 'unsupported' });
    expect(known.get(two)).toBeNull();
    expect(await catalogue.projectsOf([two, one])).toEqual(known);
    expect(scene.asked).toHaveLength(2);
    await catalogue.projectsOf([one, three]);
    expect(scene.asked[2]?.body).toMatchObject({ hashes: [three] });
    // That it does not know a jar is believed for a shorter time.
    const aged = (minutes: number) =>
      database.db.execute(
        sql`update ${catalogueAnswers} set asked = now() - ${minutes} * interval '1 minute'`,
      );
    await aged(59);
    expect(await catalogue.projectsOf([one, two])).toEqual(known);
    expect(scene.asked).toHaveLength(3);
    await aged(61);
    await catalogue.projectsOf([one, two]);
    expect(scene.asked.at(-1)?.body).toMatchObject({ hashes: [two] });
    await aged(121);
    await catalogue.projectsOf([one, two]);
    expect(scene.asked.at(-2)?.body).toMatchObject({ hashes: [one, two] });
  });

  it('keeps what is said of a version, and believes answers from before anything was', async () => {
    await using scene = await openPlatforms();
    await using database = await openScratchDatabase(kind);
    scene.json('/version_files', () => ({ [one]: { ...version('P1'), environment: 'client_only' } }));
    scene.json(ids(['P1']), () => [project('P1', 'required')]);
    const catalogue = createCatalogue({ database, modrinth: scene.modrinth, log }, settings);
    await catalogue.projectsOf([one]);
    await database.db.execute(sql`insert into catalogue_answers (sha512, project) values
      (${two}, '{"id":"P2","slug":"s","title":"T","clientSide":"required","serverSide":"unsupported"}')`);
    const known = await catalogue.projectsOf([one, two]);
    expect(scene.asked).toHaveLength(2);
    const isFor = [one, two].map((hash) => wordsOfModrinth(known.get(hash)).map((word) => word.isFor));
    expect(isFor).toEqual([[undefined], [undefined]]);
    expect(known.get(one)?.environment).toBe('client_only');
  });

  it('is believed for as long as is told, in seconds, and about what it does not know no longer', async () => {
    await using scene = await openPlatforms();
    await using database = await openScratchDatabase(kind);
    scene.json('/version_files', () => ({ [one]: version('P1') }));
    scene.json(ids(['P1']), () => [project('P1', 'unsupported')]);
    const ask = async (ages: Partial<typeof settings>) => {
      await database.db.execute(sql`update catalogue_answers set asked = now() - interval '90 seconds'`);
      const catalogue = createCatalogue(
        { database, modrinth: scene.modrinth, log },
        { ...settings, ...ages },
      );
      await catalogue.projectsOf([one, two]);
      return scene.asked.splice(0).flatMap(({ body }) => (body === null ? [] : [body]));
    };
    await ask({});
    expect(await ask({ maxAgeMs: 100_000, unknownMaxAgeMs: 100_000 })).toEqual([]);
    expect(await ask({ unknownMaxAgeMs: 80_000 })).toMatchObject([{ hashes: [two] }]);
    expect(await ask({ maxAgeMs: 80_000 })).toMatchObject([{ hashes: [one, two] }]);
  });

  it('has its answers forgotten that were given before a time', async () => {
    await using scene = await openPlatforms();
    await using database = await openScratchDatabase(kind);
    scene.json('/version_files', () => ({}));
    const catalogue = createCatalogue({ database, modrinth: scene.modrinth, log }, settings);
    await catalogue.projectsOf([one]);
    await forgetAnswers(database, new Date(0));
    await catalogue.projectsOf([one]);
    expect(scene.asked).toHaveLength(1);
    await forgetAnswers(database, new Date(Date.now() + 3_600_000));
    await catalogue.projectsOf([one]);
    expect(scene.asked).toHaveLength(2);
  });

  it('that cannot be reached says nothing, and is no failure', async () => {
    await using scene = await openPlatforms();
    await using database = await openScratchDatabase(kind);
    scene.host.answer('/version_files', (_, response) => void response.writeHead(503).end());
    const catalogue = createCatalogue({ database, modrinth: scene.modrinth, log }, settings);
    expect(await catalogue.projectsOf([one])).toEqual(new Map());
  });

  it('keeps what it has answered before it fails, and is then left alone for a while', async () => {
    await using scene = await openPlatforms();
    await using database = await openScratchDatabase(kind);
    const hashes = Array.from({ length: 101 }, (_, n) => String(n).padStart(128, '0'));
    const catalogue = createCatalogue({ database, modrinth: scene.modrinth, log }, settings);
    scene.host.answer('/version_files', (_, response, nth) => {
      response.writeHead(nth === 1 ? 200 : 401, { 'content-type': 'application/json' }).end('{}');
    });
    const known = await catalogue.projectsOf(hashes);
    expect([...known.keys()]).toEqual(hashes.slice(0, 50));
    expect(scene.host.requests).toHaveLength(2);
    expect(await catalogue.projectsOf(hashes)).toEqual(known);
    expect(scene.host.requests).toHaveLength(2);
  });
});

describe('the catalogue as one run asks it', () => {
  const { promise: never } = Promise.withResolvers<never>();
  /** A platform that answers each question as told, and the questions. */
  function modrinthOf(answer: (signal: AbortSignal | undefined) => Promise<Map<string, CatalogueProject>>) {
    const asked: (readonly string[])[] = [];
    const modrinth: Modrinth = {
      projectsOf(hashes, signal) {
        asked.push(hashes);
        return answer(signal);
      },
      projects: () => never,
      version: () => never,
      versionOf: () => never,
      versions: () => {
        throw new Error('It is asked for no versions.');
      },
      listed: () => never,
    };
    return { asked, modrinth };
  }
  const ended = (signal: AbortSignal | undefined) =>
    new Promise<never>((_resolve, reject) => {
      const end = () => reject(signal?.reason);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', end, { once: true });
    });

  it('is asked again a minute after it failed, of which the log is told', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const told: object[] = [];
    const lines = pino({ base: null }, { write: (line: string) => void told.push(JSON.parse(line)) });
    const { asked, modrinth } = modrinthOf(() => Promise.reject(new Error('away')));
    const catalogue = createCatalogue({ database, modrinth, log: lines }, settings);
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      expect(await catalogue.projectsOf([one])).toEqual(new Map());
      expect(told).toMatchObject([
        { level: 40, msg: 'the catalogue of Modrinth could not be asked', err: { message: 'away' } },
      ]);
      vi.advanceTimersByTime(59_999);
      await catalogue.projectsOf([one]);
      expect(asked).toHaveLength(1);
      vi.advanceTimersByTime(1);
      await catalogue.projectsOf([one]);
      expect(asked).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not waited for longer than all questions of one pack may take', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const { asked, modrinth } = modrinthOf(ended);
    const needs = { database, modrinth, log };
    expect(await createCatalogue(needs, { ...settings, waitMs: 1 }).projectsOf([one])).toEqual(new Map());
    const { signal } = new AbortController();
    expect(await createCatalogue(needs, { ...settings, waitMs: 1 }).projectsOf([one], signal)).toEqual(
      new Map(),
    );
    expect(asked).toEqual([[one], [one]]);
  });

  it('fails with the reason of whoever ends the waiting, and is not taken for away', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const controller = new AbortController();
    const reason = new Error('The run was cancelled.');
    const { asked, modrinth } = modrinthOf((signal) => {
      controller.abort(reason);
      return ended(signal);
    });
    const catalogue = createCatalogue({ database, modrinth, log }, { ...settings, waitMs: 1 });
    await expect(catalogue.projectsOf([one], controller.signal)).rejects.toBe(reason);
    const { signal } = new AbortController();
    await expect(catalogue.projectsOf([one], signal)).resolves.toEqual(new Map());
    expect(asked).toHaveLength(2);
  });

  it('is asked about each jar once, fifty at a time, and not where there is none', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const hashes = Array.from({ length: 51 }, (_, n) => String(n).padStart(128, '0'));
    const { asked, modrinth } = modrinthOf(async () => new Map());
    const catalogue = createCatalogue({ database, modrinth, log }, settings);
    expect(await catalogue.projectsOf([])).toEqual(new Map());
    await catalogue.projectsOf([...hashes, ...hashes]);
    expect(asked).toEqual([hashes.slice(0, 50), hashes.slice(50)]);
    expect((await catalogue.projectsOf(hashes)).size).toBe(51);
    expect(asked).toHaveLength(2);
  });
});

describe('what Modrinth says of a jar on a server', () => {
  const known = {
    id: 'P1',
    slug: 'hud',
    title: 'A HUD',
    clientSide: 'required',
    serverSide: 'unsupported',
  } as const;
  const page = 'https://modrinth.com/project/hud';
  const against = `Modrinth says that servers do not support A HUD (${page}).`;
  const inFavour = `Modrinth says that servers support A HUD (${page}).`;
  const alone = `Modrinth says that this version of A HUD is for singleplayer only (${page}).`;

  it.each<[EnvironmentWord | undefined, SideWord, string | null]>([
    // The version's word decides, whatever the project's is.
    ['client_only', 'required', against],
    ['singleplayer_only', 'required', alone],
    ['client_only_server_optional', 'unsupported', inFavour],
    ['server_only', 'unsupported', inFavour],
    ['server_only_client_optional', 'unsupported', inFavour],
    ['dedicated_server_only', 'unsupported', inFavour],
    ['client_and_server', 'unsupported', inFavour],
    ['client_or_server', 'unsupported', inFavour],
    ['client_or_server_prefers_both', 'unsupported', inFavour],
    ['unknown', 'unsupported', null],
    // Only where there is none, as in answers that were kept before versions had one.
    [undefined, 'unsupported', against],
    [undefined, 'required', inFavour],
    [undefined, 'optional', inFavour],
    [undefined, 'unknown', null],
  ])('is by version %s and project %s: %s', (environment, serverSide, evidence) => {
    const isFor = evidence === inFavour ? { isFor: true } : {};
    expect(wordsOfModrinth({ ...known, serverSide, ...(environment && { environment }) })).toEqual(
      evidence === null ? [] : [{ reason: 'CATALOGUE', evidence, ...isFor }],
    );
  });

  it('is nothing of a jar that it does not know', () => {
    expect([wordsOfModrinth(null), wordsOfModrinth(undefined)]).toEqual([[], []]);
  });

  it('stays one short line whatever its author calls it', () => {
    const hostile = { ...known, slug: '../a b?'.repeat(70), title: `A\n\u202e${'x'.repeat(490)}` };
    const [claim] = wordsOfModrinth(hostile);
    expect(claim?.evidence).toMatch(
      /^Modrinth says that servers do not support A x{98} \(https:\/\/modrinth\.com\/project\/[^/ ?]+\)\.$/,
    );
    expect(claim?.evidence.length).toBeLessThan(450);
  });
});

describe('what CurseForge says of a file on a server', () => {
  const page = 'https://www.curseforge.com/projects/1';
  it.each<[SideMark[], object | null]>([
    [['Client'], { evidence: `CurseForge marks this file of A HUD as for clients only (${page}).` }],
    [['Server'], { evidence: `CurseForge marks this file of A HUD as for servers (${page}).`, isFor: true }],
    [['Client', 'Server'], { evidence: expect.stringContaining('for servers'), isFor: true }],
    [[], null],
  ])('is by its marks %j: %o', (marks, said) => {
    expect(wordsOfCurseForge({ marks, project: 'A\nHUD', page })).toEqual(
      said === null ? [] : [{ reason: 'CATALOGUE', ...said }],
    );
  });

  it.each<[unknown, SideMark[]]>([
    [['1.20.1', 'Client', 'Fabric'], ['Client']],
    [
      ['Server', '1.20.1', 'Client'],
      ['Client', 'Server'],
    ],
    [['1.12.2'], []],
    [['client', 'SERVER'], []],
    [undefined, []],
    ['Client', []],
    [[{}], []],
  ])('comes from its game versions %j', async (gameVersions, marks) => {
    await using scene = await openPlatforms();
    scene.json('/mods/files', () => ({ data: [{ ...curseForgeFileLike({ id: 11 }), gameVersions }] }));
    expect((await scene.curseForge.files([11])).get(11)?.marks).toEqual(marks);
  });
});

describe('CurseForge', () => {
  it('is asked with the key, and tells where files can be had, or why not', async () => {
    await using scene = await openPlatforms();
    const sha1 = 'e'.repeat(40);
    const hashes = [
      { value: 'F'.repeat(32), algo: 2 },
      { value: sha1.toUpperCase(), algo: 1 },
    ];
    const file = (id: number, modId: number, downloadUrl: string | null) =>
      curseForgeFileLike({
        id,
        modId,
        fileName: `${id}.jar`,
        hashes: id === 12 ? hashes.slice(0, 1) : hashes,
        downloadUrl,
        gameVersions: ['1.20.1', 'Client'],
      });
    const link = (id: number) => `https://edge.forgecdn.net/files/${id}.jar`;
    scene.json('/mods/files', () => ({
      data: [file(11, 1, link(11)), file(12, 2, link(12)), file(13, 3, null), file(14, 99, link(14))],
    }));
    const origin = (project: number, file: number) => ({ source: 'CURSEFORGE', project, file });
    const page = 'https://www.curseforge.com/minecraft/mc-mods/jei';
    const named = (id: number, classId: number, websiteUrl: string | null) =>
      curseForgeProjectLike({ id, name: `Mod ${id}`, classId, links: { websiteUrl } });
    scene.json('/mods', () => ({
      data: [named(1, 6, page), named(2, 12, null), named(3, 6, page), named(4, 6, 'javascript:x')],
    }));
    const references = [1, 2, 3, 4].map((projectId) => ({ projectId, fileId: 10 + projectId }));
    const { wanted, forbidden, marked, problems } = await resolveCurseForge(scene.curseForge, references);
    expect([...marked]).toEqual([
      [0, { marks: ['Client'], project: 'Mod 1', page }],
      [1, { marks: ['Client'], project: 'Mod 2', page: 'https://www.curseforge.com/projects/2' }],
      [2, { marks: ['Client'], project: 'Mod 3', page }],
    ]);
    expect([...wanted]).toEqual([
      [0, { path: 'mods/11.jar', links: [link(11)], hashes: { sha1 }, size: 7, origin: origin(1, 11) }],
      [
        1,
        {
          path: 'resourcepacks/12.jar',
          links: [link(12)],
          hashes: { md5: 'f'.repeat(32) },
          size: 7,
          origin: origin(2, 12),
        },
      ],
      [2, { path: 'mods/13.jar', links: [], hashes: { sha1 }, size: 7, origin: origin(3, 13) }],
    ]);
    expect([...forbidden]).toMatchObject([[2, { project: 'Mod 3', page: `${page}/files/13` }]]);
    expect([...forbidden.values()].map(({ problem }) => problem)).toEqual([
      {
        code: 'FETCH_FORBIDDEN_BY_AUTHOR',
        entry: 'mods/13.jar',
        error: `The author of Mod 3 does not let other programs fetch 13.jar. Download it at ${page}, put it into overrides/mods of the pack and upload that again.`,
      },
    ]);
    expect(problems).toMatchObject([
      {
        code: 'FETCH_UNKNOWN_FILE',
        entry: null,
        error: expect.stringContaining('https://www.curseforge.com/projects/4'),
      },
    ]);
    expect(scene.asked.map(({ body }) => body)).toEqual([
      { fileIds: [11, 12, 13, 14] },
      { modIds: [1, 2, 3, 4] },
    ]);
    for (const { headers } of scene.host.requests) expect(headers['x-api-key']).toBe('the-key');
  });

  it('never takes the key along to another host, nor into what is told of a failure', async () => {
    await using scene = await openPlatforms();
    const elsewhere = `https://${scene.host.at('other.test')}/stolen`;
    scene.host.answer(
      '/mods/files',
      (_, response) => void response.writeHead(307, { location: elsewhere }).end(),
    );
    const failure = await scene.curseForge.files([1]).catch((error: unknown) => error);
    expect(scene.host.requests.map(({ path }) => path)).toEqual(['/mods/files']);
    expect(failure).toMatchObject({ code: 'FETCH_REFUSED' });
    const { inspect } = await import('node:util');
    expect(inspect(failure, { depth: 10 })).not.toContain('the-key');
    for (const status of [401, 403]) {
      scene.host.answer('/mods/files', (_, response) => void response.writeHead(status).end());
      const refused = await scene.curseForge.files([1]).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'FETCH_KEY_REFUSED',
        message: expect.stringContaining('Renew CURSEFORGE_API_KEY'),
      });
      expect(inspect(refused, { depth: 10 })).not.toContain('the-key');
    }
    scene.host.answer('/mods/files', (_, response) => void response.writeHead(503).end());
    const busy = await scene.curseForge.files([1]).catch((error: unknown) => error);
    expect(inspect(busy, { depth: 10 })).not.toContain('the-key');
  });
});
