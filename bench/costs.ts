/**
 * Measures what the service takes of the processor for a gigabyte that it receives, checks, builds and sends, and how
 * many transactions a run takes, on the PostgreSQL of DATABASE_URL, in a database of its own: what docs/scaling.md
 * reckons with. The service is started as an operator does; its time is that of the gateway and of its work process,
 * threads that have ended included. The database's is not in it. `--small` makes a quick run of everything.
 */

import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { writePack } from './pack.ts';
import { ownDatabase } from './rows.ts';
import { startService } from './servers.ts';

const { values } = parseArgs({ options: { small: { type: 'boolean' } } });
const shape = values.small
  ? { jars: 12, jarBytes: 400_000, files: 200 }
  : { jars: 270, jarBytes: 2_050_000, files: 3730 };
const rounds = values.small ? 1 : 3;
const smallRuns = values.small ? 3 : 30;
const url = process.env.DATABASE_URL;
if (!url)
  throw new Error('Set DATABASE_URL to a PostgreSQL server: the bench makes a database of its own on it.');

/** Statistics of the server are as old as this, at most, in milliseconds. */
const statisticsAgeMs = 12_000;
const GB = 1e9;
const accepted = z.object({ modPackId: z.int() });
const figures = z.tuple([z.object({ commits: z.coerce.number() })]);
const ended = z.array(z.object({ id: z.number(), size: z.coerce.number() }));

/** Processor seconds. */
interface Cost {
  gateway: number;
  work: number;
}

const folder = await mkdtemp(join(tmpdir(), 'costs-'));
const database = await ownDatabase(url);
const outside = new pg.Client({ connectionString: url });
const inside = new pg.Client({ connectionString: database.url });
try {
  await outside.connect();
  await inside.connect();
  await measure();
} finally {
  await inside.end();
  await outside.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const pack = join(folder, 'pack.zip');
  await writePack(pack, shape);
  const bytes = (await stat(pack)).size;
  await using service = await startService(join(folder, 'data'), database.url ?? '');
  const { pid, address } = service;
  const loadBefore = loadavg()[0] ?? 0;
  const spent = () => ({ gateway: processorSeconds(pid), work: childrenOf(pid).reduce(sumOf, 0) });
  const during = async (work: () => Promise<unknown>) => {
    const before = spent();
    await work();
    const after = spent();
    return { gateway: after.gateway - before.gateway, work: after.work - before.work };
  };
  const send = async (path: string, fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ gameVersion: '1.20.1', modloader: 'Forge', ...fields }))
      form.set(name, value);
    const answer = await fetch(`${address}/api/v2/modpacks/${path}`, { method: 'POST', body: form });
    return accepted.parse(await answer.json()).modPackId;
  };
  // What a first pack loads once is not what the next ones cost.
  const warm = join(folder, 'warm.zip');
  await writePack(warm, { jars: 3, jarBytes: 10_000, files: 10 });
  await send('upload', { file: await openAsBlob(warm), modloaderVersion: '47.2.0' });
  await serverPacks(1);

  let id = 0;
  const received = await during(async () => {
    id = await send('upload', { file: await openAsBlob(pack), modloaderVersion: '47.2.0' });
  });
  const first = await during(() => serverPacks(2));
  const generated = [];
  for (let round = 0; round < rounds; round += 1) {
    generated.push(
      await during(async () => {
        await send('generate', { id: String(id), modloaderVersion: `47.2.${round + 1}` });
        await serverPacks(3 + round);
      }),
    );
  }
  const built = (await serverPacks(2 + rounds)).at(-1);
  if (built === undefined) throw new Error('No server pack was built.');
  const sent = [];
  for (let round = 0; round < rounds; round += 1)
    sent.push(await during(() => readAll(`${address}/api/v2/serverpacks/download/${built.id}`)));
  const perGB = ({ gateway, work }: Cost, of: number) =>
    `gateway ${(gateway / (of / GB)).toFixed(2)}, work process ${(work / (of / GB)).toFixed(2)}`;
  const least = (costs: readonly Cost[]) =>
    costs.toSorted((a, b) => a.gateway + a.work - b.gateway - b.work)[0] ?? { gateway: 0, work: 0 };
  console.log(
    `a modpack of ${(bytes / 1e6).toFixed(0)} MB, a server pack of ${(built.size / 1e6).toFixed(0)} MB; processor seconds a GB:`,
  );
  console.log(`received: ${perGB(received, bytes)}`);
  console.log(`checked and generated: ${perGB(first, bytes)}`);
  console.log(`generated: ${perGB(least(generated), bytes)} (least of ${rounds})`);
  console.log(`sent: ${perGB(least(sent), built.size)} (least of ${rounds})`);

  const commitsOf = async (work: () => Promise<unknown>) => {
    await sleep(statisticsAgeMs);
    const before = await commits();
    const start = performance.now();
    await work();
    await sleep(statisticsAgeMs);
    return { commits: (await commits()) - before, seconds: (performance.now() - start) / 1000 };
  };
  const idle = await commitsOf(async () => {});
  const idleRate = idle.commits / idle.seconds;
  const uploads = await Promise.all(
    Array.from({ length: smallRuns }, async (_, index) => {
      const path = join(folder, `small-${index}.zip`);
      await writePack(path, { jars: 3, jarBytes: 10_000, files: 20 + index });
      return path;
    }),
  );
  let polls = 0;
  const small = await during(async () => {
    const busy = await commitsOf(async () => {
      for (const path of uploads)
        await send('upload', { file: await openAsBlob(path), modloaderVersion: '47.2.0' });
      polls = await untilThere(2 + rounds + smallRuns);
    });
    const ofRuns = busy.commits - polls - idleRate * busy.seconds;
    console.log(
      `${smallRuns} small modpacks uploaded: ${(ofRuns / smallRuns).toFixed(1)} transactions a run; ${idleRate.toFixed(1)} a second while nothing happens`,
    );
  });
  console.log(
    `processor milliseconds a small run: gateway ${((small.gateway / smallRuns) * 1000).toFixed(0)}, work process ${((small.work / smallRuns) * 1000).toFixed(0)}, idle ones included`,
  );
  console.log(`load of the machine ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`);
}

/** Until so many server packs are there; answers how often it asked. */
async function untilThere(count: number): Promise<number> {
  for (let polls = 1; ; polls += 1) {
    const { rows } = await inside.query('select count(*)::int as built from server_packs');
    if (Number(rows[0]?.built) >= count) return polls;
    await sleep(250);
  }
}

async function serverPacks(count: number) {
  await untilThere(count);
  const { rows } = await inside.query(
    'select server_packs.id, size from server_packs join files on files.id = file_id order by server_packs.id',
  );
  return ended.parse(rows);
}

async function commits(): Promise<number> {
  const name = new URL(database.url ?? '').pathname.slice(1);
  const { rows } = await outside.query(
    'select xact_commit as commits from pg_stat_database where datname = $1',
    [name],
  );
  const [row] = figures.parse(rows);
  return row.commits;
}

async function readAll(address: string): Promise<void> {
  const { body } = await fetch(address);
  for await (const _chunk of body ?? []);
}

/** Of a process with all its threads, those that have ended too; the system counts hundredths. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function childrenOf(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.flatMap((child) => {
    try {
      const parent = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
      return Number(parent) === pid ? [Number(child)] : [];
    } catch {
      return [];
    }
  });
}

function sumOf(sum: number, pid: number): number {
  return sum + processorSeconds(pid);
}
