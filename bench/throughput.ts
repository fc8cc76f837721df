/**
 * Requests a second and time until the answer, of each server and its database together, by 1 to 256 connections that
 * ask again as soon as they have an answer; the service on PostgreSQL and on the embedded database. The processor time
 * of PostgreSQL is counted too, so its processes have to be on this machine.
 */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import {
  type AskOf,
  type Asks,
  askAll,
  bestPeer,
  lists,
  ofOne,
  prepare,
  startAll,
  wantedRows,
} from './asks.ts';
import {
  ownDatabase,
  processesWith,
  processorTimeOf,
  quantile,
  Rounds,
  readOptions,
  tell,
  tellMachine,
  temporaryFolder,
  unlessEnded,
} from './harness.ts';
import type { Server } from './servers.ts';

const options = readOptions({ full: 5, small: 1 });
const { small, rounds, before } = options;
/** Milliseconds that one server is asked for in a round. */
const roundMs = small ? 300 : 2000;
const modPacks = small ? 500 : 10_000;
/** A round is too short for 256 lists at a time on the embedded database. */
const forLists = [1, 8, 64];
const connectionCounts = [...forLists, 256];

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
  { what: 'GraphQL, list of 100 nested', aim: 0.8, asks: lists(100), connectionCounts: forLists },
  { what: 'REST, one object', aim: 1.2, asks: byRest, connectionCounts },
];

/** Requests a second, milliseconds until the answer, and of processor time a request, with the database's. */
type Load = 'rate' | 'p50' | 'p99' | 'processor';

await using folder = await temporaryFolder();
await using database = await ownDatabase();
const { url } = database;
const places = [
  { dataDir: `${folder.path}/server`, url },
  { dataDir: `${folder.path}/embedded`, url: null },
];
await prepare(places, modPacks);
const rows = wantedRows(table, options, ['embedded']);
await using servers = await startAll(rows, { folder: folder.path, url, before });
for (const row of rows) {
  const sidesOf = (connections: number) =>
    servers.sidesOf(row.asks, (server, ask) => measure(server, connections, ask));
  for (const connections of [4, 4, 64])
    await new Rounds<Load>().take(sidesOf(connections), { rounds: 0, warmUp: 1 });
  for (const connections of row.connectionCounts)
    tellOf(row, connections, await new Rounds<Load>().take(sidesOf(connections), { rounds }));
}
tellMachine(`${modPacks} modpacks, ${rounds} rounds of ${roundMs} ms`);

/** Asks by so many connections at a time, until the time is over. */
async function measure(server: Server, connections: number, ask: AskOf): Promise<Record<Load, number>> {
  await using closed = new AsyncDisposableStack();
  const client = closed.adopt(new Pool(server.address, { connections }), (pool) => pool.destroy());
  const ofDatabase = processorTimesOfDatabase();
  const ofServer = server.processorTime();
  const started = performance.now();
  const goesOn = () => performance.now() - started < roundMs;
  const waits = await askAll(client, ask, { lines: connections, goesOn });
  const seconds = (performance.now() - started) / 1000;
  // The figure of a connection that has been closed meanwhile is lost; servers keep theirs while they are asked.
  const usedByDatabase = [...processorTimesOfDatabase()].map(
    ([pid, time]) => time - (ofDatabase.get(pid) ?? 0),
  );
  const used = usedByDatabase.reduce((sum, time) => sum + time, server.processorTime() - ofServer);
  return {
    rate: waits.length / seconds,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    processor: used / waits.length,
  };
}

/** Milliseconds of processor time of each process that PostgreSQL has for a connection to our database. */
function processorTimesOfDatabase(): Map<number, number> {
  const name = ` ${new URL(url).pathname.slice(1)} `;
  const pids = processesWith((process) => readFileSync(`${process}/cmdline`, 'utf8').includes(name));
  return new Map(pids.map((pid) => [pid, unlessEnded(() => processorTimeOf(pid), 0)]));
}

function tellOf({ what, aim }: Row, connections: number, found: Rounds<Load>): void {
  const best = bestPeer(found, 'rate', -1);
  const figuresOf = (name: string) => {
    const of = (key: Load, digits: number) => found.median(name, key).toFixed(digits);
    return `${name} ${of('rate', 0)} (${of('p50', 1)}, ${of('p99', 1)}; ${of('processor', 2)})`;
  };
  tell({
    what: `${what}, ${connections} connections: requests a second`,
    against: best,
    found: [
      found.ratio('service', best, 'rate'),
      `p99 ${found.ratio('service', best, 'p99')}`,
      `processor time with the database's ${found.ratio('service', best, 'processor')}`,
      `embedded ${found.ratio('embedded', best, 'rate')}`,
      ...(before === null ? [] : [`${found.ratio('service', 'before', 'rate')} of what it was`]),
    ].join('; '),
    aim: connections === 1 ? `processor time ${aim}` : connections === 256 ? 'at least 1, p99 at most 1' : '',
    figures: `a second (ms: p50, p99; processor): ${found.names.map(figuresOf).join(', ')}`,
  });
}
