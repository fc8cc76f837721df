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

/** The launchers whose marker files are read. */
export type ManifestKind =
  /** instance.json of ATLauncher. */
  | 'ATLAUNCHER'
  /** manifest.json of a CurseForge export. */
  | 'CURSEFORGE_EXPORT'
  /** minecraftinstance.json of a CurseForge instance. */
  | 'CURSEFORGE_INSTANCE'
  /** instance.json of the new GDLauncher. */
  | 'GDLAUNCHER'
  /** config.json of the old GDLauncher. */
  | 'GDLAUNCHER_LEGACY'
  /** modrinth.index.json of a Modrinth pack. */
  | 'MODRINTH'
  /** mmc-pack.json of MultiMC and its kin. */
  | 'MULTIMC';

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

/** The order of a list of modpacks. */
export type ModPackOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to order by. */
  field: ModPackOrderField;
};

/** What modpacks can be ordered by. */
export type ModPackOrderField =
  /** When it was uploaded. */
  | 'DATE_CREATED'
  /** How often its server packs were downloaded, all together. */
  | 'DOWNLOADS'
  /** Its name, in any case. */
  | 'NAME'
  /** Bytes. */
  | 'SIZE'
  /** Votes up less votes down, of all its server packs together. */
  | 'VOTES';

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

/** Which end of an order comes first. */
export type OrderDirection =
  /** The smallest, oldest or alphabetically first. */
  | 'ASC'
  /** The largest, newest or alphabetically last. */
  | 'DESC';

/** What a caller may do. */
export type Permission =
  /** Delete, cancel and try again. */
  | 'OPERATE'
  /** Upload and generate. */
  | 'PUBLISH'
  /** Read, follow and download. */
  | 'READ'
  /** Vote for itself. */
  | 'VOTE'
  /** Vote for others, by name. */
  | 'VOTE_FOR_OTHERS';

/** What is being worked on. */
export type ProgressPhase =
  /** The archive is read. */
  | 'CHECKING'
  /** The files are fetched that the pack only names; entries are these files. */
  | 'FETCHING'
  /** The server pack is written. */
  | 'GENERATING';

/** What a token is for; each role may do what the ones before it may. */
export type Role =
  /** Deletes, cancels and tries again too. */
  | 'OPERATOR'
  /** Uploads, generates and votes too. */
  | 'PUBLISHER'
  /** Reads and downloads. */
  | 'READER';

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

/** Where a mod works. */
export type Side =
  /** On both. */
  | 'BOTH'
  /** Only with a screen attached. */
  | 'CLIENT'
  /** Only on a server. */
  | 'SERVER'
  /** Nothing says where. */
  | 'UNKNOWN';

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

/** A modpack and what its first server pack is to be built for. */
export type UploadModPackInput = {
  /** The archive: a zip or an .mrpack, sent with this request. Either it or `upload` is given. */
  file?: File | null | undefined;
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
  /** The archive as a finished upload, sent to /uploads before: the last segment of its address. What is wrong with the run configuration leaves it there for another try. */
  upload?: string | number | null | undefined;
};

/** Whether a server pack works. */
export type Vote =
  /** It does not. */
  | 'DOWN'
  /** It works. */
  | 'UP';

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

export type ViewerFactsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerFactsQuery = { viewer: { name: string, role: Role | null, permissions: Array<Permission>, quota: number | null, stored: number | null, expires: string | null } };

export type ServiceStateQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceStateQuery = { service: { freeBytes: number, reserveBytes: number, unfinishedUploadBytes: number, mostUnfinishedUploadBytes: number, health: Array<{ name: string, ok: boolean, message: string }>, queue: { waiting: number, active: number, waitingForRoom: number, oldestSeconds: number | null }, tokens: Array<{ name: string, role: Role, quota: number | null, stored: number, expires: string | null, lastUsed: string | null }> } };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { webhooks: { nodes: Array<{ id: string, databaseId: number, url: string, format: WebhookFormat, enabled: boolean, statuses: Array<Status> }> }, webhookDeliveries: { nodes: Array<{ id: string, type: string, state: WebhookDeliveryState, attempts: number, dateCreated: string, lastAttempt: string | null, responseStatus: number | null, failure: string | null, webhook: { databaseId: number } | null, event: { modPack: { name: string } } | null }> } };

export type TestWebhookMutationVariables = Exact<{
  webhook: string | number;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookDeliveryQueued' }
   };

export type ResendDeliveryMutationVariables = Exact<{
  delivery: string | number;
}>;


export type ResendDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookDeliveryQueued' }
   };

export type FeedEventFragment = { id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, modPack: { id: string, name: string } };

export type EventPageQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type EventPageQuery = { events: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, modPack: { id: string, name: string } }> } };

export type FeedAfterSubscriptionVariables = Exact<{
  filter?: EventFilter | null | undefined;
  after?: string | number | null | undefined;
}>;


export type FeedAfterSubscription = { events: { id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, serverPackDatabaseId: number | null, modPack: { id: string, name: string } } };

export type NewsOfSubscriptionVariables = Exact<{
  filter?: EventFilter | null | undefined;
}>;


export type NewsOfSubscription = { events: { id: string } };

export type FollowModPackSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type FollowModPackSubscription = { modPack: { id: string, databaseId: number, status: Status, waiting: { nextTry: string } | null, serverPacks: { nodes: Array<{ databaseId: number, keptCount: number, droppedCount: number, downloadUrl: string }> }, events: { nodes: Array<{ id: string, message: string, errors: Array<{ code: string, error: string, entry: string | null }> }> } } };

export type ModPackFactsQueryVariables = Exact<{
  number: number;
}>;


export type ModPackFactsQuery = { modPack: { id: string, databaseId: number, name: string, size: number, status: Status, source: ModPackSource, sha256: string, dateCreated: string, downloads: number, confirmedWorking: number, downloadUrl: string, archiveRemoved: string | null, manifest: { kind: ManifestKind, name: string | null, version: string | null, gameVersion: string | null, modloader: Modloader | null, modloaderVersion: string | null } | null, waiting: { nextTry: string } | null, mods: { totalCount: number }, runConfigurations: { nodes: Array<{ id: string, databaseId: number }> }, events: { nodes: Array<{ id: string, status: Status, message: string, timestamp: string, serverPackDatabaseId: number | null, errors: Array<{ code: string, error: string, entry: string | null }> }> }, serverPacks: { nodes: Array<{ id: string, databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string } }> }, warnings: { nodes: Array<{ code: string, message: string, entry: string | null }> } } | null };

export type ModPackTableQueryVariables = Exact<{
  filter?: ModPackFilter | null | undefined;
  orderBy?: ModPackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ModPackTableQuery = { modPacks: { totalCount: number, totalCountIsEstimated: boolean, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, name: string, size: number, status: Status, dateCreated: string, downloads: number, confirmedWorking: number, serverPacks: { totalCount: number } }> } };

export type InventoryPageQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type InventoryPageQuery = { node:
    | { mods: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, size: number, note: string | null, descriptors: Array<{ format: string, side: Side, certainty: Certainty, evidence: string, mods: Array<{ modId: string, name: string, version: string }> }> }> } }
    | Record<PropertyKey, never>
   | null };

export type DeleteModPackMutationVariables = Exact<{
  modPack: string | number;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
   };

export type CancelRunMutationVariables = Exact<{
  runConfiguration: string | number;
}>;


export type CancelRunMutation = { cancelRun:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunCancelled' }
   };

export type RetryModPackMutationVariables = Exact<{
  modPack: string | number;
}>;


export type RetryModPackMutation = { retryModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted' }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type FollowProgressSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type FollowProgressSubscription = { progress: { phase: ProgressPhase, bytesDone: number, bytesTotal: number, entriesDone: number, entriesTotal: number } };

export type FollowQueuePlaceSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type FollowQueuePlaceSubscription = { queuePlace: { place: number, waiting: number } | null };

export type PreviewPageQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: RunConfigurationInput;
  after?: string | null | undefined;
  isFirst: boolean;
}>;


export type PreviewPageQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', field: string | null, code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', fileCount?: number, fileBytes?: number, leftOutCount?: number, leftOutBytes?: number, warnings?: Array<{ code: string, error: string, entry: string | null }>, leftOut?: Array<{ path: string, reason: LeftOutReason, files: number, bytes: number }>, decisions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, kept: boolean, reason: DecisionReason, certainty: Certainty, evidence: string }> } }
   };

export type GenerateMutationVariables = Exact<{
  input: GenerateServerPackInput;
}>;


export type GenerateMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ModPackToPreviewQueryVariables = Exact<{
  number: number;
  run: number;
  hasRun: boolean;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string, databaseId: number, name: string, status: Status, manifest: { gameVersion: string | null, modloader: Modloader | null, modloaderVersion: string | null } | null, mods: { totalCount: number }, runConfigurations: { nodes: Array<{ id: string, databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, serverIcon: { content: string } | null, serverProperties: { content: string } | null }> } } | null, runConfiguration?: { id: string, databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, serverIcon: { content: string } | null, serverProperties: { content: string } | null } | null };

export type WholeRunConfigurationFragment = { id: string, databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, serverIcon: { content: string } | null, serverProperties: { content: string } | null };

export type FoundServerPacksQueryVariables = Exact<{
  name?: string | null | undefined;
}>;


export type FoundServerPacksQuery = { serverPacks: { nodes: Array<{ id: string, databaseId: number, modPack: { name: string }, runConfiguration: { gameVersion: string, modloader: Modloader } }> } };

export type DeleteServerPackMutationVariables = Exact<{
  serverPack: string | number;
}>;


export type DeleteServerPackMutation = { deleteServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'Deleted' }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
   };

export type ServerPackFactsQueryVariables = Exact<{
  number: number;
}>;


export type ServerPackFactsQuery = { serverPack: { id: string, databaseId: number, size: number, sha256: string, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { id: string, databaseId: number, name: string }, runConfiguration: { id: string, databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, serverIcon: { content: string } | null, serverProperties: { content: string } | null } } | null };

export type DecisionPageQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type DecisionPageQuery = { node:
    | { decisions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ file: string, kept: boolean, reason: DecisionReason, certainty: Certainty, evidence: string }> } }
    | Record<PropertyKey, never>
   | null };

export type CastVoteMutationVariables = Exact<{
  serverPack: string | number;
  vote: Vote;
}>;


export type CastVoteMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'VoteCounted', serverPack: { id: string, confirmedWorking: number } }
   };

export type StatisticsOfQueryVariables = Exact<{
  last: number;
}>;


export type StatisticsOfQuery = { statistics: { days: Array<{ date: string, uploads: number, downloads: number }>, runDays: Array<{ date: string, generated: number, failed: number, cancelled: number, medianSeconds: number | null }>, storageDays: Array<{ date: string, bytes: number }>, storage: { bytes: number, files: number }, modPacksByStatus: Array<{ status: Status, count: number }>, serverPacksByModloader: Array<{ modloader: Modloader, count: number }>, serverPacksByGameVersion: Array<{ gameVersion: string, count: number }> } };

export type ImportByLinkMutationVariables = Exact<{
  url: string;
  runConfiguration: RunConfigurationInput;
}>;


export type ImportByLinkMutation = { importModPack:
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', field: string | null, code: ErrorCode, message: string }
    | { __typename: 'NotFetchedError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ModPackIdQueryVariables = Exact<{
  number: number;
}>;


export type ModPackIdQuery = { modPack: { id: string, databaseId: number } | null };

export type SubmitUploadMutationVariables = Exact<{
  input: UploadModPackInput;
}>;


export type SubmitUploadMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', field: string | null, code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type VersionSuggestionsQueryVariables = Exact<{ [key: string]: never; }>;


export type VersionSuggestionsQuery = { gameVersions: Array<string>, modloaders: Array<Modloader>, runConfigurations: { nodes: Array<{ gameVersion: string, modloader: Modloader, modloaderVersion: string }> } };

export type ListedVersionsQueryVariables = Exact<{
  modloader: Modloader;
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
  status
  message
  timestamp
  modPackDatabaseId
  serverPackDatabaseId
  modPack {
    id
    name
  }
}
    `, {"fragmentName":"FeedEvent"}) as unknown as TypedDocumentString<FeedEventFragment, unknown>;
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
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}
    `, {"fragmentName":"WholeRunConfiguration"}) as unknown as TypedDocumentString<WholeRunConfigurationFragment, unknown>;
export const ViewerFactsDocument = new TypedDocumentString(`
    query ViewerFacts {
  viewer {
    name
    role
    permissions
    quota
    stored
    expires
  }
}
    `) as unknown as TypedDocumentString<ViewerFactsQuery, ViewerFactsQueryVariables>;
export const ServiceStateDocument = new TypedDocumentString(`
    query ServiceState {
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
    tokens {
      name
      role
      quota
      stored
      expires
      lastUsed
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceStateQuery, ServiceStateQueryVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks {
  webhooks(first: 100) {
    nodes {
      id
      databaseId
      url
      format
      enabled
      statuses
    }
  }
  webhookDeliveries(first: 20) {
    nodes {
      id
      type
      state
      attempts
      dateCreated
      lastAttempt
      responseStatus
      failure
      webhook {
        databaseId
      }
      event {
        modPack {
          name
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
  status
  message
  timestamp
  modPackDatabaseId
  serverPackDatabaseId
  modPack {
    id
    name
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
  status
  message
  timestamp
  modPackDatabaseId
  serverPackDatabaseId
  modPack {
    id
    name
  }
}`) as unknown as TypedDocumentString<FeedAfterSubscription, FeedAfterSubscriptionVariables>;
export const NewsOfDocument = new TypedDocumentString(`
    subscription NewsOf($filter: EventFilter) {
  events(filter: $filter) {
    id
  }
}
    `) as unknown as TypedDocumentString<NewsOfSubscription, NewsOfSubscriptionVariables>;
export const FollowModPackDocument = new TypedDocumentString(`
    subscription FollowModPack($id: ID!) {
  modPack(id: $id) {
    id
    databaseId
    status
    waiting {
      nextTry
    }
    serverPacks(last: 1) {
      nodes {
        databaseId
        keptCount
        droppedCount
        downloadUrl
      }
    }
    events(last: 1) {
      nodes {
        id
        message
        errors {
          code
          error
          entry
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FollowModPackSubscription, FollowModPackSubscriptionVariables>;
export const ModPackFactsDocument = new TypedDocumentString(`
    query ModPackFacts($number: Int!) {
  modPack(databaseId: $number) {
    id
    databaseId
    name
    size
    status
    source
    sha256
    dateCreated
    downloads
    confirmedWorking
    downloadUrl
    archiveRemoved
    manifest {
      kind
      name
      version
      gameVersion
      modloader
      modloaderVersion
    }
    waiting {
      nextTry
    }
    mods(first: 0) {
      totalCount
    }
    runConfigurations(last: 1) {
      nodes {
        id
        databaseId
      }
    }
    events(last: 24) {
      nodes {
        id
        status
        message
        timestamp
        serverPackDatabaseId
        errors {
          code
          error
          entry
        }
      }
    }
    serverPacks(first: 50, orderBy: { field: DATE_CREATED, direction: DESC }) {
      nodes {
        id
        databaseId
        size
        downloads
        confirmedWorking
        dateCreated
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
    `) as unknown as TypedDocumentString<ModPackFactsQuery, ModPackFactsQueryVariables>;
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
      size
      status
      dateCreated
      downloads
      confirmedWorking
      serverPacks {
        totalCount
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
export const DeleteModPackDocument = new TypedDocumentString(`
    mutation DeleteModPack($modPack: ID!) {
  deleteModPack(input: { modPack: $modPack }) {
    __typename
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteModPackMutation, DeleteModPackMutationVariables>;
export const CancelRunDocument = new TypedDocumentString(`
    mutation CancelRun($runConfiguration: ID!) {
  cancelRun(input: { runConfiguration: $runConfiguration }) {
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
export const PreviewPageDocument = new TypedDocumentString(`
    query PreviewPage($modPack: ID!, $runConfiguration: RunConfigurationInput!, $after: String, $isFirst: Boolean!) {
  previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
    __typename
    ... on ServerPackPreview {
      warnings @include(if: $isFirst) {
        code
        error
        entry
      }
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
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}`) as unknown as TypedDocumentString<ModPackToPreviewQuery, ModPackToPreviewQueryVariables>;
export const FoundServerPacksDocument = new TypedDocumentString(`
    query FoundServerPacks($name: String) {
  serverPacks(first: 20, filter: { nameContains: $name }) {
    nodes {
      id
      databaseId
      modPack {
        name
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
    confirmedWorking
    dateCreated
    downloadUrl
    keptCount
    droppedCount
    warnings {
      code
      error
      entry
      tellsOfLeftOut
    }
    modPack {
      id
      databaseId
      name
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
  serverIcon {
    content
  }
  serverProperties {
    content
  }
}`) as unknown as TypedDocumentString<ServerPackFactsQuery, ServerPackFactsQueryVariables>;
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
        confirmedWorking
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
    }
    ... on DuplicateModPackError {
      existing {
        databaseId
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
    `) as unknown as TypedDocumentString<ImportByLinkMutation, ImportByLinkMutationVariables>;
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
    }
    ... on DuplicateModPackError {
      existing {
        databaseId
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
    `) as unknown as TypedDocumentString<SubmitUploadMutation, SubmitUploadMutationVariables>;
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