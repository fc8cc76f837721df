import { ApolloServer } from '@apollo/server';
import fastifyApollo from '@as-integrations/fastify';
import DataLoader from 'dataloader';
import Fastify from 'fastify';
import { modPacksById, newestModPacks, runsOf, serverPacksOf } from './rows.mjs';
import { createdAt, listsOf, typeDefs } from './schema.mjs';

const apollo = new ApolloServer({
  typeDefs,
  resolvers: {
    Query: {
      modPacks: async (_root, { first }) => ({ nodes: await newestModPacks(first) }),
      modPack: async (_root, { by }) => (await modPacksById([by.databaseId]))[0],
    },
    ModPack: {
      createdAt,
      serverPacks: ({ databaseId }, _args, { serverPacks }) => serverPacks.load(databaseId),
      runs: ({ databaseId }, _args, { runs }) => runs.load(databaseId),
    },
    ServerPack: { createdAt },
  },
});
await apollo.start();
const app = Fastify();
await app.register(fastifyApollo(apollo), {
  context: async () => ({
    serverPacks: new DataLoader((ids) => listsOf(serverPacksOf, ids)),
    runs: new DataLoader((ids) => listsOf(runsOf, ids)),
  }),
});
await app.listen({ port: 0 });
process.send(app.server.address().port);
