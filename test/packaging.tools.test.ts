// Needs systemd-analyze, shellcheck, and npm with its registry.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { eggInstallScript } from '../src/hosting/egg-install.ts';
import { hostFilesOf } from '../src/hosting/host-files.ts';
import type { HostedPack } from '../src/hosting/hosted-pack.ts';
import { systemdUnit } from '../src/hosting/systemd-unit.ts';
import { onItsOwn, startProgram } from './support/child.ts';
import { childrenOf } from './support/debian.ts';
import { installingMs, installPackages } from './support/install-packages.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const linters = fileURLToPath(new URL('packaging', import.meta.url));
const units = fileURLToPath(new URL('../packaging/systemd', import.meta.url));

const hosted: HostedPack = {
  id: 12,
  name: 'Sky %i "2" \\',
  gameVersion: '1.21.1',
  modloader: 'NeoForge',
  modloaderVersion: '21.1.77',
  javaVersion: 21,
  startArgs: [],
  format: 'ZIP',
  downloadUrl: 'https://packs.example/12',
  packwizUrl: 'https://packs.example/packwiz/12/pack.toml',
  sha256: 'a'.repeat(64),
};

it('systemd finds nothing wrong with the units', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'units-'));
  try {
    for (const file of await readdir(units)) {
      const text = await readFile(path.join(units, file), 'utf8');
      // What it verifies has to be there, and /opt/server-packs is not on every machine.
      const here = text
        .replace('/usr/bin/node', process.execPath)
        .replace(/^(WorkingDirectory=).*$/m, `$1${folder}`);
      const unit = path.join(folder, file);
      await writeFile(unit, here);
      const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', unit]);
      expect(stderr).toBe('');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The system calls of a group of systemd's, and of those in it. */
async function callsOf(group: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('systemd-analyze', ['syscall-filter', group]);
  const names = stdout.split('\n').flatMap((line) => line.match(/^\s+(@?\w[\w-]*)$/)?.[1] ?? []);
  const calls = await Promise.all(names.map((name) => (name.startsWith('@') ? callsOf(name) : [name])));
  return calls.flat();
}

it.each([
  ['server-packs.service', process.execPath],
  ['server-packs-bot.service', process.execPath],
  // Whatever Node the machine has: it begins what the unit starts.
  ['server-packs.service', '/usr/bin/node'],
])('%s lets %s make every system call that it makes until it is stopped', async (file, node) => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'calls-'));
  const unit = await readFile(path.join(units, file), 'utf8');
  const [, groups = ''] = unit.match(/^SystemCallFilter=(.*)$/m) ?? [];
  const allowed = new Set((await Promise.all(groups.split(' ').map(callsOf))).flat());
  const [, program = ''] = unit.match(/^ExecStart=\/usr\/bin\/node (.*)$/m) ?? [];
  const calls = path.join(folder.path, 'calls');
  const traced = startProgram(['strace', '-f', '-qq', '-o', calls, node, ...program.split(' ')], {
    environment: {
      ...onItsOwn,
      DATA_DIR: folder.path,
      BOT_DATA_DIR: folder.path,
      DISCORD_TOKEN: 'none',
      DISCORD_API_URL: 'http://127.0.0.1:1',
    },
    folder: project,
  });
  await traced.line(/"msg":"(?:listening|Discord cannot be reached)/);
  // strace itself hears no signals while it runs a program.
  for (const pid of await childrenOf(traced.process.pid ?? 0)) process.kill(pid, 'SIGTERM');
  expect(await traced.ended).toBe(0);
  const made = [...(await readFile(calls, 'utf8')).matchAll(/^\d+ +(?:<\.\.\. )?(\w+)[( ]/gm)];
  const names = new Set(made.map(([, name = '']) => name));
  expect(names).toContain('execve');
  expect([...names].filter((name) => !allowed.has(name))).toEqual([]);
});

it('systemd finds nothing wrong with the unit that runs a server pack, whatever the pack is called', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'units-'));
  try {
    const unit = path.join(folder, 'minecraft-12.service');
    await writeFile(unit, systemdUnit(hosted).replaceAll('/srv/minecraft-12', folder));
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', unit]);
    expect(stderr).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('shellcheck finds nothing wrong with the install script of eggs', async () => {
  const checking = execFile('shellcheck', ['-']);
  checking.stdin?.end(eggInstallScript);
  let said = '';
  checking.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  const [status] = await once(checking, 'close');
  expect({ said, status }).toEqual({ said: '', status: 0 });
});

/** Server packs of every modloader and Java that the image has, and some whose makers mean harm or write as they like. */
const composed: Partial<HostedPack>[] = [
  {},
  { format: 'MRPACK' },
  { modloader: 'Forge', gameVersion: '1.7.10', modloaderVersion: '10.13.4.1614', javaVersion: 8 },
  { modloader: 'Forge', gameVersion: '1.17.1', modloaderVersion: '37.1.1', javaVersion: 16 },
  { modloader: 'Fabric', gameVersion: '1.20.1', modloaderVersion: '0.15.6', javaVersion: 17 },
  { modloader: 'Quilt', gameVersion: '26.1', modloaderVersion: '0.30.0-beta.1', javaVersion: 25 },
  { startArgs: ['-Xms1G', '-Xmx6G', '-XX:+UseG1GC', `-Dname=\${HOME:?x} $$ $x`, '-Da=": {}# &*!|>\\'] },
  { startArgs: ['-Da=two words', '-XX:MaxRAMPercentage=60.0', '-Db=\u{202e}\u{ffff}\u{1f600}'] },
  { downloadUrl: 'https://packs.example/12?file=%22&signature=$a:b#{c}' },
  { name: 'x\nservices: { evil: { image: evil } }\r\n---\u{85}\u{2028}volumes: 1' },
  { name: `\u{feff}%YAML 1.2\t*a &b !c "d' \u{0}\u{1b}[31m \u{7f}\u{9f}\u{fffe}\u{1ffff} \${HOME:?x}` },
];

const readByLinters = 'the Dockerfile, the compose files, Kubernetes and the workflows';
it(`linters find nothing wrong with ${readByLinters}`, { timeout: installingMs }, async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'compose-'));
  const forHosts: string[] = [];
  for (const [index, one] of composed.entries()) {
    const pack = { ...hosted, ...one };
    const file = path.join(folder.path, `${index}.yaml`);
    await writeFile(file, hostFilesOf(pack).find(({ kind }) => kind === 'COMPOSE')?.text ?? '');
    forHosts.push(file);
  }
  // They come with npm, apart from what the service is built of.
  await installPackages(linters);
  const { stdout } = await promisify(execFile)(process.execPath, ['lint.mjs', project, ...forHosts], {
    cwd: linters,
  });
  expect(stdout).toBe(`${9 + composed.length} files read\n`);
});
