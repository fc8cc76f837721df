/** The service and its peers, each as a process of its own over the same database. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { z } from 'zod';

/** A server that is measured. */
export interface Server extends AsyncDisposable {
  pid: number;
  /** Processor time of the whole process until now, in milliseconds. */
  processorTime(): number;
  client: Pool;
  address: string;
}

const peersFolder = fileURLToPath(new URL('./peers/', import.meta.url));
const listening = z.looseObject({ msg: z.literal('listening'), address: z.string() });

/** Installs the peers as their lock file has them, unless they are there. */
export function installPeers(): void {
  if (existsSync(`${peersFolder}node_modules`)) return;
  console.error('installing the peers');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The peers cannot be installed.');
}

/** Starts a peer by the name of its script. */
export async function startPeer(name: string, databaseUrl: string): Promise<Server> {
  const child = fork(`${peersFolder}${name}.mjs`, {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    execArgv: [],
  });
  const [port] = await Promise.race([once(child, 'message'), failed(name, child)]);
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/** The folder of this working copy. */
export const ownCopy = fileURLToPath(new URL('..', import.meta.url));
const bundled = new Set<string>();

/** Builds what the service of this working copy starts from. */
export function makeBundle(copy = ownCopy): void {
  if (bundled.has(copy)) return;
  bundled.add(copy);
  const { status } = spawnSync(process.execPath, [join(copy, 'scripts', 'build.ts')], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`There is no bundle of ${copy}.`);
}

/**
 * Starts the service as an operator does, limits on the number of requests aside; without a URL, on the embedded
 * database. `flags` are for Node, `copy` is the folder of another working copy.
 */
export async function startService(
  dataDir: string,
  databaseUrl: string | null,
  flags: readonly string[] = [],
  copy = ownCopy,
): Promise<Server> {
  makeBundle(copy);
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    [join(copy, 'scripts/run.mjs'), ...flags, join(copy, 'src/main.ts')],
    {
      env: {
        ...environment,
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
        PORT: '0',
        DATA_DIR: dataDir,
        RATE_LIMIT: 'off',
        WEB: 'off',
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.includes('listening')) return;
    const { data } = listening.safeParse(JSON.parse(line));
    if (data) resolve(data.address);
  });
  return serverOf(child, await Promise.race([promise, failed('the service', child)]));
}

/** Rejects when the process ends. */
export async function failed(name: string, child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}.`);
}

/** A process that listens there. */
export function serverOf(child: ChildProcess, origin: string): Server {
  const client = new Pool(origin, { connections: 20 });
  const pid = child.pid ?? 0;
  return {
    pid,
    client,
    address: origin,
    processorTime: () => processorTimeOf(pid),
    async [Symbol.asyncDispose]() {
      await client.destroy();
      // One that has died meanwhile tells of no end again.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Of all threads, as the scheduler counts it: far finer than the clock ticks of /proc/<pid>/stat. */
export function processorTimeOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce((sum, thread) => {
    const [ran] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(ran) / 1e6;
  }, 0);
}
