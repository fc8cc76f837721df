/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How sure the side of a mod is. */
export type Certainty =
  /** Its descriptor has a field for it, or a list of the run configuration says it. */
  | 'DECLARED'
  /** It works on a server by its descriptor, but its code reaches for the client as it is loaded; a warning tells of it. */
  | 'DOUBTFUL'
  /** It follows from other fields of its descriptor, or Modrinth says it. */
  | 'INFERRED'
  /** It is known of this mod from public reports, and the evidence names one. */
  | 'KNOWN'
  /** Nothing is known. */
  | 'NONE';

/** A modpack on CurseForge. The operator has to have a key for it. */
export type CurseForgePackInput = {
  /** The number of a file. Left out: the one whose page is given, or else the main file of the project. */
  file?: number | null | undefined;
  /** Its number, its slug, or the address of its page. */
  project: string;
};

/** A span of time. */
export type DateRange = {
  /** Its beginning; absent means since ever. */
  from?: string | null | undefined;
  /** Its end, not included; absent means until now. */
  to?: string | null | undefined;
};

/** Which rule decided about a mod; the first that fits does. */
export type DecisionReason =
  /** Its jar leaves open where it works, but Modrinth says that servers do not support it, and no kept mod needs it: dropped, unless automaticSides is false. */
  | 'CATALOGUE'
  /** A prefix in clientMods matches: dropped, whatever needs it. */
  | 'CLIENT_MODS'
  /** Its descriptor, or every class that makes it a mod, says client only, and no kept mod needs it: dropped. */
  | 'CLIENT_ONLY'
  /** A pattern in excludeFiles names it: dropped, whatever needs it. */
  | 'EXCLUDED'
  /** Its jar does not say so, but it is known as client-only, and no kept mod needs it: dropped, unless automaticSides is false. */
  | 'KNOWN_CLIENT_MOD'
  /** The index of the pack, or what a launcher noted beside the mods, says that servers do not support it, and no kept mod needs it: dropped. */
  | 'PACK_INDEX'
  /** Client-only by the pack, its descriptor, Modrinth or as is known, but a kept mod needs it: kept. */
  | 'REQUIRED'
  /** Its descriptor says that it works on a server: kept. */
  | 'SERVER_MOD'
  /** Nothing says where it works: kept. */
  | 'UNKNOWN_SIDE'
  /** A prefix in whitelistedMods matches: kept. */
  | 'WHITELISTED';

/** A webhook that is to go, with its deliveries. */
export type DeleteWebhookInput = {
  /** The webhook. */
  webhook: string | number;
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
  /** What is asked for was stored once and no longer is. */
  | 'GONE'
  /** A value of the request cannot be accepted; the field is named. */
  | 'INVALID_INPUT'
  /** The method is not answered here. */
  | 'METHOD_NOT_ALLOWED'
  /** The uploaded file is no zip archive, or a truncated one. */
  | 'NOT_A_ZIP'
  /** A file that the request names cannot be had; the reason is named. */
  | 'NOT_FETCHED'
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

/** Which events are meant; an absent field means all. */
export type EventFilter = {
  /** Only events of this modpack. */
  modPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  modPackDatabaseId?: number | null | undefined;
  /** Only events of the run for this run configuration. */
  runConfiguration?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  runConfigurationDatabaseId?: number | null | undefined;
  /** Only events of this server pack. */
  serverPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  serverPackDatabaseId?: number | null | undefined;
  /** Only events with one of these statuses. */
  status?: Array<Status> | null | undefined;
};

/** A stored modpack and what another server pack is to be built for. */
export type GenerateServerPackInput = {
  /** The modpack. */
  modPack: string | number;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

/** A modpack that is fetched, and what its first server pack is to be built for. */
export type ImportModPackInput = {
  /** The modpack. */
  pack: PackReferenceInput;
  /** What the server pack is to be built for. Left out: as the pack itself says. */
  runConfiguration?: RunConfigurationInput;
};

/** Why files of a modpack stay out of a server pack. */
export type LeftOutReason =
  /** It is a backup of worlds. */
  | 'BACKUP'
  /** Only the system of whoever made the archive needs it. */
  | 'BY_PRODUCT'
  /** It is made anew where it is needed. */
  | 'CACHE'
  /** Its folder is of no use to a server. */
  | 'CLIENT'
  /** excludeFiles names it. */
  | 'EXCLUDED'
  /** It is the game itself, which may not be passed on. */
  | 'GAME_JAR'
  /** It is a map, or marks on one, that somebody has made while playing. */
  | 'MAP'
  /** It is a copy that was set aside, by the end of its name. */
  | 'OLD_COPY'
  /** It belongs to a tool with which the pack was made, or to its launcher. */
  | 'PROJECT'
  /** It lies beside the folders, where launchers and players keep theirs. */
  | 'ROOT_FILE'
  /** It may hold accounts or passwords. */
  | 'SECRET'
  /** It belongs to a world that somebody has played. */
  | 'WORLD';

/** Which decisions are meant; an absent field means all. */
export type ModDecisionFilter = {
  /** Only the mods that are kept, or only those that are dropped. */
  kept?: boolean | null | undefined;
};

/** Which modpacks are meant; an absent field means all. */
export type ModPackFilter = {
  /** When it was uploaded. */
  dateCreated?: DateRange | null | undefined;
  /** Only those that something was asked for with exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only those that something was asked for with this modloader. */
  modloader?: Modloader | null | undefined;
  /** Part of the name, in any case. */
  nameContains?: string | null | undefined;
  /** Only the one with this content, in hexadecimal. */
  sha256?: string | null | undefined;
  /** Only those in one of these states. */
  status?: Array<Status> | null | undefined;
};

/** Where a modpack came from. */
export type ModPackSource =
  /** Fetched from CurseForge; projectID and versionID are its own numbers. */
  | 'CURSEFORGE'
  /** Fetched from a link. */
  | 'LINK'
  /** Fetched from Modrinth; projectID and versionID are its own ids. */
  | 'MODRINTH'
  /** Uploaded as a zip or an .mrpack. */
  | 'ZIP';

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

/** A modpack on Modrinth. */
export type ModrinthPackInput = {
  /** Its id, its slug, or the address of its page. */
  project: string;
  /** The id or the number of a version. Left out: the one whose page is given, or else the newest for the game version and the modloader of the run configuration, as far as these are given. */
  version?: string | null | undefined;
};

/** Where a modpack is published. */
export type PackReferenceInput =
  {   /** On CurseForge. */
  curseForge: CurseForgePackInput; modrinth?: never; url?: never; }
  |  { curseForge?: never;   /** On Modrinth. */
  modrinth: ModrinthPackInput; url?: never; }
  |  { curseForge?: never; modrinth?: never;   /** An https address: of a zip or .mrpack on a host that the operator allows, or of a page of Modrinth or CurseForge, which stands for what is published there. */
  url: string; };

/** What is being worked on. */
export type ProgressPhase =
  /** The archive is read. */
  | 'CHECKING'
  /** The files are fetched that the pack only names; entries are these files. */
  | 'FETCHING'
  /** The server pack is written. */
  | 'GENERATING';

/** A receiver of events. */
export type RegisterWebhookInput = {
  /** What to post. */
  format?: WebhookFormat;
  /** Of which events it is to be told, by their status. */
  statuses?: Array<Status>;
  /** Where to post: https, at a public address. */
  url: string;
};

/** A delivery that has ended. */
export type ResendWebhookDeliveryInput = {
  /** The delivery. */
  delivery: string | number;
};

/** A webhook that is to get another secret. */
export type RotateWebhookSecretInput = {
  /** The webhook. */
  webhook: string | number;
};

/** What a server pack is to be built for. Versions that are left out are those of the launcher manifest in the pack; INVALID_INPUT names those that it does not say. */
export type RunConfigurationInput = {
  /** Whether mods that Modrinth or public reports know as client-only although their jar does not say so are dropped, too, and those kept that a server uses although their descriptor looks client-only. With false only the two lists, the pack and its jars decide. */
  automaticSides?: boolean;
  /** Case-sensitive file name prefixes of mods to drop, whatever needs them. Empty ones are ignored. */
  clientMods?: Array<string>;
  /** Patterns of files to leave out, mods among them; they beat those of includeFiles. */
  excludeFiles?: Array<string>;
  /** Dotted numbers, such as 1.20.1 or 26.1. Left out: as the pack itself says. */
  gameVersion?: string | null | undefined;
  /** Patterns of files to have in although they would stay out, by their path below the folder that holds mods/: * stands for anything but a slash, ** for any folders, ? for one character; a folder stands for all that is in it. Without regard to case. Worlds, maps, accounts and backups only come in by a pattern without wildcards. Mods are for whitelistedMods. */
  includeFiles?: Array<string>;
  /** Whether worlds go in: world/ and other folders with a level.dat, but not saves/, which includeFiles can name. */
  includeWorld?: boolean;
  /** The modloader. Left out: as the pack itself says. */
  modloader?: Modloader | null | undefined;
  /** The version of the modloader, such as 47.2.0. Left out: as the pack itself says, if it is for this modloader. */
  modloaderVersion?: string | null | undefined;
  /** A PNG of 64 by 64 pixels in base64, or as a data address. Left out: that of the pack, scaled, or a default. */
  serverIcon?: string | null | undefined;
  /** The text of server.properties, which everybody who may download the server pack can read. Left out: that of the pack, or a default. */
  serverProperties?: string | null | undefined;
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

/** A webhook that is to be tried. */
export type TestWebhookInput = {
  /** The webhook. */
  webhook: string | number;
};

/** What changes of a webhook; an absent field stays. */
export type UpdateWebhookInput = {
  /** Whether it is told of events. Off, what waits is given up; on again, it is told of what comes from then on. */
  enabled?: boolean | null | undefined;
  /** What to post; what waits stays as it is. */
  format?: WebhookFormat | null | undefined;
  /** Of which events it is to be told. */
  statuses?: Array<Status> | null | undefined;
  /** Where to post. What waits goes there too. */
  url?: string | null | undefined;
  /** The webhook. */
  webhook: string | number;
};

/** A modpack and what its first server pack is to be built for. */
export type UploadModPackInput = {
  /** The archive: a zip or an .mrpack, sent with this request. Either it or `upload` is given. */
  file?: unknown;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
  /** The archive as a finished upload, sent to /uploads before: the last segment of its address. What is wrong with the run configuration leaves it there for another try. */
  upload?: string | number | null | undefined;
};

/** Which deliveries are meant; an absent field means all. */
export type WebhookDeliveryFilter = {
  /** Only the one with this number. */
  databaseId?: number | null | undefined;
  /** Only those in one of these states. */
  state?: Array<WebhookDeliveryState> | null | undefined;
  /** Only those of this webhook. */
  webhook?: string | number | null | undefined;
  /** The same by its number. */
  webhookDatabaseId?: number | null | undefined;
};

/** What has become of a delivery. */
export type WebhookDeliveryState =
  /** The receiver has taken it. */
  | 'DELIVERED'
  /** It was tried as often as it may be, or its webhook was switched off. */
  | 'FAILED'
  /** It is being tried, or will be tried again. */
  | 'PENDING';

/** What is posted to a webhook. */
export type WebhookFormat =
  /** A message for the webhook of a Discord channel. */
  | 'DISCORD'
  /** JSON as docs/webhooks.md has it, signed by the Standard Webhooks scheme. */
  | 'STANDARD';

export type ServerPackFactsQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackFactsQuery = { serverPack: { modPack: { databaseId: number, name: string }, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, automaticSides: boolean } } | null };

export type KeptModsQueryVariables = Exact<{
  databaseId: number;
  after?: string | null | undefined;
}>;


export type KeptModsQuery = { serverPack: { decisions: { nodes: Array<{ file: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ModsOfQueryVariables = Exact<{
  databaseId: number;
  after?: string | null | undefined;
}>;


export type ModsOfQuery = { modPack: { mods: { nodes: Array<{ file: string, descriptors: Array<{ mods: Array<{ modId: string, version: string }> }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ServerPackFileQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackFileQuery = { serverPack: { downloadUrl: string, sha256: string, size: number, modPack: { name: string } } | null };

export type ModPackFileQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackFileQuery = { modPack: { downloadUrl: string, sha256: string, size: number, name: string } | null };

export type StepFragment = { id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null }> };

export type StepsOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type StepsOfRunQuery = { events: { nodes: Array<{ id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null }> }> } };

export type LaterStepsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: EventFilter | null | undefined;
}>;


export type LaterStepsSubscription = { events: { id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null }> } };

export type ProgressOfSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type ProgressOfSubscription = { progress: { phase: ProgressPhase, bytesDone: number, bytesTotal: number } };

export type FinishedServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type FinishedServerPackQuery = { serverPack: { databaseId: number, size: number, sha256: string, keptCount: number, droppedCount: number, downloadUrl: string, warnings: Array<{ code: string, error: string, entry: string | null }> } | null };

export type ModPacksQueryVariables = Exact<{
  first: number;
  filter?: ModPackFilter | null | undefined;
}>;


export type ModPacksQuery = { modPacks: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ databaseId: number, name: string, status: Status, size: number, sha256: string, source: ModPackSource, dateCreated: string, serverPacks: { nodes: Array<{ databaseId: number, downloads: number, confirmedWorking: number, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } }> } };

export type ModPackToPreviewQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string } | null };

export type PreviewQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: RunConfigurationInput;
  filter?: ModDecisionFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type PreviewQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, keptModBytes: number, fileCount: number, fileBytes: number, leftOutCount: number, leftOutBytes: number, leftOut: Array<{ path: string, files: number, bytes: number, reason: LeftOutReason }>, warnings: Array<{ code: string, error: string, entry: string | null }>, decisions: { nodes: Array<{ file: string, kept: boolean, reason: DecisionReason, certainty: Certainty, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
   };

export type ReachQueryVariables = Exact<{ [key: string]: never; }>;


export type ReachQuery = { __typename: 'Query' };

export type RunOfFragment = { modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } };

type StartOfRun_ConflictError_Fragment = { __typename: 'ConflictError', code: ErrorCode, message: string };

type StartOfRun_DuplicateModPackError_Fragment = { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null };

type StartOfRun_ForbiddenError_Fragment = { __typename: 'ForbiddenError', code: ErrorCode, message: string };

type StartOfRun_InvalidInputError_Fragment = { __typename: 'InvalidInputError', code: ErrorCode, message: string };

type StartOfRun_NotFoundError_Fragment = { __typename: 'NotFoundError', code: ErrorCode, message: string };

type StartOfRun_RunStarted_Fragment = { __typename: 'RunStarted', modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } };

type StartOfRun_UnavailableError_Fragment = { __typename: 'UnavailableError', code: ErrorCode, message: string };

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
  input: UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type GenerateServerPackMutationVariables = Exact<{
  input: GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ImportModPackMutationVariables = Exact<{
  input: ImportModPackInput;
}>;


export type ImportModPackMutation = { importModPack:
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFetchedError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ModPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackByNumberQuery = { modPack: { id: string } | null };

export type NewestRunQueryVariables = Exact<{
  databaseId: number;
}>;


export type NewestRunQuery = { modPack: { id: string, databaseId: number, name: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { events: { nodes: Array<{ id: string }> } };

export type WebhookRowFragment = { id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean, dateCreated: string };

export type DeliveryRowFragment = { id: string, databaseId: number, messageId: string, type: string, state: WebhookDeliveryState, attempts: number, lastAttempt: string | null, responseStatus: number | null, failure: string | null, dateCreated: string, webhook: { databaseId: number } | null };

export type WebhooksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { webhooks: { nodes: Array<{ id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean, dateCreated: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookDeliveriesQueryVariables = Exact<{
  first: number;
  filter: WebhookDeliveryFilter;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { totalCount: number, totalCountIsEstimated: boolean, nodes: Array<{ id: string, databaseId: number, messageId: string, type: string, state: WebhookDeliveryState, attempts: number, lastAttempt: string | null, responseStatus: number | null, failure: string | null, dateCreated: string, webhook: { databaseId: number } | null }> } };

export type RegisterWebhookMutationVariables = Exact<{
  input: RegisterWebhookInput;
}>;


export type RegisterWebhookMutation = { registerWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean, dateCreated: string } }
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'WebhookUpdated', webhook: { id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean, dateCreated: string } }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean, dateCreated: string } }
   };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
   };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string, databaseId: number, messageId: string, type: string, state: WebhookDeliveryState, attempts: number, lastAttempt: string | null, responseStatus: number | null, failure: string | null, dateCreated: string, webhook: { databaseId: number } | null } }
   };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  input: ResendWebhookDeliveryInput;
}>;


export type ResendWebhookDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'ForbiddenError', message: string }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string, databaseId: number, messageId: string, type: string, state: WebhookDeliveryState, attempts: number, lastAttempt: string | null, responseStatus: number | null, failure: string | null, dateCreated: string, webhook: { databaseId: number } | null } }
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
  message
  timestamp
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    code
    error
    entry
  }
}
    `, {"fragmentName":"Step"}) as unknown as TypedDocumentString<StepFragment, unknown>;
export const RunOfFragmentDoc = new TypedDocumentString(`
    fragment RunOf on RunStarted {
  modPack {
    id
    databaseId
    name
  }
  runConfiguration {
    databaseId
  }
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
    name
  }
  runConfiguration {
    databaseId
  }
}`, {"fragmentName":"StartOfRun"}) as unknown as TypedDocumentString<StartOfRunFragment, unknown>;
export const WebhookRowFragmentDoc = new TypedDocumentString(`
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated
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
  lastAttempt
  responseStatus
  failure
  dateCreated
}
    `, {"fragmentName":"DeliveryRow"}) as unknown as TypedDocumentString<DeliveryRowFragment, unknown>;
export const ServerPackFactsDocument = new TypedDocumentString(`
    query ServerPackFacts($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    modPack {
      databaseId
      name
    }
    runConfiguration {
      gameVersion
      modloader
      modloaderVersion
      startArgs
      clientMods
      whitelistedMods
      includeFiles
      excludeFiles
      includeWorld
      automaticSides
    }
  }
}
    `) as unknown as TypedDocumentString<ServerPackFactsQuery, ServerPackFactsQueryVariables>;
export const KeptModsDocument = new TypedDocumentString(`
    query KeptMods($databaseId: Int!, $after: String) {
  serverPack(databaseId: $databaseId) {
    decisions(filter: { kept: true }, first: 100, after: $after) {
      nodes {
        file
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<KeptModsQuery, KeptModsQueryVariables>;
export const ModsOfDocument = new TypedDocumentString(`
    query ModsOf($databaseId: Int!, $after: String) {
  modPack(databaseId: $databaseId) {
    mods(first: 100, after: $after) {
      nodes {
        file
        descriptors {
          mods {
            modId
            version
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ModsOfQuery, ModsOfQueryVariables>;
export const ServerPackFileDocument = new TypedDocumentString(`
    query ServerPackFile($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    downloadUrl
    sha256
    size
    modPack {
      name
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
  message
  timestamp
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    code
    error
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
  message
  timestamp
  modPackDatabaseId
  serverPackDatabaseId
  runConfiguration {
    databaseId
  }
  errors {
    code
    error
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
    warnings {
      code
      error
      entry
    }
  }
}
    `) as unknown as TypedDocumentString<FinishedServerPackQuery, FinishedServerPackQueryVariables>;
export const ModPacksDocument = new TypedDocumentString(`
    query ModPacks($first: Int!, $filter: ModPackFilter) {
  modPacks(first: $first, filter: $filter) {
    totalCount
    totalCountIsEstimated
    nodes {
      databaseId
      name
      status
      size
      sha256
      source
      dateCreated
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
      leftOut {
        path
        files
        bytes
        reason
      }
      warnings {
        code
        error
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
    name
  }
  runConfiguration {
    databaseId
  }
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
    name
  }
  runConfiguration {
    databaseId
  }
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
    name
  }
  runConfiguration {
    databaseId
  }
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
    name
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
    fragment WebhookRow on Webhook {
  id
  databaseId
  url
  format
  statuses
  enabled
  dateCreated
}`) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($first: Int!, $filter: WebhookDeliveryFilter!) {
  webhookDeliveries(first: $first, filter: $filter) {
    totalCount
    totalCountIsEstimated
    nodes {
      ...DeliveryRow
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
  lastAttempt
  responseStatus
  failure
  dateCreated
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
  dateCreated
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
  dateCreated
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
  dateCreated
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
  lastAttempt
  responseStatus
  failure
  dateCreated
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
  lastAttempt
  responseStatus
  failure
  dateCreated
}`) as unknown as TypedDocumentString<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>;