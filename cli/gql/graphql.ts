/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../client/gql/schema.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComparisonQueryVariables = Exact<{
  first?: number | null | undefined;
  second: number;
}>;


export type ComparisonQuery = { compareServerPacks:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'ServerPackComparison', markdown: string, first: { databaseId: number }, settings: Array<{ setting: Types.ComparedSetting, first: string, second: string }>, acts: Array<{ kind: Types.OwnerActKind, message: string, java: number | null, mod: string | null }> }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ComparedModsQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
}>;


export type ComparedModsQuery = { compareServerPacks:
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { mods: { nodes: Array<{ change: Types.Change, name: string, modId: string | null, first: { file: string, version: string | null } | null, second: { file: string, version: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { code: Types.ErrorCode, message: string }
   };

export type ComparedFilesQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
}>;


export type ComparedFilesQuery = { compareServerPacks:
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { code: Types.ErrorCode, message: string }
    | { files: { nodes: Array<{ change: Types.Change, path: string, formerPath: string | null, firstSize: number | null, secondSize: number | null, text: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { code: Types.ErrorCode, message: string }
   };

export type ServerPackFileQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackFileQuery = { serverPack: { downloadUrl: string, sha256: string, size: number, modPack: { name: string }, runConfiguration: { format: Types.ServerPackFormat } } | null };

export type ModPackFileQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackFileQuery = { modPack: { downloadUrl: string, sha256: string, size: number, name: string } | null };

export type StepFragment = { id: string, databaseId: number, status: Types.Status, isFinal: boolean, message: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, timestamp: string, runConfiguration: { databaseId: number }, errors: Array<{ code: string, entry: string | null, error: string }> };

export type StepsOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type StepsOfRunQuery = { events: { nodes: Array<{ id: string, databaseId: number, status: Types.Status, isFinal: boolean, message: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, timestamp: string, runConfiguration: { databaseId: number }, errors: Array<{ code: string, entry: string | null, error: string }> }> } };

export type LaterStepsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: Types.EventFilter | null | undefined;
}>;


export type LaterStepsSubscription = { events: { id: string, databaseId: number, status: Types.Status, isFinal: boolean, message: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, timestamp: string, runConfiguration: { databaseId: number }, errors: Array<{ code: string, entry: string | null, error: string }> } };

export type ProgressOfSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type ProgressOfSubscription = { progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number } };

export type FinishedServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type FinishedServerPackQuery = { serverPack: { databaseId: number, size: number, sha256: string, keptCount: number, droppedCount: number, downloadUrl: string, modPack: { title: string, name: string, renamed: boolean }, warnings: Array<{ code: string, entry: string | null, error: string }> } | null };

export type HostFilesQueryVariables = Exact<{
  databaseId: number;
}>;


export type HostFilesQuery = { serverPack: { hostFiles: Array<{ kind: Types.HostFileKind, name: string, text: string, url: string | null }> } | null };

export type LineRowFragment = { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null };

export type LinesQueryVariables = Exact<{
  first: number;
}>;


export type LinesQuery = { lines: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null }> } };

export type LineByNameQueryVariables = Exact<{
  name: string;
  first: number;
}>;


export type LineByNameQuery = { line: { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, versions: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ withdrawnAt: string | null, javaVersion: number | null, modPack: { databaseId: number, title: string, name: string, status: Types.Status, createdAt: string }, serverPack: { databaseId: number, downloads: number, confirmedWorking: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } | null }> }, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null } | null };

export type FollowLineMutationVariables = Exact<{
  input: Types.FollowLineInput;
}>;


export type FollowLineMutation = { followLine:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'LineChanged', line: { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null } }
    | { __typename: 'NotFetchedError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type ChangeLineFollowingMutationVariables = Exact<{
  input: Types.ChangeLineFollowingInput;
}>;


export type ChangeLineFollowingMutation = { changeLineFollowing:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'LineChanged', line: { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null } }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type UnfollowLineMutationVariables = Exact<{
  input: Types.UnfollowLineInput;
}>;


export type UnfollowLineMutation = { unfollowLine:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'LineChanged', line: { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null } }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type PinLineMutationVariables = Exact<{
  input: Types.PinLineInput;
}>;


export type PinLineMutation = { pinLine:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'LineChanged', line: { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null } }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type ModPacksQueryVariables = Exact<{
  first: number;
  filter?: Types.ModPackFilter | null | undefined;
}>;


export type ModPacksQuery = { modPacks: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ databaseId: number, name: string, title: string, status: Types.Status, size: number, sha256: string, source: Types.ModPackSource, dateCreated: string, scan: { quarantined: boolean, findings: Array<{ entry: string, signature: string }> } | null, serverPacks: { nodes: Array<{ databaseId: number, downloads: number, confirmedWorking: number, runConfiguration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }> } }> } };

export type MissingFilesOfQueryVariables = Exact<{
  databaseId: number;
}>;


export type MissingFilesOfQuery = { modPack: { id: string, waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null } | null };

export type AddMissingFileMutationVariables = Exact<{
  input: Types.AddMissingFilesInput;
}>;


export type AddMissingFileMutation = { addMissingFiles:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'MissingFilesAdded', files: Array<{ name: string, path: string | null, refusal: string | null }> }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type UpdateModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type UpdateModPackMutation = { updateModPack:
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'ModPackUpdated', modPack: { databaseId: number, title: string, name: string, renamed: boolean, hidden: boolean } }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type DeleteModPackMutationVariables = Exact<{
  input: Types.DeleteModPackInput;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type ModPackToPreviewQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string } | null };

export type PreviewQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: Types.RunConfigurationInput;
  filter?: Types.ModDecisionFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type PreviewQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, keptModBytes: number, fileCount: number, fileBytes: number, leftOutCount: number, leftOutBytes: number, javaVersion: number | null, newestJavaVersion: number | null, leftOut: Array<{ path: string, files: number, bytes: number, reason: Types.LeftOutReason }>, warnings: Array<{ code: string, entry: string | null, error: string }>, decisions: { nodes: Array<{ file: string, kept: boolean, reason: Types.DecisionReason, certainty: Types.Certainty, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ReleaseModPackMutationVariables = Exact<{
  modPack: string | number;
  reason: string;
}>;


export type ReleaseModPackMutation = { releaseModPack:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'ModPackReleased', modPack: { title: string, name: string, renamed: boolean } }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type ReachQueryVariables = Exact<{ [key: string]: never; }>;


export type ReachQuery = { __typename: 'Query' };

export type RunOfFragment = { ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, runConfiguration: { databaseId: number } };

type StartOfRun_ConflictError_Fragment = { __typename: 'ConflictError', code: Types.ErrorCode, message: string };

type StartOfRun_DuplicateModPackError_Fragment = { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null };

type StartOfRun_ForbiddenError_Fragment = { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string };

type StartOfRun_InvalidInputError_Fragment = { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string };

type StartOfRun_NotFoundError_Fragment = { __typename: 'NotFoundError', code: Types.ErrorCode, message: string };

type StartOfRun_RunStarted_Fragment = { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, runConfiguration: { databaseId: number } };

type StartOfRun_UnavailableError_Fragment = { __typename: 'UnavailableError', code: Types.ErrorCode, message: string };

export type StartOfRunFragment =
  | StartOfRun_ConflictError_Fragment
  | StartOfRun_DuplicateModPackError_Fragment
  | StartOfRun_ForbiddenError_Fragment
  | StartOfRun_InvalidInputError_Fragment
  | StartOfRun_NotFoundError_Fragment
  | StartOfRun_RunStarted_Fragment
  | StartOfRun_UnavailableError_Fragment
;

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: Types.ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: Types.ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: Types.ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: Types.ErrorCode, message: string }
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
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
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: Types.ErrorCode, message: string }
   };

export type ModPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackByNumberQuery = { modPack: { id: string } | null };

export type NewestRunQueryVariables = Exact<{
  databaseId: number;
}>;


export type NewestRunQuery = { modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { events: { nodes: Array<{ id: string }> } };

export type WebhookRowFragment = { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string };

export type DeliveryRowFragment = { id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null };

export type WebhooksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { administration: { webhooks: { nodes: Array<{ id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  first: number;
  filter: Types.WebhookDeliveryFilter;
}>;


export type WebhookDeliveriesQuery = { administration: { webhookDeliveries: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null }> } } | null };

export type RegisterWebhookMutationVariables = Exact<{
  input: Types.RegisterWebhookInput;
}>;


export type RegisterWebhookMutation = { registerWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string } }
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: Types.UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
    | { __typename: 'WebhookUpdated', webhook: { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string } }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: Types.RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string } }
   };

export type DeleteWebhookMutationVariables = Exact<{
  input: Types.DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
   };

export type TestWebhookMutationVariables = Exact<{
  input: Types.TestWebhookInput;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null } }
   };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  input: Types.ResendWebhookDeliveryInput;
}>;


export type ResendWebhookDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnavailableError', message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null } }
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
export const StepFragmentDoc = new TypedDocumentString(`
    fragment Step on Event {
  id
  databaseId
  status
  isFinal
  message
  timestamp: createdAt
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    code
    error: message
    entry
  }
}
    `, {"fragmentName":"Step"}) as unknown as TypedDocumentString<StepFragment, unknown>;
export const LineRowFragmentDoc = new TypedDocumentString(`
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}
    `, {"fragmentName":"LineRow"}) as unknown as TypedDocumentString<LineRowFragment, unknown>;
export const RunOfFragmentDoc = new TypedDocumentString(`
    fragment RunOf on RunStarted {
  modPack {
    id
    databaseId
    title
    name
    renamed
  }
  runConfiguration {
    databaseId
  }
  ownerSecret
}
    `, {"fragmentName":"RunOf"}) as unknown as TypedDocumentString<RunOfFragment, unknown>;
export const StartOfRunFragmentDoc = new TypedDocumentString(`
    fragment StartOfRun on RunResult {
  __typename
  ... on RunStarted {
    ...RunOf
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
    fragment RunOf on RunStarted {
  modPack {
    id
    databaseId
    title
    name
    renamed
  }
  runConfiguration {
    databaseId
  }
  ownerSecret
}`, {"fragmentName":"StartOfRun"}) as unknown as TypedDocumentString<StartOfRunFragment, unknown>;
export const WebhookRowFragmentDoc = new TypedDocumentString(`
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated: createdAt
}
    `, {"fragmentName":"WebhookRow"}) as unknown as TypedDocumentString<WebhookRowFragment, unknown>;
export const DeliveryRowFragmentDoc = new TypedDocumentString(`
    fragment DeliveryRow on WebhookDelivery {
  id
  databaseId
  webhook {
    databaseId
  }
  messageId
  type
  state
  attempts
  lastAttempt: lastAttemptAt
  responseStatus
  failure
  dateCreated: createdAt
}
    `, {"fragmentName":"DeliveryRow"}) as unknown as TypedDocumentString<DeliveryRowFragment, unknown>;
export const ComparisonDocument = new TypedDocumentString(`
    query Comparison($first: Int, $second: Int!) {
  compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {
    __typename
    ... on ServerPackComparison {
      markdown
      first {
        databaseId
      }
      settings {
        setting
        first
        second
      }
      acts {
        kind
        message
        java
        mod
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ComparisonQuery, ComparisonQueryVariables>;
export const ComparedModsDocument = new TypedDocumentString(`
    query ComparedMods($first: Int!, $second: Int!, $after: String) {
  compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {
    ... on ServerPackComparison {
      mods(first: 100, after: $after) {
        nodes {
          change
          name
          modId
          first {
            file
            version
          }
          second {
            file
            version
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ComparedModsQuery, ComparedModsQueryVariables>;
export const ComparedFilesDocument = new TypedDocumentString(`
    query ComparedFiles($first: Int!, $second: Int!, $after: String) {
  compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {
    ... on ServerPackComparison {
      files(first: 100, after: $after) {
        nodes {
          change
          path
          formerPath
          firstSize
          secondSize
          text
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ComparedFilesQuery, ComparedFilesQueryVariables>;
export const ServerPackFileDocument = new TypedDocumentString(`
    query ServerPackFile($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    downloadUrl
    sha256
    size
    modPack {
      name
    }
    runConfiguration {
      format
    }
  }
}
    `) as unknown as TypedDocumentString<ServerPackFileQuery, ServerPackFileQueryVariables>;
export const ModPackFileDocument = new TypedDocumentString(`
    query ModPackFile($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    downloadUrl
    sha256
    size
    name
  }
}
    `) as unknown as TypedDocumentString<ModPackFileQuery, ModPackFileQueryVariables>;
export const StepsOfRunDocument = new TypedDocumentString(`
    query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {
  events(
    filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }
    last: 20
  ) {
    nodes {
      ...Step
    }
  }
}
    fragment Step on Event {
  id
  databaseId
  status
  isFinal
  message
  timestamp: createdAt
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    code
    error: message
    entry
  }
}`) as unknown as TypedDocumentString<StepsOfRunQuery, StepsOfRunQueryVariables>;
export const LaterStepsDocument = new TypedDocumentString(`
    subscription LaterSteps($after: ID, $filter: EventFilter) {
  events(after: $after, filter: $filter) {
    ...Step
  }
}
    fragment Step on Event {
  id
  databaseId
  status
  isFinal
  message
  timestamp: createdAt
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    code
    error: message
    entry
  }
}`) as unknown as TypedDocumentString<LaterStepsSubscription, LaterStepsSubscriptionVariables>;
export const ProgressOfDocument = new TypedDocumentString(`
    subscription ProgressOf($modPack: ID!) {
  progress(modPack: $modPack) {
    phase
    bytesDone
    bytesTotal
  }
}
    `) as unknown as TypedDocumentString<ProgressOfSubscription, ProgressOfSubscriptionVariables>;
export const FinishedServerPackDocument = new TypedDocumentString(`
    query FinishedServerPack($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    databaseId
    size
    sha256
    keptCount
    droppedCount
    downloadUrl
    modPack {
      title
      name
      renamed
    }
    warnings {
      code
      error: message
      entry
    }
  }
}
    `) as unknown as TypedDocumentString<FinishedServerPackQuery, FinishedServerPackQueryVariables>;
export const HostFilesDocument = new TypedDocumentString(`
    query HostFiles($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    hostFiles {
      kind
      name
      text
      url
    }
  }
}
    `) as unknown as TypedDocumentString<HostFilesQuery, HostFilesQueryVariables>;
export const LinesDocument = new TypedDocumentString(`
    query Lines($first: Int!) {
  lines(first: $first) {
    totalCount
    totalCountIsEstimated
    nodes {
      ...LineRow
    }
  }
}
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}`) as unknown as TypedDocumentString<LinesQuery, LinesQueryVariables>;
export const LineByNameDocument = new TypedDocumentString(`
    query LineByName($name: String!, $first: Int!) {
  line(name: $name) {
    ...LineRow
    versions(first: $first) {
      totalCount
      totalCountIsEstimated
      nodes {
        withdrawnAt
        javaVersion
        modPack {
          databaseId
          title
          name
          status
          createdAt
        }
        serverPack {
          databaseId
          downloads
          confirmedWorking
          runConfiguration {
            gameVersion
            modloader
            modloaderVersion
          }
        }
      }
    }
  }
}
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}`) as unknown as TypedDocumentString<LineByNameQuery, LineByNameQueryVariables>;
export const FollowLineDocument = new TypedDocumentString(`
    mutation FollowLine($input: FollowLineInput!) {
  followLine(input: $input) {
    __typename
    ... on LineChanged {
      line {
        ...LineRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}`) as unknown as TypedDocumentString<FollowLineMutation, FollowLineMutationVariables>;
export const ChangeLineFollowingDocument = new TypedDocumentString(`
    mutation ChangeLineFollowing($input: ChangeLineFollowingInput!) {
  changeLineFollowing(input: $input) {
    __typename
    ... on LineChanged {
      line {
        ...LineRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}`) as unknown as TypedDocumentString<ChangeLineFollowingMutation, ChangeLineFollowingMutationVariables>;
export const UnfollowLineDocument = new TypedDocumentString(`
    mutation UnfollowLine($input: UnfollowLineInput!) {
  unfollowLine(input: $input) {
    __typename
    ... on LineChanged {
      line {
        ...LineRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}`) as unknown as TypedDocumentString<UnfollowLineMutation, UnfollowLineMutationVariables>;
export const PinLineDocument = new TypedDocumentString(`
    mutation PinLine($input: PinLineInput!) {
  pinLine(input: $input) {
    __typename
    ... on LineChanged {
      line {
        ...LineRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment LineRow on Line {
  name
  platform
  projectID
  modloader
  downloads
  confirmedWorking
  createdAt
  pinned {
    databaseId
  }
  latest {
    databaseId
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
    }
    modPack {
      databaseId
      title
      name
    }
  }
  following {
    address
    channel
    held
    lookedAt
    nextLookAt
    problem
  }
}`) as unknown as TypedDocumentString<PinLineMutation, PinLineMutationVariables>;
export const ModPacksDocument = new TypedDocumentString(`
    query ModPacks($first: Int!, $filter: ModPackFilter) {
  modPacks(first: $first, filter: $filter) {
    totalCount
    totalCountIsEstimated
    nodes {
      databaseId
      name
      title
      status
      size
      sha256
      source
      dateCreated: createdAt
      scan {
        quarantined
        findings {
          entry
          signature
        }
      }
      serverPacks(last: 10) {
        nodes {
          databaseId
          downloads
          confirmedWorking
          runConfiguration {
            gameVersion
            modloader
            modloaderVersion
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ModPacksQuery, ModPacksQueryVariables>;
export const MissingFilesOfDocument = new TypedDocumentString(`
    query MissingFilesOf($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    waiting {
      for
      nextTry
      until
      files {
        name
        page
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MissingFilesOfQuery, MissingFilesOfQueryVariables>;
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
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AddMissingFileMutation, AddMissingFileMutationVariables>;
export const UpdateModPackDocument = new TypedDocumentString(`
    mutation UpdateModPack($input: UpdateModPackInput!) {
  updateModPack(input: $input) {
    __typename
    ... on ModPackUpdated {
      modPack {
        databaseId
        title
        name
        renamed
        hidden
      }
    }
    ... on Error {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateModPackMutation, UpdateModPackMutationVariables>;
export const DeleteModPackDocument = new TypedDocumentString(`
    mutation DeleteModPack($input: DeleteModPackInput!) {
  deleteModPack(input: $input) {
    __typename
    ... on Error {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteModPackMutation, DeleteModPackMutationVariables>;
export const ModPackToPreviewDocument = new TypedDocumentString(`
    query ModPackToPreview($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ModPackToPreviewQuery, ModPackToPreviewQueryVariables>;
export const PreviewDocument = new TypedDocumentString(`
    query Preview($modPack: ID!, $runConfiguration: RunConfigurationInput!, $filter: ModDecisionFilter, $after: String) {
  previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
    __typename
    ... on ServerPackPreview {
      keptCount
      droppedCount
      keptModBytes
      fileCount
      fileBytes
      leftOutCount
      leftOutBytes
      javaVersion
      newestJavaVersion
      leftOut {
        path
        files
        bytes
        reason
      }
      warnings {
        code
        error: message
        entry
      }
      decisions(filter: $filter, first: 100, after: $after) {
        nodes {
          file
          kept
          reason
          certainty
          evidence
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewQuery, PreviewQueryVariables>;
export const ReleaseModPackDocument = new TypedDocumentString(`
    mutation ReleaseModPack($modPack: ID!, $reason: String!) {
  releaseModPack(input: { modPack: $modPack, reason: $reason }) {
    __typename
    ... on ModPackReleased {
      modPack {
        title
        name
        renamed
      }
    }
    ... on Error {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseModPackMutation, ReleaseModPackMutationVariables>;
export const ReachDocument = new TypedDocumentString(`
    query Reach {
  __typename
}
    `) as unknown as TypedDocumentString<ReachQuery, ReachQueryVariables>;
export const UploadModPackDocument = new TypedDocumentString(`
    mutation UploadModPack($input: UploadModPackInput!) {
  uploadModPack(input: $input) {
    ...StartOfRun
  }
}
    fragment RunOf on RunStarted {
  modPack {
    id
    databaseId
    title
    name
    renamed
  }
  runConfiguration {
    databaseId
  }
  ownerSecret
}
fragment StartOfRun on RunResult {
  __typename
  ... on RunStarted {
    ...RunOf
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
}`) as unknown as TypedDocumentString<UploadModPackMutation, UploadModPackMutationVariables>;
export const GenerateServerPackDocument = new TypedDocumentString(`
    mutation GenerateServerPack($input: GenerateServerPackInput!) {
  generateServerPack(input: $input) {
    ...StartOfRun
  }
}
    fragment RunOf on RunStarted {
  modPack {
    id
    databaseId
    title
    name
    renamed
  }
  runConfiguration {
    databaseId
  }
  ownerSecret
}
fragment StartOfRun on RunResult {
  __typename
  ... on RunStarted {
    ...RunOf
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
}`) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const ImportModPackDocument = new TypedDocumentString(`
    mutation ImportModPack($input: ImportModPackInput!) {
  importModPack(input: $input) {
    __typename
    ... on RunStarted {
      ...RunOf
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
    fragment RunOf on RunStarted {
  modPack {
    id
    databaseId
    title
    name
    renamed
  }
  runConfiguration {
    databaseId
  }
  ownerSecret
}`) as unknown as TypedDocumentString<ImportModPackMutation, ImportModPackMutationVariables>;
export const ModPackByNumberDocument = new TypedDocumentString(`
    query ModPackByNumber($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ModPackByNumberQuery, ModPackByNumberQueryVariables>;
export const NewestRunDocument = new TypedDocumentString(`
    query NewestRun($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    databaseId
    title
    name
    renamed
    runConfigurations(last: 1) {
      nodes {
        databaseId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NewestRunQuery, NewestRunQueryVariables>;
export const NewestEventDocument = new TypedDocumentString(`
    query NewestEvent {
  events(last: 1) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<NewestEventQuery, NewestEventQueryVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks($after: String) {
  administration {
    webhooks(first: 50, after: $after) {
      nodes {
        ...WebhookRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($first: Int!, $filter: WebhookDeliveryFilter!) {
  administration {
    webhookDeliveries(first: $first, filter: $filter) {
      totalCount
      totalCountIsEstimated
      nodes {
        ...DeliveryRow
      }
    }
  }
}
    fragment DeliveryRow on WebhookDelivery {
  id
  databaseId
  webhook {
    databaseId
  }
  messageId
  type
  state
  attempts
  lastAttempt: lastAttemptAt
  responseStatus
  failure
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const RegisterWebhookDocument = new TypedDocumentString(`
    mutation RegisterWebhook($input: RegisterWebhookInput!) {
  registerWebhook(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        ...WebhookRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<RegisterWebhookMutation, RegisterWebhookMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    __typename
    ... on WebhookUpdated {
      webhook {
        ...WebhookRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        ...WebhookRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input) {
    __typename
    ... on Error {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    __typename
    ... on WebhookDeliveryQueued {
      delivery {
        ...DeliveryRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment DeliveryRow on WebhookDelivery {
  id
  databaseId
  webhook {
    databaseId
  }
  messageId
  type
  state
  attempts
  lastAttempt: lastAttemptAt
  responseStatus
  failure
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const ResendWebhookDeliveryDocument = new TypedDocumentString(`
    mutation ResendWebhookDelivery($input: ResendWebhookDeliveryInput!) {
  resendWebhookDelivery(input: $input) {
    __typename
    ... on WebhookDeliveryQueued {
      delivery {
        ...DeliveryRow
      }
    }
    ... on Error {
      message
    }
  }
}
    fragment DeliveryRow on WebhookDelivery {
  id
  databaseId
  webhook {
    databaseId
  }
  messageId
  type
  state
  attempts
  lastAttempt: lastAttemptAt
  responseStatus
  failure
  dateCreated: createdAt
}`) as unknown as TypedDocumentString<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>;