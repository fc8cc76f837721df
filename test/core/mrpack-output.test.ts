import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, globalId } from '../graphql/client.ts';
import { modrinthProjectLike, modrinthVersionLike } from '../platforms/modrinth.ts';
import { startTestApp } from '../support/app.ts';
import { modrinthIndex, mrpackWith } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { openFakePlatforms } from '../support/platforms.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { type UnzippedEntry, unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';

const modOf = (id: string, fields: object = {}) => jarWith({ 'fabric.mod.json': fabricModJson(id, fields) });
const digest = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('hex');

const index = z.strictObject({
  formatVersion: z.literal(1),
  game: z.literal('minecraft'),
  versionId: z.string(),
  name: z.string(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      hashes: z.strictObject({ sha1: z.string(), sha512: z.string() }),
      env: z.strictObject({ client: z.string(), server: z.string() }),
      downloads: z.array(z.url()),
      fileSize: z.int(),
    }),
  ),
  dependencies: z.record(z.string(), z.string()),
});

/** What says of which modpack a server pack was built. */
const namesPack = new Set(['HOW-TO-RUN.md', 'server-pack.json', 'variables.txt']);

const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
  generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) {
    __typename
    ... on UserError { code message }
  }
}`;
const facts = `query ($id: Int!) {
  serverPack(by: { databaseId: $id }) {
    warnings { code message }
    run { configuration { format } }
    hostFiles { kind }
    decisions(first: 50) { nodes { file kept } }
  }
}`;
const serverPackFacts = z.object({
  serverPack: z.object({
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    run: z.object({ configuration: z.object({ format: z.string() }) }),
    hostFiles: z.array(z.object({ kind: z.string() })),
    decisions: z.object({ nodes: z.array(z.object({ file: z.string(), kept: z.boolean() })) }),
  }),
});

describe('an .mrpack that is generated', async () => {
  const parts = new AsyncDisposableStack();

  const platforms = parts.use(await openFakePlatforms());
  const { host, environment } = platforms;
  const service = parts.use(
    await startTestApp({
      environment: { ...environment, FETCH_HOSTS: 'cdn.modrinth.com', CATALOGUE: 'on' },
      // A busy machine may take its time.
      values: (config) => ({ platforms: { ...config.platforms, catalogueWaitMs: 600_000 } }),
      overrides: { connect: { ...host.connect, port: Number(host.host.split(':')[1]) } },
    }),
  );
  afterAll(() => parts.disposeAsync());

  /** Has Modrinth know these files by their hashes, and hand them out. */
  function publish(files: Readonly<Record<string, Uint8Array>>) {
    const byHash = new Map<string, object>();
    for (const [name, content] of Object.entries(files)) {
      platforms.file(`/data/${name}`, content);
      const [sha512, sha1] = [digest('sha512', content), digest('sha1', content)];
      const file = { url: linkTo(name), filename: name, size: content.length, primary: true };
      byHash.set(sha512, modrinthVersionLike({ files: [{ ...file, hashes: { sha512, sha1 } }] }));
    }
    platforms.json('/modrinth/version_files', (body) => {
      const { hashes } = z.object({ hashes: z.array(z.string()) }).parse(body);
      return Object.fromEntries(
        hashes.flatMap((hash) => (byHash.has(hash) ? [[hash, byHash.get(hash)]] : [])),
      );
    });
    platforms.json(`/modrinth/projects?ids=${encodeURIComponent('["AABBCCDD"]')}`, () => [
      modrinthProjectLike({ server_side: 'required' }),
    ]);
  }

  const linkTo = (name: string) => `https://cdn.modrinth.com/data/${name}`;

  async function upload(
    pack: Uint8Array,
    name: string,
  ): Promise<{ modPackId: number; serverPackId: number }> {
    const form = new FormData();
    const versions = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' };
    for (const [field, value] of Object.entries(versions)) form.set(field, value);
    form.set('file', new Blob([new Uint8Array(pack)]), name);
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    const { modPackId } = z.object({ modPackId: z.int() }).parse(await answer.json());
    const last = (await eventsUntilEnd(service.app, modPackId)).at(-1);
    expect(last?.errors ?? []).toEqual([]);
    return { modPackId, serverPackId: last?.serverPackId ?? 0 };
  }

  async function mrpackOf(modPackId: number, wishes: object = {}): Promise<number> {
    const versions = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
    const variables = {
      modPack: globalId('ModPack', modPackId),
      run: { ...versions, format: 'MRPACK', ...wishes },
    };
    const { data } = await ask(service.url, generate, variables);
    expect(data?.generateServerPack).toEqual({ __typename: 'RunStarted' });
    return (await eventsUntilEnd(service.app, modPackId, 2)).at(-1)?.serverPackId ?? 0;
  }

  async function download(serverPackId: number) {
    const answer = await fetch(`${service.url}/api/v2/serverpacks/download/${serverPackId}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const file = path.join(service.dataDir, `${serverPackId}.zip`);
    await writeFile(file, bytes);
    const { headers } = answer;
    const name = /filename="?([^";]*)/.exec(headers.get('content-disposition') ?? '')?.[1];
    return { bytes, name, type: headers.get('content-type'), entries: await unzip(file) };
  }

  const factsOf = async (id: number) =>
    serverPackFacts.parse((await ask(service.url, facts, { id })).data).serverPack;
  const indexOf = (entries: Map<string, UnzippedEntry>) =>
    index.parse(JSON.parse(`${entries.get('modrinth.index.json')?.contents}`));
  /** What a server pack holds, but for the files that have hash and name of its modpack. */
  const contentsOf = (entries: Map<string, UnzippedEntry>) =>
    new Map(
      [...entries].filter(([name]) => !namesPack.has(name)).map(([name, { contents }]) => [name, contents]),
    );

  it('names what Modrinth has, holds the rest, and comes out of an upload as the same server pack and the same .mrpack', async () => {
    const jars = {
      'lithium.jar': modOf('lithium'),
      'hud.jar': modOf('hud', { environment: 'client' }),
      'backups.jar': modOf('backups', { environment: 'server' }),
      'own.jar': modOf('own'),
    };
    const { 'own.jar': _own, ...published } = jars;
    publish(published);
    const original = await upload(
      zipWith({
        ...Object.fromEntries(Object.entries(jars).map(([name, jar]) => [`mods/${name}`, jar])),
        'mods/own-hud.jar': modOf('own-hud', { environment: 'client' }),
        'config/lithium.properties': 'mixin.ai=true',
        'resourcepacks/own.zip': zipWith({ 'pack.mcmeta': '{}' }),
        'options.txt': 'lastServer:home.example',
        'server.properties': 'motd=hello\nrcon.password=secret\n',
        'logs/latest.log': 'somebody has played',
      }),
      'Skyfarers 2.zip',
    );
    const id = await mrpackOf(original.modPackId);
    const mrpack = await download(id);
    expect([mrpack.name, mrpack.type]).toEqual([
      'Skyfarers 2_server_pack.mrpack',
      'application/x-modrinth-modpack+zip',
    ]);
    const linked = (name: keyof typeof jars, client: string, server: string) => ({
      path: `mods/${name}`,
      hashes: { sha1: digest('sha1', jars[name]), sha512: digest('sha512', jars[name]) },
      env: { client, server },
      downloads: [linkTo(name)],
      fileSize: jars[name].length,
    });
    expect(indexOf(mrpack.entries)).toMatchObject({
      name: 'Skyfarers 2',
      files: [
        linked('backups.jar', 'unsupported', 'required'),
        linked('hud.jar', 'required', 'unsupported'),
        linked('lithium.jar', 'required', 'required'),
      ],
      dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.6' },
    });
    expect([...mrpack.entries.keys()].sort()).toEqual([
      'client-overrides/mods/own-hud.jar',
      'client-overrides/resourcepacks/own.zip',
      'modrinth.index.json',
      'overrides/config/lithium.properties',
      'overrides/mods/own.jar',
      'server-overrides/server-icon.png',
      'server-overrides/server.properties',
    ]);
    expect(`${mrpack.entries.get('server-overrides/server.properties')?.contents}`).not.toContain('secret');
    const ofFormat = '{ serverPacks(filter: { format: MRPACK }) { nodes { databaseId } totalCount } }';
    expect((await ask(service.url, ofFormat)).data).toEqual({
      serverPacks: { nodes: [{ databaseId: id }], totalCount: 1 },
    });
    const { warnings, run, hostFiles, decisions } = await factsOf(id);
    expect(run.configuration).toEqual({ format: 'MRPACK' });
    expect(hostFiles).toEqual([{ kind: 'COMPOSE' }, { kind: 'PACKWIZ' }]);
    expect(warnings).toContainEqual({
      code: 'FILES_NOT_LINKED',
      message: expect.stringContaining('"mods/own-hud.jar"'),
    });

    const imported = await upload(mrpack.bytes, 'Skyfarers 2.zip');
    const [zip, ofMrpack] = [await download(original.serverPackId), await download(imported.serverPackId)];
    expect(contentsOf(ofMrpack.entries)).toEqual(contentsOf(zip.entries));
    // A jar for clients alone that nobody has by a link is with the clients, where no importer of servers looks.
    expect((await factsOf(imported.serverPackId)).decisions.nodes).toEqual(
      decisions.nodes.filter(({ file }) => file !== 'own-hud.jar'),
    );
    const again = await download(await mrpackOf(imported.modPackId));
    expect(again.bytes.equals(mrpack.bytes)).toBe(true);
  });

  it('corrects an .mrpack, and leaves to clients what was theirs', async () => {
    const hud = modOf('their-hud', { environment: 'client' });
    const shaders = zipWith({ 'shaders/a.fsh': 'void main() {}' });
    publish({ 'their-hud.jar': hud, 'shaders.zip': shaders });
    const named = (name: string, content: Uint8Array, at: string) => ({
      path: at,
      links: [linkTo(name)],
      hashes: { sha512: digest('sha512', content), sha1: digest('sha1', content) },
      size: content.length,
      env: { client: 'optional', server: 'required' },
    });
    const { modPackId } = await upload(
      mrpackWith(
        [
          named('their-hud.jar', hud, 'mods/their-hud.jar'),
          named('shaders.zip', shaders, 'shaderpacks/shaders.zip'),
        ],
        {
          'overrides/mods/kept.jar': modOf('kept'),
          'overrides/config/both.toml': 'for clients',
          'overrides/options.txt': 'fov:1',
          'overrides/.env': 'TOKEN=secret',
          'server-overrides/config/both.toml': 'for servers',
          'client-overrides/config/client.toml': 'x',
          'client-overrides/mods/their-own.jar': modOf('their-own'),
        },
      ),
      'A pack.mrpack',
    );
    const { entries } = await download(await mrpackOf(modPackId));
    const written = indexOf(entries);
    const before = z.object({ versionId: z.string(), name: z.string() }).parse(JSON.parse(modrinthIndex([])));
    expect(written).toMatchObject(before);
    expect(written.files.map(({ path: at, env }) => [at, env])).toEqual([
      ['mods/their-hud.jar', { client: 'optional', server: 'unsupported' }],
      ['shaderpacks/shaders.zip', { client: 'optional', server: 'unsupported' }],
    ]);
    expect([...entries.keys()].filter((name) => !name.startsWith('server-overrides/server')).sort()).toEqual([
      'client-overrides/config/both.toml',
      'client-overrides/config/client.toml',
      'client-overrides/mods/their-own.jar',
      'client-overrides/options.txt',
      'modrinth.index.json',
      'overrides/mods/kept.jar',
      'server-overrides/config/both.toml',
    ]);
    expect(`${entries.get('client-overrides/config/both.toml')?.contents}`).toBe('for clients');
  });

  it('gives clients no private keys and programs, nothing that excludeFiles names, and links that all programs read alike', async () => {
    publish({});
    const forClients = (name: string, link: string) => ({
      path: `shaderpacks/${name}`,
      links: [link],
      hashes: { sha512: digest('sha512', Buffer.from(name)), sha1: digest('sha1', Buffer.from(name)) },
      size: name.length,
      env: { client: 'required', server: 'unsupported' },
    });
    const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n';
    const { modPackId } = await upload(
      mrpackWith(
        [
          forClients('kept.zip', 'https://CDN.modrinth.com/data/../data/kept.zip'),
          forClients('excluded.zip', linkTo('excluded.zip')),
          forClients('elsewhere.zip', 'https://github.com\\@evil.example/r.zip'),
          forClients('tab.zip', 'https://git\thub.com/a/r.zip'),
        ],
        {
          'overrides/mods/kept.jar': modOf('kept-too'),
          'overrides/deploy': key,
          'overrides/kubejs/other': 'for all',
          'client-overrides/upload-key': key,
          'client-overrides/kubejs/other': key,
          'client-overrides/kubejs/requested': key,
          'client-overrides/tool': '#!/bin/sh',
          'client-overrides/Tools/LAUNCHER_ACCOUNTS.json': 'x',
          'client-overrides/resourcepacks/accounts.json': 'x',
          'overrides/shaderpacks/.env': 'x',
          'overrides/saves/a/accounts.json': 'x',
          'client-overrides/resourcepacks/all.zip': zipWith({ 'launcher/accounts.json': 'x' }),
          'overrides/config/all.zip': zipWith({ 'launcher/accounts.json': 'x' }),
          'client-overrides/note': 'hello',
          'client-overrides/config/excluded.toml': 'x',
        },
      ),
      'Keys.mrpack',
    );
    const id = await mrpackOf(modPackId, {
      excludeFiles: ['shaderpacks/excluded.zip', 'config/excluded.toml'],
      includeFiles: ['kubejs/requested', 'saves/a/accounts.json', 'config/all.zip', 'shaderpacks/**'],
    });
    const { entries } = await download(id);
    expect(indexOf(entries).files.map(({ path: at, downloads }) => [at, downloads])).toEqual([
      ['shaderpacks/kept.zip', [linkTo('kept.zip')]],
    ]);
    expect([...entries.keys()].filter((name) => !name.startsWith('server-overrides/')).sort()).toEqual([
      'client-overrides/kubejs/requested',
      'client-overrides/note',
      'modrinth.index.json',
      'overrides/kubejs/other',
      'overrides/mods/kept.jar',
    ]);
    const secrets = (await factsOf(id)).warnings.filter(({ code }) => code === 'SECRETS_LEFT_OUT');
    expect(secrets.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^(?=.*"deploy")(?=.*"upload-key")(?=.*"kubejs\/other")/),
    ]);
  });

  it('is refused for a modloader that the format does not know', async () => {
    const { modPackId } = await upload(zipWith({ 'mods/a.jar': modOf('refused') }), 'pack.zip');
    const run = {
      gameVersion: '1.8.9',
      modloader: 'LEGACYFABRIC',
      modloaderVersion: '0.15.6',
      format: 'MRPACK',
    };
    const { data } = await ask(service.url, generate, { modPack: globalId('ModPack', modPackId), run });
    expect(data?.generateServerPack).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'An .mrpack cannot name LegacyFabric, which its format does not know. Ask for ZIP.',
    });
  });
});
