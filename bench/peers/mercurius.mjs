import Fastify from 'fastify';
import mercurius from 'mercurius';
import { modPacksById, newestModPacks, runsOf, serverPacksById, serverPacksOf, voteUp } from './rows.mjs';
import { createdAt, listsOf, numberOf, typeDefs } from './schema.mjs';

const app = Fastify();
const idsOf = (queries) => queries.map(({ obj }) => obj.databaseId);
app.register(mercurius, {
  schema: typeDefs,
  jit: 1,
  resolvers: {
    Query: {
      modPacks: async (_root, { first }) => ({ nodes: await newestModPacks(first) }),
      modPack: async (_root, { by }) => (await modPacksById([by.databaseId]))[0],
    },
    Mutation: {
      async voteServerPack(_root, { input }) {
        const id = numberOf(input.serverPack);
        await voteUp(id);
        return (await serverPacksById([id]))[0];
      },
    },
    ModPack: { createdAt },
    ServerPack: { createdAt },
  },
  loaders: {
    ModPack: {
      serverPacks: (queries) => listsOf(serverPacksOf, idsOf(queries)),
      runs: (queries) => listsOf(runsOf, idsOf(queries)),
    },
  },
});
await app.listen({ port: 0 });
process.send(app.server.address().port);
