import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { runConfigurations, runFiles } from '../../drizzle/schema.ts';
import { sweep } from '../../src/core/chores/sweep.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';
import { ask, globalId } from './client.ts';

const archive = zipWith({
  'mods/lithium.jar': zipWith({ a: 'a' }),
  'mods/shader-a.jar': zipWith({ a: 'a' }),
  'config/menu/big.png': 'a picture',
  'config/menu/text.json': '{}',
  'resourcepacks/server.zip': 'pack',
  'resourcepacks/other.zip': 'pack!',
  'world/level.dat': 'level',
  'saves/a/level.dat': 'level',
  'options.txt': 'fov:1',
  'server.properties': 'motd=The pack\n',
});
const picture = new PNG({ width: 64, height: 64 });
picture.data.fill(0x7f);
const icon = PNG.sync.write(picture);
const plain = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const overrides = {
  includeFiles: ['resourcepacks/server*.zip', '**/*.txt'],
  excludeFiles: ['config/**/*.png', 'mods/shader-*'],
  includeWorld: true,
  serverIcon: icon.toString('base64'),
  serverProperties: 'motd=Grüße\r\npvp: false',
  nameEncoding: 'GBK',
};
const properties = 'motd=Gr\\u00fc\\u00dfe\npvp: false\n';
const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
  generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) {
    ... on RunStarted { run { databaseId } }
    ... on UserError { code message field }
  }
}`;
const preview = `query ($modPack: ID!, $run: RunConfigurationInput!) {
  previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
    ... on ServerPackPreview {
      fileCount fileBytes leftOutCount leftOutBytes
      leftOut { path reason files bytes }
      warnings { code }
      decisions(filter: { kept: false }) { nodes { file reason evidence } }
    }
    ... on UserError { code message }
  }
}`;
const modPack = globalId('ModPack', 1);
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What a server pack holds, by the names of its files. */
async function filesOf(url: string, serverPack: number): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${url}/api/v2/serverpacks/download/${serverPack}`);
  await using file = await temporaryFile(Buffer.from(await answer.arrayBuffer()));
  const entries = await unzip(file.path);
  return new Map([...entries].map(([name, { contents }]) => [name, contents]));
}

describe('what a run says of files', async () => {
  const service = await startTestApp();
  await upload(service.url, archive);
  await eventsUntilEnd(service.app, 1);
  for (const runs of [2, 3]) {
    const { data, errors } = await ask(service.url, generate, { modPack, run: { ...plain, ...overrides } });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ generateServerPack: { run: { databaseId: runs } } });
    await eventsUntilEnd(service.app, 1, runs);
  }
  afterAll(() => service[Symbol.asyncDispose]());

  it('decides what is in the server pack', async () => {
    const files = await filesOf(service.url, 2);
    const added = [...(await filesOf(service.url, 1)).keys()].filter((name) => !name.includes('/'));
    expect([...files.keys()].filter((name) => !added.includes(name)).sort()).toEqual([
      'config/menu/text.json',
      'mods/lithium.jar',
      'options.txt',
      'resourcepacks/server.zip',
      'world/level.dat',
    ]);
    expect(files.get('server.properties')?.toString()).toBe(properties);
    expect(PNG.sync.read(files.get('server-icon.png') ?? Buffer.of()).data).toEqual(picture.data);
    expect(JSON.parse(files.get('server-pack.json')?.toString() ?? '').runConfiguration).toMatchObject({
      ...overrides,
      serverIcon: sha256(icon),
      serverProperties: sha256(properties),
    });
  });

  it('is as before where a run says nothing', async () => {
    const files = await filesOf(service.url, 1);
    expect([...files.keys()].filter((name) => name.includes('/')).sort()).toEqual([
      'config/menu/big.png',
      'config/menu/text.json',
      'mods/lithium.jar',
      'mods/shader-a.jar',
    ]);
    expect(files.get('server.properties')?.toString()).toBe('motd=The pack\n');
  });

  it('gives the same bytes for the same run, and is stored once', async () => {
    const query =
      '{ two: serverPack(by: { databaseId: 2 }) { sha256 } three: serverPack(by: { databaseId: 3 }) { sha256 } }';
    const { data } = await ask(service.url, query);
    expect(data?.two).toEqual(data?.three);
    expect(await service.app.database.db.$count(runFiles)).toBe(2);
  });

  it('is shown before it is built', async () => {
    const { data, errors } = await ask(service.url, preview, { modPack, run: { ...plain, ...overrides } });
    expect(errors).toBeUndefined();
    expect(data?.previewServerPack).toEqual({
      fileCount: 5,
      fileBytes: '{}'.length + zipWith({ a: 'a' }).length + 'packlevelfov:1'.length,
      leftOutCount: 3,
      leftOutBytes: 'a picturepack!level'.length,
      leftOut: [
        { path: 'config/**/*.png', reason: 'EXCLUDED', files: 1, bytes: 9 },
        { path: 'saves/', reason: 'WORLD', files: 1, bytes: 5 },
        { path: 'resourcepacks/', reason: 'CLIENT', files: 1, bytes: 5 },
      ],
      warnings: [{ code: 'FILES_LEFT_OUT' }],
      decisions: {
        nodes: [
          {
            file: 'shader-a.jar',
            reason: 'EXCLUDED',
            evidence: 'The pattern "mods/shader-*" of excludeFiles names it.',
          },
        ],
      },
    });
  });

  it('is kept with the run, and REST says nothing of it', async () => {
    const query = `{ run(by: { databaseId: 2 }) { configuration {
      includeFiles excludeFiles includeWorld nameEncoding
      serverIcon { sha256 content } serverProperties { sha256 content }
    } } }`;
    const { data } = await ask(service.url, query);
    expect(Object(data?.run).configuration).toEqual({
      ...overrides,
      serverIcon: { sha256: sha256(icon), content: overrides.serverIcon },
      serverProperties: { sha256: sha256(properties), content: properties },
    });
    const rest = await fetch(`${service.url}/api/v2/runconfigs/2`);
    expect(await rest.text()).toBe(
      '{"id":2,"gameVersion":"1.20.1","modloader":"Fabric","modloaderVersion":"0.15.6","startArgs":[],"clientMods":[],"whitelistedMods":[]}',
    );
  });

  it.each([
    ['includeFiles', { includeFiles: ['../a'] }, 'The pattern "../a" of includeFiles has an empty part'],
    ['excludeFiles', { excludeFiles: ['{a,b}'] }, 'has a brace'],
    ['excludeFiles', { excludeFiles: ['a'.repeat(129)] }, 'at most 128'],
    ['includeFiles', { includeFiles: Array(16).fill('a'), excludeFiles: Array(15).fill('a') }, 'at most 30'],
    ['serverIcon', { serverIcon: 'no base64!' }, 'PNG in base64'],
    ['serverIcon', { serverIcon: Buffer.from('GIF89a'.repeat(9)).toString('base64') }, 'it is no PNG'],
    [
      'serverIcon',
      { serverIcon: PNG.sync.write(new PNG({ width: 9, height: 64 })).toString('base64') },
      '9 by 64',
    ],
    ['serverIcon', { serverIcon: icon.subarray(0, 60).toString('base64') }, 'cannot be read'],
    ['serverIcon', { serverIcon: Buffer.alloc(65_540).toString('base64') }, 'more than 65536 bytes'],
    ['serverProperties', { serverProperties: ' \n' }, 'says nothing'],
    ['serverProperties', { serverProperties: '# fine\nmotd' }, 'neither = nor : in line 2'],
    ['serverProperties', { serverProperties: 'motd=\u0000' }, 'control character in line 1'],
    ['serverProperties', { serverProperties: 'motd=\\u00g0' }, 'four hexadecimal digits in line 1'],
    ['serverProperties', { serverProperties: `motd=${'ü'.repeat(11_000)}` }, 'more than 65536 bytes'],
  ])('is refused in %s when it is %j', async (field, override, message) => {
    const { data } = await ask(service.url, generate, { modPack, run: { ...plain, ...override } });
    expect(data?.generateServerPack).toEqual({
      code: 'INVALID_INPUT',
      field,
      message: expect.stringContaining(message),
    });
  });

  it('tells that a version held that of the game, in the preview and with the server pack', async () => {
    const run = { ...plain, modloader: 'FORGE', modloaderVersion: '1.20.1-47.2.0' };
    const told = { code: 'MODLOADER_VERSION_CUT' };
    const { data: seen } = await ask(service.url, preview, { modPack, run });
    expect(seen?.previewServerPack).toMatchObject({ warnings: expect.arrayContaining([told]) });
    const { data: asked } = await ask(service.url, generate, { modPack, run });
    expect(asked?.generateServerPack).toEqual({ run: { databaseId: 4 } });
    await eventsUntilEnd(service.app, 1, 4);
    const query = `{ serverPack(by: { databaseId: 4 }) {
      warnings { code } run { configuration { modloaderVersion givenVersion } }
    } }`;
    const { data } = await ask(service.url, query);
    expect(data?.serverPack).toEqual({
      warnings: expect.arrayContaining([told]),
      run: { configuration: { modloaderVersion: '47.2.0', givenVersion: '1.20.1-47.2.0' } },
    });
  });

  it('is taken for the archive that lies in one, whatever is around that', async () => {
    const inner = smallPack('inner');
    const { status } = await upload(service.url, zipWith({ 'My Pack/': '', 'My Pack/pack.zip': inner }));
    expect(status).toBe(200);
    const events = await eventsUntilEnd(service.app, 2);
    expect(events.at(-1)?.status).toBe('GENERATED');
    const { data } = await ask(service.url, '{ modPack(by: { databaseId: 2 }) { sha256 } }');
    expect(data?.modPack).toEqual({ sha256: sha256(inner) });
    expect((await upload(service.url, inner)).status).not.toBe(200);
  });

  it('goes when nothing refers to it any more, and not before', async () => {
    const { app } = service;
    const later = new Date(Date.now() + 60_000);
    await sweep(app, later);
    expect(await app.database.db.$count(runFiles)).toBe(2);
    await upload(service.url, smallPack());
    await eventsUntilEnd(app, 3);
    await app.database.db.delete(runConfigurations);
    await sweep(app, new Date(Date.now() - 60_000));
    expect(await app.database.db.$count(runFiles)).toBe(2);
    await sweep(app, later);
    expect(await app.database.db.$count(runFiles)).toBe(0);
  });
});
