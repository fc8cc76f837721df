/** What the service and its peers are asked, over the same tables: for `requests.ts` and `throughput.ts`. */
import type { Pool } from 'undici';
import { createApp } from '../src/app.ts';
import { msOf, type Rounds, type readOptions, shuffled } from './harness.ts';
import { configOf, fill } from './rows.ts';
import { installPeers, type Server, startPeer, startService } from './servers.ts';

/** A request. */
interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** The requests of a server; `index` is the number of the request. */
export type AskOf = (index: number) => Ask;

/** The same question for each server, by its name; ours is first. `least` is no peer but a lower bound. */
export type Asks = Record<string, AskOf>;

const ownNames = ['service', 'embedded', 'before', 'least'];
const run = 'configuration { gameVersion modloader modloaderVersion startArgs clientMods whitelistedMods }';
const modPackFields =
  'name source status size sha256 downloads confirmedWorking projectID versionID createdAt';
const modPackLists = `serverPacks { nodes { databaseId size sha256 downloads confirmedWorking createdAt
  run { ${run} } } } runs { nodes { ${run} } }`;
const modPack = `databaseId ${modPackFields} ${modPackLists}`;
const list = `query ($first: Int!) { modPacks(first: $first) { nodes { ${modPack} } } }`;
const one = `query ($id: Int!) { modPack(by: { databaseId: $id }) { ${modPack} } }`;
const voted = 'databaseId size sha256 downloads confirmedWorking createdAt';
const vote = (fields: string) =>
  `mutation ($id: ID!) { voteServerPack(input: { serverPack: $id, vote: UP }) { ${fields} } }`;

const postgraphileRun = 'gameVersion modloader modloaderVersion startArgs clientMods whitelistedMods';
const postgraphileModPack = `rowId name source status fileByFileId { size sha256 }
  modPackTotalByModPackId { downloads confirmedWorking } projectId versionId dateCreated
  serverPacksByModPackId { nodes { rowId downloads confirmedWorking dateCreated fileByFileId { size sha256 }
    runConfigurationByRunConfigurationId { ${postgraphileRun} } } }
  runConfigurationsByModPackId { nodes { ${postgraphileRun} } }`;
const postgraphileList = `query ($first: Int!) {
  allModPacks(first: $first, orderBy: ROW_ID_DESC) { nodes { ${postgraphileModPack} } } }`;
const postgraphileOne = `query ($id: Int!) { modPackByRowId(rowId: $id) { ${postgraphileModPack} } }`;

function graphql(query: string, variables: object): Ask {
  return {
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables }),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  };
}

/** The newest modpacks with their lists. */
export function lists(first: number): Asks {
  const ask = () => graphql(list, { first });
  const postgraphile = () => graphql(postgraphileList, { first });
  return { service: ask, mercurius: ask, postgraphile, apollo: ask, least: ask };
}

/** A number that no other document of this process has. */
let documents = 0;

/** The same with a new document for each request, as clients write that put values into it: another alias. */
export const byAlias = ofDocument(() => {
  documents += 1;
  return `query ($first: Int!) { n${documents}: modPacks(first: $first) { nodes { ${modPack} } } }`;
});

const chosenFields = modPackFields.split(' ');

/** Or other fields. */
export const byFields = ofDocument(() => {
  documents += 1;
  const fields = chosenFields.filter((_, place) => (documents >> place) & 1);
  return `query ($first: Int!) { modPacks(first: $first) { nodes { databaseId ${fields.join(' ')} ${modPackLists} } } }`;
});

function ofDocument(write: () => string): Asks {
  const ask = () => graphql(write(), { first: 1 });
  return { service: ask, mercurius: ask, apollo: ask };
}

/** Questions for single rows of so many modpacks or server packs, each time for another one. */
export function ofOne(rows: number): { byId: Asks; vote: Asks; byRest: Asks } {
  const idOf = (index: number) => 1 + ((index * 7919) % rows);
  const byId = (index: number) => graphql(one, { id: idOf(index) });
  const postgraphile = (index: number) => graphql(postgraphileOne, { id: idOf(index) });
  const byRest = (index: number): Ask => ({ method: 'GET', path: `/api/v2/modpacks/${idOf(index)}` });
  const voteFor = (fields: string) => (index: number) =>
    graphql(vote(fields), { id: Buffer.from(`ServerPack:${idOf(index)}`).toString('base64') });
  return {
    byId: { service: byId, mercurius: byId, postgraphile, apollo: byId, least: byId },
    vote: {
      service: voteFor(`... on ServerPack { ${voted} }`),
      mercurius: voteFor(voted),
      least: voteFor(voted),
    },
    byRest: { service: byRest, fastify: byRest, least: byRest },
  };
}

/** Sends requests on so many lines, each of which sends the next when it has an answer, and returns their milliseconds. */
export async function askAll(
  client: Pool,
  ask: AskOf,
  { lines, goesOn }: { lines: number; goesOn: (index: number) => boolean },
): Promise<number[]> {
  const waits: number[] = [];
  let next = 0;
  const line = async () => {
    while (goesOn(next)) {
      const { method, path, body = null, headers = {} } = ask(next++);
      const ms = await msOf(async () => {
        const answer = await client.request({ method, path, body, headers });
        const text = await answer.body.text();
        // A mutation that ends in another way than asked for answers an empty object.
        if (answer.statusCode !== 200 || text.includes('"errors"') || text.includes(':{}'))
          throw new Error(`${path} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
      });
      waits.push(ms);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return waits;
}

/** Fills the databases: that of the URL, and the embedded one of a folder. */
export async function prepare(places: readonly { dataDir: string; url: string | null }[], modPacks: number) {
  installPeers();
  for (const { dataDir, url } of places) {
    await using app = await createApp(configOf(dataDir, url));
    await fill((statement) => app.database.patient.execute(statement), { modPacks, clientMods: 45 });
  }
}

/** Rows that are wanted; the service on the embedded database, and as it was, is asked as the service is. */
export function wantedRows<Row extends { what: string; asks: Asks }>(
  table: readonly Row[],
  { before, takes }: ReturnType<typeof readOptions>,
  more: readonly 'embedded'[] = [],
): Row[] {
  const own = before === null ? more : [...more, 'before'];
  return table
    .filter(({ what }) => takes(what))
    .map((row) => {
      const { service } = row.asks;
      const same = service ? Object.fromEntries(own.map((name) => [name, service])) : {};
      return { ...row, asks: { ...row.asks, ...same } };
    });
}

/** Starts every server that the rows ask, in random order. */
export async function startAll(
  rows: readonly { asks: Asks }[],
  { folder, url, before }: { folder: string; url: string; before: string | null },
) {
  await using opened = new AsyncDisposableStack();
  const start = (name: string) => {
    if (name === 'service') return startService(`${folder}/server`, url);
    if (name === 'embedded') return startService(`${folder}/embedded`, null);
    if (name === 'before') return startService(`${folder}/before`, url, before ?? undefined);
    return startPeer(name, { DATABASE_URL: url });
  };
  const servers = new Map<string, Server>();
  for (const name of shuffled([...new Set(rows.flatMap(({ asks }) => Object.keys(asks)))]))
    servers.set(name, opened.use(await start(name)));
  const rest = opened.move();
  return {
    /** What measures the servers of a row, by their names. */
    sidesOf: <Found>(asks: Asks, measure: (server: Server, ask: AskOf) => Promise<Found>) =>
      Object.fromEntries(
        Object.entries(asks).map(([name, ask]) => {
          const server = servers.get(name);
          if (!server) throw new Error(`There is no server ${name}.`);
          return [name, () => measure(server, ask)];
        }),
      ),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** The best peer by what a figure says: the lowest, or with -1 the highest. */
export function bestPeer<Key extends string>(found: Rounds<Key>, key: Key, sign: 1 | -1 = 1): string {
  const peers = found.names.filter((name) => !ownNames.includes(name));
  return peers.toSorted((a, b) => sign * (found.median(a, key) - found.median(b, key)))[0] ?? '';
}
