/**
 * Processor time that the service takes for a gigabyte received, checked, built and sent, and transactions a run: what
 * docs/contributing/scaling.md reckons with. The time is that of the gateway and of its work process, with threads that have ended,
 * without the database's.
 */
import { openAsBlob, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import {
  ownDatabase,
  processesWith,
  readOptions,
  tellMachine,
  temporaryFolder,
  wholeProcessorTimeOf,
} from './harness.ts';
import { packShapes, writePack } from './pack.ts';
import { startService } from './servers.ts';

const { small, rounds } = readOptions({ full: 3, small: 1 });
const smallRuns = small ? 3 : 30;
/** Statistics of the server are as old as this, at most, in milliseconds. */
const statisticsAgeMs = 12_000;
const GB = 1e9;
const accepted = z.object({ modPackId: z.int() });

/** Processor seconds. */
interface Cost {
  gateway: number;
  work: number;
}

await using folder = await temporaryFolder();
await using database = await ownDatabase();
await using opened = new AsyncDisposableStack();
const inside = await openClient(database.url);
// Its own transactions are not counted.
const outside = await openClient(process.env.DATABASE_URL);
await using service = await startService(`${folder.path}/data`, database.url);

// What a first pack loads once is not what the next ones cost.
await upload(await packOf('warm', { jars: 3, jarBytes: 10_000, files: 10 }));
await untilBuilt(1);

const pack = await packOf('pack', small ? packShapes.small : packShapes.full);
const { size } = await stat(pack);
let id = 0;
const received = await during(async () => {
  id = await upload(pack);
});
const first = await during(() => untilBuilt(2));
const generated: Cost[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const generate = async () => {
    await send('generate', { id: String(id), modloaderVersion: `47.2.${round}` });
    await untilBuilt(2 + round);
  };
  generated.push(await during(generate));
}
const [built] = await ask(
  inside,
  z.object({ id: z.number(), size: z.coerce.number() }),
  'select server_packs.id, size from server_packs join files on files.id = file_id order by 1 desc limit 1',
);
if (built === undefined) throw new Error('No server pack was built.');
const sent: Cost[] = [];
for (let round = 0; round < rounds; round += 1)
  sent.push(await during(() => readAll(`${service.address}/api/v2/serverpacks/download/${built.id}`)));

const MB = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
console.log(`a modpack of ${MB(size)}, a server pack of ${MB(built.size)}; processor seconds a GB:`);
console.log(`received: ${perGB(received, size)}`);
console.log(`checked and generated: ${perGB(first, size)}`);
console.log(`generated: ${perGB(least(generated), size)} (least of ${rounds})`);
console.log(`sent: ${perGB(least(sent), built.size)} (least of ${rounds})`);

const idle = await commitsOf(async () => {});
const idleRate = idle.commits / idle.seconds;
const packs: string[] = [];
for (let index = 0; index < smallRuns; index += 1)
  packs.push(await packOf(`small-${index}`, { jars: 3, jarBytes: 10_000, files: 20 + index }));
const ofRuns = await during(async () => {
  let polls = 0;
  const busy = await commitsOf(async () => {
    for (const path of packs) await upload(path);
    polls = await untilBuilt(2 + rounds + smallRuns);
  });
  const commits = (busy.commits - polls - idleRate * busy.seconds) / smallRuns;
  console.log(
    `${smallRuns} small modpacks uploaded: ${commits.toFixed(1)} transactions a run; ${idleRate.toFixed(1)} a second while nothing happens`,
  );
});
const each = (seconds: number) => ((seconds / smallRuns) * 1000).toFixed(0);
console.log(
  `processor milliseconds a small run: gateway ${each(ofRuns.gateway)}, work process ${each(ofRuns.work)}, idle ones included`,
);
tellMachine(`${rounds} rounds`);

async function packOf(name: string, shape: Parameters<typeof writePack>[1]): Promise<string> {
  const path = `${folder.path}/${name}.zip`;
  await writePack(path, shape);
  return path;
}

async function upload(path: string): Promise<number> {
  return send('upload', { file: await openAsBlob(path), modloaderVersion: '47.2.0' });
}

async function send(path: 'upload' | 'generate', fields: Record<string, string | Blob>): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ gameVersion: '1.20.1', modloader: 'Forge', ...fields }))
    form.set(name, value);
  const answer = await fetch(`${service.address}/api/v2/modpacks/${path}`, { method: 'POST', body: form });
  return accepted.parse(await answer.json()).modPackId;
}

async function readAll(address: string): Promise<void> {
  const { body } = await fetch(address);
  for await (const _chunk of body ?? []);
}

function spent(): Cost {
  const children = processesWith((process) => {
    const parent = readFileSync(`${process}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
    return Number(parent) === service.pid;
  });
  const seconds = (pid: number) => wholeProcessorTimeOf(pid).own / 1000;
  return { gateway: seconds(service.pid), work: children.reduce((sum, pid) => sum + seconds(pid), 0) };
}

async function during(work: () => Promise<unknown>): Promise<Cost> {
  const before = spent();
  await work();
  const after = spent();
  return { gateway: after.gateway - before.gateway, work: after.work - before.work };
}

function perGB({ gateway, work }: Cost, bytes: number): string {
  const of = (seconds: number) => (seconds / (bytes / GB)).toFixed(2);
  return `gateway ${of(gateway)}, work process ${of(work)}`;
}

function least(costs: readonly Cost[]): Cost {
  const sorted = costs.toSorted((a, b) => a.gateway + a.work - b.gateway - b.work);
  return sorted[0] ?? { gateway: 0, work: 0 };
}

async function openClient(connectionString: string | undefined): Promise<pg.Client> {
  const client = opened.adopt(new pg.Client({ connectionString }), (client) => client.end());
  await client.connect();
  return client;
}

async function ask<Row>(client: pg.Client, row: z.ZodType<Row>, statement: string): Promise<Row[]> {
  const { rows } = await client.query(statement);
  return z.array(row).parse(rows);
}

/** Until so many server packs are there; answers how many transactions the looking took. */
async function untilBuilt(count: number): Promise<number> {
  for (let polls = 1; ; polls += 1) {
    const [row] = await ask(
      inside,
      z.object({ built: z.int() }),
      'select count(*)::int as built from server_packs',
    );
    if (row && row.built >= count) return polls;
    await sleep(250);
  }
}

async function commitsOf(work: () => Promise<unknown>): Promise<{ commits: number; seconds: number }> {
  await sleep(statisticsAgeMs);
  const before = await commits();
  const start = performance.now();
  await work();
  await sleep(statisticsAgeMs);
  return { commits: (await commits()) - before, seconds: (performance.now() - start) / 1000 };
}

async function commits(): Promise<number> {
  const name = new URL(database.url).pathname.slice(1);
  const statement = `select xact_commit as commits from pg_stat_database where datname = '${name}'`;
  const [row] = await ask(outside, z.object({ commits: z.coerce.number() }), statement);
  return row?.commits ?? Number.NaN;
}
