import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import { ftbFileLike, ftbVersionLike } from '../platforms/ftb.ts';
import { packwizMetafile, packwizPack, sha256 } from '../platforms/packwiz.ts';
import { startTestApp } from '../support/app.ts';
import { eventsOf, upload } from '../support/client.ts';
import { type DownloadHost, openDownloadHost, wantedFile } from '../support/download-host.ts';
import { curseForgeManifest, modrinthIndex } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';

/** A file that a pack names. */
interface Named {
  /** Where it is to lie in the game's folder; every source can say that of a file in `mods/`. */
  path: string;
  content: Buffer;
  /** Where it can be had, if not where it is served. */
  link?: string;
  /** What the pack means instead of the content. */
  meant?: Buffer;
}

/** The entries of a pack that names these files. */
type Source = (host: DownloadHost, files: readonly Named[]) => Record<string, string | Buffer>;

/** Packs of the same bytes would be one. */
let packs = 0;
const marked = (entries: Record<string, string | Buffer>) =>
  zipWith({ ...entries, 'overrides/config/mark.txt': `${packs++}` });

const serve = (host: DownloadHost, { content, link }: Named, place: number): string => {
  const [own = ''] = host.serve(`/${place}`, content).links;
  return link ?? own;
};

const sources: Record<string, Source> = {
  'an .mrpack': (host, files) => ({
    'modrinth.index.json': modrinthIndex(
      files.map((file, place) => ({
        ...wantedFile(file.meant ?? file.content, [serve(host, file, place)], file.path),
        size: file.content.length,
      })),
    ),
  }),
  'a modpack of FTB': (host, files) => ({
    'ftb-modpack.json': ftbDocument(
      files.map((file, place) =>
        ftbFileLike(file.path, file.meant ?? file.content, {
          url: serve(host, file, place),
          size: file.content.length,
        }),
      ),
    ),
  }),
  'a modpack of FTB of files on CurseForge': (host, files) => {
    playCurseForge(host, files);
    return {
      'ftb-modpack.json': ftbDocument(
        files.map((file, place) =>
          ftbFileLike(file.path, file.meant ?? file.content, {
            url: '',
            size: file.content.length,
            curseforge: { project: `${place + 1}`, file: place + 11 },
          }),
        ),
      ),
    };
  },
  'a packwiz pack': (host, files) =>
    packwizPack(
      files.map((file, place) => ({
        file: `mods/${place}.pw.toml`,
        isMetafile: true,
        content: packwizMetafile({
          // Relative to the metafile.
          filename: file.path.startsWith('mods/') ? file.path.slice('mods/'.length) : `../${file.path}`,
          url: serve(host, file, place),
          hash: sha256(file.meant ?? file.content),
        }),
      })),
    ),
  'a packwiz pack of CurseForge': (host, files) => {
    playCurseForge(host, files);
    return packwizPack(
      files.map((file, place) => ({
        file: `mods/${place}.pw.toml`,
        isMetafile: true,
        content: packwizMetafile({
          filename: file.path.startsWith('mods/') ? file.path.slice('mods/'.length) : `../${file.path}`,
          hash: sha256(file.meant ?? file.content),
          curseForge: { project: place + 1, file: place + 11 },
        }),
      })),
    );
  },
  'a CurseForge export': (host, files) => {
    playCurseForge(host, files);
    return {
      'manifest.json': curseForgeManifest(
        files.map((_, place) => ({ projectID: place + 1, fileID: place + 11 })),
      ),
    };
  },
};

/** What an import stores of what FTB tells. */
function ftbDocument(files: ReturnType<typeof ftbFileLike>[]): string {
  return JSON.stringify({ modpack: { id: 125, name: 'FTB Example' }, ...ftbVersionLike({ files }) });
}

/** Has the played CurseForge know these files and no others; it puts each into `mods/` by its name. */
function playCurseForge(host: DownloadHost, files: readonly Named[]): void {
  const known = files.map((file, place) =>
    curseForgeFileLike({
      id: place + 11,
      modId: place + 1,
      fileName: file.path.startsWith('mods/') ? file.path.slice('mods/'.length) : `../${file.path}`,
      fileLength: file.content.length,
      hashes: [{ value: wantedFile(file.meant ?? file.content, []).hashes.sha1 ?? '', algo: 1 }],
      downloadUrl: serve(host, file, place),
    }),
  );
  const projects = files.map((_, place) => curseForgeProjectLike({ id: place + 1 }));
  const answers = { '/mods/files': known, '/mods': projects };
  for (const [path, data] of Object.entries(answers))
    host.answer(path, async (request, response) => {
      await text(request);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
}

const modOf = (id: string) => jarWith({ 'fabric.mod.json': fabricModJson(id) });

describe.each(Object.entries(sources))('%s', async (source, packOf) => {
  const isNumbered = source.includes('CurseForge');
  const parts = new AsyncDisposableStack();

  const host = parts.use(await openDownloadHost());
  // It knows none of the jars.
  host.answer('/modrinth/version_files', (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const service = parts.use(
    await startTestApp({
      environment: {
        FETCH: 'on',
        'config.fetching.retries': '0',
        ...host.curseForge,
        FETCH_HOSTS: [host.host, host.curseForge['config.platforms.curseForgeKeyHosts']].join(','),
        CATALOGUE: 'on',
        MODRINTH_API_URL: `https://${host.host}/modrinth`,
      },
      overrides: { connect: host.connect },
    }),
  );
  beforeEach(() => void host.requests.splice(0));
  afterAll(() => parts.disposeAsync());

  async function run(...files: Named[]) {
    const { status, body } = await upload(service.url, marked(packOf(host, files)));
    expect(status).toBe(200);
    const modPackId = body.modPackId ?? 0;
    const statuses = statusesOf(await eventsUntilEnd(service.app, modPackId));
    const errors = (await eventsOf(service.url, modPackId)).flatMap((event) => event.errors);
    const codes = errors.map(({ code }) => code);
    const fetched = host.requests.filter(({ path }) => /^\/\d+$/.test(path));
    return { statuses, errors, codes, fetched };
  }
  const file = (path: string, content = modOf('a')): Named => ({ path, content });

  it('becomes a server pack of the files that it names', async () => {
    const { statuses, codes } = await run(file('mods/a.jar'), file('mods/b.jar', modOf('b')));
    expect(codes).toEqual([]);
    expect(statuses).toEqual(wholeRun);
  });

  it("has CurseForge's key sent to CurseForge's hosts, and to no other that the run asks", async () => {
    const keyed = modOf('keyed');
    const link = host.serveAsCurseForge('/keyed.jar', keyed);
    const { statuses } = await run(file('mods/plain.jar'), { ...file('mods/keyed.jar', keyed), link });
    expect(statuses).toEqual(wholeRun);
    const asked = host.requests.map(({ path, headers }) => [
      headers.host?.replace(/:\d+$/, ''),
      path,
      headers['x-api-key'] !== undefined,
    ]);
    const whose = /^(?:api\.curseforge|edge\.forgecdn|mediafilez\.forgecdn)\.test$/;
    for (const [name, path, hasKey] of asked)
      expect([name, path, hasKey]).toEqual([name, path, whose.test(String(name))]);
    expect(new Set(asked.map(([name]) => name))).toEqual(
      new Set([
        'files.test',
        'edge.forgecdn.test',
        'mediafilez.forgecdn.test',
        ...(isNumbered ? ['api.curseforge.test'] : []),
      ]),
    );
    expect(asked.map(([, path]) => path)).toContain('/modrinth/version_files');
  });

  it.each([
    ['mods/../../evil.jar', 'PATH_TRAVERSAL'],
    ['../evil.jar', 'PATH_TRAVERSAL'],
    ['mods/C:/evil.jar', 'DRIVE_LETTER'],
    ['mods/con.jar', 'DEVICE_NAME'],
    ['mods/a\u0007.jar', 'CONTROL_CHARACTER'],
    ['mods/a//b.jar', 'EMPTY_SEGMENT'],
    [`mods/${'a'.repeat(300)}.jar`, 'NAME_TOO_LONG'],
    ['mods/a\u200b.jar', 'HIDDEN_CHARACTER'],
  ])('may not name a file at %j', async (path, code) => {
    const { codes, fetched, statuses } = await run(file(path));
    expect(codes).toEqual([code]);
    expect(statuses.at(-1)).toBe('ERROR');
    expect(fetched).toEqual([]);
  });

  it.each(['mods/a.jar', 'mods/A.jar', 'mods/a.jar.'])('may not name one place twice: %s', async (path) => {
    const { codes, fetched } = await run(file('mods/a.jar'), file(path, modOf('b')));
    expect(codes).toEqual(['NAME_COLLISION']);
    expect(fetched).toEqual([]);
  });

  it('is refused with one problem for each file that cannot be had', async () => {
    const good = file('mods/good.jar', modOf('good'));
    const wrong = { ...file('mods/wrong.jar', modOf('wrong')), meant: modOf('wrung') };
    const elsewhere = { ...file('mods/else.jar', modOf('e')), link: 'https://example.org/else.jar' };
    const plain = { ...file('mods/plain.jar', modOf('f')), link: `http://${host.host}/plain.jar` };
    const gone = { ...file('mods/gone.jar', modOf('g')), link: `https://${host.host}/gone.jar` };
    const { errors } = await run(good, wrong, elsewhere, plain, gone);
    expect(errors.map(({ code, entry }) => [code, entry])).toEqual([
      ['FETCH_WRONG_HASH', 'mods/wrong.jar'],
      ['FETCH_NOT_ALLOWED', 'mods/else.jar'],
      ['FETCH_NOT_ALLOWED', 'mods/plain.jar'],
      ['FETCH_REFUSED', 'mods/gone.jar'],
    ]);
  });

  it('with a jar that inflates without end is read within the limits of all jars', async () => {
    const bomb = jarWith({ 'fabric.mod.json': Buffer.alloc(64 * 1024 * 1024, 0x20) });
    expect((await run(file('mods/bomb.jar', bomb))).statuses).toEqual(wholeRun);
  });
});
