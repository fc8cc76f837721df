import { eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { lines, modPacks, runConfigurations } from '../../drizzle/schema.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import { tidy } from '../../src/core/chores/sweep.ts';
import { deleteLine, joinLine } from '../../src/core/lines/lines.ts';
import type { UpdateWork } from '../../src/core/lines/update-manifests.ts';
import { rows } from '../../src/database/database.ts';
import { headersOf } from '../access/callers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { modrinthVersion, openFakePlatforms } from '../support/platforms.ts';
import { zipWith } from '../support/zip.ts';
import { ask, askWithFiles, globalId, operatorHeaders } from './client.ts';

type Headers = Record<string, string>;

const runConfiguration = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const answered = `{
  __typename
  ... on RunStarted { ownerSecret modPack { databaseId line { name } } run { configuration { clientMods } } }
  ... on UserError { code }
}`;

/** A pack that says its versions; another mark makes other bytes. */
function packOf(mark: string): Buffer {
  const components = [
    { uid: 'net.minecraft', version: '1.20.1' },
    { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
  ];
  return zipWith({
    'mmc-pack.json': JSON.stringify({ components }),
    'mods/lithium.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
    'config/mark.txt': mark,
  });
}

const publisher = (service: TestApp, name: string): Promise<Headers> =>
  headersOf(service, { name, role: 'publisher' });

async function upload(
  { url }: TestApp,
  mark: string,
  headers: Headers,
  more: { line?: string | null; [override: string]: unknown } = {},
) {
  const { line, ...overrides } = { line: 'my-pack', ...more };
  const input = { archive: { file: null }, line, runConfiguration: { ...runConfiguration, ...overrides } };
  const query = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) ${answered} }`;
  const file: [string, Buffer] = [`My Pack ${mark}.zip`, packOf(mark)];
  return Object(
    (await askWithFiles(url, query, input, { 'archive.file': file }, headers)).data?.uploadModPack,
  );
}

async function generated({ app }: TestApp, modPackId: number, after = 0): Promise<void> {
  for await (const { status } of app.feed.subscribe({ modPackId, status: ['GENERATED', 'ERROR'] }, after)) {
    expect(status).toBe('GENERATED');
    return;
  }
}

/** Builds a version of each mark in the owner's line; answers the address by which servers update themselves. */
async function updatesOf(
  service: TestApp,
  owner: Headers,
  marks: string[],
): Promise<(path?: string) => string> {
  for (const [index, mark] of marks.entries()) {
    await upload(service, mark, owner);
    await generated(service, index + 1);
  }
  await ask(
    service.url,
    'mutation { createUpdateLink(input: { line: "my-pack" }) { __typename } }',
    {},
    owner,
  );
  const { data } = await ask(service.url, '{ line(by: { name: "my-pack" }) { updateUrl } }', {}, owner);
  const { pathname, search } = new URL(Object(data?.line).updateUrl);
  return (path = '') => `${service.url}${pathname}${path}${search}`;
}

const lineQuery = `query ($name: String!) { line(by: { name: $name }) {
  name platform projectID modloader mayChange confirmedWorking
  latest { databaseId }
  overrides { clientMods }
  versions { totalCount nodes { databaseId offeredServerPack { databaseId javaVersion } } }
} }`;

async function readLine({ url }: TestApp, name: string, headers: Headers = {}) {
  return Object((await ask(url, lineQuery, { name }, headers)).data?.line);
}

describe('a line that an uploader has named', () => {
  it('takes versions of its owner alone, hands overrides on, and has addresses that stay', async () => {
    await using service = await startTestApp();
    const [owner, other] = [await publisher(service, 'owner'), await publisher(service, 'other')];

    expect(await upload(service, '1.0', {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await upload(service, '1.0', owner, { line: 'modrinth-mine' })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(await upload(service, '1.0', owner, { clientMods: ['sodium'] })).toMatchObject({
      modPack: { databaseId: 1, line: { name: 'my-pack' } },
    });
    await generated(service, 1);

    for (const headers of [{}, other])
      expect(await upload(service, '6.6', headers)).toEqual({
        __typename: 'UserError',
        code: 'FORBIDDEN',
      });
    expect(
      await upload(service, '6.6', owner, { modloader: 'FORGE', modloaderVersion: '47.2.0' }),
    ).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await upload(service, '2.0', owner)).toMatchObject({
      modPack: { databaseId: 2 },
      run: { configuration: { clientMods: ['sodium'] } },
    });
    await generated(service, 2);

    // Anybody may have something built of any modpack; the line does not hand it out.
    const generate = `mutation ($input: GenerateServerPackInput!) { generateServerPack(input: $input) ${answered} }`;
    const input = { modPack: globalId('ModPack', 2), runConfiguration };
    const asked = await ask(service.url, generate, { input }, other);
    expect(asked.data?.generateServerPack).toMatchObject({ __typename: 'RunStarted' });
    await builtOf(service, 3);
    await fetch(`${service.url}/api/v2/serverpacks/vote/1&up`);
    expect(await readLine(service, 'my-pack', owner)).toEqual({
      name: 'my-pack',
      platform: null,
      projectID: null,
      modloader: 'FABRIC',
      mayChange: true,
      confirmedWorking: 1,
      latest: { databaseId: 2 },
      overrides: { clientMods: ['sodium'] },
      versions: {
        totalCount: 2,
        nodes: [
          { databaseId: 2, offeredServerPack: { databaseId: 2, javaVersion: 17 } },
          { databaseId: 1, offeredServerPack: { databaseId: 1, javaVersion: 17 } },
        ],
      },
    });

    const comparing = `query ($first: ServerPackBy, $second: Int!) {
      compareServerPacks(first: $first, second: { databaseId: $second }) {
        ... on ServerPackComparison {
          first { databaseId } markdown settings { name first second } acts { message } modCounts { updated }
          files(first: 1) { totalCount nodes { path text } pageInfo { hasNextPage } }
        }
        ... on UserError { code }
      } }`;
    const compare = async (variables: Record<string, unknown>) =>
      Object((await ask(service.url, comparing, variables)).data?.compareServerPacks);
    const difference = '@@ -1,1 +1,1 @@\n-1.0\n+2.0';
    const changed2 = await compare({ second: 2 });
    expect(changed2).toMatchObject({
      first: { databaseId: 1 },
      settings: [],
      acts: [],
      modCounts: { updated: 0 },
      files: {
        totalCount: 1,
        nodes: [{ path: 'config/mark.txt', text: difference }],
        pageInfo: { hasNextPage: false },
      },
    });
    expect(changed2.markdown).toContain(`\`\`\`\`diff\n${difference}\n`);
    expect(await compare({ first: { databaseId: 2 }, second: 3 })).toMatchObject({
      settings: [{ name: 'clientMods', first: 'sodium', second: '' }],
      files: { totalCount: 0 },
    });
    expect(await compare({ second: 1 })).toEqual({ code: 'NOT_FOUND' });
    expect(await compare({ first: { databaseId: 9 }, second: 1 })).toEqual({ code: 'NOT_FOUND' });
    const many = Array.from(
      { length: 11 },
      (_, n) => `a${n}: compareServerPacks(second: { databaseId: 2 }) { __typename }`,
    );
    expect((await ask(service.url, `{ ${many.join(' ')} }`)).errors).toMatchObject([
      { extensions: { code: 'QUERY_TOO_COMPLEX' } },
    ]);

    const latest = await fetch(`${service.url}/lines/my-pack/latest`);
    expect(latest.headers.get('cache-control')).toBe('private, no-store');
    expect(await latest.json()).toMatchObject({ modPackId: 2, serverPackId: 2, javaVersion: 17 });
    const download = await fetch(`${service.url}/lines/my-pack/latest/download`);
    expect(download.url).toBe(`${service.url}/api/v2/serverpacks/download/2?name=title`);
    expect(download.headers.get('content-type')).toBe('application/zip');
    await download.arrayBuffer();
    expect((await fetch(`${service.url}/lines/none/latest/download`)).status).toBe(404);

    const change = `mutation ($input: UpdateLineOverridesInput!) { updateLineOverrides(input: $input) {
      ... on Line { overrides { clientMods whitelistedMods } } ... on UserError { code } } }`;
    const overrides = { line: 'my-pack', clientMods: [], whitelistedMods: ['jei'] };
    const refused = await ask(service.url, change, { input: overrides }, other);
    expect(refused.data?.updateLineOverrides).toEqual({ code: 'FORBIDDEN' });
    const changed = await ask(service.url, change, { input: overrides }, owner);
    expect(changed.data?.updateLineOverrides).toEqual({
      overrides: { clientMods: [], whitelistedMods: ['jei'] },
    });

    const link = (name: string, headers: Headers) =>
      ask(
        service.url,
        `mutation { ${name}(input: { line: "my-pack" }) { ... on UserError { code } } }`,
        {},
        headers,
      );
    expect((await link('deleteUpdateLink', other)).data).toEqual({
      deleteUpdateLink: { code: 'FORBIDDEN' },
    });
    // Without PUBLIC_URL a server pack could not say where it is updated.
    expect((await link('createUpdateLink', owner)).data).toEqual({
      createUpdateLink: { code: 'INVALID_INPUT' },
    });

    // A guess stays a guess until who may says so.
    expect(await upload(service, '0.9', owner, { line: null })).toMatchObject({ modPack: { line: null } });
    const { data } = await ask(service.url, '{ modPack(by: { databaseId: 3 }) { proposedLine } }');
    expect(data?.modPack).toEqual({ proposedLine: 'my-pack' });
    const assign = `mutation ($input: AssignLineInput!) { assignLine(input: $input) {
      ... on ModPack { line { name } } ... on UserError { code } } }`;
    const assigned = { modPack: globalId('ModPack', 3), line: 'my-pack' };
    expect((await ask(service.url, assign, { input: assigned }, other)).data?.assignLine).toEqual({
      code: 'FORBIDDEN',
    });
    expect((await ask(service.url, assign, { input: assigned }, owner)).data?.assignLine).toEqual({
      line: { name: 'my-pack' },
    });

    // With the token ends its right; who gets its name later is somebody else.
    const { db } = service.app.database;
    await revokeToken(service.app.database, 'owner');
    const successor = await publisher(service, 'owner');
    expect(await upload(service, '6.6', successor)).toMatchObject({ code: 'FORBIDDEN' });
    expect(
      (await ask(service.url, change, { input: overrides }, successor)).data?.updateLineOverrides,
    ).toEqual({
      code: 'FORBIDDEN',
    });
    const body = JSON.stringify({ query: change, variables: { input: overrides } });
    const headers = { 'content-type': 'application/json', ...owner };
    const revoked = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
    expect(revoked.status).toBe(401);

    // A line may have handed out thousands: no statement holds on to all of them.
    const most = 500;
    await db.execute(sql`
      insert into run_configurations (mod_pack_id, line_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select mod_pack_id, line_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods
      from run_configurations, generate_series(1, ${2 * most}) where id = 1`);
    await db.execute(sql`create table leaving (count integer)`);
    await db.execute(sql`create function note_leaving() returns trigger language plpgsql as $$
      begin insert into leaving select count(*) from changed; return null; end $$`);
    await db.execute(sql`create trigger note_leaving after update on run_configurations
      referencing new table as changed for each statement execute function note_leaving()`);
    const remove = `mutation { deleteLine(input: { line: "my-pack" }) { __typename } }`;
    // Something ends the deletion after its first portion: nobody finds the line any more, and the rest is done by the service itself.
    await db.execute(sql`create function crash() returns trigger language plpgsql as $$
      begin if exists (select from leaving) then raise exception 'a crash'; end if; return null; end $$`);
    await db.execute(
      sql`create trigger crash before update on run_configurations for each statement execute function crash()`,
    );
    const removed = await ask(service.url, remove, {}, await operatorHeaders(service.app.database));
    expect(removed.errors).toHaveLength(1);
    const ofProject = { platform: 'MODRINTH', projectID: 'A' } as const;
    const by = { tokenId: null, subject: null, isOperator: false };
    const joined = () => db.transaction((tx) => joinLine(tx, { of: ofProject, by }, null));
    const before = await joined();
    await expect(deleteLine({ db }, before?.id ?? 0)).rejects.toThrow();
    await db.execute(sql`drop trigger crash on run_configurations`);
    const gone =
      '{ lines { totalCount } line(by: { name: "my-pack" }) { name } modPack(by: { databaseId: 2 }) { line { name } } }';
    expect((await ask(service.url, gone)).data).toEqual({
      lines: { totalCount: 0 },
      line: null,
      modPack: { line: null },
    });
    // Its name, and its project, are free at once, for others too.
    expect((await joined())?.id).toBeGreaterThan(before?.id ?? 0);
    expect(await upload(service, '6.6', successor)).toMatchObject({ modPack: { line: { name: 'my-pack' } } });
    const { app } = service;
    const never = { unfinishedMs: 1e12, resumableMs: 1e12, refusedMs: 1e12, deliveriesMs: 1e12 };
    await tidy(app, never);
    const kept = await db.select({ name: lines.name }).from(lines).orderBy(lines.id);
    expect(kept).toEqual([{ name: 'modrinth-A' }, { name: 'my-pack' }]);
    expect(await db.$count(modPacks, isNotNull(modPacks.lineId))).toBe(1);
    const [left] = await rows(db, sql`select max(count)::int as most, sum(count)::int as "all" from leaving`);
    expect(left).toEqual({ most, all: 2 * most + 3 });
    expect(await db.$count(runConfigurations, isNotNull(runConfigurations.lineId))).toBe(1);
  });
});

it('an update link opens what the line hands out and the version before, and tells no list that is too long', async () => {
  const listUpdate: UpdateWork['listUpdate'] = async (_task, { takeText }) => {
    for (let MiB = 0; MiB < 5; MiB += 1) takeText('x'.repeat(2 ** 20));
  };
  await using service = await startTestApp({
    environment: { PUBLIC_URL: 'https://packs.example', ACCESS: 'closed' },
    overrides: { updates: { listUpdate } },
  });
  const { database } = service.app;
  const owner = await publisher(service, 'owner');
  const address = await updatesOf(service, owner, ['1.0', '2.0', '3.0']);
  const status = async (path: string, query = '') => (await fetch(address(path) + query)).status;
  const open = async () => [await status('/1'), await status('/2'), await status('/3')];
  expect(await open()).toEqual([404, 200, 200]);
  await fetch(`${service.url}/api/v2/serverpacks/vote/2&up`, { headers: owner });
  expect((await readLine(service, 'my-pack', owner)).confirmedWorking).toBe(1);
  await database.db.update(modPacks).set({ hidden: true }).where(eq(modPacks.id, 2));
  expect(await open()).toEqual([200, 404, 200]);
  expect((await readLine(service, 'my-pack', owner)).confirmedWorking).toBe(0);
  await database.db.update(modPacks).set({ withdrawn: new Date() }).where(eq(modPacks.id, 1));
  expect(await open()).toEqual([404, 404, 200]);
  expect(await status('', '&nonce=1')).toBe(413);
});

it('an update is told although what changed cannot be, or not in time', async () => {
  const outcomes = [
    () => Promise.reject(new Error('The bytes are damaged.')),
    () => new Promise<never>(() => {}),
  ];
  await using service = await startTestApp({
    environment: { PUBLIC_URL: 'https://packs.example' },
    overrides: { comparisons: { compare: () => outcomes.shift()?.() ?? expect.fail('compared once more') } },
  });
  const owner = await publisher(service, 'owner');
  const address = await updatesOf(service, owner, ['1.0', '2.0']);
  const { data } = await ask(service.url, '{ modPack(by: { databaseId: 1 }) { sha256 } }', {}, owner);
  const asking = `${address()}&nonce=1&from=${Object(data?.modPack).sha256}`;
  for (const left of [1, 0]) {
    const answer = await fetch(asking);
    expect([answer.status, outcomes.length]).toEqual([200, left]);
    expect(await answer.text()).toMatch(
      /^format 1\nnonce 1\nline .+\nfrom [0-9a-f]{64}\nserver-pack 2\nsize \d+\nurl .+\n(?!change)/,
    );
  }
});

it('an update says that it is older than what a server has, also once that is deleted', async () => {
  await using service = await startTestApp({ environment: { PUBLIC_URL: 'https://packs.example' } });
  const owner = await publisher(service, 'owner');
  const address = await updatesOf(service, owner, ['1.0', '2.0', '3.0']);
  const modPackOf = async (id: number) => {
    const found = await ask(service.url, `{ modPack(by: { databaseId: ${id} }) { sha256 } }`);
    return { id, from: `${Object(found.data?.modPack).sha256}.${id}` };
  };
  const [first, second, third] = [await modPackOf(1), await modPackOf(2), await modPackOf(3)];
  const isOlder = async ({ from }: { from: string }) => {
    const told = await (await fetch(`${address()}&nonce=1&from=${from}`)).text();
    expect(told).toContain('\nline https://packs.example/lines/my-pack\n');
    return told.includes('\nolder yes\n');
  };
  const withdraw = ({ id }: { id: number }) =>
    service.app.database.db.update(modPacks).set({ withdrawn: new Date() }).where(eq(modPacks.id, id));
  await withdraw(third);
  expect([await isOlder(first), await isOlder(second), await isOlder(third)]).toEqual([false, false, true]);
  const deleteModPack =
    'mutation ($input: DeleteModPackInput!) { deleteModPack(input: $input) { __typename } }';
  for (const { id } of [first, third])
    await ask(service.url, deleteModPack, { input: { modPack: globalId('ModPack', id) } }, owner);
  expect(await service.app.database.db.select({ id: modPacks.id }).from(modPacks)).toEqual([{ id: 2 }]);
  expect([await isOlder(first), await isOlder(third)]).toEqual([false, true]);
});

/** Waits for a server pack with this number. */
async function builtOf({ app }: TestApp, serverPackId: number): Promise<void> {
  for await (const event of app.feed.subscribe({ status: ['GENERATED'] }, 0))
    if (event.serverPackId === serverPackId) return;
}

it('the line of a project takes what was fetched of it, in the order of its platform, built as pack and line say', async () => {
  await using platforms = await openFakePlatforms();
  await using service = await startTestApp({
    environment: platforms.environment,
    overrides: { connect: platforms.host.connect },
  });
  const version = (id: string, published: string) => {
    const content = packOf(id);
    const told = modrinthVersion({ id }, { url: platforms.file(`/${id}`, content), content });
    platforms.json(`/modrinth/project/a-pack/version/${id}`, () => ({ ...told, date_published: published }));
  };
  version('Old', '2026-01-01T00:00:00Z');
  version('New', '2026-02-01T00:00:00Z');
  version('Newest', '2026-03-01T00:00:00Z');
  version('Third', '2026-04-01T00:00:00Z');
  const mutation = `mutation ($input: ImportModPackInput!) { importModPack(input: $input) ${answered} }`;
  const bring = async (id: string, run: object = {}) => {
    const input = { pack: { modrinth: { project: 'a-pack', version: id } }, runConfiguration: run };
    return Object((await ask(service.url, mutation, { input })).data?.importModPack);
  };
  const stranger = await publisher(service, 'stranger');

  expect(await bring('New')).toMatchObject({ modPack: { line: { name: 'modrinth-ProjectA' } } });
  await generated(service, 1);
  // What a stranger asks for beside the pack is not handed out, and an old version does not come before a newer one.
  await bring('Newest', { startArgs: ['-XX:OnOutOfMemoryError=sh'] });
  await generated(service, 2);
  // The same bytes were here before, from somebody.
  await upload(service, 'Old', stranger, { line: null });
  expect(await bring('Old')).toMatchObject({ code: 'DUPLICATE_MOD_PACK' });
  await generated(service, 3);
  expect(await upload(service, '6.6', stranger, { line: 'modrinth-ProjectA' })).toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await readLine(service, 'modrinth-ProjectA')).toMatchObject({
    platform: 'MODRINTH',
    projectID: 'ProjectA',
    mayChange: false,
    latest: { databaseId: 1 },
    versions: {
      nodes: [
        { databaseId: 2, offeredServerPack: null },
        { databaseId: 1, offeredServerPack: { databaseId: 1 } },
        { databaseId: 3, offeredServerPack: null },
      ],
    },
  });

  // Everybody shares its versions, so nobody but operators changes them: not even who had them fetched, or uploaded them before.
  const change = `mutation ($input: UpdateModPackInput!) { updateModPack(input: $input) { __typename ... on UserError { code } } }`;
  const hide = async (id: number, headers: Headers, more: object = {}) => {
    const wanted = { modPack: globalId('ModPack', id), hidden: true, ...more };
    return (await ask(service.url, change, { input: wanted }, headers)).data?.updateModPack;
  };
  const forbidden = { __typename: 'UserError', code: 'FORBIDDEN' };
  const { ownerSecret } = await bring('Third');
  expect(ownerSecret).toBe(null);
  await generated(service, 4);
  expect(await hide(3, stranger)).toEqual(forbidden);
  const asked = await ask(service.url, '{ modPack(by: { databaseId: 3 }) { mayChange } }', {}, stranger);
  expect(asked.data?.modPack).toEqual({ mayChange: false });
  expect(await hide(3, await operatorHeaders(service.app.database))).toEqual({
    __typename: 'ModPack',
  });

  // Those who take the files one by one download it, once a day; who asks whether his is still the newest does not.
  const counted = async (id: number) =>
    Object(
      (await ask(service.url, `{ serverPack(by: { databaseId: ${id} }) { downloads } }`)).data?.serverPack,
    ).downloads;
  const tree = `${service.url}/lines/modrinth-ProjectA/latest/packwiz/pack.toml`;
  for (const _ of [1, 2]) expect((await fetch(tree)).status).toBe(200);
  await expect.poll(() => counted(4)).toBe(1);
  const address = `${service.url}/api/v2/serverpacks/download/1`;
  const { headers } = await fetch(address);
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  for (const _ of [1, 2]) expect((await fetch(address, { headers: known })).status).toBe(304);
  await expect.poll(() => counted(1)).toBe(1);
});
