import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeTree } from '../../src/archive/build/packwiz-tree.ts';
import { headersOf } from '../access/callers.ts';
import { ask, globalId } from '../graphql/client.ts';
import { modrinthProjectLike, modrinthVersionLike } from '../platforms/modrinth.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { openFakePlatforms } from '../support/platforms.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const modOf = (id: string, fields: object = {}) => jarWith({ 'fabric.mod.json': fabricModJson(id, fields) });
const digest = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('hex');
const fabric = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };

/** Reads a tree as packwiz-installer does: the index by its hash, then what that names, each by its own. */
async function readTree(root: string, headers: Record<string, string> = {}) {
  const get = async (name: string) => {
    const answer = await fetch(root + name.split('/').map(encodeURIComponent).join('/'), { headers });
    expect([name, answer.status]).toEqual([name, 200]);
    return Buffer.from(await answer.arrayBuffer());
  };
  const pack = await get('pack.toml');
  const index = await get('index.toml');
  expect(/^hash = "(.*)"$/m.exec(`${pack}`)?.[1]).toBe(digest('sha256', index));
  const files = new Map<string, Buffer>([
    ['pack.toml', pack],
    ['index.toml', index],
  ]);
  for (const [, quoted = '', hash] of `${index}`.matchAll(/^file = (".*")\nhash = "(.*)"$/gm)) {
    const name = z.string().parse(JSON.parse(quoted));
    const content = await get(name);
    expect([name, digest('sha256', content)]).toEqual([name, hash]);
    files.set(name, content);
  }
  return files;
}

describe('a server pack for packwiz', async () => {
  const parts = new AsyncDisposableStack();

  const platforms = parts.use(await openFakePlatforms());
  const { host, environment } = platforms;
  const service = parts.use(
    await startTestApp({
      environment: {
        ...environment,
        FETCH_HOSTS: `cdn.modrinth.com,${host.host}`,
        CATALOGUE: 'on',
        // What the service serves itself is to be had there.
        PUBLIC_URL: `https://${host.host}`,
      },
      values: (config) => ({ platforms: { ...config.platforms, catalogueWaitMs: 600_000 } }),
      overrides: { connect: { ...host.connect, port: Number(host.host.split(':')[1]) } },
    }),
  );
  afterAll(() => parts.disposeAsync());

  async function send(pack: Uint8Array, name: string): Promise<{ modPackId: number; serverPackId: number }> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fabric)) form.set(field, value);
    form.set('file', new Blob([new Uint8Array(pack)]), name);
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    const { modPackId } = z.object({ modPackId: z.int() }).parse(await answer.json());
    const last = (await eventsUntilEnd(service.app, modPackId)).at(-1);
    expect(last?.errors ?? []).toEqual([]);
    return { modPackId, serverPackId: last?.serverPackId ?? 0 };
  }

  async function contentsOf(serverPackId: number) {
    const answer = await fetch(`${service.url}/api/v2/serverpacks/download/${serverPackId}`);
    const file = path.join(service.dataDir, `${serverPackId}.zip`);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    const entries = [...(await unzip(file))].map(([name, { contents }]) => [name, contents] as const);
    // These say what the pack is called, which only a manifest tells.
    const named = ['server-pack.json', 'HOW-TO-RUN.md', 'variables.txt'];
    return new Map(entries.filter(([name]) => !named.includes(name)).sort());
  }

  const decided = async (id: number) => {
    const query = `{ serverPack(by: { databaseId: ${id} }) { decisions(first: 50) { nodes { file kept } } } }`;
    return (await ask(service.url, query)).data?.serverPack;
  };

  it('has links and sides as an .mrpack, and comes out of an upload as the same server pack', async () => {
    const [lithium, hud, own] = [modOf('lithium'), modOf('hud', { environment: 'client' }), modOf('own')];
    const known = new Map(
      Object.entries({ 'lithium.jar': lithium, 'hud.jar': hud }).map(([filename, content]) => {
        platforms.file(`/data/${filename}`, content);
        const hashes = { sha512: digest('sha512', content), sha1: digest('sha1', content) };
        const url = `https://cdn.modrinth.com/data/${filename}`;
        const file = { url, filename, size: content.length, primary: true, hashes };
        return [hashes.sha512, modrinthVersionLike({ files: [file] })];
      }),
    );
    platforms.json('/modrinth/version_files', () => Object.fromEntries(known));
    platforms.json(`/modrinth/projects?ids=${encodeURIComponent('["AABBCCDD"]')}`, () => [
      modrinthProjectLike({ server_side: 'required' }),
    ]);
    const original = await send(
      zipWith({
        'mods/lithium.jar': lithium,
        'mods/hud.jar': hud,
        'mods/own.jar': own,
        'config/a "b".toml': 'x = 1',
        'server.properties': 'motd=hello\n',
      }),
      'Skyfarers 2.zip',
    );
    const run = { ...fabric, format: 'MRPACK' };
    const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
      generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) { __typename } }`;
    await ask(service.url, generate, { modPack: globalId('ModPack', original.modPackId), run });
    const id = (await eventsUntilEnd(service.app, original.modPackId, 2)).at(-1)?.serverPackId ?? 0;

    const tree = await readTree(`${service.url}/packwiz/${id}/`);
    expect([...tree.keys()].sort()).toEqual([
      'config/a "b".toml',
      'index.toml',
      'mods/hud.jar.client.pw.toml',
      'mods/lithium.jar.both.pw.toml',
      'mods/own.jar',
      'pack.toml',
      'server-icon.png.server.pw.toml',
      'server.properties.server.pw.toml',
    ]);
    expect(`${tree.get('pack.toml')}`).toContain('[versions]\nminecraft = "1.20.1"\nfabric = "0.15.6"\n');
    expect(`${tree.get('mods/hud.jar.client.pw.toml')}`).toBe(
      `name = "hud.jar"\nfilename = "hud.jar"\nside = "client"\n\n[download]\nurl = "https://cdn.modrinth.com/data/hud.jar"\nhash-format = "sha512"\nhash = "${digest('sha512', hud)}"\n`,
    );
    expect(tree.get('mods/own.jar')).toEqual(own);
    expect(`${tree.get('index.toml')}`.match(/^.*\n.*\n.*\npreserve = true$/gm)).toEqual([
      expect.stringContaining('file = "server.properties.server.pw.toml"'),
    ]);

    // The played host stands in for the service's public address.
    for (const name of ['server-icon.png', 'server.properties']) {
      const at = `/packwiz/${id}/${name}.server.pw.toml.file`;
      platforms.file(at, Buffer.from(await (await fetch(service.url + at)).arrayBuffer()));
    }
    const imported = await send(zipWith(Object.fromEntries(tree)), 'Skyfarers 2.zip');
    expect(await contentsOf(imported.serverPackId)).toEqual(await contentsOf(original.serverPackId));
    expect(await decided(imported.serverPackId)).toEqual(await decided(original.serverPackId));
  });

  it('with more files than packwiz is served, is refused; it is handed out whole', async () => {
    const files = Array.from({ length: 10_001 }, (_, index) => [`config/${index}`, ''] as const);
    const many = zipWith({ 'mods/own.jar': modOf('many'), ...Object.fromEntries(files) });
    const { serverPackId } = await send(many, 'Many.zip');
    const refused = await fetch(`${service.url}/packwiz/${serverPackId}/pack.toml`);
    expect([refused.status, await refused.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'TOO_LARGE', detail: expect.stringContaining('Download it instead') }),
    ]);
    const whole = await fetch(`${service.url}/api/v2/serverpacks/download/${serverPackId}`);
    expect(whole.status).toBe(200);
    await whole.body?.cancel();
  });

  it('is all files of a zip, by its own address and by that of its line, for whoever may read', async () => {
    await using closed = await startTestApp({ environment: { ACCESS: 'closed' } });
    const headers = await headersOf(closed, { name: 'author', role: 'publisher' });
    const form = new FormData();
    const query = `mutation ($file: Upload!) { uploadModPack(input: { archive: { file: $file }, line: "skyfarers",
      runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { __typename } }`;
    form.set('operations', JSON.stringify({ query, variables: { file: null } }));
    form.set('map', JSON.stringify({ file: ['variables.file'] }));
    form.set('file', new Blob([new Uint8Array(smallPack())]), 'pack.zip');
    const sent = { ...headers, 'graphql-require-preflight': '1' };
    await fetch(`${closed.url}/graphql`, { method: 'POST', headers: sent, body: form });
    const id = (await eventsUntilEnd(closed.app, 1)).at(-1)?.serverPackId ?? 0;
    const files = `{ serverPack(by: { databaseId: ${id} }) { hostFiles { kind text } } }`;
    const { data } = await ask(closed.url, files, {}, headers);
    const host = z.object({ hostFiles: z.array(z.object({ kind: z.string(), text: z.string() })) });
    const text = host.parse(data?.serverPack).hostFiles.find(({ kind }) => kind === 'PACKWIZ')?.text;
    const link = /'(.*)pack\.toml'/.exec(text ?? '')?.[1] ?? '';
    expect(link).toMatch(/\/packwiz\/1\/~[\w-]+\/$/);
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    // A client may send its token with the link.
    const tree = await readTree(link, headers);
    process.off('warning', warned);
    expect(warnings).toEqual([]);
    expect([...tree.keys()]).toEqual(
      expect.arrayContaining(['mods/lithium.jar', 'start.sh', 'variables.txt']),
    );
    expect([...tree.keys()]).not.toContain('mods/sodium.jar');
    expect(await readTree(link)).toEqual(tree);
    expect(await readTree(`${closed.url}/lines/skyfarers/latest/packwiz/`, headers)).toEqual(tree);
    const status = async (at: string, proof = {}) =>
      (await fetch(`${closed.url}${at}`, { headers: proof })).status;
    expect(await status('/packwiz/1/pack.toml')).toBe(401);
    expect(await status('/packwiz/1/~abc/pack.toml')).toBe(401);
    expect(await status('/packwiz/1/mods/sodium.jar', headers)).toBe(404);
    expect(await status('/packwiz/1/..%2f..%2fpack.toml', headers)).toBe(404);
    expect(await status('/packwiz/2/pack.toml', headers)).toBe(404);
  });

  it('has no more files than are served', async () => {
    await using file = await temporaryFile(zipWith({ 'mods/a.jar': modOf('a'), 'config/a.toml': 'x' }));
    const most = (count: number) => describeTree({ archivePath: file.path, format: 'ZIP', most: count });
    expect(await most(1)).toBeNull();
    expect(await most(2)).toHaveLength(2);
  });
});
