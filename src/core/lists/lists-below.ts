import { eq, type SQL, sql } from 'drizzle-orm';
import { files, modPacks, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import { type JsonRows, jsonRows } from '../../database/json-rows.ts';
import { type ServerPack, serverPackColumns } from '../packs/server-packs.ts';
import { type RunConfigurationRow, runConfigurationColumns } from '../runs/run-configurations.ts';
import { orderById, type Page, type PageRequest, pageOrder, toPage } from './pages.ts';

/*
 * Modpacks together with the lists below them, by one statement: it is of one moment by itself, and costs a third of what a
 * transaction with a statement for each list does.
 */

/** Which part of a list below each modpack is wanted: by id, from its beginning or its end. */
export interface ListBelow {
  request: PageRequest;
  descending: boolean;
}

/** The lists that are wanted below modpacks; null for those that are not. */
export interface ListsBelow {
  serverPacks: ListBelow | null;
  runConfigurations: ListBelow | null;
}

/** What was found of them: null for what was not wanted, or is too long to come along. */
export interface FoundBelow {
  serverPacks: Page<ServerPack> | null;
  runConfigurations: Page<RunConfigurationRow> | null;
}

export const nothingBelow: ListsBelow = { serverPacks: null, runConfigurations: null };

/** Most rows of one list that come along: longer ones are asked for by themselves. */
export const mostAlong = 50;
/** Most rows that come along with all modpacks of a statement, as far as their lists can be that long. */
export const mostTogether = 2_500;

const serverPackRows = jsonRows<ServerPack>(serverPackColumns);
const runRows = jsonRows<RunConfigurationRow>(runConfigurationColumns);
/** What a statement on server packs joins, for their columns. */
export const serverPackTables = sql`inner join ${files} on ${eq(files.id, serverPacks.fileId)}
  inner join ${runConfigurations} on ${eq(runConfigurations.id, serverPacks.runConfigurationId)}`;

/** Whether these lists may come along with so many modpacks. */
export function mayComeAlong(below: ListsBelow, modPackCount: number): boolean {
  return [below.serverPacks, below.runConfigurations].every(
    (list) => list === null || modPackCount * askedOf(list) <= mostTogether,
  );
}

/** The columns that a statement on modpacks gets for the lists below them. */
export function columnsBelow({ serverPacks: packs, runConfigurations: runs }: ListsBelow) {
  return {
    serverPacksBelow:
      packs === null
        ? sql`null`.mapWith(nothing<ServerPack>)
        : listColumn({ table: serverPacks, joins: serverPackTables }, serverPackRows, packs),
    runConfigurationsBelow:
      runs === null
        ? sql`null`.mapWith(nothing<RunConfigurationRow>)
        : listColumn({ table: runConfigurations, joins: sql`` }, runRows, runs),
  };
}

/** The values of these columns' parameters, in their order. */
export function valuesBelow({ serverPacks: packs, runConfigurations: runs }: ListsBelow): number[] {
  return [packs, runs].flatMap((list) => (list === null ? [] : [askedOf(list)]));
}

/** What of the lists decides the text of the statement. */
export function shapeBelow({ serverPacks: packs, runConfigurations: runs }: ListsBelow): string {
  return [packs, runs]
    .map((list) => (list === null ? 'none' : `${list.descending} ${list.request.fromEnd}`))
    .join(', ');
}

/** The pages that came along with one modpack. */
export function pagesBelow(
  { serverPacks: packs, runConfigurations: runs }: ListsBelow,
  row: { serverPacksBelow: ServerPack[] | null; runConfigurationsBelow: RunConfigurationRow[] | null },
): FoundBelow {
  return {
    serverPacks: pageOf(packs, row.serverPacksBelow, orderById(serverPacks.id, packs?.descending)),
    runConfigurations: pageOf(
      runs,
      row.runConfigurationsBelow,
      orderById(runConfigurations.id, runs?.descending),
    ),
  };
}

function pageOf<Row extends { id: number }>(
  list: ListBelow | null,
  rows: readonly Row[] | null,
  order: ReturnType<typeof orderById<Row>>,
): Page<Row> | null {
  if (list === null || rows === null) return null;
  // As many as there may be came, and the list was to be longer: only the database knows what is left of it.
  if (list.request.limit > mostAlong && rows.length > mostAlong) return null;
  return toPage(rows, order, list.request);
}

/** One more than wanted tells whether the list goes on. */
function askedOf({ request }: ListBelow): number {
  return Math.min(request.limit, mostAlong) + 1;
}

function listColumn<Row>(
  { table, joins }: { table: typeof serverPacks | typeof runConfigurations; joins: SQL },
  { array, read }: JsonRows<Row>,
  list: ListBelow,
) {
  const order = sql.join(pageOrder(orderById(table.id, list.descending), list.request), sql`, `);
  return sql`(
    select coalesce(json_agg(${array} order by ${order}), '[]'::json)
    from (
      select * from ${table} where ${table.modPackId} = ${modPacks.id} order by ${order} limit ${askedOf(list)}
    ) as ${table} ${joins})`.mapWith((rows: unknown): Row[] | null => read(rows));
}

function nothing<Row>(): Row[] | null {
  return null;
}
