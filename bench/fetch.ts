/**
 * Compares an .mrpack of 200 mods of about 1 MB, from its upload to its server pack, with `curl --parallel` for the
 * same files plus the check of the same pack as a full instance; and the peak memory of the gateway with that of a
 * tenth of the mods. Beside it the least that anybody has to do (see `leastOf`). Gateways start from the bundle, as an
 * operator's do. `--rounds <n>`, and `--before <folder>` for another working copy in the same rounds. Linux only, needs
 * bash, curl, openssl and zip.
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
import { parseArgs, promisify } from 'node:util';
import { createClient } from 'graphql-ws';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { selfSigned } from '../demo/certificate.ts';
import { type OwnGateway, startOwnGateway } from '../demo/own-gateway.ts';
import { spread, tell } from './findings.ts';
import { median } from './rows.ts';
import { makeBundle, ownCopy } from './servers.ts';

const mods = 200;
const jarBytes = 1_000_000;
/** As many as the service fetches at a time unless it is set otherwise. */
const parallel = 6;
/** What a start leaves to be done, such as the embedded database's first log files, is over by then. */
const settleMs = 5_000;
const { values } = parseArgs({ options: { rounds: { type: 'string' }, before: { type: 'string' } } });
const rounds = Number(values.rounds ?? 3);
/** The folders of the working copies that are measured, by what is said of them. */
const copies = new Map([...(values.before ? [['before', values.before] as const] : []), ['now', ownCopy]]);
for (const copy of copies.values()) makeBundle(copy);

await using parts = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-fetch-'));
parts.defer(() => rm(folder, { recursive: true, force: true }));

const { key, cert } = selfSigned(['localhost']);
const certificate = path.join(folder, 'certificate.pem');
await writeFile(certificate, cert);
/**
 * When the first file was asked for since the last upload, and when the newest of them had been sent; by the clock of
 * this process.
 */
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

const uploadAnswer = z.object({ modPackId: z.int() });
const eventAnswer = z.object({ events: z.object({ status: z.string() }) });

/** A fresh gateway that has settled after its start. */
async function startGateway(copy: string): Promise<OwnGateway> {
  const gateway = await startOwnGateway(host, copy);
  await sleep(settleMs);
  return gateway;
}

/**
 * Milliseconds from the upload until its end ("UPLOADED") and until the first event of each status up to the last of
 * these, as a subscriber hears of it; `asked` then says when files were.
 */
async function timesOf(
  { url }: OwnGateway,
  { name, pack }: { name: string; pack: Buffer },
  last: string,
): Promise<Map<string, number>> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pack)]), name);
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', '0.15.6');
  const client = createClient({ url: `${url.replace(/^http/, 'ws')}/graphql` });
  try {
    const started = performance.now();
    Object.assign(asked, { uploaded: started, first: 0, last: 0 });
    const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    if (!answer.ok) throw new Error(await answer.text());
    const { modPackId } = uploadAnswer.parse(await answer.json());
    const times = new Map([['UPLOADED', performance.now() - started]]);
    const query = `subscription ($modPack: Int!, $after: ID!) {
      events(after: $after, filter: { modPackDatabaseId: $modPack }) { status }
    }`;
    const after = Buffer.from('PackEvent:0').toString('base64');
    for await (const { data } of client.iterate({ query, variables: { modPack: modPackId, after } })) {
      const { status } = eventAnswer.parse(data).events;
      if (status === 'ERROR') throw new Error('The run ended in an error.');
      if (!times.has(status)) times.set(status, performance.now() - started);
      if (status === last) return times;
    }
    throw new Error('The gateway ended the subscription.');
  } finally {
    await client.dispose();
  }
}

/**
 * What the way from upload to server pack took on a fresh gateway: milliseconds until each step, processor time of the
 * gateway in milliseconds, MiB it had at most.
 */
async function ours(
  copy: string,
  files: readonly object[],
): Promise<{ times: Map<string, number>; cpu: number; peak: number }> {
  await using gateway = await startGateway(copy);
  const status = `/proc/${gateway.pid}`;
  // Starting is not what is measured: the peak is counted from here.
  await writeFile(`${status}/clear_refs`, '5');
  const before = await processorMs(gateway.pid);
  const times = await timesOf(gateway, { name: 'bench.mrpack', pack: await mrpackOf(files) }, 'GENERATED');
  const cpu = (await processorMs(gateway.pid)) - before;
  times.set('first request', asked.first - asked.uploaded).set('last byte', asked.last - asked.uploaded);
  const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`${status}/status`, 'utf8')) ?? [];
  return { times, cpu, peak: Math.round(Number(kib) / 1024) };
}

/**
 * Milliseconds that a process has been on a processor, all of its threads together; counted in hundredths of a second.
 */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Fetches the same files by curl into a new folder, does something with them there, and removes it. */
async function withCurl<Result>(work: (target: string) => Result | Promise<Result>): Promise<Result> {
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
  await promisify(execFile)('curl', [...options, '--config', list], { cwd: target });
  const result = await work(target);
  await rm(target, { recursive: true });
  return result;
}

/** Milliseconds that curl takes for the same files. */
async function curl(): Promise<number> {
  const started = performance.now();
  return withCurl(() => performance.now() - started);
}

/**
 * What the way from the names of 200 files to a server pack asks of anybody, done by programs that are compiled, one
 * processor's worth of work after the other: the files from the host, their SHA-512 and SHA-1 as the index gives them,
 * the SHA-256 by which the store knows them, a stored zip of them (with its CRC-32), its SHA-256, and all of it on the
 * disk. Milliseconds of processor time that it took altogether, the host's included, and of `curl` and the host of
 * that.
 */
async function leastOf(): Promise<{ all: number; transfer: number }> {
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const before = { children: await childrenMs(), own: used() };
  return withCurl(async (target) => {
    const transfer = (await childrenMs()) - before.children + used() - before.own;
    const commands = [
      ...['sha512', 'sha1', 'sha256'].map((name) => `openssl dgst -${name} mod*.jar >${name}.txt`),
      'zip -q -0 server-pack.zip mod*.jar',
      'openssl dgst -sha256 server-pack.zip >pack.txt',
      'sync server-pack.zip mod*.jar',
    ];
    const worked = await childrenMs();
    await promisify(execFile)('bash', ['-ec', commands.join('\n')], { cwd: target });
    return { all: transfer + (await childrenMs()) - worked, transfer };
  });
}

/**
 * Milliseconds of processor time of all children of this process that have ended; counted in hundredths of a second.
 */
async function childrenMs(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Milliseconds of the check alone of the same pack as a full instance, on a fresh gateway. */
async function check(copy: string): Promise<number> {
  await using gateway = await startGateway(copy);
  const times = await timesOf(gateway, { name: 'bench.zip', pack: await instance() }, 'CHECKED');
  return (times.get('CHECKED') ?? 0) - (times.get('CHECKING') ?? 0);
}

/** Of each working copy: ratios, and milliseconds of ours and theirs, by rounds. */
const found = new Map<string, { ratios: number[]; ours: number[]; theirs: number[] }>();
/** Of each round: the least that anybody has to do, to the same. */
const leasts: number[] = [];
const steps = ['UPLOADED', 'CHECKING', 'first request', 'last byte', 'CHECKED', 'GENERATING', 'GENERATED'];
for (const name of copies.keys()) found.set(name, { ratios: [], ours: [], theirs: [] });
for (let round = 1; round <= rounds; round += 1) {
  for (const [name, copy] of copies) {
    const small = await ours(copy, named.slice(0, mods / 10));
    const { times, cpu, peak } = await ours(copy, named);
    const [fetched, plain] = [await curl(), await check(copy)];
    const least = await leastOf();
    const share = least.all / os.availableParallelism();
    leasts.push(share / (fetched + plain));
    const ms = times.get('GENERATED') ?? 0;
    const sums = found.get(name);
    sums?.ratios.push(ms / (fetched + plain));
    sums?.ours.push(ms);
    sums?.theirs.push(fetched + plain);
    console.log(
      `${name}, round ${round}: ${steps.map((step) => `${step} ${seconds(times.get(step) ?? 0)}`).join(', ')}; ` +
        `curl ${seconds(fetched)} s + check ${seconds(plain)} s; ` +
        `ratio ${(ms / (fetched + plain)).toFixed(2)}; processor time of the gateway ${seconds(cpu)} s; peak of the gateway ${peak} MiB, with ${mods / 10} mods ${small.peak} MiB; ` +
        `the least of processor time ${seconds(least.all)} s (${seconds(least.transfer)} of curl and the host), shared evenly ${seconds(share)} s`,
    );
  }
}
for (const [name, { ratios, ours: mine, theirs }] of found) {
  tell({
    what: `fetching ${mods} mods, upload to GENERATED${name === 'now' ? '' : `, ${name}`}`,
    against: 'curl --parallel, and the check of the same as an instance',
    found: spread(ratios),
    aim: '1.3',
    figures: `${seconds(median(mine))} s, ${seconds(median(theirs))} s`,
  });
}
tell({
  what: `the least processor time for that, shared evenly by ${os.availableParallelism()} processors`,
  against: 'the same',
  found: spread(leasts),
  aim: '',
  figures: '',
});
console.log(`load ${os.loadavg()[0]?.toFixed(1)}`);

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
