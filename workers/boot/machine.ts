import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { BootLimits } from '../../src/boot/boot-limits.ts';
import { type BootFolders, type Machine, sandboxCommand } from '../../src/boot/sandbox.ts';
import { privateFolder } from '../../src/private-modes.ts';

/** Programs are looked for where the system keeps them, never where a setting of somebody else's leads. */
export const programPath = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };

const topFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Of /etc only what Java, curl and names need: the rest of it may hold secrets. */
const ofEtc =
  /^(?:java.*|alternatives|ssl|pki|ca-certificates|crypto-policies|ld\.so\.(?:cache|conf|conf\.d)|resolv\.conf|hosts|nsswitch\.conf|localtime|fonts)$/;
const javaFolders = ['/opt/java'];

/** Folders of this machine that a sandbox shows: its programs and Javas. */
export async function lookAtMachine(): Promise<Machine> {
  const links: Machine['links'][number][] = [];
  const shown = ['/usr', ...javaFolders].filter((folder) => existsSync(folder));
  for (const folder of topFolders) {
    const found = await lstat(folder).catch(() => null);
    if (found?.isSymbolicLink()) links.push({ path: folder, target: await readlink(folder) });
    else if (found?.isDirectory()) shown.push(folder);
  }
  // A link that leads nowhere cannot be shown.
  for (const name of await readdir('/etc'))
    if (ofEtc.test(name) && existsSync(`/etc/${name}`)) shown.push(`/etc/${name}`);
  return { links, shown };
}

/** The first of these paths, if there is any, that a sandbox would show. */
export async function findShown(
  { shown }: Machine,
  paths: readonly string[],
): Promise<{ path: string; place: string } | null> {
  for (const one of paths) {
    const real = await realpath(one).catch(() => null);
    if (real === null) continue;
    for (const place of shown) {
      const way = path.relative(await realpath(place), real);
      if (way !== '..' && !way.startsWith('../')) return { path: real, place };
    }
  }
  return null;
}

/** Makes the folders of a boot in one that is its own. */
export async function makeBootFolders(folder: string): Promise<BootFolders> {
  const folders = {
    server: path.join(folder, 'server'),
    temporary: path.join(folder, 'tmp'),
    shared: path.join(folder, 'shm'),
  };
  for (const one of Object.values(folders)) await mkdir(one, { recursive: true, mode: privateFolder });
  return folders;
}

/** Why this machine cannot run a server in a sandbox, in a sentence for its operator; null when it can. `folder` is an empty one. */
export async function sandboxProblem(folder: string, limits: BootLimits): Promise<string | null> {
  if (process.platform !== 'linux')
    return `Boots need bubblewrap, which runs on Linux alone; this is ${process.platform}.`;
  const needs = { folders: await makeBootFolders(folder), machine: await lookAtMachine(), limits };
  const shown = await findShown(needs.machine, [folder, '.env']);
  if (shown !== null)
    return `A sandbox shows ${shown.place} to programs of strangers, and ${shown.path} lies there: move it elsewhere (DATA_DIR, or the folder that the service is started in).`;
  const step = { command: ['sh', '-c', 'true'], network: false, environment: { PATH: '/usr/bin:/bin' } };
  const [program = '', ...args] = sandboxCommand(step, needs);
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { env: programPath, timeout: 10_000, killSignal: 'SIGKILL' },
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
