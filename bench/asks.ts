/** The same questions as each server takes them, by the server's name. `least` is no peer but a bound for all. */

/** A request. */
export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** What each server is asked; `index` is the number of the request. */
export type Asks = Record<string, (index: number) => Ask>;

const run = 'databaseId gameVersion modloader modloaderVersion startArgs clientMods whitelistedMods';
const modPackFields =
  'name source status size sha256 downloads confirmedWorking projectID versionID createdAt';
const modPackLists = `serverPacks { nodes { databaseId size sha256 downloads confirmedWorking createdAt
  runConfiguration { ${run} } } } runConfigurations { nodes { ${run} } }`;
const modPack = `databaseId ${modPackFields} ${modPackLists}`;
const list = `query ($first: Int!) { modPacks(first: $first) { nodes { ${modPack} } } }`;
const one = `query ($id: Int!) { modPack(databaseId: $id) { ${modPack} } }`;
const voted = 'serverPack { databaseId size sha256 downloads confirmedWorking createdAt }';
const vote = (fields: string) =>
  `mutation ($id: ID!) { voteServerPack(input: { serverPack: $id, vote: UP }) { ${fields} } }`;

const postgraphileRun = 'rowId gameVersion modloader modloaderVersion startArgs clientMods whitelistedMods';
const postgraphileModPack = `rowId name source status fileByFileId { size sha256 }
  modPackTotalByModPackId { downloads confirmedWorking } projectId versionId dateCreated
  serverPacksByModPackId { nodes { rowId downloads confirmedWorking dateCreated fileByFileId { size sha256 }
    runConfigurationByRunConfigurationId { ${postgraphileRun} } } }
  runConfigurationsByModPackId { nodes { ${postgraphileRun} } }`;
const postgraphileList = `query ($first: Int!) {
  allModPacks(first: $first, orderBy: ROW_ID_DESC) { nodes { ${postgraphileModPack} } } }`;
const postgraphileOne = `query ($id: Int!) { modPackByRowId(rowId: $id) { ${postgraphileModPack} } }`;

const graphql = (query: string, variables: object): Ask => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
  headers: { 'content-type': 'application/json', accept: 'application/json' },
});
const get = (path: string): Ask => ({ method: 'GET', path });

/** The newest modpacks with their lists. */
export const lists = (first: number): Asks => ({
  service: () => graphql(list, { first }),
  mercurius: () => graphql(list, { first }),
  postgraphile: () => graphql(postgraphileList, { first }),
  apollo: () => graphql(list, { first }),
  least: () => graphql(list, { first }),
});

/** A number that no other document of this process has. */
let documents = 0;

/**
 * The same by documents of which no two are alike, as clients write that put values and names into them: told apart by
 * an alias.
 */
export const byAlias = ofDocument(() => {
  documents += 1;
  return `query ($first: Int!) { n${documents}: modPacks(first: $first) { nodes { ${modPack} } } }`;
});

const chosenFields = modPackFields.split(' ');

/** Or by which fields they ask for, and in which order. */
export const byFields = ofDocument(() => {
  documents += 1;
  const fields = chosenFields.filter((_, place) => (documents >> place) & 1);
  return `query ($first: Int!) { modPacks(first: $first) { nodes { databaseId ${fields.join(' ')} ${modPackLists} } } }`;
});

function ofDocument(write: () => string): Asks {
  const ask = () => graphql(write(), { first: 1 });
  return { service: ask, mercurius: ask, apollo: ask };
}

/** Questions for single rows of so many modpacks, each time for another one. */
export function ofOne(modPacks: number): { byId: Asks; vote: Asks; byRest: Asks } {
  const idOf = (index: number) => 1 + ((index * 7919) % modPacks);
  const globalId = (index: number) => Buffer.from(`ServerPack:${idOf(index)}`).toString('base64');
  const byId = (index: number) => graphql(one, { id: idOf(index) });
  const byRest = (index: number) => get(`/api/v2/modpacks/${idOf(index)}`);
  return {
    byId: {
      service: byId,
      mercurius: byId,
      postgraphile: (index) => graphql(postgraphileOne, { id: idOf(index) }),
      apollo: byId,
      least: byId,
    },
    vote: {
      service: (index) => graphql(vote(`... on VoteCounted { ${voted} }`), { id: globalId(index) }),
      mercurius: (index) => graphql(vote(voted), { id: globalId(index) }),
      least: (index) => graphql(vote(voted), { id: globalId(index) }),
    },
    byRest: { service: byRest, fastify: byRest, least: byRest },
  };
}
