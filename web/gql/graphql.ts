/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../client/gql/schema.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AddressInForceQueryVariables = Exact<{ [key: string]: never; }>;


export type AddressInForceQuery = { administration: { settings: Array<{ name: string, value: string | null }> } | null };

export type ViewerFactsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerFactsQuery = { viewer: { name: string, role: Types.Role | null, permissions: Array<Types.Permission>, quota: number | null, stored: number | null, expiresAt: string | null } };

export type RegisterWebhookMutationVariables = Exact<{
  input: Types.RegisterWebhookInput;
}>;


export type RegisterWebhookMutation = { registerWebhook:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { databaseId: number, format: Types.WebhookFormat } }
   };

export type ServiceStateQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceStateQuery = { modPacks: { totalCount: number }, administration: { service: { freeBytes: number, reserveBytes: number, unfinishedUploadBytes: number, mostUnfinishedUploadBytes: number, health: Array<{ name: string, ok: boolean, message: string }>, queue: { waiting: number, active: number, waitingForRoom: number, oldestSeconds: number | null }, database: { kind: Types.DatabaseKind, version: string, bytes: number, lastArchivedAt: string | null } }, platforms: Array<{ name: string, state: Types.PlatformState, since: string | null, retryAt: string | null }>, settings: Array<{ name: string, value: string | null }> } | null };

export type RunsUnderWayQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RunsUnderWayQuery = { runs: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, status: Types.Status, createdAt: string, startedAt: string | null, queuePlace: { place: number, waiting: number } | null, waiting: { for: Types.WaitingFor, nextTry: string } | null, modPack: { databaseId: number, title: string } }> } };

export type SettingsInForceQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsInForceQuery = { administration: { settings: Array<{ name: string, value: string | null, isSet: boolean, isSecret: boolean, source: Types.SettingSource }> } | null };

export type StoredPacksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type StoredPacksQuery = { statistics: { storage: { bytes: number } }, administration: { service: { freeBytes: number }, storage: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ uploadedBytes: number, fetchedBytes: number, builtBytes: number, bytes: number, modPack: { id: string, databaseId: number, name: string, title: string, status: Types.Status } | null }> } } | null };

export type TokensQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type TokensQuery = { administration: { tokens: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, role: Types.Role, mayVoteForOthers: boolean, quota: number | null, stored: number, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }> } } | null };

export type CreateTokenMutationVariables = Exact<{
  input: Types.CreateTokenInput;
}>;


export type CreateTokenMutation = { createToken:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'TokenCreated', secret: string, token: { name: string } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type LimitTokenMutationVariables = Exact<{
  token: string | number;
  quota?: number | null | undefined;
}>;


export type LimitTokenMutation = { limitToken:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'TokenLimited' }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type RevokeTokenMutationVariables = Exact<{
  token: string | number;
}>;


export type RevokeTokenMutation = { revokeToken:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'TokenRevoked' }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { administration: { webhooks: { nodes: Array<{ id: string, databaseId: number, url: string, format: Types.WebhookFormat, enabled: boolean, statuses: Array<Types.Status>, health: { waiting: number, failed: number, waitingSince: string | null, lastDeliveredAt: string | null } | null }> }, webhookDeliveries: { nodes: Array<{ id: string, type: string, state: Types.WebhookDeliveryState, attempts: number, createdAt: string, lastAttemptAt: string | null, responseStatus: number | null, failure: string | null, webhook: { databaseId: number } | null, event: { modPack: { title: string } } | null }> } } | null };

export type TestWebhookMutationVariables = Exact<{
  webhook: string | number;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string } }
   };

export type ResendDeliveryMutationVariables = Exact<{
  delivery: string | number;
}>;


export type ResendDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookDeliveryQueued' }
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
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string }
   };

export type EnableWebhookMutationVariables = Exact<{
  webhook: string | number;
  enabled: boolean;
}>;


export type EnableWebhookMutation = { updateWebhook:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookUpdated' }
   };

export type DeleteWebhookMutationVariables = Exact<{
  webhook: string | number;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type FeedEventFragment = { id: string, databaseId: number, kind: Types.EventKind, status: Types.Status, createdAt: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, modPack: { id: string, title: string } };

export type EventPageQueryVariables = Exact<{
  filter?: Types.EventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type EventPageQuery = { events: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, kind: Types.EventKind, status: Types.Status, createdAt: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, modPack: { id: string, title: string } }> } };

export type FeedAfterSubscriptionVariables = Exact<{
  filter?: Types.EventFilter | null | undefined;
  after?: string | number | null | undefined;
}>;


export type FeedAfterSubscription = { events: { id: string, databaseId: number, kind: Types.EventKind, status: Types.Status, createdAt: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, modPack: { id: string, title: string } } };

export type NewsOfSubscriptionVariables = Exact<{
  filter?: Types.EventFilter | null | undefined;
}>;


export type NewsOfSubscription = { events: { id: string } };

export type FollowLineMutationVariables = Exact<{
  pack: Types.PackReferenceInput;
}>;


export type FollowLineMutation = { followLine:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LineChanged', line: { id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null } }
    | { __typename: 'NotFetchedError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type HoldLineMutationVariables = Exact<{
  line: string;
  held: boolean;
}>;


export type HoldLineMutation = { changeLineFollowing:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LineChanged', line: { id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ChooseChannelMutationVariables = Exact<{
  line: string;
  channel: Types.ReleaseChannel;
}>;


export type ChooseChannelMutation = { changeLineFollowing:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LineChanged', line: { id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type UnfollowLineMutationVariables = Exact<{
  line: string;
}>;


export type UnfollowLineMutation = { unfollowLine:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LineChanged', line: { id: string, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
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


export type LineFactsQuery = { line: { id: string, name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, mayChange: boolean, wishes: { clientMods: Array<string>, whitelistedMods: Array<string>, includeFiles: Array<string>, excludeFiles: Array<string> }, latest: { id: string, downloadUrl: string, modPack: { id: string, name: string, title: string, scan: { quarantined: boolean } | null } } | null, versions: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ javaVersion: number | null, withdrawnAt: string | null, modPack: { id: string, databaseId: number, name: string, createdAt: string, downloads: number, confirmedWorking: number, title: string }, serverPack: { id: string, databaseId: number, runConfiguration: { id: string, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } | null }> }, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, nextLookAt: string | null, problem: string | null, mayChange: boolean } | null, pinned: { id: string } | null } | null };

export type PinLineMutationVariables = Exact<{
  line: string;
  modPack?: string | number | null | undefined;
}>;


export type PinLineMutation = { pinLine:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LineChanged', line: { id: string, pinned: { id: string } | null } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type AnalyzeLogMutationVariables = Exact<{
  log: Types.LogInput;
  serverPack?: string | number | null | undefined;
}>;


export type AnalyzeLogMutation = { analyzeLog:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'LogAnalysis', findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> }
    | { __typename: 'NotFetchedError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type StoredModPackFragment = { id: string, databaseId: number, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, downloadUrl: string }> } };

export type MissingFilesQueryVariables = Exact<{
  databaseId: number;
}>;


export type MissingFilesQuery = { modPack: { id: string, waiting: { for: Types.WaitingFor, until: string, files: Array<{ name: string, project: string, page: string, size: number | null }> } | null } | null };

export type AddMissingFileMutationVariables = Exact<{
  modPack: string | number;
  file: object;
}>;


export type AddMissingFileMutation = { addMissingFiles:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'MissingFilesAdded', files: Array<{ refusal: string | null }> }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ModPackFactsQueryVariables = Exact<{
  number: number;
  ownerSecret?: string | null | undefined;
}>;


export type ModPackFactsQuery = { modPack: { id: string, databaseId: number, name: string, size: number, status: Types.Status, hidden: boolean, mayChange: boolean, source: Types.ModPackSource, sha256: string, createdAt: string, downloads: number, confirmedWorking: number, downloadUrl: string, holdsAccounts: boolean | null, archiveRemovedAt: string | null, title: string, iconUrl: string | null, renamed: boolean, scan: { quarantined: boolean } | null, line: { id: string, name: string } | null, manifest: { kind: Types.ManifestKind, name: string | null, version: string | null, gameVersion: string | null, modloader: Types.Modloader | null, modloaderVersion: string | null } | null, mods: { totalCount: number }, runs: { nodes: Array<{ id: string }> }, serverPacks: { nodes: Array<{ id: string, databaseId: number, size: number, downloads: number, createdAt: string, votes: { up: number, down: number }, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }> }, warnings: { nodes: Array<{ code: string, message: string, entry: string | null }> }, waiting: { for: Types.WaitingFor, nextTry: string } | null, newest: { nodes: Array<{ id: string, databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, kind: Types.EventKind, status: Types.Status, createdAt: string, serverPackDatabaseId: number | null, runConfiguration: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null }> }> } } | null };

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


export type ModPackTableQuery = { modPacks: { totalCount: number, totalCountIsEstimated: boolean, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, name: string, title: string, iconUrl: string | null, renamed: boolean, size: number, status: Types.Status, createdAt: string, downloads: number, confirmedWorking: number, manifest: { gameVersion: string | null, modloader: Types.Modloader | null } | null, scan: { quarantined: boolean } | null, serverPacks: { totalCount: number, nodes: Array<{ id: string, runConfiguration: { id: string, gameVersion: string, modloader: Types.Modloader, serverIcon: { content: string } | null } }> } }> } };

export type InventoryPageQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type InventoryPageQuery = { node:
    | { mods: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, size: number, note: string | null, descriptors: Array<{ format: string, side: Types.Side, certainty: Types.Certainty, evidence: string, mods: Array<{ modId: string, name: string, version: string }> }> }> } }
    | Record<PropertyKey, never>
   | null };

export type NewestPacksQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestPacksQuery = { serverPacks: { nodes: Array<{ id: string, databaseId: number, size: number, createdAt: string, modPack: { id: string, databaseId: number, name: string, title: string, iconUrl: string | null }, runConfiguration: { id: string, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, serverIcon: { content: string } | null } }> } };

export type CancelRunMutationVariables = Exact<{
  run: string | number;
}>;


export type CancelRunMutation = { cancelRun:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunCancelled' }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type RetryModPackMutationVariables = Exact<{
  modPack: string | number;
}>;


export type RetryModPackMutation = { retryModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted' }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ReleaseModPackMutationVariables = Exact<{
  modPack: string | number;
  reason: string;
}>;


export type ReleaseModPackMutation = { releaseModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'ModPackReleased', modPack: { id: string, scan: { quarantined: boolean } | null } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type UpdateModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type UpdateModPackMutation = { updateModPack:
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'ModPackUpdated', modPack: { id: string, name: string, title: string, renamed: boolean, hidden: boolean } }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type DeleteModPackMutationVariables = Exact<{
  modPack: string | number;
  ownerSecret?: string | null | undefined;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type FollowProgressSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type FollowProgressSubscription = { progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number, entriesDone: number, entriesTotal: number } };

export type FollowQueuePlaceSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type FollowQueuePlaceSubscription = { queuePlace: { place: number, waiting: number } | null };

export type RunStateFragment = { id: string, databaseId: number, name: string, title: string, status: Types.Status, scan: { quarantined: boolean } | null, waiting: { for: Types.WaitingFor, nextTry: string } | null, newest: { nodes: Array<{ id: string, databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, kind: Types.EventKind, status: Types.Status, createdAt: string, serverPackDatabaseId: number | null, runConfiguration: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null }> }> } };

export type FollowModPackSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type FollowModPackSubscription = { modPack: { id: string, databaseId: number, name: string, title: string, status: Types.Status, scan: { quarantined: boolean } | null, waiting: { for: Types.WaitingFor, nextTry: string } | null, newest: { nodes: Array<{ id: string, databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, kind: Types.EventKind, status: Types.Status, createdAt: string, serverPackDatabaseId: number | null, runConfiguration: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null }> }> } } };

export type PreviewPageQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: Types.RunConfigurationInput;
  after?: string | null | undefined;
  isFirst: boolean;
}>;


export type PreviewPageQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', field: string | null, code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', javaVersion?: number | null, newestJavaVersion?: number | null, fileCount?: number, fileBytes?: number, leftOutCount?: number, leftOutBytes?: number, warnings?: Array<{ code: string, message: string, entry: string | null }>, facts?: { number: number, date: string }, leftOut?: Array<{ path: string, reason: Types.LeftOutReason, files: number, bytes: number }>, decisions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, kept: boolean, reason: Types.DecisionReason, certainty: Types.Certainty, evidence: string }> } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type GenerateMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ModPackToPreviewQueryVariables = Exact<{
  number: number;
  run: number;
  hasRun: boolean;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string, databaseId: number, name: string, status: Types.Status, title: string, manifest: { gameVersion: string | null, modloader: Types.Modloader | null, modloaderVersion: string | null } | null, mods: { totalCount: number }, runConfigurations: { nodes: Array<{ id: string, databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null }> } } | null, runConfiguration?: { id: string, databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } | null };

export type WholeRunConfigurationFragment = { id: string, databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null };

export type BootServerPackMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type BootServerPackMutation = { bootServerPack:
    | { __typename: 'BootQueued', serverPack: { id: string, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, seconds: number | null, peakMemory: number | null, java: string | null, repairs: Array<{ dropped: Array<string>, finding: { cause: Types.LogCause, message: string } }>, findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> } | null } }
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ComparisonQueryVariables = Exact<{
  first?: number | null | undefined;
  second: number;
}>;


export type ComparisonQuery = { compareServerPacks:
    | { __typename: 'ConflictError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'ServerPackComparison', first: { id: string, databaseId: number, modPack: { id: string, title: string } }, second: { id: string, databaseId: number, modPack: { id: string, title: string } }, settings: Array<{ setting: Types.ComparedSetting, first: string, second: string }>, acts: Array<{ kind: Types.OwnerActKind, java: number | null, mod: string | null }>, modCounts: { updated: number, added: number, removed: number, renamed: number } }
    | { __typename: 'UnavailableError' }
   };

export type ComparedPackFragment = { id: string, databaseId: number, modPack: { id: string, title: string } };

export type ComparedModsQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
}>;


export type ComparedModsQuery = { compareServerPacks:
    | { __typename: 'ConflictError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'ServerPackComparison', mods: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ change: Types.Change, name: string, first: { file: string, version: string | null } | null, second: { file: string, version: string | null } | null }> } }
    | { __typename: 'UnavailableError' }
   };

export type ComparedFilesQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
  before?: string | null | undefined;
  number?: number | null | undefined;
  last?: number | null | undefined;
}>;


export type ComparedFilesQuery = { compareServerPacks:
    | { __typename: 'ConflictError' }
    | { __typename: 'InvalidInputError' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'ServerPackComparison', files: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ change: Types.Change, path: string, formerPath: string | null, text: string | null }> } }
    | { __typename: 'UnavailableError' }
   };

export type FoundServerPacksQueryVariables = Exact<{
  name?: string | null | undefined;
}>;


export type FoundServerPacksQuery = { serverPacks: { nodes: Array<{ id: string, databaseId: number, modPack: { title: string }, runConfiguration: { gameVersion: string, modloader: Types.Modloader } }> } };

export type DeleteServerPackMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type DeleteServerPackMutation = { deleteServerPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type WholeBootFragment = { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, seconds: number | null, peakMemory: number | null, java: string | null, repairs: Array<{ dropped: Array<string>, finding: { cause: Types.LogCause, message: string } }>, findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> };

export type ServerPackFactsQueryVariables = Exact<{
  number: number;
}>;


export type ServerPackFactsQuery = { serverPack: { id: string, databaseId: number, size: number, sha256: string, downloads: number, createdAt: string, downloadUrl: string, keptCount: number, droppedCount: number, factsChanged: boolean, howToRun: string | null, votes: { up: number, down: number }, boot: { state: Types.BootState, phase: Types.BootPhase | null, outcome: Types.BootOutcome | null, seconds: number | null, peakMemory: number | null, java: string | null, repairs: Array<{ dropped: Array<string>, finding: { cause: Types.LogCause, message: string } }>, findings: Array<{ cause: Types.LogCause, message: string, lines: Array<{ number: number, text: string }>, suspects: Array<{ file: string | null, modId: string | null, className: string | null }>, act: { kind: Types.LogActKind, modId: string | null, version: string | null, java: number | null, files: Array<string> } | null }> } | null, warnings: Array<{ code: string, message: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { id: string, databaseId: number, name: string, title: string, iconUrl: string | null, scan: { quarantined: boolean } | null }, runConfiguration: { id: string, databaseId: number, gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, nameEncoding: Types.NameEncoding | null, format: Types.ServerPackFormat, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } | null };

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
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
    | { __typename: 'VoteCounted', serverPack: { id: string, votes: { up: number, down: number } } }
   };

export type StatisticsOfQueryVariables = Exact<{
  last: number;
}>;


export type StatisticsOfQuery = { statistics: { days: Array<{ date: string, uploads: number, downloads: number }>, runDays: Array<{ date: string, generated: number, failed: number, cancelled: number, medianSeconds: number | null }>, storageDays: Array<{ date: string, bytes: number }>, storage: { bytes: number, files: number }, modPacksByStatus: Array<{ status: Types.Status, count: number }>, serverPacksByModloader: Array<{ modloader: Types.Modloader, count: number }>, serverPacksByGameVersion: Array<{ gameVersion: string, count: number }> } };

export type ImportByLinkMutationVariables = Exact<{
  url: string;
  runConfiguration: Types.RunConfigurationInput;
}>;


export type ImportByLinkMutation = { importModPack:
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { id: string, databaseId: number, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, downloadUrl: string }> } } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', field: string | null, code: Types.ErrorCode, message: string }
    | { __typename: 'NotFetchedError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ModPackIdQueryVariables = Exact<{
  number: number;
}>;


export type ModPackIdQuery = { modPack: { id: string, databaseId: number } | null };

export type SubmitUploadMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type SubmitUploadMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { id: string, databaseId: number, scan: { quarantined: boolean } | null, serverPacks: { nodes: Array<{ id: string, downloadUrl: string }> } } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', field: string | null, code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type VersionSuggestionsQueryVariables = Exact<{ [key: string]: never; }>;


export type VersionSuggestionsQuery = { gameVersions: Array<string>, modloaders: Array<Types.Modloader>, runConfigurations: { nodes: Array<{ gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }> } };

export type ListedVersionsQueryVariables = Exact<{
  modloader: Types.Modloader;
  gameVersion?: string | null | undefined;
}>;


export type ListedVersionsQuery = { all: { gameVersions: Array<string> }, fitting: { modloaderVersions: Array<string> } };

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
export const FeedEventFragmentDoc = new TypedDocumentString(`
    fragment FeedEvent on Event {
  id
  databaseId
  kind
  status
  createdAt
  modPackDatabaseId
  serverPackDatabaseId
  modPack {
    id
    title
  }
}
    `, {"fragmentName":"FeedEvent"}) as unknown as TypedDocumentString<FeedEventFragment, unknown>;
export const LinePinnedFragmentDoc = new TypedDocumentString(`
    fragment LinePinned on Line {
  id
  pinned {
    id
  }
}
    `, {"fragmentName":"LinePinned"}) as unknown as TypedDocumentString<LinePinnedFragment, unknown>;
export const LineFollowedFragmentDoc = new TypedDocumentString(`
    fragment LineFollowed on Line {
  id
  following {
    address
    channel
    held
    nextLookAt
    problem
    mayChange
  }
}
    `, {"fragmentName":"LineFollowed"}) as unknown as TypedDocumentString<LineFollowedFragment, unknown>;
export const StoredModPackFragmentDoc = new TypedDocumentString(`
    fragment StoredModPack on ModPack {
  id
  databaseId
  scan {
    quarantined
  }
  serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
    nodes {
      id
      downloadUrl
    }
  }
}
    `, {"fragmentName":"StoredModPack"}) as unknown as TypedDocumentString<StoredModPackFragment, unknown>;
export const RunStateFragmentDoc = new TypedDocumentString(`
    fragment RunState on ModPack {
  id
  databaseId
  name
  title
  status
  scan {
    quarantined
  }
  waiting {
    for
    nextTry
  }
  newest: serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
    nodes {
      id
      databaseId
      keptCount
      droppedCount
      downloadUrl
    }
  }
  events(last: 24) {
    nodes {
      id
      kind
      status
      createdAt
      serverPackDatabaseId
      runConfiguration {
        id
        databaseId
      }
      errors {
        code
        message
        entry
      }
    }
  }
}
    `, {"fragmentName":"RunState"}) as unknown as TypedDocumentString<RunStateFragment, unknown>;
export const WholeRunConfigurationFragmentDoc = new TypedDocumentString(`
    fragment WholeRunConfiguration on RunConfiguration {
  id
  databaseId
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
    `, {"fragmentName":"WholeRunConfiguration"}) as unknown as TypedDocumentString<WholeRunConfigurationFragment, unknown>;
export const ComparedPackFragmentDoc = new TypedDocumentString(`
    fragment ComparedPack on ServerPack {
  id
  databaseId
  modPack {
    id
    title
  }
}
    `, {"fragmentName":"ComparedPack"}) as unknown as TypedDocumentString<ComparedPackFragment, unknown>;
export const WholeBootFragmentDoc = new TypedDocumentString(`
    fragment WholeBoot on Boot {
  state
  phase
  outcome
  seconds
  peakMemory
  java
  repairs {
    dropped
    finding {
      cause
      message
    }
  }
  findings {
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
}
    `, {"fragmentName":"WholeBoot"}) as unknown as TypedDocumentString<WholeBootFragment, unknown>;
export const AddressInForceDocument = new TypedDocumentString(`
    query AddressInForce {
  administration {
    settings {
      name
      value
    }
  }
}
    `) as unknown as TypedDocumentString<AddressInForceQuery, AddressInForceQueryVariables>;
export const ViewerFactsDocument = new TypedDocumentString(`
    query ViewerFacts {
  viewer {
    name
    role
    permissions
    quota
    stored
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<ViewerFactsQuery, ViewerFactsQueryVariables>;
export const RegisterWebhookDocument = new TypedDocumentString(`
    mutation RegisterWebhook($input: RegisterWebhookInput!) {
  registerWebhook(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        databaseId
        format
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RegisterWebhookMutation, RegisterWebhookMutationVariables>;
export const ServiceStateDocument = new TypedDocumentString(`
    query ServiceState {
  modPacks(filter: { quarantined: true }, first: 0) {
    totalCount
  }
  administration {
    service {
      freeBytes
      reserveBytes
      unfinishedUploadBytes
      mostUnfinishedUploadBytes
      health {
        name
        ok
        message
      }
      queue {
        waiting
        active
        waitingForRoom
        oldestSeconds
      }
      database {
        kind
        version
        bytes
        lastArchivedAt
      }
    }
    platforms {
      name
      state
      since
      retryAt
    }
    settings {
      name
      value
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceStateQuery, ServiceStateQueryVariables>;
export const RunsUnderWayDocument = new TypedDocumentString(`
    query RunsUnderWay($first: Int, $after: String, $last: Int, $before: String) {
  runs(
    filter: { status: [QUEUED, CHECKING, CHECKED, GENERATING] }
    orderBy: { field: DATE_CREATED, direction: ASC }
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    nodes {
      id
      databaseId
      status
      createdAt
      startedAt
      queuePlace {
        place
        waiting
      }
      waiting {
        for
        nextTry
      }
      modPack {
        databaseId
        title
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RunsUnderWayQuery, RunsUnderWayQueryVariables>;
export const SettingsInForceDocument = new TypedDocumentString(`
    query SettingsInForce {
  administration {
    settings {
      name
      value
      isSet
      isSecret
      source
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsInForceQuery, SettingsInForceQueryVariables>;
export const StoredPacksDocument = new TypedDocumentString(`
    query StoredPacks($first: Int, $after: String, $last: Int, $before: String) {
  statistics {
    storage {
      bytes
    }
  }
  administration {
    service {
      freeBytes
    }
    storage(first: $first, after: $after, last: $last, before: $before) {
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        uploadedBytes
        fetchedBytes
        builtBytes
        bytes
        modPack {
          id
          databaseId
          name
          title
          status
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StoredPacksQuery, StoredPacksQueryVariables>;
export const TokensDocument = new TypedDocumentString(`
    query Tokens($first: Int, $after: String, $last: Int, $before: String) {
  administration {
    tokens(first: $first, after: $after, last: $last, before: $before) {
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        id
        name
        role
        mayVoteForOthers
        quota
        stored
        createdAt
        expiresAt
        lastUsedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TokensQuery, TokensQueryVariables>;
export const CreateTokenDocument = new TypedDocumentString(`
    mutation CreateToken($input: CreateTokenInput!) {
  createToken(input: $input) {
    __typename
    ... on TokenCreated {
      secret
      token {
        name
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateTokenMutation, CreateTokenMutationVariables>;
export const LimitTokenDocument = new TypedDocumentString(`
    mutation LimitToken($token: ID!, $quota: BigInt) {
  limitToken(input: { token: $token, quota: $quota }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<LimitTokenMutation, LimitTokenMutationVariables>;
export const RevokeTokenDocument = new TypedDocumentString(`
    mutation RevokeToken($token: ID!) {
  revokeToken(input: { token: $token }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks {
  administration {
    webhooks(first: 100) {
      nodes {
        id
        databaseId
        url
        format
        enabled
        statuses
        health {
          waiting
          failed
          waitingSince
          lastDeliveredAt
        }
      }
    }
    webhookDeliveries(first: 20) {
      nodes {
        id
        type
        state
        attempts
        createdAt
        lastAttemptAt
        responseStatus
        failure
        webhook {
          databaseId
        }
        event {
          modPack {
            title
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($webhook: ID!) {
  testWebhook(input: { webhook: $webhook }) {
    __typename
    ... on WebhookDeliveryQueued {
      delivery {
        id
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const ResendDeliveryDocument = new TypedDocumentString(`
    mutation ResendDelivery($delivery: ID!) {
  resendWebhookDelivery(input: { delivery: $delivery }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const TestResultDocument = new TypedDocumentString(`
    query TestResult($delivery: ID!) {
  node(id: $delivery) {
    ... on WebhookDelivery {
      id
      state
      attempts
      responseStatus
      failure
    }
  }
}
    `) as unknown as TypedDocumentString<TestResultQuery, TestResultQueryVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($webhook: ID!) {
  rotateWebhookSecret(input: { webhook: $webhook }) {
    __typename
    ... on WebhookWithSecret {
      secret
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const EnableWebhookDocument = new TypedDocumentString(`
    mutation EnableWebhook($webhook: ID!, $enabled: Boolean!) {
  updateWebhook(input: { webhook: $webhook, enabled: $enabled }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<EnableWebhookMutation, EnableWebhookMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($webhook: ID!) {
  deleteWebhook(input: { webhook: $webhook }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const EventPageDocument = new TypedDocumentString(`
    query EventPage($filter: EventFilter, $after: String) {
  events(
    filter: $filter
    first: 50
    after: $after
    orderBy: { field: DATE_CREATED, direction: DESC }
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...FeedEvent
    }
  }
}
    fragment FeedEvent on Event {
  id
  databaseId
  kind
  status
  createdAt
  modPackDatabaseId
  serverPackDatabaseId
  modPack {
    id
    title
  }
}`) as unknown as TypedDocumentString<EventPageQuery, EventPageQueryVariables>;
export const FeedAfterDocument = new TypedDocumentString(`
    subscription FeedAfter($filter: EventFilter, $after: ID) {
  events(filter: $filter, after: $after) {
    ...FeedEvent
  }
}
    fragment FeedEvent on Event {
  id
  databaseId
  kind
  status
  createdAt
  modPackDatabaseId
  serverPackDatabaseId
  modPack {
    id
    title
  }
}`) as unknown as TypedDocumentString<FeedAfterSubscription, FeedAfterSubscriptionVariables>;
export const NewsOfDocument = new TypedDocumentString(`
    subscription NewsOf($filter: EventFilter) {
  events(filter: $filter) {
    id
  }
}
    `) as unknown as TypedDocumentString<NewsOfSubscription, NewsOfSubscriptionVariables>;
export const FollowLineDocument = new TypedDocumentString(`
    mutation FollowLine($pack: PackReferenceInput!) {
  followLine(input: { pack: $pack }) {
    __typename
    ... on LineChanged {
      line {
        ...LineFollowed
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment LineFollowed on Line {
  id
  following {
    address
    channel
    held
    nextLookAt
    problem
    mayChange
  }
}`) as unknown as TypedDocumentString<FollowLineMutation, FollowLineMutationVariables>;
export const HoldLineDocument = new TypedDocumentString(`
    mutation HoldLine($line: String!, $held: Boolean!) {
  changeLineFollowing(input: { line: $line, held: $held }) {
    __typename
    ... on LineChanged {
      line {
        ...LineFollowed
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment LineFollowed on Line {
  id
  following {
    address
    channel
    held
    nextLookAt
    problem
    mayChange
  }
}`) as unknown as TypedDocumentString<HoldLineMutation, HoldLineMutationVariables>;
export const ChooseChannelDocument = new TypedDocumentString(`
    mutation ChooseChannel($line: String!, $channel: ReleaseChannel!) {
  changeLineFollowing(input: { line: $line, channel: $channel }) {
    __typename
    ... on LineChanged {
      line {
        ...LineFollowed
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment LineFollowed on Line {
  id
  following {
    address
    channel
    held
    nextLookAt
    problem
    mayChange
  }
}`) as unknown as TypedDocumentString<ChooseChannelMutation, ChooseChannelMutationVariables>;
export const UnfollowLineDocument = new TypedDocumentString(`
    mutation UnfollowLine($line: String!) {
  unfollowLine(input: { line: $line }) {
    __typename
    ... on LineChanged {
      line {
        ...LineFollowed
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment LineFollowed on Line {
  id
  following {
    address
    channel
    held
    nextLookAt
    problem
    mayChange
  }
}`) as unknown as TypedDocumentString<UnfollowLineMutation, UnfollowLineMutationVariables>;
export const LineFactsDocument = new TypedDocumentString(`
    query LineFacts($name: String!, $after: String, $before: String, $first: Int, $last: Int) {
  line(name: $name) {
    id
    name
    platform
    projectID
    modloader
    downloads
    confirmedWorking
    ...LineFollowed
    mayChange
    ...LinePinned
    wishes {
      clientMods
      whitelistedMods
      includeFiles
      excludeFiles
    }
    latest {
      id
      downloadUrl
      modPack {
        id
        name
        title
        scan {
          quarantined
        }
      }
    }
    versions(first: $first, last: $last, after: $after, before: $before) {
      totalCount
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        javaVersion
        withdrawnAt
        modPack {
          id
          databaseId
          name
          createdAt
          downloads
          confirmedWorking
          title
        }
        serverPack {
          id
          databaseId
          runConfiguration {
            id
            gameVersion
            modloader
            modloaderVersion
          }
        }
      }
    }
  }
}
    fragment LinePinned on Line {
  id
  pinned {
    id
  }
}
fragment LineFollowed on Line {
  id
  following {
    address
    channel
    held
    nextLookAt
    problem
    mayChange
  }
}`) as unknown as TypedDocumentString<LineFactsQuery, LineFactsQueryVariables>;
export const PinLineDocument = new TypedDocumentString(`
    mutation PinLine($line: String!, $modPack: ID) {
  pinLine(input: { line: $line, modPack: $modPack }) {
    __typename
    ... on LineChanged {
      line {
        ...LinePinned
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment LinePinned on Line {
  id
  pinned {
    id
  }
}`) as unknown as TypedDocumentString<PinLineMutation, PinLineMutationVariables>;
export const AnalyzeLogDocument = new TypedDocumentString(`
    mutation AnalyzeLog($log: LogInput!, $serverPack: ID) {
  analyzeLog(input: { log: $log, serverPack: $serverPack }) {
    __typename
    ... on LogAnalysis {
      findings {
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
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AnalyzeLogMutation, AnalyzeLogMutationVariables>;
export const MissingFilesDocument = new TypedDocumentString(`
    query MissingFiles($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    waiting {
      for
      until
      files {
        name
        project
        page
        size
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MissingFilesQuery, MissingFilesQueryVariables>;
export const AddMissingFileDocument = new TypedDocumentString(`
    mutation AddMissingFile($modPack: ID!, $file: Upload!) {
  addMissingFiles(input: { modPack: $modPack, files: [$file] }) {
    __typename
    ... on MissingFilesAdded {
      files {
        refusal
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AddMissingFileMutation, AddMissingFileMutationVariables>;
export const ModPackFactsDocument = new TypedDocumentString(`
    query ModPackFacts($number: Int!, $ownerSecret: String) {
  modPack(databaseId: $number) {
    ...RunState
    id
    databaseId
    name
    size
    status
    hidden
    mayChange
    source
    sha256
    createdAt
    downloads
    confirmedWorking
    downloadUrl(ownerSecret: $ownerSecret)
    holdsAccounts
    archiveRemovedAt
    scan {
      quarantined
    }
    line {
      id
      name
    }
    title
    iconUrl
    renamed
    manifest {
      kind
      name
      version
      gameVersion
      modloader
      modloaderVersion
    }
    mods(first: 0) {
      totalCount
    }
    runs(last: 1) {
      nodes {
        id
      }
    }
    serverPacks(first: 50, order: { field: DATE_CREATED, direction: DESC }) {
      nodes {
        id
        databaseId
        size
        downloads
        votes {
          up
          down
        }
        createdAt
        runConfiguration {
          gameVersion
          modloader
          modloaderVersion
        }
      }
    }
    warnings(first: 50) {
      nodes {
        code
        message
        entry
      }
    }
  }
}
    fragment RunState on ModPack {
  id
  databaseId
  name
  title
  status
  scan {
    quarantined
  }
  waiting {
    for
    nextTry
  }
  newest: serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
    nodes {
      id
      databaseId
      keptCount
      droppedCount
      downloadUrl
    }
  }
  events(last: 24) {
    nodes {
      id
      kind
      status
      createdAt
      serverPackDatabaseId
      runConfiguration {
        id
        databaseId
      }
      errors {
        code
        message
        entry
      }
    }
  }
}`) as unknown as TypedDocumentString<ModPackFactsQuery, ModPackFactsQueryVariables>;
export const KnownGameVersionsDocument = new TypedDocumentString(`
    query KnownGameVersions {
  gameVersions
}
    `) as unknown as TypedDocumentString<KnownGameVersionsQuery, KnownGameVersionsQueryVariables>;
export const ModPackTableDocument = new TypedDocumentString(`
    query ModPackTable($filter: ModPackFilter, $orderBy: ModPackOrder, $first: Int, $after: String, $last: Int, $before: String) {
  modPacks(
    filter: $filter
    orderBy: $orderBy
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    totalCount
    totalCountIsEstimated
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    nodes {
      id
      databaseId
      name
      title
      iconUrl
      renamed
      manifest {
        gameVersion
        modloader
      }
      size
      status
      scan {
        quarantined
      }
      createdAt
      downloads
      confirmedWorking
      serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
        totalCount
        nodes {
          id
          runConfiguration {
            id
            gameVersion
            modloader
            serverIcon {
              content
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ModPackTableQuery, ModPackTableQueryVariables>;
export const InventoryPageDocument = new TypedDocumentString(`
    query InventoryPage($id: ID!, $after: String) {
  node(id: $id) {
    ... on ModPack {
      mods(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          file
          size
          note
          descriptors {
            format
            side
            certainty
            evidence
            mods {
              modId
              name
              version
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InventoryPageQuery, InventoryPageQueryVariables>;
export const NewestPacksDocument = new TypedDocumentString(`
    query NewestPacks {
  serverPacks(first: 8) {
    nodes {
      id
      databaseId
      size
      createdAt
      modPack {
        id
        databaseId
        name
        title
        iconUrl
      }
      runConfiguration {
        id
        gameVersion
        modloader
        modloaderVersion
        serverIcon {
          content
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NewestPacksQuery, NewestPacksQueryVariables>;
export const CancelRunDocument = new TypedDocumentString(`
    mutation CancelRun($run: ID!) {
  cancelRun(input: { run: $run }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelRunMutation, CancelRunMutationVariables>;
export const RetryModPackDocument = new TypedDocumentString(`
    mutation RetryModPack($modPack: ID!) {
  retryModPack(input: { modPack: $modPack }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RetryModPackMutation, RetryModPackMutationVariables>;
export const ReleaseModPackDocument = new TypedDocumentString(`
    mutation ReleaseModPack($modPack: ID!, $reason: String!) {
  releaseModPack(input: { modPack: $modPack, reason: $reason }) {
    __typename
    ... on ModPackReleased {
      modPack {
        id
        scan {
          quarantined
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseModPackMutation, ReleaseModPackMutationVariables>;
export const UpdateModPackDocument = new TypedDocumentString(`
    mutation UpdateModPack($input: UpdateModPackInput!) {
  updateModPack(input: $input) {
    __typename
    ... on ModPackUpdated {
      modPack {
        id
        name
        title
        renamed
        hidden
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateModPackMutation, UpdateModPackMutationVariables>;
export const DeleteModPackDocument = new TypedDocumentString(`
    mutation DeleteModPack($modPack: ID!, $ownerSecret: String) {
  deleteModPack(input: { modPack: $modPack, ownerSecret: $ownerSecret }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteModPackMutation, DeleteModPackMutationVariables>;
export const FollowProgressDocument = new TypedDocumentString(`
    subscription FollowProgress($modPack: ID!) {
  progress(modPack: $modPack) {
    phase
    bytesDone
    bytesTotal
    entriesDone
    entriesTotal
  }
}
    `) as unknown as TypedDocumentString<FollowProgressSubscription, FollowProgressSubscriptionVariables>;
export const FollowQueuePlaceDocument = new TypedDocumentString(`
    subscription FollowQueuePlace($modPack: ID!) {
  queuePlace(modPack: $modPack) {
    place
    waiting
  }
}
    `) as unknown as TypedDocumentString<FollowQueuePlaceSubscription, FollowQueuePlaceSubscriptionVariables>;
export const FollowModPackDocument = new TypedDocumentString(`
    subscription FollowModPack($id: ID!) {
  modPack(id: $id) {
    ...RunState
  }
}
    fragment RunState on ModPack {
  id
  databaseId
  name
  title
  status
  scan {
    quarantined
  }
  waiting {
    for
    nextTry
  }
  newest: serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
    nodes {
      id
      databaseId
      keptCount
      droppedCount
      downloadUrl
    }
  }
  events(last: 24) {
    nodes {
      id
      kind
      status
      createdAt
      serverPackDatabaseId
      runConfiguration {
        id
        databaseId
      }
      errors {
        code
        message
        entry
      }
    }
  }
}`) as unknown as TypedDocumentString<FollowModPackSubscription, FollowModPackSubscriptionVariables>;
export const PreviewPageDocument = new TypedDocumentString(`
    query PreviewPage($modPack: ID!, $runConfiguration: RunConfigurationInput!, $after: String, $isFirst: Boolean!) {
  previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
    __typename
    ... on ServerPackPreview {
      warnings @include(if: $isFirst) {
        code
        message
        entry
      }
      facts @include(if: $isFirst) {
        number
        date
      }
      javaVersion @include(if: $isFirst)
      newestJavaVersion @include(if: $isFirst)
      fileCount @include(if: $isFirst)
      fileBytes @include(if: $isFirst)
      leftOutCount @include(if: $isFirst)
      leftOutBytes @include(if: $isFirst)
      leftOut @include(if: $isFirst) {
        path
        reason
        files
        bytes
      }
      decisions(first: 1000, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          file
          kept
          reason
          certainty
          evidence
        }
      }
    }
    ... on InvalidInputError {
      field
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewPageQuery, PreviewPageQueryVariables>;
export const GenerateDocument = new TypedDocumentString(`
    mutation Generate($input: GenerateServerPackInput!) {
  generateServerPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        databaseId
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
}
    `) as unknown as TypedDocumentString<GenerateMutation, GenerateMutationVariables>;
export const ModPackToPreviewDocument = new TypedDocumentString(`
    query ModPackToPreview($number: Int!, $run: Int!, $hasRun: Boolean!) {
  modPack(databaseId: $number) {
    id
    databaseId
    name
    status
    title
    manifest {
      gameVersion
      modloader
      modloaderVersion
    }
    mods(first: 0) {
      totalCount
    }
    runConfigurations(last: 1) {
      nodes {
        ...WholeRunConfiguration
      }
    }
  }
  runConfiguration(databaseId: $run) @include(if: $hasRun) {
    ...WholeRunConfiguration
  }
}
    fragment WholeRunConfiguration on RunConfiguration {
  id
  databaseId
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
}`) as unknown as TypedDocumentString<ModPackToPreviewQuery, ModPackToPreviewQueryVariables>;
export const BootServerPackDocument = new TypedDocumentString(`
    mutation BootServerPack($serverPack: ID!) {
  bootServerPack(input: { serverPack: $serverPack, repair: true }) {
    __typename
    ... on BootQueued {
      serverPack {
        id
        boot {
          ...WholeBoot
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment WholeBoot on Boot {
  state
  phase
  outcome
  seconds
  peakMemory
  java
  repairs {
    dropped
    finding {
      cause
      message
    }
  }
  findings {
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
}`) as unknown as TypedDocumentString<BootServerPackMutation, BootServerPackMutationVariables>;
export const ComparisonDocument = new TypedDocumentString(`
    query Comparison($first: Int, $second: Int!) {
  compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {
    __typename
    ... on ServerPackComparison {
      first {
        ...ComparedPack
      }
      second {
        ...ComparedPack
      }
      settings {
        setting
        first
        second
      }
      acts {
        kind
        java
        mod
      }
      modCounts {
        updated
        added
        removed
        renamed
      }
    }
  }
}
    fragment ComparedPack on ServerPack {
  id
  databaseId
  modPack {
    id
    title
  }
}`) as unknown as TypedDocumentString<ComparisonQuery, ComparisonQueryVariables>;
export const ComparedModsDocument = new TypedDocumentString(`
    query ComparedMods($first: Int!, $second: Int!, $after: String) {
  compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {
    __typename
    ... on ServerPackComparison {
      mods(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          change
          name
          first {
            file
            version
          }
          second {
            file
            version
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComparedModsQuery, ComparedModsQueryVariables>;
export const ComparedFilesDocument = new TypedDocumentString(`
    query ComparedFiles($first: Int!, $second: Int!, $after: String, $before: String, $number: Int, $last: Int) {
  compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {
    __typename
    ... on ServerPackComparison {
      files(first: $number, after: $after, last: $last, before: $before) {
        totalCount
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
        nodes {
          change
          path
          formerPath
          text
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComparedFilesQuery, ComparedFilesQueryVariables>;
export const FoundServerPacksDocument = new TypedDocumentString(`
    query FoundServerPacks($name: String) {
  serverPacks(first: 20, filter: { nameContains: $name }) {
    nodes {
      id
      databaseId
      modPack {
        title
      }
      runConfiguration {
        gameVersion
        modloader
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FoundServerPacksQuery, FoundServerPacksQueryVariables>;
export const DeleteServerPackDocument = new TypedDocumentString(`
    mutation DeleteServerPack($serverPack: ID!) {
  deleteServerPack(input: { serverPack: $serverPack }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteServerPackMutation, DeleteServerPackMutationVariables>;
export const ServerPackFactsDocument = new TypedDocumentString(`
    query ServerPackFacts($number: Int!) {
  serverPack(databaseId: $number) {
    id
    databaseId
    size
    sha256
    downloads
    votes {
      up
      down
    }
    createdAt
    downloadUrl
    keptCount
    droppedCount
    factsChanged
    howToRun
    boot {
      ...WholeBoot
    }
    warnings {
      code
      message
      entry
      tellsOfLeftOut
    }
    modPack {
      id
      databaseId
      name
      title
      iconUrl
      scan {
        quarantined
      }
    }
    runConfiguration {
      ...WholeRunConfiguration
    }
  }
}
    fragment WholeRunConfiguration on RunConfiguration {
  id
  databaseId
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
fragment WholeBoot on Boot {
  state
  phase
  outcome
  seconds
  peakMemory
  java
  repairs {
    dropped
    finding {
      cause
      message
    }
  }
  findings {
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
}`) as unknown as TypedDocumentString<ServerPackFactsQuery, ServerPackFactsQueryVariables>;
export const HostFilesDocument = new TypedDocumentString(`
    query HostFiles($number: Int!) {
  serverPack(databaseId: $number) {
    hostFiles {
      kind
      name
      text
      url
    }
  }
}
    `) as unknown as TypedDocumentString<HostFilesQuery, HostFilesQueryVariables>;
export const DecisionPageDocument = new TypedDocumentString(`
    query DecisionPage($id: ID!, $after: String) {
  node(id: $id) {
    ... on ServerPack {
      decisions(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          file
          kept
          reason
          certainty
          evidence
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DecisionPageQuery, DecisionPageQueryVariables>;
export const CastVoteDocument = new TypedDocumentString(`
    mutation CastVote($serverPack: ID!, $vote: Vote!) {
  voteServerPack(input: { serverPack: $serverPack, vote: $vote }) {
    __typename
    ... on VoteCounted {
      serverPack {
        id
        votes {
          up
          down
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CastVoteMutation, CastVoteMutationVariables>;
export const StatisticsOfDocument = new TypedDocumentString(`
    query StatisticsOf($last: Int!) {
  statistics {
    days(last: $last) {
      date
      uploads
      downloads
    }
    runDays(last: $last) {
      date
      generated
      failed
      cancelled
      medianSeconds
    }
    storageDays(last: $last) {
      date
      bytes
    }
    storage {
      bytes
      files
    }
    modPacksByStatus {
      status
      count
    }
    serverPacksByModloader(last: $last) {
      modloader
      count
    }
    serverPacksByGameVersion(last: $last) {
      gameVersion
      count
    }
  }
}
    `) as unknown as TypedDocumentString<StatisticsOfQuery, StatisticsOfQueryVariables>;
export const ImportByLinkDocument = new TypedDocumentString(`
    mutation ImportByLink($url: String!, $runConfiguration: RunConfigurationInput!) {
  importModPack(
    input: { pack: { url: $url }, runConfiguration: $runConfiguration }
  ) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      ownerSecret
    }
    ... on DuplicateModPackError {
      existing {
        ...StoredModPack
      }
    }
    ... on InvalidInputError {
      field
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment StoredModPack on ModPack {
  id
  databaseId
  scan {
    quarantined
  }
  serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
    nodes {
      id
      downloadUrl
    }
  }
}`) as unknown as TypedDocumentString<ImportByLinkMutation, ImportByLinkMutationVariables>;
export const ModPackIdDocument = new TypedDocumentString(`
    query ModPackId($number: Int!) {
  modPack(databaseId: $number) {
    id
    databaseId
  }
}
    `) as unknown as TypedDocumentString<ModPackIdQuery, ModPackIdQueryVariables>;
export const SubmitUploadDocument = new TypedDocumentString(`
    mutation SubmitUpload($input: UploadModPackInput!) {
  uploadModPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      ownerSecret
    }
    ... on DuplicateModPackError {
      existing {
        ...StoredModPack
      }
    }
    ... on InvalidInputError {
      field
    }
    ... on Error {
      code
      message
    }
  }
}
    fragment StoredModPack on ModPack {
  id
  databaseId
  scan {
    quarantined
  }
  serverPacks(first: 1, order: { field: DATE_CREATED, direction: DESC }) {
    nodes {
      id
      downloadUrl
    }
  }
}`) as unknown as TypedDocumentString<SubmitUploadMutation, SubmitUploadMutationVariables>;
export const VersionSuggestionsDocument = new TypedDocumentString(`
    query VersionSuggestions {
  gameVersions
  modloaders
  runConfigurations(first: 100) {
    nodes {
      gameVersion
      modloader
      modloaderVersion
    }
  }
}
    `) as unknown as TypedDocumentString<VersionSuggestionsQuery, VersionSuggestionsQueryVariables>;
export const ListedVersionsDocument = new TypedDocumentString(`
    query ListedVersions($modloader: Modloader!, $gameVersion: String) {
  all: listedVersions(modloader: $modloader) {
    gameVersions
  }
  fitting: listedVersions(modloader: $modloader, gameVersion: $gameVersion) {
    modloaderVersions
  }
}
    `) as unknown as TypedDocumentString<ListedVersionsQuery, ListedVersionsQueryVariables>;