import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../cli/exit-codes.ts';
import { fileNameOf } from '../../cli/output-file.ts';
import { runCommand } from '../../cli/run-command.ts';
import { resumableUploads } from '../../drizzle/schema.ts';
import { createToken } from '../../src/access/tokens.ts';
import { receivedBytes } from '../../src/core/files/resumable-uploads.ts';
import { packwizPack } from '../platforms/packwiz.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type DownloadHost, openDownloadHost } from '../support/download-host.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';
import { modPackOf } from '../web/made-packs.ts';
import { run, terminal } from './terminal.ts';

const modOf = (id: string, fields: object = {}) => jarWith({ 'fabric.mod.json': fabricModJson(id, fields) });
const versions = ['--game-version', '1.20.1', '--modloader', 'Fabric', '--modloader-version', '0.15.6'];
const packOf = (...ids: string[]) =>
  zipWith({
    ...Object.fromEntries(ids.map((id) => [`mods/${id}.jar`, modOf(id)])),
    'mods/hud.jar': modOf('hud', { environment: 'client' }),
  });

let service: TestApp;
let host: DownloadHost;
let folder: string;
const at = (name: string) => path.join(folder, name);
const environmentFor = (url: string) => ({ GATEWAY_URL: url, XDG_STATE_HOME: folder, LOCALAPPDATA: folder });
const ask = (...args: string[]) => run(args, { environment: environmentFor(service.url) });
const asData = async (...args: string[]) => {
  const { out, error, exitCode } = await ask('--json', '--quiet', ...args);
  expect({ exitCode, error }).toEqual({ exitCode: exitCodes.done, error: '' });
  return JSON.parse(out);
};

beforeAll(async () => {
  host = await openDownloadHost();
  service = await startTestApp({
    environment: {
      FETCH: 'on',
      FETCH_HOSTS: host.host,
      'config.fetching.retries': '0',
      'config.webhooks.retries': '0',
      'config.totalLimits.rows': '1',
    },
    overrides: { connect: host.connect },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const own = await mkdtemp(path.join(os.tmpdir(), 'command-'));
  folder = own;
  return () => rm(own, { recursive: true });
});

describe('the command line with a service', () => {
  it('uploads modpacks, follows them to their server packs, and downloads these', async () => {
    const hud = { id: 'hud', environment: 'client' } as const;
    await writeFile(at('one.zip'), modPackOf([{ id: 'one' }, hud], undefined, [], 'Skyfarers'));
    await writeFile(at('two.zip'), packOf('two'));
    const { exitCode, out, error } = await ask(
      'build',
      '--upload',
      at('one.zip'),
      at('two.zip'),
      ...versions,
    );
    expect(exitCode, error).toBe(exitCodes.done);
    expect(out).toMatch(
      /^Ready: server pack (\d+) of modpack \d+ \(Skyfarers 1 · one\.zip\), 1 mod kept, 1 dropped\. Fetch it: server-pack download \1\nReady: /,
    );
    expect(error).toMatch(/ {2}modpack \d+: Queued\n/);

    expect((await ask('list', '--first', '1')).error).toBe('1 of 2; --first shows more.\n');
    expect((await ask('list', '--first', '1', '--name', '.zip')).error).toMatch(
      /^1 of about \d+; --first shows more\.\n$/,
    );
    const { modPacks } = await asData('list', '--name', 'one');
    const [{ serverPacks }] = modPacks;
    const { sha256, file } = await asData(
      'download',
      String(serverPacks[0].id),
      '-o',
      at('server.zip'),
      '--force',
    );
    expect(file).toBe(at('server.zip'));
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect([...(await unzip(at('server.zip'))).keys()]).toContain('mods/one-1.2.0.jar');
    const again = await ask('download', String(serverPacks[0].id), '-o', at('server.zip'));
    expect(again.exitCode).toBe(exitCodes.file);

    const [, id = '', OWNER_SECRET = ''] = /modpack (\d+): keep OWNER_SECRET=([\w-]+)/.exec(error) ?? [];
    const mine = (...args: string[]) =>
      run(args, { environment: { ...environmentFor(service.url), OWNER_SECRET } });
    expect((await ask('delete', id)).exitCode).toBe(exitCodes.refusedRequest);
    expect((await mine('change', id)).exitCode).toBe(exitCodes.usage);
    expect((await mine('change', id, '--name', 'First', '--hide')).out).toBe(
      `Modpack ${id} (First) is hidden from lists.\n`,
    );
    expect((await mine('delete', id)).out).toBe(`Modpack ${id} and its server packs are deleted.\n`);
  });

  it('goes on with an upload whose connection was cut, and with one that was interrupted before', async () => {
    const pack = (id: string) =>
      zipWith({ [`mods/${id}.jar`]: modOf(id), 'config/big.bin': randomBytes(4_000_000) });
    await using way = await openNarrowWay(service.url);
    const environment = environmentFor(way.url);
    // What has passed has not arrived where the service still reads the library for it.
    const { database, storage } = service.app;
    const isArriving = async () => {
      const [upload] = await database.db.select().from(resumableUploads);
      return upload !== undefined && (await receivedBytes({ storage }, upload)) > 0;
    };
    await writeFile(at('cut.zip'), pack('cut'));
    way.afterBytes(1_000_000, async (socket) => {
      await expect.poll(isArriving).toBe(true);
      socket.destroy();
    });
    const cut = await run(['build', '--upload', at('cut.zip'), ...versions], { environment });
    expect(cut.exitCode, cut.error).toBe(exitCodes.done);
    expect(cut.error).toContain('The connection is lost; the upload goes on');
    // More than one more try, where the service still writes what came before the cut.
    const wentOn = () => {
      const [first, ...again] = way.offsets();
      expect(first).toBe(0);
      expect(again.length).toBeGreaterThan(0);
      expect(Math.min(...again)).toBeGreaterThan(0);
    };
    wentOn();

    await writeFile(at('interrupted.zip'), pack('interrupted'));
    const interrupt = new AbortController();
    way.afterBytes(1_000_000, async () => {
      await expect.poll(isArriving).toBe(true);
      interrupt.abort();
    });
    const args = ['build', '--upload', at('interrupted.zip'), ...versions];
    const first = await run(args, { environment, signal: interrupt.signal });
    expect(first).toMatchObject({ exitCode: exitCodes.interrupted, out: '' });
    const second = await run(args, { environment });
    expect(second.exitCode, second.error).toBe(exitCodes.done);
    wentOn();
    expect(await readdir(path.join(folder, 'server-pack', 'uploads'))).toEqual([]);
  });

  it('says of content that is there which modpack has it, and goes on with the next file', async () => {
    await writeFile(at('a.zip'), packOf('same'));
    await writeFile(at('b.zip'), packOf('other'));
    const { modPackId } = await asData('build', '--upload', at('a.zip'), ...versions);
    const { exitCode, out, error } = await ask('build', '--upload', at('a.zip'), at('b.zip'), ...versions);
    expect(exitCode).toBe(exitCodes.refusedRequest);
    expect(error).toContain(`server-pack build ${modPackId} builds from the one that is there.`);
    expect(out).toContain('(b.zip), 1 mod kept');
  });

  it('builds another server pack, and tells what differs between two', async () => {
    await writeFile(at('pack.zip'), packOf('core', 'extra'));
    const first = await asData('build', '--upload', at('pack.zip'), ...versions);
    const id = String(first.modPackId);
    const second = await asData('build', id, ...versions, '--client-mods', 'extra');
    expect(second).toMatchObject({ modPackId: first.modPackId, status: 'GENERATED', keptCount: 1 });
    const numbers = [String(first.serverPackId), String(second.serverPackId)];
    const { out } = await ask('compare', ...numbers);
    expect(out.split('\n').slice(2)).toEqual([
      '## Settings',
      '',
      '- Client mods to drop: – → `extra`',
      '',
      '## Removed mods (1)',
      '',
      '- The extra: `extra.jar`',
      '',
    ]);
    expect(await asData('compare', ...numbers)).toMatchObject({
      settings: [{ name: 'clientMods', first: '', second: 'extra' }],
      mods: [{ change: 'REMOVED', modId: 'extra', first: { file: 'extra.jar' }, second: null }],
      files: [],
    });
    const preview = await ask('preview', id, ...versions, '--client-mods', 'ex');
    expect(preview.out).toContain('extra.jar  on the list of mods to drop');
    expect(preview.out).not.toContain('core.jar');
    expect(preview.out).toContain('Needs Java 17.');
    expect((await ask('watch', id)).out).toContain(
      `Ready: server pack ${second.serverPackId} of modpack ${id}`,
    );
  });

  it('has a modpack imported, and tells why one has no server pack', async () => {
    const link = `https://${host.host}/empty.zip`;
    host.serve('/empty.zip', zipWith({ 'config/a.toml': 'a' }));
    const { exitCode, error, out } = await ask('build', link, ...versions, '--json');
    expect(exitCode).toBe(exitCodes.refusedPack);
    expect(error).toMatch(/No server pack came of modpack \d+ \(empty\.zip\): .+\n {2}[A-Z].+mods.+\n/);
    expect(JSON.parse(out)).toMatchObject({ status: 'ERROR', errors: [{ code: 'NO_MODS' }] });
  });

  it('tells of an installer by which command the pack itself is built', async () => {
    const real = `https://${host.host}/real.zip`;
    host.serve('/real.zip', packOf('real'));
    await writeFile(
      at('starter.zip'),
      zipWith({ 'server-setup-config.yaml': `install:\n  modpackUrl: ${real}\n` }),
    );
    // Without versions, nobody has to look them up to be told.
    const early = await ask('build', '--upload', at('starter.zip'));
    expect(early.error).toContain(`Import it by its link "${real}".`);
    const command = `\n  server-pack build '${real}' builds it.\n`;
    const { exitCode, error, out } = await ask('build', '--upload', at('starter.zip'), ...versions, '--json');
    expect([exitCode, error]).toEqual([exitCodes.refusedPack, expect.stringContaining(command)]);
    expect(JSON.parse(out)).toMatchObject({ errors: [{ code: 'PACK_ELSEWHERE', link: real }] });
    expect(await run(['build', at('starter.zip'), ...versions, '--offline'])).toMatchObject({
      exitCode: exitCodes.refusedPack,
      error: expect.stringContaining(command),
    });
    const built = await ask('build', real, ...versions);
    expect(built.exitCode, built.error).toBe(exitCodes.done);
  });

  it('has a packwiz pack imported by the address of its pack.toml', async () => {
    const files = packwizPack([{ file: 'mods/linked.jar', content: modOf('linked') }]);
    for (const [name, content] of Object.entries(files)) host.serve(`/linked/${name}`, Buffer.from(content));
    const { exitCode, error, out } = await ask('build', `https://${host.host}/linked/pack.toml`);
    expect(exitCode, error).toBe(exitCodes.done);
    expect(out).toMatch(
      /^Ready: server pack \d+ of modpack \d+ \(A pack 1\.0\.0 · linked\.zip\), 1 mod kept, 0 dropped\. /,
    );
  });

  it('shows everything that happens, live, until it is interrupted', async () => {
    const interrupt = new AbortController();
    const { out, error, text, complaints } = terminal();
    const environment = { GATEWAY_URL: service.url };
    const watching = runCommand(['watch', '--json'], { environment, signal: interrupt.signal, out, error });
    await expect.poll(complaints).toContain('Watching');
    await writeFile(at('live.zip'), packOf('live'));
    const sent = await ask('build', '--upload', at('live.zip'), ...versions);
    // To people, the server pack is told once.
    expect(sent.error.match(/: Ready\n/g)).toHaveLength(1);
    const modPackId = Number(/ of modpack (\d+) /.exec(sent.out)?.[1]);
    await expect.poll(text).toContain('Syncing ServerPack to database.');
    interrupt.abort();
    expect(await watching).toBe(exitCodes.interrupted);
    const lines = text().trim().split('\n');
    const events = lines.map((line) => JSON.parse(line)).filter((event) => event.modPackId === modPackId);
    expect(events.map(({ status }) => status)).toEqual([
      'QUEUED',
      'CHECKING',
      'CHECKED',
      'GENERATING',
      ...Array.from({ length: 4 }, () => 'GENERATED'),
    ]);
  });

  it('lets operators register addresses for events, see what was posted there, and send it again', async () => {
    for (const args of [['list'], ['test', '1']]) {
      const refused = await ask('admin', 'webhooks', ...args);
      expect(refused).toMatchObject({ exitCode: exitCodes.refusedRequest, out: '' });
      expect(refused.error).toMatch(
        /^server-pack: This needs a token with the role operator, in GATEWAY_TOKEN\.\n$/,
      );
    }
    const operator = { name: 'op', role: 'operator', voter: false, quota: null, expires: null } as const;
    const GATEWAY_TOKEN = await createToken(service.app.database, operator);
    const surroundings = { environment: { GATEWAY_URL: service.url, GATEWAY_TOKEN } };
    const command = (...args: string[]) => run(['admin', 'webhooks', ...args], surroundings);
    const data = async (...args: string[]) => {
      const { out, error, exitCode } = await command(...args, '--json');
      expect({ exitCode, error }).toEqual({ exitCode: exitCodes.done, error: '' });
      return JSON.parse(out);
    };
    const received: { body: string; headers: Record<string, string> }[] = [];
    host.answer('/hook', async (request, response) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ body: await text(request), headers: Object.fromEntries(headers) });
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });

    const url = `https://${host.host}/hook`;
    const added = await data('add', url, '--status', 'failed', 'checked');
    expect(added).toMatchObject({ url, statuses: ['ERROR', 'CHECKED'], format: 'STANDARD', enabled: true });
    const id = String(added.id);
    expect((await command('list')).out).toContain(`${id}   yes  standard  failed checked  ${url}\n`);

    const tried = await command('test', id);
    const delivery = /^Delivery (\d+) \(webhook\.test\) is queued;/.exec(tried.out)?.[1] ?? '';
    const states = async () =>
      (await data('deliveries', id)).deliveries.map(({ state }: { state: string }) => state);
    await expect.poll(states).toEqual(['FAILED']);
    expect((await command('deliveries')).out).toMatch(
      / failed {2}1 .+ webhook\.test {2}the receiver answers 500\n/,
    );
    await data('resend', delivery);
    await expect.poll(states).toEqual(['DELIVERED']);
    const [first, again] = received;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(new Webhook(added.secret).verify(again?.body ?? '', again?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    });
    expect((await data('deliveries', '--state', 'failed')).totalCount).toBe(0);

    expect((await data('rotate', id)).secret).not.toBe(added.secret);
    expect((await command('change', id, '--disable')).out).toBe(`Webhook ${id} is switched off: ${url}\n`);
    expect(await command('test', id)).toMatchObject({
      exitCode: exitCodes.refusedRequest,
      error: expect.stringContaining('switched off'),
    });
    expect(await data('remove', id)).toEqual({ id: added.id, removed: true });
    expect((await command('list')).out).toBe('There are no webhooks.\n');
    for (const [args, exitCode, words] of [
      [['remove', id], exitCodes.refusedRequest, `no webhook ${id}`],
      [['resend', delivery], exitCodes.refusedRequest, `no delivery ${delivery}`],
      [['add', 'http://127.0.0.1/'], exitCodes.refusedRequest, 'must begin with https://'],
      [['change', id], exitCodes.usage, '--enable or --disable'],
      [['add', url, '--status', 'DONE'], exitCodes.usage, 'Allowed choices are'],
      [[], exitCodes.usage, 'Usage: server-pack admin webhooks'],
    ] as const) {
      const ran = await command(...args);
      expect(ran.error).toContain(words);
      expect(ran).toMatchObject({ exitCode, out: '' });
    }
  });

  it('saves a drop list from files, and has a modpack built with it', async () => {
    const owner = { name: 'lists', role: 'publisher', voter: false, quota: null, expires: null } as const;
    const GATEWAY_TOKEN = await createToken(service.app.database, owner);
    const command = (...args: string[]) =>
      run([...args, '--json'], { environment: { ...environmentFor(service.url), GATEWAY_TOKEN } });
    await writeFile(at('drop.txt'), '# of our community\nlisted\r\n\nother\n');
    const save = ['drop-list', 'save', 'ours', '--client-only', at('drop.txt')];
    expect((await ask(...save)).exitCode).toBe(exitCodes.refusedRequest);
    for (const _ of ['anew', 'the same again'])
      expect(JSON.parse((await command(...save)).out)).toEqual({
        name: 'ours',
        version: 1,
        isDefault: false,
      });
    await writeFile(at('pack.zip'), packOf('listed', 'unlisted'));
    const build = ['build', at('pack.zip'), ...versions, '--list', 'ours@1'];
    expect(await command(...build, '--output', at('out.zip'))).toMatchObject({
      exitCode: exitCodes.usage,
      error: expect.stringContaining('--list names a drop list of a service'),
    });
    expect(JSON.parse((await command(...build, '--upload')).out)).toMatchObject({
      keptCount: 1,
      droppedCount: 2,
    });
  });

  it('has new versions of an address fetched into a line, shows them, and pins one', async () => {
    const owner = { name: 'owner', role: 'publisher', voter: false, quota: null, expires: null } as const;
    const GATEWAY_TOKEN = await createToken(service.app.database, owner);
    const surroundings = { environment: { GATEWAY_URL: service.url, GATEWAY_TOKEN } };
    const command = (...args: string[]) => run(args, surroundings);
    const data = async (...args: string[]) => {
      const { out, error, exitCode } = await command(...args, '--json');
      expect({ exitCode, error }).toEqual({ exitCode: exitCodes.done, error: '' });
      return JSON.parse(out);
    };
    const link = `https://${host.host}/followed.zip`;
    const pack = zipWith({
      'mods/followed.jar': modOf('followed'),
      'modrinth.index.json': JSON.stringify({
        formatVersion: 1,
        game: 'minecraft',
        name: 'Followed',
        versionId: '1',
        files: [],
        dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.6' },
      }),
    });
    host.answer('/followed.zip', async (_request, response) => {
      response.writeHead(200, { etag: '"1"', 'content-length': pack.length }).end(pack);
    });
    expect(await data('line', 'follow', link, '--line', 'followed', '--held')).toMatchObject({
      name: 'followed',
      latest: null,
      following: { address: link, channel: 'RELEASE', held: true },
    });
    expect((await command('line', 'channel', 'followed', 'beta')).out).toContain(
      `New versions from ${link} are on hold (beta).\n`,
    );
    expect((await command('line', 'resume', 'followed')).out).toContain('New versions are fetched from');
    const versions = async () => (await data('line', 'followed')).versions;
    await expect.poll(versions).toMatchObject([{ modPack: { status: 'GENERATED' }, javaVersion: 17 }]);
    const [{ modPack, serverPack }] = await versions();
    expect((await command('line', 'show', 'followed')).out).toMatch(
      new RegExp(`\\n${modPack.id} +${serverPack.id} +ready .+ 1\\.20\\.1 +17 +Followed 1\\n$`),
    );
    expect(await data('line', 'pin', 'followed', String(modPack.id))).toMatchObject({
      pinnedModPackId: modPack.id,
      latest: { id: serverPack.id },
    });
    expect(await data('line', 'pin', 'followed')).toMatchObject({ pinnedModPackId: null });
    expect(await data('line', 'hold', 'followed')).toMatchObject({ following: { held: true } });
    expect((await ask('line', 'unfollow', 'followed')).exitCode).toBe(exitCodes.refusedRequest);
    expect(await data('line', 'unfollow', 'followed')).toMatchObject({ following: null });
    expect((await command('lines')).out).toMatch(
      new RegExp(`\\nfollowed +${serverPack.id} +- +Followed 1\\n$`),
    );
    expect((await data('lines')).lines).toMatchObject([{ name: 'followed' }]);
  });

  it.each([
    [['line', 'nowhere'], exitCodes.refusedRequest, 'The service has no line nowhere.'],
    [['line', 'hold', 'nowhere'], exitCodes.refusedRequest, 'There is no line'],
    [['line', 'channel', 'nowhere', 'all'], exitCodes.usage, 'Allowed choices are release, beta, alpha'],
    [['download', '9999'], exitCodes.refusedRequest, 'The service has no server pack 9999.'],
    [['build', '9999'], exitCodes.refusedRequest, 'The service has no modpack 9999.'],
    [['watch', 'all'], exitCodes.usage, 'a whole number from 1 on'],
    [['build', 'https://nonsense'], exitCodes.refusedRequest, 'not on the list of hosts'],
    [['build', '--upload', 'nowhere.zip'], exitCodes.file, 'there is no such file'],
  ])('tells for %j what is wrong', async (args, exitCode, words) => {
    const ran = await ask(...args);
    expect(ran.error).toContain(words);
    expect(ran).toMatchObject({ exitCode, out: '' });
  });
});

/** A way to the service that holds and does something once so many bytes have passed, and knows from which offsets was sent since then. */
async function openNarrowWay(target: string) {
  const { hostname, port } = new URL(target);
  let [passed, most, offsets] = [0, Number.POSITIVE_INFINITY, [] as number[]];
  let act: (near: Socket) => Promise<void> = async () => {};
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    far.on('error', () => {}).on('close', () => near.destroy());
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('data', (chunk) => near.write(chunk));
    near.on('data', (chunk) => {
      passed += chunk.length;
      for (const [, offset] of chunk.toString('latin1').matchAll(/\r\nupload-offset: (\d+)\r\n/gi))
        offsets.push(Number(offset));
      far.write(chunk);
      if (passed < most) return;
      most = Number.POSITIVE_INFINITY;
      near.pause();
      void act(near);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('There is no port.');
  return {
    url: `http://127.0.0.1:${listening.port}`,
    afterBytes(bytes: number, then: (near: Socket) => Promise<void>) {
      [passed, most, offsets, act] = [0, bytes, [], then];
    },
    offsets: () => offsets,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

describe('the command line with a service that is none', () => {
  it('says where it looked for one', async () => {
    const nowhere = { environment: { GATEWAY_URL: 'http://127.0.0.1:9' } };
    const { exitCode, error } = await run(['list'], nowhere);
    expect(exitCode).toBe(exitCodes.away);
    expect(error).toContain('(http://127.0.0.1:9/). GATEWAY_URL says where it is');
  });

  it.each([
    ['../../.ssh/\u001b[2Jkeys.zip', '[2Jkeys.zip'],
    ['..\\..\\autoexec.bat', 'autoexec.bat'],
    ['.bashrc', 'bashrc'],
    ['-rf', 'rf'],
    ['a:b?.zip', 'a_b_.zip'],
    ['..', ''],
  ])('calls a file that it names %j here %j', (name, here) => {
    expect(fileNameOf(name)).toBe(here);
  });

  it('obeys nothing of what it says, and keeps no file that is not the one it named', async () => {
    const answers: object[] = [];
    const server = createServer((request, response) => {
      request.resume();
      if (request.method === 'GET') response.end('another file');
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(answers.shift()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const listening = server.address();
    if (listening === null || typeof listening === 'string') throw new Error('There is no port.');
    const url = `http://127.0.0.1:${listening.port}`;
    const surroundings = { environment: { GATEWAY_URL: url } };
    try {
      answers.push({ errors: [{ message: 'No.\u001b[2J\u202e' }] });
      expect((await run(['list'], surroundings)).error).toBe('server-pack: No.[2J\n');

      const modPack = { name: 'keys.zip' };
      const file = {
        downloadUrl: `${url}/file`,
        sha256: '0'.repeat(64),
        size: 12,
        modPack,
        run: { configuration: { format: 'ZIP' } },
      };
      answers.push({ data: { serverPack: file } });
      const refused = await run(['download', '1', '-o', at('server.zip')], surroundings);
      expect(refused.error).toContain('is not the file that the service says is there');
      expect(refused.exitCode).toBe(exitCodes.refusedRequest);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      server.close();
    }
  });
});
