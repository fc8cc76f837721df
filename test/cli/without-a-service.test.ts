import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandFailed, exitCodes } from '../../cli/exit-codes.ts';
import { createProgram } from '../../cli/program.ts';
import { endingOf } from '../../cli/run-command.ts';
import { openScreen, shown, table } from '../../cli/screen.ts';
import { WorkProcessDied } from '../../src/core/runs/archive-work.ts';
import { AppError } from '../../src/errors.ts';
import * as mclogs from '../platforms/mclogs.ts';
import { type DownloadHost, openDownloadHost } from '../support/download-host.ts';
import { examplesOf } from '../support/examples.ts';
import { mrpackWith } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';
import { run, terminal } from './terminal.ts';

const modOf = (id: string, fields: object = {}) => jarWith({ 'fabric.mod.json': fabricModJson(id, fields) });
const versions = ['--game-version', '1.20.1', '--modloader', 'fabric', '--modloader-version', '0.15.6'];
const pack = zipWith({
  'mods/lithium.jar': modOf('lithium'),
  'mods/hud.jar': modOf('hud', { environment: 'client' }),
  'config/a.toml': 'a',
});

let folder: string;
let host: DownloadHost;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  host = await openDownloadHost();
});
afterAll(() => host[Symbol.asyncDispose]());

beforeEach(async () => {
  const own = await mkdtemp(path.join(os.tmpdir(), 'command-'));
  folder = own;
  await writeFile(at('pack.zip'), pack);
  return () => rm(own, { recursive: true });
});

describe('server-pack log', () => {
  const log = `java.lang.RuntimeException: Cannot load class net.minecraft.client.Minecraft in environment type SERVER
\tat io.some.hud.Hud.onInitialize(Hud.java:3)
`;

  it('tells why a server did not start, and which jar of its pack is at fault', async () => {
    await writeFile(at('latest.log'), log);
    await writeFile(at('server.zip'), zipWith({ 'mods/hud.jar': jarWith({ 'io/some/hud/Hud.class': '' }) }));
    const alone = await run(['log', at('latest.log')]);
    expect(alone.exitCode).toBe(0);
    expect(alone.out).toContain('At fault, most likely first: io.some.hud.Hud');
    const { out } = await run(['log', at('latest.log'), '--pack', at('server.zip')]);
    expect(out).toContain('A mod reaches for a part of the game that only clients have');
    expect(out).toContain('At fault, most likely first: hud.jar');
    expect(out).toContain('--client-mods hud.jar');
    expect(out).toContain('1: java.lang.RuntimeException');
    await writeFile(at('older.log.gz'), gzipSync(log));
    expect((await run(['log', at('older.log.gz')])).out).toBe(alone.out);
  });

  it('reads a log of mclo.gs', async () => {
    const { status, type, body } = mclogs.found(log);
    host.answer(mclogs.rawPath('AbC1234'), (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    const connect = { ...host.connect, port: Number(host.host.split(':')[1]) };
    const { out } = await run(['log', 'https://mclo.gs/AbC1234'], { connect });
    expect(out).toContain('1: java.lang.RuntimeException');
    const gone = await run(['log', 'https://mclo.gs/Gone123'], { connect });
    expect(gone).toMatchObject({ exitCode: 6, error: expect.stringContaining('answers 404') });
  });

  it('says so of a log that says nothing, and of a file that cannot be read', async () => {
    await writeFile(at('latest.log'), 'Done (4.1s)! For help, type "help"');
    expect((await run(['log', at('latest.log')])).out).toContain('Nothing in this log says why');
    expect(await run(['log', at('gone.log')])).toMatchObject({ exitCode: 6 });
    await writeFile(at('broken.zip'), 'no zip');
    expect(await run(['log', at('latest.log'), '--pack', at('broken.zip')])).toMatchObject({ exitCode: 6 });
  });
});

describe('server-pack build', () => {
  it('builds a server pack from a file, and says what became of its mods', async () => {
    const { exitCode, out, error } = await run([
      'build',
      at('pack.zip'),
      '-o',
      at('server.zip'),
      ...versions,
    ]);
    expect(error).toBe('');
    expect(exitCode).toBe(exitCodes.done);
    expect(out).toContain('for Minecraft 1.20.1 with Fabric 0.15.6, 1 mod kept, 1 dropped.\n');
    const entries = await unzip(at('server.zip'));
    expect([...entries.keys()].filter((name) => /^(mods|config)\//.test(name))).toEqual([
      'mods/lithium.jar',
      'config/a.toml',
    ]);
    expect(await readdir(folder)).toEqual(['pack.zip', 'server.zip']);

    const mrpack = ['build', at('pack.zip'), '-o', at('server.mrpack'), '--format', 'mrpack', '--offline'];
    expect(await run([...mrpack, ...versions])).toMatchObject({
      exitCode: exitCodes.done,
      error: expect.stringMatching(/^Warning: The \.mrpack holds files .+\n$/),
    });
    const names = [...(await unzip(at('server.mrpack'))).keys()];
    expect(names).toEqual(expect.arrayContaining(['modrinth.index.json', 'overrides/mods/lithium.jar']));
  });

  it('leaves a file alone that is there, unless it is told to replace it', async () => {
    await writeFile(at('server.zip'), 'mine');
    const args = ['build', at('pack.zip'), '--output', at('server.zip'), ...versions];
    const refused = await run(args);
    expect(refused).toMatchObject({ exitCode: exitCodes.file, out: '' });
    expect(refused.error).toContain('is there already; --force replaces it');
    expect(await readFile(at('server.zip'), 'utf8')).toBe('mine');

    const forced = await run([...args, '--force', '--json']);
    expect(forced.exitCode).toBe(exitCodes.done);
    const { size, sha256, decisions } = JSON.parse(forced.out);
    expect((await readFile(at('server.zip'))).length).toBe(size);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(decisions).toContainEqual(
      expect.objectContaining({ file: 'hud.jar', kept: false, reason: 'CLIENT_ONLY' }),
    );
    expect(await readdir(folder)).toEqual(['pack.zip', 'server.zip']);
  });

  it('takes from an .mrpack what versions it says, and fetches what it names', async () => {
    await writeFile(at('pack.mrpack'), mrpackWith([host.serve('/a.jar', modOf('a'))]));
    const { exitCode, error } = await run(['build', at('pack.mrpack'), '-o', at('server.zip')], {
      environment: { FETCH_HOSTS: host.host },
      connect: host.connect,
    });
    expect({ exitCode, error }).toEqual({ exitCode: exitCodes.done, error: '' });
    expect((await unzip(at('server.zip'))).get('mods/a.jar')?.contents).toEqual(modOf('a'));
  });

  it('refuses in a sentence what it cannot have, and leaves nothing behind', async () => {
    vi.stubEnv('TMPDIR', folder);
    await writeFile(at('pack.mrpack'), mrpackWith([host.serve('/b.jar', modOf('b'))]));
    const args = ['build', at('pack.mrpack'), '-o', at('server.zip'), '--offline'];
    const refused = await run(args);
    expect(refused).toMatchObject({ exitCode: exitCodes.refusedPack, out: '' });
    expect(refused.error).toMatch(
      /^server-pack: The modpack is refused:\n {2}The archive lacks 1 of the mods .+\n$/,
    );
    expect(JSON.parse((await run([...args, '--json'])).out)).toMatchObject({
      status: 'ERROR',
      errors: [{ code: 'MODS_NOT_INCLUDED' }],
    });
    expect(await readdir(folder)).toEqual(['pack.mrpack', 'pack.zip']);
  });

  it('ends at once when it is interrupted, and leaves nothing behind', async () => {
    vi.stubEnv('TMPDIR', folder);
    const interrupt = new AbortController();
    const file = host.serve('/slow.jar', modOf('slow'));
    host.answer('/slow.jar', () => interrupt.abort());
    await writeFile(at('pack.mrpack'), mrpackWith([file]));
    const { exitCode } = await run(['build', at('pack.mrpack'), '-o', at('server.zip')], {
      environment: { FETCH_HOSTS: host.host },
      connect: host.connect,
      signal: interrupt.signal,
    });
    expect(exitCode).toBe(exitCodes.interrupted);
    expect(await readdir(folder)).toEqual(['pack.mrpack', 'pack.zip']);
  });

  it.each([
    [['build', 'nowhere.zip', ...versions], exitCodes.file, 'there is no such file'],
    [
      ['build', 'package.json', '-o', '/tmp/never.zip', ...versions],
      exitCodes.refusedPack,
      'The modpack is refused:\n',
    ],
    [
      [
        'preview',
        'package.json',
        '--game-version',
        '1.20.1',
        '--modloader',
        'Forge',
        '--modloader-version',
        '52.0.1',
      ],
      exitCodes.usage,
      'Forge 52.0.1 is for game version 1.21.1, not for 1.20.1',
    ],
    [['build'], exitCodes.usage, "missing required argument 'pack'"],
    [['bild', 'pack.zip'], exitCodes.usage, 'Did you mean build?'],
    [['build', 'a.zip', '12', '--offline'], exitCodes.usage, '--offline is for files that are built here'],
    [['build', 'a.zip', '--upload', '-o', 'b.zip'], exitCodes.usage, 'cannot be used with'],
    [['build', 'a.zip', 'b.zip', '-o', 'c.zip'], exitCodes.usage, '--output names one file'],
    [['build', 'a.zip', '--modlaoder', 'Forge'], exitCodes.usage, 'Did you mean --modloader?'],
  ])('tells for %j what is wrong', async (args, exitCode, words) => {
    const ran = await run(args);
    expect(ran.error).toContain(words);
    expect(ran).toMatchObject({ exitCode, out: '' });
  });

  it('says what has to be given where the pack does not say it, and which settings are wrong', async () => {
    const lacking = await run(['build', at('pack.zip'), '-o', at('server.zip')]);
    expect(lacking.error).toContain(
      'The pack does not say its --game-version, --modloader, and --modloader-version',
    );
    expect(lacking.exitCode).toBe(exitCodes.usage);
    const unset = await run(['build', at('pack.zip')], { environment: { WORKER_THREADS: 'many' } });
    expect(unset.error).toContain('WORKER_THREADS: must be a whole number');
    expect(unset.exitCode).toBe(exitCodes.usage);
  });

  const timedOut = Object.assign(new Error('Too long.'), { name: 'TimedOut' });
  it.each([
    ['takes too long', timedOut, 'TASK_TIMED_OUT'],
    [
      'takes too long for a preview',
      new AppError('UNAVAILABLE', 'Try again.', {}, { cause: timedOut }),
      'TASK_TIMED_OUT',
    ],
    ['its process does not outlive', new WorkProcessDied('SIGKILL', ''), 'WORK_PROCESS_DIED'],
  ])('ends as a run of the service would where the work %s', (_why, failure, code) => {
    const ending = endingOf(failure, {});
    const { exitCode, message, details } = ending;
    expect({ exitCode, message }).toEqual({
      exitCode: exitCodes.refusedPack,
      message: 'The modpack is refused:',
    });
    expect(ending).toMatchObject({ problems: [{ code, error: details[0] }] });
  });

  it('tells a fault of its own with where it is', () => {
    const { exitCode, details } = endingOf(new Error('No such thing.'), {});
    expect(exitCode).toBe(exitCodes.failed);
    expect(details[0]).toBe('Error: No such thing.');
    expect(details[1]).toContain('without-a-service.test.ts');
  });

  it('runs from the command line on whatever Node is there, and reads .env', async () => {
    await writeFile(at('.env'), 'WORKER_THREADS=none\n');
    const program = path.resolve('cli/server-pack.mjs');
    const running = promisify(execFile)(program, ['build', 'pack.zip', ...versions], { cwd: folder });
    await expect(running).rejects.toMatchObject({
      code: exitCodes.usage,
      stderr: expect.stringContaining('WORKER_THREADS: must be a whole number'),
    });
  });
});

describe('server-pack preview', () => {
  it('shows what would become of the mods of a file and why, as a table', async () => {
    const { exitCode, out } = await run(['preview', at('pack.zip'), '--all', ...versions]);
    expect(exitCode).toBe(exitCodes.done);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'what     mod          why                                      evidence',
      'dropped  hud.jar      says that it is for clients only         fabric.mod.json: environment is "client".',
      'kept     lithium.jar  kept, since nothing says where it works  fabric.mod.json: environment is not given, which says nothing.',
    ]);
    expect(out).toContain('1 mod kept, 1 dropped; 2 files');
    expect(out).toContain('Needs Java 17.');
    const forge = ['--game-version', '1.20.1', '--modloader', 'Forge', '--modloader-version', '47.2.0'];
    expect((await run(['preview', at('pack.zip'), ...forge])).out).toContain(
      'Needs Java 17; Java 22 and newer fail.',
    );
  });

  it('shows how the author starts the pack, whether these arguments are taken or not', async () => {
    const variables = 'JAVA_ARGS=-Xmx6G -javaagent:/home/me/a.jar\n';
    await writeFile(at('started.zip'), zipWith({ 'mods/a.jar': jarWith({}), 'variables.txt': variables }));
    const { out } = await run(['preview', at('started.zip'), ...versions]);
    expect(out).toContain('The author starts it with: -Xmx6G (--start-args takes them).');
    expect(out).not.toContain('Warning');
    const taken = await run(['preview', at('started.zip'), ...versions, '--start-args', '-Xmx6G', '--json']);
    expect(JSON.parse(taken.out)).toMatchObject({
      startArgs: ['-Xmx6G'],
      recommendedMemory: 6144,
      warnings: [],
    });
  });
});

describe('what strangers say', () => {
  const hostile = 'a\u001b[2Jb\u009b31mc\u202ed\r\ne';

  it('is shown without what a terminal would obey', () => {
    expect(shown(hostile)).toBe('a[2Jb31mcd e');
    expect(
      table(
        ['mod', 'why'],
        [
          ['模组', 'b'],
          ['c', 'd'],
        ],
      ),
    ).toEqual(['mod   why', '模组  b', 'c     d']);
  });

  it('is escaped in JSON, and means the same', async () => {
    const { out, error, text } = terminal();
    openScreen({ json: true, quiet: false }, { out, error }).data({ hostile });
    expect(text()).toMatch(/^[\x20-\x7e]+\n$/);
    expect(JSON.parse(text())).toEqual({ hostile });
  });
});

describe('server-pack completion', () => {
  const complete = async (...words: string[]) => {
    const { out: script } = await run(['completion', 'bash']);
    const asked = words.map((word) => `'${word}'`).join(' ');
    const call = `COMP_WORDS=(server-pack ${asked}); COMP_CWORD=${words.length}; _server_pack; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${call}`]);
    return stdout.split('\n').filter((line) => line !== '');
  };

  it('completes commands, options and their words in bash, and leaves files to it', async () => {
    expect(await complete('bui')).toEqual(['build']);
    expect(await complete('--quiet', 'build', '--forc')).toEqual(['--force']);
    expect(await complete('build', '--modloader', 'F')).toEqual(['Forge', 'Fabric']);
    expect(await complete('completion', 'f')).toEqual(['fish']);
    expect(await complete('admin', 'webhooks', 're')).toEqual(['remove', 'resend', 'release']);
    expect(await complete('admin', 'webhooks', 'add', '--format', 'd')).toEqual(['discord']);
    expect(await complete('build', 'pa')).toEqual([]);
  });

  it.each(['bash', 'zsh', 'fish'])('has every command and option in its script for %s', async (shell) => {
    const { out } = await run(['completion', shell]);
    const { commands } = createProgram({ out() {}, error() {}, open: () => expect.unreachable() });
    for (const command of commands)
      for (const name of [command.name(), ...command.options.map(({ long }) => long?.slice(2) ?? '')])
        expect(out).toContain(name);
  });
});

describe('the pages', () => {
  it('and the help take nothing of ours from npm, where anybody may register the names', async () => {
    const folders = [
      '.',
      'docs',
      'docs/contributing',
      'docs/contributing/decisions',
      'packaging',
      'packaging/workflows',
      'cli',
      'bot',
      'client',
      'scripts',
      'texts',
      'texts/en',
      'texts/de',
      'texts/zh-CN',
    ];
    const texts: [string, string][] = [];
    for (const folder of folders)
      for (const name of await readdir(folder))
        if (/\.(?:md|ts|mjs|ya?ml|cmd|json)$|^Dockerfile$/.test(name) && name !== 'package-lock.json')
          texts.push([`${folder}/${name}`, await readFile(`${folder}/${name}`, 'utf8')]);
    const program = createProgram({ out() {}, error() {}, open: () => expect.unreachable() });
    texts.push(['help', [program, ...program.commands].map((one) => one.helpInformation()).join('\n')]);
    const taken = texts.flatMap(([place, text]) =>
      [...text.matchAll(/\b(?:npx|npm exec|npm install|npm i|pnpm dlx|bunx)\s+([^`'"\n#]*)/g)].map(
        ([, words = '']) => ({ place, packages: words.split(/\s+/) }),
      ),
    );
    expect(taken.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['docs/command-line.md', 'client/README.md']),
    );
    const ours = (name: string) => /^server-pack(?:-|@|$)/.test(name);
    // A package that is a file comes from no registry.
    const isFile = (word: string) => /^--package=\.\//.test(word);
    expect(taken.filter(({ packages }) => packages.some(ours) && !packages.some(isFile))).toEqual([]);
    expect(texts.filter(([, text]) => /\bserver-pack-service@/.test(text)).map(([place]) => place)).toEqual(
      [],
    );
  });

  it('call server-pack with what it takes', async () => {
    const pages = [
      'README.md',
      ...(await readdir('docs', { recursive: true }))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    const lines = (await Promise.all(pages.map((page) => examplesOf(page, 'sh'))))
      .flat()
      .flatMap((example) => [
        ...example.matchAll(/^(?:node cli\/server-pack\.mjs|server-pack) (.+?)(?: *#.*| > .*)?$/gm),
      ])
      .map(([, words = '']) => words.split(/\s+/));
    expect(lines.length).toBeGreaterThan(8);
    for (const words of lines) {
      const taken = { printed: false, reached: false };
      const program = createProgram({
        out() {
          taken.printed = true;
        },
        error: (text) => expect.unreachable(`server-pack ${words.join(' ')}: ${text}`),
        open() {
          taken.reached = true;
          throw new CommandFailed(exitCodes.done, 'It was understood.');
        },
      });
      await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
        if (!(error instanceof CommandFailed)) throw error;
      });
      expect([words, taken.reached || taken.printed]).toEqual([words, true]);
    }
  });
});
