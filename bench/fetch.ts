/**
 * Compares an .mrpack of 200 mods of about 1 MB, from its upload to its server pack, with `curl --parallel` for the same
 * files plus the check of the same pack as a full instance; and the peak memory of the gateway with that of a tenth of
 * the mods. Run as `npm run bench:fetch [rounds]`; Linux only, needs curl.
 */
import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { selfSigned } from '../demo/certificate.ts';
import { type OwnGateway, startOwnGateway } from '../demo/own-gateway.ts';

const mods = 200;
const jarBytes = 1_000_000;
/** As many as the service fetches at a time unless it is set otherwise. */
const parallel = 6;
/** Each look costs the gateway some milliseconds, so it is not looked all the time. */
const pollMs = 100;
const rounds = Number(process.argv[2] ?? 3);

await using parts = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-fetch-'));
parts.defer(() => rm(folder, { recursive: true, force: true }));

const { key, cert } = selfSigned(['localhost']);
const certificate = path.join(folder, 'certificate.pem');
await writeFile(certificate, cert);
/** When the first file was asked for since the last upload, and when the newest of them had been sent; by the clock of this process. */
const asked = { uploaded: 0, first: 0, last: 0 };
const server = createServer({ key, cert }, (request, response) => {
  if (asked.first === 0) asked.first = performance.now();
  response.once('finish', () => {
    asked.last = performance.now();
  });
  createReadStream(path.join(folder, path.basename(request.url ?? ''))).pipe(response);
});
server.listen(0, 'localhost');
await once(server, 'listening');
parts.defer(() => {
  server.close();
  server.closeAllConnections();
});
const listening = server.address();
if (listening === null || typeof listening === 'string') throw new Error('The file host has no port.');
const host = { address: `https://localhost:${listening.port}`, cert };

const named: object[] = [];
for (let mod = 0; mod < mods; mod += 1) {
  const jar = await buildJar(`mod${mod}`);
  await writeFile(path.join(folder, `mod${mod}.jar`), jar);
  named.push({
    path: `mods/mod${mod}.jar`,
    downloads: [`${host.address}/mod${mod}.jar`],
    fileSize: jar.length,
    hashes: { sha1: hash('sha1', jar), sha512: hash('sha512', jar) },
  });
}

async function buildJar(id: string): Promise<Buffer> {
  const jar = new ZipFile();
  const descriptor = { schemaVersion: 1, id, version: '1.0.0', environment: '*' };
  jar.addBuffer(Buffer.from(JSON.stringify(descriptor)), 'fabric.mod.json');
  jar.addBuffer(randomBytes(jarBytes), `assets/${id}/textures/atlas.png`, { compress: false });
  jar.end();
  return buffer(jar.outputStream);
}

function mrpackOf(files: readonly object[]): Promise<Buffer> {
  const dependencies = { minecraft: '1.20.1', 'fabric-loader': '0.15.6' };
  const index = { formatVersion: 1, game: 'minecraft', versionId: '1', name: 'Bench', files, dependencies };
  const pack = new ZipFile();
  pack.addBuffer(Buffer.from(JSON.stringify(index)), 'modrinth.index.json');
  pack.end();
  return buffer(pack.outputStream);
}

function instance(): Promise<Buffer> {
  const pack = new ZipFile();
  for (let mod = 0; mod < mods; mod += 1)
    pack.addFile(path.join(folder, `mod${mod}.jar`), `mods/mod${mod}.jar`, { compress: false });
  pack.end();
  return buffer(pack.outputStream);
}

const events = z.array(z.object({ status: z.string(), message: z.string() }));

/** Milliseconds from the upload until its events have each of these messages or statuses; `asked` then says when files were. */
async function timesOf({ url }: OwnGateway, pack: Buffer, awaited: readonly string[]): Promise<number[]> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pack)]), 'bench.mrpack');
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', '0.15.6');
  const started = performance.now();
  Object.assign(asked, { uploaded: started, first: 0, last: 0 });
  const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(await answer.text());
  const times: number[] = [];
  while (times.length < awaited.length) {
    const heard = events.parse(await (await fetch(`${url}/api/v2/events/modpack/1`)).json());
    if (heard.some(({ status }) => status === 'ERROR')) throw new Error('The run ended in an error.');
    const next = awaited[times.length];
    if (heard.some(({ status }) => status === next)) times.push(performance.now() - started);
    else await sleep(pollMs);
  }
  return times;
}

/** Milliseconds from the upload of an .mrpack to its server pack on a fresh gateway, its processor time, and the MiB it had at most. */
async function ours(
  files: readonly object[],
): Promise<{ first: number; last: number; checked: number; ms: number; cpu: number; peak: number }> {
  await using gateway = await startOwnGateway(host);
  const status = `/proc/${gateway.pid}`;
  // Starting is not what is measured: the peak is counted from here.
  await writeFile(`${status}/clear_refs`, '5');
  const before = await processorMs(gateway.pid);
  const [checked = 0, ms = 0] = await timesOf(gateway, await mrpackOf(files), ['CHECKED', 'GENERATED']);
  const cpu = (await processorMs(gateway.pid)) - before;
  const [first, last] = [asked.first - asked.uploaded, asked.last - asked.uploaded];
  const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`${status}/status`, 'utf8')) ?? [];
  return { first, last, checked, ms, cpu, peak: Math.round(Number(kib) / 1024) };
}

/** Milliseconds that a process has been on a processor, all of its threads together; counted in hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Milliseconds that curl takes for the same files. */
async function curl(): Promise<number> {
  const target = path.join(folder, 'by-curl');
  await mkdir(target);
  const urls = Array.from(
    { length: mods },
    (_, mod) => `url = "${host.address}/mod${mod}.jar"\noutput = "mod${mod}.jar"\n`,
  );
  const list = path.join(folder, 'curl.txt');
  await writeFile(list, urls.join(''));
  const options = [
    '-sS',
    '--fail',
    '--parallel',
    '--parallel-max',
    String(parallel),
    '--cacert',
    certificate,
  ];
  const started = performance.now();
  await promisify(execFile)('curl', [...options, '--config', list], { cwd: target });
  const ms = performance.now() - started;
  await rm(target, { recursive: true });
  return ms;
}

/** Milliseconds of the check alone of the same pack as a full instance, on a fresh gateway. */
async function check(): Promise<number> {
  await using gateway = await startOwnGateway(host);
  const [begun = 0, ended = 0] = await timesOf(gateway, await instance(), ['CHECKING', 'CHECKED']);
  return ended - begun;
}

const ratios: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const small = await ours(named.slice(0, mods / 10));
  const { first, last, checked, ms, cpu, peak } = await ours(named);
  const [fetched, plain] = [await curl(), await check()];
  const ratio = ms / (fetched + plain);
  ratios.push(ratio);
  console.log(
    `round ${round}: upload to GENERATED ${seconds(ms)} s, to the first request ${seconds(first)} s, to the last byte ${seconds(last)} s, to CHECKED ${seconds(checked)} s; ` +
      `curl ${seconds(fetched)} s + check ${seconds(plain)} s; ` +
      `ratio ${ratio.toFixed(2)}; processor time of the gateway ${seconds(cpu)} s; peak of the gateway ${peak} MiB, with ${mods / 10} mods ${small.peak} MiB`,
  );
}
const sorted = ratios.toSorted((a, b) => a - b);
console.log(
  `median ratio ${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)}, load ${os.loadavg()[0]?.toFixed(1)}`,
);

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
