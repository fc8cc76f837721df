/** The part of the service's schema that is measured, for the servers that take a schema as text. */
export const typeDefs = `
  type Query {
    modPacks(first: Int!): ModPackConnection!
    modPack(by: ModPackBy!): ModPack
  }
  input ModPackBy { databaseId: Int }
  type Mutation { voteServerPack(input: VoteServerPackInput!): ServerPack! }
  input VoteServerPackInput { serverPack: ID!, vote: Vote! }
  enum Vote { UP DOWN }
  type ModPackConnection { nodes: [ModPack!]! }
  type ServerPackConnection { nodes: [ServerPack!]! }
  type RunConnection { nodes: [Run!]! }
  type ModPack {
    databaseId: Int! name: String! source: String! status: String! size: Float! sha256: String! downloads: Float!
    confirmedWorking: Float! projectID: String! versionID: String! createdAt: String!
    serverPacks: ServerPackConnection! runs: RunConnection!
  }
  type ServerPack {
    databaseId: Int! size: Float! sha256: String! downloads: Int! confirmedWorking: Int! createdAt: String!
    run: Run!
  }
  type Run { databaseId: Int! configuration: RunConfiguration! }
  type RunConfiguration {
    gameVersion: String! modloader: String! modloaderVersion: String! startArgs: [String!]!
    clientMods: [String!]! whitelistedMods: [String!]!
  }
`;

/** The lists of many modpacks, in the order of the modpacks. */
export async function listsOf(find, ids) {
  const lists = new Map(ids.map((id) => [id, []]));
  for (const row of await find(ids)) lists.get(row.modPackId).push(row);
  return ids.map((id) => ({ nodes: lists.get(id) }));
}

/** The number inside a global id. */
export const numberOf = (id) => Number(Buffer.from(id, 'base64').toString().split(':')[1]);

export const createdAt = (row) => row.dateCreated.toISOString();
