import { and, count, eq, inArray, type SQL } from 'drizzle-orm';
import { runConfigurations } from '../../drizzle/schema.ts';
import type { RunConfiguration } from '../archive/run-configuration.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { isGameVersion } from '../modloaders/game-version.ts';
import { modloaders, parseModloader } from '../modloaders/index.ts';
import { type ModloaderName, modloaderNames } from '../modloaders/modloader.ts';
import { textEquals } from './filters.ts';
import {
  idsOfPages,
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
  toPages,
} from './pages.ts';

export type RunConfigurationRow = typeof runConfigurations.$inferSelect;

/** A run configuration as a request gives it, before anything is known to be right. */
export interface RunConfigurationInput {
  gameVersion: string;
  modloader: string;
  modloaderVersion: string;
  startArgs: readonly string[];
  clientMods: readonly string[];
  whitelistedMods: readonly string[];
}

/**
 * Longest single value and longest list that are accepted, in characters and elements, and the most characters of all
 * lists together: every list of server packs shows them again.
 */
const most = { characters: 4_096, elements: 5_000, together: 100_000 };

/**
 * Judges a request's run configuration and spells it as it is stored. Fails with INVALID_INPUT, naming the field.
 * White space before a list's entry is dropped, empty entries too; behind it white space can be meant.
 */
export function parseRunConfiguration(input: RunConfigurationInput): RunConfiguration {
  const gameVersion = required('gameVersion', input.gameVersion);
  const modloaderVersion = required('modloaderVersion', input.modloaderVersion);
  const modloader = parseModloader(required('modloader', input.modloader));
  if (modloader === null) {
    throw invalid(
      'modloader',
      `modloader must be one of ${modloaderNames.join(', ')}, not "${shown(input.modloader)}".`,
    );
  }
  if (!isGameVersion(gameVersion)) {
    throw invalid(
      'gameVersion',
      `gameVersion must be dotted numbers such as 1.20.1, not "${shown(gameVersion)}".`,
    );
  }
  if (!modloaders[modloader].isVersion(modloaderVersion)) {
    throw invalid(
      'modloaderVersion',
      `modloaderVersion is not a version of ${modloader}: "${shown(modloaderVersion)}".`,
    );
  }
  const lists = {
    startArgs: list('startArgs', input.startArgs),
    clientMods: list('clientMods', input.clientMods),
    whitelistedMods: list('whitelistedMods', input.whitelistedMods),
  };
  refuseTooMuch(lists);
  return { gameVersion, modloader, modloaderVersion, ...lists };
}

function refuseTooMuch(lists: Record<string, readonly string[]>): void {
  const lengths = Object.entries(lists).map(
    ([field, entries]) => [field, entries.reduce((sum, entry) => sum + entry.length, 0)] as const,
  );
  const together = lengths.reduce((sum, [, length]) => sum + length, 0);
  if (together <= most.together) return;
  const [longest = ''] = lengths.toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const message = `${Object.keys(lists).join(', ')} have ${together} characters together; at most ${most.together} are accepted.`;
  throw invalid(longest, message);
}

function required(field: string, text: string): string {
  const value = clean(field, text).trim();
  if (value === '') throw invalid(field, `${field} is missing or blank.`);
  return value;
}

function list(field: string, entries: readonly string[]): string[] {
  if (entries.length > most.elements) {
    throw invalid(field, `${field} has ${entries.length} entries; at most ${most.elements} are accepted.`);
  }
  return entries.map((entry) => clean(field, entry).trimStart()).filter((entry) => entry !== '');
}

function clean(field: string, text: string): string {
  if (text.length > most.characters) {
    throw invalid(
      field,
      `A value of ${field} has ${text.length} characters; at most ${most.characters} are accepted.`,
    );
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()) {
    throw invalid(field, `${field} must not hold control characters or line breaks.`);
  }
  return text;
}

function invalid(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field });
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Stores a run configuration of a modpack; part of the transaction that accepts the request. */
export async function insertRunConfiguration(
  db: Queries,
  modPackId: number,
  run: RunConfiguration,
  tokenId: number | null,
): Promise<RunConfigurationRow> {
  const [row] = await db
    .insert(runConfigurations)
    .values({ modPackId, ...run, tokenId })
    .returning();
  if (!row) throw new Error('The database answered no row for an insert.');
  return row;
}

/** The run configurations with these ids, in no order. */
export function findRunConfigurations(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<RunConfigurationRow[]> {
  return db
    .select()
    .from(runConfigurations)
    .where(inArray(runConfigurations.id, [...ids]));
}

/** Which run configurations are meant; an absent field means all. */
export interface RunConfigurationFilter {
  modPackId?: number | undefined;
  modloader?: ModloaderName | undefined;
  gameVersion?: string | undefined;
}

/** The filter as conditions for the database. */
export function runConditions({ modPackId, modloader, gameVersion }: RunConfigurationFilter): SQL[] {
  return [
    ...(modPackId === undefined ? [] : [eq(runConfigurations.modPackId, modPackId)]),
    ...(modloader === undefined ? [] : [eq(runConfigurations.modloader, modloader)]),
    ...(gameVersion === undefined ? [] : textEquals(runConfigurations.gameVersion, gameVersion)),
  ];
}

/** A page of the run configurations that fit the filter, by id. */
export async function listRunConfigurations(
  { db }: { db: Queries },
  filter: RunConfigurationFilter,
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<RunConfigurationRow>> {
  const order = orderById<RunConfigurationRow>(runConfigurations.id, descending);
  const rows = await db
    .select()
    .from(runConfigurations)
    .where(and(...runConditions(filter), ...pageConditions(order, request)))
    .orderBy(...pageOrder(order, request))
    .limit(pageLimit(request));
  return toPage(rows, order, request);
}

/** How many run configurations fit the filter. */
export async function countRunConfigurations(
  { db }: { db: Queries },
  filter: RunConfigurationFilter,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(runConfigurations)
    .where(and(...runConditions(filter)));
  return row?.count ?? 0;
}

/** The same page of the run configurations of each modpack, in the order of the modpacks. */
export async function listRunConfigurationsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<RunConfigurationRow>[]> {
  const order = orderById<RunConfigurationRow>(runConfigurations.id, descending);
  const { id, modPackId: parent } = runConfigurations;
  const rows = await db
    .select()
    .from(runConfigurations)
    .where(idsOfPages({ id, parent, order }, modPackIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(rows, order, { parentIds: modPackIds, parentOf: ({ modPackId }) => modPackId, request });
}

/** How many run configurations each modpack has, in the order of the modpacks. */
export async function countRunConfigurationsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .select({ modPackId: runConfigurations.modPackId, count: count() })
    .from(runConfigurations)
    .where(inArray(runConfigurations.modPackId, [...modPackIds]))
    .groupBy(runConfigurations.modPackId);
  const counts = new Map(rows.map((row) => [row.modPackId, row.count]));
  return modPackIds.map((id) => counts.get(id) ?? 0);
}
