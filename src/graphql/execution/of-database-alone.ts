import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

const ofConnections = ['nodes', 'edges', 'pageInfo', 'totalCount', 'totalCountIsEstimated'];
const ofEdges = ['cursor', 'node'];

/**
 * Fields that are answered by what the database holds and nothing else: not by the time, memory of this process, files, how the
 * service is reached or who asks. What is not here may be; it is only read where it need not be.
 */
export const fieldsOfDatabaseAlone: Readonly<Record<string, readonly string[]>> = {
  Query: [
    'modPack',
    'modPacks',
    'serverPack',
    'serverPacks',
    'runConfiguration',
    'runConfigurations',
    'events',
  ],
  ModPack: [
    'id',
    'databaseId',
    'name',
    'source',
    'status',
    'size',
    'sha256',
    'downloads',
    'confirmedWorking',
    'projectID',
    'versionID',
    'dateCreated',
    'archiveRemoved',
    'serverPacks',
    'runConfigurations',
    'events',
  ],
  ServerPack: [
    'id',
    'databaseId',
    'fileDatabaseId',
    'size',
    'sha256',
    'downloads',
    'confirmedWorking',
    'dateCreated',
    'runConfiguration',
    'modPack',
    'keptCount',
    'droppedCount',
  ],
  RunConfiguration: [
    'id',
    'databaseId',
    'gameVersion',
    'modloader',
    'modloaderVersion',
    'startArgs',
    'clientMods',
    'whitelistedMods',
    'automaticSides',
    'includeFiles',
    'excludeFiles',
    'includeWorld',
    'dateCreated',
    'modPack',
    'serverPack',
  ],
  Event: [
    'id',
    'databaseId',
    'status',
    'message',
    'errors',
    'timestamp',
    'modPackDatabaseId',
    'serverPackDatabaseId',
    'modPack',
    'runConfiguration',
    'serverPack',
  ],
  Problem: ['code', 'error', 'entry', 'tellsOfLeftOut'],
  ModPackConnection: ofConnections,
  ServerPackConnection: ofConnections,
  RunConfigurationConnection: ofConnections,
  EventConnection: ofConnections,
  ModPackEdge: ofEdges,
  ServerPackEdge: ofEdges,
  RunConfigurationEdge: ofEdges,
  EventEdge: ofEdges,
  PageInfo: ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'],
};

const known = new WeakMap<DocumentNode, boolean>();

/** Whether a valid document asks, in any of its operations and fragments, for nothing but such fields. */
export function isOfDatabaseAlone(schema: GraphQLSchema, document: DocumentNode): boolean {
  const before = known.get(document);
  if (before !== undefined) return before;
  let isOfIt = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name: { value: field } }) {
        const type = types.getParentType()?.name ?? '';
        if (field === '__typename' || fieldsOfDatabaseAlone[type]?.includes(field)) return;
        isOfIt = false;
      },
    }),
  );
  known.set(document, isOfIt);
  return isOfIt;
}
