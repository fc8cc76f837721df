import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { runConfigurations } from '../../../drizzle/schema.ts';
import {
  dropListLabel,
  type RunConfiguration,
  type ServerPackFormat,
} from '../../archive/run-configuration.ts';
import type { Queries } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import { readTotal } from '../figures/figures.ts';
import { countOfEach, exactly, limitsFor, type Total, type TotalLimits, totalOf } from '../figures/totals.ts';
import { type DateRange, dateConditions, textEquals } from '../lists/filters.ts';
import {
  byId,
  listPagesOf,
  orderById,
  orderForDates,
  type Page,
  type PageRequest,
  pageConditions,
  pageHead,
  shapeOfPage,
  toPage,
  valuesOfPage,
} from '../lists/pages.ts';
import { findRunFiles, keepRunFile } from './run-files.ts';

/** A stored run configuration; it refers to its files by their SHA-256. */
export type RunConfigurationRow = typeof runConfigurations.$inferSelect;

const usedLists = z.array(
  z.object({
    name: z.string(),
    version: z.int(),
    clientOnly: z.array(z.string()),
    keep: z.array(z.string()),
  }),
);

export const runConfigurationColumns = getTableColumns(runConfigurations);

/** Stores a run configuration of a modpack. Must run in the transaction that accepts the request. */
export async function insertRunConfiguration(
  db: Queries,
  modPackId: number,
  run: RunConfiguration,
  tokenId: number | null,
  /** The line that offers the server pack. */
  lineId: number | null = null,
): Promise<RunConfigurationRow> {
  const { serverIcon, serverProperties, dropLists, ...plain } = run;
  const serverIconHash = await keepRunFile(db, serverIcon, 'base64');
  const serverPropertiesHash = await keepRunFile(db, serverProperties, 'utf8');
  const held = dropLists.length === 0 ? null : JSON.stringify(dropLists);
  const dropListsHash = await keepRunFile(db, held, 'utf8');
  const hashes = { serverIconHash, serverPropertiesHash, dropListsHash };
  const [row] = await db
    .insert(runConfigurations)
    .values({ modPackId, ...plain, ...hashes, dropLists: dropLists.map(dropListLabel), tokenId, lineId })
    .returning();
  if (!row) throw new Error('The database answered no row for an insert.');
  return row;
}

/** A stored run configuration together with its files. */
export async function withRunFiles(db: Queries, row: RunConfigurationRow): Promise<RunConfiguration> {
  const { id, modPackId: _modPack, tokenId: _token, lineId: _line, dateCreated: _date, ...stored } = row;
  const { serverIconHash, serverPropertiesHash, dropListsHash, ...run } = stored;
  const files = await findRunFiles(db, [serverIconHash, serverPropertiesHash, dropListsHash]);
  const contentOf = (sha256: string | null): string | null => {
    const content = sha256 === null ? null : files.get(sha256);
    if (content === undefined) throw new Error(`The file ${sha256} of run configuration ${id} is gone.`);
    return content;
  };
  return {
    ...run,
    dropLists: usedLists.parse(JSON.parse(contentOf(dropListsHash) ?? '[]')),
    serverIcon: contentOf(serverIconHash),
    serverProperties: contentOf(serverPropertiesHash),
  };
}

const kept = createStatements<RunConfigurationRow>();

/** The run configurations with these ids, in no particular order. */
export function findRunConfigurations(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<RunConfigurationRow[]> {
  const { shape, values, condition } = byId(runConfigurations.id, ids);
  return kept.rows(db, shape, values, (own) => own.select().from(runConfigurations).where(condition));
}

/** Which run configurations to include; an absent field means all. */
export interface RunConfigurationFilter {
  modPackId?: number | undefined;
  modloader?: ModloaderName | undefined;
  gameVersion?: string | undefined;
  format?: ServerPackFormat | undefined;
  dateCreated?: DateRange | undefined;
}

/** The filter as SQL conditions. */
export function runConditions({
  modPackId,
  modloader,
  gameVersion,
  format,
  dateCreated,
}: RunConfigurationFilter): SQL[] {
  return [
    ...(modPackId === undefined ? [] : [eq(runConfigurations.modPackId, modPackId)]),
    ...(modloader === undefined ? [] : [eq(runConfigurations.modloader, modloader)]),
    ...(gameVersion === undefined ? [] : textEquals(runConfigurations.gameVersion, gameVersion)),
    ...(format === undefined ? [] : [eq(runConfigurations.format, format)]),
    ...dateConditions(runConfigurations.dateCreated, dateCreated),
  ];
}

/**
 * Orders run configurations by id; with a filter on dates, orders them so that PostgreSQL can use the index on dates.
 */
export function orderOfRuns({ dateCreated }: RunConfigurationFilter, descending: boolean) {
  const order = orderById<RunConfigurationRow>(runConfigurations.id, descending);
  return orderForDates(order, runConfigurations.dateCreated, dateCreated);
}

/** A page of the run configurations that fit the filter, ordered by id. */
export async function listRunConfigurations(
  { db }: { db: Queries },
  filter: RunConfigurationFilter,
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<RunConfigurationRow>> {
  const order = orderOfRuns(filter, descending);
  const filters = runConditions(filter);
  const isKept = filters.length === 0;
  const build = (own: Queries) =>
    own
      .select()
      .from(runConfigurations)
      .where(and(...filters, ...pageConditions(order, request)))
      .orderBy(...pageHead(order, request, isKept));
  const rows = await (isKept
    ? kept.rows(db, shapeOfPage(order, request), valuesOfPage(request), build)
    : build(db));
  return toPage(rows, order, request);
}

/** The number of run configurations that fit the filter, estimated beyond the limits. */
export async function countRunConfigurations(
  { db }: { db: Queries },
  filter: RunConfigurationFilter,
  limits: TotalLimits,
): Promise<Total> {
  const { gameVersion, ...others } = filter;
  if (runConditions(others).length === 0) {
    const keys = gameVersion === undefined ? undefined : [gameVersion];
    return exactly(await readTotal({ db }, 'RUN_CONFIGURATIONS_BY_GAME_VERSION', { keys }));
  }
  const fitting = db
    .select({ one: sql`1` })
    .from(runConfigurations)
    .where(and(...runConditions(filter)));
  return totalOf({ db }, fitting.getSQL(), limitsFor(filter, limits));
}

/** For each of the modpacks, in the given order, a page of its run configurations. */
export function listRunConfigurationsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  page: { request: PageRequest; descending: boolean },
): Promise<Page<RunConfigurationRow>[]> {
  return listPagesOf({ db, kept }, modPackIds, page, runConfigurations, (own, where, by) =>
    own
      .select()
      .from(runConfigurations)
      .where(where)
      .orderBy(...by),
  );
}

/** The number of run configurations of each modpack, in the given order. */
export function countRunConfigurationsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
): Promise<number[]> {
  return countOfEach({ db }, runConfigurations.modPackId, modPackIds);
}
