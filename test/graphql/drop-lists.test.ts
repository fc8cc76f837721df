import { describe, expect, it } from 'vitest';
import { listVersionsOfLists } from '../../src/core/drop-lists/drop-lists.ts';
import { headersOf } from '../access/callers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';
import { ask, globalId } from './client.ts';

type Headers = Record<string, string>;
const refused = (code: string) => ({ __typename: 'UserError', code });

/** A modpack with two mods that nothing drops by itself. */
const pack = zipWith({
  'mods/lithium-1.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
  'mods/starlight-1.jar': jarWith({ 'fabric.mod.json': fabricModJson('starlight') }),
});

async function change({ url }: TestApp, mutation: string, input: object, headers: Headers = {}) {
  const type = { saveDropList: 'Save', deleteDropList: '', setDefaultDropList: 'SetDefault' }[mutation];
  const query = `mutation ($input: ${type}DropListInput!) { result: ${mutation}(input: $input) {
    __typename ${type === '' ? '' : '... on DropList { isDefault version { number } }'}
    ... on UserError { code } } }`;
  return (await ask(url, query, { input }, headers)).data?.result;
}

/** Has a server pack built; answers why it was refused, else the run with its decisions once it is built. */
async function build(service: TestApp, runConfiguration: object) {
  const query = `mutation ($input: GenerateServerPackInput!) { generateServerPack(input: $input) {
    __typename ... on RunStarted { run { databaseId } } ... on UserError { code field } } }`;
  const input = {
    modPack: globalId('ModPack', 1),
    runConfiguration: {
      gameVersion: '1.20.1',
      modloader: 'FABRIC',
      modloaderVersion: '0.15.6',
      ...runConfiguration,
    },
  };
  const result = Object((await ask(service.url, query, { input })).data?.generateServerPack);
  return result.__typename === 'RunStarted' ? builtBy(service, result.run.databaseId) : result;
}

const runQuery = `query ($id: Int!) { run(by: { databaseId: $id }) {
  configuration { clientMods dropLists }
  serverPack { databaseId downloadUrl howToRun decisions { nodes { file kept reason evidence } } }
} }`;

async function builtBy({ app, url }: TestApp, id: number) {
  for await (const { status, runConfigurationId } of app.feed.subscribe(
    { status: ['GENERATED', 'ERROR'] },
    0,
  )) {
    if (runConfigurationId !== id) continue;
    expect(status).toBe('GENERATED');
    return Object((await ask(url, runQuery, { id })).data?.run);
  }
}

const dropped = (list: string) => ({
  file: 'lithium-1.jar',
  kept: false,
  reason: 'DROP_LIST',
  evidence: `The file name begins with "lithium-", which the drop list ${list} drops.`,
});

describe('a drop list', () => {
  it('is kept by its owner in versions, decides by default for all runs, and each run stays explained', async () => {
    await using service = await startTestApp();
    const [owner, other, operator] = [
      await headersOf(service, { name: 'owner', role: 'publisher' }),
      await headersOf(service, { name: 'other', role: 'publisher' }),
      await headersOf(service, { name: 'operator', role: 'operator' }),
    ];
    const save = (content: object, headers: Headers = owner) =>
      change(service, 'saveDropList', { name: 'community', ...content }, headers);

    const first = { clientOnly: ['lithium-', '', 'iris'], keep: ['starlight'] };
    expect(await save(first, {})).toEqual(refused('FORBIDDEN'));
    expect(await save({ ...first, name: 'Not a name' })).toEqual(refused('INVALID_INPUT'));
    expect(await save({ clientOnly: ['x'.repeat(4_097)] })).toEqual(refused('INVALID_INPUT'));
    expect(await save(first)).toMatchObject({ version: { number: 1 } });
    // The order does not matter, and neither does an entry given twice.
    expect(await save({ ...first, clientOnly: ['iris', 'iris', 'lithium-'] })).toMatchObject({
      version: { number: 1 },
    });
    expect(await save({}, other)).toEqual(refused('FORBIDDEN'));
    const setDefault = (input: object) => change(service, 'setDefaultDropList', input, operator);
    expect(await setDefault({ name: 'none-such' })).toEqual(refused('NOT_FOUND'));
    await save({ name: 'another' });
    expect(await setDefault({ name: 'another' })).toMatchObject({ isDefault: true });
    expect(await setDefault({ name: 'community' })).toMatchObject({ isDefault: true });
    expect(await setDefault({ name: 'another', isDefault: false })).toMatchObject({ isDefault: false });

    // REST names no lists; the operator has chosen this one, and the run keeps saying what was requested.
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(pack)]), 'pack.zip');
    for (const [name, value] of [
      ['gameVersion', '1.20.1'],
      ['modloader', 'fabric'],
      ['modloaderVersion', '0.15.6'],
    ] as const)
      form.set(name, value);
    await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    const byRest = await builtBy(service, 1);
    expect(byRest).toMatchObject({
      configuration: { clientMods: [], dropLists: ['community@1'] },
      serverPack: {
        howToRun: expect.stringContaining('`community@1`'),
        decisions: { nodes: [dropped('community@1'), { kept: true, reason: 'DROP_LIST' }] },
      },
    });
    const file = await fetch(new URL(byRest.serverPack.downloadUrl, service.url));
    await using kept = await temporaryFile(Buffer.from(await file.arrayBuffer()));
    const entries = await unzip(kept.path);
    expect(entries.get('HOW-TO-RUN.md')?.contents.toString()).toBe(byRest.serverPack.howToRun);
    expect(JSON.parse(entries.get('server-pack.json')?.contents.toString() ?? '')).toMatchObject({
      runConfiguration: { clientMods: [], dropLists: ['community@1'] },
    });

    expect(await save({ clientOnly: ['iris', 'jei'] })).toMatchObject({ version: { number: 2 } });
    expect(await builtBy(service, 1)).toEqual(byRest);
    const lithiumOf = async (runConfiguration: object) => {
      const { configuration, serverPack } = await build(service, runConfiguration);
      return [configuration.dropLists, serverPack.decisions.nodes[0]];
    };
    expect(await lithiumOf({})).toMatchObject([['community@2'], { kept: true, reason: 'UNKNOWN_SIDE' }]);
    expect(await lithiumOf({ dropLists: ['community@1'] })).toEqual([
      ['community@1'],
      dropped('community@1'),
    ]);
    expect(await lithiumOf({ dropLists: ['community@1'], whitelistedMods: ['lith'] })).toMatchObject([
      ['community@1'],
      { kept: true, reason: 'WHITELISTED' },
    ]);
    expect(await lithiumOf({ dropLists: [] })).toMatchObject([[], { kept: true, reason: 'UNKNOWN_SIDE' }]);
    for (const dropLists of [['community@3'], ['none-such'], ['a/b'], ['a', 'b', 'c', 'd', 'e', 'f']])
      expect(await build(service, { dropLists })).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'dropLists',
      });

    const comparing = `{ compareServerPacks(first: { databaseId: 1 }, second: { databaseId: 2 }) {
      ... on ServerPackComparison { settings { name first second } } } }`;
    expect((await ask(service.url, comparing)).data?.compareServerPacks).toEqual({
      settings: [{ name: 'dropLists', first: 'community@1', second: 'community@2' }],
    });

    const listQuery = `{ dropList(name: "community") {
      isDefault mayChange
      one: version(number: 1) { clientOnly } none: version(number: 9) { number }
      versions(first: 5) { totalCount nodes { number savedBy clientOnly keep } }
    } dropLists(first: 5) { totalCount nodes { name } } }`;
    const read = async (headers: Headers = {}) => (await ask(service.url, listQuery, {}, headers)).data;
    const versions = (savedBy: string | null) => ({
      totalCount: 2,
      nodes: [
        { number: 2, savedBy, clientOnly: ['iris', 'jei'], keep: [] },
        { number: 1, savedBy, clientOnly: ['iris', 'lithium-'], keep: ['starlight'] },
      ],
    });
    expect(await read(owner)).toEqual({
      dropList: {
        isDefault: true,
        mayChange: true,
        one: { clientOnly: ['iris', 'lithium-'] },
        none: null,
        versions: versions('owner'),
      },
      dropLists: { totalCount: 2, nodes: [{ name: 'another' }, { name: 'community' }] },
    });
    expect(await read(other)).toMatchObject({ dropList: { mayChange: false, versions: versions(null) } });

    // Prefixes may have megabytes together: they are read only where they are asked for, and cost what they weigh.
    const all = (field: string) =>
      ask(service.url, `{ dropLists(first: 100) { nodes { versions(first: 2) { nodes { ${field} } } } } }`);
    expect((await all('clientOnly')).errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
    const page = { limit: 5, after: null, before: null, fromEnd: false };
    const [plain] = await listVersionsOfLists(service.app.database, [1], { request: page });
    expect(plain?.rows[0]).not.toHaveProperty('clientOnly');

    const remove = (headers: Headers) => change(service, 'deleteDropList', { name: 'community' }, headers);
    expect(await remove(other)).toEqual(refused('FORBIDDEN'));
    expect(await remove(owner)).toEqual({ __typename: 'Deleted' });
    expect(await read()).toMatchObject({ dropList: null });
    expect(await builtBy(service, 1)).toEqual(byRest);
    expect(await lithiumOf({})).toMatchObject([[], { kept: true }]);
  });
});
