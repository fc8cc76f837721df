/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../client/gql/schema.ts';

import { operationsOf } from '../../client/gateway/operation.ts';
export type BuiltFromFragment = { modPack: { databaseId: number }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } };

export type RunToFollowQueryVariables = Exact<{
  modPack: number;
}>;


export type RunToFollowQuery = { modPack: { id: string, databaseId: number, title: string, runs: { nodes: Array<{ databaseId: number }> } } | null };

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


export type RunConfigurationByNumberQuery = { run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } | null };

export type ServerPackToVoteForQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackToVoteForQuery = { serverPack: { id: string } | null };

export type VoteServerPackMutationVariables = Exact<{
  input: Types.VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ServerPack', databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, run: { databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ServerPackChangesFragment = { first: { databaseId: number }, modCounts: { updated: number, added: number, removed: number, renamed: number }, fileCounts: { updated: number, added: number, removed: number, renamed: number }, acts: Array<{ kind: Types.OwnerActKind, java: number | null, mod: string | null }> };

export type ChangesSinceVersionBeforeQueryVariables = Exact<{
  databaseId: number;
}>;


export type ChangesSinceVersionBeforeQuery = { compareServerPacks:
    | { __typename: 'ServerPackComparison', first: { databaseId: number }, modCounts: { updated: number, added: number, removed: number, renamed: number }, fileCounts: { updated: number, added: number, removed: number, renamed: number }, acts: Array<{ kind: Types.OwnerActKind, java: number | null, mod: string | null }> }
    | { __typename: 'UserError' }
   };

export type ModPackThatWaitsQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackThatWaitsQuery = { modPack: { id: string } | null };

export type AddMissingFileMutationVariables = Exact<{
  input: Types.AddMissingFilesInput;
}>;


export type AddMissingFileMutation = { addMissingFiles:
    | { __typename: 'MissingFilesAdded', files: Array<{ name: string, path: string | null, refusal: string | null }>, modPack: { runs: { nodes: Array<{ waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null }> } } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ModPackChoiceFragment = { databaseId: number, title: string };

export type ServerPackChoiceFragment = { databaseId: number, modPack: { databaseId: number, title: string }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } };

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


export type ServerPacksLikeQuery = { serverPack?: { databaseId: number, modPack: { databaseId: number, title: string }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } } | null, serverPacks: { nodes: Array<{ databaseId: number, modPack: { databaseId: number, title: string }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } }> } };

export type OwnModPacksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type OwnModPacksQuery = { nodes: Array<
    | { databaseId: number, title: string, serverPacks: { nodes: Array<{ databaseId: number, modPack: { databaseId: number, title: string }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } }> } }
    | Record<PropertyKey, never>
   | null> };

export type AnalyzeLogMutationVariables = Exact<{
  input: Types.AnalyzeLogInput;
}>;


export type AnalyzeLogMutation = { analyzeLog:
    | { __typename: 'LogAnalysis', findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ServerPackOfLogQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackOfLogQuery = { serverPack: { id: string, modPack: { databaseId: number }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } } | null };

export type ServerPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackByNumberQuery = { serverPack: { databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, run: { databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } } | null };

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
    | { name: string, following: { mayChange: boolean } | null }
    | { code: Types.ErrorCode, message: string }
   };

export type SentModPacksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type SentModPacksQuery = { nodes: Array<
    | { __typename: 'DropList' }
    | { __typename: 'Line' }
    | { __typename: 'LineNews' }
    | { __typename: 'ModPack', databaseId: number, title: string, name: string, renamed: boolean, createdAt: string }
    | { __typename: 'PackEvent' }
    | { __typename: 'Run' }
    | { __typename: 'ServerPack' }
    | { __typename: 'Token' }
    | { __typename: 'UploadTicket' }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
   | null> };

export type ModPackStatusQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackStatusQuery = { modPack: { databaseId: number, title: string, size: number, status: Types.Status, createdAt: string, runs: { nodes: Array<{ waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null }> }, scan: { quarantined: boolean } | null, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } }> } } | null, events: { nodes: Array<{ errors: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }> }> } };

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
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, javaVersion: number | null, newestJavaVersion: number | null, warnings: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }>, modPack: { title: string }, decisions: { nodes: Array<{ file: string, reason: Types.DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null }
   };

export type RequestBootMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type RequestBootMutation = { bootServerPack:
    | { __typename: 'ServerPack' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type BootOfSubscriptionVariables = Exact<{
  serverPack: string | number;
}>;


export type BootOfSubscription = { boot: { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } };

export type BuiltFromOfQueryVariables = Exact<{
  databaseId: number;
}>;


export type BuiltFromOfQuery = { serverPack: { modPack: { databaseId: number }, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } } | null };

export type FinishedServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type FinishedServerPackQuery = { serverPack: { id: string, databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, run: { databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } } | null };

export type RunConfigurationLineFragment = { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat };

export type ServerPackCardFragment = { databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null }, run: { databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } };

export type BootLineFragment = { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> };

export type ModPackCardFragment = { databaseId: number, title: string, size: number, status: Types.Status, createdAt: string, runs: { nodes: Array<{ waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null }> }, scan: { quarantined: boolean } | null, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } }> } };

export type ProblemLineFragment = { code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean };

export type LogFindingLineFragment = { cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null };

export type RunWaitingFragment = { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> };

export type ViewerPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerPermissionsQuery = { viewer: { permissions: Array<Types.Permission> } };

export type UnfollowPackMutationVariables = Exact<{
  line: string;
}>;


export type UnfollowPackMutation = { unfollowLine:
    | { __typename: 'Line' }
    | { __typename: 'UserError' }
   };

export type LineNewsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type LineNewsSubscription = { events: { id: string, isFinal: boolean, line: { name: string } | null, serverPack: { databaseId: number, size: number, downloads: number, upVotes: number, downVotes: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { hidden: boolean, databaseId: number, title: string, scan: { quarantined: boolean } | null }, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, java: string | null, seconds: number | null, peakMemory: number | null, repairs: Array<{ dropped: Array<string> }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }>, run: { databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, format: Types.ServerPackFormat } } } | null, errors: Array<{ code: string, message: string }>, modPack: { databaseId: number, title: string, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ databaseId: number }> } } } };

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
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type RenameModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type RenameModPackMutation = { updateModPack:
    | { __typename: 'ModPack', title: string }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ProgressNewsFragment = { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number };

export type ProgressOfSubscriptionVariables = Exact<{
  runConfiguration: number;
}>;


export type ProgressOfSubscription = { run: { progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number } | null } };

export type PlaceInLineQueryVariables = Exact<{
  runConfiguration: number;
}>;


export type PlaceInLineQuery = { run: { queuePlace: number | null, queueLength: number | null } | null };

export type WaitedForQueryVariables = Exact<{
  modPack: number;
}>;


export type WaitedForQuery = { modPack: { runs: { nodes: Array<{ waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null }> } } | null };

export type RunStepFragment = { id: string, databaseId: number, status: Types.Status, isFinal: boolean, modPackDatabaseId: number, serverPackDatabaseId: number | null, run: { databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }> };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { events: { nodes: Array<{ id: string }> } };

export type StepsOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type StepsOfRunQuery = { events: { nodes: Array<{ id: string, databaseId: number, status: Types.Status, isFinal: boolean, modPackDatabaseId: number, serverPackDatabaseId: number | null, run: { databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }> }> } };

export type LaterStepsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type LaterStepsSubscription = { events: { id: string, databaseId: number, status: Types.Status, isFinal: boolean, modPackDatabaseId: number, serverPackDatabaseId: number | null, run: { databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, link: string | null, tellsOfLeftOut: boolean }> } };

export type WholeRunFragment = { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null };

export type LastRunQueryVariables = Exact<{
  modPack: number;
}>;


export type LastRunQuery = { modPack: { startArgs: Array<string>, runs: { nodes: Array<{ configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } }> } } | null };

export type ModPackIdQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackIdQuery = { modPack: { id: string } | null };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { databaseId: number } | null }
   };

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { databaseId: number } | null }
   };

export type ImportModPackMutationVariables = Exact<{
  input: Types.ImportModPackInput;
}>;


export type ImportModPackMutation = { importModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { databaseId: number } | null }
   };

type RunStart_RunStarted_Fragment = { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, run: { databaseId: number } };

type RunStart_UserError_Fragment = { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { databaseId: number } | null };

export type RunStartFragment =
  | RunStart_RunStarted_Fragment
  | RunStart_UserError_Fragment
;

export type StartedRunFragment = { ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, createdAt: string }, run: { databaseId: number } };

export type ModPackToTakeUpQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToTakeUpQuery = { modPack: { id: string, databaseId: number, title: string } | null };

export type TicketNewsFragment = { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string, runs: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: Types.ErrorCode, message: string, existing: { databaseId: number } | null } | null };

export type UploadTicketsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type UploadTicketsSubscription = { uploadTickets: { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string, runs: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: Types.ErrorCode, message: string, existing: { databaseId: number } | null } | null } };

export type TicketNowQueryVariables = Exact<{
  id: string | number;
}>;


export type TicketNowQuery = { uploadTicket: { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string, runs: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: Types.ErrorCode, message: string, existing: { databaseId: number } | null } | null } | null };

export type CreateUploadTicketMutationVariables = Exact<{
  input: Types.CreateUploadTicketInput;
}>;


export type CreateUploadTicketMutation = { createUploadTicket:
    | { __typename: 'UploadTicketCreated', url: string, uploadTicket: { id: string, expiresAt: string } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null }
   };

export const graphql = operationsOf<{
  BuiltFrom: [BuiltFromFragment, unknown];
  RunToFollow: [RunToFollowQuery, RunToFollowQueryVariables];
  TicketToWaitFor: [TicketToWaitForQuery, TicketToWaitForQueryVariables];
  FilesForHosts: [FilesForHostsQuery, FilesForHostsQueryVariables];
  RunConfigurationByNumber: [RunConfigurationByNumberQuery, RunConfigurationByNumberQueryVariables];
  ServerPackToVoteFor: [ServerPackToVoteForQuery, ServerPackToVoteForQueryVariables];
  VoteServerPack: [VoteServerPackMutation, VoteServerPackMutationVariables];
  ServerPackChanges: [ServerPackChangesFragment, unknown];
  ChangesSinceVersionBefore: [ChangesSinceVersionBeforeQuery, ChangesSinceVersionBeforeQueryVariables];
  ModPackThatWaits: [ModPackThatWaitsQuery, ModPackThatWaitsQueryVariables];
  AddMissingFile: [AddMissingFileMutation, AddMissingFileMutationVariables];
  ModPackChoice: [ModPackChoiceFragment, unknown];
  ServerPackChoice: [ServerPackChoiceFragment, unknown];
  ModPacksLike: [ModPacksLikeQuery, ModPacksLikeQueryVariables];
  ServerPacksLike: [ServerPacksLikeQuery, ServerPacksLikeQueryVariables];
  OwnModPacks: [OwnModPacksQuery, OwnModPacksQueryVariables];
  AnalyzeLog: [AnalyzeLogMutation, AnalyzeLogMutationVariables];
  ServerPackOfLog: [ServerPackOfLogQuery, ServerPackOfLogQueryVariables];
  ServerPackByNumber: [ServerPackByNumberQuery, ServerPackByNumberQueryVariables];
  LineToFollow: [LineToFollowQuery, LineToFollowQueryVariables];
  LineNames: [LineNamesQuery, LineNamesQueryVariables];
  FollowPack: [FollowPackMutation, FollowPackMutationVariables];
  SentModPacks: [SentModPacksQuery, SentModPacksQueryVariables];
  ModPackStatus: [ModPackStatusQuery, ModPackStatusQueryVariables];
  DroppedPage: [DroppedPageFragment, unknown];
  DroppedMods: [DroppedModsQuery, DroppedModsQueryVariables];
  ModPackToPreview: [ModPackToPreviewQuery, ModPackToPreviewQueryVariables];
  Preview: [PreviewQuery, PreviewQueryVariables];
  RequestBoot: [RequestBootMutation, RequestBootMutationVariables];
  BootOf: [BootOfSubscription, BootOfSubscriptionVariables];
  BuiltFromOf: [BuiltFromOfQuery, BuiltFromOfQueryVariables];
  FinishedServerPack: [FinishedServerPackQuery, FinishedServerPackQueryVariables];
  RunConfigurationLine: [RunConfigurationLineFragment, unknown];
  ServerPackCard: [ServerPackCardFragment, unknown];
  BootLine: [BootLineFragment, unknown];
  ModPackCard: [ModPackCardFragment, unknown];
  ProblemLine: [ProblemLineFragment, unknown];
  LogFindingLine: [LogFindingLineFragment, unknown];
  RunWaiting: [RunWaitingFragment, unknown];
  ViewerPermissions: [ViewerPermissionsQuery, ViewerPermissionsQueryVariables];
  UnfollowPack: [UnfollowPackMutation, UnfollowPackMutationVariables];
  LineNews: [LineNewsSubscription, LineNewsSubscriptionVariables];
  NewestEnd: [NewestEndQuery, NewestEndQueryVariables];
  LineWithdrawals: [LineWithdrawalsSubscription, LineWithdrawalsSubscriptionVariables];
  NewestWithdrawal: [NewestWithdrawalQuery, NewestWithdrawalQueryVariables];
  SentModPack: [SentModPackQuery, SentModPackQueryVariables];
  DeleteModPack: [DeleteModPackMutation, DeleteModPackMutationVariables];
  RenameModPack: [RenameModPackMutation, RenameModPackMutationVariables];
  ProgressNews: [ProgressNewsFragment, unknown];
  ProgressOf: [ProgressOfSubscription, ProgressOfSubscriptionVariables];
  PlaceInLine: [PlaceInLineQuery, PlaceInLineQueryVariables];
  WaitedFor: [WaitedForQuery, WaitedForQueryVariables];
  RunStep: [RunStepFragment, unknown];
  NewestEvent: [NewestEventQuery, NewestEventQueryVariables];
  StepsOfRun: [StepsOfRunQuery, StepsOfRunQueryVariables];
  LaterSteps: [LaterStepsSubscription, LaterStepsSubscriptionVariables];
  WholeRun: [WholeRunFragment, unknown];
  LastRun: [LastRunQuery, LastRunQueryVariables];
  ModPackId: [ModPackIdQuery, ModPackIdQueryVariables];
  GenerateServerPack: [GenerateServerPackMutation, GenerateServerPackMutationVariables];
  UploadModPack: [UploadModPackMutation, UploadModPackMutationVariables];
  ImportModPack: [ImportModPackMutation, ImportModPackMutationVariables];
  RunStart: [RunStartFragment, unknown];
  StartedRun: [StartedRunFragment, unknown];
  ModPackToTakeUp: [ModPackToTakeUpQuery, ModPackToTakeUpQueryVariables];
  TicketNews: [TicketNewsFragment, unknown];
  UploadTickets: [UploadTicketsSubscription, UploadTicketsSubscriptionVariables];
  TicketNow: [TicketNowQuery, TicketNowQueryVariables];
  CreateUploadTicket: [CreateUploadTicketMutation, CreateUploadTicketMutationVariables];
}>();
