/**
 * The tables of the database. Its terms, used in all of the code:
 *
 * - modpack: an uploaded zip of a game's mods, as a row and a stored file.
 * - run configuration: the versions, lists and files that a server pack is built for; every upload, every generate
 *   request and every late finding of a scan creates one.
 * - run: one pass of a modpack through the pipeline for one run configuration, whose number it has.
 * - check: the reading of an archive; its results are the modpack's report, mods and warnings.
 * - report: the check's facts about the archive as a whole.
 * - mod: one jar of a modpack with its descriptors; all of them are the modpack's inventory.
 * - warning: a remark on an archive, for which it is not refused.
 * - decision: whether a mod went into a server pack, and why.
 * - generation: the building of a server pack from a checked modpack.
 * - server pack: the built zip or .mrpack, as a row and a stored file.
 * - line: the versions of one pack; they share its overrides, and their servers its update link.
 * - drop list: prefixes of mods that a community keeps for all packs; each change is a version of it.
 * - followed line: a line whose new versions the service fetches by itself; a check requests them from a host.
 * - line news: a change of a version of a line outside of its runs, which have events.
 * - fetched file: stored bytes of a file that a pack only named, keyed by the platforms' hashes.
 * - modpack file: a fetched file at its path in a modpack.
 * - catalogue: Modrinth's knowledge of a mod by the hash of its jar.
 * - totals: sums over the server packs of a modpack, of downloads and votes.
 * - figure: the number of a table's rows with some value, updated while they change.
 * - event: the record of one step of a run. Event ids increase in commit order (see the migration `triggers`).
 * - attempt: one try at a run; it can fail or wait through no fault of its modpack, such as a full disk.
 * - scan: a search for malware in a modpack; while its findings are not released, the modpack is in quarantine.
 * - queued run: an unfinished run, at its position in the queue of all callers.
 * - boot: a trial of whether the server of a server pack starts; only the newest one has a row.
 * - turn: the number of a queued run; the lowest runs first.
 * - job: a row that a process claims and works on: a queued run, a boot, a followed line, a delivery, a chore.
 * - chore: recurring work of the service, such as the sweep of the store.
 * - backup: rows and files of one moment in another place; the row tells of its making.
 * - token: a caller's proof of identity; its role gives the rights.
 * - resumable upload: a file that arrives in several pieces, before a request makes it a modpack.
 * - webhook: an address that events are posted to; a delivery is one event (or a test) to be posted.
 * - upload ticket: the right to upload one modpack, for a fixed run configuration.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Caller } from '../src/access/caller.ts';
import type { JwtProof } from '../src/access/jwt-proof.ts';
import {
  type ArchiveSummary,
  decisionReasons,
  type PackIcon,
  type Problem,
  type SideClaim,
} from '../src/archive/report.ts';
import {
  type RunRequest,
  type StoredOverrides,
  serverPackFormats,
} from '../src/archive/run-configuration.ts';
import { nameEncodings } from '../src/archive/zip/name-encoding.ts';
import type { ErrorCode } from '../src/errors.ts';
import { channels } from '../src/fetching/channels.ts';
import type { MissingFile } from '../src/fetching/missing-file.ts';
import type { CatalogueProject } from '../src/fetching/modrinth.ts';
import type { PackLocation } from '../src/fetching/pack-links.ts';
import { keyAlgorithms } from '../src/fetching/wanted-file.ts';
import { certainties, type ModDescriptor, modloaderNames } from '../src/modloaders/modloader.ts';
import type { NotScanned, ScanFinding } from '../src/scan/scan-task.ts';

/** The states of a modpack, and the statuses of events. */
export const statuses = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'] as const;
export type Status = (typeof statuses)[number];

/** The roles of a token; each role includes the rights of those before it. */
export const roles = ['reader', 'publisher', 'operator'] as const;
export type Role = (typeof roles)[number];

/** The origin of a modpack. */
export const sources = ['ZIP', 'MODRINTH', 'CURSEFORGE', 'FTB', 'LINK'] as const;
export type Source = (typeof sources)[number];
/**
 * Sources with ids of their own for projects and versions; elsewhere only the launcher's manifest may have such ids.
 */
export const platforms: readonly Source[] = ['MODRINTH', 'CURSEFORGE', 'FTB'];

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** Milliseconds suffice: REST shows no more, and a JavaScript date holds no more. */
const timestamptz = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' });
/** The process that works on a row, and until when it counts as alive unless it says so again (`src/jobs`). */
const claimed = () => ({ claim: uuid(), claimedUntil: timestamptz() });
const oneOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));

/** The rows of revoked tokens stay, because other rows refer to them by id and show their name. */
export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    name: text().notNull(),
    role: text({ enum: roles }).notNull(),
    /** Whether the token may vote for others, by name. */
    voter: boolean().notNull().default(false),
    /** The SHA-256 of the secret, in lower-case hexadecimal. */
    hash: text().notNull(),
    /** Bytes of modpacks and server packs that the token may keep stored; null means no limit. */
    quota: bigint({ mode: 'number' }),
    dateCreated: timestamptz().notNull().defaultNow(),
    expires: timestamptz(),
    /** Exact to the minute. */
    lastUsed: timestamptz(),
    revoked: timestamptz(),
  },
  (table) => [
    check('tokens_role', sql`${table.role} in (${oneOf(roles)})`),
    // A name is free again once its token is revoked.
    uniqueIndex('tokens_name').on(table.name).where(sql`${table.revoked} is null`),
  ],
);

/** Browsers that are signed in. The row is deleted when somebody signs out, or its token is revoked. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** The SHA-256 of the secret in the browser's cookie, in lower-case hexadecimal. */
    hash: text().notNull().unique('sessions_hash'),
    /** The token that the browser signed in with; the session has the rights of the token. */
    tokenId: integer().references(() => tokens.id),
    /** Without a token: the subject that the issuer named at sign-in, and what it said of the rights. */
    subject: text(),
    proof: jsonb().$type<JwtProof>(),
    /** The browser's description of itself, cut to a length. */
    userAgent: text().notNull(),
    dateCreated: timestamptz().notNull().defaultNow(),
    /** Exact to the hour. */
    lastUsed: timestamptz().notNull().defaultNow(),
    expires: timestamptz().notNull(),
  },
  (table) => [index('sessions_token').on(table.tokenId), index('sessions_subject').on(table.subject)],
);

/** Stored bytes, one row per content. Its id is the contract's fileID. */
export const files = pgTable('files', {
  id: id(),
  sha256: text().notNull().unique(),
  size: bigint({ mode: 'number' }).notNull(),
  storageKey: text().notNull(),
  /** When the bytes were removed; the row stays for a modpack that its check refused. Null while they are stored. */
  removed: timestamptz(),
  /** When the bytes were stored. */
  dateCreated: timestamptz().notNull().defaultNow(),
});

/** The small part of the check's result; the counts are the numbers of rows in `mods` and `warnings`. */
export interface ModPackReport extends ArchiveSummary {
  modCount: number;
  warningCount: number;
}

/**
 * The versions of one pack. A line belongs either to a project of a platform, or to an uploader who alone adds
 * versions.
 */
export const lines = pgTable(
  'lines',
  {
    id: id(),
    /** The name in addresses. Names of platforms' lines begin with the platform's name, which no other name may. */
    name: text().notNull().unique(),
    /**
     * The platform and its own id of the project, such as MODRINTH:AANobbMI; null for a line that an uploader has
     * named.
     */
    project: text().unique(),
    /** The modloader of all versions; null for a platform's project, which may have several. */
    modloader: text({ enum: modloaderNames }),
    /** The token, or the subject of the issuer, that has named the line. */
    tokenId: integer().references(() => tokens.id),
    subject: text(),
    /** Some tens of kilobytes at most; queries of the other columns leave these out. */
    overrides: jsonb('wishes').$type<StoredOverrides>().notNull(),
    /** The version that the line offers, whatever newer ones exist; null: the newest that is not withdrawn. */
    pinnedId: integer().references((): AnyPgColumn => modPacks.id, { onDelete: 'set null' }),
    /**
     * Part of the link by which the line's servers update themselves; null without a link. A new secret invalidates
     * earlier links.
     */
    updateSecret: uuid(),
    /**
     * When the deletion of the line began. From then on no request finds the line; its versions are detached in
     * batches.
     */
    deleting: timestamptz(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('lines_token').on(table.tokenId),
    index('lines_pinned').on(table.pinnedId).where(sql`${table.pinnedId} is not null`),
    check('lines_modloader', sql`${table.modloader} in (${oneOf(modloaderNames)})`),
    check('lines_maker', sql`num_nonnulls(${table.project}, ${table.tokenId}, ${table.subject}) = 1`),
  ],
);

/** The title of a modpack as shown in lists, for the index and the queries that use it. */
export const shownTitle = ({ title, name }: Record<'title' | 'name', AnyPgColumn>) =>
  sql`coalesce(${title}, ${name})`;

/** The texts that a search by name reads: the title and the file name, each on its own line. */
export const searchedNames = ({ title, name }: Record<'title' | 'name', AnyPgColumn>) =>
  sql`(coalesce(${title} || chr(10), '') || ${name})`;

export const modPacks = pgTable(
  'mod_packs',
  {
    id: id(),
    fileId: integer()
      .notNull()
      .unique()
      .references(() => files.id),
    name: text().notNull(),
    source: text({ enum: sources }).notNull().default('ZIP'),
    status: text({ enum: statuses }).notNull(),
    projectID: text().notNull().default(''),
    versionID: text().notNull().default(''),
    /**
     * The check's facts about the archive as a whole; null until a check has passed. The rows of `mods` are valid only
     * then.
     */
    report: jsonb().$type<ModPackReport>(),
    /** The uploader: a token, a subject of the issuer, or the holder of the secret with this SHA-256 in hexadecimal. */
    tokenId: integer().references(() => tokens.id),
    subject: text(),
    ownerSecretHash: text(),
    /** Whether the uploader has renamed the modpack; the manifest's title is ignored then. */
    renamed: boolean().notNull().default(false),
    /**
     * The manifest's name and version, or the name given by the uploader; null until the check has passed, or without a
     * name.
     */
    title: text(),
    /** The icon in the archive; null until the check has passed, and where no icon can be shown. */
    icon: jsonb().$type<PackIcon>(),
    /**
     * Whether the archive holds account files, so that only its owner may download it; null until it was searched for
     * them.
     */
    holdsAccounts: boolean(),
    /** Whether lists leave the modpack out; it is still found by its number. */
    hidden: boolean().notNull().default(false),
    /** The line that the modpack is a version of. */
    lineId: integer().references(() => lines.id, { onDelete: 'set null' }),
    /**
     * Rises with each version of the line: the time of the upload in milliseconds, or the platform's number or time of
     * the version.
     */
    lineOrder: bigint({ mode: 'number' }).notNull().default(0),
    /** When a check of its platform found that the version is withdrawn. */
    withdrawn: timestamptz(),
    /** When a check of its platform last found the version withdrawn, or offered again. */
    offerChanged: timestamptz(),
    /**
     * The size of the file in bytes, for lists in this order: an index covers columns of one table only. A trigger
     * writes it.
     */
    fileSize: bigint({ mode: 'number' }).notNull().default(0),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('mod_packs_line')
      .on(table.lineId, table.lineOrder, table.id)
      .where(sql`${table.lineId} is not null`),
    index('mod_packs_size').on(table.fileSize, table.id),
    index('mod_packs_token').on(table.tokenId),
    // Few modpacks are hidden, and totals of lists subtract them.
    index('mod_packs_hidden').on(table.id).where(sql`${table.hidden}`),
    check('mod_packs_status', sql`${table.status} in (${oneOf(statuses)})`),
    index('mod_packs_date').on(table.dateCreated, table.id),
    index('mod_packs_name').on(sql`lower(${table.name}) collate "C"`, table.id),
    index('mod_packs_title').on(sql`lower(${shownTitle(table)}) collate "C"`, table.id),
    index('mod_packs_status_id').on(table.status, table.id),
    // For parts of names that are too short for a trigram index.
    index('mod_packs_short_name_parts')
      .using('gin', sql`name_parts(lower(${searchedNames(table)}))`)
      .with({ gin_pending_list_limit: 256 }),
  ],
);

/**
 * Lines whose new versions are fetched. A node that checks a line has a claim, and extends `claimedUntil` while it
 * lives.
 */
export const followedLines = pgTable(
  'followed_lines',
  {
    lineId: integer()
      .primaryKey()
      .references(() => lines.id, { onDelete: 'cascade' }),
    /** The project or the address, without a version. */
    place: jsonb().$type<PackLocation>().notNull(),
    /** The platform, or the host of the address. Checks of one host are spaced, and all wait while it is away. */
    host: text().notNull(),
    channel: text({ enum: channels }).notNull(),
    /** Whether following is paused. */
    held: boolean().notNull().default(false),
    /** The token that follows the line; fetched versions count for it. */
    tokenId: integer()
      .notNull()
      .references(() => tokens.id),
    /** The ETag or date of the content that was last fetched from an address. */
    validator: text(),
    /** Ids of the versions that were fetched or have failed for good, the last first. */
    settled: jsonb().$type<string[]>().notNull().default([]),
    /** Failed fetches of the newest version. */
    attempts: integer().notNull().default(0),
    /** Consecutive checks that failed for a reason of this line. */
    failures: integer().notNull().default(0),
    /** Consecutive checks, of any line of the host, that found the host away. */
    away: integer().notNull().default(0),
    /** Why the last check or fetch failed, as a sentence. */
    problem: text(),
    /** The run whose server pack to boot. */
    tryRunId: integer().references(() => runConfigurations.id, { onDelete: 'set null' }),
    lastLook: timestamptz(),
    nextLook: timestamptz().notNull(),
    ...claimed(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check('followed_lines_channel', sql`${table.channel} in (${oneOf(channels)})`),
    index('followed_lines_next').on(table.nextLook),
    index('followed_lines_host').on(table.host, table.lastLook),
    index('followed_lines_token').on(table.tokenId),
    index('followed_lines_try').on(table.tryRunId).where(sql`${table.tryRunId} is not null`),
  ],
);

/** A platform has withdrawn a version, or offers it again. */
export const lineNewsKinds = ['WITHDRAWN', 'OFFERED_AGAIN'] as const;

/** Ids increase in commit order, like those of events; old rows are deleted when new ones are added. */
export const lineNews = pgTable(
  'line_news',
  {
    id: id(),
    lineId: integer()
      .notNull()
      .references(() => lines.id, { onDelete: 'cascade' }),
    /** The version. */
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    kind: text({ enum: lineNewsKinds }).notNull(),
    dateCreated: timestamptz().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('line_news_kind', sql`${table.kind} in (${oneOf(lineNewsKinds)})`),
    index('line_news_line').on(table.lineId, table.id),
    index('line_news_mod_pack').on(table.modPackId),
    index('line_news_created').on(table.dateCreated),
  ],
);

/**
 * Sums over the server packs of a modpack, kept by triggers for orders of lists, and the last use. In a table of their
 * own, so that a download does not wait for a run, and does not mark the list of modpacks as changed.
 */
export const modPackTotals = pgTable(
  'mod_pack_totals',
  {
    modPackId: integer()
      .primaryKey()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    downloads: bigint({ mode: 'number' }).notNull().default(0),
    confirmedWorking: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * When the modpack or one of its server packs was last downloaded, or asked for by a server that runs it; exact to
     * the hour. Null: never.
     */
    used: timestamptz(),
  },
  (table) => [
    index('mod_pack_totals_downloads').on(table.downloads, table.modPackId),
    index('mod_pack_totals_votes').on(table.confirmedWorking, table.modPackId),
  ],
);

export const runConfigurations = pgTable(
  'run_configurations',
  {
    id: id(),
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    gameVersion: text().notNull(),
    modloader: text({ enum: modloaderNames }).notNull(),
    modloaderVersion: text().notNull(),
    /** Lists are JSON rather than arrays: postgres.js takes nearly three times as long over text[]. */
    startArgs: jsonb().$type<string[]>().notNull(),
    clientMods: jsonb().$type<string[]>().notNull(),
    whitelistedMods: jsonb().$type<string[]>().notNull(),
    /** The drop lists in effect with their versions, such as client-only@3. */
    dropLists: jsonb().$type<string[]>().notNull().default([]),
    /** Their prefixes as JSON, so that the run stays explained when a list changes or is deleted. */
    dropListsHash: text().references(() => runFiles.sha256),
    addedMods: jsonb().$type<string[]>().notNull().default([]),
    automaticSides: boolean().notNull().default(true),
    includeFiles: jsonb().$type<string[]>().notNull().default([]),
    excludeFiles: jsonb().$type<string[]>().notNull().default([]),
    includeWorld: boolean().notNull().default(false),
    serverIconHash: text().references(() => runFiles.sha256),
    serverPropertiesHash: text().references(() => runFiles.sha256),
    nameEncoding: text({ enum: nameEncodings }),
    format: text({ enum: serverPackFormats }).notNull().default('ZIP'),
    /** The version of the modloader as requested, where it included the game version. */
    givenVersion: text(),
    /** The token that requested the run, if any. */
    tokenId: integer().references(() => tokens.id),
    /**
     * The line of the modpack, if the line offers the server pack of this run; anybody may request runs of any modpack.
     */
    lineId: integer().references(() => lines.id, { onDelete: 'set null' }),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('run_configurations_line')
      .on(table.lineId, table.modPackId, table.id)
      .where(sql`${table.lineId} is not null`),
    index('run_configurations_token').on(table.tokenId),
    check('run_configurations_modloader', sql`${table.modloader} in (${oneOf(modloaderNames)})`),
    check('run_configurations_format', sql`${table.format} in (${oneOf(serverPackFormats)})`),
    index('run_configurations_mod_pack').on(table.modPackId),
    index('run_configurations_modloader').on(table.modloader, table.id),
    index('run_configurations_date').on(table.dateCreated, table.id),
    index('run_configurations_game_version').on(table.gameVersion, table.id),
    // Neither column alone is selective; the further columns make the index cover the query.
    index('run_configurations_versions').on(table.gameVersion, table.modloader, table.id, table.modPackId),
    // For the check whether a file is still used before it is deleted.
    index('run_configurations_icon').on(table.serverIconHash).where(sql`${table.serverIconHash} is not null`),
    index('run_configurations_properties')
      .on(table.serverPropertiesHash)
      .where(sql`${table.serverPropertiesHash} is not null`),
    index('run_configurations_drop_lists')
      .on(table.dropListsHash)
      .where(sql`${table.dropListsHash} is not null`),
  ],
);

/** Lists of mods that many packs share. Runs refer to a list by its name, and keep what it held (`run_files`). */
export const dropLists = pgTable(
  'drop_lists',
  {
    id: id(),
    /** The name in addresses and requests. */
    name: text().notNull().unique(),
    /** The token, or the subject of the issuer, that has named the list. */
    tokenId: integer().references(() => tokens.id),
    subject: text(),
    /** Whether runs that name no lists use it. */
    isDefault: boolean().notNull().default(false),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('drop_lists_token').on(table.tokenId),
    uniqueIndex('drop_lists_default').on(table.isDefault).where(sql`${table.isDefault}`),
    check('drop_lists_maker', sql`num_nonnulls(${table.tokenId}, ${table.subject}) = 1`),
  ],
);

/** The versions of drop lists, which never change. */
export const dropListVersions = pgTable(
  'drop_list_versions',
  {
    id: id(),
    dropListId: integer()
      .notNull()
      .references(() => dropLists.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … within the list. */
    version: integer().notNull(),
    /** Sorted file name prefixes of mods to drop, and of mods to keep. */
    clientOnly: jsonb().$type<string[]>().notNull(),
    keep: jsonb().$type<string[]>().notNull(),
    /** The token, or the subject, that has saved it. */
    tokenId: integer().references(() => tokens.id),
    subject: text(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    unique('drop_list_versions_version').on(table.dropListId, table.version),
    index('drop_list_versions_token').on(table.tokenId),
  ],
);

/**
 * The files given in requests, each stored once. Run configurations refer to them, so that lists of these stay small.
 */
export const runFiles = pgTable('run_files', {
  /** The SHA-256 of the file's bytes, in lower-case hexadecimal. */
  sha256: text().primaryKey(),
  /** A text, or bytes in base64. */
  content: text().notNull(),
  /** When a run configuration last referred to the file. */
  used: timestamptz().notNull().defaultNow(),
});

export const serverPacks = pgTable(
  'server_packs',
  {
    id: id(),
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    runConfigurationId: integer()
      .notNull()
      .references(() => runConfigurations.id, { onDelete: 'cascade' }),
    fileId: integer()
      .notNull()
      .references(() => files.id),
    downloads: integer().notNull().default(0),
    /** Votes that the server pack works minus votes that it fails. */
    confirmedWorking: integer().notNull().default(0),
    votesDown: integer().notNull().default(0),
    /** The number of decisions that keep a mod. */
    keptCount: integer().notNull().default(0),
    /** The number of decisions that drop a mod. */
    droppedCount: integer().notNull().default(0),
    /** The number of the facts about mods that the server pack was built with; null: built before this was recorded. */
    factsNumber: integer(),
    /** The Java that the server pack needs; null where unknown, or built before this was recorded. */
    javaVersion: integer(),
    /**
     * The size of the file in bytes, for lists in this order: an index covers columns of one table only. A trigger
     * writes it.
     */
    fileSize: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * Why the server pack may not start: at most 50 warnings of 16 KiB in total. Queries of the other columns leave
     * these out.
     */
    warnings: jsonb().$type<Problem[]>().notNull().default([]),
    /**
     * A keyed hash of the caller, which reveals no address, so that no caller fills a list alone. Null: built before
     * this was recorded.
     */
    caller: text(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    unique('server_packs_run').on(table.modPackId, table.runConfigurationId),
    // For the deletion of a run configuration, and for readers of its server pack.
    index('server_packs_run_configuration').on(table.runConfigurationId),
    index('server_packs_file').on(table.fileId),
    index('server_packs_date').on(table.dateCreated, table.id),
    index('server_packs_size').on(table.fileSize, table.id),
    index('server_packs_downloads').on(table.downloads, table.id),
    index('server_packs_votes').on(table.confirmedWorking, table.id),
  ],
);

/** The states of a boot; one whose processes died again and again is INTERRUPTED. */
export const bootStates = ['WAITING', 'RUNNING', 'ENDED', 'INTERRUPTED'] as const;

/** The newest boot of each server pack that was tried. */
export const boots = pgTable(
  'boots',
  {
    serverPackId: integer()
      .primaryKey()
      .references(() => serverPacks.id, { onDelete: 'cascade' }),
    state: text({ enum: bootStates }).notNull(),
    /** The current phase of a running boot. */
    phase: text(),
    /** The caller's key in limits. */
    caller: text().notNull(),
    /** Whether to retry without the jars that the log blames. */
    repair: boolean().notNull().default(false),
    /** How often a node has started the boot. */
    attempts: integer().notNull().default(0),
    ...claimed(),
    /** The result as JSON, in a text column because a server's output may hold characters that `jsonb` refuses. */
    result: text(),
    /** The outcome in the result, for the filter of lists; null until the boot has ended. */
    outcome: text(),
    dateCreated: timestamptz().notNull().defaultNow(),
    dateEnded: timestamptz(),
  },
  (table) => [
    check('boots_state', sql`${table.state} in (${oneOf(bootStates)})`),
    index('boots_line').on(table.state, table.dateCreated),
    index('boots_caller').on(table.caller, table.state, table.dateCreated),
    index('boots_outcome').on(table.outcome),
  ],
);

/**
 * The inventory of a modpack, by file name. A check writes the rows, which are valid only once the modpack has its
 * report. They have no trigger, since lists do not show them.
 */
export const mods = pgTable(
  'mods',
  {
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** From 0. */
    position: integer().notNull(),
    /** The path below `mods/`. */
    file: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    note: text(),
    descriptors: jsonb().$type<ModDescriptor[]>().notNull(),
    /** Characters of the descriptors as JSON, by which the cost of reading them is limited. */
    descriptorLength: integer().notNull(),
    /** The SHA-512 in lower-case hexadecimal; null where the check did not need it. */
    sha512: text(),
    /** Statements of platforms that servers do not support the jar; null without any. */
    claims: jsonb().$type<SideClaim[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.modPackId, table.position] }),
    check('mods_bounded', sql`octet_length(${table.file}) <= 65535 and char_length(${table.note}) <= 2048`),
  ],
);

/** The warnings of a check, in order; the check limits their number. */
export const warnings = pgTable(
  'warnings',
  {
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    code: text().notNull(),
    error: text().notNull(),
    entry: text(),
  },
  (table) => [primaryKey({ columns: [table.modPackId, table.position] })],
);

/** The decision about every mod of the modpack for a server pack, by the inventory's positions. */
export const modDecisions = pgTable(
  'mod_decisions',
  {
    serverPackId: integer()
      .notNull()
      .references(() => serverPacks.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    file: text().notNull(),
    kept: boolean().notNull(),
    reason: text({ enum: decisionReasons }).notNull(),
    certainty: text({ enum: certainties }).notNull(),
    evidence: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serverPackId, table.position] }),
    // Readers of dropped mods mostly need few of many rows.
    index('mod_decisions_dropped').on(table.serverPackId, table.position).where(sql`not ${table.kept}`),
    check(
      'mod_decisions_bounded',
      sql`octet_length(${table.file}) <= 65535 and char_length(${table.evidence}) <= 131072`,
    ),
  ],
);

export const events = pgTable(
  'events',
  {
    id: id(),
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** The run of the event. */
    runConfigurationId: integer()
      .notNull()
      .references(() => runConfigurations.id, { onDelete: 'cascade' }),
    serverPackId: integer().references(() => serverPacks.id, { onDelete: 'cascade' }),
    status: text({ enum: statuses }).notNull(),
    message: text().notNull(),
    errors: jsonb().$type<Problem[]>().notNull().default([]),
    /** The clock at the insert, not at the transaction's start, so that it rises with the id. */
    timestamp: timestamptz().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('events_status', sql`${table.status} in (${oneOf(statuses)})`),
    index('events_mod_pack').on(table.modPackId, table.id),
    index('events_server_pack').on(table.serverPackId, table.id),
    index('events_run').on(table.runConfigurationId, table.id),
    index('events_status_id').on(table.status, table.id),
    // For the last event of each run.
    index('events_ended')
      .on(table.timestamp)
      .where(sql`${table.status} = 'ERROR' or ${table.message} = 'Syncing ServerPack to database.'`),
  ],
);

/** The newest scan of each scanned modpack. */
export const scans = pgTable(
  'scans',
  {
    modPackId: integer()
      .primaryKey()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** The version of the rules and signatures used; null: the scanner was away, and packs pass then. */
    version: text(),
    findings: jsonb().$type<ScanFinding[]>().notNull(),
    /** The first files that were not scanned in full. */
    notScanned: jsonb().$type<NotScanned[]>().notNull(),
    notScannedCount: integer().notNull(),
    dateScanned: timestamptz().notNull().defaultNow(),
    /** Whether the scan has findings that no operator has released. */
    quarantined: boolean().notNull(),
    /** Why the findings were released, and by whom; null while they were not. */
    releaseReason: text(),
    releasedBy: text(),
    dateReleased: timestamptz(),
  },
  (table) => [index('scans_quarantined').on(table.modPackId).where(sql`${table.quarantined}`)],
);

/** Resources that a run may wait for through no fault of its modpack. */
export const lacks = ['ROOM', 'SCANNER'] as const;

/**
 * States of a queued run: HELD while an earlier run of its modpack has not ended; WAITING for its turn; BEGUN once a
 * worker has begun.
 */
export const queuedStates = ['HELD', 'WAITING', 'BEGUN'] as const;

/** One row for each run that has not ended. A trigger on events ends it, and lets the next run of its modpack wait. */
export const queuedRuns = pgTable(
  'queued_runs',
  {
    runConfigurationId: integer()
      .primaryKey()
      .references(() => runConfigurations.id, { onDelete: 'cascade' }),
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** The caller's key in limits. */
    caller: text().notNull(),
    turn: integer().notNull(),
    state: text({ enum: queuedStates }).notNull(),
    /** Unused; nodes of the release before write it. */
    sentBy: uuid(),
    /** Processes that had begun the run and died. */
    lostNodes: integer().notNull().default(0),
    dateCreated: timestamptz().notNull().defaultNow(),
    /** Attempts that have begun. */
    tries: integer().notNull().default(0),
    /** When it may be worked on, or again. */
    nextAttempt: timestamptz().notNull().defaultNow(),
    ...claimed(),
  },
  (table) => [
    check('queued_runs_state', sql`${table.state} in (${oneOf(queuedStates)})`),
    index('queued_runs_line').on(table.state, table.turn, table.runConfigurationId),
    index('queued_runs_mod_pack').on(table.modPackId, table.runConfigurationId),
    index('queued_runs_caller').on(table.caller, table.turn),
    index('queued_runs_next').on(table.turn, table.runConfigurationId).where(sql`${table.state} <> 'HELD'`),
  ],
);

/**
 * The attempts of runs that have not ended: a row for each run that failed or waited. It is deleted with the run's row
 * in the queue.
 */
export const attempts = pgTable(
  'setbacks',
  {
    runConfigurationId: integer().primaryKey(),
    /** Unexpected failures. */
    failures: integer().notNull().default(0),
    /** Deaths of the process that worked on the run. */
    deaths: integer().notNull().default(0),
    /** Number of waits for disk space. */
    waits: integer().notNull().default(0),
    /** When the run first found no disk space. */
    waitingSince: timestamptz(),
    /** The resource that the run waited for then, if not for room. */
    lack: text({ enum: lacks }),
    /** The files that the run waits for people to provide; null while it waits for none. */
    missing: jsonb().$type<MissingFile[]>(),
    /** When the run first lacked such files. */
    missingSince: timestamptz(),
    /** When the run tries again; null while it does not wait. */
    nextTry: timestamptz(),
  },
  (table) => [
    foreignKey({
      name: 'setbacks_queued_run',
      columns: [table.runConfigurationId],
      foreignColumns: [queuedRuns.runConfigurationId],
    }).onDelete('cascade'),
    check(
      'setbacks_waiting',
      sql`${table.nextTry} is null or ${table.waitingSince} is not null or ${table.missingSince} is not null`,
    ),
  ],
);

/**
 * Files that packs name, by their key (`FileKey`). A row without a file is a claim: its node is fetching the file and
 * extends `claimedUntil` while it lives; others wait.
 */
export const fetchedFiles = pgTable(
  'fetched_files',
  {
    algorithm: text({ enum: keyAlgorithms }).notNull(),
    /** The hash in lower-case hexadecimal. */
    hash: text().notNull(),
    /** For a file keyed by SHA-512: its SHA-1, which a pack may state too. */
    sha1: text(),
    fileId: integer().references(() => files.id, { onDelete: 'cascade' }),
    crc32: bigint({ mode: 'number' }),
    claim: uuid(),
    claimedUntil: timestamptz(),
    /** When a pack last needed the file. */
    used: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.algorithm, table.hash] }),
    check('fetched_files_algorithm', sql`${table.algorithm} in (${oneOf(keyAlgorithms)})`),
    check(
      'fetched_files_file_or_claim',
      sql`(${table.fileId} is null) = (${table.crc32} is null) and (${table.fileId} is null) = (${table.claim} is not null) and (${table.claim} is null) = (${table.claimedUntil} is null)`,
    ),
    index('fetched_files_file').on(table.fileId),
    index('fetched_files_used').on(table.used),
  ],
);

/** The fetched files of a modpack; files listed here stay stored. */
export const modPackFiles = pgTable(
  'mod_pack_files',
  {
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the pack's index. */
    position: integer().notNull(),
    /** The path in the pack, with slashes. */
    path: text().notNull(),
    fileId: integer()
      .notNull()
      .references(() => files.id),
    crc32: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.modPackId, table.position] }),
    unique('mod_pack_files_path').on(table.modPackId, table.path),
    index('mod_pack_files_file').on(table.fileId),
  ],
);

/** The jars that a run adds to those of its modpack. */
export const addedMods = pgTable(
  'added_mods',
  {
    runConfigurationId: integer()
      .notNull()
      .references(() => runConfigurations.id, { onDelete: 'cascade' }),
    /** From 0; the decisions about them follow those about the modpack's mods in this order. */
    position: integer().notNull(),
    /** The name of the file in `mods/`. */
    file: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    note: text(),
    descriptors: jsonb().$type<ModDescriptor[]>().notNull(),
    /** A sentence with the version and who asked for it. */
    added: text().notNull(),
    fileId: integer()
      .notNull()
      .references(() => files.id),
    crc32: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runConfigurationId, table.position] }),
    index('added_mods_file').on(table.fileId),
  ],
);

/** The catalogue's answer for the jar with this SHA-512; null for an unknown jar. */
export const catalogueAnswers = pgTable(
  'catalogue_answers',
  {
    sha512: text().primaryKey(),
    project: jsonb().$type<CatalogueProject>(),
    asked: timestamptz().notNull().defaultNow(),
  },
  (table) => [index('catalogue_answers_asked').on(table.asked)],
);

/** One row per known voter and server pack; REST's anonymous votes only move the counter. */
export const votes = pgTable(
  'votes',
  {
    serverPackId: integer()
      .notNull()
      .references(() => serverPacks.id, { onDelete: 'cascade' }),
    /** The voter, e.g. `discord:1234`. */
    voter: text().notNull(),
    /** 1 or -1. */
    vote: smallint().notNull(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.serverPackId, table.voter] }),
    check('votes_vote', sql`${table.vote} in (1, -1)`),
  ],
);

/** One row for each download served from its first byte, of a modpack or of a server pack, for statistics. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    modPackId: integer().references(() => modPacks.id, { onDelete: 'cascade' }),
    serverPackId: integer().references(() => serverPacks.id, { onDelete: 'cascade' }),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check('downloads_of_one', sql`num_nonnulls(${table.modPackId}, ${table.serverPackId}) = 1`),
    index('downloads_date').on(table.dateCreated),
    index('downloads_mod_pack').on(table.modPackId),
    index('downloads_server_pack').on(table.serverPackId),
  ],
);

/**
 * Counts that are maintained while rows change: rows of a table by a column's value, modpacks by a value of their run
 * configurations, stored bytes, and runs whose job no node has sent. Keys of daily counts begin with the day (UTC, as
 * 2026-01-31): ended runs by outcome (GENERATED with its seconds, within five percent; CANCELLED, ERROR), and new
 * modpacks, server packs, downloads and bytes.
 */
export const figureKinds = [
  'MOD_PACKS_BY_STATUS',
  'MOD_PACKS_BY_MODLOADER',
  'MOD_PACKS_BY_GAME_VERSION',
  'MOD_PACKS_BY_DAY',
  'SERVER_PACKS_BY_MODLOADER',
  'SERVER_PACKS_BY_GAME_VERSION',
  'SERVER_PACKS_BY_DAY_AND_MODLOADER',
  'SERVER_PACKS_BY_DAY_AND_GAME_VERSION',
  'RUN_CONFIGURATIONS_BY_GAME_VERSION',
  'RUNS_BY_DAY_AND_END',
  'DOWNLOADS_BY_DAY',
  'EVENTS',
  'FILES',
  'BYTES',
  'BYTES_BY_DAY',
  'WAITING_RUNS',
] as const;

/**
 * Figures as the sums of their changes, written by triggers in the commit that changes the rows. Rows are only added,
 * so that no commit waits for another because of them; from time to time the rows of a figure are merged into one.
 */
export const figures = pgTable(
  'figures',
  {
    kind: text({ enum: figureKinds }).notNull(),
    /** The value that the counted rows have; empty for a count of all rows. */
    key: text().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key, table.id] }),
    check('figures_kind', sql`${table.kind} in (${oneOf(figureKinds)})`),
  ],
);

/** The lists whose parts are cached. */
export const listNames = ['MOD_PACKS', 'SERVER_PACKS', 'RUN_CONFIGURATIONS', 'EVENTS'] as const;
export type ListName = (typeof listNames)[number];

/**
 * Changes of lists, written by triggers in the changing transaction. Rows are only added, so that no commit waits for
 * another; from time to time the rows of a part are merged. Revisions are random, so that a database restored from a
 * backup never repeats one.
 */
export const listChanges = pgTable(
  'list_changes',
  {
    list: text({ enum: listNames }).notNull(),
    /** The first id of the part that changed. */
    firstId: integer().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    mark: bigint({ mode: 'bigint' }).notNull().default(sql`hashtextextended(gen_random_uuid()::text, 0)`),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.firstId, table.id] }),
    check('list_changes_list', sql`${table.list} in (${oneOf(listNames)})`),
  ],
);

/**
 * The parts into which lists are split by their rows' ids: every row shown lies in one part, so a list is its parts.
 * The revision is new after every commit that changed the data that the part shows; a part of modpacks shows their
 * server packs, too.
 */
export const listParts = pgView('list_parts', {
  list: text({ enum: listNames }).notNull(),
  firstId: integer().notNull(),
  lastId: integer().notNull(),
  revision: uuid().notNull(),
}).existing();

/** Why a file that was sent with an upload ticket was refused. */
export interface UploadRefusal {
  code: ErrorCode;
  /** A sentence for people. */
  message: string;
  /** The modpack with the same content, if that is the reason. */
  modPackId: number | null;
}

/** A ticket allows one upload; `modPackId` is its result. */
export const uploadTickets = pgTable(
  'upload_tickets',
  {
    id: id(),
    runConfiguration: jsonb().$type<RunRequest>().notNull(),
    /** The token that created the ticket; revoking the token ends the ticket. */
    tokenId: integer().references(() => tokens.id),
    /**
     * The subject of the JSON web token that created the ticket, and the proof by which that token is checked again.
     */
    subject: text(),
    proof: jsonb().$type<JwtProof>(),
    /**
     * Part of the ticket's link, so that the link of a ticket missing from a restored backup fits no later ticket of
     * the same number.
     */
    secret: uuid().notNull().defaultRandom(),
    /** When the ticket was used. */
    used: timestamptz(),
    modPackId: integer().references(() => modPacks.id, { onDelete: 'set null' }),
    /** Why the last file sent with the ticket was refused. */
    refusal: jsonb().$type<UploadRefusal>(),
    expires: timestamptz().notNull(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('upload_tickets_mod_pack').on(table.modPackId),
    index('upload_tickets_token').on(table.tokenId),
  ],
);

/** Bytes received by forms in progress, for limits across nodes; the row is deleted when its form ends. */
export const heldUploads = pgTable(
  'held_uploads',
  {
    id: id(),
    /** The sender of the form: an address, a token or a subject. */
    caller: text().notNull(),
    /** The token whose quota the bytes count against. */
    tokenId: integer().references(() => tokens.id),
    /** Bytes that have arrived or are reserved. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** When the form's node last extended the row. */
    touched: timestamptz().notNull().defaultNow(),
  },
  (table) => [index('held_uploads_touched').on(table.touched)],
);

/**
 * Uploads that arrive in pieces over several connections; their bytes are in the store under the id. An upload without
 * a token is continued by its id alone. The row is deleted when its modpack is stored, or after a time without bytes.
 */
export const resumableUploads = pgTable(
  'resumable_uploads',
  {
    id: uuid().primaryKey(),
    /** The key in limits of the caller that began the upload. */
    caller: text().notNull(),
    /** The caller that began the upload, in full: all its bytes count against this caller's limits. */
    beganBy: jsonb().$type<Caller>().notNull(),
    /** The token whose quota the upload counts against. */
    tokenId: integer().references(() => tokens.id),
    /** The upload ticket, if the upload was begun with one. */
    ticketId: integer().references(() => uploadTickets.id, { onDelete: 'cascade' }),
    /** The last segment of the name that the client sent; empty without a name. */
    filename: text().notNull(),
    /** Bytes of the whole file. */
    size: bigint({ mode: 'number' }).notNull(),
    /** Bytes received when a connection last ended. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** The SHA-256 of the whole file, once it is complete, in lower-case hexadecimal. */
    sha256: text(),
    /** The lock of the connection that writes the upload, extended while the connection lives. */
    writer: uuid(),
    writerUntil: timestamptz(),
    /** When the upload was begun, or last received bytes. */
    touched: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('resumable_uploads_touched').on(table.touched),
    index('resumable_uploads_ticket').on(table.ticketId),
    check('resumable_uploads_writer', sql`(${table.writer} is null) = (${table.writerUntil} is null)`),
  ],
);

/** Formats of a webhook's bodies. */
export const webhookFormats = ['STANDARD', 'DISCORD'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    format: text({ enum: webhookFormats }).notNull(),
    /** The statuses whose events are sent. */
    statuses: jsonb().$type<Status[]>().notNull(),
    enabled: boolean().notNull().default(true),
    /** The signing secret, in the form of Standard Webhooks. Stored in plain text, since signing needs it. */
    secret: text().notNull(),
    /** The previous secret, which signs messages as well until its end. */
    previousSecret: text(),
    previousSecretEnds: timestamptz(),
    /** The last event up to which every matching event has its delivery. */
    lastEventId: integer().notNull(),
    dateCreated: timestamptz().notNull().defaultNow(),
  },
  (table) => [check('webhooks_format', sql`${table.format} in (${oneOf(webhookFormats)})`)],
);

/** The states of a delivery. */
export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Null for a test. The event may have been deleted with its modpack. */
    eventId: integer(),
    /** The type of the message, such as run.generated. */
    type: text().notNull(),
    /** The posted JSON: the same at every attempt. */
    body: text().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('PENDING'),
    /** The number of attempts that have ended, over all sendings. */
    attempts: integer().notNull().default(0),
    lastAttempt: timestamptz(),
    /** The HTTP status of the last attempt's answer. */
    responseStatus: smallint(),
    /** Why the last attempt failed, as a sentence. */
    failure: text(),
    dateCreated: timestamptz().notNull().defaultNow(),
    /** Attempts that have begun since it was last sent. */
    tries: integer().notNull().default(0),
    /** When it may be tried, or again. */
    nextAttempt: timestamptz().notNull().defaultNow(),
    ...claimed(),
  },
  (table) => [
    // An event gets one delivery per webhook, whichever nodes create it.
    unique('webhook_deliveries_event').on(table.webhookId, table.eventId),
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
    index('webhook_deliveries_created').on(table.dateCreated),
    index('webhook_deliveries_next')
      .on(sql`greatest(${table.nextAttempt}, ${table.claimedUntil})`)
      .where(sql`${table.state} = 'PENDING'`),
    check('webhook_deliveries_state', sql`${table.state} in (${oneOf(deliveryStates)})`),
  ],
);

/** Recurring work that one node at a time does; `due` is when it is to be done next. */
export const chores = pgTable('chores', {
  id: id(),
  name: text().notNull().unique('chores_name'),
  due: timestamptz().notNull(),
  ...claimed(),
});

export const backupStates = ['RUNNING', 'WHOLE', 'FAILED'] as const;

/** The backups that this service has begun; at most one is running. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    /** The name of the manifest in its place. */
    name: text().notNull(),
    /** The folder, or s3://bucket/prefix. */
    place: text().notNull(),
    state: text({ enum: backupStates }).notNull().default('RUNNING'),
    /** Why it has failed, as a sentence. */
    reason: text(),
    modPacks: integer().notNull().default(0),
    /** Files and their bytes; of a running backup, those that are there so far. */
    files: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Files of the store that were missing or damaged, so that the backup lacks them. */
    lost: integer().notNull().default(0),
    dateCreated: timestamptz().notNull().defaultNow(),
    dateEnded: timestamptz(),
    ...claimed(),
  },
  (table) => [
    check('backups_state', sql`${table.state} in (${oneOf(backupStates)})`),
    uniqueIndex('backups_running').on(table.state).where(sql`${table.state} = 'RUNNING'`),
  ],
);

/** Keys with which this service signs links and other texts, shared by all nodes. */
export const signingKeys = pgTable('signing_keys', {
  purpose: text().primaryKey(),
  /** 256 random bits in lower-case hexadecimal. */
  key: text().notNull(),
});

/** The use of the rate limits, by limit and caller; the rate limiting library names the columns. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: timestamptz(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
