import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Child, startProgram } from './support/child.ts';
import { startDiscord } from './support/discord/index.ts';
import { makeDataDir } from './support/embedded-files.ts';

const root = path.resolve(import.meta.dirname, '..');
const ours = new Set(['node_modules', 'scripts', 'src', 'workers', 'bot', 'demo', 'drizzle']);
const packageJson = z.looseObject({ scripts: z.record(z.string(), z.string()) });

/** What a script of npm's may look like here: it says who it is, then ends as it is told to. */
const program = `
  let interrupts = 0;
  process.on('SIGINT', () => { interrupts += 1; console.log('interrupted'); });
  if (process.argv[2] === 'deaf') console.log('deaf', process.pid);
  else {
    process.on('SIGTERM', () => setTimeout(() => {
      console.log('told to stop after', interrupts);
      process.exit(7);
    }, 100));
    console.log('ready', process.pid);
  }
  setInterval(() => {}, 1000);
`;

/** A Node that cannot become another program, as before 22.15 and on Windows. */
const cannotBecome = { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' };

let folder = '';

/** A copy of the project in links, so that data, .env and additional scripts are the test's own. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'start-'));
  for (const name of await readdir(root)) {
    if (ours.has(name)) await symlink(path.join(root, name), path.join(folder, name));
  }
  const { scripts, ...rest } = packageJson.parse(
    JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
  );
  const more = {
    program: 'exec node scripts/run.mjs program.mjs',
    deaf: 'exec node scripts/run.mjs program.mjs deaf',
  };
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...rest, scripts: { ...scripts, ...more } }),
  );
  await writeFile(path.join(folder, 'program.mjs'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** On the Node that the tests run on, whatever is called node here; npm is not to look for news of itself. */
const own = { PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter) };
const start = (command: [string, ...string[]], environment: Record<string, string> = {}) =>
  startProgram(command, {
    folder,
    environment: { ...own, HOME: folder, NPM_CONFIG_UPDATE_NOTIFIER: 'false', ...environment },
  });
const npm = (script: string, environment?: Record<string, string>) =>
  start(['npm', 'run', script], environment);
const launcher = (environment?: Record<string, string>) =>
  start(['node', 'scripts/run.mjs', 'program.mjs'], environment);

/** The process that the launcher's program says it is. */
async function programOf(child: Child): Promise<number> {
  const [, pid] = await child.line(/^(?:ready|deaf) (\d+)$/);
  return Number(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.runIf(process.platform !== 'win32').each([
  ['becomes the program', {}],
  ['has the program as its child', cannotBecome],
])('the launcher that %s', (way, environment) => {
  it('is what it says', async () => {
    await using child = launcher(environment);
    expect((await programOf(child)) === child.process.pid).toBe(way === 'becomes the program');
    child.process.kill('SIGTERM');
    await child.ended;
  });

  it('ends the program at SIGTERM to npm alone, which ends with its exit code', async () => {
    await using child = npm('program', environment);
    const pid = await programOf(child);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(7);
    expect(child.lines.at(-1)).toBe('told to stop after 0');
    expect(isAlive(pid)).toBe(false);
  });

  it('lets npm end as a program does that a signal ends', async () => {
    await using child = npm('deaf', environment);
    const pid = await programOf(child);
    process.kill(pid, 'SIGKILL');
    // npm sends itself the signal that ended its script, or ends with the number that shells give to it.
    expect(await child.ended).toBeOneOf(['SIGKILL', 137]);
    await using other = npm('deaf', environment);
    const otherPid = await programOf(other);
    other.process.kill('SIGTERM');
    expect(await other.ended).toBeOneOf(['SIGTERM', 143]);
    expect(isAlive(otherPid)).toBe(false);
  });

  it('passes SIGINT on once', async () => {
    await using child = launcher(environment);
    await programOf(child);
    child.process.kill('SIGINT');
    await child.line(/^interrupted$/);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(7);
    expect(child.lines.at(-1)).toBe('told to stop after 1');
  });

  it('ends the program when npm is killed', async () => {
    await using child = npm('program', environment);
    await programOf(child);
    child.process.kill('SIGKILL');
    // The program holds npm's output open, so that this waits for its end as well.
    expect(await child.ended).toBe('SIGKILL');
    expect(child.lines.at(-1)).toBe('told to stop after 0');
  });

  it('ends the program at SIGTERM to npm when the shell between them dies of it without a word', async () => {
    const shell = path.join(folder, 'shell');
    await writeFile(shell, '#!/bin/sh\nsh "$@"\nexit $?\n', { mode: 0o755 });
    await using child = npm('program', { ...environment, NPM_CONFIG_SCRIPT_SHELL: shell });
    await programOf(child);
    child.process.kill('SIGTERM');
    await child.ended;
    expect(child.lines.at(-1)).toBe('told to stop after 0');
  });
});

describe('the launcher', () => {
  it.runIf(process.platform !== 'win32')('ends its child when it is killed itself', async () => {
    await using child = launcher(cannotBecome);
    await programOf(child);
    child.process.kill('SIGKILL');
    await child.ended;
    expect(child.lines.at(-1)).toBe('told to stop after 0');
  });

  it('leaves a program alone that was started without npm and outlives its parent, as with nohup', async () => {
    await using child = start(['sh', '-c', 'node scripts/run.mjs program.mjs &']);
    const pid = await programOf(child);
    // One under npm that loses its parent later is the first to miss it.
    if (child.process.exitCode === null) await once(child.process, 'exit');
    await using missing = npm('program');
    await programOf(missing);
    missing.process.kill('SIGKILL');
    await missing.ended;
    expect(missing.lines.at(-1)).toBe('told to stop after 0');
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGTERM');
    await child.ended;
    expect(child.lines.at(-1)).toBe('told to stop after 0');
  });

  it('takes the Node of the machine where the one of the lockfile does not run', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    const system = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    const bin = path.join(elsewhere, 'node_modules', system, 'bin');
    await mkdir(bin, { recursive: true });
    await mkdir(path.join(elsewhere, 'scripts'));
    for (const name of ['run.mjs', 'find-bundle.mjs', 'end-with-parent.mjs']) {
      await writeFile(
        path.join(elsewhere, 'scripts', name),
        await readFile(path.join(root, 'scripts', name), 'utf8'),
      );
    }
    await writeFile(path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node'), 'not a program', {
      mode: 0o755,
    });
    await using child = start([
      process.execPath,
      path.join(elsewhere, 'scripts/run.mjs'),
      '--print',
      'process.execPath',
    ]);
    expect(await child.ended).toBe(0);
    expect(child.lines).toEqual([process.execPath]);
  });
});

describe('npm start, npm run bot and npm run token', () => {
  it('read .env, and the service ends with 0 at SIGTERM to npm alone', async () => {
    await writeFile(
      path.join(folder, '.env'),
      'PORT=0\nDATA_DIR=./packs\nWEB=off\nWORKER_THREADS=1\nMODLOADER_VERSIONS=off\nCATALOGUE=off\nSHUTDOWN_GRACE_MS=1000\n',
    );
    await makeDataDir(path.join(folder, 'packs'));
    await using service = npm('start');
    await service.line(/"msg":"listening"/);
    expect(await readdir(path.join(folder, 'packs'))).toContain('store');

    // It asks the service that has the database of the data folder in .env.
    await using token = start(['npm', 'run', 'token', '--', 'list']);
    expect([await token.ended, token.errors()]).toEqual([
      0,
      `Database: ${path.join(folder, 'packs', 'database')}, by the service that runs.\n`,
    ]);

    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.lines.at(-1)).toContain('"msg":"stopped"');
    expect(service.errors()).toBe('');
  });

  it('end the bot with 0 at SIGTERM to npm alone', async () => {
    await using discord = await startDiscord();
    await writeFile(
      path.join(folder, '.env'),
      `DISCORD_TOKEN=${discord.token}\nDISCORD_API_URL=${discord.apiUrl}\nDISCORD_GUILD_ID=${discord.guildId}\nPORT=9\n`,
    );
    await using bot = npm('bot');
    await bot.line(/"msg":"The bot is ready"/);
    bot.process.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    expect(bot.lines.at(-1)).toContain('The bot has stopped');
  });
});
