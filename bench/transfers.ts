/**
 * Compares uploads and downloads of one large file with what they can be held against, in rounds that alternate:
 * uploads by REST and by a GraphQL form with a bare PUT on Node that hashes and flushes, downloads with nginx
 * (sendfile) and with Node piping the file. Run as `npm run bench:transfers -- [--megabytes 1000] [--rounds 5] [--only
 * uploads|downloads]`; Linux only, needs nginx and curl. With DATABASE_URL the service has its rows in a database of
 * its own there, otherwise embedded.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { startNginx, startPlainNode } from './file-servers.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { median, ownDatabase } from './rows.ts';
import { type Server, startService } from './servers.ts';

const { values } = parseArgs({
  options: { megabytes: { type: 'string' }, rounds: { type: 'string' }, only: { type: 'string' } },
});
const megabytes = Number(values.megabytes ?? 1_000);
const rounds = Number(values.rounds ?? 5);
const blockBytes = 1_000_000;
const run = promisify(execFile);

await using parts = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-transfers-'));
parts.defer(() => rm(folder, { recursive: true, force: true }));
const plainFolder = path.join(folder, 'plain');
await mkdir(plainFolder);
const database = await ownDatabase(process.env.DATABASE_URL);
parts.defer(() => database.drop());

const service = parts.use(await startService(path.join(folder, 'data'), database.url ?? null));
const plain = parts.use(await startPlainNode(plainFolder));
const block = randomBytes(blockBytes);

/**
 * What one transfer took: milliseconds, of the server's processors too, and MiB that it had at most above what it had
 * idle.
 */
interface Taken {
  wall: number;
  processor: number;
  memory: number;
}

async function memoryOf({ pid }: Server, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

/** Once the disks have nothing to do. */
async function taken(server: Server, transfer: () => Promise<unknown>): Promise<Taken> {
  await run('sync');
  const idle = await memoryOf(server, 'VmRSS');
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  const before = server.processorTime();
  const begun = performance.now();
  await transfer();
  const wall = performance.now() - begun;
  const processor = server.processorTime() - before;
  return { wall, processor, memory: (await memoryOf(server, 'VmHWM')) - idle };
}

let packs = 0;
/**
 * A zip with one stored file of so many bytes that is no mod, so that its check ends as soon as it has begun; each is
 * another.
 */
function* archive(): Generator<Buffer> {
  packs += 1;
  const name = Buffer.from(`${String(packs).padStart(8, '0')}.bin`);
  const bytes = megabytes * blockBytes;
  // Sizes twice, then the lengths of the name and of no extra field; nobody reads far enough to miss the CRC.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(bytes, 14);
  common.writeUInt32LE(bytes, 18);
  common.writeUInt16LE(name.length, 22);
  const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, name]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(header.length + bytes, 16);
  yield header;
  for (let sent = 0; sent < megabytes; sent += 1) yield block;
  yield directory;
  yield end;
}
const archiveBytes = [
  ...(function* () {
    for (const piece of archive()) yield piece.length;
  })(),
].reduce((sum, length) => sum + length, 0);

/** Sends a body of known length, and answers what is said to it. */
async function send(url: string, method: string, pieces: Iterable<Buffer>, length: number, type: string) {
  const sending = request(url, {
    method,
    headers: { 'content-type': type, 'content-length': length, 'graphql-require-preflight': '1' },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on('response', (answer) => void text(answer).then(resolve, reject));
    sending.on('error', reject);
  });
  await pipeline(Readable.from(pieces), sending);
  return answered;
}

/** Sends a form with these fields and a file behind them. */
function sendForm(url: string, fields: Record<string, string>, fileName: string): Promise<string> {
  const head = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  head.push(`--b\r\nContent-Disposition: form-data; name="${fileName}"; filename="large.zip"\r\n\r\n`);
  const before = Buffer.from(head.join(''));
  const after = Buffer.from('\r\n--b--\r\n');
  const body = function* () {
    yield before;
    yield* archive();
    yield after;
  };
  const length = before.length + archiveBytes + after.length;
  return send(url, 'POST', body(), length, 'multipart/form-data; boundary=b');
}

const versions = { gameVersion: '1.20.1', modloaderVersion: '47.2.0' };
const begun = z.object({ modPackId: z.int() });
async function uploadByRest(): Promise<number> {
  const url = `${service.address}/api/v2/modpacks/upload`;
  return begun.parse(JSON.parse(await sendForm(url, { ...versions, modloader: 'Forge' }, 'file'))).modPackId;
}

const begunByForm = z
  .object({ data: z.object({ uploadModPack: z.object({ modPack: z.object({ databaseId: z.int() }) }) }) })
  .transform(({ data }) => data.uploadModPack.modPack.databaseId);
async function uploadByForm(): Promise<number> {
  const query = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) {
    ... on RunStarted { modPack { databaseId } } ... on UserError { message } } }`;
  const input = { file: null, runConfiguration: { ...versions, modloader: 'FORGE' } };
  const fields = {
    operations: JSON.stringify({ query, variables: { input } }),
    map: JSON.stringify({ 0: ['variables.input.file'] }),
  };
  return begunByForm.parse(JSON.parse(await sendForm(`${service.address}/graphql`, fields, '0')));
}

let put = 0;
/**
 * Each file stays, as the service's do: on a virtual machine, memory that was let go of a moment ago is cheaper to
 * write to.
 */
async function uploadPlainly(): Promise<void> {
  put += 1;
  const hash = await send(
    `${plain.address}/put-${put}.zip`,
    'PUT',
    archive(),
    archiveBytes,
    'application/zip',
  );
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`The plain server answers ${hash}.`);
}

const events = z.array(z.object({ status: z.string() }));
/** Until nothing is left to be done about an upload: it has no mods. */
async function untilRefused(modPackId: number): Promise<void> {
  for (;;) {
    const { body } = await service.client.request({
      method: 'GET',
      path: `/api/v2/events/modpack/${modPackId}`,
    });
    if (events.parse(await body.json()).some(({ status }) => status === 'ERROR')) return;
    await sleep(100);
  }
}

/** A server pack's modpack to be downloaded, and the same file for the others. */
async function downloads(): Promise<Record<string, { server: Server; url: string }>> {
  const modPackId = await uploadByRest();
  await untilRefused(modPackId);
  const path_ = `/api/v2/modpacks/download/${modPackId}`;
  const own = path.join(plainFolder, 'get.zip');
  await run('curl', ['-sS', '--fail', '-o', own, `${service.address}${path_}`]);
  const nginxFolder = path.join(folder, 'given');
  await mkdir(nginxFolder);
  await copyFile(own, path.join(nginxFolder, 'get.zip'));
  const nginx = parts.use(await startNginx(nginxFolder, path.join(folder, 'nginx')));
  return {
    service: { server: service, url: `${service.address}${path_}` },
    nginx: { server: nginx, url: `${nginx.address}/get.zip` },
    node: { server: plain, url: `${plain.address}/get.zip` },
  };
}

async function download(url: string): Promise<void> {
  const { stdout } = await run('curl', ['-sS', '--fail', '-o', '/dev/null', '-w', '%{size_download}', url]);
  if (Number(stdout) !== archiveBytes) throw new Error(`${url} has given ${stdout} bytes.`);
}

type Way = () => Promise<Taken>;

/** Takes each way in turn, so often; the first round does not count. */
async function rounded(ways: Record<string, Way>): Promise<Map<string, Taken[]>> {
  const all = new Map<string, Taken[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const one = await way();
      if (round >= 0) all.get(name)?.push(one);
    }
  }
  return all;
}

/** The most that the ratios should be, and the memory above idle in MiB; null where nothing is aimed at. */
interface Aims {
  wall: number;
  processor: number | null;
  memory: number;
}

function show(
  title: string,
  all: Map<string, Taken[]>,
  [ours, theirs]: [string, string],
  aims: Aims | null,
): void {
  const [mine, others] = [all.get(ours) ?? [], all.get(theirs) ?? []];
  const of = (some: readonly Taken[], what: keyof Taken) => some.map((one) => one[what]);
  const seconds = (some: readonly Taken[], what: keyof Taken) =>
    `${(median(of(some, what)) / 1_000).toFixed(2)} s`;
  for (const [what, name] of [
    ['wall', 'time'],
    ['processor', 'processor time'],
  ] as const)
    tell({
      what: `${title}: ${name}`,
      against: theirs,
      found: spread(ratiosOf(of(mine, what), of(others, what))),
      aim: String(aims?.[what] ?? ''),
      figures: `${seconds(mine, what)}, ${seconds(others, what)}`,
    });
  if (aims === null) return;
  const most = (some: readonly Taken[]) => `${Math.max(...of(some, 'memory')).toFixed(0)} MiB`;
  tell({
    what: `${title}: memory above idle`,
    against: null,
    found: most(mine),
    aim: `${aims.memory} MiB`,
    figures: `${theirs}: ${most(others)}`,
  });
}

const before = os.loadavg()[0];
console.log(titles);
if (values.only !== 'downloads') {
  const counted = (upload: () => Promise<number>) => async () => {
    let modPackId = 0;
    const one = await taken(service, async () => {
      modPackId = await upload();
    });
    await untilRefused(modPackId);
    return one;
  };
  const all = await rounded({
    REST: counted(uploadByRest),
    'bare PUT': () => taken(plain, uploadPlainly),
    'GraphQL form': counted(uploadByForm),
  });
  const aims = { wall: 1.15, processor: null, memory: 60 };
  show('upload by REST', all, ['REST', 'bare PUT'], aims);
  show('upload by a GraphQL form', all, ['GraphQL form', 'bare PUT'], aims);
}
if (values.only !== 'uploads') {
  const ways = Object.entries(await downloads()).map(([name, { server, url }]): [string, Way] => [
    name,
    () => taken(server, () => download(url)),
  ]);
  const all = await rounded(Object.fromEntries(ways));
  show('download', all, ['service', 'nginx'], { wall: 0.9, processor: 0.9, memory: 30 });
  show('download', all, ['service', 'node'], null);
}
console.log(
  `\n${megabytes} MB, ${rounds} rounds, ${os.cpus().length} processors, load of the machine ${before?.toFixed(1)} to ${os.loadavg()[0]?.toFixed(1)}.`,
);
