/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../client/gql/schema.ts';

import { operationsOf } from '../../client/gateway/operation.ts';
export type AddModFileMutationVariables = Exact<{
  input: Types.AddModFileInput;
}>;


export type AddModFileMutation = { addModFile:
    | { __typename: 'ModFileAdded', entry: string }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ComparisonQueryVariables = Exact<{
  first?: Types.ServerPackBy | null | undefined;
  second: number;
}>;


export type ComparisonQuery = { compareServerPacks:
    | { __typename: 'ServerPackComparison', markdown: string, first: { databaseId: number }, settings: Array<{ name: string, first: string, second: string }>, acts: Array<{ kind: Types.OwnerActKind, message: string, java: number | null, mod: string | null }> }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ComparedModsQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
}>;


export type ComparedModsQuery = { compareServerPacks:
    | { mods: { nodes: Array<{ change: Types.Change, name: string, modId: string | null, isByRequest: boolean, firstFile: string | null, firstVersion: string | null, secondFile: string | null, secondVersion: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { code: Types.ErrorCode, message: string }
   };

export type ComparedFilesQueryVariables = Exact<{
  first: number;
  second: number;
  after?: string | null | undefined;
}>;


export type ComparedFilesQuery = { compareServerPacks:
    | { files: { nodes: Array<{ change: Types.Change, path: string, formerPath: string | null, firstSize: number | null, secondSize: number | null, text: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { code: Types.ErrorCode, message: string }
   };

export type ServerPackFileQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackFileQuery = { serverPack: { downloadUrl: string, sha256: string, size: number, modPack: { name: string, title: string }, run: { configuration: { format: Types.ServerPackFormat } } } | null };

export type ModPackFileQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackFileQuery = { modPack: { downloadUrl: string, sha256: string, size: number, name: string } | null };

export type SaveDropListMutationVariables = Exact<{
  input: Types.SaveDropListInput;
}>;


export type SaveDropListMutation = { saveDropList:
    | { __typename: 'DropList', name: string, isDefault: boolean, version: { number: number } | null }
    | { __typename: 'UserError', message: string }
   };

export type StepFragment = { id: string, databaseId: number, status: Types.Status, isFinal: boolean, message: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, timestamp: string, run: { databaseId: number }, errors: Array<{ code: string, entry: string | null, link: string | null, error: string }> };

export type StepsOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type StepsOfRunQuery = { events: { nodes: Array<{ id: string, databaseId: number, status: Types.Status, isFinal: boolean, message: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, timestamp: string, run: { databaseId: number }, errors: Array<{ code: string, entry: string | null, link: string | null, error: string }> }> } };

export type LaterStepsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: Types.PackEventFilter | null | undefined;
}>;


export type LaterStepsSubscription = { events: { id: string, databaseId: number, status: Types.Status, isFinal: boolean, message: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, timestamp: string, run: { databaseId: number }, errors: Array<{ code: string, entry: string | null, link: string | null, error: string }> } };

export type ProgressOfSubscriptionVariables = Exact<{
  runConfiguration: number;
}>;


export type ProgressOfSubscription = { run: { progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number } | null } };

export type FinishedServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type FinishedServerPackQuery = { serverPack: { databaseId: number, size: number, sha256: string, keptCount: number, droppedCount: number, downloadUrl: string, modPack: { title: string, name: string, renamed: boolean }, warnings: Array<{ code: string, entry: string | null, error: string }> } | null };

export type HostFilesQueryVariables = Exact<{
  databaseId: number;
}>;


export type HostFilesQuery = { serverPack: { hostFiles: Array<{ kind: Types.HostFileKind, name: string, text: string, url: string | null }> } | null };

export type LineRowFragment = { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null };

export type LinesQueryVariables = Exact<{
  first: number;
}>;


export type LinesQuery = { lines: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null }> } };

export type LineByNameQueryVariables = Exact<{
  name: string;
  first: number;
}>;


export type LineByNameQuery = { line: { name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, versions: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ databaseId: number, title: string, name: string, status: Types.Status, createdAt: string, withdrawnAt: string | null, offeredServerPack: { databaseId: number, javaVersion: number | null, downloads: number, confirmedWorking: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } } | null }> }, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null } | null };

export type FollowLineMutationVariables = Exact<{
  input: Types.FollowLineInput;
}>;


export type FollowLineMutation = { followLine:
    | { __typename: 'Line', name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null }
    | { __typename: 'UserError', message: string }
   };

export type UpdateLineFollowingMutationVariables = Exact<{
  input: Types.UpdateLineFollowingInput;
}>;


export type UpdateLineFollowingMutation = { updateLineFollowing:
    | { __typename: 'Line', name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null }
    | { __typename: 'UserError', message: string }
   };

export type UnfollowLineMutationVariables = Exact<{
  input: Types.LineInput;
}>;


export type UnfollowLineMutation = { unfollowLine:
    | { __typename: 'Line', name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null }
    | { __typename: 'UserError', message: string }
   };

export type PinLineMutationVariables = Exact<{
  input: Types.PinLineInput;
}>;


export type PinLineMutation = { pinLine:
    | { __typename: 'Line', name: string, platform: Types.ModPackSource | null, projectID: string | null, modloader: Types.Modloader | null, downloads: number, confirmedWorking: number, createdAt: string, pinned: { databaseId: number } | null, latest: { databaseId: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } }, modPack: { databaseId: number, title: string, name: string } } | null, following: { address: string | null, channel: Types.ReleaseChannel, held: boolean, lookedAt: string | null, nextLookAt: string | null, problem: string | null } | null }
    | { __typename: 'UserError', message: string }
   };

export type ModPacksQueryVariables = Exact<{
  first: number;
  filter?: Types.ModPackFilter | null | undefined;
}>;


export type ModPacksQuery = { modPacks: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ databaseId: number, name: string, title: string, status: Types.Status, size: number, sha256: string, source: Types.ModPackSource, dateCreated: string, scan: { quarantined: boolean, findings: Array<{ entry: string, signature: string }> } | null, serverPacks: { nodes: Array<{ databaseId: number, downloads: number, confirmedWorking: number, run: { configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } }> } }> } };

export type MissingFilesOfQueryVariables = Exact<{
  databaseId: number;
}>;


export type MissingFilesOfQuery = { modPack: { id: string, runs: { nodes: Array<{ waiting: { for: Types.WaitingFor, nextTry: string, until: string, files: Array<{ name: string, page: string }> } | null }> } } | null };

export type AddMissingFileMutationVariables = Exact<{
  input: Types.AddMissingFilesInput;
}>;


export type AddMissingFileMutation = { addMissingFiles:
    | { __typename: 'MissingFilesAdded', files: Array<{ name: string, path: string | null, refusal: string | null }> }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type UpdateModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type UpdateModPackMutation = { updateModPack:
    | { __typename: 'ModPack', databaseId: number, title: string, name: string, renamed: boolean, hidden: boolean }
    | { __typename: 'UserError', message: string }
   };

export type DeleteModPackMutationVariables = Exact<{
  input: Types.DeleteModPackInput;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', message: string }
   };

export type ModPackToPreviewQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string, startArgs: Array<string>, recommendedMemory: number | null } | null };

export type PreviewQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: Types.RunConfigurationInput;
  filter?: Types.ModDecisionFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type PreviewQuery = { previewServerPack:
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, keptModBytes: number, fileCount: number, fileBytes: number, leftOutCount: number, leftOutBytes: number, javaVersion: number | null, newestJavaVersion: number | null, leftOut: Array<{ path: string, files: number, bytes: number, reason: Types.LeftOutReason }>, warnings: Array<{ code: string, entry: string | null, error: string }>, decisions: { nodes: Array<{ file: string, kept: boolean, reason: Types.DecisionReason, certainty: Types.Certainty, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type ReleaseModPackMutationVariables = Exact<{
  modPack: string | number;
  reason: string;
}>;


export type ReleaseModPackMutation = { releaseModPack:
    | { __typename: 'ModPack', title: string, name: string, renamed: boolean }
    | { __typename: 'UserError', message: string }
   };

export type ReachQueryVariables = Exact<{ [key: string]: never; }>;


export type ReachQuery = { __typename: 'Query' };

export type RunOfFragment = { ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, run: { databaseId: number } };

type StartOfRun_RunStarted_Fragment = { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, run: { databaseId: number } };

type StartOfRun_UserError_Fragment = { __typename: 'UserError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null };

export type StartOfRunFragment =
  | StartOfRun_RunStarted_Fragment
  | StartOfRun_UserError_Fragment
;

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
   };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
   };

export type ImportModPackMutationVariables = Exact<{
  input: Types.ImportModPackInput;
}>;


export type ImportModPackMutation = { importModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean }, run: { databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, existing: { databaseId: number } | null }
   };

export type ModPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackByNumberQuery = { modPack: { id: string } | null };

export type NewestRunQueryVariables = Exact<{
  databaseId: number;
}>;


export type NewestRunQuery = { modPack: { id: string, databaseId: number, title: string, name: string, renamed: boolean, runs: { nodes: Array<{ databaseId: number }> } } | null };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { events: { nodes: Array<{ id: string }> } };

export type WebhookRowFragment = { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string };

export type DeliveryRowFragment = { id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { administration: { webhooks: Array<{ id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string }> } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  first: number;
  filter: Types.WebhookDeliveryFilter;
}>;


export type WebhookDeliveriesQuery = { administration: { webhookDeliveries: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null }> } } | null };

export type WebhookDeliveryQueryVariables = Exact<{
  databaseId: number;
}>;


export type WebhookDeliveryQuery = { administration: { webhookDelivery: { id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null } | null } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: Types.CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { __typename: 'UserError', message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string } }
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: Types.UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'UserError', message: string }
    | { __typename: 'Webhook', id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: Types.WebhookInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'UserError', message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, dateCreated: string } }
   };

export type DeleteWebhookMutationVariables = Exact<{
  input: Types.WebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'Deleted' }
    | { __typename: 'UserError', message: string }
   };

export type TestWebhookMutationVariables = Exact<{
  input: Types.WebhookInput;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'UserError', message: string }
    | { __typename: 'WebhookDelivery', id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null }
   };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  input: Types.WebhookDeliveryInput;
}>;


export type ResendWebhookDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'UserError', message: string }
    | { __typename: 'WebhookDelivery', id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, responseStatus: number | null, failure: string | null, lastAttempt: string | null, dateCreated: string, webhook: { databaseId: number } | null }
   };

export const graphql = operationsOf<{
  AddModFile: [AddModFileMutation, AddModFileMutationVariables];
  Comparison: [ComparisonQuery, ComparisonQueryVariables];
  ComparedMods: [ComparedModsQuery, ComparedModsQueryVariables];
  ComparedFiles: [ComparedFilesQuery, ComparedFilesQueryVariables];
  ServerPackFile: [ServerPackFileQuery, ServerPackFileQueryVariables];
  ModPackFile: [ModPackFileQuery, ModPackFileQueryVariables];
  SaveDropList: [SaveDropListMutation, SaveDropListMutationVariables];
  Step: [StepFragment, unknown];
  StepsOfRun: [StepsOfRunQuery, StepsOfRunQueryVariables];
  LaterSteps: [LaterStepsSubscription, LaterStepsSubscriptionVariables];
  ProgressOf: [ProgressOfSubscription, ProgressOfSubscriptionVariables];
  FinishedServerPack: [FinishedServerPackQuery, FinishedServerPackQueryVariables];
  HostFiles: [HostFilesQuery, HostFilesQueryVariables];
  LineRow: [LineRowFragment, unknown];
  Lines: [LinesQuery, LinesQueryVariables];
  LineByName: [LineByNameQuery, LineByNameQueryVariables];
  FollowLine: [FollowLineMutation, FollowLineMutationVariables];
  UpdateLineFollowing: [UpdateLineFollowingMutation, UpdateLineFollowingMutationVariables];
  UnfollowLine: [UnfollowLineMutation, UnfollowLineMutationVariables];
  PinLine: [PinLineMutation, PinLineMutationVariables];
  ModPacks: [ModPacksQuery, ModPacksQueryVariables];
  MissingFilesOf: [MissingFilesOfQuery, MissingFilesOfQueryVariables];
  AddMissingFile: [AddMissingFileMutation, AddMissingFileMutationVariables];
  UpdateModPack: [UpdateModPackMutation, UpdateModPackMutationVariables];
  DeleteModPack: [DeleteModPackMutation, DeleteModPackMutationVariables];
  ModPackToPreview: [ModPackToPreviewQuery, ModPackToPreviewQueryVariables];
  Preview: [PreviewQuery, PreviewQueryVariables];
  ReleaseModPack: [ReleaseModPackMutation, ReleaseModPackMutationVariables];
  Reach: [ReachQuery, ReachQueryVariables];
  RunOf: [RunOfFragment, unknown];
  StartOfRun: [StartOfRunFragment, unknown];
  UploadModPack: [UploadModPackMutation, UploadModPackMutationVariables];
  GenerateServerPack: [GenerateServerPackMutation, GenerateServerPackMutationVariables];
  ImportModPack: [ImportModPackMutation, ImportModPackMutationVariables];
  ModPackByNumber: [ModPackByNumberQuery, ModPackByNumberQueryVariables];
  NewestRun: [NewestRunQuery, NewestRunQueryVariables];
  NewestEvent: [NewestEventQuery, NewestEventQueryVariables];
  WebhookRow: [WebhookRowFragment, unknown];
  DeliveryRow: [DeliveryRowFragment, unknown];
  Webhooks: [WebhooksQuery, WebhooksQueryVariables];
  WebhookDeliveries: [WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables];
  WebhookDelivery: [WebhookDeliveryQuery, WebhookDeliveryQueryVariables];
  CreateWebhook: [CreateWebhookMutation, CreateWebhookMutationVariables];
  UpdateWebhook: [UpdateWebhookMutation, UpdateWebhookMutationVariables];
  RotateWebhookSecret: [RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables];
  DeleteWebhook: [DeleteWebhookMutation, DeleteWebhookMutationVariables];
  TestWebhook: [TestWebhookMutation, TestWebhookMutationVariables];
  ResendWebhookDelivery: [ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables];
}>();
