/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../client/gql/schema.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type BuiltFromFragment = { modPack: { databaseId: number }, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } };

export type RunToFollowQueryVariables = Exact<{
  modPack: number;
}>;


export type RunToFollowQuery = { modPack: { id: string, databaseId: number, title: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null };

export type TicketToWaitForQueryVariables = Exact<{
  id: string | number;
}>;


export type TicketToWaitForQuery = { uploadTicket: { id: string, expiresAt: string } | null };

export type FilesForHostsQueryVariables = Exact<{
  databaseId: number;
}>;


export type FilesForHostsQuery = { serverPack: { downloadUrl: string, hostFiles: Array<{ kind: Types.HostFileKind, name: string, text: string }>, modPack: { title: string } } | null };

export type RunConfigurationByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type RunConfigurationByNumberQuery = { runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } | null };

export type ServerPackToVoteForQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackToVoteForQuery = { serverPack: { id: string } | null };

export type VoteServerPackMutationVariables = Exact<{
  input: Types.VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'VoteCounted', serverPack: { databaseId: number, size: number, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } }
   };

export type ServerPackChangesFragment = { first: { databaseId: number }, modCounts: { updated: number, added: number, removed: number, renamed: number }, fileCounts: { updated: number, added: number, removed: number, renamed: number }, acts: Array<{ kind: Types.OwnerActKind, java: number | null, mod: string | null }> };

export type ChangesSinceVersionBeforeQueryVariables = Exact<{
  databaseId: number;
}>;


export type ChangesSinceVersionBeforeQuery = { compareServerPacks:
    | { __typename: 'ConflictError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'ServerPackComparison', first: { databaseId: number }, modCounts: { updated: number, added: number, removed: number, renamed: number }, fileCounts: { updated: number, added: number, removed: number, renamed: number }, acts: Array<{ kind: Types.OwnerActKind, java: number | null, mod: string | null }> }
    | { __typename: 'UnavailableError' }
   };

export type ModPackThatWaitsQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackThatWaitsQuery = { modPack: { id: string } | null };

export type AddMissingFileMutationVariables = Exact<{
  input: Types.AddMissingFilesInput;
}>;


export type AddMissingFileMutation = { addMissingFiles:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'MissingFilesAdded', files: Array<{ name: string, path: string | null, refusal: string | null }>, modPack: { waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null } | null }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ModPackChoiceFragment = { databaseId: number, title: string };

export type ServerPackChoiceFragment = { databaseId: number, modPack: { databaseId: number, title: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } };

export type ModPacksLikeQueryVariables = Exact<{
  number: number;
  isNumber: boolean;
  name: string;
  first: number;
}>;


export type ModPacksLikeQuery = { modPack?: { databaseId: number, title: string } | null, modPacks: { nodes: Array<{ databaseId: number, title: string }> } };

export type ServerPacksLikeQueryVariables = Exact<{
  number: number;
  isNumber: boolean;
  name: string;
  first: number;
}>;


export type ServerPacksLikeQuery = { serverPack?: { databaseId: number, modPack: { databaseId: number, title: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } | null, serverPacks: { nodes: Array<{ databaseId: number, modPack: { databaseId: number, title: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } }> } };

export type OwnModPacksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type OwnModPacksQuery = { nodes: Array<
    | { databaseId: number, title: string, serverPacks: { nodes: Array<{ databaseId: number, modPack: { databaseId: number, title: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } }> } }
    | Record<PropertyKey, never>
   | null> };

export type ServerPacksOfQueryVariables = Exact<{
  modPack: number;
}>;


export type ServerPacksOfQuery = { serverPacks: { nodes: Array<{ runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } }> } };

export type AnalyzeLogMutationVariables = Exact<{
  input: Types.AnalyzeLogInput;
}>;


export type AnalyzeLogMutation = { analyzeLog:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LogAnalysis', findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> }
    | { __typename: 'NotFetchedError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ServerPackOfLogQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackOfLogQuery = { serverPack: { id: string, modPack: { databaseId: number }, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } | null };

export type ServerPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackByNumberQuery = { serverPack: { databaseId: number, size: number, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } | null };

export type ServerPackOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type ServerPackOfRunQuery = { serverPack: { databaseId: number, size: number, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } | null };

export type LineToFollowQueryVariables = Exact<{
  name: string;
}>;


export type LineToFollowQuery = { line: { name: string } | null };

export type LineNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type LineNamesQuery = { lines: { nodes: Array<{ name: string, latest: { modPack: { title: string } } | null }> } };

export type FollowPackMutationVariables = Exact<{
  input: Types.FollowLineInput;
}>;


export type FollowPackMutation = { followLine:
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { line: { name: string, following: { mayChange: boolean } | null } }
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
   };

export type ImportModPackMutationVariables = Exact<{
  input: Types.ImportModPackInput;
}>;


export type ImportModPackMutation = { importModPack:
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFetchedError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type SentModPacksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type SentModPacksQuery = { nodes: Array<
    | { __typename: 'Event' }
    | { __typename: 'Line' }
    | { __typename: 'LineNews' }
    | { __typename: 'ModPack', databaseId: number, title: string, name: string, renamed: boolean, createdAt: string }
    | { __typename: 'Run' }
    | { __typename: 'RunConfiguration' }
    | { __typename: 'ServerPack' }
    | { __typename: 'Token' }
    | { __typename: 'UploadTicket' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
   | null> };

export type ModPackStatusQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackStatusQuery = { modPack: { databaseId: number, title: string, size: number, status: Types.Status, createdAt: string, waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null, scan: { quarantined: boolean } | null, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, votes: { up: number, down: number }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } }> } } | null, events: { nodes: Array<{ errors: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }> }> } };

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type VersionsToProposeQueryVariables = Exact<{
  modPack: number;
  hasModPack: boolean;
  modloader: Types.Modloader;
  hasModloader: boolean;
  gameVersion?: string | null | undefined;
}>;


export type VersionsToProposeQuery = { gameVersions: Array<string>, modPack?: { manifest: { gameVersion: string | null, modloader: Types.Modloader | null, modloaderVersion: string | null } | null } | null, listedVersions?: { gameVersions: Array<string>, modloaderVersions: Array<string> } };

export type DroppedPageFragment = { nodes: Array<{ file: string, reason: Types.DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } };

export type DroppedModsQueryVariables = Exact<{
  databaseId: number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DroppedModsQuery = { serverPack: { keptCount: number, droppedCount: number, modPack: { databaseId: number, title: string }, decisions: { nodes: Array<{ file: string, reason: Types.DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } | null };

export type ModPackToPreviewQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string } | null };

export type PreviewQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: Types.RunConfigurationInput;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PreviewQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, javaVersion: number | null, newestJavaVersion: number | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { title: string }, decisions: { nodes: Array<{ file: string, reason: Types.DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type RequestBootMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type RequestBootMutation = { bootServerPack:
    | { __typename: 'BootQueued' }
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type BootProgressOfSubscriptionVariables = Exact<{
  serverPack: string | number;
}>;


export type BootProgressOfSubscription = { bootProgress: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } };

export type BuiltFromOfQueryVariables = Exact<{
  databaseId: number;
}>;


export type BuiltFromOfQuery = { serverPack: { modPack: { databaseId: number }, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } | null };

export type FinishedServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type FinishedServerPackQuery = { serverPack: { id: string, databaseId: number, size: number, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } | null };

export type RunConfigurationLineFragment = { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat };

export type ServerPackCardFragment = { databaseId: number, size: number, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } };

export type BootLineFragment = { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> };

export type ModPackCardFragment = { databaseId: number, title: string, size: number, status: Types.Status, createdAt: string, waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null, scan: { quarantined: boolean } | null, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, votes: { up: number, down: number }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } }> } };

export type ProblemLineFragment = { code: string, message: string, entry: string | null, tellsOfLeftOut: boolean };

export type LogFindingLineFragment = { cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null };

export type RunWaitingFragment = { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> };

export type ViewerPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerPermissionsQuery = { viewer: { permissions: Array<Types.Permission> } };

export type UnfollowPackMutationVariables = Exact<{
  line: string;
}>;


export type UnfollowPackMutation = { unfollowLine:
    | { __typename: 'ConflictError' }
    | { __typename: 'ForbiddenError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'LineChanged' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'UnavailableError' }
   };

export type LineNewsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type LineNewsSubscription = { events: { id: string, isFinal: boolean, line: { name: string } | null, serverPack: { databaseId: number, size: number, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { hidden: boolean, databaseId: number, title: string, scan: { quarantined: boolean } | null }, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, runConfiguration: { databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } | null, errors: Array<{ code: string, message: string }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ databaseId: number }> } } } };

export type NewestEndQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEndQuery = { events: { nodes: Array<{ id: string }> } };

export type LineWithdrawalsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  all?: boolean | null | undefined;
}>;


export type LineWithdrawalsSubscription = { lineNews: { id: string, kind: Types.LineNewsKind, line: { name: string }, modPack: { databaseId: number, title: string } } };

export type NewestWithdrawalQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestWithdrawalQuery = { lineNews: { nodes: Array<{ id: string }> } };

export type SentModPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type SentModPackQuery = { modPack: { id: string, title: string, name: string, renamed: boolean, createdAt: string } | null };

export type DeleteModPackMutationVariables = Exact<{
  input: Types.DeleteModPackInput;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type RenameModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type RenameModPackMutation = { updateModPack:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'ModPackUpdated', modPack: { title: string } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ProgressNewsFragment = { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number };

export type ProgressOfSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type ProgressOfSubscription = { progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number } };

export type PlaceInLineQueryVariables = Exact<{
  runConfiguration: number;
}>;


export type PlaceInLineQuery = { runConfiguration: { queuePlace: { place: number, waiting: number } | null } | null };

export type WaitedForQueryVariables = Exact<{
  modPack: number;
}>;


export type WaitedForQuery = { modPack: { waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null } | null };

export type RunStepFragment = { id: string, databaseId: number, status: Types.Status, isFinal: boolean, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }> };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { events: { nodes: Array<{ id: string }> } };

export type StepsOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type StepsOfRunQuery = { events: { nodes: Array<{ id: string, databaseId: number, status: Types.Status, isFinal: boolean, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }> }> } };

export type LaterStepsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type LaterStepsSubscription = { events: { id: string, databaseId: number, status: Types.Status, isFinal: boolean, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }> } };

export type WholeRunFragment = { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null };

type RunStart_ConflictError_Fragment = { __typename: 'ConflictError', code: Types.ErrorCode, message: string };

type RunStart_DuplicateModPackError_Fragment = { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null };

type RunStart_ForbiddenError_Fragment = { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string };

type RunStart_InvalidInputError_Fragment = { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string };

type RunStart_NotFoundError_Fragment = { __typename: 'NotFoundError', code: Types.ErrorCode, message: string };

type RunStart_RunStarted_Fragment = { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, runConfiguration: { databaseId: number } };

type RunStart_UnavailableError_Fragment = { __typename: 'UnavailableError', code: Types.ErrorCode, message: string };

export type RunStartFragment =
  | RunStart_ConflictError_Fragment
  | RunStart_DuplicateModPackError_Fragment
  | RunStart_ForbiddenError_Fragment
  | RunStart_InvalidInputError_Fragment
  | RunStart_NotFoundError_Fragment
  | RunStart_RunStarted_Fragment
  | RunStart_UnavailableError_Fragment
;

export type StartedRunFragment = { ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, runConfiguration: { databaseId: number } };

export type ModPackIdQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackIdQuery = { modPack: { id: string } | null };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ModPackToTakeUpQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToTakeUpQuery = { modPack: { id: string, databaseId: number, title: string } | null };

export type TicketNewsFragment = { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: Types.ErrorCode, message: string, modPack: { databaseId: number } | null } | null };

export type UploadTicketsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type UploadTicketsSubscription = { uploadTickets: { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: Types.ErrorCode, message: string, modPack: { databaseId: number } | null } | null } };

export type TicketNowQueryVariables = Exact<{
  id: string | number;
}>;


export type TicketNowQuery = { uploadTicket: { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: Types.ErrorCode, message: string, modPack: { databaseId: number } | null } | null } | null };

export type CreateUploadTicketMutationVariables = Exact<{
  input: Types.CreateUploadTicketInput;
}>;


export type CreateUploadTicketMutation = { createUploadTicket:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'UploadTicketCreated', url: string, uploadTicket: { id: string, expiresAt: string } }
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
export const WholeRunFragmentDoc = new TypedDocumentString(`
    fragment WholeRun on RunConfiguration {
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
  automaticSides
  includeFiles
  excludeFiles
  includeWorld
  nameEncoding
  format
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}
    `, {"fragmentName":"WholeRun"}) as unknown as TypedDocumentString<WholeRunFragment, unknown>;
export const BuiltFromFragmentDoc = new TypedDocumentString(`
    fragment BuiltFrom on ServerPack {
  modPack {
    databaseId
  }
  runConfiguration {
    ...WholeRun
  }
}
    fragment WholeRun on RunConfiguration {
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
  automaticSides
  includeFiles
  excludeFiles
  includeWorld
  nameEncoding
  format
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}`, {"fragmentName":"BuiltFrom"}) as unknown as TypedDocumentString<BuiltFromFragment, unknown>;
export const ServerPackChangesFragmentDoc = new TypedDocumentString(`
    fragment ServerPackChanges on ServerPackComparison {
  first {
    databaseId
  }
  modCounts {
    updated
    added
    removed
    renamed
  }
  fileCounts {
    updated
    added
    removed
    renamed
  }
  acts {
    kind
    java
    mod
  }
}
    `, {"fragmentName":"ServerPackChanges"}) as unknown as TypedDocumentString<ServerPackChangesFragment, unknown>;
export const ModPackChoiceFragmentDoc = new TypedDocumentString(`
    fragment ModPackChoice on ModPack {
  databaseId
  title
}
    `, {"fragmentName":"ModPackChoice"}) as unknown as TypedDocumentString<ModPackChoiceFragment, unknown>;
export const RunConfigurationLineFragmentDoc = new TypedDocumentString(`
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
  format
}
    `, {"fragmentName":"RunConfigurationLine"}) as unknown as TypedDocumentString<RunConfigurationLineFragment, unknown>;
export const ServerPackChoiceFragmentDoc = new TypedDocumentString(`
    fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    databaseId
    title
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
  format
}`, {"fragmentName":"ServerPackChoice"}) as unknown as TypedDocumentString<ServerPackChoiceFragment, unknown>;
export const DroppedPageFragmentDoc = new TypedDocumentString(`
    fragment DroppedPage on ModDecisionConnection {
  nodes {
    file
    reason
    evidence
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
}
    `, {"fragmentName":"DroppedPage"}) as unknown as TypedDocumentString<DroppedPageFragment, unknown>;
export const BootLineFragmentDoc = new TypedDocumentString(`
    fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
    `, {"fragmentName":"BootLine"}) as unknown as TypedDocumentString<BootLineFragment, unknown>;
export const ProblemLineFragmentDoc = new TypedDocumentString(`
    fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}
    `, {"fragmentName":"ProblemLine"}) as unknown as TypedDocumentString<ProblemLineFragment, unknown>;
export const ServerPackCardFragmentDoc = new TypedDocumentString(`
    fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  votes {
    up
    down
  }
  createdAt
  downloadUrl
  keptCount
  droppedCount
  boot {
    ...BootLine
  }
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    title
    scan {
      quarantined
    }
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
  format
}
fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`, {"fragmentName":"ServerPackCard"}) as unknown as TypedDocumentString<ServerPackCardFragment, unknown>;
export const RunWaitingFragmentDoc = new TypedDocumentString(`
    fragment RunWaiting on Waiting {
  for
  nextTry
  until
  files {
    name
    page
  }
}
    `, {"fragmentName":"RunWaiting"}) as unknown as TypedDocumentString<RunWaitingFragment, unknown>;
export const ModPackCardFragmentDoc = new TypedDocumentString(`
    fragment ModPackCard on ModPack {
  databaseId
  title
  size
  status
  createdAt
  waiting {
    ...RunWaiting
  }
  scan {
    quarantined
  }
  serverPacks(last: 10) {
    totalCount
    nodes {
      databaseId
      size
      downloads
      votes {
        up
        down
      }
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
  format
}
fragment RunWaiting on Waiting {
  for
  nextTry
  until
  files {
    name
    page
  }
}`, {"fragmentName":"ModPackCard"}) as unknown as TypedDocumentString<ModPackCardFragment, unknown>;
export const LogFindingLineFragmentDoc = new TypedDocumentString(`
    fragment LogFindingLine on LogFinding {
  cause
  message
  lines {
    number
    text
  }
  suspects {
    file
    modId
    className
  }
  act {
    kind
    modId
    version
    java
    files
  }
}
    `, {"fragmentName":"LogFindingLine"}) as unknown as TypedDocumentString<LogFindingLineFragment, unknown>;
export const ProgressNewsFragmentDoc = new TypedDocumentString(`
    fragment ProgressNews on Progress {
  phase
  bytesDone
  bytesTotal
}
    `, {"fragmentName":"ProgressNews"}) as unknown as TypedDocumentString<ProgressNewsFragment, unknown>;
export const RunStepFragmentDoc = new TypedDocumentString(`
    fragment RunStep on Event {
  id
  databaseId
  status
  isFinal
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    ...ProblemLine
  }
}
    fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`, {"fragmentName":"RunStep"}) as unknown as TypedDocumentString<RunStepFragment, unknown>;
export const StartedRunFragmentDoc = new TypedDocumentString(`
    fragment StartedRun on RunStarted {
  modPack {
    id
    databaseId
    title
    createdAt
  }
  ownerSecret
  runConfiguration {
    databaseId
  }
}
    `, {"fragmentName":"StartedRun"}) as unknown as TypedDocumentString<StartedRunFragment, unknown>;
export const RunStartFragmentDoc = new TypedDocumentString(`
    fragment RunStart on RunResult {
  __typename
  ... on RunStarted {
    ...StartedRun
  }
  ... on DuplicateModPackError {
    code
    message
    existing {
      databaseId
    }
  }
  ... on Error {
    code
    message
  }
}
    fragment StartedRun on RunStarted {
  modPack {
    id
    databaseId
    title
    createdAt
  }
  ownerSecret
  runConfiguration {
    databaseId
  }
}`, {"fragmentName":"RunStart"}) as unknown as TypedDocumentString<RunStartFragment, unknown>;
export const TicketNewsFragmentDoc = new TypedDocumentString(`
    fragment TicketNews on UploadTicket {
  id
  modPack {
    id
    databaseId
    title
    createdAt
    runConfigurations(first: 1) {
      nodes {
        databaseId
      }
    }
  }
  refusal {
    code
    message
    modPack {
      databaseId
    }
  }
}
    `, {"fragmentName":"TicketNews"}) as unknown as TypedDocumentString<TicketNewsFragment, unknown>;
export const RunToFollowDocument = new TypedDocumentString(`
    query RunToFollow($modPack: Int!) {
  modPack(databaseId: $modPack) {
    id
    databaseId
    title
    runConfigurations(last: 1) {
      nodes {
        databaseId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RunToFollowQuery, RunToFollowQueryVariables>;
export const TicketToWaitForDocument = new TypedDocumentString(`
    query TicketToWaitFor($id: ID!) {
  uploadTicket(id: $id) {
    id
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<TicketToWaitForQuery, TicketToWaitForQueryVariables>;
export const FilesForHostsDocument = new TypedDocumentString(`
    query FilesForHosts($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    downloadUrl
    hostFiles {
      kind
      name
      text
    }
    modPack {
      title
    }
  }
}
    `) as unknown as TypedDocumentString<FilesForHostsQuery, FilesForHostsQueryVariables>;
export const RunConfigurationByNumberDocument = new TypedDocumentString(`
    query RunConfigurationByNumber($databaseId: Int!) {
  runConfiguration(databaseId: $databaseId) {
    ...WholeRun
  }
}
    fragment WholeRun on RunConfiguration {
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
  automaticSides
  includeFiles
  excludeFiles
  includeWorld
  nameEncoding
  format
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}`) as unknown as TypedDocumentString<RunConfigurationByNumberQuery, RunConfigurationByNumberQueryVariables>;
export const ServerPackToVoteForDocument = new TypedDocumentString(`
    query ServerPackToVoteFor($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ServerPackToVoteForQuery, ServerPackToVoteForQueryVariables>;
export const VoteServerPackDocument = new TypedDocumentString(`
    mutation VoteServerPack($input: VoteServerPackInput!) {
  voteServerPack(input: $input) {
    __typename
    ... on VoteCounted {
      serverPack {
        ...ServerPackCard
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
  format
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  votes {
    up
    down
  }
  createdAt
  downloadUrl
  keptCount
  droppedCount
  boot {
    ...BootLine
  }
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    title
    scan {
      quarantined
    }
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;
export const ChangesSinceVersionBeforeDocument = new TypedDocumentString(`
    query ChangesSinceVersionBefore($databaseId: Int!) {
  compareServerPacks(secondDatabaseId: $databaseId) {
    __typename
    ... on ServerPackComparison {
      ...ServerPackChanges
    }
  }
}
    fragment ServerPackChanges on ServerPackComparison {
  first {
    databaseId
  }
  modCounts {
    updated
    added
    removed
    renamed
  }
  fileCounts {
    updated
    added
    removed
    renamed
  }
  acts {
    kind
    java
    mod
  }
}`) as unknown as TypedDocumentString<ChangesSinceVersionBeforeQuery, ChangesSinceVersionBeforeQueryVariables>;
export const ModPackThatWaitsDocument = new TypedDocumentString(`
    query ModPackThatWaits($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ModPackThatWaitsQuery, ModPackThatWaitsQueryVariables>;
export const AddMissingFileDocument = new TypedDocumentString(`
    mutation AddMissingFile($input: AddMissingFilesInput!) {
  addMissingFiles(input: $input) {
    __typename
    ... on MissingFilesAdded {
      files {
        name
        path
        refusal
      }
      modPack {
        waiting {
          ...RunWaiting
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment RunWaiting on Waiting {
  for
  nextTry
  until
  files {
    name
    page
  }
}`) as unknown as TypedDocumentString<AddMissingFileMutation, AddMissingFileMutationVariables>;
export const ModPacksLikeDocument = new TypedDocumentString(`
    query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {
  modPack(databaseId: $number) @include(if: $isNumber) {
    ...ModPackChoice
  }
  modPacks(filter: { nameContains: $name }, first: $first) {
    nodes {
      ...ModPackChoice
    }
  }
}
    fragment ModPackChoice on ModPack {
  databaseId
  title
}`) as unknown as TypedDocumentString<ModPacksLikeQuery, ModPacksLikeQueryVariables>;
export const ServerPacksLikeDocument = new TypedDocumentString(`
    query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {
  serverPack(databaseId: $number) @include(if: $isNumber) {
    ...ServerPackChoice
  }
  serverPacks(filter: { nameContains: $name }, first: $first) {
    nodes {
      ...ServerPackChoice
    }
  }
}
    fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    databaseId
    title
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
  format
}`) as unknown as TypedDocumentString<ServerPacksLikeQuery, ServerPacksLikeQueryVariables>;
export const OwnModPacksDocument = new TypedDocumentString(`
    query OwnModPacks($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on ModPack {
      ...ModPackChoice
      serverPacks(last: 5) {
        nodes {
          ...ServerPackChoice
        }
      }
    }
  }
}
    fragment ModPackChoice on ModPack {
  databaseId
  title
}
fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    databaseId
    title
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
  format
}`) as unknown as TypedDocumentString<OwnModPacksQuery, OwnModPacksQueryVariables>;
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
  format
}`) as unknown as TypedDocumentString<ServerPacksOfQuery, ServerPacksOfQueryVariables>;
export const AnalyzeLogDocument = new TypedDocumentString(`
    mutation AnalyzeLog($input: AnalyzeLogInput!) {
  analyzeLog(input: $input) {
    __typename
    ... on LogAnalysis {
      findings {
        ...LogFindingLine
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment LogFindingLine on LogFinding {
  cause
  message
  lines {
    number
    text
  }
  suspects {
    file
    modId
    className
  }
  act {
    kind
    modId
    version
    java
    files
  }
}`) as unknown as TypedDocumentString<AnalyzeLogMutation, AnalyzeLogMutationVariables>;
export const ServerPackOfLogDocument = new TypedDocumentString(`
    query ServerPackOfLog($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    id
    ...BuiltFrom
    modPack {
      databaseId
    }
  }
}
    fragment BuiltFrom on ServerPack {
  modPack {
    databaseId
  }
  runConfiguration {
    ...WholeRun
  }
}
fragment WholeRun on RunConfiguration {
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
  automaticSides
  includeFiles
  excludeFiles
  includeWorld
  nameEncoding
  format
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}`) as unknown as TypedDocumentString<ServerPackOfLogQuery, ServerPackOfLogQueryVariables>;
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
  format
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  votes {
    up
    down
  }
  createdAt
  downloadUrl
  keptCount
  droppedCount
  boot {
    ...BootLine
  }
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    title
    scan {
      quarantined
    }
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
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
  format
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  votes {
    up
    down
  }
  createdAt
  downloadUrl
  keptCount
  droppedCount
  boot {
    ...BootLine
  }
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    title
    scan {
      quarantined
    }
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<ServerPackOfRunQuery, ServerPackOfRunQueryVariables>;
export const LineToFollowDocument = new TypedDocumentString(`
    query LineToFollow($name: String!) {
  line(name: $name) {
    name
  }
}
    `) as unknown as TypedDocumentString<LineToFollowQuery, LineToFollowQueryVariables>;
export const LineNamesDocument = new TypedDocumentString(`
    query LineNames {
  lines(first: 100) {
    nodes {
      name
      latest {
        modPack {
          title
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineNamesQuery, LineNamesQueryVariables>;
export const FollowPackDocument = new TypedDocumentString(`
    mutation FollowPack($input: FollowLineInput!) {
  followLine(input: $input) {
    ... on LineChanged {
      line {
        name
        following {
          mayChange
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<FollowPackMutation, FollowPackMutationVariables>;
export const ImportModPackDocument = new TypedDocumentString(`
    mutation ImportModPack($input: ImportModPackInput!) {
  importModPack(input: $input) {
    __typename
    ... on RunStarted {
      ...StartedRun
    }
    ... on DuplicateModPackError {
      code
      message
      existing {
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment StartedRun on RunStarted {
  modPack {
    id
    databaseId
    title
    createdAt
  }
  ownerSecret
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<ImportModPackMutation, ImportModPackMutationVariables>;
export const SentModPacksDocument = new TypedDocumentString(`
    query SentModPacks($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on ModPack {
      databaseId
      title
      name
      renamed
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<SentModPacksQuery, SentModPacksQueryVariables>;
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
  format
}
fragment ModPackCard on ModPack {
  databaseId
  title
  size
  status
  createdAt
  waiting {
    ...RunWaiting
  }
  scan {
    quarantined
  }
  serverPacks(last: 10) {
    totalCount
    nodes {
      databaseId
      size
      downloads
      votes {
        up
        down
      }
      runConfiguration {
        ...RunConfigurationLine
      }
    }
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}
fragment RunWaiting on Waiting {
  for
  nextTry
  until
  files {
    name
    page
  }
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
    ...StartedRun
  }
  ... on DuplicateModPackError {
    code
    message
    existing {
      databaseId
    }
  }
  ... on Error {
    code
    message
  }
}
fragment StartedRun on RunStarted {
  modPack {
    id
    databaseId
    title
    createdAt
  }
  ownerSecret
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<UploadModPackMutation, UploadModPackMutationVariables>;
export const VersionsToProposeDocument = new TypedDocumentString(`
    query VersionsToPropose($modPack: Int!, $hasModPack: Boolean!, $modloader: Modloader!, $hasModloader: Boolean!, $gameVersion: String) {
  modPack(databaseId: $modPack) @include(if: $hasModPack) {
    manifest {
      gameVersion
      modloader
      modloaderVersion
    }
  }
  gameVersions
  listedVersions(modloader: $modloader, gameVersion: $gameVersion) @include(if: $hasModloader) {
    gameVersions
    modloaderVersions
  }
}
    `) as unknown as TypedDocumentString<VersionsToProposeQuery, VersionsToProposeQueryVariables>;
export const DroppedModsDocument = new TypedDocumentString(`
    query DroppedMods($databaseId: Int!, $first: Int, $after: String, $last: Int, $before: String) {
  serverPack(databaseId: $databaseId) {
    keptCount
    droppedCount
    modPack {
      databaseId
      title
    }
    decisions(
      filter: { kept: false }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      ...DroppedPage
    }
  }
}
    fragment DroppedPage on ModDecisionConnection {
  nodes {
    file
    reason
    evidence
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
}`) as unknown as TypedDocumentString<DroppedModsQuery, DroppedModsQueryVariables>;
export const ModPackToPreviewDocument = new TypedDocumentString(`
    query ModPackToPreview($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ModPackToPreviewQuery, ModPackToPreviewQueryVariables>;
export const PreviewDocument = new TypedDocumentString(`
    query Preview($modPack: ID!, $runConfiguration: RunConfigurationInput!, $first: Int, $after: String, $last: Int, $before: String) {
  previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
    __typename
    ... on ServerPackPreview {
      keptCount
      droppedCount
      javaVersion
      newestJavaVersion
      warnings {
        ...ProblemLine
      }
      modPack {
        title
      }
      decisions(
        filter: { kept: false }
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        ...DroppedPage
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment DroppedPage on ModDecisionConnection {
  nodes {
    file
    reason
    evidence
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<PreviewQuery, PreviewQueryVariables>;
export const RequestBootDocument = new TypedDocumentString(`
    mutation RequestBoot($serverPack: ID!) {
  bootServerPack(input: { serverPack: $serverPack, repair: true }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RequestBootMutation, RequestBootMutationVariables>;
export const BootProgressOfDocument = new TypedDocumentString(`
    subscription BootProgressOf($serverPack: ID!) {
  bootProgress(serverPack: $serverPack) {
    ...BootLine
  }
}
    fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}`) as unknown as TypedDocumentString<BootProgressOfSubscription, BootProgressOfSubscriptionVariables>;
export const BuiltFromOfDocument = new TypedDocumentString(`
    query BuiltFromOf($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    ...BuiltFrom
  }
}
    fragment BuiltFrom on ServerPack {
  modPack {
    databaseId
  }
  runConfiguration {
    ...WholeRun
  }
}
fragment WholeRun on RunConfiguration {
  gameVersion
  modloader
  modloaderVersion
  startArgs
  clientMods
  whitelistedMods
  automaticSides
  includeFiles
  excludeFiles
  includeWorld
  nameEncoding
  format
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}`) as unknown as TypedDocumentString<BuiltFromOfQuery, BuiltFromOfQueryVariables>;
export const FinishedServerPackDocument = new TypedDocumentString(`
    query FinishedServerPack($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    id
    ...ServerPackCard
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
  format
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  votes {
    up
    down
  }
  createdAt
  downloadUrl
  keptCount
  droppedCount
  boot {
    ...BootLine
  }
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    title
    scan {
      quarantined
    }
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<FinishedServerPackQuery, FinishedServerPackQueryVariables>;
export const ViewerPermissionsDocument = new TypedDocumentString(`
    query ViewerPermissions {
  viewer {
    permissions
  }
}
    `) as unknown as TypedDocumentString<ViewerPermissionsQuery, ViewerPermissionsQueryVariables>;
export const UnfollowPackDocument = new TypedDocumentString(`
    mutation UnfollowPack($line: String!) {
  unfollowLine(input: { line: $line }) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<UnfollowPackMutation, UnfollowPackMutationVariables>;
export const LineNewsDocument = new TypedDocumentString(`
    subscription LineNews($after: ID) {
  events(after: $after, filter: { status: [GENERATED, ERROR] }) {
    id
    isFinal
    line {
      name
    }
    serverPack {
      modPack {
        hidden
      }
      ...ServerPackCard
    }
    errors {
      code
      message
    }
    modPack {
      databaseId
      title
      scan {
        quarantined
      }
      serverPacks(first: 1) {
        nodes {
          databaseId
        }
      }
    }
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
  format
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  votes {
    up
    down
  }
  createdAt
  downloadUrl
  keptCount
  droppedCount
  boot {
    ...BootLine
  }
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    title
    scan {
      quarantined
    }
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment BootLine on Boot {
  state
  phase
  outcome
  java
  seconds
  peakMemory
  repairs {
    dropped
  }
}
fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<LineNewsSubscription, LineNewsSubscriptionVariables>;
export const NewestEndDocument = new TypedDocumentString(`
    query NewestEnd {
  events(filter: { status: [GENERATED, ERROR] }, last: 1) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NewestEndQuery, NewestEndQueryVariables>;
export const LineWithdrawalsDocument = new TypedDocumentString(`
    subscription LineWithdrawals($after: ID, $all: Boolean) {
  lineNews(after: $after, all: $all) {
    id
    kind
    line {
      name
    }
    modPack {
      databaseId
      title
    }
  }
}
    `) as unknown as TypedDocumentString<LineWithdrawalsSubscription, LineWithdrawalsSubscriptionVariables>;
export const NewestWithdrawalDocument = new TypedDocumentString(`
    query NewestWithdrawal {
  lineNews(last: 1) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NewestWithdrawalQuery, NewestWithdrawalQueryVariables>;
export const SentModPackDocument = new TypedDocumentString(`
    query SentModPack($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    title
    name
    renamed
    createdAt
  }
}
    `) as unknown as TypedDocumentString<SentModPackQuery, SentModPackQueryVariables>;
export const DeleteModPackDocument = new TypedDocumentString(`
    mutation DeleteModPack($input: DeleteModPackInput!) {
  deleteModPack(input: $input) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteModPackMutation, DeleteModPackMutationVariables>;
export const RenameModPackDocument = new TypedDocumentString(`
    mutation RenameModPack($input: UpdateModPackInput!) {
  updateModPack(input: $input) {
    __typename
    ... on ModPackUpdated {
      modPack {
        title
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RenameModPackMutation, RenameModPackMutationVariables>;
export const ProgressOfDocument = new TypedDocumentString(`
    subscription ProgressOf($modPack: ID!) {
  progress(modPack: $modPack) {
    ...ProgressNews
  }
}
    fragment ProgressNews on Progress {
  phase
  bytesDone
  bytesTotal
}`) as unknown as TypedDocumentString<ProgressOfSubscription, ProgressOfSubscriptionVariables>;
export const PlaceInLineDocument = new TypedDocumentString(`
    query PlaceInLine($runConfiguration: Int!) {
  runConfiguration(databaseId: $runConfiguration) {
    queuePlace {
      place
      waiting
    }
  }
}
    `) as unknown as TypedDocumentString<PlaceInLineQuery, PlaceInLineQueryVariables>;
export const WaitedForDocument = new TypedDocumentString(`
    query WaitedFor($modPack: Int!) {
  modPack(databaseId: $modPack) {
    waiting {
      ...RunWaiting
    }
  }
}
    fragment RunWaiting on Waiting {
  for
  nextTry
  until
  files {
    name
    page
  }
}`) as unknown as TypedDocumentString<WaitedForQuery, WaitedForQueryVariables>;
export const NewestEventDocument = new TypedDocumentString(`
    query NewestEvent {
  events(last: 1) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NewestEventQuery, NewestEventQueryVariables>;
export const StepsOfRunDocument = new TypedDocumentString(`
    query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {
  events(
    filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }
    last: 20
  ) {
    nodes {
      ...RunStep
    }
  }
}
    fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}
fragment RunStep on Event {
  id
  databaseId
  status
  isFinal
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    ...ProblemLine
  }
}`) as unknown as TypedDocumentString<StepsOfRunQuery, StepsOfRunQueryVariables>;
export const LaterStepsDocument = new TypedDocumentString(`
    subscription LaterSteps($after: ID) {
  events(after: $after) {
    ...RunStep
  }
}
    fragment ProblemLine on Problem {
  code
  message
  entry
  tellsOfLeftOut
}
fragment RunStep on Event {
  id
  databaseId
  status
  isFinal
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    ...ProblemLine
  }
}`) as unknown as TypedDocumentString<LaterStepsSubscription, LaterStepsSubscriptionVariables>;
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
    ...StartedRun
  }
  ... on DuplicateModPackError {
    code
    message
    existing {
      databaseId
    }
  }
  ... on Error {
    code
    message
  }
}
fragment StartedRun on RunStarted {
  modPack {
    id
    databaseId
    title
    createdAt
  }
  ownerSecret
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const ModPackToTakeUpDocument = new TypedDocumentString(`
    query ModPackToTakeUp($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    databaseId
    title
  }
}
    `) as unknown as TypedDocumentString<ModPackToTakeUpQuery, ModPackToTakeUpQueryVariables>;
export const UploadTicketsDocument = new TypedDocumentString(`
    subscription UploadTickets {
  uploadTickets {
    ...TicketNews
  }
}
    fragment TicketNews on UploadTicket {
  id
  modPack {
    id
    databaseId
    title
    createdAt
    runConfigurations(first: 1) {
      nodes {
        databaseId
      }
    }
  }
  refusal {
    code
    message
    modPack {
      databaseId
    }
  }
}`) as unknown as TypedDocumentString<UploadTicketsSubscription, UploadTicketsSubscriptionVariables>;
export const TicketNowDocument = new TypedDocumentString(`
    query TicketNow($id: ID!) {
  uploadTicket(id: $id) {
    ...TicketNews
  }
}
    fragment TicketNews on UploadTicket {
  id
  modPack {
    id
    databaseId
    title
    createdAt
    runConfigurations(first: 1) {
      nodes {
        databaseId
      }
    }
  }
  refusal {
    code
    message
    modPack {
      databaseId
    }
  }
}`) as unknown as TypedDocumentString<TicketNowQuery, TicketNowQueryVariables>;
export const CreateUploadTicketDocument = new TypedDocumentString(`
    mutation CreateUploadTicket($input: CreateUploadTicketInput!) {
  createUploadTicket(input: $input) {
    __typename
    ... on UploadTicketCreated {
      url
      uploadTicket {
        id
        expiresAt
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateUploadTicketMutation, CreateUploadTicketMutationVariables>;