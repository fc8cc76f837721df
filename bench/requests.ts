/**
 * Processor time of one request against the best peer's, over the same tables of a PostgreSQL server, with time until
 * the answer; after several starts of all servers.
 */
import {
  type AskOf,
  type Asks,
  askAll,
  bestPeer,
  byAlias,
  byFields,
  lists,
  ofOne,
  prepare,
  startAll,
  wantedRows,
} from './asks.ts';
import {
  median,
  ownDatabase,
  Rounds,
  readOptions,
  tell,
  tellMachine,
  temporaryFolder,
  withClient,
} from './harness.ts';
import type { Server } from './servers.ts';

const options = readOptions({ full: 4, small: 2 });
const { small, rounds, before } = options;
/** The same server costs up to a fifth more or less from start to start. */
const starts = small ? 1 : 5;
const modPacks = small ? 500 : 10_000;
const warmUpRounds = small ? 2 : 12;

/** One line of the table, with the requests of a round to one server. */
interface Row {
  what: string;
  aim: number;
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

/** Milliseconds of each request. */
type Cost = 'processor' | 'wall';

await using folder = await temporaryFolder();
await using database = await ownDatabase();
const { url } = database;
await prepare([{ dataDir: `${folder.path}/server`, url }], modPacks);
await withClient(url, (client) => client.query('vacuum analyze'));
const rows = new Map(wantedRows(table, options).map((row) => [row, new Rounds<Cost>()]));
for (let start = 0; start < starts; start += 1) {
  await using servers = await startAll([...rows.keys()], { folder: folder.path, url, before });
  const sidesOf = ({ requests, asks }: Row) =>
    servers.sidesOf(asks, (server, ask) => measure(server, requests, ask));
  // V8 compiles hot paths in several steps, and a server that is asked nothing for a while forgets some of it: so all
  // rows are asked in turns before the first one counts.
  for (let round = 0; round < warmUpRounds; round += 1)
    for (const [row, found] of rows) await found.take(sidesOf(row), { rounds: 0, warmUp: 1 });
  for (const [row, found] of rows) await found.take(sidesOf(row), { rounds, warmUp: 1 });
}
for (const [row, found] of rows) tellOf(row, found);
tellMachine(`${modPacks} modpacks, ${rounds} rounds after each of ${starts} starts`);

/** Sends so many requests, four at a time. */
async function measure(server: Server, requests: number, ask: AskOf): Promise<Record<Cost, number>> {
  const before = server.processorTime();
  const waits = await askAll(server.client, ask, { lines: 4, goesOn: (index) => index < requests });
  return { processor: (server.processorTime() - before) / requests, wall: median(waits) };
}

function tellOf({ what, aim }: Row, found: Rounds<Cost>): void {
  const best = bestPeer(found, 'processor');
  const has = (name: string) => found.names.includes(name);
  const figures = (key: Cost) =>
    found.names.map((name) => `${name} ${found.median(name, key).toFixed(2)}`).join(', ');
  tell({
    what: `${what}: processor time`,
    against: best,
    found: [
      found.ratio('service', best, 'processor'),
      ...(has('before') ? [`${found.ratio('service', 'before', 'processor')} of what it was`] : []),
      ...(has('least') ? [`the least that it can be: ${found.ratio('least', best, 'processor')}`] : []),
    ].join('; '),
    aim: String(aim),
    figures: `ms: ${figures('processor')}; of wall time ${figures('wall')}`,
  });
}
