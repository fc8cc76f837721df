/** The service and what it is compared with, each as a process of its own. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { z } from 'zod';
import { portOf, processorTimeOf } from './harness.ts';

/** A server that is measured. */
export interface Server extends AsyncDisposable {
  pid: number;
  /** Milliseconds of processor time of the whole process until now. */
  processorTime(): number;
  client: Pool;
  address: string;
}

const peersFolder = fileURLToPath(new URL('./peers/', import.meta.url));
const listening = z.looseObject({ msg: z.literal('listening'), address: z.string() });

/** Installs the peers of the lock file, unless they are there. */
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
export async function startPeer(name: string, settings: Record<string, string>): Promise<Server> {
  const child = fork(`${peersFolder}${name}.mjs`, {
    env: { ...process.env, ...settings, NODE_ENV: 'production' },
    execArgv: [],
  });
  const [port] = await Promise.race([once(child, 'message'), failed(name, child)]);
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/** The folder of this working copy. */
export const ownCopy = fileURLToPath(new URL('..', import.meta.url));
const bundled = new Set<string>();

/** Builds the bundle from which the service of a working copy starts. */
export function makeBundle(copy: string): void {
  if (bundled.has(copy)) return;
  bundled.add(copy);
  const { status } = spawnSync(process.execPath, [join(copy, 'scripts', 'build.ts')], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`There is no bundle of ${copy}.`);
}

/**
 * Starts the service as an operator does, but without limits on the number of requests; without a URL, on the embedded
 * database. `copy` is the folder of another working copy.
 */
export async function startService(
  dataDir: string,
  databaseUrl: string | null,
  copy = ownCopy,
): Promise<Server> {
  makeBundle(copy);
  const { DATABASE_URL: _, ...environment } = process.env;
  return startMain(copy, {
    ...environment,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    NODE_ENV: 'production',
  });
}

/** Starts the service of a working copy with this environment alone. */
export async function startMain(copy: string, environment: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(process.execPath, [join(copy, 'scripts/run.mjs'), join(copy, 'src/main.ts')], {
    env: { ...environment, PORT: '0', WEB: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.includes('listening')) return;
    const { data } = listening.safeParse(JSON.parse(line));
    if (data) resolve(data.address);
  });
  return serverOf(child, await Promise.race([promise, failed('the service', child)]));
}

/** nginx, which sends the files of a folder by sendfile; it keeps what it needs in `own`. */
export async function startNginx(folder: string, own: string): Promise<Server> {
  await mkdir(own);
  const free = net.createServer();
  const port = await portOf(free);
  await new Promise((resolve) => free.close(resolve));
  const configuration = join(own, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log;
     events { worker_connections 64; }
     http {
       access_log off; sendfile on; tcp_nopush on;
       client_body_temp_path ${own}/body; proxy_temp_path ${own}/proxy; fastcgi_temp_path ${own}/fastcgi;
       uwsgi_temp_path ${own}/uwsgi; scgi_temp_path ${own}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}; default_type application/zip; }
     }`,
  );
  const child = spawn('nginx', ['-c', configuration], { stdio: 'inherit' });
  const server = serverOf(child, `http://127.0.0.1:${port}`);
  const ended = failed('nginx', child);
  for (;;) {
    const answered = server.client
      .request({ method: 'HEAD', path: '/' })
      .then(({ body }) => body.dump())
      .then(() => true)
      .catch(() => false);
    if (await Promise.race([answered, ended])) return server;
    await sleep(20);
  }
}

/** Rejects when the process ends. */
async function failed(name: string, child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}.`);
}

function serverOf(child: ChildProcess, address: string): Server {
  const client = new Pool(address, { connections: 20 });
  const pid = child.pid ?? 0;
  return {
    pid,
    client,
    address,
    processorTime: () => processorTimeOf(pid),
    async [Symbol.asyncDispose]() {
      await client.destroy();
      // A process that has died emits no second "exit".
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    },
  };
}
