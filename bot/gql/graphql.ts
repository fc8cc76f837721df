/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** A modpack and what its first server pack is to be built for. */
export type UploadModPackInput = {
  /** The archive: a zip or an .mrpack, sent with this request. Either it or `upload` is given. */
  file?: unknown;
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

export type RunToFollowQueryVariables = Exact<{
  modPack: number;
}>;


export type RunToFollowQuery = { modPack: { id: string, databaseId: number, name: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null };

export type TicketToWaitForQueryVariables = Exact<{
  id: string | number;
}>;


export type TicketToWaitForQuery = { uploadTicket: { id: string, expires: string } | null };

export type RunConfigurationByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type RunConfigurationByNumberQuery = { runConfiguration: { gameVersion: string, modloader: Modloader, modloaderVersion: string, startArgs: Array<string>, clientMods: Array<string>, whitelistedMods: Array<string>, automaticSides: boolean, includeFiles: Array<string>, excludeFiles: Array<string>, includeWorld: boolean, serverIcon: { content: string } | null, serverProperties: { content: string } | null } | null };

export type ServerPackToVoteForQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackToVoteForQuery = { serverPack: { id: string } | null };

export type VoteServerPackMutationVariables = Exact<{
  input: VoteServerPackInput;
}>;


export type VoteServerPackMutation = { voteServerPack:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'VoteCounted', serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } }
   };

export type ModPackChoiceFragment = { databaseId: number, name: string };

export type ServerPackChoiceFragment = { databaseId: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } };

export type ModPacksLikeQueryVariables = Exact<{
  number: number;
  isNumber: boolean;
  name: string;
  first: number;
}>;


export type ModPacksLikeQuery = { modPack?: { databaseId: number, name: string } | null, modPacks: { nodes: Array<{ databaseId: number, name: string }> } };

export type ServerPacksLikeQueryVariables = Exact<{
  number: number;
  isNumber: boolean;
  name: string;
  first: number;
}>;


export type ServerPacksLikeQuery = { serverPack?: { databaseId: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null, serverPacks: { nodes: Array<{ databaseId: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } };

export type OwnModPacksQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type OwnModPacksQuery = { nodes: Array<
    | { databaseId: number, name: string, serverPacks: { nodes: Array<{ databaseId: number, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } }
    | Record<PropertyKey, never>
   | null> };

export type ServerPacksOfQueryVariables = Exact<{
  modPack: number;
}>;


export type ServerPacksOfQuery = { serverPacks: { nodes: Array<{ runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } };

export type ServerPackByNumberQueryVariables = Exact<{
  databaseId: number;
}>;


export type ServerPackByNumberQuery = { serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null };

export type ServerPackOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type ServerPackOfRunQuery = { serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null };

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

export type ModPackStatusQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackStatusQuery = { modPack: { databaseId: number, name: string, size: number, status: Status, dateCreated: string, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, confirmedWorking: number, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } } | null, events: { nodes: Array<{ errors: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }> }> } };

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

export type VersionsToProposeQueryVariables = Exact<{
  modPack: number;
  hasModPack: boolean;
  modloader: Modloader;
  hasModloader: boolean;
  gameVersion?: string | null | undefined;
}>;


export type VersionsToProposeQuery = { gameVersions: Array<string>, modPack?: { manifest: { gameVersion: string | null, modloader: Modloader | null, modloaderVersion: string | null } | null } | null, listedVersions?: { gameVersions: Array<string>, modloaderVersions: Array<string> } };

export type DroppedPageFragment = { nodes: Array<{ file: string, reason: DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } };

export type DroppedModsQueryVariables = Exact<{
  databaseId: number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DroppedModsQuery = { serverPack: { keptCount: number, droppedCount: number, modPack: { databaseId: number, name: string }, decisions: { nodes: Array<{ file: string, reason: DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } | null };

export type ModPackToPreviewQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToPreviewQuery = { modPack: { id: string } | null };

export type PreviewQueryVariables = Exact<{
  modPack: string | number;
  runConfiguration: RunConfigurationInput;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PreviewQuery = { previewServerPack:
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'NotFoundError', code: ErrorCode, message: string }
    | { __typename: 'ServerPackPreview', keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { name: string }, decisions: { nodes: Array<{ file: string, reason: DecisionReason, evidence: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } }
   };

export type FinishedServerPackQueryVariables = Exact<{
  databaseId: number;
}>;


export type FinishedServerPackQuery = { serverPack: { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } } | null };

export type RunConfigurationLineFragment = { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string };

export type ServerPackCardFragment = { databaseId: number, size: number, downloads: number, confirmedWorking: number, dateCreated: string, downloadUrl: string, keptCount: number, droppedCount: number, warnings: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }>, modPack: { databaseId: number, name: string }, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } };

export type ModPackCardFragment = { databaseId: number, name: string, size: number, status: Status, dateCreated: string, serverPacks: { totalCount: number, nodes: Array<{ databaseId: number, size: number, downloads: number, confirmedWorking: number, runConfiguration: { databaseId: number, gameVersion: string, modloader: Modloader, modloaderVersion: string } }> } };

export type ProblemLineFragment = { code: string, error: string, entry: string | null, tellsOfLeftOut: boolean };

export type ViewerPermissionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerPermissionsQuery = { viewer: { permissions: Array<Permission> } };

export type ProgressNewsFragment = { phase: ProgressPhase, bytesDone: number, bytesTotal: number };

export type ProgressOfSubscriptionVariables = Exact<{
  modPack: string | number;
}>;


export type ProgressOfSubscription = { progress: { phase: ProgressPhase, bytesDone: number, bytesTotal: number } };

export type PlaceInLineQueryVariables = Exact<{
  runConfiguration: number;
}>;


export type PlaceInLineQuery = { runConfiguration: { queuePlace: { place: number, waiting: number } | null } | null };

export type RunStepFragment = { id: string, databaseId: number, status: Status, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }> };

export type NewestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestEventQuery = { events: { nodes: Array<{ id: string }> } };

export type StepsOfRunQueryVariables = Exact<{
  modPack: number;
  runConfiguration: number;
}>;


export type StepsOfRunQuery = { events: { nodes: Array<{ id: string, databaseId: number, status: Status, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }> }> } };

export type LaterStepsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type LaterStepsSubscription = { events: { id: string, databaseId: number, status: Status, modPackDatabaseId: number, serverPackDatabaseId: number | null, runConfiguration: { databaseId: number }, errors: Array<{ code: string, error: string, entry: string | null, tellsOfLeftOut: boolean }> } };

type RunStart_ConflictError_Fragment = { __typename: 'ConflictError', code: ErrorCode, message: string };

type RunStart_DuplicateModPackError_Fragment = { __typename: 'DuplicateModPackError', code: ErrorCode, message: string, existing: { databaseId: number } | null };

type RunStart_ForbiddenError_Fragment = { __typename: 'ForbiddenError', code: ErrorCode, message: string };

type RunStart_InvalidInputError_Fragment = { __typename: 'InvalidInputError', code: ErrorCode, message: string };

type RunStart_NotFoundError_Fragment = { __typename: 'NotFoundError', code: ErrorCode, message: string };

type RunStart_RunStarted_Fragment = { __typename: 'RunStarted', modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } };

type RunStart_UnavailableError_Fragment = { __typename: 'UnavailableError', code: ErrorCode, message: string };

export type RunStartFragment =
  | RunStart_ConflictError_Fragment
  | RunStart_DuplicateModPackError_Fragment
  | RunStart_ForbiddenError_Fragment
  | RunStart_InvalidInputError_Fragment
  | RunStart_NotFoundError_Fragment
  | RunStart_RunStarted_Fragment
  | RunStart_UnavailableError_Fragment
;

export type StartedRunFragment = { modPack: { id: string, databaseId: number, name: string }, runConfiguration: { databaseId: number } };

export type ModPackIdQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackIdQuery = { modPack: { id: string } | null };

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

export type ModPackToTakeUpQueryVariables = Exact<{
  databaseId: number;
}>;


export type ModPackToTakeUpQuery = { modPack: { id: string, databaseId: number, name: string } | null };

export type TicketNewsFragment = { id: string, modPack: { id: string, databaseId: number, name: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: ErrorCode, message: string, modPack: { databaseId: number } | null } | null };

export type UploadTicketsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type UploadTicketsSubscription = { uploadTickets: { id: string, modPack: { id: string, databaseId: number, name: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: ErrorCode, message: string, modPack: { databaseId: number } | null } | null } };

export type TicketNowQueryVariables = Exact<{
  id: string | number;
}>;


export type TicketNowQuery = { uploadTicket: { id: string, modPack: { id: string, databaseId: number, name: string, runConfigurations: { nodes: Array<{ databaseId: number }> } } | null, refusal: { code: ErrorCode, message: string, modPack: { databaseId: number } | null } | null } | null };

export type CreateUploadTicketMutationVariables = Exact<{
  input: CreateUploadTicketInput;
}>;


export type CreateUploadTicketMutation = { createUploadTicket:
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string }
    | { __typename: 'UnavailableError', code: ErrorCode, message: string }
    | { __typename: 'UploadTicketCreated', url: string, uploadTicket: { id: string, expires: string } }
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
export const ModPackChoiceFragmentDoc = new TypedDocumentString(`
    fragment ModPackChoice on ModPack {
  databaseId
  name
}
    `, {"fragmentName":"ModPackChoice"}) as unknown as TypedDocumentString<ModPackChoiceFragment, unknown>;
export const RunConfigurationLineFragmentDoc = new TypedDocumentString(`
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
    `, {"fragmentName":"RunConfigurationLine"}) as unknown as TypedDocumentString<RunConfigurationLineFragment, unknown>;
export const ServerPackChoiceFragmentDoc = new TypedDocumentString(`
    fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    databaseId
    name
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
export const ProblemLineFragmentDoc = new TypedDocumentString(`
    fragment ProblemLine on Problem {
  code
  error
  entry
  tellsOfLeftOut
}
    `, {"fragmentName":"ProblemLine"}) as unknown as TypedDocumentString<ProblemLineFragment, unknown>;
export const ServerPackCardFragmentDoc = new TypedDocumentString(`
    fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    name
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
}
fragment ProblemLine on Problem {
  code
  error
  entry
  tellsOfLeftOut
}`, {"fragmentName":"ServerPackCard"}) as unknown as TypedDocumentString<ServerPackCardFragment, unknown>;
export const ModPackCardFragmentDoc = new TypedDocumentString(`
    fragment ModPackCard on ModPack {
  databaseId
  name
  size
  status
  dateCreated
  serverPacks(last: 10) {
    totalCount
    nodes {
      databaseId
      size
      downloads
      confirmedWorking
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
}`, {"fragmentName":"ModPackCard"}) as unknown as TypedDocumentString<ModPackCardFragment, unknown>;
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
  error
  entry
  tellsOfLeftOut
}`, {"fragmentName":"RunStep"}) as unknown as TypedDocumentString<RunStepFragment, unknown>;
export const StartedRunFragmentDoc = new TypedDocumentString(`
    fragment StartedRun on RunStarted {
  modPack {
    id
    databaseId
    name
  }
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
    name
  }
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
    name
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
    name
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
    expires
  }
}
    `) as unknown as TypedDocumentString<TicketToWaitForQuery, TicketToWaitForQueryVariables>;
export const RunConfigurationByNumberDocument = new TypedDocumentString(`
    query RunConfigurationByNumber($databaseId: Int!) {
  runConfiguration(databaseId: $databaseId) {
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
}
    `) as unknown as TypedDocumentString<RunConfigurationByNumberQuery, RunConfigurationByNumberQueryVariables>;
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
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  code
  error
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<VoteServerPackMutation, VoteServerPackMutationVariables>;
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
  name
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
    name
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
  name
}
fragment ServerPackChoice on ServerPack {
  databaseId
  modPack {
    databaseId
    name
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
}`) as unknown as TypedDocumentString<ServerPacksOfQuery, ServerPacksOfQueryVariables>;
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
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  code
  error
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
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  code
  error
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<ServerPackOfRunQuery, ServerPackOfRunQueryVariables>;
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
    name
  }
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<ImportModPackMutation, ImportModPackMutationVariables>;
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
}
fragment ModPackCard on ModPack {
  databaseId
  name
  size
  status
  dateCreated
  serverPacks(last: 10) {
    totalCount
    nodes {
      databaseId
      size
      downloads
      confirmedWorking
      runConfiguration {
        ...RunConfigurationLine
      }
    }
  }
}
fragment ProblemLine on Problem {
  code
  error
  entry
  tellsOfLeftOut
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
    name
  }
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
      name
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
      warnings {
        ...ProblemLine
      }
      modPack {
        name
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
  error
  entry
  tellsOfLeftOut
}`) as unknown as TypedDocumentString<PreviewQuery, PreviewQueryVariables>;
export const FinishedServerPackDocument = new TypedDocumentString(`
    query FinishedServerPack($databaseId: Int!) {
  serverPack(databaseId: $databaseId) {
    ...ServerPackCard
  }
}
    fragment RunConfigurationLine on RunConfiguration {
  databaseId
  gameVersion
  modloader
  modloaderVersion
}
fragment ServerPackCard on ServerPack {
  databaseId
  size
  downloads
  confirmedWorking
  dateCreated
  downloadUrl
  keptCount
  droppedCount
  warnings {
    ...ProblemLine
  }
  modPack {
    databaseId
    name
  }
  runConfiguration {
    ...RunConfigurationLine
  }
}
fragment ProblemLine on Problem {
  code
  error
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
  error
  entry
  tellsOfLeftOut
}
fragment RunStep on Event {
  id
  databaseId
  status
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
  error
  entry
  tellsOfLeftOut
}
fragment RunStep on Event {
  id
  databaseId
  status
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
    name
  }
  runConfiguration {
    databaseId
  }
}`) as unknown as TypedDocumentString<GenerateServerPackMutation, GenerateServerPackMutationVariables>;
export const ModPackToTakeUpDocument = new TypedDocumentString(`
    query ModPackToTakeUp($databaseId: Int!) {
  modPack(databaseId: $databaseId) {
    id
    databaseId
    name
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
    name
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
    name
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