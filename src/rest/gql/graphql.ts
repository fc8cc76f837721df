/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/gql/schema.ts';

import { operationsOf } from '../../../client/gateway/operation.ts';
export type EventsQueryVariables = Exact<{
  filter?: Types.PackEventFilter | null | undefined;
  orderBy: Types.DateOrder;
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ databaseId: number, modPackDatabaseId: number, serverPackDatabaseId: number | null, status: Types.Status, message: string, timestamp: Date, errors: Array<{ code: string, entry: string | null, error: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RunConfigurationFieldsFragment = { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } };

export type ServerPackFieldsFragment = { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } };

export type NestedServerPackFieldsFragment = { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } };

export type NestedServerPacksFragment = { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type ModPackFieldsFragment = { source: Types.ModPackSource, name: string, size: number, status: Types.Status, sha256: string, versionID: string, projectID: string, id: number, dateCreated: Date, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EventFieldsFragment = { databaseId: number, modPackDatabaseId: number, serverPackDatabaseId: number | null, status: Types.Status, message: string, timestamp: Date, errors: Array<{ code: string, entry: string | null, error: string }> };

export type RunResultFragment = { archiveUrl: string | null, modPack: { databaseId: number, status: Types.Status }, run: { databaseId: number } };

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'RunStarted', archiveUrl: string | null, modPack: { databaseId: number, status: Types.Status }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, retryAfter: number | null, existing: { databaseId: number } | null }
   };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'RunStarted', archiveUrl: string | null, modPack: { databaseId: number, status: Types.Status }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, retryAfter: number | null }
   };

export type ModPackQueryVariables = Exact<{
  databaseId: number;
  serverPacks: number;
}>;


export type ModPackQuery = { modPack: { source: Types.ModPackSource, name: string, size: number, status: Types.Status, sha256: string, versionID: string, projectID: string, id: number, dateCreated: Date, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ModPacksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
  serverPacks: number;
}>;


export type ModPacksQuery = { modPacks: { nodes: Array<{ source: Types.ModPackSource, name: string, size: number, status: Types.Status, sha256: string, versionID: string, projectID: string, id: number, dateCreated: Date, serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FurtherServerPacksQueryVariables = Exact<{
  databaseId: number;
  first: number;
  after?: string | null | undefined;
}>;


export type FurtherServerPacksQuery = { modPack: { serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, fileID: number, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type RunConfigurationQueryVariables = Exact<{
  databaseId: number;
}>;


export type RunConfigurationQuery = { run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } | null };

export type RunConfigurationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type RunConfigurationsQuery = { runs: { nodes: Array<{ id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackQuery = { serverPack: { size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } } | null };

export type ServerPacksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type ServerPacksQuery = { serverPacks: { nodes: Array<{ size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type VoteServerPackMutationVariables = Exact<{
  input: Types.VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ServerPack', size: number, downloads: number, confirmedWorking: number, sha256: string, id: number, dateCreated: Date, run: { id: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, retryAfter: number | null }
   };

export const graphql = operationsOf<{
  Events: [EventsQuery, EventsQueryVariables];
  RunConfigurationFields: [RunConfigurationFieldsFragment, unknown];
  ServerPackFields: [ServerPackFieldsFragment, unknown];
  NestedServerPackFields: [NestedServerPackFieldsFragment, unknown];
  NestedServerPacks: [NestedServerPacksFragment, unknown];
  ModPackFields: [ModPackFieldsFragment, unknown];
  EventFields: [EventFieldsFragment, unknown];
  RunResult: [RunResultFragment, unknown];
  UploadModPack: [UploadModPackMutation, UploadModPackMutationVariables];
  GenerateServerPack: [GenerateServerPackMutation, GenerateServerPackMutationVariables];
  ModPack: [ModPackQuery, ModPackQueryVariables];
  ModPacks: [ModPacksQuery, ModPacksQueryVariables];
  FurtherServerPacks: [FurtherServerPacksQuery, FurtherServerPacksQueryVariables];
  RunConfiguration: [RunConfigurationQuery, RunConfigurationQueryVariables];
  RunConfigurations: [RunConfigurationsQuery, RunConfigurationsQueryVariables];
  ServerPack: [ServerPackQuery, ServerPackQueryVariables];
  ServerPacks: [ServerPacksQuery, ServerPacksQueryVariables];
  VoteServerPack: [VoteServerPackMutation, VoteServerPackMutationVariables];
}>();
