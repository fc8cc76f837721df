/**
 * An .mrpack of 200 mods of about 1 MB, from its upload to its server pack, against `curl --parallel` for the same files
 * plus the check of the same pack as a full instance; the peak memory of the gateway beside that with a tenth of the
 * mods; and the least that anybody has to do (`leastOf`). Linux only, needs bash, curl, openssl and zip.
 */
import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from 'graphql-ws';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { selfSigned } from '../demo/certificate.ts';
import { type OwnGateway, startOwnGateway } from '../demo/own-gateway.ts';
import {
  forgetPeak,
  memoryOf,
  msOf,
  portOf,
  Rounds,
  readOptions,
  seconds,
  tell,
  tellMachine,
  temporaryFolder,
  wholeProcessorTimeOf,
} from './harness.ts';
import { makeBundle, ownCopy } from './servers.ts';

const mods = 200;
const jarBytes = 1_000_000;
/** As many as the service fetches at a time by default. */
const parallel = 6;
/** After that, what a start leaves to be done is over, such as the embedded database's first log files. */
const settleMs = 5_000;
const { rounds } = readOptions({ full: 3, small: 1 });
makeBundle(ownCopy);
const uploadAnswer = z.object({ modPackId: z.int() });
const eventAnswer = z.object({ events: z.object({ status: z.string() }) });

await using folder = await temporaryFolder();
const { key, cert } = selfSigned(['localhost']);
const certificate = `${folder.path}/certificate.pem`;
await writeFile(certificate, cert);
/** When the last upload began, when the first file was asked for since, and when the last file had been sent. */
const asked = { uploaded: 0, first: 0, last: 0 };
const server = createServer({ key, cert }, (request, response) => {
  if (asked.first === 0) asked.first = performance.now();
  response.once('finish', () => {
    asked.last = performance.now();
  });
  createReadStream(`${folder.path}/${basename(request.url ?? '')}`).pipe(response);
});
const host = { address: `https://localhost:${await portOf(server, 'localhost')}`, cert };
await using closing = new AsyncDisposableStack();
closing.defer(() => {
  server.close();
  server.closeAllConnections();
});

const named: object[] = [];
for (let mod = 0; mod < mods; mod += 1) {
  const descriptor = { schemaVersion: 1, id: `mod${mod}`, version: '1.0.0', environment: '*' };
  const jar = await zipOf((zip) => {
    zip.addBuffer(Buffer.from(JSON.stringify(descriptor)), 'fabric.mod.json');
    zip.addBuffer(randomBytes(jarBytes), `assets/mod${mod}/textures/atlas.png`, { compress: false });
  });
  await writeFile(`${folder.path}/mod${mod}.jar`, jar);
  named.push({
    path: `mods/mod${mod}.jar`,
    downloads: [`${host.address}/mod${mod}.jar`],
    fileSize: jar.length,
    hashes: { sha1: hash('sha1', jar), sha512: hash('sha512', jar) },
  });
}

const steps = ['UPLOADED', 'CHECKING', 'first request', 'last byte', 'CHECKED', 'GENERATING', 'GENERATED'];
/** Milliseconds, and the least that anybody has to do. */
const found = new Rounds<'ms'>();
for (let round = 1; round <= rounds; round += 1) {
  const few = await build(named.slice(0, mods / 10));
  const { times, cpu, peak } = await build(named);
  const fetched = await withCurl((_target, ms) => ms);
  const plain = await check();
  const least = await leastOf();
  const share = least.all / availableParallelism();
  const ms = times.get('GENERATED') ?? 0;
  const theirs = fetched + plain;
  found.add('ours', { ms });
  found.add('theirs', { ms: theirs });
  found.add('least', { ms: share });
  console.log(
    `round ${round}: ${steps.map((step) => `${step} ${seconds(times.get(step) ?? 0)}`).join(', ')}; ` +
      `curl ${seconds(fetched)} + check ${seconds(plain)}; ratio ${(ms / theirs).toFixed(2)}; ` +
      `processor time of the gateway ${seconds(cpu)}; ` +
      `peak of the gateway ${peak.toFixed(0)} MiB, with ${mods / 10} mods ${few.peak.toFixed(0)} MiB; ` +
      `the least of processor time ${seconds(least.all)} (${seconds(least.transfer)} of curl and the host), shared evenly ${seconds(share)}`,
  );
}
tell({
  what: `fetching ${mods} mods, upload to GENERATED`,
  against: 'curl --parallel, and the check of the same as an instance',
  found: found.ratio('ours', 'theirs', 'ms'),
  aim: '1.3',
  figures: `${seconds(found.median('ours', 'ms'))}, ${seconds(found.median('theirs', 'ms'))}`,
});
tell({
  what: `the least processor time for that, shared evenly by ${availableParallelism()} processors`,
  against: 'the same',
  found: found.ratio('least', 'theirs', 'ms'),
});
tellMachine(`${rounds} rounds`);

function zipOf(add: (zip: ZipFile) => void): Promise<Buffer> {
  const zip = new ZipFile();
  add(zip);
  zip.end();
  return buffer(zip.outputStream);
}

function mrpackOf(files: readonly object[]): Promise<Buffer> {
  const dependencies = { minecraft: '1.20.1', 'fabric-loader': '0.15.6' };
  const index = { formatVersion: 1, game: 'minecraft', versionId: '1', name: 'Bench', files, dependencies };
  return zipOf((zip) => zip.addBuffer(Buffer.from(JSON.stringify(index)), 'modrinth.index.json'));
}

function instance(): Promise<Buffer> {
  return zipOf((zip) => {
    for (let mod = 0; mod < mods; mod += 1)
      zip.addFile(`${folder.path}/mod${mod}.jar`, `mods/mod${mod}.jar`, { compress: false });
  });
}

/** A fresh gateway that has settled after its start. */
async function startGateway(): Promise<OwnGateway> {
  const gateway = await startOwnGateway(host);
  await sleep(settleMs);
  return gateway;
}

/**
 * From upload to server pack on a fresh gateway: milliseconds until each step and of the gateway's processor time, and
 * MiB that it had at most.
 */
async function build(files: readonly object[]) {
  await using gateway = await startGateway();
  forgetPeak(gateway.pid);
  const used = () => wholeProcessorTimeOf(gateway.pid).own;
  const before = used();
  const times = await timesOf(gateway, { name: 'bench.mrpack', pack: await mrpackOf(files) }, 'GENERATED');
  const cpu = used() - before;
  times.set('first request', asked.first - asked.uploaded).set('last byte', asked.last - asked.uploaded);
  return { times, cpu, peak: memoryOf(gateway.pid, 'peak') };
}

/** Milliseconds of the check alone of the same pack as a full instance, on a fresh gateway. */
async function check(): Promise<number> {
  await using gateway = await startGateway();
  const times = await timesOf(gateway, { name: 'bench.zip', pack: await instance() }, 'CHECKED');
  return (times.get('CHECKED') ?? 0) - (times.get('CHECKING') ?? 0);
}

/**
 * Milliseconds from the upload until its end ("UPLOADED") and until a subscriber hears of each status, up to the last
 * of these. `asked` then says when files were.
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
      events(after: $after, filter: { modPack: { databaseId: $modPack } }) { status }
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

/** Fetches the same files by curl into a new folder, does something with them there, and removes it. */
async function withCurl<Result>(
  work: (target: string, ms: number) => Result | Promise<Result>,
): Promise<Result> {
  const target = `${folder.path}/by-curl`;
  await mkdir(target);
  const list = `${folder.path}/curl.txt`;
  const entry = (mod: number) => `url = "${host.address}/mod${mod}.jar"\noutput = "mod${mod}.jar"\n`;
  await writeFile(list, Array.from({ length: mods }, (_, mod) => entry(mod)).join(''));
  const together = ['--parallel', '--parallel-max', String(parallel)];
  const options = ['-sS', '--fail', ...together, '--cacert', certificate, '--config', list];
  const ms = await msOf(() => promisify(execFile)('curl', options, { cwd: target }));
  const result = await work(target, ms);
  await rm(target, { recursive: true });
  return result;
}

/**
 * The least work from the names of 200 files to a server pack, done by compiled programs one after the other: the files
 * from the host, their SHA-512 and SHA-1 as in the index, the SHA-256 by which the store knows them, a stored zip of
 * them with its CRC-32, its SHA-256, and all of it on the disk. Milliseconds of processor time, the host's included,
 * and of `curl` and the host alone.
 */
async function leastOf(): Promise<{ all: number; transfer: number }> {
  const children = () => wholeProcessorTimeOf('self').children;
  const used = () => {
    const { user, system } = process.cpuUsage();
    return children() + (user + system) / 1000;
  };
  const before = used();
  return withCurl(async (target) => {
    const transfer = used() - before;
    const commands = [
      ...['sha512', 'sha1', 'sha256'].map((name) => `openssl dgst -${name} mod*.jar >${name}.txt`),
      'zip -q -0 server-pack.zip mod*.jar',
      'openssl dgst -sha256 server-pack.zip >pack.txt',
      'sync server-pack.zip mod*.jar',
    ];
    const worked = children();
    await promisify(execFile)('bash', ['-ec', commands.join('\n')], { cwd: target });
    return { all: transfer + children() - worked, transfer };
  });
}
