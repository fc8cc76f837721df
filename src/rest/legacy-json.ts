/** The legacy JSON of the four resources: every field of the contract, in its order and with its quirks. */
import {
  type EventFieldsFragment,
  graphql,
  type ModPackFieldsFragment,
  type NestedServerPackFieldsFragment,
  type RunConfigurationFieldsFragment,
  type ServerPackFieldsFragment,
} from './gql/graphql.ts';
import { modloaderName } from './modloader-words.ts';

graphql(`
  fragment RunConfigurationFields on Run {
    id: databaseId
    configuration {
      gameVersion
      modloader
      modloaderVersion
      startArgs
      clientMods
      whitelistedMods
    }
  }
`);

graphql(`
  fragment ServerPackFields on ServerPack {
    id: databaseId
    size
    downloads
    confirmedWorking
    dateCreated: createdAt
    sha256
    run {
      ...RunConfigurationFields
    }
  }
`);

/** A server pack nested in a modpack, with its fileID. */
graphql(`
  fragment NestedServerPackFields on ServerPack {
    id: databaseId
    size
    downloads
    confirmedWorking
    dateCreated: createdAt
    fileID: fileDatabaseId
    sha256
    run {
      ...RunConfigurationFields
    }
  }
`);

/** The server packs of a modpack, as many as one page holds. */
graphql(`
  fragment NestedServerPacks on ServerPackConnection {
    nodes {
      ...NestedServerPackFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

/** `$serverPacks` is the number of server packs selected with a modpack. */
graphql(`
  fragment ModPackFields on ModPack {
    id: databaseId
    source
    name
    size
    status
    serverPacks(first: $serverPacks) {
      ...NestedServerPacks
    }
    sha256
    versionID
    projectID
    dateCreated: createdAt
  }
`);

graphql(`
  fragment EventFields on PackEvent {
    databaseId
    modPackDatabaseId
    serverPackDatabaseId
    status
    message
    timestamp: createdAt
    errors {
      code
      error: message
      entry
    }
  }
`);

export function runConfigurationJson({ id, configuration }: RunConfigurationFieldsFragment) {
  return {
    id,
    gameVersion: configuration.gameVersion,
    modloader: modloaderName(configuration.modloader),
    modloaderVersion: configuration.modloaderVersion,
    startArgs: configuration.startArgs,
    clientMods: configuration.clientMods,
    whitelistedMods: configuration.whitelistedMods,
  };
}

/** A server pack of the server pack endpoints, which leave fileID out. */
export function serverPackJson(pack: ServerPackFieldsFragment) {
  return {
    id: pack.id,
    size: pack.size,
    downloads: pack.downloads,
    confirmedWorking: pack.confirmedWorking,
    dateCreated: milliseconds(pack.dateCreated),
    sha256: pack.sha256,
    runConfiguration: runConfigurationJson(pack.run),
  };
}

function nestedServerPackJson(pack: NestedServerPackFieldsFragment) {
  const { sha256, runConfiguration, ...before } = serverPackJson(pack);
  return { ...before, fileID: pack.fileID, sha256, runConfiguration };
}

export function modPackJson(pack: ModPackFieldsFragment) {
  return {
    id: pack.id,
    source: pack.source,
    name: pack.name,
    size: pack.size,
    status: pack.status,
    serverPacks: pack.serverPacks.nodes.map(nestedServerPackJson),
    sha256: pack.sha256,
    versionID: pack.versionID,
    projectID: pack.projectID,
    dateCreated: milliseconds(pack.dateCreated),
  };
}

export function eventJson(event: EventFieldsFragment) {
  return {
    id: event.databaseId,
    modPackId: event.modPackDatabaseId,
    serverPackId: event.serverPackDatabaseId,
    status: event.status,
    message: event.message,
    timestamp: milliseconds(event.timestamp),
    errors: event.errors,
  };
}

/** A DateTime as the contract's milliseconds. In this process a DateTime is still a Date; over the wire it is text. */
function milliseconds(date: Date): number {
  return date.getTime();
}
