/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A run that waits or is under way. */
export type CancelRunInput = {
  /** The run configuration that the run is for. */
  runConfiguration: string | number;
};

/** What the ticket is for. */
export type CreateUploadTicketInput = {
  /** What the server pack is to be built for. */
  runConfiguration: RunConfigurationInput;
};

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

/** A modpack that nothing is under way for. */
export type DeleteModPackInput = {
  /** The modpack. */
  modPack: string | number;
};

/** A server pack. */
export type DeleteServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
};

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

/** Why a file cannot be fetched. */
export type FetchProblem =
  /** The host answers with something else than the file, or breaks off again and again. */
  | 'FETCH_BROKEN'
  /** The author of a mod does not let other programs than the launcher fetch it. */
  | 'FETCH_FORBIDDEN_BY_AUTHOR'
  /** A link, or what it redirects to, is not https or leads to a host that is not asked. */
  | 'FETCH_NOT_ALLOWED'
  /** The pack gives no hash that a file could be verified with. */
  | 'FETCH_NO_HASH'
  /** CurseForge is asked only with a key, and the operator has set none. */
  | 'FETCH_NO_KEY'
  /** The pack gives no link for a file. */
  | 'FETCH_NO_LINK'
  /** The operator has switched fetching off. */
  | 'FETCH_OFF'
  /** The name of a host leads to an address that is not a public one. */
  | 'FETCH_PRIVATE_ADDRESS'
  /** The host says that it does not have a file or does not give it. */
  | 'FETCH_REFUSED'
  /** A file, or all of a pack together, is larger than the limit. */
  | 'FETCH_TOO_LARGE'
  /** A file, or all of a pack together, takes longer than the limit. */
  | 'FETCH_TOO_SLOW'
  /** The platform does not know a file that the pack names. */
  | 'FETCH_UNKNOWN_FILE'
  /** A host cannot be reached. */
  | 'FETCH_UNREACHABLE'
  /** A file is another one than the pack means: its hash differs. */
  | 'FETCH_WRONG_HASH'
  /** A file is not of the size that the pack states. */
  | 'FETCH_WRONG_SIZE';

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

/** Which end of an order comes first. */
export type OrderDirection =
  /** The smallest, oldest or alphabetically first. */
  | 'ASC'
  /** The largest, newest or alphabetically last. */
  | 'DESC';

/** Where a modpack is published. */
export type PackReferenceInput =
  {   /** On CurseForge. */
  curseForge: CurseForgePackInput; modrinth?: never; url?: never; }
  |  { curseForge?: never;   /** On Modrinth. */
  modrinth: ModrinthPackInput; url?: never; }
  |  { curseForge?: never; modrinth?: never;   /** An https address: of a zip or .mrpack on a host that the operator allows, or of a page of Modrinth or CurseForge, which stands for what is published there. */
  url: string; };

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

/** A modpack whose last run failed. */
export type RetryModPackInput = {
  /** The modpack. */
  modPack: string | number;
};

/** What a token is for; each role may do what the ones before it may. */
export type Role =
  /** Deletes, cancels and tries again too. */
  | 'OPERATOR'
  /** Uploads, generates and votes too. */
  | 'PUBLISHER'
  /** Reads and downloads. */
  | 'READER';

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

/** Which server packs are meant; an absent field means all. */
export type ServerPackFilter = {
  /** When it was generated. */
  dateCreated?: DateRange | null | undefined;
  /** Only those for exactly this game version. */
  gameVersion?: string | null | undefined;
  /** Only those of this modpack. */
  modPack?: string | number | null | undefined;
  /** The same by the number that REST uses. */
  modPackDatabaseId?: number | null | undefined;
  /** Only those for this modloader. */
  modloader?: Modloader | null | undefined;
  /** Part of the modpack's name, in any case. */
  nameContains?: string | null | undefined;
};

/** The order of a list of server packs. */
export type ServerPackOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to order by. */
  field: ServerPackOrderField;
};

/** What server packs can be ordered by. */
export type ServerPackOrderField =
  /** When it was generated. */
  | 'DATE_CREATED'
  /** How often it was downloaded. */
  | 'DOWNLOADS'
  /** Bytes. */
  | 'SIZE'
  /** Votes up less votes down. */
  | 'VOTES';

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
  file?: Blob | null | undefined;
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

/** A vote on a server pack. */
export type VoteServerPackInput = {
  /** The server pack. */
  serverPack: string | number;
  /** The vote. */
  vote: Vote;
  /** Who votes, by a name that the caller vouches for, such as discord:1234; needs a token with the right to vote for others. A voter has one vote on each server pack: a later one takes the place of the earlier. */
  voter?: string | null | undefined;
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

export type CancelRunMutationVariables = Exact<{
  input: CancelRunInput;
}>;


export type CancelRunMutation = { cancelRun:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunCancelled', modPack: { id: string, status: Status } | null }
   };

export type CreateUploadTicketMutationVariables = Exact<{
  input: CreateUploadTicketInput;
}>;


export type CreateUploadTicketMutation = { createUploadTicket:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'UploadTicketCreated', url: string, uploadTicket: { id: string, expires: string } }
   };

export type DeleteModPackMutationVariables = Exact<{
  input: DeleteModPackInput;
}>;


export type DeleteModPackMutation = { deleteModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'Deleted', deletedId: string, databaseId: number }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
   };

export type DeleteServerPackMutationVariables = Exact<{
  input: DeleteServerPackInput;
}>;


export type DeleteServerPackMutation = { deleteServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'Deleted', deletedId: string, databaseId: number }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
   };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'Deleted', deletedId: string, databaseId: number }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
   };

export type EventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: EventFilter | null | undefined;
}>;


export type EventsSubscription = { events: { id: string, databaseId: number, status: Status, message: string, timestamp: string, modPackDatabaseId: number, runConfiguration: { id: string, databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null }>, serverPack: { id: string, databaseId: number, downloadUrl: string } | null } };

export type GenerateServerPackMutationVariables = Exact<{
  input: GenerateServerPackInput;
}>;


export type GenerateServerPackMutation = { generateServerPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { id: string, databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string, field: string | null }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, runConfiguration: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ImportModPackMutationVariables = Exact<{
  input: ImportModPackInput;
}>;


export type ImportModPackMutation = { importModPack:
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { id: string, databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string, field: string | null }
    | { __typename: 'NotFetchedError', code: ErrorCode, message: string, reason: FetchProblem | null }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, runConfiguration: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ModPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackQuery = { modPack: { id: string, databaseId: number, name: string, size: number, sha256: string, status: Status, dateCreated: string, downloadUrl: string, manifest: { kind: ManifestKind, name: string | null, version: string | null, gameVersion: string | null, modloader: Modloader | null, modloaderVersion: string | null } | null, serverPacks: { totalCount: number, nodes: Array<{ id: string, databaseId: number, size: number, downloadUrl: string, runConfiguration: { id: string, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } } | null };

export type ModPacksQueryVariables = Exact<{
  filter?: ModPackFilter | null | undefined;
  orderBy?: ModPackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ModPacksQuery = { modPacks: { nodes: Array<{ id: string, databaseId: number, name: string, size: number, status: Status, dateCreated: string, downloads: number, confirmedWorking: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PreviewServerPackQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: RunConfigurationInput;
  after?: string | null | undefined;
}>;


export type PreviewServerPackQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, fileCount: number, leftOutCount: number, warnings: Array<{ code: string, error: string, entry: string | null }>, decisions: { nodes: Array<{ file: string, kept: boolean, reason: DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
   };

export type ProgressSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type ProgressSubscription = { progress: { phase: ProgressPhase, bytesDone: number, bytesTotal: number, entriesDone: number, entriesTotal: number } };

export type RegisterWebhookMutationVariables = Exact<{
  input: RegisterWebhookInput;
}>;


export type RegisterWebhookMutation = { registerWebhook:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number } }
   };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  input: ResendWebhookDeliveryInput;
}>;


export type ResendWebhookDeliveryMutation = { resendWebhookDelivery:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string, databaseId: number, state: WebhookDeliveryState } }
   };

export type RetryModPackMutationVariables = Exact<{
  input: RetryModPackInput;
}>;


export type RetryModPackMutation = { retryModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { id: string, databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string, field: string | null }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, runConfiguration: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookWithSecret', secret: string, webhook: { id: string, databaseId: number } }
   };

export type ServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackQuery = { serverPack: { id: string, databaseId: number, size: number, sha256: string, dateCreated: string, downloads: number, confirmedWorking: number, downloadUrl: string, keptCount: number, droppedCount: number, modPack: { id: string, databaseId: number, name: string }, runConfiguration: { id: string, databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string> }, warnings: Array<{ code: string, error: string, entry: string | null }>, decisions: { nodes: Array<{ file: string, reason: DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ServerPacksQueryVariables = Exact<{
  filter?: ServerPackFilter | null | undefined;
  orderBy?: ServerPackOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ServerPacksQuery = { serverPacks: { nodes: Array<{ id: string, databaseId: number, size: number, dateCreated: string, downloads: number, confirmedWorking: number, downloadUrl: string, modPack: { id: string, databaseId: number, name: string }, runConfiguration: { id: string, databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceQuery = { service: { freeBytes: number, reserveBytes: number, queue: { waiting: number, active: number, waitingForRoom: number, oldestSeconds: number | null }, health: Array<{ name: string, ok: boolean, message: string }> } };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type TestWebhookMutation = { testWebhook:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookDeliveryQueued', delivery: { id: string, databaseId: number, state: WebhookDeliveryState } }
   };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'WebhookUpdated', webhook: { id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean } }
   };

export type UploadModPackMutationVariables = Exact<{
  input: UploadModPackInput;
}>;


export type UploadModPackMutation = { uploadModPack:
    | { __typename: 'ConflictError', code: ErrorCode, message: string }
    | { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { id: string, databaseId: number } | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string, field: string | null }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'RunStarted', modPack: { id: string, databaseId: number }, runConfiguration: { id: string, databaseId: number } }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
   };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { name: string, role: Role | null, permissions: Array<Permission>, expires: string | null, quota: number | null, stored: number | null } };

export type VoteServerPackMutationVariables = Exact<{
  input: VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'VoteCounted', serverPack: { id: string, confirmedWorking: number } }
   };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter?: WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { nodes: Array<{ id: string, databaseId: number, messageId: string, type: string, state: WebhookDeliveryState, attempts: number, lastAttempt: string | null, responseStatus: number | null, failure: string | null, dateCreated: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhooksQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { webhooks: { nodes: Array<{ id: string, databaseId: number, url: string, format: WebhookFormat, statuses: Array<Status>, enabled: boolean, dateCreated: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

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
    mutation CancelRun($input: CancelRunInput!) {
  cancelRun(input: $input) {
    __typename
    ... on RunCancelled {
      modPack {
        id
        status
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelRunMutation, CancelRunMutationVariables>;
export const CreateUploadTicketDocument = new TypedDocumentString(`
    mutation CreateUploadTicket($input: CreateUploadTicketInput!) {
  createUploadTicket(input: $input) {
    __typename
    ... on UploadTicketCreated {
      url
      uploadTicket {
        id
        expires
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateUploadTicketMutation, CreateUploadTicketMutationVariables>;
export const DeleteModPackDocument = new TypedDocumentString(`
    mutation DeleteModPack($input: DeleteModPackInput!) {
  deleteModPack(input: $input) {
    __typename
    ... on Deleted {
      deletedId
      databaseId
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteModPackMutation, DeleteModPackMutationVariables>;
export const DeleteServerPackDocument = new TypedDocumentString(`
    mutation DeleteServerPack($input: DeleteServerPackInput!) {
  deleteServerPack(input: $input) {
    __typename
    ... on Deleted {
      deletedId
      databaseId
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteServerPackMutation, DeleteServerPackMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input) {
    __typename
    ... on Deleted {
      deletedId
      databaseId
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const EventsDocument = new TypedDocumentString(`
    subscription Events($after: ID, $filter: EventFilter) {
  events(after: $after, filter: $filter) {
    id
    databaseId
    status
    message
    timestamp
    modPackDatabaseId
    runConfiguration {
      id
      databaseId
    }
    errors {
      code
      error
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
export const GenerateServerPackDocument = new TypedDocumentString(`
    mutation GenerateServerPack($input: GenerateServerPackInput!) {
  generateServerPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      runConfiguration {
        id
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
    ... on DuplicateModPackError {
      existing {
        id
        databaseId
      }
    }
    ... on InvalidInputError {
      field
    }
  }
}
    `) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const ImportModPackDocument = new TypedDocumentString(`
    mutation ImportModPack($input: ImportModPackInput!) {
  importModPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      runConfiguration {
        id
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
    ... on DuplicateModPackError {
      existing {
        id
        databaseId
      }
    }
    ... on InvalidInputError {
      field
    }
    ... on NotFetchedError {
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ImportModPackMutation, ImportModPackMutationVariables>;
export const ModPackDocument = new TypedDocumentString(`
    query ModPack($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    databaseId
    name
    size
    sha256
    status
    dateCreated
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
      dateCreated
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
  previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {
    __typename
    ... on ServerPackPreview {
      keptCount
      droppedCount
      fileCount
      leftOutCount
      warnings {
        code
        error
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
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewServerPackQuery, PreviewServerPackQueryVariables>;
export const ProgressDocument = new TypedDocumentString(`
    subscription Progress($modPack: ID!) {
  progress(modPack: $modPack) {
    phase
    bytesDone
    bytesTotal
    entriesDone
    entriesTotal
  }
}
    `) as unknown as TypedDocumentString<ProgressSubscription, ProgressSubscriptionVariables>;
export const RegisterWebhookDocument = new TypedDocumentString(`
    mutation RegisterWebhook($input: RegisterWebhookInput!) {
  registerWebhook(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        id
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RegisterWebhookMutation, RegisterWebhookMutationVariables>;
export const ResendWebhookDeliveryDocument = new TypedDocumentString(`
    mutation ResendWebhookDelivery($input: ResendWebhookDeliveryInput!) {
  resendWebhookDelivery(input: $input) {
    __typename
    ... on WebhookDeliveryQueued {
      delivery {
        id
        databaseId
        state
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>;
export const RetryModPackDocument = new TypedDocumentString(`
    mutation RetryModPack($input: RetryModPackInput!) {
  retryModPack(input: $input) {
    __typename
    ... on RunStarted {
      modPack {
        id
        databaseId
      }
      runConfiguration {
        id
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
    ... on DuplicateModPackError {
      existing {
        id
        databaseId
      }
    }
    ... on InvalidInputError {
      field
    }
  }
}
    `) as unknown as TypedDocumentString<RetryModPackMutation, RetryModPackMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    __typename
    ... on WebhookWithSecret {
      secret
      webhook {
        id
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const ServerPackDocument = new TypedDocumentString(`
    query ServerPack($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    id
    databaseId
    size
    sha256
    dateCreated
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
    runConfiguration {
      id
      databaseId
      gameVersion
      modloader
      modloaderVersion
      startArgs
      clientMods
      whitelistedMods
    }
    warnings {
      code
      error
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
      dateCreated
      downloads
      confirmedWorking
      downloadUrl
      modPack {
        id
        databaseId
        name
      }
      runConfiguration {
        id
        databaseId
        gameVersion
        modloader
        modloaderVersion
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ServerPacksQuery, ServerPacksQueryVariables>;
export const ServiceDocument = new TypedDocumentString(`
    query Service {
  service {
    freeBytes
    reserveBytes
    queue {
      waiting
      active
      waitingForRoom
      oldestSeconds
    }
    health {
      name
      ok
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceQuery, ServiceQueryVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    __typename
    ... on WebhookDeliveryQueued {
      delivery {
        id
        databaseId
        state
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    __typename
    ... on WebhookUpdated {
      webhook {
        id
        databaseId
        url
        format
        statuses
        enabled
      }
    }
    ... on Error {
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
      runConfiguration {
        id
        databaseId
      }
    }
    ... on Error {
      code
      message
    }
    ... on DuplicateModPackError {
      existing {
        id
        databaseId
      }
    }
    ... on InvalidInputError {
      field
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
    expires
    quota
    stored
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const VoteServerPackDocument = new TypedDocumentString(`
    mutation VoteServerPack($input: VoteServerPackInput!) {
  voteServerPack(input: $input) {
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
    `) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($filter: WebhookDeliveryFilter, $first: Int, $after: String) {
  webhookDeliveries(filter: $filter, first: $first, after: $after) {
    nodes {
      id
      databaseId
      messageId
      type
      state
      attempts
      lastAttempt
      responseStatus
      failure
      dateCreated
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks($after: String) {
  webhooks(first: 100, after: $after) {
    nodes {
      id
      databaseId
      url
      format
      statuses
      enabled
      dateCreated
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;