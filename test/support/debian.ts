import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Debian 12. */
const suite = 'bookworm';

/** What is in it beside the smallest Debian there is: what a user of this project installs. */
const packages = ['nodejs', 'npm'];

/** What goes again. npm's package insists on Python, for modules that are compiled; we say that none is needed. */
const superfluous = 'usr/bin/python3* var/cache/apt/* var/lib/apt/lists/* usr/share/doc/* usr/share/locale/*';

/** The user who has the project in such a system; it has no name there. */
export const user = 1000;

/** Where that user has it. */
export const project = '/home/user/project';

/**
 * Unpacks a Debian 12 with its own nodejs and npm into `folder`, and this checkout for a user who is not root, with the
 * way to npm's registry that npm has on this machine. Gives the environment that npm needs for that.
 */
export async function unpackDebian(folder: string): Promise<Record<string, string>> {
  await run('tar', ['-xf', await archive(), '-C', folder]);
  const home = path.join(folder, project);
  await mkdir(home, { recursive: true });
  const files = 'git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null';
  await run('sh', ['-c', `${files} | tar -cf - -T - | tar -xf - -C "$1"`, 'sh', home]);
  await run('chown', ['-R', `${user}:${user}`, path.dirname(home)]);
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    await copyFile(file, path.join(folder, file)).catch(() => {});
  return await wayToRegistry(folder);
}

const npmConfig = z.looseObject({
  registry: z.string(),
  proxy: z.string().nullish(),
  'https-proxy': z.string().nullish(),
  noproxy: z.union([z.string(), z.array(z.string())]).nullish(),
  'strict-ssl': z.boolean(),
  cafile: z.string().nullish(),
});

/** Whom npm asks, through which proxy, and whom it trusts; no passwords. */
async function wayToRegistry(folder: string): Promise<Record<string, string>> {
  const { stdout } = await run('npm', ['config', 'list', '--json']);
  const config = npmConfig.parse(JSON.parse(stdout));
  const environment: Record<string, string> = {
    npm_config_registry: config.registry,
    npm_config_strict_ssl: String(config['strict-ssl']),
    // An answer that does not come is asked for again after half a minute; npm itself waits for five.
    npm_config_fetch_timeout: '30000',
    npm_config_fetch_retries: '4',
  };
  if (config.proxy) environment.npm_config_proxy = config.proxy;
  if (config['https-proxy']) environment.npm_config_https_proxy = config['https-proxy'];
  const direct = [config.noproxy ?? []].flat().join(',');
  if (direct) environment.npm_config_noproxy = direct;
  const authorities = config.cafile ?? process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) {
    await copyFile(authorities, path.join(folder, 'etc/npm-authorities.crt'));
    environment.npm_config_cafile = '/etc/npm-authorities.crt';
  }
  return environment;
}

/** The system as a tar archive, made at the first run on a machine. */
async function archive(): Promise<string> {
  const mirror = await mirrorOfThisMachine();
  const recipe = JSON.stringify([suite, packages, superfluous, mirror, process.arch]);
  const cache = path.join(os.homedir(), '.cache', 'server-pack-service');
  const name = `debian-${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}.tar`;
  const file = path.join(cache, name);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  await mkdir(cache, { recursive: true, mode: 0o700 });
  for (const old of await readdir(cache)) if (old.startsWith('debian-')) await rm(path.join(cache, old));
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'debootstrap-'));
  try {
    await build(path.join(scratch, 'root'), mirror);
    // Aside first, so that a run that is killed leaves no half archive.
    const aside = path.join(cache, `${name}.${process.pid}`);
    await run('tar', ['-cf', aside, '-C', path.join(scratch, 'root'), '.']);
    await rename(aside, file);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return file;
}

/** The mirror from which this machine has its own packages; without one, debootstrap has its own default. */
async function mirrorOfThisMachine(): Promise<string[]> {
  const wanted = ['Created-By: Packages', `Codename: ${suite}`, 'Component: main'];
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...wanted]).catch(
    () => ({
      stdout: '',
    }),
  );
  return stdout.split('\n').filter(Boolean).slice(0, 1);
}

async function build(root: string, mirror: readonly string[]): Promise<void> {
  const large = { maxBuffer: 64 * 1024 * 1024 };
  await run('debootstrap', ['--variant=minbase', suite, root, ...mirror], large);
  // debootstrap itself cannot install npm: it does not know packages that provide others.
  const { stdout: access } = await run('apt-config', ['dump', 'Acquire::http', 'Acquire::https']);
  await writeFile(path.join(root, 'etc/apt/apt.conf.d/80machine'), access);
  const quick = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Options::=--force-unsafe-io'];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  await run('chroot', [root, 'apt-get', 'install', ...quick, ...packages], { env: environment, ...large });
  await run('sh', ['-c', `cd "$1" && rm -rf ${superfluous}`, 'sh', root]);
}

/** The children of a process, as the kernel has them. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
