/**
 * `npm run package [-- <folder>]`: makes the package as one file, to be installed or published. It holds everything
 * its commands need, the built web app, and the lockfile's versions as an npm-shrinkwrap.json, so that all users get
 * the tested versions.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildIdOf, projectFolder, sourcesId } from '../src/web/build-id.ts';
import { forUse, lockForUse } from './package-for-use.ts';

const target = path.resolve(process.argv[2] ?? '.');
await mkdir(target, { recursive: true });
const built = path.join(projectFolder, 'web', 'dist');
const id = (await sourcesId(projectFolder)) ?? '';
if ((await buildIdOf(path.join(built, id))) !== id)
  execFileSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
// An earlier build would come along.
for (const name of await readdir(built))
  if (name !== id) await rm(path.join(built, name), { recursive: true });

await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'package-'));
pack('.', folder.path);
const [whole = ''] = await readdir(folder.path);
execFileSync('tar', ['-xzf', whole], { cwd: folder.path });
const staged = path.join(folder.path, 'package');
await writeFile(path.join(staged, 'package.json'), forUse(await readFile('package.json', 'utf8')));
await writeFile(
  path.join(staged, 'npm-shrinkwrap.json'),
  lockForUse(await readFile('package-lock.json', 'utf8')),
);
pack(staged, target);

function pack(from: string, to: string): void {
  const args = ['pack', path.resolve(from), '--ignore-scripts', '--loglevel=error', '--pack-destination', to];
  execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
}
