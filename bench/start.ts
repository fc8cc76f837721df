/**
 * Measures what the service takes until it is ready, as ratios to hello world on Fastify in the same rounds, and what
 * it takes when nobody asks anything: processor time and memory. Needs DATABASE_URL, where it makes a database of its
 * own, and Linux. `--rounds <n>` sets the number of starts, `--settle <seconds>` how long after a start one that is
 * asked nothing is left alone before it is looked at, and `--idle <seconds>` for how long then.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { median, ownDatabase } from './rows.ts';
import { installPeers, type Server, startPeer, startService } from './servers.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, settle: { type: 'string' }, idle: { type: 'string' } },
});
const rounds = Number(values.rounds ?? 5);
const idleMs = Number(values.idle ?? 60) * 1_000;
/**
 * What a start leaves to be done, such as the queue's first looks and chores and the engine's own work, is over by
 * then.
 */
const settleMs = Number(values.settle ?? 60) * 1_000;

await using parts = new AsyncDisposableStack();
const database = await ownDatabase(process.env.DATABASE_URL);
parts.defer(() => database.drop());
const { url } = database;
if (!url) throw new Error('Set DATABASE_URL to a PostgreSQL server.');
installPeers();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'start-bench-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const shared = await newFolder();
const ways: Record<string, { aim: number | null; start: () => Promise<Server> }> = {
  'hello world': { aim: null, start: () => startPeer('hello', url) },
  'first, embedded': { aim: 8, start: async () => startService(await newFolder(), null) },
  'again, embedded': { aim: 5, start: () => startService(shared, null) },
  PostgreSQL: { aim: 3, start: () => startService(shared, url) },
};

async function untilReady({ client }: Server): Promise<void> {
  for (;;) {
    const { statusCode, body } = await client.request({ method: 'GET', path: '/health/ready' });
    await body.dump();
    if (statusCode === 200) return;
    await sleep(5);
  }
}

const took = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
const before = loadavg()[0];
for (let round = -1; round < rounds; round += 1) {
  for (const [name, { start }] of Object.entries(ways)) {
    const begun = performance.now();
    await using server = await start();
    await untilReady(server);
    // The first round migrates the databases.
    if (round >= 0) took.get(name)?.push(performance.now() - begun);
  }
}
const base = took.get('hello world') ?? [];
console.log(titles);
const seconds = (ms: readonly number[]) => `${(median(ms) / 1_000).toFixed(2)} s`;
for (const [name, { aim }] of Object.entries(ways)) {
  if (aim === null) continue;
  const ms = took.get(name) ?? [];
  tell({
    what: `start to ready: ${name}`,
    against: 'hello world on Fastify',
    found: spread(ratiosOf(ms, base), 1),
    aim: String(aim),
    figures: `${seconds(ms)}, ${seconds(base)}`,
  });
}

/** The most of a processor, in percent, and of memory, in MiB, that it should take while nothing is asked. */
const idleAims: Record<string, { share: number; memory: number } | null> = {
  'again, embedded': { share: 0.3, memory: 250 },
  PostgreSQL: { share: 0.3, memory: 150 },
  'hello world': null,
};
for (const [name, aims] of Object.entries(idleAims)) {
  const server = await ways[name]?.start();
  if (!server) throw new Error(`There is no way to start ${name}.`);
  await using idle = server;
  await untilReady(idle);
  await sleep(settleMs);
  const from = idle.processorTime();
  await sleep(idleMs);
  const share = `${(((idle.processorTime() - from) / idleMs) * 100).toFixed(2)} %`;
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${idle.pid}/status`, 'utf8')) ?? [];
  const memory = `${Math.round(Number(kib) / 1024)} MiB`;
  const what = `idle, ${name}`;
  const figures = `for ${idleMs / 1_000} s, from ${settleMs / 1_000} s after the start`;
  tell({
    what: `${what}: processor time`,
    against: null,
    found: share,
    aim: aims ? `${aims.share} %` : '',
    figures,
  });
  tell({
    what: `${what}: memory`,
    against: null,
    found: memory,
    aim: aims ? `${aims.memory} MiB` : '',
    figures: '',
  });
}
console.log(
  `\n${rounds} rounds, ${cpus().length} processors, load of the machine ${before?.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}.`,
);
