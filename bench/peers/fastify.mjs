/** The same JSON as ours, from the same SQL by hand. */
import Fastify from 'fastify';
import { modPacksById, serverPacksOf } from './rows.mjs';
import { listsOf } from './schema.mjs';

const legacyRun = ({
  databaseId,
  configuration: { gameVersion, modloaderVersion, startArgs, clientMods, whitelistedMods },
}) => ({
  id: databaseId,
  gameVersion,
  modloader: 'Forge',
  modloaderVersion,
  startArgs,
  clientMods,
  whitelistedMods,
});

const app = Fastify();
app.get('/api/v2/modpacks/:id', async (request) => {
  const id = Number(request.params.id);
  const [[pack], [serverPacks]] = await Promise.all([modPacksById([id]), listsOf(serverPacksOf, [id])]);
  return {
    id: pack.databaseId,
    source: pack.source,
    name: pack.name,
    size: pack.size,
    status: pack.status,
    serverPacks: serverPacks.nodes.map((one) => ({
      id: one.databaseId,
      size: one.size,
      downloads: one.downloads,
      confirmedWorking: one.confirmedWorking,
      dateCreated: one.dateCreated.getTime(),
      fileID: one.fileDatabaseId,
      sha256: one.sha256,
      runConfiguration: legacyRun(one.run),
    })),
    sha256: pack.sha256,
    versionID: pack.versionID,
    projectID: pack.projectID,
    dateCreated: pack.dateCreated.getTime(),
  };
});
await app.listen({ port: 0 });
process.send(app.server.address().port);
