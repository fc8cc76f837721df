/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../client/gql/schema.ts';

import { operationsOf } from '../../client/gateway/operation.ts';
export type DeleteSessionMutationVariables = Exact<{
  session: string | number;
}>;


export type DeleteSessionMutation = { deleteSession:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type AddressInForceQueryVariables = Exact<{ [key: string]: never; }>;


export type AddressInForceQuery = { administration: { settings: Array<{ name: string, value: string | null }> } | null };

export type OwnSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnSessionsQuery = { viewer: { sessions: Array<{ id: string, name: string, userAgent: string, isOwn: boolean, createdAt: string, lastUsedAt: string, expiresAt: string }> } };

export type ViewerFactsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerFactsQuery = { viewer: { name: string, role: Types.Role | null, permissions: Array<Types.Permission>, quota: number | null, stored: number | null, expiresAt: string | null, session: string | null } };

export type BackupsQueryVariables = Exact<{ [key: string]: never; }>;


export type BackupsQuery = { administration: { backups: Array<{ name: string, place: string, state: Types.BackupState, reason: string | null, modPacks: number, files: number, bytes: number, lostFiles: number, createdAt: string }>, database: { kind: Types.DatabaseKind, version: string, lastArchivedAt: string | null }, settings: Array<{ name: string, value: string | null }> } | null };

export type CreateBackupMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateBackupMutation = { createBackup:
    | { __typename: 'Backup', name: string }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type CreateWebhookMutationVariables = Exact<{
  input: Types.CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { databaseId: number, format: Types.WebhookFormat } }
   };

export type ServiceStateQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceStateQuery = { modPacks: { totalCount: number }, uploaded: { totalCount: number }, administration: { freeBytes: number, reserveBytes: number, unfinishedUploadBytes: number, mostUnfinishedUploadBytes: number, waitingRuns: number, runningRuns: number, runsWaitingForRoom: number, runsWaitingForScanner: number, daysUntilFull: number | null, oldestWaitSeconds: number | null, health: Array<{ name: string, ok: boolean, message: string, state: Types.PlatformState | null, since: string | null, retryAt: string | null }>, failuresAlike: Array<{ code: string, message: string, modPacks: number }>, webhooks: Array<{ databaseId: number, enabled: boolean, waitingSince: string | null, failedDeliveries: number, lastDeliveredAt: string | null }>, database: { bytes: number, lastArchivedAt: string | null }, backups: Array<{ state: Types.BackupState, createdAt: string }>, settings: Array<{ name: string, value: string | null }> } | null };

export type ReleaseQueryVariables = Exact<{ [key: string]: never; }>;


export type ReleaseQuery = { administration: { version: string, changes: string } | null };

export type RunsUnderWayQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RunsUnderWayQuery = { runs: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, status: Types.Status, createdAt: string, startedAt: string | null, queuePlace: number | null, queueLength: number | null, waiting: { for: Types.WaitingFor, nextTry: string } | null, modPack: { databaseId: number, title: string } }> } };

export type SettingsInForceQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsInForceQuery = { administration: { settings: Array<{ name: string, group: string, effect: string, value: string | null, isSet: boolean, isSecret: boolean, source: Types.SettingSource }> } | null };

export type StoredPacksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type StoredPacksQuery = { statistics: { storedBytes: number }, administration: { freeBytes: number, storage: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, title: string, storage: { uploadedBytes: number, fetchedBytes: number, builtBytes: number, bytes: number } | null }> } } | null };

export type TokensQueryVariables = Exact<{ [key: string]: never; }>;


export type TokensQuery = { administration: { tokens: Array<{ id: string, name: string, role: Types.Role, mayVoteForOthers: boolean, quota: number | null, stored: number, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }>, sessions: Array<{ id: string, name: string, userAgent: string, isOwn: boolean, createdAt: string, lastUsedAt: string, expiresAt: string }> } | null };

export type CreateTokenMutationVariables = Exact<{
  input: Types.CreateTokenInput;
}>;


export type CreateTokenMutation = { createToken:
    | { __typename: 'TokenCreated', secret: string, token: { name: string } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type UpdateTokenMutationVariables = Exact<{
  token: string | number;
  quota?: number | null | undefined;
}>;


export type UpdateTokenMutation = { updateToken:
    | { __typename: 'Token' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type RevokeTokenMutationVariables = Exact<{
  token: string | number;
}>;


export type RevokeTokenMutation = { revokeToken:
    | { __typename: 'Token' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { administration: { webhooks: Array<{ id: string, databaseId: number, url: string, format: Types.WebhookFormat, enabled: boolean, statuses: Array<Types.Status>, waitingDeliveries: number, failedDeliveries: number, waitingSince: string | null, lastDeliveredAt: string | null }>, webhookDeliveries: { nodes: Array<{ id: string, type: string, state: Types.WebhookDeliveryState, attempts: number, createdAt: string, lastAttemptAt: string | null, responseStatus: number | null, failure: string | null, webhook: { databaseId: number } | null, event: { modPack: { title: string } } | null }> } } | null };

export type TestWebhookMutationVariables = Exact<{
  webhook: string | number;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookDelivery', id: string }
   };

export type ResendDeliveryMutationVariables = Exact<{
  delivery: string | number;
}>;


export type ResendDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookDelivery' }
   };

export type TestResultQueryVariables = Exact<{
  delivery: string | number;
}>;


export type TestResultQuery = { node:
    | { id: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null }
    | Record<PropertyKey, never>
   | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  webhook: string | number;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string }
   };

export type EnableWebhookMutationVariables = Exact<{
  webhook: string | number;
  enabled: boolean;
}>;


export type EnableWebhookMutation = { updateWebhook:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'Webhook' }
   };

export type DeleteWebhookMutationVariables = Exact<{
  webhook: string | number;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type SetDefaultDropListMutationVariables = Exact<{
  name: string;
  isDefault: boolean;
}>;


export type SetDefaultDropListMutation = { setDefaultDropList:
    | { __typename: 'DropList' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type DeleteDropListMutationVariables = Exact<{
  name: string;
}>;


export type DeleteDropListMutation = { deleteDropList:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type DropListNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type DropListNamesQuery = { dropLists: { nodes: Array<{ id: string, name: string, isDefault: boolean }> } };

export type DropListFactsQueryVariables = Exact<{
  name: string;
  first: number;
}>;


export type DropListFactsQuery = { dropList: { id: string, name: string, isDefault: boolean, mayChange: boolean, versions: { nodes: Array<{ number: number, createdAt: string, savedBy: string | null, clientOnly: Array<string>, keep: Array<string> }> } } | null };

export type SaveDropListMutationVariables = Exact<{
  input: Types.SaveDropListInput;
}>;


export type SaveDropListMutation = { saveDropList:
    | { __typename: 'DropList' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type RunListQueryVariables = Exact<{
  filter?: Types.RunFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RunListQuery = { runs: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, status: Types.Status, createdAt: string, startedAt: string | null, endedAt: string | null, modPack: { id: string, databaseId: number, title: string } }> } };

export type NewsOfSubscriptionVariables = Exact<{
  filter?: Types.PackEventFilter | null | undefined;
}>;


export type NewsOfSubscription = { events: { id: string } };

export type FollowLineMutationVariables = Exact<{
  pack: Types.PackReferenceInput;
}>;


export type FollowLineMutation = { followLine:
    | { __typename: 'Line', id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type UpdateFollowingMutationVariables = Exact<{
  input: Types.UpdateLineFollowingInput;
}>;


export type UpdateFollowingMutation = { updateLineFollowing:
    | { __typename: 'Line', id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type UnfollowLineMutationVariables = Exact<{
  line: string;
}>;


export type UnfollowLineMutation = { unfollowLine:
    | { __typename: 'Line', id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type LinePinnedFragment = { id: string, pinned: { id: string } | null };

export type LineFollowedFragment = { id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null };

export type LineFactsQueryVariables = Exact<{
  name: string;
  after?: string | null | undefined;
  before?: string | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type LineFactsQuery = { line: { id: string, name: string, platform: Types.ModPackSource | null, projectID: string | null, downloads: number, mayChange: boolean, overrides: { clientMods: Array<string>, whitelistedMods: Array<string>, addedMods: Array<string>, includeFiles: Array<string>, excludeFiles: Array<string> }, latest: { id: string, databaseId: number, modPack: { id: string, databaseId: number } } | null, versions: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, title: string, createdAt: string, withdrawnAt: string | null, offeredServerPack: { id: string, databaseId: number } | null }> }, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null, pinned: { id: string } | null } | null };

export type PinLineMutationVariables = Exact<{
  line: string;
  modPack?: string | number | null | undefined;
}>;


export type PinLineMutation = { pinLine:
    | { __typename: 'Line', id: string, pinned: { id: string } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type AnalyzeLogMutationVariables = Exact<{
  log: Types.LogInput;
  serverPack?: string | number | null | undefined;
}>;


export type AnalyzeLogMutation = { analyzeLog:
    | { __typename: 'LogAnalysis', findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type MissingFilesQueryVariables = Exact<{
  databaseId: number;
}>;


export type MissingFilesQuery = { modPack: { id: string, runs: { nodes: Array<{ id: string, waiting: { for: Types.WaitingFor, until: string, files: Array<{ name: string, project: string, page: string, size: number | null }> } | null }> } } | null };

export type AddMissingFileMutationVariables = Exact<{
  modPack: string | number;
  file: object;
}>;


export type AddMissingFileMutation = { addMissingFiles:
    | { __typename: 'MissingFilesAdded', files: Array<{ refusal: string | null }> }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ModPackFactsQueryVariables = Exact<{
  number: number;
  ownerSecret?: string | null | undefined;
}>;


export type ModPackFactsQuery = { modPack: { id: string, databaseId: number, name: string, size: number, status: Types.Status, hidden: boolean, mayChange: boolean, source: Types.ModPackSource, sha256: string, createdAt: string, downloads: number, downloadUrl: string, holdsAccounts: boolean | null, archiveRemovedAt: string | null, title: string, iconUrl: string | null, renamed: boolean, scan: { quarantined: boolean } | null, line: { id: string, name: string, latest: { id: string, modPack: { id: string, databaseId: number, title: string, createdAt: string } } | null } | null, manifest: { kind: Types.ManifestKind, name: string | null, version: string | null, gameVersion: string | null, modloader: Types.Modloader | null, modloaderVersion: string | null } | null, mods: { totalCount: number }, runs: { nodes: Array<{ id: string, warnings: Array<{ code: string, message: string, entry: string | null, mod: string | null, tellsOfLeftOut: boolean }> }> }, serverPacks: { nodes: Array<{ id: string, databaseId: number, createdAt: string, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } }> }, warnings: Array<{ code: string, message: string, entry: string | null, mod: string | null, tellsOfLeftOut: boolean }>, recent: { nodes: Array<{ id: string, waiting: { for: Types.WaitingFor, nextTry: string } | null }> }, newest: { nodes: Array<{ id: string, databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, kind: Types.EventKind, status: Types.Status, createdAt: string, serverPackDatabaseId: number | null, run: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, link: string | null }> }> } } | null };

export type KnownGameVersionsQueryVariables = Exact<{ [key: string]: never; }>;


export type KnownGameVersionsQuery = { gameVersions: Array<string> };

export type ModPackTableQueryVariables = Exact<{
  filter?: Types.ModPackFilter | null | undefined;
  orderBy?: Types.ModPackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ModPackTableQuery = { modPacks: { totalCount: number, totalCountIsEstimated: boolean, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, title: string, iconUrl: string | null, size: number, status: Types.Status, createdAt: string, manifest: { gameVersion: string | null, modloader: Types.Modloader | null } | null, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, run: { id: string, configuration: { gameVersion: string, modloader: Types.Modloader, serverIcon: { content: string } | null } } }> } }> } };

export type InventoryPageQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type InventoryPageQuery = { node:
    | { mods: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, size: number, note: string | null, descriptors: Array<{ format: string, side: Types.Side, certainty: Types.Certainty, evidence: string, mods: Array<{ modId: string, name: string, version: string }> }> }> } }
    | Record<PropertyKey, never>
   | null };

export type NewestPacksQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestPacksQuery = { newestServerPacks: Array<{ id: string, databaseId: number, size: number, createdAt: string, modPack: { id: string, title: string, iconUrl: string | null }, run: { id: string, configuration: { gameVersion: string, modloader: Types.Modloader, serverIcon: { content: string } | null } } }> };

export type CancelRunMutationVariables = Exact<{
  run: string | number;
}>;


export type CancelRunMutation = { cancelRun:
    | { __typename: 'Run' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type RetryModPackMutationVariables = Exact<{
  modPack: string | number;
}>;


export type RetryModPackMutation = { retryModPack:
    | { __typename: 'RunStarted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ReleaseModPackMutationVariables = Exact<{
  modPack: string | number;
  reason: string;
}>;


export type ReleaseModPackMutation = { releaseModPack:
    | { __typename: 'ModPack', id: string, scan: { quarantined: boolean } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type UpdateModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type UpdateModPackMutation = { updateModPack:
    | { __typename: 'ModPack', id: string, name: string, title: string, renamed: boolean, hidden: boolean }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type DeleteModPackMutationVariables = Exact<{
  modPack: string | number;
  ownerSecret?: string | null | undefined;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type FollowProgressSubscriptionVariables = Exact<{
  run: string | number;
}>;


export type FollowProgressSubscription = { run: { progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number, entriesDone: number, entriesTotal: number } | null } };

export type FollowQueuePlaceSubscriptionVariables = Exact<{
  run: string | number;
}>;


export type FollowQueuePlaceSubscription = { run: { queuePlace: number | null, queueLength: number | null } };

export type RunStateFragment = { id: string, databaseId: number, name: string, title: string, status: Types.Status, scan: { quarantined: boolean } | null, recent: { nodes: Array<{ id: string, waiting: { for: Types.WaitingFor, nextTry: string } | null }> }, newest: { nodes: Array<{ id: string, databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, kind: Types.EventKind, status: Types.Status, createdAt: string, serverPackDatabaseId: number | null, run: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, link: string | null }> }> } };

export type FollowModPackSubscriptionVariables = Exact<{
  number: number;
}>;


export type FollowModPackSubscription = { modPack: { id: string, databaseId: number, name: string, title: string, status: Types.Status, scan: { quarantined: boolean } | null, recent: { nodes: Array<{ id: string, waiting: { for: Types.WaitingFor, nextTry: string } | null }> }, newest: { nodes: Array<{ id: string, databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, kind: Types.EventKind, status: Types.Status, createdAt: string, serverPackDatabaseId: number | null, run: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null, link: string | null }> }> } } };

export type StoredModPackFragment = { id: string, databaseId: number, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, downloadUrl: string }> } };

export type PreviewPageQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: Types.RunConfigurationInput;
  after?: string | null | undefined;
  isFirst: boolean;
}>;


export type PreviewPageQuery = { previewServerPack:
    | { __typename: 'ServerPackPreview', factsNumber?: number, factsDate?: string, javaVersion?: number | null, newestJavaVersion?: number | null, fileCount?: number, fileBytes?: number, leftOutCount?: number, leftOutBytes?: number, warnings?: Array<{ code: string, message: string, entry: string | null, mod: string | null, tellsOfLeftOut: boolean }>, leftOut?: Array<{ path: string, reason: Types.LeftOutReason, files: number, bytes: number }>, decisions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, kept: boolean, reason: Types.DecisionReason, certainty: Types.Certainty, evidence: string }> } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null }
   };

export type GenerateMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateMutation = { generateServerPack:
    | { __typename: 'RunStarted', modPack: { databaseId: number }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type WholeRunConfigurationFragment = { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null };

export type ModPackToPreviewQueryVariables = Exact<{
  number: number;
  run: number;
  hasRun: boolean;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string, databaseId: number, name: string, status: Types.Status, title: string, startArgs: Array<string>, manifest: { gameVersion: string | null, modloader: Types.Modloader | null, modloaderVersion: string | null } | null, mods: { totalCount: number }, runs: { nodes: Array<{ databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } }> } } | null, run?: { databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } | null };

export type BootServerPackMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type BootServerPackMutation = { bootServerPack:
    | { __typename: 'ServerPack', id: string, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, seconds: number | null, peakMemory: number | null, java: string | null, repairs: Array<{ dropped: Array<string>, finding: { cause: Types.LogCause, message: string } }>, findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> } | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ComparedPackFragment = { id: string, databaseId: number, modPack: { id: string, title: string } };

export type ComparisonQueryVariables = Exact<{
  first?: Types.ServerPackBy | null | undefined;
  second: number;
}>;


export type ComparisonQuery = { compareServerPacks:
    | { __typename: 'ServerPackComparison', first: { id: string, databaseId: number, modPack: { id: string, title: string } }, second: { id: string, databaseId: number, modPack: { id: string, title: string } }, settings: Array<{ name: string, first: string, second: string }>, acts: Array<{ kind: Types.OwnerActKind, java: number | null, mod: string | null }>, modCounts: { updated: number, added: number, removed: number, renamed: number } }
    | { __typename: 'UserError', code: Types.ErrorCode }
   };

export type ComparedModsQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
}>;


export type ComparedModsQuery = { compareServerPacks:
    | { __typename: 'ServerPackComparison', mods: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ change: Types.Change, name: string, isByRequest: boolean, firstFile: string | null, firstVersion: string | null, secondFile: string | null, secondVersion: string | null }> } }
    | { __typename: 'UserError' }
   };

export type ComparedFilesQueryVariables = Exact<{
  firstPack: number;
  second: number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ComparedFilesQuery = { compareServerPacks:
    | { __typename: 'ServerPackComparison', files: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ change: Types.Change, path: string, formerPath: string | null, text: string | null }> } }
    | { __typename: 'UserError' }
   };

export type ComparedCountsQueryVariables = Exact<{
  second: number;
}>;


export type ComparedCountsQuery = { compareServerPacks:
    | { __typename: 'ServerPackComparison', modCounts: { updated: number, added: number, removed: number, renamed: number } }
    | { __typename: 'UserError' }
   };

export type DeleteServerPackMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type DeleteServerPackMutation = { deleteServerPack:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type PickablePackFragment = { id: string, databaseId: number, createdAt: string, modPack: { id: string, title: string }, run: { id: string, configuration: { gameVersion: string, modloader: Types.Modloader } } };

export type FoundServerPacksQueryVariables = Exact<{
  name?: string | null | undefined;
  chosen: number;
  isChosen: boolean;
}>;


export type FoundServerPacksQuery = { serverPacks: { nodes: Array<{ id: string, databaseId: number, createdAt: string, modPack: { id: string, title: string }, run: { id: string, configuration: { gameVersion: string, modloader: Types.Modloader } } }> }, serverPack?: { id: string, databaseId: number, createdAt: string, modPack: { id: string, title: string }, run: { id: string, configuration: { gameVersion: string, modloader: Types.Modloader } } } | null };

export type WholeBootFragment = { state: Types.BootState, outcome: Types.BootOutcome | null, seconds: number | null, peakMemory: number | null, java: string | null, repairs: Array<{ dropped: Array<string>, finding: { cause: Types.LogCause, message: string } }>, findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> };

export type ServerPackFactsQueryVariables = Exact<{
  number: number;
}>;


export type ServerPackFactsQuery = { serverPack: { id: string, databaseId: number, size: number, sha256: string, downloads: number, upVotes: number, downVotes: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, factsChanged: boolean, javaVersion: number | null, howToRun: string | null, boot: { state: Types.BootState, outcome: Types.BootOutcome | null, seconds: number | null, peakMemory: number | null, java: string | null, repairs: Array<{ dropped: Array<string>, finding: { cause: Types.LogCause, message: string } }>, findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, mod: string | null, tellsOfLeftOut: boolean }>, modPack: { id: string, databaseId: number }, run: { databaseId: number, warnings: Array<{ code: string, message: string, entry: string | null, mod: string | null, tellsOfLeftOut: boolean }>, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, dropLists: Array<string>, addedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } } | null };

export type HostFilesQueryVariables = Exact<{
  number: number;
}>;


export type HostFilesQuery = { serverPack: { hostFiles: Array<{ kind: Types.HostFileKind, name: string, text: string, url: string | null }> } | null };

export type DecisionPageQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type DecisionPageQuery = { node:
    | { decisions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, kept: boolean, reason: Types.DecisionReason, certainty: Types.Certainty, evidence: string }> } }
    | Record<PropertyKey, never>
   | null };

export type CastVoteMutationVariables = Exact<{
  serverPack: string | number;
  vote: Types.Vote;
}>;


export type CastVoteMutation = { voteServerPack:
    | { __typename: 'ServerPack', id: string, upVotes: number, downVotes: number }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type StatisticsOfQueryVariables = Exact<{
  last: number;
}>;


export type StatisticsOfQuery = { statistics: { days: Array<{ date: string, uploads: number, downloads: number, generated: number, failed: number, cancelled: number }> } };

export type WarningFragment = { code: string, message: string, entry: string | null, mod: string | null, tellsOfLeftOut: boolean };

export type AddJarMutationVariables = Exact<{
  file: object;
}>;


export type AddJarMutation = { addModFile:
    | { __typename: 'ModFileAdded', entry: string }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type SubmitUploadMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type SubmitUploadMutation = { uploadModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { databaseId: number }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, link: string | null, existing: { id: string, databaseId: number, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, downloadUrl: string }> } } | null }
   };

export type ImportByLinkMutationVariables = Exact<{
  url: string;
  runConfiguration: Types.RunConfigurationInput;
}>;


export type ImportByLinkMutation = { importModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { databaseId: number }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { id: string, databaseId: number, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, downloadUrl: string }> } } | null }
   };

export type VersionSuggestionsQueryVariables = Exact<{ [key: string]: never; }>;


export type VersionSuggestionsQuery = { gameVersions: Array<string>, modloaders: Array<Types.Modloader>, runs: { nodes: Array<{ configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }> } };

export type ListedVersionsQueryVariables = Exact<{
  modloader: Types.Modloader;
  gameVersion?: string | null | undefined;
}>;


export type ListedVersionsQuery = { all: { gameVersions: Array<string> }, fitting: { modloaderVersions: Array<string> } };

export const graphql = operationsOf<{
  DeleteSession: [DeleteSessionMutation, DeleteSessionMutationVariables];
  AddressInForce: [AddressInForceQuery, AddressInForceQueryVariables];
  OwnSessions: [OwnSessionsQuery, OwnSessionsQueryVariables];
  ViewerFacts: [ViewerFactsQuery, ViewerFactsQueryVariables];
  Backups: [BackupsQuery, BackupsQueryVariables];
  CreateBackup: [CreateBackupMutation, CreateBackupMutationVariables];
  CreateWebhook: [CreateWebhookMutation, CreateWebhookMutationVariables];
  ServiceState: [ServiceStateQuery, ServiceStateQueryVariables];
  Release: [ReleaseQuery, ReleaseQueryVariables];
  RunsUnderWay: [RunsUnderWayQuery, RunsUnderWayQueryVariables];
  SettingsInForce: [SettingsInForceQuery, SettingsInForceQueryVariables];
  StoredPacks: [StoredPacksQuery, StoredPacksQueryVariables];
  Tokens: [TokensQuery, TokensQueryVariables];
  CreateToken: [CreateTokenMutation, CreateTokenMutationVariables];
  UpdateToken: [UpdateTokenMutation, UpdateTokenMutationVariables];
  RevokeToken: [RevokeTokenMutation, RevokeTokenMutationVariables];
  Webhooks: [WebhooksQuery, WebhooksQueryVariables];
  TestWebhook: [TestWebhookMutation, TestWebhookMutationVariables];
  ResendDelivery: [ResendDeliveryMutation, ResendDeliveryMutationVariables];
  TestResult: [TestResultQuery, TestResultQueryVariables];
  RotateWebhookSecret: [RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables];
  EnableWebhook: [EnableWebhookMutation, EnableWebhookMutationVariables];
  DeleteWebhook: [DeleteWebhookMutation, DeleteWebhookMutationVariables];
  SetDefaultDropList: [SetDefaultDropListMutation, SetDefaultDropListMutationVariables];
  DeleteDropList: [DeleteDropListMutation, DeleteDropListMutationVariables];
  DropListNames: [DropListNamesQuery, DropListNamesQueryVariables];
  DropListFacts: [DropListFactsQuery, DropListFactsQueryVariables];
  SaveDropList: [SaveDropListMutation, SaveDropListMutationVariables];
  RunList: [RunListQuery, RunListQueryVariables];
  NewsOf: [NewsOfSubscription, NewsOfSubscriptionVariables];
  FollowLine: [FollowLineMutation, FollowLineMutationVariables];
  UpdateFollowing: [UpdateFollowingMutation, UpdateFollowingMutationVariables];
  UnfollowLine: [UnfollowLineMutation, UnfollowLineMutationVariables];
  LinePinned: [LinePinnedFragment, unknown];
  LineFollowed: [LineFollowedFragment, unknown];
  LineFacts: [LineFactsQuery, LineFactsQueryVariables];
  PinLine: [PinLineMutation, PinLineMutationVariables];
  AnalyzeLog: [AnalyzeLogMutation, AnalyzeLogMutationVariables];
  MissingFiles: [MissingFilesQuery, MissingFilesQueryVariables];
  AddMissingFile: [AddMissingFileMutation, AddMissingFileMutationVariables];
  ModPackFacts: [ModPackFactsQuery, ModPackFactsQueryVariables];
  KnownGameVersions: [KnownGameVersionsQuery, KnownGameVersionsQueryVariables];
  ModPackTable: [ModPackTableQuery, ModPackTableQueryVariables];
  InventoryPage: [InventoryPageQuery, InventoryPageQueryVariables];
  NewestPacks: [NewestPacksQuery, NewestPacksQueryVariables];
  CancelRun: [CancelRunMutation, CancelRunMutationVariables];
  RetryModPack: [RetryModPackMutation, RetryModPackMutationVariables];
  ReleaseModPack: [ReleaseModPackMutation, ReleaseModPackMutationVariables];
  UpdateModPack: [UpdateModPackMutation, UpdateModPackMutationVariables];
  DeleteModPack: [DeleteModPackMutation, DeleteModPackMutationVariables];
  FollowProgress: [FollowProgressSubscription, FollowProgressSubscriptionVariables];
  FollowQueuePlace: [FollowQueuePlaceSubscription, FollowQueuePlaceSubscriptionVariables];
  RunState: [RunStateFragment, unknown];
  FollowModPack: [FollowModPackSubscription, FollowModPackSubscriptionVariables];
  StoredModPack: [StoredModPackFragment, unknown];
  PreviewPage: [PreviewPageQuery, PreviewPageQueryVariables];
  Generate: [GenerateMutation, GenerateMutationVariables];
  WholeRunConfiguration: [WholeRunConfigurationFragment, unknown];
  ModPackToPreview: [ModPackToPreviewQuery, ModPackToPreviewQueryVariables];
  BootServerPack: [BootServerPackMutation, BootServerPackMutationVariables];
  ComparedPack: [ComparedPackFragment, unknown];
  Comparison: [ComparisonQuery, ComparisonQueryVariables];
  ComparedMods: [ComparedModsQuery, ComparedModsQueryVariables];
  ComparedFiles: [ComparedFilesQuery, ComparedFilesQueryVariables];
  ComparedCounts: [ComparedCountsQuery, ComparedCountsQueryVariables];
  DeleteServerPack: [DeleteServerPackMutation, DeleteServerPackMutationVariables];
  PickablePack: [PickablePackFragment, unknown];
  FoundServerPacks: [FoundServerPacksQuery, FoundServerPacksQueryVariables];
  WholeBoot: [WholeBootFragment, unknown];
  ServerPackFacts: [ServerPackFactsQuery, ServerPackFactsQueryVariables];
  HostFiles: [HostFilesQuery, HostFilesQueryVariables];
  DecisionPage: [DecisionPageQuery, DecisionPageQueryVariables];
  CastVote: [CastVoteMutation, CastVoteMutationVariables];
  StatisticsOf: [StatisticsOfQuery, StatisticsOfQueryVariables];
  Warning: [WarningFragment, unknown];
  AddJar: [AddJarMutation, AddJarMutationVariables];
  SubmitUpload: [SubmitUploadMutation, SubmitUploadMutationVariables];
  ImportByLink: [ImportByLinkMutation, ImportByLinkMutationVariables];
  VersionSuggestions: [VersionSuggestionsQuery, VersionSuggestionsQueryVariables];
  ListedVersions: [ListedVersionsQuery, ListedVersionsQueryVariables];
}>();
