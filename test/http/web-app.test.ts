import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { eq, max } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { boots, files, modPacks, scans, serverPacks } from '../../drizzle/schema.ts';
import { openWebApp } from '../../src/web/web-app.ts';
import { paths } from '../../web/app/paths.ts';
import { headersOf, runConfiguration } from '../access/callers.ts';
import { ask } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

const script = `console.log(${JSON.stringify('a'.repeat(5_000))});`;
const style = 'p{color:#333}';
const page = `<!doctype html><html lang="en"><head><meta name="build" content="b1"><!--head--><title>Server packs</title>
<script type="module" src="/assets/index-4fd1.js"></script></head><body></body></html>`;

const folder = await mkdtemp(path.join(os.tmpdir(), 'web-app-'));
await mkdir(path.join(folder, 'assets'));
const asset = path.join(folder, 'assets', 'index-4fd1.js');
await writeFile(asset, script);
await writeFile(`${asset}.br`, brotliCompressSync(script));
await writeFile(`${asset}.gz`, gzipSync(script));
await writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
for (const name of ['index', 'other']) {
  await writeFile(path.join(folder, `${name}.en.html`), page.replace('</body>', `${name}</body>`));
  await writeFile(
    path.join(folder, `${name}.de.html`),
    page.replace('lang="en"', 'lang="de"').replace('</head>', `<style>${style}</style></head>`),
  );
  await writeFile(path.join(folder, `${name}.zh-CN.html`), page.replace('lang="en"', 'lang="zh-CN"'));
}
await writeFile(path.join(folder, 'index.en.dark.html'), page.replace('</body>', 'dark</body>'));
await writeFile(
  path.join(folder, 'build.json'),
  JSON.stringify({ build: 'b1', paths: Object.values(paths) }),
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const startWithWebApp = (environment: Record<string, string> = {}) =>
  startTestApp({ environment, web: openWebApp(folder) });

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => name === 'entry' || name === 'link',
});
const link = z.object({ rel: z.string(), href: z.string() });
const entry = z.object({
  title: z.string(),
  id: z.string(),
  updated: z.string(),
  summary: z.string(),
  link: z.array(link),
});
const atom = z.object({
  feed: z.object({
    title: z.string(),
    id: z.string(),
    updated: z.string(),
    link: z.array(link),
    entry: z.array(entry),
  }),
});

const badge = z.object({
  svg: z.object({
    title: z.string(),
    g: z.array(z.object({ text: z.array(z.object({ '#text': z.string() })).optional() })),
  }),
});
const started = {
  caller: 'a',
  state: 'ENDED',
  outcome: 'STARTED',
  result: JSON.stringify({
    outcome: 'STARTED',
    seconds: 40.2,
    peakMemory: 3 * 1024 ** 3,
    java: '17.0.15',
    findings: [],
  }),
} as const;
/** A picture of one colour, as large as icons of servers are. */
const magenta = new PNG({ width: 64, height: 64 });
magenta.data.fill(Buffer.from([0xff, 0x00, 0xff, 0xff]));
const icon = PNG.sync.write(magenta);
const manifestOf = {
  kind: 'MODRINTH',
  file: 'modrinth.index.json',
  name: null,
  projectID: null,
  versionID: null,
  gameVersion: null,
  modloader: null,
  modloaderVersion: null,
} as const;

/** A text without its references to characters. */
function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** What `fetch` would unpack: the bytes as they are on the wire. */
function raw(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; encoding: string; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          encoding: response.headers['content-encoding'] ?? '',
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the web app', async () => {
  const service = await startWithWebApp();
  afterAll(() => service[Symbol.asyncDispose]());

  it('is at the root and at paths that hold nothing else, for browsers, with 404 where it has no page', async () => {
    for (const [at, status] of [
      ['/', 200],
      ['/modpacks', 200],
      ['/modpacks/', 200],
      ['/modpacks/7?tab=mods', 200],
      ['/ModPacks/7/preview', 200],
      ['/upload', 200],
      ['/sign-in?code=a/b', 200],
      ['/apis', 404],
      ['/a/b.c', 404],
      ['/modpacks/7/other', 404],
      ['/modpacks//preview', 404],
      ['/wp-login.php', 404],
    ] as const) {
      const answer = await fetch(service.url + at, { headers: html });
      expect([at, answer.status, answer.headers.get('content-type')]).toEqual([
        at,
        status,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('vary')).toMatch(/(?:^|, )Accept, Accept-Language, Cookie(?:,|$)/);
      expect(await answer.text()).toContain('<meta name="build" content="b1">');
    }
    const pageAt = async (at: string, language: string) =>
      (await fetch(service.url + at, { headers: { ...html, 'accept-language': language } })).text();
    expect(await pageAt('/', 'fr, de-AT;q=0.9, en;q=0.8')).toContain('<html lang="de">');
    expect(await pageAt('/', 'zh-TW, zh-Hans;q=0.9, de;q=0.8')).toContain('<html lang="zh-CN">');
    expect(await pageAt('/', 'zh-TW, en;q=0.8')).toContain('<html lang="en">');
    expect(await pageAt('/', 'fr')).toContain('index</body>');
    expect(await pageAt('/modpacks', 'fr')).toContain('other</body>');
    const chosen = async (cookie: string) =>
      (await fetch(service.url, { headers: { ...html, cookie } })).text();
    expect(await chosen('a=b; colours=dark; c=d')).toContain('dark</body>');
    for (const cookie of ['colours=', 'colours=../dark', 'colours=darker', 'xcolours=dark'])
      expect(await chosen(cookie), cookie).toContain('index</body>');
    const head = await fetch(service.url, { method: 'HEAD', headers: html });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('leaves every answer that others than browsers get, and those of the APIs, as it was', async () => {
    await using without = await startTestApp();
    const asked: [string, RequestInit][] = [
      ['/', {}],
      ['/', { headers: { accept: 'application/json' } }],
      ['/', { method: 'POST', headers: html }],
      ['/nothing/here', { headers: { accept: '*/*' } }],
      ['/api', { headers: html }],
      ['/api/v2/nothing', { headers: html }],
      ['/api/v2/modpacks/all', { headers: html }],
      ['/api/v3/modpacks', { headers: html }],
      ['/graphql/nothing', { headers: html }],
      ['/uploads/nothing', { headers: html }],
      ['/assets/index.html', { headers: html }],
      ['/assets/', { headers: html }],
      ['/favicon.ico', { headers: html }],
    ];
    for (const [at, options] of asked) {
      const [here, there] = await Promise.all(
        [service, without].map(async ({ url }) => {
          const answer = await fetch(url + at, options);
          return {
            status: answer.status,
            type: answer.headers.get('content-type'),
            body: await answer.text(),
          };
        }),
      );
      expect(here, at).toEqual(there);
    }
  });

  it('is where the link of an upload ticket leads, for browsers', async () => {
    const link = `${service.url}/upload/1.${'x'.repeat(43)}`;
    const page = await fetch(link, { headers: html });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('index-4fd1.js')]);
    // The address is the whole right: no cache keeps it, and no other site reads its page.
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect([...page.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect((await fetch(link, { headers: { accept: 'application/json' } })).status).toBe(404);
  });

  it('sends files whose names change with them for a year, compressed ahead of time, and old ones not at all', async () => {
    const asset = `${service.url}/assets/index-4fd1.js`;
    const plain = await fetch(asset, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toMatch(/^application\/javascript/);
    expect(plain.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(await plain.text()).toBe(script);
    const brotli = await raw(asset, { 'accept-encoding': 'gzip, deflate, br' });
    expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(['br', script]);
    const gzip = await raw(asset, { 'accept-encoding': 'gzip' });
    expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', script]);
    for (const gone of ['index-0000.js', 'index-4fd1.js.br', '..%2findex.en.html', '../build.json']) {
      const answer = await fetch(`${service.url}/assets/${gone}`, { headers: { accept: '*/*' } });
      expect([gone, answer.status, answer.headers.get('content-type')]).toEqual([
        gone,
        404,
        'application/problem+json; charset=utf-8',
      ]);
    }
    const icon = await fetch(`${service.url}/icon.svg`);
    expect(icon.headers.get('cache-control')).toBe('public, max-age=0');
    expect(icon.headers.get('etag')).not.toBeNull();
  });

  it('may run its own scripts and styles alone, and reach its own server alone', async () => {
    const answer = await fetch(service.url, { headers: html });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
    expect(policy).not.toContain('unsafe');
    const german = await fetch(service.url, { headers: { ...html, 'accept-language': 'de' } });
    const hash = createHash('sha256').update(style).digest('base64');
    expect(german.headers.get('content-security-policy')).toContain(`; style-src 'self' 'sha256-${hash}'; `);
    expect(policy).toContain(`connect-src 'self' ws://${new URL(service.url).host};`);
    const etag = answer.headers.get('etag') ?? '';
    expect(await raw(service.url, { ...html, 'if-none-match': etag })).toMatchObject({ status: 304 });
  });

  it('tells of the packs on its pages where they are shared, whatever they are called', async () => {
    const name = `"><script>alert(1)</script> $& $\` 'Ä`;
    const body = new FormData();
    const input = { file: null };
    const query = `mutation ($file: Upload!) { uploadModPack(input: { archive: { file: $file }, runConfiguration: ${runConfiguration} }) { __typename } }`;
    body.set('operations', JSON.stringify({ query, variables: input }));
    body.set('map', JSON.stringify({ file: ['variables.file'] }));
    const jar = jarWith({ 'fabric.mod.json': fabricModJson('lithium') });
    const pack = zipWith({ 'mods/lithium.jar': jar, 'icon.png': icon });
    body.set('file', new Blob([new Uint8Array(pack)]), `${encodeURIComponent('x')}.zip`);
    const uploaded = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'graphql-preflight': '1' },
      body,
    });
    expect(uploaded.status).toBe(200);
    const { database } = service.app;
    await database.db.update(modPacks).set({ name: `${name}.zip` });
    await expect
      .poll(() => ask(service.url, '{ serverPack(by: { databaseId: 1 }) { databaseId } }'))
      .toMatchObject({ data: { serverPack: { databaseId: 1 } } });
    const shared = await (await fetch(`${service.url}/serverpacks/1`, { headers: html })).text();
    expect(shared).not.toContain('<script>alert');
    const contents = [...shared.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(
      ([, key, content = '']) => [key, decoded(content)],
    );
    expect(Object.fromEntries(contents)).toMatchObject({
      build: 'b1',
      'og:title': `${name}: server pack`,
      'og:description': expect.stringMatching(
        /^Minecraft 1\.20\.1 · Fabric 0\.15\.6 · Java 17 · [\d.]+ KiB$/,
      ),
      'og:url': `${service.url}/serverpacks/1`,
    });
    // It is filled as it is asked for, and compressed then for whoever takes that.
    const small = await raw(`${service.url}/serverpacks/1`, { ...html, 'accept-encoding': 'br, gzip;q=0.5' });
    expect([small.encoding, gunzipSync(small.body).toString()]).toEqual(['gzip', shared]);
    const plain = await raw(`${service.url}/serverpacks/1`, { ...html, 'accept-encoding': 'br, gzip;q=0' });
    expect([plain.encoding, plain.body.toString()]).toEqual(['', shared]);
    expect(await (await fetch(`${service.url}/modpacks/1`, { headers: html })).text()).toContain('og:title');
    expect(await (await fetch(`${service.url}/modpacks/9`, { headers: html })).text()).not.toContain(
      'og:title',
    );
  });

  it('tells programs that make link previews what a server pack is for, whether it works and whether it starts', async () => {
    const { db } = service.app.database;
    await db.update(serverPacks).set({ confirmedWorking: 11, votesDown: 1 });
    await db.insert(boots).values({ ...started, serverPackId: 1 });
    // Discord's program sends no Accept header (rr-/szurubooru, pull request 441, looked up on 2026-11-29).
    const seen = await raw(`${service.url}/serverpacks/1`, {});
    expect(seen.body.toString()).toMatch(
      /property="og:description" content="Minecraft 1\.20\.1 · Fabric 0\.15\.6 · Java 17 · [\d.]+ KiB · 3\.0 GiB of memory · works for 12, fails for 1 · started on Java 17 in 41 s">/,
    );
    expect((await raw(`${service.url}/serverpacks/1`, { accept: '*/*' })).body).toEqual(seen.body);
    expect((await raw(`${service.url}/serverpacks/1`, { accept: 'application/json' })).status).toBe(404);
  });

  it('has a picture of a server pack for link previews, with its icon, its title and facts', async () => {
    const { db } = service.app.database;
    const pictureOn = async (path: string) => {
      const { body } = await raw(service.url + path, {});
      const metas = [...body.toString().matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)">/g)];
      return Object.fromEntries(metas.map(([, key, content = '']) => [key, decoded(content)]));
    };
    const draw = async (title: string) => {
      await db.update(modPacks).set({ title });
      const tags = await pictureOn('/serverpacks/1');
      expect(tags).toMatchObject({
        'og:image:type': 'image/png',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringMatching(/: server pack\. Minecraft 1\.20\.1 · /),
      });
      const address = tags['og:image'] ?? '';
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/serverpacks\/1\/card\.png\?[0-9a-f]{12}$/);
      const answer = await fetch(address);
      const picture = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
      const colours = Array.from({ length: picture.width * picture.height }, (_, at) =>
        picture.data.readUIntBE(at * 4, 3),
      );
      const titled = colours.filter((colour) => colour === 0xffffff).length;
      return { address, answer, picture, titled, colourAt: (x: number, y: number) => colours[y * 1_200 + x] };
    };
    const { address, answer, picture, titled, colourAt } = await draw('"><script> & Ж 1.2 🎉');
    expect([picture.width, picture.height]).toEqual([1_200, 630]);
    // The icon, around its centre and at its corner, and the ground beside it.
    expect([colourAt(200, 315), colourAt(76, 191), colourAt(60, 315)]).toEqual([
      0xff00ff, 0xff00ff, 0x1c1e26,
    ]);
    expect(titled).toBeGreaterThan(5_000);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const etag = answer.headers.get('etag') ?? '';
    expect(await raw(address, { 'if-none-match': etag })).toMatchObject({ status: 304, body: Buffer.of() });
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);

    // The font has no Chinese letters: the text of the link names such a pack.
    const chinese = await draw('龙之冒险 1.2');
    expect(chinese.address).not.toBe(address);
    expect([chinese.titled, chinese.colourAt(200, 315)]).toEqual([0, 0xff00ff]);

    const statusOf = async (at: string, method = 'GET') =>
      (await fetch(`${service.url}/serverpacks/${at}/card.png`, { method })).status;
    expect([await statusOf('9'), await statusOf('x'), await statusOf('1', 'POST')]).toEqual([404, 400, 405]);
    // The bytes of its icon cannot be read, and no cache keeps that.
    vi.spyOn(service.app.storage, 'open').mockRejectedValueOnce(new Error('The store is away.'));
    await db.update(modPacks).set({ title: 'Another' });
    const failed = await fetch(`${service.url}/serverpacks/1/card.png`);
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([500, null]);
    await db.update(modPacks).set({ title: null });
    expect(await pictureOn('/modpacks/1')).toEqual({});
  });

  it('has a badge of a server pack for READMEs, whatever its version is called', async () => {
    const { db } = service.app.database;
    const address = `${service.url}/serverpacks/1/badge.svg`;
    const read = async () => {
      const answer = await fetch(address);
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      const text = await answer.text();
      expect(XMLValidator.validate(text)).toBe(true);
      const { svg } = badge.parse(parser.parse(text));
      return { answer, svg: { ...svg, title: decoded(svg.title) } };
    };
    const { answer, svg } = await read();
    expect(svg.title).toBe('server pack: Fabric 1.20.1 · started on Java 17');
    expect(svg.g[1]?.text?.map((text) => text['#text'])).toEqual([
      'server pack',
      'Fabric 1.20.1 · started on Java 17',
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const etag = answer.headers.get('etag') ?? '';
    expect(await raw(address, { 'if-none-match': etag })).toMatchObject({ status: 304, body: Buffer.of() });
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);

    const [row] = await db.select().from(modPacks).where(eq(modPacks.id, 1));
    const report = row?.report;
    if (!report) throw new Error('The check has left no report.');
    const manifest = { ...manifestOf, version: '2.4<script>&"\u0001\u202e]]>' };
    await db.update(modPacks).set({ report: { ...report, manifest } });
    expect((await read()).svg.title).toBe('server pack: 2.4<script>&"]]> · started on Java 17');
    expect((await raw(address, { 'if-none-match': etag })).status).toBe(200);
    await db.delete(boots);
    expect((await read()).svg.title).toBe('server pack: 2.4<script>&"]]> · Fabric 1.20.1');

    const statusOf = async (at: string, method = 'GET') =>
      (await fetch(`${service.url}/serverpacks/${at}/badge.svg`, { method })).status;
    expect([await statusOf('9'), await statusOf('x'), await statusOf('1', 'POST')]).toEqual([404, 400, 405]);
    const finding = { entry: 'mods/a.jar', signature: 'Eicar-Test-Signature', by: 'CLAMD' as const };
    const scan = { findings: [finding], notScanned: [], notScannedCount: 0, quarantined: true };
    await db.insert(scans).values({ ...scan, modPackId: 1 });
    expect([await statusOf('1'), (await fetch(`${service.url}/serverpacks/1/card.png`)).status]).toEqual([
      410, 410,
    ]);
    const shut = await (await fetch(`${service.url}/serverpacks/1`, { headers: html })).text();
    expect(shut).toContain('content="A scan has found malware');
    for (const offered of ['/api/v2/serverpacks/download/', 'og:image']) expect(shut).not.toContain(offered);
    await db.delete(scans);
  });

  it('has a feed of the newest server packs, whatever their modpacks are called, in pages that lead to each other', async () => {
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 60, runs: 1 });
    const newest = `<b>&amp; "Ä" \u0001 ]]>\ufffe`;
    const [{ id } = { id: 0 }] = await db.select({ id: max(modPacks.id) }).from(modPacks);
    await db
      .update(modPacks)
      .set({ name: `${newest}.zip` })
      .where(eq(modPacks.id, id ?? 0));
    const read = async (address: string) => {
      const answer = await fetch(address);
      expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
      const text = await answer.text();
      expect(XMLValidator.validate(text)).toBe(true);
      return { etag: answer.headers.get('etag') ?? '', ...atom.parse(parser.parse(text)) };
    };
    const { feed, etag } = await read(`${service.url}/feed.atom`);
    expect(feed).toMatchObject({ title: 'New server packs', id: `${service.url}/feed.atom` });
    expect(feed.updated).toBe(feed.entry[0]?.updated);
    expect(feed.entry[0]).toMatchObject({
      title: '<b>&amp; "Ä"  ]]>',
      summary: expect.stringMatching(/^\w+ \S+ for Minecraft \S+, \d+ mods kept, \d+ dropped, \d+ bytes$/),
      link: [
        { rel: 'alternate', href: expect.stringMatching(/\/serverpacks\/61$/) },
        { rel: 'enclosure', href: expect.stringMatching(/\/api\/v2\/serverpacks\/download\/61$/) },
      ],
    });
    const next = feed.link.find(({ rel }) => rel === 'next')?.href ?? '';
    const older = (await read(next)).feed;
    expect(older.link.map(({ rel }) => rel)).toEqual(['self', 'alternate']);
    const ids = [...feed.entry, ...older.entry].map((entry) => Number(/\d+$/.exec(entry.id)?.[0]));
    expect(ids).toEqual(Array.from({ length: 61 }, (_, index) => 61 - index));

    const again = (address: string) =>
      raw(address, { 'if-none-match': etag }).then(({ status, body }) => [status, body.length]);
    expect(await again(`${service.url}/feed.atom`)).toEqual([304, 0]);
    await insertFinishedRuns(db, { modPacks: 1, runs: 1, from: 60 });
    expect((await again(`${service.url}/feed.atom`))[0]).toBe(200);
    for (const query of ['before=1%27', 'before=1&before=2', 'before=']) {
      const refused = await fetch(`${service.url}/feed.atom?${query}`);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ detail: 'before must be the number of a server pack.' }),
      ]);
    }
  });
});

it('has its paths in one list, of which the build tells the service', async () => {
  const routes = await readFile('web/app/routes.tsx', 'utf8');
  const named = [...routes.matchAll(/<Route path=([^>]*)>/g)].map(([, path]) => path);
  expect(named).toEqual(Object.keys(paths).map((name) => `{paths.${name}}`));
});

it('is served where reading needs a token, without a word on what is stored, and told how to sign in', async () => {
  await using service = await startWithWebApp({
    ACCESS: 'closed',
    OIDC_ISSUER: 'http://127.0.0.1:1/realm',
    OIDC_AUDIENCE: 'server-packs',
    OIDC_CLIENT_ID: 'web',
  });
  await service.app.database.db.insert(files).values({ sha256: 'a'.repeat(64), size: 1, storageKey: 'a' });
  await service.app.database.db
    .insert(modPacks)
    .values({ fileId: 1, name: 'secret.zip', source: 'ZIP', status: 'ERROR' });
  const answer = await fetch(`${service.url}/modpacks/1`, { headers: html });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toContain(
    "connect-src 'self' http://127.0.0.1:1 ws:",
  );
  expect(await answer.text()).not.toContain('secret');
  for (const at of ['1/badge.svg', '9/badge.svg', '1/card.png', '9/card.png'])
    expect((await fetch(`${service.url}/serverpacks/${at}`)).status).toBe(401);
  const token = await headersOf(service, { name: 'reader', role: 'reader' });
  const missing = await fetch(`${service.url}/serverpacks/1/badge.svg`, { headers: token });
  expect([missing.status, missing.headers.get('cross-origin-resource-policy')]).toEqual([404, 'same-origin']);
  expect((await fetch(`${service.url}/web-config.json`)).status).toBe(503);
});

it('is told what the service is, and where people sign in as the issuer says', async () => {
  await using plain = await startWithWebApp({
    MAX_UPLOAD_BYTES: '1000',
    'config.retention.resumableMs': '600000',
  });
  const { version } = z
    .object({ version: z.string() })
    .parse(await (await fetch(`${plain.url}/version`)).json());
  const config = await fetch(`${plain.url}/web-config.json`);
  expect(config.headers.get('cache-control')).toBe('no-store');
  expect(await config.json()).toEqual({
    version,
    build: 'b1',
    access: 'open',
    maxUploadBytes: 1_000,
    resumableSeconds: 600,
    import: false,
    retentionDays: null,
    boots: false,
    oidc: null,
  });
  // Without a token an upload that pauses is kept for an hour at most.
  await using usual = await startWithWebApp();
  const kept = async (headers: Record<string, string>) =>
    Object(await (await fetch(`${usual.url}/web-config.json`, { headers })).json()).resumableSeconds;
  const token = await headersOf(usual, { name: 'publisher', role: 'publisher' });
  expect([await kept({}), await kept(token)]).toEqual([3_600, 86_400]);
});
