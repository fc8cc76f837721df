/**
 * Measures what one request costs against the best that else answers it, over the same tables of a PostgreSQL server:
 * processor time of the serving process, and time until the answer, in rounds in which each is asked, after several
 * starts of all. Needs DATABASE_URL, where it makes a database of its own. `--small` makes a quick run of everything,
 * `--rounds <n>` sets the number of rounds after each start, `--only <words>` takes the rows that have them in their
 * name, and `--before <folder>` takes the service of another working copy along, to compare both in the same rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type Ask, type Asks, byAlias, byFields, lists, ofOne } from './asks.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { fill, median, ownDatabase, shuffled } from './rows.ts';
import { installPeers, type Server, startPeer, startService } from './servers.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string', default: '' },
    before: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? (values.small ? 2 : 4));
/** How often all servers are started anew: what the same one costs differs by a fifth from start to start. */
const starts = values.small ? 1 : 5;
const modPacks = values.small ? 500 : 10_000;
/** How many rounds go by before one counts. */
const warmUpRounds = values.small ? 2 : 12;

/** One line of the table: the first server is ours. */
interface Row {
  what: string;
  aim: number;
  /** Requests of a round to one server. */
  requests: number;
  asks: Asks;
}

const { byId, vote, byRest } = ofOne(modPacks);

const table: readonly Row[] = [
  { what: 'GraphQL, small query', aim: 1.4, requests: 400, asks: lists(1) },
  { what: 'GraphQL, list of 100 nested', aim: 0.8, requests: 20, asks: lists(100) },
  { what: 'GraphQL, one object by id', aim: 1.3, requests: 400, asks: byId },
  { what: 'GraphQL, mutation (vote)', aim: 1.5, requests: 200, asks: vote },
  { what: 'REST, one object', aim: 1.6, requests: 400, asks: byRest },
  { what: 'GraphQL, documents that differ by an alias', aim: 1.2, requests: 200, asks: byAlias },
  { what: 'GraphQL, documents that differ by their fields', aim: 1.2, requests: 200, asks: byFields },
];

/** What one round gave, in milliseconds for each request. */
interface Cost {
  processor: number;
  wall: number;
}

const folder = await mkdtemp(join(tmpdir(), 'request-bench-'));
const database = await ownDatabase(process.env.DATABASE_URL);
try {
  if (!database.url)
    throw new Error('Set DATABASE_URL to a PostgreSQL server; peers cannot use the embedded one.');
  await prepare(database.url);
  await measureAll(database.url);
} finally {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

async function prepare(url: string): Promise<void> {
  installPeers();
  const environment = { PORT: '0', DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent', WEB: 'off' };
  await using app = await createApp(readConfig(environment));
  await fill((statement) => app.database.patient.execute(statement), { modPacks, clientMods: 45 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze').finally(() => client.end());
}

async function measureAll(url: string): Promise<void> {
  const wanted = table.filter(({ what }) => what.includes(values.only)).map(withBefore);
  const costs = new Map(wanted.map((row) => [row, noCosts(row)]));
  const before = loadavg()[0];
  console.log(titles);
  for (let start = 0; start < starts; start += 1) await measureOnce(url, costs);
  for (const [row, found] of costs) tellOf(row, found);
  const load = `load of the machine ${before?.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`;
  console.log(
    `${modPacks} modpacks, ${rounds} rounds after each of ${starts} starts, ${cpus().length} processors, ${load}.`,
  );
}

/** What each server of a row has cost, round by round. */
type Costs = Map<string, Cost[]>;

function noCosts({ asks }: Row): Costs {
  return new Map(Object.keys(asks).map((name) => [name, []]));
}

/** All rounds with servers that are started for them. */
async function measureOnce(url: string, costs: ReadonlyMap<Row, Costs>): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const servers = new Map<string, Server>();
  const names = new Set([...costs.keys()].flatMap(({ asks }) => Object.keys(asks)));
  for (const name of shuffled([...names])) {
    servers.set(name, opened.use(await start(name, url)));
  }
  // What a server costs that has been up for a while is wanted: V8 compiles hot paths in several steps, and what a
  // start leaves to be done is over by then. So all that is asked later on is asked before, and does not count. In
  // turns, too: a server that is asked nothing for a while forgets some of it.
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const { requests, asks } of costs.keys()) {
      for (const [name, ask] of shuffled(Object.entries(asks)))
        await measure(serverOf(name, servers), requests, ask);
    }
  }
  for (const [row, found] of costs) await measureRow(row, servers, found);
}

function start(name: string, url: string): Promise<Server> {
  if (name === 'service') return startService(folder, url);
  return name === 'before' ? startService(`${folder}/before`, url, [], values.before) : startPeer(name, url);
}

function serverOf(name: string, servers: Map<string, Server>): Server {
  const server = servers.get(name);
  if (!server) throw new Error(`There is no server ${name}.`);
  return server;
}

/** The service as it was is asked as the service is. */
function withBefore(row: Row): Row {
  const { service } = row.asks;
  if (values.before === undefined || service === undefined) return row;
  return { ...row, asks: { ...row.asks, before: service } };
}

async function measureRow(
  { requests, asks }: Row,
  servers: Map<string, Server>,
  costs: Costs,
): Promise<void> {
  // The first round comes after other questions, and does not count.
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, ask] of shuffled(Object.entries(asks))) {
      const cost = await measure(serverOf(name, servers), requests, ask);
      if (round >= 0) costs.get(name)?.push(cost);
    }
  }
}

function tellOf({ what, aim }: Row, costs: Costs): void {
  const all = (name: string, what: keyof Cost) => (costs.get(name) ?? []).map((cost) => cost[what]);
  const medianOf = (name: string, what: keyof Cost) => median(all(name, what));
  const [ours = '', ...peers] = costs.keys();
  const [best = ''] = peers
    .filter((name) => name !== 'before' && name !== 'least')
    .toSorted((a, b) => medianOf(a, 'processor') - medianOf(b, 'processor'));
  const ratioTo = (name: string) => spread(ratiosOf(all(ours, 'processor'), all(name, 'processor')));
  /** What a server takes that answers a text of the database and is nothing else, held against the same peer. */
  const leastOver = (peer: string) => spread(ratiosOf(all('least', 'processor'), all(peer, 'processor')));
  const figures = (what: keyof Cost) =>
    [ours, ...peers].map((name) => `${name} ${medianOf(name, what).toFixed(2)}`).join(', ');
  tell({
    what: `${what}: processor time`,
    against: best,
    found: [
      ratioTo(best),
      ...(costs.has('before') ? [`${ratioTo('before')} of what it was`] : []),
      ...(costs.has('least') ? [`the least that it can be: ${leastOver(best)}`] : []),
    ].join('; '),
    aim: String(aim),
    figures: `ms: ${figures('processor')}; of wall time ${figures('wall')}`,
  });
}

/** Sends so many requests, four at a time. */
async function measure(server: Server, requests: number, ask: (index: number) => Ask): Promise<Cost> {
  const waits: number[] = [];
  let next = 0;
  const before = server.processorTime();
  const line = async () => {
    while (next < requests) {
      const { method, path, body, headers } = ask(next++);
      const start = performance.now();
      const answer = await server.client.request({
        method,
        path,
        body: body ?? null,
        headers: headers ?? {},
      });
      const text = await answer.body.text();
      waits.push(performance.now() - start);
      if (answer.statusCode >= 400 || text.includes('"errors"'))
        throw new Error(`${path} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
    }
  };
  await Promise.all([line(), line(), line(), line()]);
  return { processor: (server.processorTime() - before) / requests, wall: median(waits) };
}
