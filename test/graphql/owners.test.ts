import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { describe, expect, it, vi } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import { headersOf, packNamed, uploadForm } from '../access/callers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';
import { ask, askWithFiles, globalId, operatorHeaders } from './client.ts';

type Headers = Record<string, string>;

const runConfiguration = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };

/** Uploads a modpack and waits for its server pack. */
async function upload(
  { app, url }: TestApp,
  name: string,
  headers: Headers = {},
  bytes: Blob = packNamed(name),
): Promise<{ id: number; secret: string | null }> {
  const query = `mutation ($input: UploadModPackInput!) {
    uploadModPack(input: $input) { ... on RunStarted { ownerSecret modPack { databaseId } } }
  }`;
  const file: [string, Uint8Array] = [`${name}.zip`, await bytesOf(bytes)];
  const { data } = await askWithFiles(
    url,
    query,
    { archive: { file: null }, runConfiguration },
    { 'archive.file': file },
    headers,
  );
  const { ownerSecret, modPack } = Object(data?.uploadModPack);
  const ended = app.feed.subscribe({ modPackId: modPack.databaseId }, 0);
  for await (const { serverPackId } of ended) if (serverPackId !== null) break;
  return { id: modPack.databaseId, secret: ownerSecret };
}

async function update(service: TestApp, id: number, changes: object, headers: Headers = {}) {
  const query = `mutation ($input: UpdateModPackInput!) { updateModPack(input: $input) {
    ... on ModPack { name title renamed hidden } ... on UserError { code }
  } }`;
  const variables = { input: { modPack: globalId('ModPack', id), ...changes } };
  return Object((await ask(service.url, query, variables, headers)).data?.updateModPack);
}

async function remove(service: TestApp, id: number, ownerSecret: string | null, headers: Headers = {}) {
  const query = `mutation ($input: DeleteModPackInput!) { deleteModPack(input: $input) {
    __typename ... on UserError { code }
  } }`;
  const variables = { input: { modPack: globalId('ModPack', id), ownerSecret } };
  return Object((await ask(service.url, query, variables, headers)).data?.deleteModPack);
}

/** The modpacks and server packs of every list, by the names and numbers of the modpacks, with the totals. */
async function listed({ url }: TestApp) {
  const { data } = await ask(
    url,
    `{ modPacks { totalCount nodes { name } }
       found: modPacks(filter: { nameContains: "sea" }, orderBy: NAME_ASC) { totalCount nodes { name } }
       built: modPacks(filter: { status: GENERATED, modloader: FABRIC }) { totalCount nodes { name } }
       serverPacks { totalCount nodes { modPack { name } } }
       ofVersion: serverPacks(filter: { gameVersion: "1.20.1" }, orderBy: SIZE_ASC) { totalCount nodes { modPack { name } } }
     }`,
  );
  const rest = async (path: string) => Object(await (await fetch(`${url}/api/v2/${path}/all`)).json());
  const feed = await (await fetch(`${url}/feed.atom`)).text();
  const names = Object.values(Object(data)).map((list) => {
    const { totalCount, nodes } = Object(list);
    return [
      totalCount,
      ...nodes.map((node: object) => ('modPack' in node ? Object(node.modPack) : Object(node)).name),
    ];
  });
  return {
    names,
    rest: [(await rest('modpacks')).length, (await rest('serverpacks')).length],
    feed: [...feed.matchAll(/<entry>/g)].length,
  };
}

/** Expects a picture to be served so that a browser can only draw it, and need not ask for it again. */
async function expectIcon(url: string, icon: Uint8Array): Promise<void> {
  const answer = await fetch(url);
  const told = Object.fromEntries(answer.headers);
  expect([answer.status, told]).toEqual([
    200,
    expect.objectContaining({
      'content-type': 'image/png',
      'content-length': String(icon.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${url.slice(-64)}"`,
    }),
  ]);
  expect(Buffer.from(await answer.arrayBuffer()).equals(icon)).toBe(true);
  const again = await fetch(url, { headers: { 'if-none-match': told.etag ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(icon.length)]);
}

describe('the uploader of a modpack', () => {
  it('changes and deletes it by the secret of the upload, and nobody does without', async () => {
    await using service = await startTestApp();
    const other = await upload(service, 'other');
    const icon = PNG.sync.write(new PNG({ width: 8, height: 8 }));
    const jar = jarWith({ 'fabric.mod.json': fabricModJson('sky') });
    const withIcon = zipWith({ 'mods/sky.jar': jar, 'icon.png': icon });
    const { id, secret } = await upload(service, 'sky', {}, new Blob([new Uint8Array(withIcon)]));
    expect(secret).toMatch(/^[\w-]{43}$/);
    const [row] = (await service.app.database.db.select().from(modPacks)).filter((pack) => pack.id === id);
    expect(JSON.stringify(row)).not.toContain(secret);
    const forbidden = { code: 'FORBIDDEN' };
    expect(await remove(service, id, null)).toMatchObject({ code: 'UNAUTHENTICATED' });
    for (const ownerSecret of ['', other.secret]) {
      expect(await update(service, id, { hidden: true, ownerSecret })).toEqual(forbidden);
      expect(await remove(service, id, ownerSecret)).toMatchObject(forbidden);
    }
    const stranger = await headersOf(service, { name: 'stranger', role: 'publisher' });
    expect(await remove(service, id, null, stranger)).toMatchObject(forbidden);
    for (const name of ['', '/', '\u202e', '\u200b', '\u3164.zip', 'x'.repeat(201)])
      expect(await update(service, id, { name, ownerSecret: secret })).toEqual({ code: 'INVALID_INPUT' });

    const named = { name: 'Sea 2.zip', title: 'Sea 2', renamed: true, hidden: false };
    expect(await update(service, id, { name: '../Sea 2.mrpack', ownerSecret: secret })).toEqual(named);
    const both = { rest: [2, 2], feed: 2 };
    const before = await listed(service);
    expect(before).toMatchObject(both);
    expect(before.names).toEqual([
      [2, 'Sea 2.zip', 'other.zip'],
      [1, 'Sea 2.zip'],
      [2, 'Sea 2.zip', 'other.zip'],
      [2, 'Sea 2.zip', 'other.zip'],
      [2, expect.any(String), expect.any(String)],
    ]);

    const operator = await operatorHeaders(service.app.database);
    expect(await update(service, id, { hidden: true }, operator)).toMatchObject({
      hidden: true,
    });
    expect(await listed(service)).toEqual({
      names: [[1, 'other.zip'], [0], [1, 'other.zip'], [1, 'other.zip'], [1, 'other.zip']],
      rest: [1, 1],
      feed: 1,
    });
    const byNumber = `{ modPack(by: { databaseId: ${id} }) { name iconUrl mayChange serverPacks { totalCount } } }`;
    const sha256 = createHash('sha256').update(icon).digest('hex');
    const iconUrl = `${service.url}/icons/${id}/${sha256}`;
    const shown = { name: 'Sea 2.zip', iconUrl, mayChange: false, serverPacks: { totalCount: 1 } };
    expect((await ask(service.url, byNumber)).data?.modPack).toEqual(shown);
    expect((await fetch(`${service.url}/api/v2/modpacks/download/${id}`)).status).toBe(200);
    vi.spyOn(service.app.storage, 'open').mockRejectedValueOnce(new Error('The store is away.'));
    const failed = await fetch(iconUrl);
    expect([failed.status, failed.headers.get('cache-control'), failed.headers.get('etag')]).toEqual([
      500,
      null,
      null,
    ]);
    await expectIcon(iconUrl, icon);
    await update(service, id, { hidden: false, ownerSecret: secret });
    expect(await listed(service)).toEqual(before);
    const none = [`/icons/${id}/${'0'.repeat(64)}`, `/icons/${other.id}/${sha256}`, `/icons/99/${sha256}`];
    for (const path of none) expect((await fetch(service.url + path)).status).toBe(404);
    expect((await fetch(`${service.url}/icons/x/${sha256}`)).status).toBe(400);
    const ofOther = `{ modPack(by: { databaseId: ${other.id} }) { iconUrl } }`;
    expect((await ask(service.url, ofOther)).data?.modPack).toEqual({ iconUrl: null });

    expect(await remove(service, id, secret)).toEqual({ __typename: 'Deleted' });
    expect(await remove(service, id, secret)).toMatchObject({ code: 'NOT_FOUND' });
    expect((await fetch(iconUrl)).status).toBe(404);
    expect((await listed(service)).rest).toEqual([1, 1]);

    // A modpack is called and found by what its manifest says, cleaned, until it is renamed.
    const says = (name: string, version: string) =>
      new Blob([
        new Uint8Array(
          zipWith([
            { name: 'mods/a.jar', data: jarWith({ 'fabric.mod.json': fabricModJson(name) }) },
            {
              name: 'manifest.json',
              data: JSON.stringify({ manifestType: 'minecraftModpack', minecraft: {}, name, version }),
            },
          ]),
        ),
      ]);
    const sky = await upload(service, 'pack-1', {}, says('Sky\u202efarers\n', '2.4.1'));
    const second = await upload(service, 'pack-2', {}, says('\u3164', '1'));
    await upload(service, 'zz', {}, says('a'.repeat(300), '7'));
    const titles = async (search: string) => {
      const query = `query ($search: String!) {
        modPacks(filter: { nameContains: $search }, orderBy: TITLE_ASC) { nodes { title name } }
        serverPacks(filter: { nameContains: $search }) { totalCount }
      }`;
      const { data } = await ask(service.url, query, { search });
      const { modPacks: found, serverPacks } = Object(data);
      expect(serverPacks.totalCount).toBe(found.nodes.length);
      return found.nodes.map(({ title, name }: { title: string; name: string }) => [title, name]);
    };
    const ofSky = ['Sky farers 2.4.1', 'pack-1.zip'];
    expect(await titles('')).toEqual([
      ['a'.repeat(200), 'zz.zip'],
      ['other.zip', 'other.zip'],
      ['pack-2.zip', 'pack-2.zip'],
      ofSky,
    ]);
    expect([await titles('SKY 2.4'), await titles('pack-1'), await titles('fy')]).toEqual([
      [ofSky],
      [ofSky],
      [],
    ]);
    const contract = Object(await (await fetch(`${service.url}/api/v2/modpacks/${sky.id}`)).json());
    expect([contract.name, 'title' in contract]).toEqual(['pack-1.zip', false]);
    await update(service, sky.id, { name: 'Sea', ownerSecret: sky.secret });
    await update(service, second.id, { name: 'Sea 2', ownerSecret: second.secret });
    const renamed = [
      ['Sea', 'Sea.zip'],
      ['Sea 2', 'Sea 2.zip'],
    ];
    expect([await titles('sky'), await titles('sea')]).toEqual([[], renamed]);
  });
});

it('a token owns what it uploaded, and wrong secrets of others count against their address', async () => {
  const environment = { RATE_LIMIT: 'on', RATE_LIMIT_READS_PER_MINUTE: '202' };
  await using service = await startTestApp({ environment });
  const mine = await headersOf(service, { name: 'mine', role: 'publisher' });
  const { id, secret } = await upload(service, 'sky', mine);
  expect(secret).toBe(null);
  // Each guess is a request, and costs 100 more.
  for (const guess of ['A', 'B'])
    expect(await remove(service, id, guess)).toMatchObject({ code: 'FORBIDDEN' });
  expect((await ask(service.url, '{ __typename }')).status).toBe(429);
  const query = `{ modPack(by: { databaseId: ${id} }) { mayChange } }`;
  expect((await ask(service.url, query, {}, mine)).data?.modPack).toEqual({ mayChange: true });
  expect(await remove(service, id, null, mine)).toEqual({ __typename: 'Deleted' });
});

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** A modpack with account files; another name makes other bytes. */
function withAccounts(name: string): Blob {
  const files = { 'mods/a.jar': zipWith({}), [`Tools/${name}/Launcher_Accounts.JSON`]: name };
  return new Blob([new Uint8Array(zipWith(files))]);
}

describe('a modpack with account files', () => {
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status;
  /** Where GraphQL says that its bytes are, to this caller. */
  async function linkTo({ url }: TestApp, id: number, headers: Headers = {}, ownerSecret?: string | null) {
    const query = `query ($secret: String) { modPack(by: { databaseId: ${id} }) { holdsAccounts downloadUrl(ownerSecret: $secret) } }`;
    const { data } = await ask(url, query, { secret: ownerSecret }, headers);
    const { holdsAccounts, downloadUrl } = Object(data?.modPack);
    return { holdsAccounts, link: String(downloadUrl) };
  }

  it('is downloaded by its uploader, by the links of these, and by operators alone', async () => {
    await using service = await startTestApp();
    const mine = await headersOf(service, { name: 'mine', role: 'publisher' });
    const stranger = await headersOf(service, { name: 'stranger', role: 'publisher' });
    const operator = await operatorHeaders(service.app.database);
    const bytes = withAccounts('a');
    const { id } = await upload(service, 'mine', mine, bytes);
    const address = `${service.url}/api/v2/modpacks/download/${id}`;
    const refused = await fetch(address);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringContaining('only its uploader and operators') }),
    ]);
    for (const init of [{ method: 'HEAD' }, { headers: { range: 'bytes=1-' } }, { headers: stranger }])
      expect(await statusOf(address, init)).toBe(403);
    for (const headers of [mine, operator]) expect(await statusOf(address, { headers })).toBe(200);
    for (const headers of [{}, stranger]) {
      const { holdsAccounts, link } = await linkTo(service, id, headers);
      expect([holdsAccounts, await statusOf(link)]).toEqual([true, 403]);
    }
    const own = await fetch((await linkTo(service, id, mine)).link);
    expect(Buffer.from(await own.arrayBuffer())).toEqual(Buffer.from(await bytes.arrayBuffer()));

    const nested = { 'mods/b.jar': zipWith({}), 'config/all.zip': await bytesOf(withAccounts('b')) };
    const secret = await upload(service, 'secret', {}, new Blob([new Uint8Array(zipWith(nested))]));
    const other = await upload(service, 'other', {}, withAccounts('c'));
    const links = [secret.secret, other.secret, ''].map((one) => linkTo(service, secret.id, {}, one));
    const answers = (await Promise.all(links)).map(({ link }) => statusOf(link));
    expect(await Promise.all(answers)).toEqual([200, 403, 403]);
  });

  it('is kept from strangers before its check, too, but not from its sender, who has a link in the answer; others are not kept', async () => {
    await using service = await startTestApp();
    await service.app.stopWork();
    const send = async (bytes: Blob) => {
      const form = uploadForm('any');
      form.set('file', bytes, 'any.zip');
      const response = await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
      const { modPackId } = Object(await response.json());
      const [, own = ''] = /^<(.*)>; rel="enclosure"$/.exec(response.headers.get('link') ?? '') ?? [];
      const before = await linkTo(service, modPackId);
      const status = await statusOf(`${service.url}/api/v2/modpacks/download/${modPackId}`);
      const { holdsAccounts } = await linkTo(service, modPackId);
      const sent = await fetch(own);
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(Buffer.from(await bytes.arrayBuffer()));
      return [before.holdsAccounts, status, holdsAccounts];
    };
    // Two entries of a name: its check will refuse it.
    const twice = zipWith([
      { name: 'mods/a.jar', data: 'a' },
      { name: 'mods/a.jar', data: 'b' },
      { name: 'accounts.json', data: 'c' },
    ]);
    const damaged = zipWith({ 'mods/a.jar': zipWith({}) });
    damaged.write('XX', damaged.lastIndexOf('PK\x01\x02', undefined, 'latin1'), 'latin1');
    const nested = zipWith({ 'mods/a.jar': zipWith({}), 'b/c.zip': await bytesOf(withAccounts('e')) });
    const named = [
      'TlauncherProfiles.json',
      'meteor-client/accounts.nbt',
      'accounts.json.bak',
      'Accounts.JSON.old',
    ];
    const others = named.map((name) => new Blob([zipWith({ 'mods/a.jar': zipWith({}), [name]: name })]));
    const damagedOnes = [new Blob([twice]), new Blob([damaged]), new Blob([nested])];
    const refusedOnes = [withAccounts('d'), ...others, ...damagedOnes];
    for (const bytes of refusedOnes) expect(await send(bytes)).toEqual([null, 403, true]);
    expect(await send(packNamed('plain'))).toEqual([null, 200, false]);
  });
});
