/**
 * `npm run package [-- <folder>]`: makes the package as one file, to be installed or published. It holds everything
 * its commands need, with service, new database and web app built, and the lockfile's versions of what these import as
 * an npm-shrinkwrap.json, so that all users get the tested versions.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { templateId } from '../src/database/template.ts';
import { projectFolder, sourcesId as webId } from '../src/web/build-id.ts';
import { sourcesId } from './find-bundle.mjs';
import { forUse } from './package-for-use.ts';

const target = path.resolve(process.argv[2] ?? '.');
await mkdir(target, { recursive: true });
execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });

await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'package-'));
npm(['pack', projectFolder, '--pack-destination', folder.path]);
const [whole = ''] = await readdir(folder.path);
execFileSync('tar', ['-xzf', whole], { cwd: folder.path });
const staged = path.join(folder.path, 'package');
// Earlier builds have come along.
await keepOnly('dist/service', sourcesId());
await keepOnly('dist/database', await templateId());
await keepOnly('web/dist', (await webId(projectFolder)) ?? '');

const modules = (await readdir(staged, { recursive: true, withFileTypes: true }))
  .map(({ parentPath, name }) => path.join(parentPath, name))
  .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/[\\/]dist[\\/]/.test(file));
const sources = await Promise.all(modules.map((file) => readFile(file, 'utf8')));
await writeFile(path.join(staged, 'package.json'), forUse(await readFile('package.json', 'utf8'), sources));
// npm itself takes out of the lockfile what nothing needs any more.
const lock = path.join(staged, 'package-lock.json');
await copyFile('package-lock.json', lock);
npm(['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'], staged);
await rename(lock, path.join(staged, 'npm-shrinkwrap.json'));
npm(['pack', staged, '--pack-destination', target]);

async function keepOnly(below: string, name: string): Promise<void> {
  for (const other of await readdir(path.join(staged, below)))
    if (other !== name) await rm(path.join(staged, below, other), { recursive: true });
}

function npm(args: readonly string[], cwd = projectFolder): void {
  execFileSync('npm', [...args, '--ignore-scripts', '--loglevel=error'], {
    cwd,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
