import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Child, startProgram } from './child.ts';

const run = promisify(execFile);

/** The last release before these sources, as somebody has it installed. */
export interface OldRelease extends AsyncDisposable {
  version: string;
  /** Starts its service. */
  start(environment: Record<string, string>): Child;
}

/** The last commit, this one aside, that has changed the version; null in a copy of the sources that came without their history. */
export async function findOldRelease(): Promise<string | null> {
  const found = await git('log', '-1', '--format=%H', '-G"version": "', 'HEAD^', '--', 'package.json').catch(
    () => '',
  );
  return found === '' ? null : found;
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args)).stdout.trim();
}

/** Takes the release of that commit from the history and installs what it needs from npm's registry, as its lockfile says. */
export async function installOldRelease(commit: string): Promise<OldRelease> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'old-release-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const manifest = await git('show', `${commit}:package.json`);
  const [, version = ''] = /"version": "([^"]+)"/.exec(manifest) ?? [];
  const archive = path.join(folder, 'release.tar');
  const sources = path.join(folder, 'release');
  await mkdir(sources);
  await git('archive', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', sources]);
  await linkPackages(sources);
  await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { cwd: sources });
  const parts = opened.move();
  return {
    version,
    start: (environment) =>
      startProgram([process.execPath, 'scripts/run.mjs', 'src/main.ts'], { environment, folder: sources }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/**
 * Has it begin with the packages of this project, from which npm then makes what the lockfile says: few differ from release to release, and to
 * unpack all of them again takes half a minute of a processor. npm puts a package in the place of another and writes into none, but for its list of them.
 */
async function linkPackages(sources: string): Promise<void> {
  const copy = (...how: string[]) => run('cp', ['--archive', ...how, path.resolve('node_modules'), sources]);
  // Links are made within one file system alone.
  await copy('--link').catch(() => copy());
  await rm(path.join(sources, 'node_modules/.package-lock.json'), { force: true });
}
