/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { ReceivedUpload } from '../../graphql/received-upload.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The stable codes of expected failures. */
export type ErrorCode =
  /** The request as a whole cannot be read. */
  | 'BAD_REQUEST'
  /** The object is not in a state in which this can be done. */
  | 'CONFLICT'
  /** The same content is stored already as a modpack. */
  | 'DUPLICATE_MOD_PACK'
  /** The same server pack exists already. */
  | 'DUPLICATE_SERVER_PACK'
  /** The uploaded file has no bytes. */
  | 'EMPTY_FILE'
  /** The given token does not allow this. */
  | 'FORBIDDEN'
  /** What is asked for was stored once and no longer is. */
  | 'GONE'
  /** A value of the request cannot be accepted; the field is named. */
  | 'INVALID_INPUT'
  /** The method is not answered here. */
  | 'METHOD_NOT_ALLOWED'
  /** The uploaded file is no zip archive, or a truncated one. */
  | 'NOT_A_ZIP'
  /** A file that the request names cannot be had; the reason is named. */
  | 'NOT_FETCHED'
  /** The object does not exist. */
  | 'NOT_FOUND'
  /** The object exists but what is asked of it does not yet. */
  | 'NOT_READY'
  /** The operation is larger or costs more than the limit. */
  | 'QUERY_TOO_COMPLEX'
  /** There is no room left. */
  | 'STORAGE_FULL'
  /** The upload is larger than the limit. */
  | 'TOO_LARGE'
  /** There were too many requests; try again later. */
  | 'TOO_MANY_REQUESTS'
  /** This needs a token. */
  | 'UNAUTHENTICATED'
  /** The service cannot answer now; try again later. */
  | 'UNAVAILABLE'
  /** The body is of a kind that is not accepted here. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The upload broke off. */
  | 'UPLOAD_INTERRUPTED';

/** Which events are meant; an absent field means all. */
export type EventFilter = {
  /** Only events of this modpack. */
  modPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  modPackDatabaseId?: number | null | undefined;
  /** Only events of the run for this run configuration. */
  runConfiguration?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  runConfigurationDatabaseId?: number | null | undefined;
  /** Only events of this server pack. */
  serverPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  serverPackDatabaseId?: number | null | undefined;
  /** Only events with one of these statuses. */
  status?: Array<Status> | null | undefined;
};

/** A stored modpack and what another server pack is to be built for. */
export type GenerateServerPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

/** Where a modpack came from. */
export type ModPackSource =
  /** Fetched from CurseForge; projectID and versionID are its own numbers. */
  | 'CURSEFORGE'
  /** Fetched from a link. */
  | 'LINK'
  /** Fetched from Modrinth; projectID and versionID are its own ids. */
  | 'MODRINTH'
  /** Uploaded as a zip or an .mrpack. */
  | 'ZIP';

/** The programs that load mods into the game. */
export type Modloader =
  /** Fabric. */
  | 'FABRIC'
  /** Forge. */
  | 'FORGE'
  /** LegacyFabric. */
  | 'LEGACYFABRIC'
  /** NeoForge. */
  | 'NEOFORGE'
  /** Quilt. */
  | 'QUILT';

/** Which end of an order comes first. */
export type OrderDirection =
  /** The smallest, oldest or alphabetically first. */
  | 'ASC'
  /** The largest, newest or alphabetically last. */
  | 'DESC';

/** What a server pack is to be built for. Versions that are left out are those of the launcher manifest in the pack; INVALID_INPUT names those that it does not say. */
export type RunConfigurationInput = {
  /** Whether mods that Modrinth or public reports know as client-only although their jar does not say so are dropped, too, and those kept that a server uses although their descriptor looks client-only. With false only the two lists, the pack and its jars decide. */
  automaticSides?: boolean;
  /** Case-sensitive file name prefixes of mods to drop, whatever needs them. Empty ones are ignored. */
  clientMods?: Array<string>;
  /** Patterns of files to leave out, mods among them; they beat those of includeFiles. */
  excludeFiles?: Array<string>;
  /** Dotted numbers, such as 1.20.1 or 26.1. Left out: as the pack itself says. */
  gameVersion?: string | null | undefined;
  /** Patterns of files to have in although they would stay out, by their path below the folder that holds mods/: * stands for anything but a slash, ** for any folders, ? for one character; a folder stands for all that is in it. Without regard to case. Worlds, maps, accounts and backups only come in by a pattern without wildcards. Mods are for whitelistedMods. */
  includeFiles?: Array<string>;
  /** Whether worlds go in: world/ and other folders with a level.dat, but not saves/, which includeFiles can name. */
  includeWorld?: boolean;
  /** The modloader. Left out: as the pack itself says. */
  modloader?: Modloader | null | undefined;
  /** The version of the modloader, such as 47.2.0. Left out: as the pack itself says, if it is for this modloader. */
  modloaderVersion?: string | null | undefined;
  /** A PNG of 64 by 64 pixels in base64, or as a data address. Left out: that of the pack, scaled, or a default. */
  serverIcon?: string | null | undefined;
  /** The text of server.properties, which everybody who may download the server pack can read. Left out: that of the pack, or a default. */
  serverProperties?: string | null | undefined;
  /** JVM arguments, one an element. */
  startArgs?: Array<string>;
  /** Case-sensitive file name prefixes of mods to keep whatever else is said. Empty ones are ignored. */
  whitelistedMods?: Array<string>;
};

/** The states of a modpack, and the statuses of events. */
export type Status =
  /** The archive has passed its check. */
  | 'CHECKED'
  /** The archive is being checked. */
  | 'CHECKING'
  /** The run has failed. */
  | 'ERROR'
  /** A server pack has been built. */
  | 'GENERATED'
  /** A server pack is being built. */
  | 'GENERATING'
  /** A run waits for its turn. */
  | 'QUEUED';

/** A modpack and what its first server pack is to be built for. */
export type UploadModPackInput = {
  /** The archive: a zip or an .mrpack, sent with this request. Either it or `upload` is given. */
  file?: ReceivedUpload | null | undefined;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
  /** The archive as a finished upload, sent to /uploads before: the last segment of its address. What is wrong with the run configuration leaves it there for another try. */
  upload?: string | number | null | undefined;
};

/** Whether a server pack works. */
export type Vote =
  /** It does not. */
  | 'DOWN'
  /** It works. */
  | 'UP';

/** A vote on a server pack. */
export type VoteServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
  /** The vote. */
  vote: Vote;
  /** Who votes, by a name that the caller vouches for, such as discord:1234; needs a token with the right to vote for others. A voter has one vote on each server pack: a later one takes the place of the earlier. */
  voter?: string | null | undefined;
};

export type EventsQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  direction: OrderDirection;
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ databaseId: number, modPackDatabaseId: number, serverPackDatabaseId: number | null, status: Status, message: string, timestamp: Date, errors: Array<{ code: string, error: string, entry: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RunConfigurationFieldsFragment = { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number };

export type ServerPackFieldsFragment = { size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } };

export type NestedServerPackFieldsFragment = { size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, fileID: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } };

export type ModPackFieldsFragment = { source: ModPackSource, name: string, size: number, status: Status, sha256: string, versionID: string, projectID: string, dateCreated: Date, id: number, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, fileID: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }> } };

export type EventFieldsFragment = { databaseId: number, modPackDatabaseId: number, serverPackDatabaseId: number | null, status: Status, message: string, timestamp: Date, errors: Array<{ code: string, error: string, entry: string | null }> };

export type RunResultFragment = { modPack: { databaseId: number, status: Status }, runConfiguration: { databaseId: number } };

export type UploadModPackMutationVariables = Exact<{
  input: UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number, status: Status }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string, retryAfter: number | null }
   };

export type GenerateServerPackMutationVariables = Exact<{
  input: GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number, status: Status }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string, retryAfter: number | null }
   };

export type ModPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackQuery = { modPack: { source: ModPackSource, name: string, size: number, status: Status, sha256: string, versionID: string, projectID: string, dateCreated: Date, id: number, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, fileID: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }> } } | null };

export type ModPacksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ModPacksQuery = { modPacks: { nodes: Array<{ source: ModPackSource, name: string, size: number, status: Status, sha256: string, versionID: string, projectID: string, dateCreated: Date, id: number, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, fileID: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RunConfigurationQueryVariables = Exact<{
  databaseId: number;
}>;


export type RunConfigurationQuery = { runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } | null };

export type RunConfigurationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type RunConfigurationsQuery = { runConfigurations: { nodes: Array<{ gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackQuery = { serverPack: { size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } } | null };

export type ServerPacksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ServerPacksQuery = { serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type VoteServerPackMutationVariables = Exact<{
  input: VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string, retryAfter: number | null }
    | { __typename: 'VoteCounted', serverPack: { size: number, downloads: number, confirmedWorking: number, dateCreated: Date, sha256: string, id: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } } }
   };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const RunConfigurationFieldsFragmentDoc = new TypedDocumentString(`
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
    `, {"fragmentName":"RunConfigurationFields"}) as unknown as TypedDocumentString<RunConfigurationFieldsFragment, unknown>;
export const ServerPackFieldsFragmentDoc = new TypedDocumentString(`
    fragment ServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}`, {"fragmentName":"ServerPackFields"}) as unknown as TypedDocumentString<ServerPackFieldsFragment, unknown>;
export const NestedServerPackFieldsFragmentDoc = new TypedDocumentString(`
    fragment NestedServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}`, {"fragmentName":"NestedServerPackFields"}) as unknown as TypedDocumentString<NestedServerPackFieldsFragment, unknown>;
export const ModPackFieldsFragmentDoc = new TypedDocumentString(`
    fragment ModPackFields on ModPack {
  id: databaseId
  source
  name
  size
  status
  serverPacks(first: 1000000) {
    nodes {
      ...NestedServerPackFields
    }
  }
  sha256
  versionID
  projectID
  dateCreated
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
fragment NestedServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}`, {"fragmentName":"ModPackFields"}) as unknown as TypedDocumentString<ModPackFieldsFragment, unknown>;
export const EventFieldsFragmentDoc = new TypedDocumentString(`
    fragment EventFields on Event {
  databaseId
  modPackDatabaseId
  serverPackDatabaseId
  status
  message
  timestamp
  errors {
    code
    error
    entry
  }
}
    `, {"fragmentName":"EventFields"}) as unknown as TypedDocumentString<EventFieldsFragment, unknown>;
export const RunResultFragmentDoc = new TypedDocumentString(`
    fragment RunResult on RunStarted {
  modPack {
    databaseId
    status
  }
  runConfiguration {
    databaseId
  }
}
    `, {"fragmentName":"RunResult"}) as unknown as TypedDocumentString<RunResultFragment, unknown>;
export const EventsDocument = new TypedDocumentString(`
    query Events($filter: EventFilter, $direction: OrderDirection!, $first: Int!, $after: String, $before: String) {
  events(
    filter: $filter
    orderBy: { field: DATE_CREATED, direction: $direction }
    first: $first
    after: $after
    before: $before
  ) {
    nodes {
      ...EventFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment EventFields on Event {
  databaseId
  modPackDatabaseId
  serverPackDatabaseId
  status
  message
  timestamp
  errors {
    code
    error
    entry
  }
}`) as unknown as TypedDocumentString<EventsQuery, EventsQueryVariables>;
export const UploadModPackDocument = new TypedDocumentString(`
    mutation UploadModPack($input: UploadModPackInput!) {
  uploadModPack(input: $input) {
    __typename
    ...RunResult
    ... on Error {
      code
      message
    }
    ... on UnavailableError {
      retryAfter
    }
    ... on DuplicateModPackError {
      existing {
        databaseId
      }
    }
  }
}
    fragment RunResult on RunStarted {
  modPack {
    databaseId
    status
  }
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<UploadModPackMutation, UploadModPackMutationVariables>;
export const GenerateServerPackDocument = new TypedDocumentString(`
    mutation GenerateServerPack($input: GenerateServerPackInput!) {
  generateServerPack(input: $input) {
    __typename
    ...RunResult
    ... on Error {
      code
      message
    }
    ... on UnavailableError {
      retryAfter
    }
  }
}
    fragment RunResult on RunStarted {
  modPack {
    databaseId
    status
  }
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const ModPackDocument = new TypedDocumentString(`
    query ModPack($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    ...ModPackFields
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
fragment NestedServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
fragment ModPackFields on ModPack {
  id: databaseId
  source
  name
  size
  status
  serverPacks(first: 1000000) {
    nodes {
      ...NestedServerPackFields
    }
  }
  sha256
  versionID
  projectID
  dateCreated
}`) as unknown as TypedDocumentString<ModPackQuery, ModPackQueryVariables>;
export const ModPacksDocument = new TypedDocumentString(`
    query ModPacks($first: Int!, $after: String, $before: String) {
  modPacks(first: $first, after: $after, before: $before) {
    nodes {
      ...ModPackFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
fragment NestedServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
fragment ModPackFields on ModPack {
  id: databaseId
  source
  name
  size
  status
  serverPacks(first: 1000000) {
    nodes {
      ...NestedServerPackFields
    }
  }
  sha256
  versionID
  projectID
  dateCreated
}`) as unknown as TypedDocumentString<ModPacksQuery, ModPacksQueryVariables>;
export const RunConfigurationDocument = new TypedDocumentString(`
    query RunConfiguration($databaseId: Int!) {
  runConfiguration(databaseId: $databaseId) {
    ...RunConfigurationFields
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}`) as unknown as TypedDocumentString<RunConfigurationQuery, RunConfigurationQueryVariables>;
export const RunConfigurationsDocument = new TypedDocumentString(`
    query RunConfigurations($first: Int!, $after: String, $before: String) {
  runConfigurations(
    first: $first
    after: $after
    before: $before
    orderBy: { field: DATE_CREATED, direction: ASC }
  ) {
    nodes {
      ...RunConfigurationFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}`) as unknown as TypedDocumentString<RunConfigurationsQuery, RunConfigurationsQueryVariables>;
export const ServerPackDocument = new TypedDocumentString(`
    query ServerPack($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    ...ServerPackFields
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
fragment ServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}`) as unknown as TypedDocumentString<ServerPackQuery, ServerPackQueryVariables>;
export const ServerPacksDocument = new TypedDocumentString(`
    query ServerPacks($first: Int!, $after: String, $before: String) {
  serverPacks(first: $first, after: $after, before: $before) {
    nodes {
      ...ServerPackFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
fragment ServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}`) as unknown as TypedDocumentString<ServerPacksQuery, ServerPacksQueryVariables>;
export const VoteServerPackDocument = new TypedDocumentString(`
    mutation VoteServerPack($input: VoteServerPackInput!) {
  voteServerPack(input: $input) {
    __typename
    ... on VoteCounted {
      serverPack {
        ...ServerPackFields
      }
    }
    ... on Error {
      code
      message
    }
    ... on UnavailableError {
      retryAfter
    }
  }
}
    fragment RunConfigurationFields on RunConfiguration {
  id: databaseId
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
}
fragment ServerPackFields on ServerPack {
  id: databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}`) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;