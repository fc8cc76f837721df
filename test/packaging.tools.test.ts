// Needs systemd-analyze, shellcheck, and npm with its registry.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { eggInstallScript } from '../src/hosting/egg-install.ts';
import { systemdUnit } from '../src/hosting/systemd-unit.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const linters = fileURLToPath(new URL('packaging', import.meta.url));
const units = fileURLToPath(new URL('../packaging/systemd', import.meta.url));

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

it('systemd finds nothing wrong with the unit that runs a server pack, whatever the pack is called', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'units-'));
  try {
    const unit = path.join(folder, 'minecraft-12.service');
    const pack = {
      id: 12,
      name: 'Sky %i "2" \\',
      gameVersion: '1.21.1',
      modloader: 'NeoForge' as const,
      modloaderVersion: '21.1.77',
      startArgs: [],
      format: 'ZIP' as const,
      downloadUrl: 'https://packs.example/12',
      packwizUrl: 'https://packs.example/packwiz/12/pack.toml',
      sha256: 'a'.repeat(64),
    };
    await writeFile(unit, systemdUnit(pack).replaceAll('/srv/minecraft-12', folder));
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

it('linters find nothing wrong with the Dockerfile, the compose files, Kubernetes and the workflows', async () => {
  // They come with npm, apart from what the service is built of.
  await promisify(execFile)(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'],
    {
      cwd: linters,
    },
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['lint.mjs', project], { cwd: linters });
  expect(stdout).toBe('9 files read\n');
});
