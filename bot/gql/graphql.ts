/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What the ticket is for. */
export type CreateUploadTicketInput = {
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

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
  /** A value of the request cannot be accepted; the field is named. */
  | 'INVALID_INPUT'
  /** The method is not answered here. */
  | 'METHOD_NOT_ALLOWED'
  /** The uploaded file is no zip archive, or a truncated one. */
  | 'NOT_A_ZIP'
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

/** A stored modpack and what another server pack is to be built for. */
export type GenerateServerPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

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

/** What a caller may do. */
export type Permission =
  /** Delete, cancel and try again. */
  | 'OPERATE'
  /** Upload and generate. */
  | 'PUBLISH'
  /** Read, follow and download. */
  | 'READ'
  /** Vote for itself. */
  | 'VOTE'
  /** Vote for others, by name. */
  | 'VOTE_FOR_OTHERS';

/** What a server pack is to be built for. */
export type RunConfigurationInput = {
  /** Case-sensitive file name prefixes of mods to drop, whatever needs them. Empty ones are ignored. */
  clientMods?: Array<string>;
  /** Dotted numbers, such as 1.20.1 or 26.1. */
  gameVersion: string;
  /** The modloader. */
  modloader: Modloader;
  /** The version of the modloader, such as 47.2.0. */
  modloaderVersion: string;
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
  /** The archive, a zip. */
  file: unknown;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
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

export type ServerPackIdQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackIdQuery = { serverPack: { id: string } | null };

export type VoteServerPackMutationVariables = Exact<{
  input: VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'VoteCounted', serverPack: { confirmedWorking: number } }
   };

export type ModPackChoiceFragment = { databaseId: number, name: string };

export type ServerPackChoiceFragment = { databaseId: number, modPack: { name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } };

export type ModPacksLikeQueryVariables = Exact<{
  number: number;
  isNumber: boolean;
  name: string;
}>;


export type ModPacksLikeQuery = { modPack?: { databaseId: number, name: string } | null, modPacks: { nodes: Array<{ databaseId: number, name: string }> } };

export type ServerPacksLikeQueryVariables = Exact<{
  number: number;
  isNumber: boolean;
  name: string;
}>;


export type ServerPacksLikeQuery = { serverPack?: { databaseId: number, modPack: { name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null, serverPacks: { nodes: Array<{ databaseId: number, modPack: { name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } };

export type ServerPacksOfQueryVariables = Exact<{
  modPack: number;
}>;


export type ServerPacksOfQuery = { serverPacks: { nodes: Array<{ runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } };

export type ServerPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackByNumberQuery = { serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null };

export type ServerPackOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type ServerPackOfRunQuery = { serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null };

export type ModPackIdQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackIdQuery = { modPack: { id: string } | null };

export type GenerateServerPackMutationVariables = Exact<{
  input: GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ModPackStatusQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackStatusQuery = { modPack: { databaseId: number, name: string, size: number, status: Status, dateCreated: string, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, confirmedWorking: number, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } } | null, events: { nodes: Array<{ errors: Array<{ error: string, entry: string | null }> }> } };

export type UploadModPackMutationVariables = Exact<{
  input: UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

type RunStart_ConflictError_Fragment = { __typename: 'ConflictError', code: ErrorCode, message: string };

type RunStart_DuplicateModPackError_Fragment = { __typename: 'DuplicateModPackError', code: ErrorCode, message: string };

type RunStart_ForbiddenError_Fragment = { __typename: 'ForbiddenError', code: ErrorCode, message: string };

type RunStart_InvalidInputError_Fragment = { __typename: 'InvalidInputError', code: ErrorCode, message: string };

type RunStart_NotFoundError_Fragment = { __typename: 'NotFoundError', code: ErrorCode, message: string };

type RunStart_RunStarted_Fragment = { __typename: 'RunStarted', modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number } };

type RunStart_UnavailableError_Fragment = { __typename: 'UnavailableError', code: ErrorCode, message: string };

export type RunStartFragment =
  | RunStart_ConflictError_Fragment
  | RunStart_DuplicateModPackError_Fragment
  | RunStart_ForbiddenError_Fragment
  | RunStart_InvalidInputError_Fragment
  | RunStart_NotFoundError_Fragment
  | RunStart_RunStarted_Fragment
  | RunStart_UnavailableError_Fragment
;

export type RunEventFragment = { id: string, status: Status, runConfiguration: { databaseId: number }, errors: Array<{ error: string, entry: string | null }>, serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null };

export type LatestEventsQueryVariables = Exact<{
  modPack: number;
}>;


export type LatestEventsQuery = { events: { nodes: Array<{ id: string, status: Status, runConfiguration: { databaseId: number }, errors: Array<{ error: string, entry: string | null }>, serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null }> } };

export type LaterEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  modPack: number;
}>;


export type LaterEventsSubscription = { events: { id: string, status: Status, runConfiguration: { databaseId: number }, errors: Array<{ error: string, entry: string | null }>, serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null } };

export type RunConfigurationLineFragment = { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string };

export type ServerPackCardFragment = { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } };

export type ModPackCardFragment = { databaseId: number, name: string, size: number, status: Status, dateCreated: string, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, confirmedWorking: number, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } };

export type ProblemLineFragment = { error: string, entry: string | null };

export type ViewerPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerPermissionsQuery = { viewer: { permissions: Array<Permission> } };

export type CreateUploadTicketMutationVariables = Exact<{
  input: CreateUploadTicketInput;
}>;


export type CreateUploadTicketMutation = { createUploadTicket:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'UploadTicketCreated', url: string, uploadTicket: { id: string, expires: string } }
   };

export type UsedTicketSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type UsedTicketSubscription = { uploadTicket: { modPack: { databaseId: number, name: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null } | null };

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
export const ModPackChoiceFragmentDoc = new TypedDocumentString(`
    fragment ModPackChoice on ModPack {
  databaseId
  name
}
    `, {"fragmentName":"ModPackChoice"}) as unknown as TypedDocumentString<ModPackChoiceFragment, unknown>;
export const RunConfigurationLineFragmentDoc = new TypedDocumentString(`
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
    `, {"fragmentName":"RunConfigurationLine"}) as unknown as TypedDocumentString<RunConfigurationLineFragment, unknown>;
export const ServerPackChoiceFragmentDoc = new TypedDocumentString(`
    fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}`, {"fragmentName":"ServerPackChoice"}) as unknown as TypedDocumentString<ServerPackChoiceFragment, unknown>;
export const RunStartFragmentDoc = new TypedDocumentString(`
    fragment RunStart on RunResult {
  __typename
  ... on RunStarted {
    modPack {
      databaseId
      name
    }
    runConfiguration {
      databaseId
    }
  }
  ... on Error {
    code
    message
  }
}
    `, {"fragmentName":"RunStart"}) as unknown as TypedDocumentString<RunStartFragment, unknown>;
export const ProblemLineFragmentDoc = new TypedDocumentString(`
    fragment ProblemLine on Problem {
  error
  entry
}
    `, {"fragmentName":"ProblemLine"}) as unknown as TypedDocumentString<ProblemLineFragment, unknown>;
export const ServerPackCardFragmentDoc = new TypedDocumentString(`
    fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}`, {"fragmentName":"ServerPackCard"}) as unknown as TypedDocumentString<ServerPackCardFragment, unknown>;
export const RunEventFragmentDoc = new TypedDocumentString(`
    fragment RunEvent on Event {
  id
  status
  runConfiguration {
    databaseId
  }
  errors {
    ...ProblemLine
  }
  serverPack {
    ...ServerPackCard
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  error
  entry
}`, {"fragmentName":"RunEvent"}) as unknown as TypedDocumentString<RunEventFragment, unknown>;
export const ModPackCardFragmentDoc = new TypedDocumentString(`
    fragment ModPackCard on ModPack {
  databaseId
  name
  size
  status
  dateCreated
  serverPacks(last: 10) {
    totalCount
    nodes {
      databaseId
      size
      downloads
      confirmedWorking
      runConfiguration {
        ...RunConfigurationLine
      }
    }
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}`, {"fragmentName":"ModPackCard"}) as unknown as TypedDocumentString<ModPackCardFragment, unknown>;
export const ServerPackIdDocument = new TypedDocumentString(`
    query ServerPackId($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ServerPackIdQuery, ServerPackIdQueryVariables>;
export const VoteServerPackDocument = new TypedDocumentString(`
    mutation VoteServerPack($input: VoteServerPackInput!) {
  voteServerPack(input: $input) {
    __typename
    ... on VoteCounted {
      serverPack {
        confirmedWorking
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;
export const ModPacksLikeDocument = new TypedDocumentString(`
    query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {
  modPack(databaseId: $number) @include(if: $isNumber) {
    ...ModPackChoice
  }
  modPacks(filter: { nameContains: $name }, first: 25) {
    nodes {
      ...ModPackChoice
    }
  }
}
    fragment ModPackChoice on ModPack {
  databaseId
  name
}`) as unknown as TypedDocumentString<ModPacksLikeQuery, ModPacksLikeQueryVariables>;
export const ServerPacksLikeDocument = new TypedDocumentString(`
    query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {
  serverPack(databaseId: $number) @include(if: $isNumber) {
    ...ServerPackChoice
  }
  serverPacks(filter: { nameContains: $name }, first: 25) {
    nodes {
      ...ServerPackChoice
    }
  }
}
    fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}`) as unknown as TypedDocumentString<ServerPacksLikeQuery, ServerPacksLikeQueryVariables>;
export const ServerPacksOfDocument = new TypedDocumentString(`
    query ServerPacksOf($modPack: Int!) {
  serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {
    nodes {
      runConfiguration {
        ...RunConfigurationLine
      }
    }
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}`) as unknown as TypedDocumentString<ServerPacksOfQuery, ServerPacksOfQueryVariables>;
export const ServerPackByNumberDocument = new TypedDocumentString(`
    query ServerPackByNumber($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    ...ServerPackCard
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}`) as unknown as TypedDocumentString<ServerPackByNumberQuery, ServerPackByNumberQueryVariables>;
export const ServerPackOfRunDocument = new TypedDocumentString(`
    query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {
  serverPack(
    modPackDatabaseId: $modPack
    runConfigurationDatabaseId: $runConfiguration
  ) {
    ...ServerPackCard
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}`) as unknown as TypedDocumentString<ServerPackOfRunQuery, ServerPackOfRunQueryVariables>;
export const ModPackIdDocument = new TypedDocumentString(`
    query ModPackId($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ModPackIdQuery, ModPackIdQueryVariables>;
export const GenerateServerPackDocument = new TypedDocumentString(`
    mutation GenerateServerPack($input: GenerateServerPackInput!) {
  generateServerPack(input: $input) {
    ...RunStart
  }
}
    fragment RunStart on RunResult {
  __typename
  ... on RunStarted {
    modPack {
      databaseId
      name
    }
    runConfiguration {
      databaseId
    }
  }
  ... on Error {
    code
    message
  }
}`) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const ModPackStatusDocument = new TypedDocumentString(`
    query ModPackStatus($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    ...ModPackCard
  }
  events(filter: { modPackDatabaseId: $databaseId }, last: 1) {
    nodes {
      errors {
        ...ProblemLine
      }
    }
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ModPackCard on ModPack {
  databaseId
  name
  size
  status
  dateCreated
  serverPacks(last: 10) {
    totalCount
    nodes {
      databaseId
      size
      downloads
      confirmedWorking
      runConfiguration {
        ...RunConfigurationLine
      }
    }
  }
}
fragment ProblemLine on Problem {
  error
  entry
}`) as unknown as TypedDocumentString<ModPackStatusQuery, ModPackStatusQueryVariables>;
export const UploadModPackDocument = new TypedDocumentString(`
    mutation UploadModPack($input: UploadModPackInput!) {
  uploadModPack(input: $input) {
    ...RunStart
  }
}
    fragment RunStart on RunResult {
  __typename
  ... on RunStarted {
    modPack {
      databaseId
      name
    }
    runConfiguration {
      databaseId
    }
  }
  ... on Error {
    code
    message
  }
}`) as unknown as TypedDocumentString<UploadModPackMutation, UploadModPackMutationVariables>;
export const LatestEventsDocument = new TypedDocumentString(`
    query LatestEvents($modPack: Int!) {
  events(filter: { modPackDatabaseId: $modPack }, last: 50) {
    nodes {
      ...RunEvent
    }
  }
}
    fragment RunEvent on Event {
  id
  status
  runConfiguration {
    databaseId
  }
  errors {
    ...ProblemLine
  }
  serverPack {
    ...ServerPackCard
  }
}
fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  error
  entry
}`) as unknown as TypedDocumentString<LatestEventsQuery, LatestEventsQueryVariables>;
export const LaterEventsDocument = new TypedDocumentString(`
    subscription LaterEvents($after: ID, $modPack: Int!) {
  events(after: $after, filter: { modPackDatabaseId: $modPack }) {
    ...RunEvent
  }
}
    fragment RunEvent on Event {
  id
  status
  runConfiguration {
    databaseId
  }
  errors {
    ...ProblemLine
  }
  serverPack {
    ...ServerPackCard
  }
}
fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  error
  entry
}`) as unknown as TypedDocumentString<LaterEventsSubscription, LaterEventsSubscriptionVariables>;
export const ViewerPermissionsDocument = new TypedDocumentString(`
    query ViewerPermissions {
  viewer {
    permissions
  }
}
    `) as unknown as TypedDocumentString<ViewerPermissionsQuery, ViewerPermissionsQueryVariables>;
export const CreateUploadTicketDocument = new TypedDocumentString(`
    mutation CreateUploadTicket($input: CreateUploadTicketInput!) {
  createUploadTicket(input: $input) {
    __typename
    ... on UploadTicketCreated {
      url
      uploadTicket {
        id
        expires
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateUploadTicketMutation, CreateUploadTicketMutationVariables>;
export const UsedTicketDocument = new TypedDocumentString(`
    subscription UsedTicket($id: ID!) {
  uploadTicket(id: $id) {
    modPack {
      databaseId
      name
      runConfigurations(first: 1) {
        nodes {
          databaseId
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsedTicketSubscription, UsedTicketSubscriptionVariables>;