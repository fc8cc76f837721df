import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../src/access/tokens.ts';
import { ask, globalId } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import type { ServerFolder, ServerFolderOptions } from '../support/start-scripts/server-folder.ts';
import { fabric, openInstalled } from '../support/start-scripts/setting.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

// These tests need busybox, dash, bash, curl, wget and openssl 3.

/** The way from servers to the service: it counts the bytes of answers, and may change them. */
interface Way extends AsyncDisposable {
  url: string;
  target: string;
  /** Bytes that servers were sent. */
  sent: number;
  /** Changes the text of a manifest. */
  change: ((manifest: string) => string) | null;
  /** Changes what is asked for. */
  changeQuestion: ((url: string) => string) | null;
}

async function openWay(): Promise<Way> {
  const server = createServer(async (request, response) => {
    const { range } = request.headers;
    const url = request.url ?? '';
    const answer = await fetch(`${way.target}${way.changeQuestion?.(url) ?? url}`, {
      headers: range === undefined ? {} : { range },
    });
    let body = Buffer.from(await answer.arrayBuffer());
    const isManifest = answer.headers.get('content-type')?.startsWith('text/plain') ?? false;
    if (way.change !== null && isManifest) body = Buffer.from(way.change(body.toString()));
    way.sent += body.length;
    response.writeHead(answer.status, { 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The way has no port.');
  const way: Way = {
    url: `http://127.0.0.1:${address.port}`,
    target: '',
    sent: 0,
    change: null,
    changeQuestion: null,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return way;
}

const modOf = (id: string, version: string, data: Uint8Array = Buffer.from('data')) =>
  jarWith({ 'fabric.mod.json': fabricModJson(id, { version }), 'data.bin': data });

const oldFiles = {
  'mods/large.jar': modOf('large', '1', randomBytes(1_000_000)),
  'mods/a-1.jar': modOf('a', '1'),
  'mods/gone.jar': jarWith({
    'fabric.mod.json': fabricModJson('gone'),
    'assets/gone/blockstates/stone.json': '{}',
  }),
  'config/plain.toml': 'old',
  'config/mine.toml': 'old',
  'config/both.toml': 'old',
};
const newFiles = {
  'mods/large.jar': oldFiles['mods/large.jar'],
  'mods/a-2.jar': modOf('a', '2', randomBytes(2_000)),
  'mods/new one.jar': modOf('new', '1'),
  'config/plain.toml': 'new',
  'config/mine.toml': 'old',
  'config/both.toml': 'new',
  'config/deep/added.toml': 'added',
  'config/empty.toml': '',
};

let way: Way;
let service: TestApp;
let authorization: string;
/** The server packs of both, unpacked, and the bytes of the newer one. */
let before: Map<string, Buffer>;
let after: Map<string, Buffer>;
let wholeSize: number;

async function upload(name: string, files: Record<string, string | Uint8Array>): Promise<number> {
  const { gameVersion, modloaderVersion } = fabric;
  const runConfiguration = { gameVersion, modloader: 'FABRIC', modloaderVersion, startArgs: ['-Xmx2G'] };
  const input = { file: null, line: 'my-pack', runConfiguration };
  const query = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) {
    ... on RunStarted { modPack { databaseId } } ... on Error { message } } }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { input } }));
  form.set('map', JSON.stringify({ file: ['variables.input.file'] }));
  form.set('file', new Blob([new Uint8Array(zipWith(files))]), name);
  const headers = { 'graphql-require-preflight': '1', authorization };
  const response = await fetch(`${service.url}/graphql`, { method: 'POST', body: form, headers });
  const modPackId = Number(Object(await response.json()).data?.uploadModPack?.modPack?.databaseId);
  for await (const event of service.app.feed.subscribe({ modPackId, status: ['GENERATED', 'ERROR'] }, 0))
    if (event.status === 'ERROR' || event.serverPackId !== null) return event.serverPackId ?? 0;
  return 0;
}

/** Has the line build the older modpack once more, otherwise: no server here has that. */
async function buildWithoutMods(): Promise<void> {
  const { gameVersion, modloaderVersion } = fabric;
  const runConfiguration = {
    gameVersion,
    modloader: 'FABRIC',
    modloaderVersion,
    clientMods: ['large', 'gone'],
  };
  const query = `mutation ($input: GenerateServerPackInput!) { generateServerPack(input: $input) {
    ... on RunStarted { runConfiguration { databaseId } } ... on Error { message } } }`;
  const input = { modPack: globalId('ModPack', 2), runConfiguration };
  const { data } = await ask(service.url, query, { input }, { authorization });
  const runConfigurationId = Number(Object(data).generateServerPack?.runConfiguration?.databaseId);
  for await (const event of service.app.feed.subscribe({ runConfigurationId, status: ['GENERATED'] }, 0))
    if (event.serverPackId !== null) return;
}

async function unpacked(serverPack: number): Promise<{ files: Map<string, Buffer>; size: number }> {
  const response = await fetch(`${service.url}/api/v2/serverpacks/download/${serverPack}`, {
    headers: { authorization },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  await using file = await temporaryFile(bytes);
  const entries = await unzip(file.path);
  return {
    files: new Map([...entries].map(([name, { contents }]) => [name, contents])),
    size: bytes.length,
  };
}

const change = (name: string) =>
  ask(
    service.url,
    `mutation { ${name}(input: { line: "my-pack" }) { __typename ... on Error { message } } }`,
    {},
    {
      authorization,
    },
  );

beforeAll(async () => {
  way = await openWay();
  service = await startTestApp({ environment: { PUBLIC_URL: way.url, ACCESS: 'closed' } });
  way.target = service.url;
  const token = { name: 'owner', role: 'publisher', voter: false, quota: null, expires: null } as const;
  authorization = `Bearer ${await createToken(service.app.database, token)}`;
  await upload('first.zip', { 'mods/first.jar': modOf('first', '1') });
  expect((await change('makeUpdateLink')).data?.makeUpdateLink).toEqual({ __typename: 'LineChanged' });
  before = (await unpacked(await upload('old.zip', oldFiles))).files;
  await buildWithoutMods();
  ({ files: after, size: wholeSize } = await unpacked(await upload('new.zip', newFiles)));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await way[Symbol.asyncDispose]();
});

/** A server of the older server pack, of which somebody has changed some files. */
function usedServer(shell: string[], options: Partial<ServerFolderOptions> = {}): ServerFolder {
  const server = openInstalled(shell, options);
  for (const [name, contents] of before) write(server, name, contents);
  write(server, 'config/mine.toml', 'changed');
  write(server, 'config/both.toml', 'changed');
  write(server, 'world/level.dat', 'a world');
  // Somebody keeps one that stays and one that goes in another folder.
  for (const name of ['large.jar', 'gone.jar']) {
    const mod = before.get(`mods/${name}`) ?? '';
    write(server, `shared/${name}`, mod);
    rmSync(join(server.path, 'mods', name));
    symlinkSync(`../shared/${name}`, join(server.path, 'mods', name));
  }
  return server;
}

function write(server: ServerFolder, name: string, contents: string | Buffer): void {
  mkdirSync(dirname(join(server.path, name)), { recursive: true });
  writeFileSync(join(server.path, name), contents, { mode: name === 'start.sh' ? 0o755 : 0o644 });
}

const own = [
  '.update/',
  'world/',
  'shared/',
  'logs/',
  'eula.txt',
  '.previousrun',
  'fabric-server-launcher.jar',
];

/** All files of the server that are the server pack's, but for variables.txt, which both may change. */
function filesOf(server: ServerFolder): Record<string, string> {
  const names = readdirSync(server.path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() || one.isSymbolicLink())
    .map((one) => join(one.parentPath, one.name).slice(server.path.length + 1))
    .filter((name) => name !== 'variables.txt' && !own.some((one) => name.startsWith(one)));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(server.path, name)).toString('base64')]),
  );
}

/** The same as they should be, with what somebody has changed. */
function expected(pack: ReadonlyMap<string, Buffer>, more: Record<string, string>): Record<string, string> {
  const files = new Map([
    ...pack,
    ...Object.entries(more).map(([name, text]) => [name, Buffer.from(text)] as const),
  ]);
  files.delete('variables.txt');
  return Object.fromEntries([...files].sort().map(([name, contents]) => [name, contents.toString('base64')]));
}

const changed = { 'config/mine.toml': 'changed', 'config/both.toml': 'changed' };
const oldState = () => expected(before, changed);
const newState = () =>
  expected(after, {
    ...changed,
    'config/both.toml.new': 'new',
    'HOW-TO-RUN.md': `${after.get('HOW-TO-RUN.md')}\n${whatChanged}`,
  });
const whatChanged = `## What changed since old.zip

### What to do

- The gone is gone. What a world has of it, such as blocks or terrain, is lost once the server loads it: back the world up first.

### Updated mods (1)

- The a: \`1\` → \`2\`

### Added mods (1)

- The new: \`new one.jar\`

### Removed mods (1)

- The gone: \`gone.jar\`
`;

describe.each([[['dash']], [['bash']], [['busybox', 'ash']]])(
  'a server that updates itself in %s',
  (shell) => {
    test('moves what has changed alone, keeps what somebody changed, and starts', async () => {
      using server = usedServer(shell);
      way.sent = 0;
      const { status, output } = await server.start({ UPDATE: 'on' });
      expect(output).toContain('keep     config/mine.toml (changed on the server)');
      expect(output).toContain(whatChanged);
      expect(status).toBe(0);
      expect(filesOf(server)).toEqual(newState());
      expect(lstatSync(join(server.path, 'mods/large.jar')).isSymbolicLink()).toBe(true);
      expect(server.javaCalls()).toHaveLength(1);
      expect(server.has('.update/trial')).toBe(false);
      expect(way.sent).toBeLessThan(wholeSize / 10);
      expect((await server.start({}, ['--update'])).output).toContain('has the newest server pack');
    });

    test('goes back to the files from before where the server does not come up, and leaves that version alone', async () => {
      using server = usedServer(shell);
      const environment = { UPDATE: 'on', STUB_SERVER: 'fails-beside-mods/a-2.jar' };
      const { status, output } = await server.start(environment);
      expect(output).toContain('Going back to the files from before the update');
      expect(status).toBe(0);
      expect(filesOf(server)).toEqual(oldState());
      expect(server.javaCalls()).toHaveLength(2);
      expect((await server.start(environment)).output).toContain('did not start here, so it is left alone');
      expect(filesOf(server)).toEqual(oldState());
    });

    test('keeps the older files while the server was stopped before it was up, and lets go of them once it is up', async () => {
      using server = usedServer(shell);
      write(server, 'logs/latest.log', 'Done (1.0s)!');
      const runAndStop = async (log: string) => {
        const running = server.launch({ UPDATE: 'on', STUB_SERVER: 'until-stopped' });
        await running.printed('\nrunning\n');
        write(server, 'logs/latest.log', log);
        running.process.kill('SIGTERM');
        return running.ended;
      };
      expect(await runAndStop('Starting')).toMatchObject({ status: 7 });
      expect(server.has('.update/trial')).toBe(true);
      const { status, output } = await server.start({}, ['--update', '--yes']);
      expect(status).toBe(1);
      expect(output).toContain('Start the server first, then update it again.');
      expect((await runAndStop('Done (1.0s)!')).output).toContain('so no newer one is looked for');
      expect(server.has('.update/trial')).toBe(false);
      expect(await server.start({ STUB_SERVER: 'fails-beside-mods/a-2.jar' })).toMatchObject({ status: 3 });
      expect(filesOf(server)).toEqual(newState());
    });
  },
);

test.each([
  ['after the day of its start was up, by the log of that day', '2026-11-27-1.log.gz'],
  ["was up, by Forge's debug log", 'debug-1.log.gz'],
])('a server that was killed %s alone', async (_title, rolled) => {
  using server = usedServer(['busybox', 'ash']);
  // The next start would put it away, as if it were newer.
  write(server, 'logs/debug.log', `of the run before: ${done}`);
  const runAndKill = async (logs: Record<string, Buffer | string>) => {
    const running = server.launch({ UPDATE: 'on', STUB_SERVER: 'until-stopped' });
    await running.printed('\nrunning\n');
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(server.path, '.update/trial/started'), past, past);
    for (const [name, contents] of Object.entries(logs)) write(server, `logs/${name}`, contents);
    process.kill(-(running.process.pid ?? 0), 'SIGKILL');
    await running.ended;
  };
  await runAndKill({
    'latest.log': 'of today',
    'kubejs-1.log.gz': gzipSync(done),
    'debug-2.log.gz': gzipSync('Done (3 recipes)'),
  });
  expect((await server.start({}, ['--update', '--yes'])).output).toContain('Start the server first');
  await runAndKill({ 'latest.log': 'of today', [rolled]: gzipSync(done) });
  expect((await server.start({}, ['--update', '--yes'])).output).toContain('has the newest server pack');
  expect(server.has('.update/trial')).toBe(false);
});

const done = 'Done (1.0s)! For help, type "help"\n';

test('a server that ends after ten minutes was up, whatever its log of today tells', async () => {
  using server = usedServer(['dash']);
  const seconds = join(server.path, '..', 'seconds');
  const date = `#!/bin/sh\necho 0 >>${seconds}\necho $(($(/usr/bin/wc -l <${seconds}) * 600))\n`;
  writeFileSync(join(server.path, '..', 'programs', 'date'), date, { mode: 0o755 });
  const environment = { UPDATE: 'on', STUB_SERVER: 'fails-beside-mods/a-2.jar' };
  expect(await server.start(environment)).toMatchObject({ status: 3 });
  expect(filesOf(server)).toEqual(newState());
  expect(server.has('.update/trial')).toBe(false);
});

test('where the newer server cannot be installed, the older one is, and starts no more than was asked for', async () => {
  using server = usedServer(['dash']);
  const programs = join(server.path, '..', 'programs');
  renameSync(join(programs, 'java'), join(programs, 'old-java'));
  const java = '#!/bin/sh\n[ ! -e mods/a-2.jar ] || exit 1\nexec old-java "$@"\n';
  writeFileSync(join(programs, 'java'), java, { mode: 0o755 });
  const { status, output } = await server.start({ UPDATE: 'on' }, ['--install-only']);
  expect(output).toContain('Going back to the files from before the update');
  expect(output).toContain('The server is installed.');
  expect(status).toBe(0);
  expect(filesOf(server)).toEqual(oldState());
  expect(server.javaCalls()).toEqual([]);
});

test.each([
  ['wget', '#!/bin/sh\nexec /usr/bin/wget "$@"\n', 10],
  ['the wget of busybox, which knows no ranges', '#!/bin/sh\nexec busybox wget "$@"\n', 0.5],
])('without curl a server updates itself by %s', async (_title, wget, part) => {
  const used =
    'sh dash busybox mv rm cat id grep sed tr head mkdir dirname readlink sha256sum env awk sort cmp ln cp gzip od tail wc chmod sync openssl date cut uname sleep find';
  using server = usedServer(['dash'], { programs: used.split(' ') });
  writeFileSync(join(server.path, '..', 'programs', 'wget'), wget, { mode: 0o755 });
  way.sent = 0;
  const { output } = await server.start({}, ['--update', '--yes']);
  expect(output).toContain('The server is up to date.');
  expect(filesOf(server)).toEqual(newState());
  expect(way.sent).toBeLessThan(wholeSize / part);
});

test('wherever an update is killed, the next start has the old files or the new ones', async () => {
  const shells = [['dash'], ['bash'], ['busybox', 'ash']];
  const outcomes = new Set<string>();
  const { calls: all } = await stepsUntil(['dash'], 1_000_000);
  // Files are exchanged from then on: there, more can go wrong.
  const exchange = all.indexOf('sync') + 1;
  expect(exchange).toBeGreaterThan(0);
  const isMeant = (step: number) => process.env.KILLS === 'all' || step % (step < exchange ? 100 : 10) === 0;
  for (const step of all.map((_, index) => index + 1).filter(isMeant)) {
    const { files, left } = await stepsUntil(shells[step % 3] ?? [], step);
    outcomes.add(JSON.stringify(files) === JSON.stringify(newState()) ? 'new' : 'old');
    expect([oldState(), newState()], `killed at step ${step}, ${all[step - 1]}: ${left}`).toContainEqual(
      files,
    );
  }
  expect(outcomes).toEqual(new Set(['old', 'new']));
});

const stepped = 'mv ln rm mkdir cp gzip curl chmod cat sync sed awk head tail rmdir sort';

/** Has every program that is called killed with its script at this step of an update, then starts the server as it is left. */
async function stepsUntil(shell: string[], step: number) {
  using server = usedServer(shell);
  const folder = join(server.path, '..', 'stepped');
  mkdirSync(folder);
  const log = join(folder, 'log');
  writeFileSync(log, '');
  for (const name of stepped.split(' ')) {
    const real = ['/usr/bin', '/bin'].map((place) => join(place, name)).find((file) => existsOf(file));
    // Two of a pipeline may both be counted before either looks.
    const script = `#!/bin/sh\necho ${name} >>${log}\n[ "$(/usr/bin/wc -l <${log})" -lt ${step} ] || kill -9 0\nexec ${real} "$@"\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  const programs = join(server.path, '..', 'programs');
  const PATH = `${folder}:${programs}:${process.env.PATH ?? ''}`;
  await server.start({ UPDATE: 'on', PATH });
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const left = server.has('.update') ? readdirSync(join(server.path, '.update')).join(' ') : '';
  expect(await server.start()).toMatchObject({ status: 0 });
  return { calls, left, files: filesOf(server) };
}

function existsOf(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

test('a manifest that was changed, or is of another time, is refused; so is a link that was withdrawn', async () => {
  using server = usedServer(['dash']);
  const manifests: string[] = [];
  way.change = (manifest) => {
    manifests.push(manifest);
    return manifest.replace(/^(file [0-9a-f]{63})./m, '$1x');
  };
  const refused = async () => (await server.start({}, ['--update', '--yes'])).output;
  expect(await refused()).toContain('not signed by the service');
  const [older = ''] = manifests;
  way.change = () => older;
  expect(await refused()).toContain('it may be an old one');
  way.change = null;
  // Of another build of the same modpack, and of none.
  for (const from of [/(&from=[0-9a-f]{64})\.[0-9]+$/, /(&from)=[0-9a-f.]+$/]) {
    way.changeQuestion = (url) => url.replace(from, '$1');
    expect(await refused()).toContain('not for the server pack that is here');
  }
  way.changeQuestion = null;
  // The server asks first unless it is told to.
  expect((await server.start({}, ['--update'])).output).toContain('Nothing was changed');
  await change('withdrawUpdateLink');
  expect(await refused()).toContain('The service does not tell of updates');
  expect(await server.start({ UPDATE: 'on' })).toMatchObject({
    status: 0,
    output: expect.stringContaining('The server starts as it is.'),
  });
  expect(filesOf(server)).toEqual(oldState());
});
