/**
 * What the database holds. The words used here and everywhere else:
 *
 * - modpack: an uploaded zip of a game's mods, as a row and a stored file.
 * - run configuration: what a server pack is built for; every upload and every generate request makes one.
 * - run: one pass of a modpack through the pipeline for one run configuration, so a run is known by that row.
 * - check: the one reading of an archive; what it learns is the modpack's report, mods and warnings.
 * - report: what the check learns of the archive as a whole.
 * - mod: one jar of a modpack, with what its descriptors say; all of them are the modpack's inventory.
 * - warning: something worth telling of an archive that fails nothing.
 * - decision: whether a mod went into a server pack, and why.
 * - generation: the building of a server pack from a checked modpack.
 * - server pack: the built zip, as a row and a stored file.
 * - fetched file: stored bytes of a file that some pack only named, known by the hashes that platforms give.
 * - modpack file: a fetched file at its place in a modpack.
 * - catalogue: what Modrinth knows about a mod by the hash of its jar.
 * - totals: what the server packs of a modpack add up to, downloads and votes.
 * - figure: how many rows of a table have a value, kept while they change.
 * - event: the record of one step of a run. Event ids increase in commit order (see the migration `triggers`).
 * - setback: what came in the way of a run and says nothing against its modpack: a failure of ours, a full disk.
 * - queued run: a run that has not ended, at its place in the line of all callers.
 * - turn: the number by which queued runs come to be worked on, the lowest first.
 * - job: the queue library's own row that makes a run happen, from the moment that there is a worker for it.
 * - token: what a caller proves with who it is; its role says what it may do.
 * - resumable upload: a file that arrives in several pieces, before it is uploaded as a modpack.
 * - webhook: an address that events are posted to; a delivery is one event (or a test) on its way to one of them.
 * - upload ticket: the right to upload one modpack, for a run configuration that is fixed already.
 */
import { sql } from 'drizzle-orm';
import {
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
import { type ArchiveSummary, decisionReasons, type Problem, type SideClaim } from '../src/archive/report.ts';
import type { RunRequest } from '../src/archive/run-configuration.ts';
import { nameEncodings } from '../src/archive/zip/name-encoding.ts';
import type { ErrorCode } from '../src/errors.ts';
import type { MissingFile } from '../src/fetching/missing-file.ts';
import type { CatalogueProject } from '../src/fetching/modrinth.ts';
import { keyAlgorithms } from '../src/fetching/wanted-file.ts';
import { certainties, type ModDescriptor, modloaderNames } from '../src/modloaders/modloader.ts';

/** The states of a modpack, and the statuses of events. */
export const statuses = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'] as const;
export type Status = (typeof statuses)[number];

/** What a token may do; each role may do what the ones before it may. */
export const roles = ['reader', 'publisher', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Where a modpack came from. */
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
    /** What the check learnt of the archive as a whole; null until a check has passed. Its mods are visible only then. */
    report: jsonb().$type<ModPackReport>(),
    /** Who uploaded it, if it was done with a token. */
    tokenId: integer().references(() => tokens.id),
    /** Of its file, in bytes, for lists in this order: an index serves columns of one table only. A trigger writes it. */
    fileSize: bigint({ mode: 'number' }).notNull().default(0),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('mod_packs_size').on(table.fileSize, table.id),
    index('mod_packs_token').on(table.tokenId),
    check('mod_packs_status', sql`${table.status} in (${oneOf(statuses)})`),
    index('mod_packs_date').on(table.dateCreated, table.id),
    index('mod_packs_name').on(sql`lower(${table.name}) collate "C"`, table.id),
    index('mod_packs_status_id').on(table.status, table.id),
    // For parts of names that are too short for an index of trigrams.
    index('mod_packs_short_name_parts')
      .using('gin', sql`name_parts(lower(${table.name}))`)
      .with({ gin_pending_list_limit: 256 }),
  ],
);

/**
 * What the server packs of a modpack add up to, kept by triggers: lists are ordered by it. A table of its own, so that
 * a download waits for no run of its modpack, and the list of modpacks counts as unchanged.
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
    /** The version of the modloader as it was asked for, where it held that of the game, too. */
    givenVersion: text(),
    /** Who asked for the run, if it was done with a token. */
    tokenId: integer().references(() => tokens.id),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('run_configurations_token').on(table.tokenId),
    check('run_configurations_modloader', sql`${table.modloader} in (${oneOf(modloaderNames)})`),
    index('run_configurations_mod_pack').on(table.modPackId),
    index('run_configurations_modloader').on(table.modloader, table.id),
    index('run_configurations_game_version').on(table.gameVersion, table.id),
    // Of few that both have, none alone tells; with all that is asked of them first.
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
  /** Of its bytes, lower-case hexadecimal. */
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
    /** Votes up less votes down. */
    confirmedWorking: integer().notNull().default(0),
    votesDown: integer().notNull().default(0),
    /** How many of its decisions keep a mod. */
    keptCount: integer().notNull().default(0),
    /** How many of its decisions drop one. */
    droppedCount: integer().notNull().default(0),
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

/**
 * The inventory of a modpack, in the order of the files' names. Rows come while a check is under way, so they mean
 * nothing before the modpack has its report. No trigger watches them: a list shows nothing of them.
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
    /** What others than the jar say against it on a server; null when nobody does. */
    claims: jsonb().$type<SideClaim[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.modPackId, table.position] }),
    check('mods_bounded', sql`octet_length(${table.file}) <= 65535 and char_length(${table.note}) <= 2048`),
  ],
);

/** What a check found worth telling, in the order in which it did; bounded in number by the check. */
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

/** What became of every mod of the modpack in a server pack, at the positions of the inventory. */
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
    // Those who ask for what was dropped mostly ask for few of many.
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

/**
 * How far a queued run has come: an earlier run of its modpack has not ended; it waits for its turn; a node has sent its job
 * for one of its workers; a worker has begun with it.
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
    /** Who asked for it, as limits count callers. */
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
    /** How often it found no room on the disk. */
    waits: integer().notNull().default(0),
    /** When it first found none. */
    waitingSince: moment(),
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
 * The files that packs name, by what they are found by (`FileKey`). A row without a file is a claim: its node is fetching
 * it, and nobody else does until `claimedUntil`, which the node puts off as long as it lives.
 */
export const fetchedFiles = pgTable(
  'fetched_files',
  {
    algorithm: text({ enum: keyAlgorithms }).notNull(),
    /** Lower-case hexadecimal. */
    hash: text().notNull(),
    /** Of a file that is found by its SHA-512: its SHA-1, which the pack may state too. */
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
    /** Where it lies in the pack, with slashes. */
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

/** What the catalogue answered for the jar with this SHA-512; null when it knows none. */
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
    /** Who voted, e.g. `discord:1234`. */
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
 * What is counted while it changes: rows of a table by one of their values, modpacks by one that some run configuration of theirs has, the bytes of contents that are stored, and the
 * runs of which no node has sent the job. Those of a day have it in front (in UTC, as 2026-01-31): runs that ended on it by how they did (GENERATED with
 * the seconds that it took, within five percent; CANCELLED, or ERROR otherwise), modpacks, server packs, downloads and bytes that came on it.
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
 * What changed in the lists, written by triggers in the commit that changed it: rows are only added, so that no commit
 * waits for another over them, and now and then those of a part become one. Random rather than counted, so that a database
 * restored from a backup never repeats a revision.
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

/** A ticket stands for one upload; `modPackId` is what became of it. */
export const uploadTickets = pgTable(
  'upload_tickets',
  {
    id: id(),
    runConfiguration: jsonb().$type<RunRequest>().notNull(),
    /** Who made it; a ticket of a revoked token is worth nothing. */
    tokenId: integer().references(() => tokens.id),
    /** The subject of the JSON web token that made it, and what tells whether that token is still accepted. */
    subject: text(),
    proof: jsonb().$type<JwtProof>(),
    /** Stands in its link, so that the link of a ticket that a restored backup knows nothing of fits no later one of its number. */
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

/** What forms that are under way have received so far, for limits that hold for all nodes; a row goes with its form. */
export const heldUploads = pgTable(
  'held_uploads',
  {
    id: id(),
    /** Who sends the form: an address, a token or a subject. */
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
 * What arrives in several pieces, over as many connections; the bytes lie in the store under the id. Who knows the id of an
 * upload that was begun without a token may go on with it. A row goes when its modpack is stored, or nobody adds to it.
 */
export const resumableUploads = pgTable(
  'resumable_uploads',
  {
    id: uuid().primaryKey(),
    /** Who has begun it, as limits count callers. */
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
    /** Of the whole, once it is there; lower-case hexadecimal. */
    sha256: text(),
    /** Whoever adds to it now has it to itself until then, and puts that off as long as it lives. */
    writer: uuid(),
    writerUntil: moment(),
    /** When it was begun or somebody last added to it. */
    touched: moment().notNull().defaultNow(),
  },
  (table) => [
    index('resumable_uploads_touched').on(table.touched),
    index('resumable_uploads_ticket').on(table.ticketId),
    check('resumable_uploads_writer', sql`(${table.writer} is null) = (${table.writerUntil} is null)`),
  ],
);

/** What the bodies that a webhook gets look like. */
export const webhookFormats = ['STANDARD', 'DISCORD'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    format: text({ enum: webhookFormats }).notNull(),
    /** Of which events it is told. */
    statuses: jsonb().$type<Status[]>().notNull(),
    enabled: boolean().notNull().default(true),
    /** What its deliveries are signed with, in the form of Standard Webhooks. As it is, since signing needs it. */
    secret: text().notNull(),
    /** The secret before, with which they are signed too until its end. */
    previousSecret: text(),
    previousSecretEnds: moment(),
    /** Up to this event, all that it is told of has its delivery. */
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
    /** What is posted, JSON: the same at every attempt. */
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

/** How much of a rate limit is used up, by limit and caller; the library that counts names the columns. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: moment(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
