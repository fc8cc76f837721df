/**
 * What the database holds. The words used here and everywhere else:
 *
 * - modpack: an uploaded zip of a game's mods, as a row and a stored file.
 * - run configuration: what a server pack is built for; every upload and every generate request makes one.
 * - run: one pass of a modpack through the pipeline for one run configuration, so a run is known by that row.
 * - check: the one reading of an archive; what it learns is the modpack's report.
 * - generation: the building of a server pack from a checked modpack.
 * - server pack: the built zip, as a row and a stored file.
 * - totals: what the server packs of a modpack add up to, downloads and votes.
 * - event: the record of one step of a run. Event ids increase in commit order (see the first migration).
 * - job: the queue's own row that makes a run happen; it lives in the queue library's tables.
 * - token: what a caller proves with who it is; its role says what it may do.
 * - upload ticket: the right to upload one modpack, for a run configuration that is fixed already.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ArchiveReport, ModDecision, Problem } from '../src/archive/report.ts';
import type { RunConfiguration } from '../src/archive/run-configuration.ts';
import { modloaderNames } from '../src/modloaders/modloader.ts';

/** The states of a modpack, and the statuses of events. */
export const statuses = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'] as const;
export type Status = (typeof statuses)[number];

/** What a token may do; each role may do what the ones before it may. */
export const roles = ['reader', 'publisher', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Where a modpack came from. */
export const sources = ['ZIP'] as const;

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
export const files = pgTable(
  'files',
  {
    id: id(),
    sha256: text().notNull().unique(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    storageKey: text().notNull(),
  },
  (table) => [index('files_size').on(table.size)],
);

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
    /** What the check learnt; null until a check has passed. */
    report: jsonb().$type<ArchiveReport>(),
    /** Who uploaded it, if it was done with a token. */
    tokenId: integer().references(() => tokens.id),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('mod_packs_token').on(table.tokenId),
    check('mod_packs_status', sql`${table.status} in (${oneOf(statuses)})`),
    index('mod_packs_date').on(table.dateCreated, table.id),
    index('mod_packs_name').on(sql`lower(${table.name}) collate "C"`, table.id),
    index('mod_packs_status_id').on(table.status, table.id),
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
    /** Who asked for the run, if it was done with a token. */
    tokenId: integer().references(() => tokens.id),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('run_configurations_token').on(table.tokenId),
    check('run_configurations_modloader', sql`${table.modloader} in (${oneOf(modloaderNames)})`),
    index('run_configurations_mod_pack').on(table.modPackId),
  ],
);

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
    confirmedWorking: integer().notNull().default(0),
    /** The decision taken on every mod, in the inventory's order. */
    decisions: jsonb().$type<ModDecision[]>().notNull(),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('server_packs_run').on(table.modPackId, table.runConfigurationId),
    index('server_packs_file').on(table.fileId),
    index('server_packs_date').on(table.dateCreated, table.id),
    index('server_packs_downloads').on(table.downloads, table.id),
    index('server_packs_votes').on(table.confirmedWorking, table.id),
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
  ],
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
 * One row: for each table that a list shows, a value that is new after every commit that changed the table. Random
 * rather than counted, so that a database restored from a backup never repeats one.
 */
export const listRevisions = pgTable(
  'list_revisions',
  {
    id: integer().primaryKey().default(1),
    modPacks: uuid().notNull().defaultRandom(),
    serverPacks: uuid().notNull().defaultRandom(),
    runConfigurations: uuid().notNull().defaultRandom(),
    events: uuid().notNull().defaultRandom(),
  },
  (table) => [check('list_revisions_one_row', sql`${table.id} = 1`)],
);

/** The lists that are kept in parts. */
export const listNames = ['MOD_PACKS', 'SERVER_PACKS', 'RUN_CONFIGURATIONS', 'EVENTS'] as const;
export type ListName = (typeof listNames)[number];

/**
 * The parts into which lists fall by their rows' ids, kept by triggers: every row shown lies in one of them, so a list is
 * its parts. The revision is new after every commit that changed what the part shows; that of modpacks shows their
 * server packs too.
 */
export const listParts = pgTable(
  'list_parts',
  {
    list: text({ enum: listNames }).notNull(),
    firstId: integer().notNull(),
    lastId: integer().notNull(),
    revision: uuid().notNull().defaultRandom(),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.firstId] }),
    check('list_parts_list', sql`${table.list} in (${oneOf(listNames)})`),
  ],
);

/** A ticket stands for one upload; `modPackId` is what became of it. */
export const uploadTickets = pgTable(
  'upload_tickets',
  {
    id: id(),
    runConfiguration: jsonb().$type<RunConfiguration>().notNull(),
    /** Who made it; a ticket of a revoked token is worth nothing. */
    tokenId: integer().references(() => tokens.id),
    /** When it was used. */
    used: moment(),
    modPackId: integer().references(() => modPacks.id, { onDelete: 'set null' }),
    expires: moment().notNull(),
    dateCreated: moment().notNull().defaultNow(),
  },
  (table) => [
    index('upload_tickets_mod_pack').on(table.modPackId),
    index('upload_tickets_token').on(table.tokenId),
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
