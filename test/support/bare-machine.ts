import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Child, startProgram } from './child.ts';
import { childrenOf, project, unpackDebian, user } from './debian.ts';

/** A Debian 12 with nothing but its own nodejs and npm, and this project in the hands of a user who is not root. */
export interface BareMachine extends AsyncDisposable {
  /** Runs a line of the shell in the project's folder. */
  run(line: string, environment?: Record<string, string>): Child;
  /** Runs it as the first process of a system of its own, as in a container. */
  runAsFirst(line: string, environment?: Record<string, string>): Child;
  /** The process that such a line has become, as its number on this machine. */
  processOf(child: Child): Promise<number>;
  /** The command lines of what runs in it, but for its own first process and those of other systems. */
  processes(): Promise<string[]>;
}

/** Takes root (chroot, namespaces), debootstrap, Debian's packages and npm's registry; about a minute the first time. */
export async function openBareMachine(): Promise<BareMachine> {
  if (process.getuid?.() !== 0) {
    throw new Error(
      'This test starts a system of its own, which only root may: run it by sudo or in a container.',
    );
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bare-machine-'));
  const npm = await unpackDebian(folder);
  const newSystem = ['unshare', '--mount', '--pid', '--fork', '--kill-child', `--mount-proc=${folder}/proc`];
  // The first process reaps what others leave behind.
  const first = start([...newSystem, 'chroot', folder, 'sh', '-c', 'echo up; sleep infinity & wait']);
  await first.line(/^up$/);
  const firstPid = await processOf(first);

  function inside(line: string, environment: Record<string, string> = {}): string[] {
    const variables = Object.entries({ ...npm, npm_config_update_notifier: 'false', ...environment });
    return [
      ...['chroot', `--userspec=${user}:${user}`, folder, 'env', '-i', 'PATH=/usr/bin:/bin'],
      `HOME=${path.dirname(project)}`,
      ...variables.map(([name, value]) => `${name}=${value}`),
      ...['sh', '-c', `cd ${project} && exec ${line}`],
    ];
  }

  return {
    run: (line, environment) =>
      start(['nsenter', `--target=${firstPid}`, '--mount', '--pid', '--', ...inside(line, environment)]),
    runAsFirst: (line, environment) => start([...newSystem, ...inside(line, environment)]),
    processOf,
    async processes() {
      const system = await readlink(`/proc/${firstPid}/ns/pid`);
      const lines = (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map(async (pid) => {
          const its = await readlink(`/proc/${pid}/ns/pid`).catch(() => '');
          if (its !== system) return [];
          const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
          return [line.split('\0').join(' ').trim()];
        });
      // What has ended keeps its number until it is reaped, and no command line.
      return (await Promise.all(lines))
        .flat()
        .filter((line) => line !== '' && !line.includes('sleep infinity'));
    },
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function start([program = '', ...args]: string[]): Child {
  return startProgram([program, ...args], { environment: {} });
}

/** unshare and nsenter have one child, which becomes what they are to run. */
async function processOf(child: Child): Promise<number> {
  const [pid] = await childrenOf(child.process.pid ?? 0);
  if (pid === undefined) throw new Error(`Nothing runs:\n${child.errors()}`);
  return pid;
}

/** Of a small service that asks no platform. */
export const settings = {
  WORKER_THREADS: '1',
  MODLOADER_VERSIONS: 'off',
  CATALOGUE: 'off',
  SHUTDOWN_GRACE_MS: '1000',
};

/** The port of a service that has started. */
export async function portOf(service: Child): Promise<string> {
  const [, port = ''] = await service.line(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/);
  return port;
}

/** How a child ended, with what it said, which a failure shows then. */
export async function end(child: Child) {
  const code = await child.ended;
  return { code, said: [...child.lines, child.errors()].join('\n') };
}
