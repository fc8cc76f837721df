import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf } from '../support/client.ts';
import { openDownloadHost } from '../support/download-host.ts';
import { modrinthIndex, mrpackWith, type Named } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { type UnzippedEntry, unzip } from '../support/unzip.ts';

const unsupported = { client: 'required', server: 'unsupported' };
const versions = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' };
/** Places that one file has, beside the one mod: at night as many files as a pack may name. */
const places = Number(process.env.MANY_FILES ?? 500) - 1;
const modOf = (id: string, fields: object = {}) => jarWith({ 'fabric.mod.json': fabricModJson(id, fields) });

describe('an .mrpack', async () => {
  const parts = new AsyncDisposableStack();

  async function startNode(environment: Record<string, string> = {}) {
    return startTestApp({
      environment: { FETCH: 'on', FETCH_HOSTS: host.host, 'config.fetching.retries': '0', ...environment },
      overrides: { connect: host.connect },
    });
  }

  const host = parts.use(await openDownloadHost());
  const service = parts.use(await startNode());
  beforeEach(() => void host.requests.splice(0));
  afterAll(() => parts.disposeAsync());

  /** Uploads as a legacy caller does, and waits for the end of the run. */
  async function run(
    { app, url }: TestApp,
    pack: Buffer,
    {
      fields = {},
      name = 'pack.mrpack',
      headers = {},
    }: { fields?: Record<string, string>; name?: string; headers?: Record<string, string> } = {},
  ) {
    const form = new FormData();
    for (const [field, value] of Object.entries({ ...versions, ...fields })) form.set(field, value);
    form.set('file', new Blob([new Uint8Array(pack)]), name);
    const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    const { modPackId } = z.object({ modPackId: z.int() }).parse(await answer.json());
    const events = await eventsUntilEnd(app, modPackId);
    const errors = (await eventsOf(url, modPackId)).flatMap((event) => event.errors);
    return {
      modPackId,
      errors,
      statuses: statusesOf(events),
      serverPackId: events.at(-1)?.serverPackId ?? 0,
    };
  }

  async function download(
    { url, dataDir }: Pick<TestApp, 'url' | 'dataDir'>,
    serverPackId: number,
    link = `${url}/api/v2/serverpacks/download/${serverPackId}`,
  ) {
    const answer = await fetch(link);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const file = path.join(dataDir, `${serverPackId}.zip`);
    await writeFile(file, bytes);
    const disposition = answer.headers.get('content-disposition') ?? '';
    const name = /filename="?([^";]*)/.exec(disposition)?.[1];
    return { bytes, name, disposition, entries: await unzip(file) };
  }

  const textOf = (entries: Map<string, UnzippedEntry>, name: string) =>
    entries.get(name)?.contents.toString();

  it('becomes a server pack of what it holds and of the files that it names', async () => {
    const lithium = modOf('lithium');
    const files: Named[] = [
      host.serve('/lithium.jar', lithium),
      { ...host.serve('/hud.jar', modOf('hud')), env: unsupported },
      { ...host.serve('/scripts.zs', Buffer.from('a script')), path: 'scripts/a.zs' },
      { ...host.serve('/pictures.zip', Buffer.from('pictures')), path: 'resourcepacks/a.zip' },
      { ...host.serve('/options', Buffer.from('options')), path: 'config/client.toml', env: unsupported },
      { ...host.serve('/properties', Buffer.from('motd=named\n')), path: 'server.properties' },
      { ...host.serve('/players', Buffer.from('a list')), path: 'ops.json' },
    ];
    const pack = mrpackWith(files, {
      'overrides/config/a.toml': 'from overrides',
      'overrides/config/b.toml': 'from overrides',
      'server-overrides/config/b.toml': 'from server-overrides',
      'client-overrides/config/c.toml': 'from client-overrides',
      'client-overrides/mods/c.jar': modOf('c'),
    });
    const { statuses, errors, serverPackId } = await run(service, pack);
    expect(errors).toEqual([]);
    expect(statuses).toEqual(wholeRun);
    const { name, entries } = await download(service, serverPackId);
    expect(name).toBe('pack_server_pack.zip');
    expect(
      [...entries.keys()].filter((entry) => /^(mods|config|scripts|resourcepacks)\//.test(entry)),
    ).toEqual(['config/a.toml', 'config/b.toml', 'mods/lithium.jar', 'scripts/a.zs']);
    expect(textOf(entries, 'config/b.toml')).toBe('from server-overrides');
    expect(textOf(entries, 'server.properties')).toBe('motd=named\n');
    expect(entries.get('mods/lithium.jar')?.contents).toEqual(lithium);
    expect(entries.get('mods/lithium.jar')).toMatchObject({ method: 0, modified: { date: 0x21, time: 0 } });
    // What no server pack would hold is not even asked for; a mod may be kept by a list or by another mod.
    expect(host.requests.map(({ path: asked }) => asked).sort()).toEqual([
      '/hud.jar',
      '/lithium.jar',
      '/properties',
      '/scripts.zs',
    ]);
  });

  it('may name one file at as many places as a pack names files, which is fetched once', async () => {
    const file = host.serve('/a.txt', Buffer.from('a text'));
    const elsewhere = Array.from({ length: places }, (_, place) => ({
      ...file,
      path: `config/${place}.txt`,
    }));
    const { statuses, errors, serverPackId } = await run(
      service,
      mrpackWith([host.serve('/a.jar', modOf('a')), ...elsewhere]),
    );
    expect(errors).toEqual([]);
    expect(statuses).toEqual(wholeRun);
    const { entries } = await download(service, serverPackId);
    expect([...entries.keys()].filter((name) => name.startsWith('config/'))).toHaveLength(places);
    expect(textOf(entries, `config/${places - 1}.txt`)).toBe('a text');
    expect(host.requests.filter(({ path: asked }) => asked === '/a.txt')).toHaveLength(1);
  });

  it('may say of a mod that servers do not support it, which lists and the need of a kept mod overrule', async () => {
    const client = (name: string, id = name): Named => ({
      ...host.serve(`/${name}.jar`, modOf(id)),
      env: unsupported,
    });
    const pack = mrpackWith([
      client('hud'),
      client('wanted'),
      client('library'),
      host.serve('/needs.jar', modOf('needs', { depends: { library: '*' } })),
    ]);
    const { modPackId, serverPackId } = await run(service, pack, { fields: { whiteListMods: 'wanted' } });
    const { entries } = await download(service, serverPackId);
    expect(JSON.parse(textOf(entries, 'server-pack.json') ?? '').mods).toContainEqual(
      expect.objectContaining({ file: 'hud.jar', kept: false, reason: 'PACK_INDEX' }),
    );
    expect([...entries.keys()].filter((entry) => entry.startsWith('mods/'))).toEqual([
      'mods/wanted.jar',
      'mods/library.jar',
      'mods/needs.jar',
    ]);
    const query = `{ modPack(by: { databaseId: ${modPackId} }) { serverPacks(first: 1) { nodes { decisions(first: 9) { nodes { file kept reason evidence } } } } } }`;
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const text = await answer.text();
    expect(text).toContain(
      '{"file":"hud.jar","kept":false,"reason":"PACK_INDEX","evidence":"modrinth.index.json says that servers do not support it."}',
    );
  });

  it('gives the same bytes as often as it is built, wherever', async () => {
    const files = [1, 2, 3].map((n) =>
      host.serve(`/${n}.jar`, modOf(`mod${n}`, { description: randomBytes(5_000).toString('hex') })),
    );
    const pack = mrpackWith(files, { 'overrides/config/a.toml': 'x' });
    const first = await run(service, pack);
    await using other = await startNode();
    const second = await run(other, pack);
    const [one, two] = [
      await download(service, first.serverPackId),
      await download(other, second.serverPackId),
    ];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  it('gives its name and version to the page and the message of its server, and to what people save it as', async () => {
    const index = JSON.parse(modrinthIndex([host.serve('/lithium.jar', modOf('lithium'))]));
    const pack = mrpackWith([], {
      'modrinth.index.json': JSON.stringify({ ...index, name: 'Himmelsstürmer: 天空', versionId: '2.4.1' }),
    });
    const { statuses, serverPackId } = await run(service, pack);
    expect(statuses).toEqual(wholeRun);
    const query = `{ serverPack(by: { databaseId: ${serverPackId} }) { downloadUrl howToRun } }`;
    const { data } = await ask(service.url, query);
    const { downloadUrl, howToRun } = z
      .object({ serverPack: z.object({ downloadUrl: z.string(), howToRun: z.string() }) })
      .parse(data).serverPack;
    const { disposition, entries } = await download(service, serverPackId, downloadUrl);
    expect(disposition).toContain(
      `filename*=UTF-8''${encodeURIComponent('Himmelsstürmer-天空-2.4.1-server.zip')}`,
    );
    // REST's own address keeps the name that REST promises.
    expect((await download(service, serverPackId)).name).toBe('pack_server_pack.zip');
    expect(textOf(entries, 'server.properties')).toContain('motd=Himmelsst\\u00fcrmer: \\u5929\\u7a7a\n');
    expect(textOf(entries, 'variables.txt')).toMatch(/^PACK_TITLE=Himmelsstürmer: 天空 2\.4\.1$/m);
    expect(howToRun).toMatch(/^# How to run the server of Himmelsstürmer: 天空 2\.4\.1\n/);
    expect(textOf(entries, 'HOW-TO-RUN.md')).toBe(howToRun);
  });

  it('is built again of what is stored, and nothing is asked for', async () => {
    const pack = mrpackWith([
      host.serve('/a.jar', modOf('built-again')),
      host.serve('/b.jar', modOf('left')),
    ]);
    const { modPackId } = await run(service, pack);
    host.requests.splice(0);
    const form = new FormData();
    const fields = { id: String(modPackId), ...versions, clientMods: 'b' };
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const answer = await fetch(`${service.url}/api/v2/modpacks/generate`, { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    const last = async () => (await eventsOf(service.url, modPackId)).at(-1)?.serverPackId ?? 0;
    const first = await last();
    await expect.poll(last).toBeGreaterThan(first);
    const { entries } = await download(service, await last());
    expect([...entries.keys()].filter((entry) => entry.startsWith('mods/'))).toEqual(['mods/a.jar']);
    expect(host.requests).toEqual([]);
  });

  it('holds what it names itself where an override lies in its place', async () => {
    const own = modOf('a', { version: '2' });
    const pack = mrpackWith(
      [
        host.serve('/a.jar', modOf('a')),
        { ...host.serve('/B.jar', modOf('b')), path: 'mods/B.jar' },
        host.serve('/off.jar', modOf('off')),
        { ...host.serve('/file', Buffer.from('x')), path: 'config/c' },
      ],
      {
        'overrides/mods/a.jar': own,
        'server-overrides/mods/b.jar': own,
        'overrides/mods/off.jar.disabled': own,
        'overrides/config/c/d.toml': 'a folder in its place',
      },
    );
    const { statuses, serverPackId } = await run(service, pack);
    expect(statuses).toEqual(wholeRun);
    const { entries } = await download(service, serverPackId);
    expect(entries.get('mods/a.jar')?.contents).toEqual(own);
    expect(entries.has('mods/B.jar')).toBe(false);
    expect(entries.has('mods/off.jar')).toBe(false);
    expect(host.requests).toEqual([]);
  });

  it('is refused with what could not be reached where the host of its files is away', async () => {
    const away = await openDownloadHost();
    const pack = mrpackWith([away.serve('/a.jar', modOf('a')), away.serve('/b.jar', modOf('b'))]);
    // From here on nothing listens at its port.
    await away[Symbol.asyncDispose]();
    await using node = await startNode({ FETCH_HOSTS: away.host });
    const { statuses, errors } = await run(node, pack);
    expect(statuses).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
    const told = (name: string) => ({
      code: 'FETCH_UNREACHABLE',
      entry: `mods/${name}`,
      error: `"mods/${name}" cannot be had: https://${away.host}/${name} cannot be reached (ECONNREFUSED).`,
    });
    expect(errors).toEqual([told('a.jar'), told('b.jar')]);
  });

  it('has the thread that receives files started by its name, before anybody knows what it names', async () => {
    await using node = await startNode();
    const started = once(process, 'worker');
    const nothingNamed = mrpackWith([], { 'overrides/mods/a.jar': modOf('a') });
    expect((await run(node, nothingNamed, { name: 'Pack.MRPACK' })).statuses).toEqual(wholeRun);
    await started;
  });

  it('is refused in one sentence where nothing is fetched', async () => {
    await using closed = await startNode({ FETCH: 'off' });
    const { errors } = await run(closed, mrpackWith([host.serve('/a.jar', modOf('a'))]));
    expect(errors).toEqual([
      {
        code: 'MODS_NOT_INCLUDED',
        error: expect.stringContaining('does not fetch mods'),
        entry: 'modrinth.index.json',
      },
    ]);
  });

  /** How callers hand over an archive whose versions the pack says itself; answers once it is accepted. */
  const faces = {
    'an upload over GraphQL': async (form: FormData) => {
      const query = `mutation ($input: UploadModPackInput!) {
        uploadModPack(input: $input) { __typename ... on UserError { message } } }`;
      const whole = new FormData();
      const variables = { input: { archive: { file: null }, runConfiguration: {} } };
      whole.set('operations', JSON.stringify({ query, variables }));
      whole.set('map', JSON.stringify({ file: ['variables.input.archive.file'] }));
      for (const [name, value] of form) whole.set(name, value);
      const headers = { 'graphql-require-preflight': '1' };
      const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: whole });
      expect(await answer.json()).toEqual({ data: { uploadModPack: { __typename: 'RunStarted' } } });
    },
    'an upload link': async (form: FormData) => {
      const query = `mutation { createUploadTicket(input: { runConfiguration: {} }) {
        ... on UploadTicketCreated { url } } }`;
      const created = z.object({ createUploadTicket: z.object({ url: z.string() }) });
      const { url } = created.parse((await ask(service.url, query)).data).createUploadTicket;
      expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
    },
  };

  it.each(Object.entries(faces))('comes in by %s too, and says its versions itself', async (face, send) => {
    const pack = mrpackWith([host.serve('/lithium.jar', modOf('lithium'))], { mark: face });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(pack)]), `${face}.mrpack`);
    await send(form);
    const query = '{ modPacks(first: 1) { nodes { databaseId name } } }';
    const node = z.object({ databaseId: z.int(), name: z.string() });
    const newest = z.object({ modPacks: z.object({ nodes: z.tuple([node]) }) });
    const [{ databaseId, name }] = newest.parse((await ask(service.url, query)).data).modPacks.nodes;
    expect(name).toBe(`${face}.mrpack`);
    const events = await eventsUntilEnd(service.app, databaseId);
    expect(statusesOf(events)).toEqual(wholeRun);
    const { entries } = await download(service, events.at(-1)?.serverPackId ?? 0);
    expect([...entries.keys()].filter((entry) => entry.startsWith('mods/'))).toEqual(['mods/lithium.jar']);
    expect(textOf(entries, 'server-pack.json')).toContain('"1.20.1"');
  });
});
