import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { settingNames } from '../src/config.ts';
import type { FileHost } from './file-host.ts';

const endWithParent = new URL('../scripts/end-with-parent.mjs', import.meta.url).href;
const ownCopy = fileURLToPath(new URL('..', import.meta.url));
const line = z.object({ msg: z.literal('listening'), address: z.string() });

/** A gateway in a folder of its own. */
export interface OwnGateway extends AsyncDisposable {
  url: string;
  pid: number;
}

/**
 * Starts the gateway in a folder of its own, where it fetches from this host alone; both go when it is disposed of.
 */
export async function startOwnGateway({
  address,
  cert,
}: Pick<FileHost, 'address' | 'cert'>): Promise<OwnGateway> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'demo-gateway-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const certificate = path.join(folder, 'certificate.pem');
  await writeFile(certificate, cert);
  // The settings of another gateway, its database above all, are none of this one's.
  const others = Object.entries(process.env).filter(([name]) => !settingNames.includes(name));
  const run = path.join(ownCopy, 'scripts/run.mjs');
  const program = path.join(ownCopy, 'src/main.ts');
  const gateway = spawn(process.execPath, [run, `--import=${endWithParent}`, program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(others),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      FETCH_HOSTS: new URL(address).host,
      FETCH_PRIVATE_ADDRESSES: 'on',
      NODE_EXTRA_CA_CERTS: certificate,
      // Nobody looks at its pages, and nothing else is asked.
      WEB: 'off',
      CATALOGUE: 'off',
      MODLOADER_VERSIONS: 'off',
    },
  });
  opened.defer(() => stop(gateway));
  const url = await listening(gateway);
  if (gateway.pid === undefined) throw new Error('The gateway of the demo is no process.');
  const rest = opened.move();
  return { url, pid: gateway.pid, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** The address at which it listens, once it does. */
function listening(gateway: ChildProcess): Promise<string> {
  const { stdout, stderr } = gateway;
  if (!stdout || !stderr) throw new Error('The gateway of the demo has no output.');
  let said = '';
  stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    gateway.once('error', reject);
    gateway.once('close', () => reject(new Error(`The gateway of the demo did not start. ${said}`)));
    createInterface(stdout).on('line', (text) => {
      const parsed = line.safeParse(JSON.parse(text));
      if (parsed.success) resolve(parsed.data.address);
    });
  });
}

async function stop(gateway: ChildProcess): Promise<void> {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return;
  const gone = once(gateway, 'exit');
  gateway.kill();
  await gone;
}
