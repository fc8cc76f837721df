/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/gql/schema.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type EventsQueryVariables = Exact<{
  filter?: Types.EventFilter | null | undefined;
  direction: Types.OrderDirection;
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ databaseId: number, modPackDatabaseId: number, serverPackDatabaseId: number | null, status: Types.Status, message: string, timestamp: Date, errors: Array<{ code: string, entry: string | null, error: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RunConfigurationFieldsFragment = { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number };

export type ServerPackFieldsFragment = { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } };

export type NestedServerPackFieldsFragment = { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } };

export type NestedServerPacksFragment = { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type ModPackFieldsFragment = { source: Types.ModPackSource, name: string, size: number, status: Types.Status, sha256: string, versionID: string, projectID: string, id: number, dateCreated: Date, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EventFieldsFragment = { databaseId: number, modPackDatabaseId: number, serverPackDatabaseId: number | null, status: Types.Status, message: string, timestamp: Date, errors: Array<{ code: string, entry: string | null, error: string }> };

export type RunResultFragment = { modPack: { databaseId: number, status: Types.Status }, runConfiguration: { databaseId: number } };

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number, status: Types.Status }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string, retryAfter: number | null }
   };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number, status: Types.Status }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string, retryAfter: number | null }
   };

export type ModPackQueryVariables = Exact<{
  databaseId: number;
  serverPacks: number;
}>;


export type ModPackQuery = { modPack: { source: Types.ModPackSource, name: string, size: number, status: Types.Status, sha256: string, versionID: string, projectID: string, id: number, dateCreated: Date, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ModPacksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
  serverPacks: number;
}>;


export type ModPacksQuery = { modPacks: { nodes: Array<{ source: Types.ModPackSource, name: string, size: number, status: Types.Status, sha256: string, versionID: string, projectID: string, id: number, dateCreated: Date, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FurtherServerPacksQueryVariables = Exact<{
  databaseId: number;
  first: number;
  after?: string | null | undefined;
}>;


export type FurtherServerPacksQuery = { modPack: { serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type RunConfigurationQueryVariables = Exact<{
  databaseId: number;
}>;


export type RunConfigurationQuery = { runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } | null };

export type RunConfigurationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type RunConfigurationsQuery = { runConfigurations: { nodes: Array<{ gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackQuery = { serverPack: { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } } | null };

export type ServerPacksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ServerPacksQuery = { serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type VoteServerPackMutationVariables = Exact<{
  input: Types.VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string, retryAfter: number | null }
    | { __typename: 'VoteCounted', serverPack: { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, id: number } } }
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
  dateCreated: createdAt
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
  dateCreated: createdAt
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
export const NestedServerPacksFragmentDoc = new TypedDocumentString(`
    fragment NestedServerPacks on ServerPackConnection {
  nodes {
    ...NestedServerPackFields
  }
  pageInfo {
    hasNextPage
    endCursor
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
  dateCreated: createdAt
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}`, {"fragmentName":"NestedServerPacks"}) as unknown as TypedDocumentString<NestedServerPacksFragment, unknown>;
export const ModPackFieldsFragmentDoc = new TypedDocumentString(`
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
  dateCreated: createdAt
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
fragment NestedServerPacks on ServerPackConnection {
  nodes {
    ...NestedServerPackFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`, {"fragmentName":"ModPackFields"}) as unknown as TypedDocumentString<ModPackFieldsFragment, unknown>;
export const EventFieldsFragmentDoc = new TypedDocumentString(`
    fragment EventFields on Event {
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
  timestamp: createdAt
  errors {
    code
    error: message
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
    query ModPack($databaseId: Int!, $serverPacks: Int!) {
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
  dateCreated: createdAt
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
fragment NestedServerPacks on ServerPackConnection {
  nodes {
    ...NestedServerPackFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
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
}`) as unknown as TypedDocumentString<ModPackQuery, ModPackQueryVariables>;
export const ModPacksDocument = new TypedDocumentString(`
    query ModPacks($first: Int!, $after: String, $before: String, $serverPacks: Int!) {
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
  dateCreated: createdAt
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
fragment NestedServerPacks on ServerPackConnection {
  nodes {
    ...NestedServerPackFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
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
}`) as unknown as TypedDocumentString<ModPacksQuery, ModPacksQueryVariables>;
export const FurtherServerPacksDocument = new TypedDocumentString(`
    query FurtherServerPacks($databaseId: Int!, $first: Int!, $after: String) {
  modPack(databaseId: $databaseId) {
    serverPacks(first: $first, after: $after) {
      ...NestedServerPacks
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
  dateCreated: createdAt
  fileID: fileDatabaseId
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}
fragment NestedServerPacks on ServerPackConnection {
  nodes {
    ...NestedServerPackFields
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`) as unknown as TypedDocumentString<FurtherServerPacksQuery, FurtherServerPacksQueryVariables>;
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
  dateCreated: createdAt
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
  dateCreated: createdAt
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
  dateCreated: createdAt
  sha256
  runConfiguration {
    ...RunConfigurationFields
  }
}`) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;