/**
 * Uploads and downloads of one large file, in rounds: uploads by REST and by a GraphQL form against a bare PUT on Node
 * that hashes and flushes, downloads against nginx (sendfile) and Node piping the file. Linux only, needs nginx and
 * curl. With DATABASE_URL the service has its rows on PostgreSQL, otherwise embedded.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import {
  forgetPeak,
  memoryOf,
  msOf,
  ownDatabaseIfServer,
  Rounds,
  readOptions,
  seconds,
  tell,
  tellMachine,
  temporaryFolder,
} from './harness.ts';
import { send, sendForm } from './send-form.ts';
import { type Server, startNginx, startPeer, startService } from './servers.ts';

const { small, rounds, takes } = readOptions({ full: 5, small: 1 });
const megabytes = small ? 20 : 1_000;
const blockBytes = 1_000_000;
const run = promisify(execFile);

await using folder = await temporaryFolder();
await using database = await ownDatabaseIfServer();
const plainFolder = `${folder.path}/plain`;
const givenFolder = `${folder.path}/given`;
for (const path of [plainFolder, givenFolder]) await mkdir(path);
await using service = await startService(`${folder.path}/data`, database?.url ?? null);
await using plain = await startPeer('files', { FOLDER: plainFolder });
const block = randomBytes(blockBytes);

/** Milliseconds, also of the server's processor time, and MiB at the peak above those before. */
type Taken = 'wall' | 'processor' | 'memory';
type Side = () => Promise<Record<Taken, number>>;

/** Once the disks have nothing to do. */
async function taken(server: Server, transfer: () => Promise<unknown>): Promise<Record<Taken, number>> {
  await run('sync');
  const idle = memoryOf(server.pid, 'now');
  forgetPeak(server.pid);
  const before = server.processorTime();
  const wall = await msOf(transfer);
  const processor = server.processorTime() - before;
  return { wall, processor, memory: memoryOf(server.pid, 'peak') - idle };
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
const size = archive().reduce((sum, { length }) => sum + length, 0);
const body = { size, pieces: archive };

const versions = { gameVersion: '1.20.1', modloaderVersion: '47.2.0' };
const begun = z.object({ modPackId: z.int() });
async function uploadByRest(): Promise<number> {
  const url = `${service.address}/api/v2/modpacks/upload`;
  const { text } = await sendForm(url, { ...versions, modloader: 'Forge' }, { name: 'file', ...body });
  return begun.parse(JSON.parse(text)).modPackId;
}

const begunByForm = z
  .object({ data: z.object({ uploadModPack: z.object({ modPack: z.object({ databaseId: z.int() }) }) }) })
  .transform(({ data }) => data.uploadModPack.modPack.databaseId);
async function uploadByForm(): Promise<number> {
  const query = `mutation ($input: UploadModPackInput!) { uploadModPack(input: $input) {
    ... on RunStarted { modPack { databaseId } } ... on UserError { message } } }`;
  const input = { archive: { file: null }, runConfiguration: { ...versions, modloader: 'FORGE' } };
  const fields = {
    operations: JSON.stringify({ query, variables: { input } }),
    map: JSON.stringify({ 0: ['variables.input.archive.file'] }),
  };
  const { text } = await sendForm(`${service.address}/graphql`, fields, { name: '0', ...body });
  return begunByForm.parse(JSON.parse(text));
}

let put = 0;
/**
 * Each file stays, as the service's do: on a virtual machine, memory that was freed a moment ago is cheaper to write
 * to.
 */
async function uploadPlainly(): Promise<void> {
  put += 1;
  const how = { method: 'PUT', type: 'application/zip' };
  const { text } = await send(`${plain.address}/put-${put}.zip`, body, how);
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`The plain server answers ${text}.`);
}

const events = z.array(z.object({ status: z.string() }));
/** Until nothing is left to be done about an upload: it has no mods. */
async function untilRefused(modPackId: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${service.address}/api/v2/events/modpack/${modPackId}`);
    if (events.parse(await answer.json()).some(({ status }) => status === 'ERROR')) return;
    await sleep(100);
  }
}

async function measureUploads(): Promise<void> {
  const counted =
    (upload: () => Promise<number>): Side =>
    async () => {
      let modPackId = 0;
      const one = await taken(service, async () => {
        modPackId = await upload();
      });
      await untilRefused(modPackId);
      return one;
    };
  const sides = {
    REST: counted(uploadByRest),
    'bare PUT': () => taken(plain, uploadPlainly),
    'GraphQL form': counted(uploadByForm),
  };
  const found = await new Rounds<Taken>().take(sides, { rounds, warmUp: 1 });
  const aims = { wall: '1.15', processor: '', memory: '60 MiB' };
  show('upload by REST', found, ['REST', 'bare PUT'], aims);
  show('upload by a GraphQL form', found, ['GraphQL form', 'bare PUT'], aims);
}

/** The archive of an uploaded modpack, and the same file from the others. */
async function measureDownloads(): Promise<void> {
  const modPackId = await uploadByRest();
  await untilRefused(modPackId);
  const path = `/api/v2/modpacks/download/${modPackId}`;
  const copy = `${plainFolder}/get.zip`;
  await run('curl', ['-sS', '--fail', '-o', copy, `${service.address}${path}`]);
  await copyFile(copy, `${givenFolder}/get.zip`);
  await using nginx = await startNginx(givenFolder, `${folder.path}/nginx`);
  const downloaded =
    (server: Server, path: string): Side =>
    () =>
      taken(server, () => download(`${server.address}${path}`));
  const sides = {
    service: downloaded(service, path),
    nginx: downloaded(nginx, '/get.zip'),
    node: downloaded(plain, '/get.zip'),
  };
  const found = await new Rounds<Taken>().take(sides, { rounds, warmUp: 1 });
  show('download', found, ['service', 'nginx'], { wall: '0.9', processor: '0.9', memory: '30 MiB' });
  show('download', found, ['service', 'node'], null);
}

async function download(url: string): Promise<void> {
  const { stdout } = await run('curl', ['-sS', '--fail', '-o', '/dev/null', '-w', '%{size_download}', url]);
  if (Number(stdout) !== size) throw new Error(`${url} has given ${stdout} bytes.`);
}

function show(
  title: string,
  found: Rounds<Taken>,
  [ours, theirs]: [string, string],
  aims: Record<Taken, string> | null,
): void {
  for (const [key, name] of [
    ['wall', 'time'],
    ['processor', 'processor time'],
  ] as const)
    tell({
      what: `${title}: ${name}`,
      against: theirs,
      found: found.ratio(ours, theirs, key),
      aim: aims?.[key] ?? '',
      figures: `${seconds(found.median(ours, key))}, ${seconds(found.median(theirs, key))}`,
    });
  if (aims === null) return;
  const most = (side: string) => `${Math.max(...found.all(side, 'memory')).toFixed(0)} MiB`;
  tell({
    what: `${title}: memory above idle`,
    against: null,
    found: most(ours),
    aim: aims.memory,
    figures: `${theirs}: ${most(theirs)}`,
  });
}

if (takes('uploads')) await measureUploads();
if (takes('downloads')) await measureDownloads();
tellMachine(`${megabytes} MB, ${rounds} rounds`);
