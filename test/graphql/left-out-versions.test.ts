import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestWork } from '../../src/core/packs/pack-versions.ts';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { zipWith } from '../support/zip.ts';
import { ask, askWithFiles, globalId } from './client.ts';

const uploadModPack = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) { ...Run } }`;
const run = `fragment Run on RunStartedResult {
  __typename
  ... on RunStarted { run { configuration { gameVersion modloader modloaderVersion } } }
  ... on UserError { code message field }
}`;
const generate = `mutation ($input: GenerateServerPackInput!) { generateServerPack(input: $input) { ...Run } } ${run}`;
const said = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };

/** An installed pack of MultiMC, whose marker says these versions. */
function pack(components: Record<string, string>, mark = ''): Buffer {
  return zipWith({
    'mmc-pack.json': JSON.stringify({
      components: Object.entries(components).map(([uid, version]) => ({ uid, version })),
    }),
    'mods/lithium.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
    'config/mark': mark,
  });
}
const whole = { 'net.minecraft': '1.20.1', 'net.fabricmc.fabric-loader': '0.15.6' };

async function upload(url: string, bytes: Buffer, runConfiguration: object) {
  const input = { archive: { file: null }, runConfiguration };
  const { data } = await askWithFiles(url, uploadModPack + run, input, {
    'archive.file': ['pack.zip', bytes],
  });
  return Object(data?.uploadModPack);
}

describe('versions that a request leaves out', () => {
  it('are those that the pack says, also when another server pack is asked for or previewed', async () => {
    await using service = await startTestApp();
    const { url, app } = service;
    const started = { __typename: 'RunStarted', run: { configuration: said } };
    expect(await upload(url, pack(whole), {})).toEqual(started);
    const modPack = globalId('ModPack', 1);
    const again = (runConfiguration: object) => ask(url, generate, { input: { modPack, runConfiguration } });
    // Its check may not have come that far yet: then the archive itself is read.
    expect((await again({})).data?.generateServerPack).toEqual(started);
    for await (const { status } of app.feed.subscribe({ modPackId: 1 }, 0)) if (status === 'GENERATED') break;
    expect((await again({ gameVersion: '1.20.4' })).data?.generateServerPack).toMatchObject({
      run: { configuration: { ...said, gameVersion: '1.20.4' } },
    });
    const preview = await ask(
      url,
      `query ($modPack: ID!) { previewServerPack(modPack: { id: $modPack }, runConfiguration: {}) {
        ... on ServerPackPreview { keptCount warnings { code } } } }`,
      { modPack },
    );
    expect(preview.data).toEqual({ previewServerPack: { keptCount: 1, warnings: [] } });
  });

  it('are read before an archive is let go of that a store elsewhere has laid ready for it', async () => {
    await using stored = await openTemporaryStorage();
    const letGoOf = new Set<string>();
    const storage: Storage = {
      ...stored.storage,
      async local(key) {
        const { path } = await stored.storage.local(key);
        return { path, [Symbol.asyncDispose]: async () => void letGoOf.add(path) };
      },
    };
    const pool = sharedWorkerPool();
    const readVersions: ManifestWork['readVersions'] = async (task, hooks) => {
      const versions = await pool.readVersions(task, hooks);
      return letGoOf.has(task.path) ? null : versions;
    };
    // The check, which would tell the versions too, does not come to its end.
    const check: ArchiveWork['check'] = async (_task, { signal }) => {
      await once(signal, 'abort');
      throw signal.reason;
    };
    const work = { check, generate: pool.generate };
    await using service = await startTestApp({ overrides: { storage, work, manifests: { readVersions } } });
    await upload(service.url, pack(whole), {});
    const modPack = globalId('ModPack', 1);
    const again = await ask(service.url, generate, { input: { modPack, runConfiguration: {} } });
    expect(again.data?.generateServerPack).toEqual({
      __typename: 'RunStarted',
      run: { configuration: said },
    });
  });

  it('may be left out of an upload link too', async () => {
    await using service = await startTestApp();
    const { data } = await ask(
      service.url,
      'mutation { createUploadTicket(input: { runConfiguration: {} }) { ... on UploadTicketCreated { url } } }',
    );
    const { url = '' } = Object(data?.createUploadTicket);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(pack(whole))]), 'pack.zip');
    const sent = await fetch(new URL(new URL(url).pathname, service.url), { method: 'POST', body: form });
    expect(sent.status).toBe(200);
    const stored = await ask(
      service.url,
      '{ run(by: { databaseId: 1 }) { configuration { gameVersion modloader modloaderVersion } } }',
    );
    expect(stored.data?.run).toEqual({ configuration: said });
  });

  describe('of a pack that is refused', () => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp();
    });
    afterAll(() => service[Symbol.asyncDispose]());

    it.each([
      ['nothing', {}, {}, 'gameVersion', 'gameVersion, modloader, and modloaderVersion'],
      ['no loader', { 'net.minecraft': '1.20.1' }, {}, 'modloader', 'modloader and modloaderVersion'],
      ['another loader', whole, { modloader: 'QUILT' }, 'modloaderVersion', 'its modloaderVersion; give it'],
      ['no version', { ...whole, 'net.minecraft': 'latest' }, {}, 'gameVersion', 'its gameVersion; give it'],
    ])('are asked for by name where the pack says %s', async (_, components, given, field, named) => {
      const refused = await upload(service.url, pack(components), given);
      expect(refused).toMatchObject({ __typename: 'UserError', code: 'INVALID_INPUT', field });
      expect(refused.message).toContain(named);
    });

    it('may be a snapshot of the game, whose server pack follows the release that it led to', async () => {
      const snapshot = { 'net.minecraft': '21w19a', 'net.fabricmc.fabric-loader': '0.15.6' };
      expect(await upload(service.url, pack(snapshot, 'snapshot'), {})).toMatchObject({
        run: { configuration: { gameVersion: '21w19a' } },
      });
      for await (const { serverPackId } of service.app.feed.subscribe({}, 0))
        if (serverPackId !== null) break;
      const { data } = await ask(
        service.url,
        '{ serverPacks(first: 1) { nodes { javaVersion warnings { code } } } }',
      );
      expect(data?.serverPacks).toEqual({ nodes: [{ javaVersion: 16, warnings: [] }] });
      const forge = { 'net.minecraft': '24w14a', 'net.minecraftforge': '50.0.1' };
      expect(await upload(service.url, pack(forge), {})).toMatchObject({
        field: 'gameVersion',
        message: expect.stringContaining('Forge has no server for 24w14a'),
      });
    });

    it('are held to their form, and not taken for blank ones', async () => {
      const blank = await upload(service.url, pack(whole), { gameVersion: ' ' });
      expect(blank).toMatchObject({ field: 'gameVersion', message: 'gameVersion is missing or blank.' });
      const odd = await upload(service.url, pack(whole), { modloaderVersion: 'no version; rm' });
      expect(odd).toMatchObject({ field: 'modloaderVersion' });
    });
  });

  it('are told as not to be had where they cannot be read, which costs nobody else anything', async () => {
    const readVersions = async () => {
      throw new Error('The thread died.');
    };
    await using service = await startTestApp({ overrides: { manifests: { readVersions } } });
    expect(await upload(service.url, pack(whole), {})).toMatchObject({
      __typename: 'UserError',
      code: 'UNAVAILABLE',
      message: expect.stringContaining('give gameVersion, modloader and modloaderVersion'),
    });
    expect(await upload(service.url, pack(whole), said)).toHaveProperty('__typename', 'RunStarted');
  });
});
