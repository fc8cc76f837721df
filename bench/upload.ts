/**
 * Shows that the memory of the service does not grow with an upload: the peak of a process that took a small file
 * beside that of one that took a large one. Run as `npm run bench:upload [megabytes]`; Linux only.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const MiB = 1024 ** 2;

/** What a test knows that makes a start quicker. */
interface Quicker {
  /** Fills the data folder before the service starts in it. */
  prepare?: (dataDir: string) => Promise<void>;
  environment?: Record<string, string>;
}

/** Megabytes that a fresh service had in memory at most while it took an upload of this size. */
export async function peakOfUpload(
  megabytes: number,
  { prepare, environment = {} }: Quicker = {},
): Promise<number> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'upload-'));
  await prepare?.(dataDir);
  const project = path.join(import.meta.dirname, '..');
  const program = [path.join(project, 'scripts', 'run.mjs'), path.join(project, 'src', 'main.ts')];
  const service = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      WEB: 'off',
      MODLOADER_VERSIONS: 'off',
      CATALOGUE: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => service.on('close', resolve));
  try {
    const url = await addressIn(service.stdout);
    // Starting is not what is measured: the peak is counted from here.
    await writeFile(`/proc/${service.pid}/clear_refs`, '5');
    await sendUnusable(`${url}/api/v2/modpacks/upload`, megabytes);
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    return Math.round(Number(status.match(/^VmHWM:\s+(\d+) kB/m)?.[1]) / 1024);
  } finally {
    service.kill('SIGKILL');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function addressIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = line.match(/"address":"([^"]+)"/) ?? [];
    if (!address) continue;
    output.resume();
    return address;
  }
  throw new Error('The service ended before it listened.');
}

/** Sends bytes that are no zip: they are received whole before they are refused. */
export async function sendUnusable(url: string, megabytes: number): Promise<void> {
  const head =
    '--b\r\nContent-Disposition: form-data; name="gameVersion"\r\n\r\n1.20.1\r\n' +
    '--b\r\nContent-Disposition: form-data; name="modloader"\r\n\r\nForge\r\n' +
    '--b\r\nContent-Disposition: form-data; name="modloaderVersion"\r\n\r\n47.2.0\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="large.zip"\r\n\r\n';
  const block = Buffer.alloc(MiB, 7);
  const body = function* () {
    yield Buffer.from(head);
    for (let sent = 0; sent < megabytes; sent += 1) yield block;
    yield Buffer.from('\r\n--b--\r\n');
  };
  const sending = request(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sending.on('error', reject);
  });
  await pipeline(Readable.from(body()), sending);
  const status = await answered;
  if (status !== 400) throw new Error(`The upload was answered with ${status} instead of 400.`);
}

if (import.meta.main) {
  const large = Number(process.argv[2] ?? 2048);
  for (const megabytes of [64, large]) {
    process.stdout.write(
      `${megabytes} MiB uploaded: at most ${await peakOfUpload(megabytes)} MB in memory\n`,
    );
  }
}
