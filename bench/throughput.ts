/**
 * Measures what callers get from each server and its database together: requests a second and how long an answer takes,
 * by 1, 8, 64 and 256 connections that ask again as soon as they are answered, beside the same peers over the same
 * tables. The service is measured on PostgreSQL and, with rows of its own, on the embedded database. Needs
 * DATABASE_URL, where it makes a database of its own, and the server's processes on this machine, whose processor time
 * it counts. `--small` makes a quick run of everything, `--rounds <n>` sets the number of rounds, `--only <words>`
 * takes the rows that have them in their name, `--before <folder>` takes the service of another working copy along.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type Ask, type Asks, lists, ofOne } from './asks.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { fill, median, ownDatabase, shuffled } from './rows.ts';
import { installPeers, processorTimeOf, type Server, startPeer, startService } from './servers.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string', default: '' },
    before: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? (values.small ? 1 : 5));
/** Milliseconds that one server is asked for in a round. */
const roundMs = values.small ? 300 : 2000;
const modPacks = values.small ? 500 : 10_000;
const connectionCounts = [1, 8, 64, 256];
/** 256 lists at a time take the embedded database longer than the service gives one operation. */
const connectionCountsOfLists = [1, 8, 64];

/** One question; the aim is the service's time with its database over the best peer's, at one connection. */
interface Row {
  what: string;
  aim: number;
  asks: Asks;
  connectionCounts: readonly number[];
}

const { byId, byRest } = ofOne(modPacks);
const table: readonly Row[] = [
  { what: 'GraphQL, small query', aim: 1, asks: lists(1), connectionCounts },
  { what: 'GraphQL, one object by id', aim: 0.95, asks: byId, connectionCounts },
  {
    what: 'GraphQL, list of 100 nested',
    aim: 0.8,
    asks: lists(100),
    connectionCounts: connectionCountsOfLists,
  },
  { what: 'REST, one object', aim: 1.2, asks: byRest, connectionCounts },
];

/** What one server did in one round. */
interface Load {
  /** Requests a second. */
  rate: number;
  /** Milliseconds until the answer. */
  p50: number;
  p99: number;
  /** Milliseconds of processor time for a request, the database's among them. */
  processor: number;
}

const folder = await mkdtemp(join(tmpdir(), 'throughput-bench-'));
const database = await ownDatabase(process.env.DATABASE_URL);
try {
  if (!database.url) throw new Error('Set DATABASE_URL to a PostgreSQL server that the peers can use.');
  installPeers();
  await prepare(join(folder, 'server'), database.url);
  await prepare(join(folder, 'embedded'), null);
  await measureAll(database.url);
} finally {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** Fills the database of a service whose data folder that is. */
async function prepare(dataDir: string, url: string | null): Promise<void> {
  const own = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', WEB: 'off' };
  await using app = await createApp(readConfig(url === null ? own : { ...own, DATABASE_URL: url }));
  await fill((statement) => app.database.patient.execute(statement), { modPacks, clientMods: 45 });
}

async function measureAll(url: string): Promise<void> {
  const rows = table.filter(({ what }) => what.includes(values.only)).map(withOurs);
  const names = new Set(rows.flatMap(({ asks }) => Object.keys(asks)));
  const before = loadavg()[0];
  await using opened = new AsyncDisposableStack();
  const servers = new Map<string, Server>();
  for (const name of shuffled([...names])) servers.set(name, opened.use(await start(name, url)));
  console.log(titles);
  for (const row of rows) {
    // A server that is warm is wanted; what this gives does not count.
    for (const connections of [4, 4, 64]) await measureRound(url, row, servers, connections);
    for (const connections of row.connectionCounts) {
      const loads = new Map<string, Load[]>(Object.keys(row.asks).map((name) => [name, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, load] of await measureRound(url, row, servers, connections))
          loads.get(name)?.push(load);
      }
      tellOf(row, connections, loads);
    }
  }
  const load = `load of the machine ${before?.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`;
  console.log(
    `${modPacks} modpacks, ${rounds} rounds of ${roundMs} ms, ${cpus().length} processors, ${load}.`,
  );
}

/** The service is asked on the embedded database, and as it was, as it is asked on PostgreSQL. */
function withOurs(row: Row): Row {
  const { service, ...peers } = row.asks;
  if (service === undefined) return row;
  const before = values.before === undefined ? {} : { before: service };
  return { ...row, asks: { service, embedded: service, ...before, ...peers } };
}

function start(name: string, url: string): Promise<Server> {
  if (name === 'service') return startService(join(folder, 'server'), url);
  if (name === 'embedded') return startService(join(folder, 'embedded'), null);
  if (name === 'before') return startService(join(folder, 'before'), url, [], values.before);
  return startPeer(name, url);
}

async function measureRound(
  url: string,
  { asks }: Row,
  servers: ReadonlyMap<string, Server>,
  connections: number,
): Promise<[string, Load][]> {
  const loads: [string, Load][] = [];
  for (const [name, ask] of shuffled(Object.entries(asks))) {
    const server = servers.get(name);
    if (server) loads.push([name, await measure(url, server, connections, ask)]);
  }
  return loads;
}

/** Asks by so many connections at a time, until the time is over. */
async function measure(
  url: string,
  server: Server,
  connections: number,
  ask: (index: number) => Ask,
): Promise<Load> {
  const client = new Pool(server.address, { connections });
  await using closed = new AsyncDisposableStack();
  closed.defer(() => client.destroy());
  const waits: number[] = [];
  let asked = 0;
  const ofDatabase = processorTimesOfDatabase(url);
  const ofServer = server.processorTime();
  const started = performance.now();
  const line = async () => {
    while (performance.now() - started < roundMs) {
      const { method, path, body, headers } = ask(asked++);
      const start = performance.now();
      const answer = await client.request({ method, path, body: body ?? null, headers: headers ?? {} });
      const text = await answer.body.text();
      waits.push(performance.now() - start);
      if (answer.statusCode !== 200 || text.includes('"errors"'))
        throw new Error(`${path} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, line));
  const seconds = (performance.now() - started) / 1000;
  // A connection that was closed meanwhile takes its figure along; servers keep theirs while they are asked.
  const usedByDatabase = [...processorTimesOfDatabase(url)].map(
    ([pid, time]) => time - (ofDatabase.get(pid) ?? 0),
  );
  const used = usedByDatabase.reduce((sum, time) => sum + time, server.processorTime() - ofServer);
  const sorted = waits.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    rate: waits.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    processor: used / waits.length,
  };
}

/**
 * Milliseconds of processor time until now of each process that PostgreSQL has for a connection to the database of that
 * URL.
 */
function processorTimesOfDatabase(url: string): Map<string, number> {
  const name = new URL(url).pathname.slice(1);
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && titleOf(pid).includes(` ${name} `));
  return new Map(pids.map((pid) => [pid, unlessEnded(() => processorTimeOf(Number(pid)), 0)]));
}

/** What a process calls itself. */
function titleOf(pid: string): string {
  return unlessEnded(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '');
}

/** What is read of a process, which may have ended meanwhile. */
function unlessEnded<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function tellOf({ what, aim }: Row, connections: number, loads: ReadonlyMap<string, Load[]>): void {
  const all = (name: string, key: keyof Load) => (loads.get(name) ?? []).map((load) => load[key]);
  const peers = [...loads.keys()].filter(
    (name) => !['service', 'embedded', 'before', 'least'].includes(name),
  );
  const [best = ''] = peers.toSorted((a, b) => median(all(b, 'rate')) - median(all(a, 'rate')));
  const ratios = (ours: string, key: keyof Load, theirs = best) =>
    spread(ratiosOf(all(ours, key), all(theirs, key)));
  const figuresOf = (name: string) => {
    const of = (key: keyof Load) => median(all(name, key));
    return `${name} ${of('rate').toFixed(0)} (${of('p50').toFixed(1)}, ${of('p99').toFixed(1)}; ${of('processor').toFixed(2)})`;
  };
  tell({
    what: `${what}, ${connections} connections: requests a second`,
    against: best,
    found: [
      ratios('service', 'rate'),
      `p99 ${ratios('service', 'p99')}`,
      `processor time with the database's ${ratios('service', 'processor')}`,
      `embedded ${ratios('embedded', 'rate')}`,
      ...(loads.has('before') ? [`${ratios('service', 'rate', 'before')} of what it was`] : []),
    ].join('; '),
    aim: connections === 1 ? `processor time ${aim}` : connections === 256 ? 'at least 1, p99 at most 1' : '',
    figures: `a second (ms: p50, p99; processor): ${[...loads.keys()].map(figuresOf).join(', ')}`,
  });
}
