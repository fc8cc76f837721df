import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BootLimits } from '../../src/boot/boot-limits.ts';
import { type BootFolders, type Machine, sandboxCommand } from '../../src/boot/sandbox.ts';
import { privateFolder } from '../../src/storage/private-modes.ts';

/** Programs come from the system's folders only, whatever PATH this process has. */
export const programPath = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };

/**
 * The environment of the programs around a sandbox; it names the folder of the boot, by which `endSandboxes` finds
 * them.
 */
export function sandboxEnvironment(folder: string): Record<string, string> {
  return { ...programPath, [folderVariable]: folder };
}

export const folderVariable = 'BOOT_FOLDER';

const topFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** The part of /etc that Java, curl and name resolution need: the rest may hold secrets. */
const ofEtc =
  /^(?:java.*|alternatives|ca-certificates|crypto-policies|ld\.so\.(?:cache|conf|conf\.d)|resolv\.conf|hosts|nsswitch\.conf|localtime|fonts)$/;
/** Private keys lie beside these files, so the folders are not shown whole. */
const ofCertificates = [
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/cert.pem',
  '/etc/pki/tls/openssl.cnf',
  '/etc/pki/ca-trust/extracted',
];
const javaFolders = ['/opt/java'];

/** Folders of this machine that a sandbox may read: programs and Java installations. */
export async function inspectMachine(): Promise<Machine> {
  const links: Machine['links'][number][] = [];
  const shown = ['/usr', ...javaFolders, ...ofCertificates].filter((folder) => existsSync(folder));
  for (const folder of topFolders) {
    const found = await lstat(folder).catch(() => null);
    if (found?.isSymbolicLink()) links.push({ path: folder, target: await readlink(folder) });
    else if (found?.isDirectory()) shown.push(folder);
  }
  // A dangling link cannot be shown.
  for (const name of await readdir('/etc'))
    if (ofEtc.test(name) && existsSync(`/etc/${name}`)) shown.push(`/etc/${name}`);
  return { links, shown };
}

/** The first of these paths that a sandbox would show; null if there is none. */
export async function findShown(
  { shown }: Machine,
  paths: readonly string[],
): Promise<{ path: string; folder: string } | null> {
  for (const one of paths) {
    const real = await realpath(one).catch(() => null);
    if (real === null) continue;
    for (const folder of shown) {
      const way = path.relative(await realpath(folder), real);
      if (way !== '..' && !way.startsWith('../')) return { path: real, folder };
    }
  }
  return null;
}

/** Makes the folders of a boot inside the boot's own folder. */
export async function makeBootFolders(folder: string): Promise<BootFolders> {
  const folders = {
    home: folder,
    server: path.join(folder, 'server'),
    install: path.join(folder, 'install'),
    temporary: path.join(folder, 'tmp'),
    shared: path.join(folder, 'shm'),
  };
  for (const one of Object.values(folders)) await mkdir(one, { recursive: true, mode: privateFolder });
  return folders;
}

/** Gives the folders of a boot to the sandbox's user, if that is not the user of this process. */
export async function handOver({ home }: BootFolders, { uid }: Pick<BootLimits, 'uid'>): Promise<void> {
  const owner = `${uid}:${uid}`;
  if (uid !== null) await promisify(execFile)('chown', ['-hR', owner, '--', home], { env: programPath });
}

/**
 * The reason why this machine cannot run a server in a sandbox, as a sentence for its operator; null when it can.
 * `folder` is an empty folder for the test.
 */
export async function sandboxProblem(folder: string, limits: BootLimits): Promise<string | null> {
  if (process.platform !== 'linux')
    return `Boots need bubblewrap, which runs on Linux alone; this is ${process.platform}.`;
  if (process.getuid?.() === 0 && limits.uid === null)
    return 'Root runs no programs of strangers: set BOOT_UID to the number of a user who owns nothing, or start the service as another user.';
  const needs = { folders: await makeBootFolders(folder), machine: await inspectMachine(), limits };
  await handOver(needs.folders, limits);
  const shown = await findShown(needs.machine, [folder, '.env']);
  if (shown !== null)
    return `A sandbox shows ${shown.folder} to programs of strangers, and ${shown.path} lies there: move it elsewhere (DATA_DIR, or the folder that the service is started in).`;
  const step = { command: ['sh', '-c', 'true'], installs: false, environment: { PATH: '/usr/bin:/bin' } };
  const [program = '', ...args] = sandboxCommand(step, needs);
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { env: sandboxEnvironment(folder), timeout: 10_000, killSignal: 'SIGKILL' },
      (error, _out, said) => {
        if (error === null) return resolve(null);
        const why = said.trim().split('\n').at(-1) || error.message.split('\n')[0];
        resolve(
          `Boots need prlimit (util-linux) and bubblewrap 0.8 or newer, and a kernel that lets this user make namespaces: ${why}`,
        );
      },
    );
  });
}
