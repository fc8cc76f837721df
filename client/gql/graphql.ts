/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from './schema.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type CancelRunMutationVariables = Exact<{
  input: Types.RunInput;
}>;


export type CancelRunMutation = { cancelRun:
    | { __typename: 'Run', id: string, status: Types.Status, outcome: Types.RunOutcome | null }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type CreateTokenMutationVariables = Exact<{
  input: Types.CreateTokenInput;
}>;


export type CreateTokenMutation = { createToken:
    | { __typename: 'TokenCreated', secret: string, token: { id: string, name: string } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type CreateUploadTicketMutationVariables = Exact<{
  input: Types.CreateUploadTicketInput;
}>;


export type CreateUploadTicketMutation = { createUploadTicket:
    | { __typename: 'UploadTicketCreated', url: string, uploadTicket: { id: string, expiresAt: string } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type CreateWebhookMutationVariables = Exact<{
  input: Types.CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number } }
   };

export type DeleteModPackMutationVariables = Exact<{
  input: Types.DeleteModPackInput;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'Deleted', deletedId: string, databaseId: number }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type DeleteServerPackMutationVariables = Exact<{
  input: Types.ServerPackInput;
}>;


export type DeleteServerPackMutation = { deleteServerPack:
    | { __typename: 'Deleted', deletedId: string, databaseId: number }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type DeleteWebhookMutationVariables = Exact<{
  input: Types.WebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'Deleted', deletedId: string, databaseId: number }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type EventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: Types.PackEventFilter | null | undefined;
}>;


export type EventsSubscription = { events: { id: string, databaseId: number, kind: Types.EventKind, status: Types.Status, isFinal: boolean, createdAt: string, modPackDatabaseId: number, run: { id: string, databaseId: number }, errors: Array<{ code: string, message: string, entry: string | null }>, serverPack: { id: string, databaseId: number, downloadUrl: string } | null } };

export type FailedRunsQueryVariables = Exact<{
  since?: string | null | undefined;
}>;


export type FailedRunsQuery = { runs: { totalCount: number, nodes: Array<{ id: string, databaseId: number, outcome: Types.RunOutcome | null, endedAt: string | null, errors: Array<{ code: string, message: string, mod: string | null }>, modPack: { id: string, title: string }, configuration: { gameVersion: string, modloader: Types.Modloader } }> }, statistics: { days: Array<{ date: string, generated: number, failed: number, cancelled: number, medianSeconds: number | null }> } };

export type GenerateServerPackMutationVariables = Exact<{
  input: Types.GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, run: { id: string, databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { id: string, databaseId: number } | null }
   };

export type HealthQueryVariables = Exact<{ [key: string]: never; }>;


export type HealthQuery = { administration: { freeBytes: number, reserveBytes: number, waitingRuns: number, runningRuns: number, runsWaitingForRoom: number, oldestWaitSeconds: number | null, health: Array<{ name: string, ok: boolean, message: string }> } | null };

export type ImportModPackMutationVariables = Exact<{
  input: Types.ImportModPackInput;
}>;


export type ImportModPackMutation = { importModPack:
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, run: { id: string, databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, reason: string | null, existing: { id: string, databaseId: number } | null }
   };

export type ModPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackQuery = { modPack: { id: string, databaseId: number, name: string, size: number, sha256: string, status: Types.Status, createdAt: string, downloadUrl: string, manifest: { kind: Types.ManifestKind, name: string | null, version: string | null, gameVersion: string | null, modloader: Types.Modloader | null, modloaderVersion: string | null } | null, serverPacks: { totalCount: number, nodes: Array<{ id: string, databaseId: number, size: number, downloadUrl: string, run: { id: string, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } }> } } | null };

export type ModPacksQueryVariables = Exact<{
  filter?: Types.ModPackFilter | null | undefined;
  orderBy?: Types.ModPackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ModPacksQuery = { modPacks: { nodes: Array<{ id: string, databaseId: number, name: string, size: number, status: Types.Status, createdAt: string, downloads: number, confirmedWorking: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PreviewServerPackQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: Types.RunConfigurationInput;
  after?: string | null | undefined;
}>;


export type PreviewServerPackQuery = { previewServerPack:
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, fileCount: number, leftOutCount: number, warnings: Array<{ code: string, message: string, entry: string | null }>, decisions: { nodes: Array<{ file: string, kept: boolean, reason: Types.DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type QueueQueryVariables = Exact<{ [key: string]: never; }>;


export type QueueQuery = { runs: { totalCount: number, nodes: Array<{ id: string, databaseId: number, status: Types.Status, createdAt: string, startedAt: string | null, queuePlace: number | null, progress: { phase: Types.ProgressPhase, bytesDone: number, bytesTotal: number } | null, waiting: { for: Types.WaitingFor, until: string } | null, modPack: { id: string, title: string } }> } };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  input: Types.WebhookDeliveryInput;
}>;


export type ResendWebhookDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookDelivery', id: string, databaseId: number, state: Types.WebhookDeliveryState }
   };

export type RetryModPackMutationVariables = Exact<{
  input: Types.ModPackInput;
}>;


export type RetryModPackMutation = { retryModPack:
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, run: { id: string, databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { id: string, databaseId: number } | null }
   };

export type RetryRunMutationVariables = Exact<{
  input: Types.RunInput;
}>;


export type RetryRunMutation = { retryRun:
    | { __typename: 'RunStarted', run: { id: string, databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type RevokeTokenMutationVariables = Exact<{
  input: Types.TokenInput;
}>;


export type RevokeTokenMutation = { revokeToken:
    | { __typename: 'Token', id: string, name: string }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: Types.WebhookInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number } }
   };

export type RunSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type RunSubscription = { run: { id: string, status: Types.Status, outcome: Types.RunOutcome | null, createdAt: string, startedAt: string | null, endedAt: string | null, errors: Array<{ code: string, message: string, entry: string | null }>, serverPack: { id: string, databaseId: number, downloadUrl: string } | null } };

export type RunsQueryVariables = Exact<{
  filter?: Types.RunFilter | null | undefined;
  orderBy?: Types.DateOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type RunsQuery = { runs: { nodes: Array<{ id: string, databaseId: number, status: Types.Status, outcome: Types.RunOutcome | null, createdAt: string, startedAt: string | null, endedAt: string | null, modPack: { id: string, databaseId: number, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackQuery = { serverPack: { id: string, databaseId: number, size: number, sha256: string, createdAt: string, downloads: number, confirmedWorking: number, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { id: string, databaseId: number, name: string }, run: { id: string, databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> } }, warnings: Array<{ code: string, message: string, entry: string | null }>, decisions: { nodes: Array<{ file: string, reason: Types.DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ServerPacksQueryVariables = Exact<{
  filter?: Types.ServerPackFilter | null | undefined;
  orderBy?: Types.ServerPackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ServerPacksQuery = { serverPacks: { nodes: Array<{ id: string, databaseId: number, size: number, createdAt: string, downloads: number, confirmedWorking: number, downloadUrl: string, modPack: { id: string, databaseId: number, name: string }, run: { id: string, databaseId: number, configuration: { gameVersion: string, modloader: Types.Modloader, modloaderVersion: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TestWebhookMutationVariables = Exact<{
  input: Types.WebhookInput;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'WebhookDelivery', id: string, databaseId: number, state: Types.WebhookDeliveryState }
   };

export type TokensQueryVariables = Exact<{ [key: string]: never; }>;


export type TokensQuery = { administration: { tokens: Array<{ id: string, name: string, role: Types.Role, quota: number | null, stored: number, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }> } | null };

export type UpdateModPackMutationVariables = Exact<{
  input: Types.UpdateModPackInput;
}>;


export type UpdateModPackMutation = { updateModPack:
    | { __typename: 'ModPack', id: string, databaseId: number, name: string, hidden: boolean }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: Types.UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
    | { __typename: 'Webhook', id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean }
   };

export type UploadModPackMutationVariables = Exact<{
  input: Types.UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'RunStarted', ownerSecret: string | null, modPack: { id: string, databaseId: number }, run: { id: string, databaseId: number } }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string, field: string | null, existing: { id: string, databaseId: number } | null }
   };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { name: string, role: Types.Role | null, permissions: Array<Types.Permission>, expiresAt: string | null, quota: number | null, stored: number | null } };

export type VoteServerPackMutationVariables = Exact<{
  input: Types.VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ServerPack', id: string, confirmedWorking: number }
    | { __typename: 'UserError', code: Types.ErrorCode, message: string }
   };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter?: Types.WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { administration: { webhookDeliveries: { nodes: Array<{ id: string, databaseId: number, messageId: string, type: string, state: Types.WebhookDeliveryState, attempts: number, lastAttemptAt: string | null, responseStatus: number | null, failure: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { administration: { webhooks: Array<{ id: string, databaseId: number, url: string, format: Types.WebhookFormat, statuses: Array<Types.Status>, enabled: boolean, createdAt: string }> } | null };

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

export const CancelRunDocument = new TypedDocumentString(`
    mutation CancelRun($input: RunInput!) {
  cancelRun(input: $input) {
    __typename
    ... on Run {
      id
      status
      outcome
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelRunMutation, CancelRunMutationVariables>;
export const CreateTokenDocument = new TypedDocumentString(`
    mutation CreateToken($input: CreateTokenInput!) {
  createToken(input: $input) {
    __typename
    ... on TokenCreated {
      secret
      token {
        id
        name
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateTokenMutation, CreateTokenMutationVariables>;
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
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateUploadTicketMutation, CreateUploadTicketMutationVariables>;
export const CreateWebhookDocument = new TypedDocumentString(`
    mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        id
        databaseId
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const DeleteModPackDocument = new TypedDocumentString(`
    mutation DeleteModPack($input: DeleteModPackInput!) {
  deleteModPack(input: $input) {
    __typename
    ... on Deleted {
      deletedId
      databaseId
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteModPackMutation, DeleteModPackMutationVariables>;
export const DeleteServerPackDocument = new TypedDocumentString(`
    mutation DeleteServerPack($input: ServerPackInput!) {
  deleteServerPack(input: $input) {
    __typename
    ... on Deleted {
      deletedId
      databaseId
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteServerPackMutation, DeleteServerPackMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($input: WebhookInput!) {
  deleteWebhook(input: $input) {
    __typename
    ... on Deleted {
      deletedId
      databaseId
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const EventsDocument = new TypedDocumentString(`
    subscription Events($after: ID, $filter: PackEventFilter) {
  events(after: $after, filter: $filter) {
    id
    databaseId
    kind
    status
    isFinal
    createdAt
    modPackDatabaseId
    run {
      id
      databaseId
    }
    errors {
      code
      message
      entry
    }
    serverPack {
      id
      databaseId
      downloadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<EventsSubscription, EventsSubscriptionVariables>;
export const FailedRunsDocument = new TypedDocumentString(`
    query FailedRuns($since: DateTime) {
  runs(
    filter: { status: [ERROR], createdAt: { from: $since } }
    orderBy: CREATED_AT_DESC
    first: 50
  ) {
    totalCount
    nodes {
      id
      databaseId
      outcome
      endedAt
      errors {
        code
        message
        mod
      }
      modPack {
        id
        title
      }
      configuration {
        gameVersion
        modloader
      }
    }
  }
  statistics {
    days(last: 7) {
      date
      generated
      failed
      cancelled
      medianSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<FailedRunsQuery, FailedRunsQueryVariables>;
export const GenerateServerPackDocument = new TypedDocumentString(`
    mutation GenerateServerPack($input: GenerateServerPackInput!) {
  generateServerPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      run {
        id
        databaseId
      }
    }
    ... on UserError {
      code
      message
      field
      existing {
        id
        databaseId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const HealthDocument = new TypedDocumentString(`
    query Health {
  administration {
    freeBytes
    reserveBytes
    waitingRuns
    runningRuns
    runsWaitingForRoom
    oldestWaitSeconds
    health {
      name
      ok
      message
    }
  }
}
    `) as unknown as TypedDocumentString<HealthQuery, HealthQueryVariables>;
export const ImportModPackDocument = new TypedDocumentString(`
    mutation ImportModPack($input: ImportModPackInput!) {
  importModPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      run {
        id
        databaseId
      }
    }
    ... on UserError {
      code
      message
      field
      reason
      existing {
        id
        databaseId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ImportModPackMutation, ImportModPackMutationVariables>;
export const ModPackDocument = new TypedDocumentString(`
    query ModPack($databaseId: Int!) {
  modPack(by: { databaseId: $databaseId }) {
    id
    databaseId
    name
    size
    sha256
    status
    createdAt
    downloadUrl
    manifest {
      kind
      name
      version
      gameVersion
      modloader
      modloaderVersion
    }
    serverPacks(last: 20) {
      totalCount
      nodes {
        id
        databaseId
        size
        downloadUrl
        run {
          id
          configuration {
            gameVersion
            modloader
            modloaderVersion
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ModPackQuery, ModPackQueryVariables>;
export const ModPacksDocument = new TypedDocumentString(`
    query ModPacks($filter: ModPackFilter, $orderBy: ModPackOrder, $first: Int, $after: String) {
  modPacks(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes {
      id
      databaseId
      name
      size
      status
      createdAt
      downloads
      confirmedWorking
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ModPacksQuery, ModPacksQueryVariables>;
export const PreviewServerPackDocument = new TypedDocumentString(`
    query PreviewServerPack($modPack: ID!, $runConfiguration: RunConfigurationInput!, $after: String) {
  previewServerPack(
    modPack: { id: $modPack }
    runConfiguration: $runConfiguration
  ) {
    __typename
    ... on ServerPackPreview {
      keptCount
      droppedCount
      fileCount
      leftOutCount
      warnings {
        code
        message
        entry
      }
      decisions(first: 100, after: $after) {
        nodes {
          file
          kept
          reason
          evidence
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewServerPackQuery, PreviewServerPackQueryVariables>;
export const QueueDocument = new TypedDocumentString(`
    query Queue {
  runs(
    filter: { status: [QUEUED, CHECKING, CHECKED, GENERATING] }
    orderBy: CREATED_AT_ASC
    first: 50
  ) {
    totalCount
    nodes {
      id
      databaseId
      status
      createdAt
      startedAt
      queuePlace
      progress {
        phase
        bytesDone
        bytesTotal
      }
      waiting {
        for
        until
      }
      modPack {
        id
        title
      }
    }
  }
}
    `) as unknown as TypedDocumentString<QueueQuery, QueueQueryVariables>;
export const ResendWebhookDeliveryDocument = new TypedDocumentString(`
    mutation ResendWebhookDelivery($input: WebhookDeliveryInput!) {
  resendWebhookDelivery(input: $input) {
    __typename
    ... on WebhookDelivery {
      id
      databaseId
      state
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>;
export const RetryModPackDocument = new TypedDocumentString(`
    mutation RetryModPack($input: ModPackInput!) {
  retryModPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      run {
        id
        databaseId
      }
    }
    ... on UserError {
      code
      message
      field
      existing {
        id
        databaseId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RetryModPackMutation, RetryModPackMutationVariables>;
export const RetryRunDocument = new TypedDocumentString(`
    mutation RetryRun($input: RunInput!) {
  retryRun(input: $input) {
    __typename
    ... on RunStarted {
      run {
        id
        databaseId
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RetryRunMutation, RetryRunMutationVariables>;
export const RevokeTokenDocument = new TypedDocumentString(`
    mutation RevokeToken($input: TokenInput!) {
  revokeToken(input: $input) {
    __typename
    ... on Token {
      id
      name
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($input: WebhookInput!) {
  rotateWebhookSecret(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        id
        databaseId
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const RunDocument = new TypedDocumentString(`
    subscription Run($id: ID!) {
  run(by: { id: $id }) {
    id
    status
    outcome
    createdAt
    startedAt
    endedAt
    errors {
      code
      message
      entry
    }
    serverPack {
      id
      databaseId
      downloadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<RunSubscription, RunSubscriptionVariables>;
export const RunsDocument = new TypedDocumentString(`
    query Runs($filter: RunFilter, $orderBy: DateOrder, $first: Int, $after: String) {
  runs(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes {
      id
      databaseId
      status
      outcome
      createdAt
      startedAt
      endedAt
      modPack {
        id
        databaseId
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RunsQuery, RunsQueryVariables>;
export const ServerPackDocument = new TypedDocumentString(`
    query ServerPack($databaseId: Int!) {
  serverPack(by: { databaseId: $databaseId }) {
    id
    databaseId
    size
    sha256
    createdAt
    downloads
    confirmedWorking
    downloadUrl
    keptCount
    droppedCount
    modPack {
      id
      databaseId
      name
    }
    run {
      id
      databaseId
      configuration {
        gameVersion
        modloader
        modloaderVersion
        startArgs
        clientMods
        whitelistedMods
      }
    }
    warnings {
      code
      message
      entry
    }
    decisions(filter: { kept: false }, first: 100) {
      nodes {
        file
        reason
        evidence
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ServerPackQuery, ServerPackQueryVariables>;
export const ServerPacksDocument = new TypedDocumentString(`
    query ServerPacks($filter: ServerPackFilter, $orderBy: ServerPackOrder, $first: Int, $after: String) {
  serverPacks(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes {
      id
      databaseId
      size
      createdAt
      downloads
      confirmedWorking
      downloadUrl
      modPack {
        id
        databaseId
        name
      }
      run {
        id
        databaseId
        configuration {
          gameVersion
          modloader
          modloaderVersion
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ServerPacksQuery, ServerPacksQueryVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($input: WebhookInput!) {
  testWebhook(input: $input) {
    __typename
    ... on WebhookDelivery {
      id
      databaseId
      state
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const TokensDocument = new TypedDocumentString(`
    query Tokens {
  administration {
    tokens {
      id
      name
      role
      quota
      stored
      createdAt
      expiresAt
      lastUsedAt
    }
  }
}
    `) as unknown as TypedDocumentString<TokensQuery, TokensQueryVariables>;
export const UpdateModPackDocument = new TypedDocumentString(`
    mutation UpdateModPack($input: UpdateModPackInput!) {
  updateModPack(input: $input) {
    __typename
    ... on ModPack {
      id
      databaseId
      name
      hidden
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateModPackMutation, UpdateModPackMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    __typename
    ... on Webhook {
      id
      databaseId
      url
      format
      statuses
      enabled
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const UploadModPackDocument = new TypedDocumentString(`
    mutation UploadModPack($input: UploadModPackInput!) {
  uploadModPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      run {
        id
        databaseId
      }
      ownerSecret
    }
    ... on UserError {
      code
      message
      field
      existing {
        id
        databaseId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UploadModPackMutation, UploadModPackMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    name
    role
    permissions
    expiresAt
    quota
    stored
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const VoteServerPackDocument = new TypedDocumentString(`
    mutation VoteServerPack($input: VoteServerPackInput!) {
  voteServerPack(input: $input) {
    __typename
    ... on ServerPack {
      id
      confirmedWorking
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String) {
  administration {
    webhookDeliveries(filter: $filter, first: $first, after: $after) {
      nodes {
        id
        databaseId
        messageId
        type
        state
        attempts
        lastAttemptAt
        responseStatus
        failure
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks {
  administration {
    webhooks {
      id
      databaseId
      url
      format
      statuses
      enabled
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;