/**
 * The tables of the database. Its words, used everywhere else too:
 *
 * - modpack: an uploaded zip of a game's mods, as a row and a stored file.
 * - run configuration: the versions, lists and files that a server pack is built for; every upload, every generate
 *   request and every late finding of a scan makes one.
 * - run: one pass of a modpack through the pipeline for one run configuration, whose number it has.
 * - check: the reading of an archive; it gives the modpack's report, mods and warnings.
 * - report: the check's facts about the archive as a whole.
 * - mod: one jar of a modpack with its descriptors; all of them are the modpack's inventory.
 * - warning: a remark on an archive that refuses nothing.
 * - decision: whether a mod went into a server pack, and why.
 * - generation: the building of a server pack from a checked modpack.
 * - server pack: the built zip or .mrpack, as a row and a stored file.
 * - line: the versions of one pack; its wishes go from a version to the next, its update link to their servers.
 * - followed line: a line whose new versions the service fetches by itself; a look asks its platform or host for them.
 * - line news: what happened to a version of a line beside its runs, which have events.
 * - fetched file: stored bytes of a file that a pack only named, keyed by the platforms' hashes.
 * - modpack file: a fetched file at its path in a modpack.
 * - catalogue: Modrinth's knowledge of a mod by the hash of its jar.
 * - totals: sums over the server packs of a modpack, of downloads and votes.
 * - figure: the number of a table's rows with some value, kept while they change.
 * - event: the record of one step of a run. Event ids increase in commit order (see the migration `triggers`).
 * - setback: an obstacle of a run that is not its modpack's fault, such as a full disk.
 * - scan: a look for malware in a modpack; while its findings stand, the modpack is in quarantine.
 * - queued run: an unfinished run, at its position in the queue of all callers.
 * - boot: a trial of whether the server of a server pack starts; one row for the newest of each.
 * - turn: the number of a queued run; the lowest is worked on first.
 * - job: the queue library's own row of a run, made when a worker is free.
 * - token: a caller's proof of identity; its role gives the rights.
 * - resumable upload: a file that arrives in several pieces, before it is uploaded as a modpack.
 * - webhook: an address that events are posted to; a delivery is one event (or a test) on its way to one.
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
import { type LineWishes, type RunRequest, serverPackFormats } from '../src/archive/run-configuration.ts';
import { nameEncodings } from '../src/archive/zip/name-encoding.ts';
import type { ErrorCode } from '../src/errors.ts';
import { channels } from '../src/fetching/channels.ts';
import type { MissingFile } from '../src/fetching/missing-file.ts';
import type { CatalogueProject } from '../src/fetching/modrinth.ts';
import type { PackPlace } from '../src/fetching/pack-links.ts';
import { keyAlgorithms } from '../src/fetching/wanted-file.ts';
import { certainties, type ModDescriptor, modloaderNames } from '../src/modloaders/modloader.ts';
import type { NotScanned, ScanFinding } from '../src/scan/scan-task.ts';

/** The states of a modpack, and the statuses of events. */
export const statuses = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'] as const;
export type Status = (typeof statuses)[number];

/** Rights of a token; each role includes those before it. */
export const roles = ['reader', 'publisher', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Origin of a modpack. */
export const sources = ['ZIP', 'MODRINTH', 'CURSEFORGE', 'FTB', 'LINK'] as const;
export type Source = (typeof sources)[number];
/** Sources that number projects and versions themselves; elsewhere the launcher's manifest may. */
export const platforms: readonly Source[] = ['MODRINTH', 'CURSEFORGE', 'FTB'];

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** Milliseconds are all that REST shows, and all that a JavaScript date can hold. */
const moment = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' });
const oneOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));

/** Rows stay when a token is revoked, so that its name stays with what it made. */
export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    name: text().notNull(),
    role: text({ enum: roles }).notNull(),
    /** Whether it may vote for others, by name. */
    voter: boolean().notNull().default(false),
    /** SHA-256 of the secret, lower-case hexadecimal. */
    hash: text().notNull(),
    /** Bytes of modpacks and server packs that it may keep stored; null means no limit. */
    quota: bigint({ mode: 'number' }),
    dateCreated: moment().notNull().defaultNow(),
    expires: moment(),
    /** True to the minute. */
    lastUsed: moment(),
    revoked: moment(),
  },
  (table) => [
    check('tokens_role', sql`${table.role} in (${oneOf(roles)})`),
    // A name is free again once its token is revoked.
    uniqueIndex('tokens_name').on(table.name).where(sql`${table.revoked} is null`),
  ],
);

/** Stored bytes, one row per content. Its id is the contract's fileID. */
export const files = pgTable('files', {
  id: id(),
  sha256: text().notNull().unique(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  storageKey: text().notNull(),
  /** When the bytes were removed; the row stays for the modpack that its check refused. Null while they are stored. */
  removed: moment(),
  /** When the bytes came to be stored. */
  dateCreated: moment().notNull().defaultNow(),
});

/** The small part of what the check learns; the counts are those of the rows in `mods` and `warnings`. */
export interface ModPackReport extends ArchiveSummary {
  modCount: number;
  warningCount: number;
}

/** The versions of one pack. Either a project of a platform has made it, or an uploader who alone adds to it. */
export const lines = pgTable(
  'lines',
  {
    id: id(),
    /** Stands in addresses. Those of platforms begin with the platform's name, which no other may. */
    name: text().notNull().unique(),
    /** The platform and its own id of the project, such as MODRINTH:AANobbMI; null for a line that an uploader has named. */
    project: text().unique(),
    /** That of all its versions; null where a platform may have several in one project. */
    modloader: text({ enum: modloaderNames }),
    /** Who has named it: a token, or a subject of the issuer. */
    tokenId: integer().references(() => tokens.id),
    subject: text(),
    /** Some tens of kilobytes at most; read apart from the rest. */
    wishes: jsonb().$type<LineWishes>().notNull(),
    /** The version that it hands out, whatever comes after it; null: the newest that is not withdrawn. */
    pinnedId: integer().references((): AnyPgColumn => modPacks.id, { onDelete: 'set null' }),
    /** Part of the link by which its servers update themselves; null without one. Another secret ends the links before. */
    updateSecret: uuid(),
    /** When its deletion began, from which on nobody finds it; its versions leave it one portion after the other. */
    deleting: moment(),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('lines_token').on(table.tokenId),
    index('lines_pinned').on(table.pinnedId).where(sql`${table.pinnedId} is not null`),
    check('lines_modloader', sql`${table.modloader} in (${oneOf(modloaderNames)})`),
    check('lines_maker', sql`num_nonnulls(${table.project}, ${table.tokenId}, ${table.subject}) = 1`),
  ],
);

/** The title of a modpack as lists show it, for an index and for those who use the index. */
export const shownTitle = ({ title, name }: Record<'title' | 'name', AnyPgColumn>) =>
  sql`coalesce(${title}, ${name})`;

/** The names by which a modpack is found: its title, and its file's, in lines of their own. */
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
     * The check's facts about the archive as a whole; null until a check has passed. The mods are visible only then.
     */
    report: jsonb().$type<ModPackReport>(),
    /** Who uploaded it: a token, a subject of the issuer, or whoever has the secret with this SHA-256 in hexadecimal. */
    tokenId: integer().references(() => tokens.id),
    subject: text(),
    ownerSecretHash: text(),
    /** Whether its uploader has named it: its manifest then does not. */
    renamed: boolean().notNull().default(false),
    /** Its manifest's name and version, or the name that its uploader has given it; null until its check has passed, or without any. */
    title: text(),
    /** The picture in its archive; null until its check has passed, and where none can be shown. */
    icon: jsonb().$type<PackIcon>(),
    /** Whether its archive holds account files, so that it is for its owner alone; null until somebody has looked. */
    holdsAccounts: boolean(),
    /** Left out of lists; found by its number. */
    hidden: boolean().notNull().default(false),
    /** The line of which it is a version. */
    lineId: integer().references(() => lines.id, { onDelete: 'set null' }),
    /** Rises from version to version of its line: when it came, in milliseconds, or the number or the time that its platform gives it. */
    lineOrder: bigint({ mode: 'number' }).notNull().default(0),
    /** When a look found that its platform offers it no more. */
    withdrawn: moment(),
    /** When a look last found that it is offered no more, or again. */
    offerChanged: moment(),
    /** Of its file, in bytes, for lists in this order: an index serves columns of one table only. A trigger writes it. */
    fileSize: bigint({ mode: 'number' }).notNull().default(0),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('mod_packs_line')
      .on(table.lineId, table.lineOrder, table.id)
      .where(sql`${table.lineId} is not null`),
    index('mod_packs_size').on(table.fileSize, table.id),
    index('mod_packs_token').on(table.tokenId),
    // Few are, and totals of lists leave them out.
    index('mod_packs_hidden').on(table.id).where(sql`${table.hidden}`),
    check('mod_packs_status', sql`${table.status} in (${oneOf(statuses)})`),
    index('mod_packs_date').on(table.dateCreated, table.id),
    index('mod_packs_name').on(sql`lower(${table.name}) collate "C"`, table.id),
    index('mod_packs_title').on(sql`lower(${shownTitle(table)}) collate "C"`, table.id),
    index('mod_packs_status_id').on(table.status, table.id),
    // For parts of names that are too short for an index of trigrams.
    index('mod_packs_short_name_parts')
      .using('gin', sql`name_parts(lower(${searchedNames(table)}))`)
      .with({ gin_pending_list_limit: 256 }),
  ],
);

/** Lines whose new versions are fetched. A node that looks has a claim, and extends `claimedUntil` while it lives. */
export const followedLines = pgTable(
  'followed_lines',
  {
    lineId: integer()
      .primaryKey()
      .references(() => lines.id, { onDelete: 'cascade' }),
    /** The project or the address, without a version. */
    place: jsonb().$type<PackPlace>().notNull(),
    /** Who is asked: a platform, or the host of the address. Looks at one are spaced, and wait together while it is away. */
    host: text().notNull(),
    channel: text({ enum: channels }).notNull(),
    /** No look until it is let go. */
    held: boolean().notNull().default(false),
    /** The token that follows it, on whose account versions are fetched. */
    tokenId: integer()
      .notNull()
      .references(() => tokens.id),
    /** What the host said of the content that was last fetched from an address. */
    validator: text(),
    /** Ids of the versions that were fetched or given up, the last first. */
    settled: jsonb().$type<string[]>().notNull().default([]),
    /** Fetches of the newest version that have failed. */
    attempts: integer().notNull().default(0),
    /** Looks in a row that failed for a reason of this line. */
    failures: integer().notNull().default(0),
    /** Looks in a row, of any line of the host, by which the host was away. */
    away: integer().notNull().default(0),
    /** Why the last look or fetch failed, a sentence. */
    problem: text(),
    /** The run whose server pack is to be tried. */
    tryRunId: integer().references(() => runConfigurations.id, { onDelete: 'set null' }),
    lastLook: moment(),
    nextLook: moment().notNull(),
    claim: uuid(),
    claimedUntil: moment(),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    check('followed_lines_channel', sql`${table.channel} in (${oneOf(channels)})`),
    index('followed_lines_next').on(table.nextLook),
    index('followed_lines_host').on(table.host, table.lastLook),
    index('followed_lines_token').on(table.tokenId),
    index('followed_lines_try').on(table.tryRunId).where(sql`${table.tryRunId} is not null`),
  ],
);

/** A platform offers a version no more, or again. */
export const lineNewsKinds = ['WITHDRAWN', 'OFFERED_AGAIN'] as const;

/** Ids increase in commit order, as those of events; old rows go as new ones come. */
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
    dateCreated: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('line_news_kind', sql`${table.kind} in (${oneOf(lineNewsKinds)})`),
    index('line_news_line').on(table.lineId, table.id),
    index('line_news_mod_pack').on(table.modPackId),
    index('line_news_created').on(table.dateCreated),
  ],
);

/**
 * Sums over the server packs of a modpack, kept by triggers, for orders of lists. The separate table lets a download
 * avoid waiting for a run, and does not mark the list of modpacks as changed.
 */
export const modPackTotals = pgTable(
  'mod_pack_totals',
  {
    modPackId: integer()
      .primaryKey()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    downloads: bigint({ mode: 'number' }).notNull().default(0),
    confirmedWorking: bigint({ mode: 'number' }).notNull().default(0),
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
    automaticSides: boolean().notNull().default(true),
    includeFiles: jsonb().$type<string[]>().notNull().default([]),
    excludeFiles: jsonb().$type<string[]>().notNull().default([]),
    includeWorld: boolean().notNull().default(false),
    serverIconHash: text().references(() => runFiles.sha256),
    serverPropertiesHash: text().references(() => runFiles.sha256),
    nameEncoding: text({ enum: nameEncodings }),
    format: text({ enum: serverPackFormats }).notNull().default('ZIP'),
    /** The version of the modloader as it was asked for, where it held that of the game, too. */
    givenVersion: text(),
    /** The token that requested the run, if any. */
    tokenId: integer().references(() => tokens.id),
    /** The line of its modpack, where the line hands out what was built for it: anybody may ask for a run of any modpack. */
    lineId: integer().references(() => lines.id, { onDelete: 'set null' }),
    dateCreated: moment().notNull().defaultNow(),
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
    // Neither column alone is selective; the rest of the query's columns follow.
    index('run_configurations_versions').on(table.gameVersion, table.modloader, table.id, table.modPackId),
    // Asked for when a file is about to go.
    index('run_configurations_icon').on(table.serverIconHash).where(sql`${table.serverIconHash} is not null`),
    index('run_configurations_properties')
      .on(table.serverPropertiesHash)
      .where(sql`${table.serverPropertiesHash} is not null`),
  ],
);

/** The files that requests bring along, each once. Run configurations name them, so that lists of these stay small. */
export const runFiles = pgTable('run_files', {
  /** SHA-256 of its bytes, lower-case hexadecimal. */
  sha256: text().primaryKey(),
  /** A text; bytes are in base64. */
  content: text().notNull(),
  /** When a run configuration last named it. */
  used: moment().notNull().defaultNow(),
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
    /** Votes that it works minus votes that it fails. */
    confirmedWorking: integer().notNull().default(0),
    votesDown: integer().notNull().default(0),
    /** Number of its decisions that keep a mod. */
    keptCount: integer().notNull().default(0),
    /** Number of its decisions that drop a mod. */
    droppedCount: integer().notNull().default(0),
    /** Number of the facts about mods that it was built with; null: built before that was recorded. */
    factsNumber: integer(),
    /** Of its file, in bytes, for lists in this order: an index serves columns of one table only. A trigger writes it. */
    fileSize: bigint({ mode: 'number' }).notNull().default(0),
    /** Why it may not start: at most 50, of 16 KiB together. Read apart from the rest. */
    warnings: jsonb().$type<Problem[]>().notNull().default([]),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('server_packs_run').on(table.modPackId, table.runConfigurationId),
    // Asked for when a run configuration goes, and by those that show one.
    index('server_packs_run_configuration').on(table.runConfigurationId),
    index('server_packs_file').on(table.fileId),
    index('server_packs_date').on(table.dateCreated, table.id),
    index('server_packs_size').on(table.fileSize, table.id),
    index('server_packs_downloads').on(table.downloads, table.id),
    index('server_packs_votes').on(table.confirmedWorking, table.id),
  ],
);

/** How far a boot has come; one whose processes were lost again and again is INTERRUPTED. */
export const bootStates = ['WAITING', 'RUNNING', 'ENDED', 'INTERRUPTED'] as const;

/** The newest boot of each server pack that was tried. */
export const boots = pgTable(
  'boots',
  {
    serverPackId: integer()
      .primaryKey()
      .references(() => serverPacks.id, { onDelete: 'cascade' }),
    state: text({ enum: bootStates }).notNull(),
    /** What a running one does. */
    phase: text(),
    /** Who asked for it, as limits count callers. */
    caller: text().notNull(),
    /** Whether jars that the log blames are left out to try again. */
    repair: boolean().notNull().default(false),
    /** How often a node has begun with it. */
    attempts: integer().notNull().default(0),
    /** The process that runs it, and until when it counts as alive unless it says so again. */
    claim: uuid(),
    claimedUntil: moment(),
    /** The result as JSON; text, since what a server prints may hold what `jsonb` refuses. */
    result: text(),
    /** The outcome of the result, for the filter of lists; null until it has ended. */
    outcome: text(),
    dateCreated: moment().notNull().defaultNow(),
    dateEnded: moment(),
  },
  (table) => [
    check('boots_state', sql`${table.state} in (${oneOf(bootStates)})`),
    index('boots_line').on(table.state, table.dateCreated),
    index('boots_caller').on(table.caller, table.state, table.dateCreated),
    index('boots_outcome').on(table.outcome),
  ],
);

/**
 * The inventory of a modpack, by file name. Rows are written during a check and count only once the modpack has its
 * report. No trigger watches them, since lists do not show them.
 */
export const mods = pgTable(
  'mods',
  {
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** From 0 on. */
    position: integer().notNull(),
    /** Path below `mods/`. */
    file: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    note: text(),
    descriptors: jsonb().$type<ModDescriptor[]>().notNull(),
    /** Characters of the descriptors as JSON: what reading them costs. */
    descriptorLength: integer().notNull(),
    /** SHA-512, lower-case hexadecimal; null where the check had no use for it. */
    sha512: text(),
    /** Objections of others against the jar on servers; null without any. */
    claims: jsonb().$type<SideClaim[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.modPackId, table.position] }),
    check('mods_bounded', sql`octet_length(${table.file}) <= 65535 and char_length(${table.note}) <= 2048`),
  ],
);

/** Warnings of a check, in order; the check limits their number. */
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
    // Readers of dropped mods mostly need few of many.
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
    /** The run the event belongs to. */
    runConfigurationId: integer()
      .notNull()
      .references(() => runConfigurations.id, { onDelete: 'cascade' }),
    serverPackId: integer().references(() => serverPacks.id, { onDelete: 'cascade' }),
    status: text({ enum: statuses }).notNull(),
    message: text().notNull(),
    errors: jsonb().$type<Problem[]>().notNull().default([]),
    /** The clock at the insert, not at the transaction's start, so that it rises with the id. */
    timestamp: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    check('events_status', sql`${table.status} in (${oneOf(statuses)})`),
    index('events_mod_pack').on(table.modPackId, table.id),
    index('events_server_pack').on(table.serverPackId, table.id),
    index('events_run').on(table.runConfigurationId, table.id),
    index('events_status_id').on(table.status, table.id),
    // The last event of each run.
    index('events_ended')
      .on(table.timestamp)
      .where(sql`${table.status} = 'ERROR' or ${table.message} = 'Syncing ServerPack to database.'`),
  ],
);

/** The newest scan of each modpack that was scanned. */
export const scans = pgTable(
  'scans',
  {
    modPackId: integer()
      .primaryKey()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** What it was held against; null: the scanner was away, and packs pass then. */
    version: text(),
    findings: jsonb().$type<ScanFinding[]>().notNull(),
    /** The first files that were not scanned whole. */
    notScanned: jsonb().$type<NotScanned[]>().notNull(),
    notScannedCount: integer().notNull(),
    dateScanned: moment().notNull().defaultNow(),
    /** Whether it has findings that no operator has released. */
    quarantined: boolean().notNull(),
    /** Why its findings were released, and by whom; null while they were not. */
    releaseReason: text(),
    releasedBy: text(),
    dateReleased: moment(),
  },
  (table) => [index('scans_quarantined').on(table.modPackId).where(sql`${table.quarantined}`)],
);

/** What a run can lack that is not its modpack's fault. */
export const lacks = ['ROOM', 'SCANNER'] as const;

/**
 * States of a queued run: an earlier run of its modpack has not ended; it waits for its turn; a node has sent its job
 * to its workers; a worker has begun.
 */
export const queuedStates = ['HELD', 'WAITING', 'SENT', 'BEGUN'] as const;

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
    /** The caller, as limits count callers. */
    caller: text().notNull(),
    turn: integer().notNull(),
    state: text({ enum: queuedStates }).notNull(),
    /** The process that has sent its job, or that has begun with it; null once it has let go of it. */
    sentBy: uuid(),
    /** Processes that had begun with it and were not heard of again. */
    lostNodes: integer().notNull().default(0),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    check('queued_runs_state', sql`${table.state} in (${oneOf(queuedStates)})`),
    index('queued_runs_line').on(table.state, table.turn, table.runConfigurationId),
    index('queued_runs_mod_pack').on(table.modPackId, table.runConfigurationId),
    index('queued_runs_caller').on(table.caller, table.turn),
  ],
);

/** One row for each run that met with setbacks and has not ended: it goes with the run's place in the queue. */
export const setbacks = pgTable(
  'setbacks',
  {
    runConfigurationId: integer().primaryKey(),
    /** Unexpected failures. */
    failures: integer().notNull().default(0),
    /** Deaths of the process that worked on it. */
    deaths: integer().notNull().default(0),
    /** Number of waits for disk space. */
    waits: integer().notNull().default(0),
    /** When it first found none. */
    waitingSince: moment(),
    /** What it waited for then, if not for room. */
    lack: text({ enum: lacks }),
    /** The files that it waits for people to bring; null while it waits for none. */
    missing: jsonb().$type<MissingFile[]>(),
    /** When it first lacked such files. */
    missingSince: moment(),
    /** When it looks again for what it waits for; null while it does not wait. */
    nextTry: moment(),
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
    /** Lower-case hexadecimal. */
    hash: text().notNull(),
    /** For a file keyed by SHA-512: its SHA-1, which a pack may state too. */
    sha1: text(),
    fileId: integer().references(() => files.id, { onDelete: 'cascade' }),
    crc32: bigint({ mode: 'number' }),
    claim: uuid(),
    claimedUntil: moment(),
    /** When a pack last wanted it. */
    used: moment().notNull().defaultNow(),
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

/** The fetched files of a modpack; what is listed here stays stored. */
export const modPackFiles = pgTable(
  'mod_pack_files',
  {
    modPackId: integer()
      .notNull()
      .references(() => modPacks.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the pack's index. */
    position: integer().notNull(),
    /** Its path in the pack, with slashes. */
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

/** The catalogue's answer for the jar with this SHA-512; null for an unknown jar. */
export const catalogueAnswers = pgTable(
  'catalogue_answers',
  {
    sha512: text().primaryKey(),
    project: jsonb().$type<CatalogueProject>(),
    asked: moment().notNull().defaultNow(),
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
    dateCreated: moment().notNull().defaultNow(),
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
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    check('downloads_of_one', sql`num_nonnulls(${table.modPackId}, ${table.serverPackId}) = 1`),
    index('downloads_date').on(table.dateCreated),
    index('downloads_mod_pack').on(table.modPackId),
    index('downloads_server_pack').on(table.serverPackId),
  ],
);

/**
 * Counts that are kept while rows change: rows of a table by a column's value, modpacks by a value of their run
 * configurations, stored bytes, and runs whose job no node has sent. Daily counts begin with the day (UTC, as
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
 * Figures as the sums of their changes, written by triggers in the commit that changes the rows: rows are only added, so that
 * no commit waits for another over them, and now and then those of a figure become one.
 */
export const figures = pgTable(
  'figures',
  {
    kind: text({ enum: figureKinds }).notNull(),
    /** The value that the rows have; empty where all are counted together. */
    key: text().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key, table.id] }),
    check('figures_kind', sql`${table.kind} in (${oneOf(figureKinds)})`),
  ],
);

/** The lists that are kept in parts. */
export const listNames = ['MOD_PACKS', 'SERVER_PACKS', 'RUN_CONFIGURATIONS', 'EVENTS'] as const;
export type ListName = (typeof listNames)[number];

/**
 * Changes of lists, written by triggers in the changing transaction. Rows are only added, so that no commit waits for
 * another, and those of a part are merged now and then. Revisions are random, so that a database restored from a
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
 * The parts into which lists fall by their rows' ids: every row shown lies in one of them, so a list is its parts. The
 * revision is new after every commit that changed what the part shows; that of modpacks shows their server packs too.
 */
export const listParts = pgView('list_parts', {
  list: text({ enum: listNames }).notNull(),
  firstId: integer().notNull(),
  lastId: integer().notNull(),
  revision: uuid().notNull(),
}).existing();

/** Why a file that was sent with an upload ticket was not taken. */
export interface UploadRefusal {
  code: ErrorCode;
  /** A sentence for people. */
  message: string;
  /** The modpack that has the same content, if that is why. */
  modPackId: number | null;
}

/** A ticket allows one upload; `modPackId` is its result. */
export const uploadTickets = pgTable(
  'upload_tickets',
  {
    id: id(),
    runConfiguration: jsonb().$type<RunRequest>().notNull(),
    /** The token that made it; revoking the token ends the ticket. */
    tokenId: integer().references(() => tokens.id),
    /** The subject of the JSON web token that made it, and what tells whether that token is still accepted. */
    subject: text(),
    proof: jsonb().$type<JwtProof>(),
    /**
     * Part of its link, so that the link of a ticket missing from a restored backup fits no later ticket of the same
     * number.
     */
    secret: uuid().notNull().defaultRandom(),
    /** When it was used. */
    used: moment(),
    modPackId: integer().references(() => modPacks.id, { onDelete: 'set null' }),
    /** Why the last file that was sent with it was not taken. */
    refusal: jsonb().$type<UploadRefusal>(),
    expires: moment().notNull(),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('upload_tickets_mod_pack').on(table.modPackId),
    index('upload_tickets_token').on(table.tokenId),
  ],
);

/** Bytes received by forms in progress, for limits across nodes; a row goes with its form. */
export const heldUploads = pgTable(
  'held_uploads',
  {
    id: id(),
    /** The sender of the form: an address, a token or a subject. */
    caller: text().notNull(),
    /** Whose quota it counts against. */
    tokenId: integer().references(() => tokens.id),
    /** Bytes that have arrived or are about to. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** When its node last showed that it lives. */
    touched: moment().notNull().defaultNow(),
  },
  (table) => [index('held_uploads_touched').on(table.touched)],
);

/**
 * Uploads that arrive in pieces over several connections; their bytes are in the store under the id. An upload without
 * a token is continued by its id alone. The row goes when its modpack is stored, or after a time without bytes.
 */
export const resumableUploads = pgTable(
  'resumable_uploads',
  {
    id: uuid().primaryKey(),
    /** The caller that began it, as limits count callers. */
    caller: text().notNull(),
    /** The same in full: limits are counted on them until the end. */
    beganBy: jsonb().$type<Caller>().notNull(),
    /** Whose quota it counts against. */
    tokenId: integer().references(() => tokens.id),
    /** With which it was begun, if with one. */
    ticketId: integer().references(() => uploadTickets.id, { onDelete: 'cascade' }),
    /** The last segment of the name that the client gave it; empty when it gave none. */
    filename: text().notNull(),
    /** Bytes of the whole. */
    size: bigint({ mode: 'number' }).notNull(),
    /** Bytes that had come when a connection last ended. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** SHA-256 of the whole file, once it is complete; lower-case hexadecimal. */
    sha256: text(),
    /** The lock of the connection that writes to it, extended while it lives. */
    writer: uuid(),
    writerUntil: moment(),
    /** Time of its beginning or its last bytes. */
    touched: moment().notNull().defaultNow(),
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
    /** The secret before, with which they are signed too until its end. */
    previousSecret: text(),
    previousSecretEnds: moment(),
    /** Every matching event up to this one has its delivery. */
    lastEventId: integer().notNull(),
    dateCreated: moment().notNull().defaultNow(),
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
    /** Null for a test. The event may be gone with its modpack. */
    eventId: integer(),
    /** The type of the message, such as run.generated. */
    type: text().notNull(),
    /** The posted JSON: the same at every attempt. */
    body: text().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('PENDING'),
    /** Attempts that have ended, of all times that it was sent. */
    attempts: integer().notNull().default(0),
    lastAttempt: moment(),
    /** The status that the last attempt was answered. */
    responseStatus: smallint(),
    /** Why the last attempt failed, a sentence. */
    failure: text(),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    // An event is handed to a webhook once, whichever nodes do so.
    unique('webhook_deliveries_event').on(table.webhookId, table.eventId),
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
    index('webhook_deliveries_created').on(table.dateCreated),
    check('webhook_deliveries_state', sql`${table.state} in (${oneOf(deliveryStates)})`),
  ],
);

/** Keys with which this service signs what it hands out, shared by all nodes. */
export const signingKeys = pgTable('signing_keys', {
  purpose: text().primaryKey(),
  /** 256 random bits, lower-case hexadecimal. */
  key: text().notNull(),
});

/** Use of the rate limits, by limit and caller; the counting library names the columns. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: moment(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
