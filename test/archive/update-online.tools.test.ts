import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import { createToken } from '../../src/access/tokens.ts';
import { ask, globalId } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import type { ServerFolder, ServerFolderOptions } from '../support/start-scripts/server-folder.ts';
import { fabric, openInstalled } from '../support/start-scripts/setting.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

// These tests need busybox, dash, bash and a development kit of Java from 11 on.

/** The way from servers to the service: it counts the bytes of answers, and may change them. */
interface Way extends AsyncDisposable {
  url: string;
  target: string;
  /** Bytes that servers were sent. */
  sent: number;
  /** Changes the text of a manifest. */
  change: ((manifest: string) => string) | null;
  /** Whether it knows ranges. */
  ranges: boolean;
  /** Changes what is asked for. */
  changeQuestion: ((url: string) => string) | null;
}

async function openWay(): Promise<Way> {
  const server = createServer(async (request, response) => {
    const { range } = request.headers;
    const url = request.url ?? '';
    const answer = await fetch(`${way.target}${way.changeQuestion?.(url) ?? url}`, {
      headers: range === undefined || !way.ranges ? {} : { range },
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
    ranges: true,
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

async function upload(
  name: string,
  files: Record<string, string | Uint8Array>,
  line = 'my-pack',
): Promise<number> {
  const { gameVersion, modloaderVersion } = fabric;
  const runConfiguration = { gameVersion, modloader: 'FABRIC', modloaderVersion, startArgs: ['-Xmx2G'] };
  const input = { archive: { file: null }, line, runConfiguration };
  const query = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) {
    ... on RunStarted { modPack { databaseId } } ... on UserError { message } } }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { input } }));
  form.set('map', JSON.stringify({ file: ['variables.input.archive.file'] }));
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
    ... on RunStarted { run { databaseId } } ... on UserError { message } } }`;
  const input = { modPack: globalId('ModPack', 2), runConfiguration };
  const { data } = await ask(service.url, query, { input }, { authorization });
  const runConfigurationId = Number(Object(data).generateServerPack?.run?.databaseId);
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

const change = (name: string, line = 'my-pack', more = '') =>
  ask(
    service.url,
    `mutation { ${name}(input: { line: "${line}"${more} }) { __typename ... on UserError { message } } }`,
    {},
    { authorization },
  );

beforeAll(async () => {
  way = await openWay();
  service = await startTestApp({ environment: { PUBLIC_URL: way.url, ACCESS: 'closed' } });
  way.target = service.url;
  const token = { name: 'owner', role: 'publisher', voter: false, quota: null, expires: null } as const;
  authorization = `Bearer ${await createToken(service.app.database, token)}`;
  await upload('first.zip', { 'mods/first.jar': modOf('first', '1') });
  expect((await change('createUpdateLink')).data?.createUpdateLink).toEqual({ __typename: 'Line' });
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
  '.start-lock',
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
  const java = '#!/bin/sh\n[ ! -e mods/a-2.jar ] || export STUB_JAVA_VERSION=1.8.0_402\nexec old-java "$@"\n';
  writeFileSync(join(programs, 'java'), java, { mode: 0o755 });
  const { status, output } = await server.start({ UPDATE: 'on' }, ['--install-only']);
  expect(output).toContain('Going back to the files from before the update');
  expect(output).toContain('The server is installed.');
  expect(status).toBe(0);
  expect(filesOf(server)).toEqual(oldState());
  expect(server.javaCalls()).toEqual([]);
});

test('a server updates itself without curl, wget and openssl', async () => {
  using server = usedServer(['dash'], { programs: fewPrograms.split(' ') });
  const { output } = await server.start({}, ['--update', '--yes']);
  expect(output).toContain('The server is up to date.');
  expect(filesOf(server)).toEqual(newState());
});

const fewPrograms = 'dash mv rm cat id grep sed tr head mkdir dirname readlink env ls cp ps';

test('where the way knows no ranges, what follows the first file comes at once', async () => {
  using server = usedServer(['dash']);
  way.sent = 0;
  way.ranges = false;
  const { output } = await server.start({}, ['--update', '--yes']);
  way.ranges = true;
  expect(output).toContain('The server is up to date.');
  expect(filesOf(server)).toEqual(newState());
  expect(way.sent).toBeLessThan(2.5 * wholeSize);
});

test.each([
  ['an update', {}],
  ['the way back from an update', { STUB_SERVER: 'fails-beside-mods/a-2.jar' }],
])('wherever %s is killed, the next start has the old files or the new ones', async (_title, environment) => {
  const shells = [['dash'], ['bash'], ['busybox', 'ash']];
  const outcomes = new Set<string>();
  const { steps } = await stepsUntil(['dash'], 1_000_000, environment);
  expect(steps).toContain('createLink');
  const isMeant = (step: number) => process.env.KILLS === 'all' || step % 12 === 0;
  const meant = steps.map((_, index) => index + 1).filter(isMeant);
  for (const [index, step] of meant.entries()) {
    const { files, left } = await stepsUntil(shells[index % 3] ?? [], step, environment);
    outcomes.add(JSON.stringify(files) === JSON.stringify(newState()) ? 'new' : 'old');
    expect([oldState(), newState()], `killed at step ${step}, ${steps[step - 1]}: ${left}`).toContainEqual(
      files,
    );
  }
  expect(outcomes).toEqual(new Set('STUB_SERVER' in environment ? ['old'] : ['old', 'new']));
});

/** A start.jar that ends its start at a step of what it does to files. */
const killedJar = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-jar-'));
  const source = readFileSync(
    new URL('../../src/archive/start-scripts/UpdateServer.java', import.meta.url),
    'utf8',
  );
  writeFileSync(join(folder, 'UpdateServer.java'), source.replace('import java.nio.file.Files;\n', ''));
  copyFileSync(new URL('../support/start-scripts/Files.java', import.meta.url), join(folder, 'Files.java'));
  execFileSync('javac', ['UpdateServer.java', 'Files.java'], { cwd: folder });
  const classes = readdirSync(folder).filter((name) => name.endsWith('.class'));
  const jar = zipWith(Object.fromEntries(classes.map((name) => [name, readFileSync(join(folder, name))])));
  rmSync(folder, { recursive: true });
  return jar;
})();

const stepped = 'mv mkdir cp rm';

/**
 * Has an update, with its start script and every program that this calls, killed at this step, then starts the server as it is left.
 */
async function stepsUntil(shell: string[], step: number, environment: Record<string, string>) {
  using server = usedServer(shell);
  write(server, 'start.jar', killedJar);
  const folder = join(server.path, '..', 'stepped');
  mkdirSync(folder);
  const log = join(server.path, '..', 'log');
  writeFileSync(log, '');
  for (const name of stepped.split(' ')) {
    const real = ['/usr/bin', '/bin'].map((place) => join(place, name)).find((file) => existsOf(file));
    // Two of a pipeline may both be counted before either looks.
    const script = `#!/bin/sh\necho ${name} >>${log}\n[ "$(/usr/bin/wc -l <${log})" -lt ${step} ] || kill -9 0\nexec ${real} "$@"\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  const programs = join(server.path, '..', 'programs');
  const PATH = `${folder}:${programs}:${process.env.PATH ?? ''}`;
  await server.start({ ...environment, UPDATE: 'on', PATH, STEPS: log, KILL_AT: `${step}` });
  const steps = readFileSync(log, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const left = server.has('.update') ? readdirSync(join(server.path, '.update')).join(' ') : '';
  expect(await server.start(environment)).toMatchObject({ status: 0 });
  if (readFileSync(join(server.path, 'start.jar')).equals(killedJar))
    write(server, 'start.jar', before.get('start.jar') ?? '');
  return { steps, left, files: filesOf(server) };
}

function existsOf(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

describe('an answer that the service has signed', () => {
  test('for another line is refused, although somebody on the way passed the question on to it', async () => {
    await upload('evil.zip', { 'mods/evil.jar': modOf('evil', '1') }, 'of-a-stranger');
    await change('createUpdateLink', 'of-a-stranger');
    const { data } = await ask(
      service.url,
      '{ line(by: { name: "of-a-stranger" }) { updateUrl } }',
      {},
      { authorization },
    );
    const { pathname, search } = new URL(Object(data?.line).updateUrl);
    using server = usedServer(['dash']);
    way.changeQuestion = (url) =>
      url.startsWith('/lines/my-pack/update?')
        ? `${pathname}${search}${url.slice(url.indexOf('&nonce='))}`
        : url;
    const { status, output } = await server.start({}, ['--update', '--yes']);
    way.changeQuestion = null;
    expect(output).toContain('not of the line that UPDATE_URL names');
    expect(status).toBe(1);
    expect(filesOf(server)).toEqual(oldState());
  });

  test.each([
    [
      'with an address outside of its line is refused',
      /^url .*$/m,
      () => `url ${way.url}/lines/of-a-stranger/update/1`,
      'names an address outside of its line',
    ],
    [
      'with a file that is larger than it tells is refused',
      /^(file \S+ \S+ \S+ \S+ \S+) \S+ (mods\/a-2\.jar)$/m,
      () => '$1 9 $2',
      'More was sent than the 9 bytes',
    ],
    [
      'with other bytes of a file is refused',
      /^file \S+ (.* mods\/a-2\.jar)$/m,
      () => `file ${'0'.repeat(64)} $1`,
      'What was fetched is damaged or was changed: mods/a-2.jar',
    ],
    [
      'with a file outside of the server puts it nowhere',
      /^(file .*) mods\/a-2\.jar$/m,
      () => '$1 mods/../../a-2.jar',
      'The server is up to date.',
    ],
  ])('%s', async (_title, from, to, said) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    using server = usedServer(['dash']);
    write(server, 'update-key.pem', publicKey.export({ type: 'spki', format: 'pem' }));
    way.change = (manifest) => {
      const text = manifest.replace(from, to()).replace(/^signature .*\n/m, '');
      return `${text}signature ${sign(null, Buffer.from(text), privateKey).toString('base64')}\n`;
    };
    const { output } = await server.start({}, ['--update', '--yes']);
    way.change = null;
    expect(output).toContain(said);
    expect(server.has('mods/a-2.jar') || server.has('../a-2.jar')).toBe(false);
    expect(server.has('mods/a-1.jar')).toBe(!said.includes('up to date'));
  });

  test('with an older server pack is refused, unless that is pinned', async () => {
    using server = openInstalled(['dash']);
    for (const [name, contents] of after) write(server, name, contents);
    const update = async () => (await server.start({}, ['--update', '--yes'])).output;
    const { db } = service.app.database;
    const withdraw = (withdrawn: Date | null) =>
      db.update(modPacks).set({ withdrawn }).where(eq(modPacks.name, 'new.zip'));
    await withdraw(new Date());
    expect(await update()).toContain('an older server pack than this server has');
    expect(filesOf(server)).toEqual(expected(after, {}));
    await change('pinLine', 'my-pack', `, modPack: "${globalId('ModPack', 2)}"`);
    expect(await update()).toContain('The server is up to date.');
    expect(server.has('mods/a-1.jar')).toBe(true);
    await change('pinLine');
    await withdraw(null);
  });
});

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
  await change('deleteUpdateLink');
  expect(await refused()).toContain('The service does not tell of updates');
  expect(await server.start({ UPDATE: 'on' })).toMatchObject({
    status: 0,
    output: expect.stringContaining('The server starts as it is.'),
  });
  expect(filesOf(server)).toEqual(oldState());
});
