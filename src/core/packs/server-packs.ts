import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  boots,
  files,
  modPacks,
  runConfigurations,
  scans,
  serverPacks,
  votes,
} from '../../../drizzle/schema.ts';
import type { Facts } from '../../archive/known-mods/facts-file.ts';
import type { Problem } from '../../archive/report.ts';
import type { ServerPackFormat } from '../../archive/run-configuration.ts';
import { startedOutcomes } from '../../boot/boot-result.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
import { javaVersionFor } from '../../modloaders/java-facts.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import { readTotal } from '../figures/figures.ts';
import { countOfEach, exactly, limitsFor, type Total, type TotalLimits, totalOf } from '../figures/totals.ts';
import { type FewIds, fewOf, isAmong, isFirst, oneFits } from '../lists/few.ts';
import { type DateRange, dateConditions } from '../lists/filters.ts';
import { findNamed, type NameFilter, nameConditions } from '../lists/names.ts';
import {
  byId,
  idsOfPages,
  listPagesOf,
  type Order,
  orderForDates,
  type Page,
  type PageRequest,
  pageConditions,
  pageHead,
  pageOrder,
  type SortKey,
  shapeOfPage,
  toPage,
  toPages,
  valuesOfPage,
} from '../lists/pages.ts';
import {
  type RunConfigurationRow,
  runConditions,
  runConfigurationColumns,
} from '../runs/run-configurations.ts';

/** The usual size in bytes of the files that the service adds to a server pack: start scripts and descriptions. */
const ownFilesBytes = 256 * 1024;

/** The estimated most bytes of a server pack built from a modpack of this size. */
export function expectedServerPackBytes(modPackSize: number): number {
  return modPackSize + ownFilesBytes;
}

/**
 * A server pack in lists and lookups, with columns of its file and its run configuration: nearly every reader needs
 * them, and one join takes half the time of a query per row. `size` is in bytes.
 */
export type ServerPack = Omit<typeof serverPacks.$inferSelect, 'warnings' | 'fileSize' | 'caller'> & {
  size: number;
  sha256: string;
  storageKey: string;
  runConfiguration: RunConfigurationRow;
};

/** The Java that a server pack needs; for one built before this was recorded, the Java of its game version. */
export function javaOf({
  javaVersion,
  runConfiguration: { gameVersion },
}: Pick<ServerPack, 'javaVersion' | 'runConfiguration'>): number | null {
  return javaVersion ?? javaVersionFor(gameVersion);
}

/** Whether the facts have changed since a server pack was built; false where it used none, or where that is unknown. */
export function haveFactsChanged(
  builtWith: number | null,
  { automaticSides }: Pick<RunConfigurationRow, 'automaticSides'>,
  { number }: Pick<Facts, 'number'>,
): boolean {
  return automaticSides && builtWith !== null && builtWith !== number;
}

/** Only `findStartWarnings` reads warnings. */
const { warnings: _, fileSize: _size, caller: _caller, ...plainColumns } = getTableColumns(serverPacks);

/** Columns of a server pack, its file and its run configuration. */
const serverPackColumns = {
  ...plainColumns,
  size: files.size,
  sha256: files.sha256,
  storageKey: files.storageKey,
  runConfiguration: runConfigurationColumns,
};

function select(db: Queries) {
  return db
    .select(serverPackColumns)
    .from(serverPacks)
    .innerJoin(files, eq(files.id, serverPacks.fileId))
    .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId));
}

const kept = createStatements<ServerPack>();

/** The server packs with these ids, in no particular order. */
export function findServerPacks({ db }: { db: Queries }, ids: readonly number[]): Promise<ServerPack[]> {
  const { shape, values, condition } = byId(serverPacks.id, ids);
  return kept.rows(db, shape, values, (own) => select(own).where(condition));
}

/** Why the server packs with these ids may not start, in no particular order. */
export function findStartWarnings(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<{ id: number; warnings: Problem[] }[]> {
  const { id, warnings } = serverPacks;
  return db
    .select({ id, warnings })
    .from(serverPacks)
    .where(inArray(id, [...ids]));
}

/** The server pack of a modpack built for a run configuration, or null until it is built. */
export async function findServerPackOfRun(
  { db }: { db: Queries },
  run: { modPackId: number; runConfigurationId: number },
): Promise<ServerPack | null> {
  const [row] = await select(db).where(
    and(eq(serverPacks.modPackId, run.modPackId), eq(serverPacks.runConfigurationId, run.runConfigurationId)),
  );
  return row ?? null;
}

/** A counter changed by a number, within the limits of the column and of REST's integers. */
function moved(counter: PgColumn, change: number): SQL {
  return sql`least(2147483647, greatest(-2147483648, ${counter}::bigint + ${change}))::integer`;
}

/** The counters of a server pack after a vote; `earlier` is the voter's last vote, 0 without one. */
function counted(direction: 1 | -1, earlier: number) {
  const { confirmedWorking, votesDown } = serverPacks;
  const down = Number(direction < 0) - Number(earlier < 0);
  return {
    confirmedWorking: moved(confirmedWorking, direction - earlier),
    votesDown: moved(votesDown, down),
  };
}

const keptVotes = createStatements<ServerPack>();

/**
 * Moves the counter of confirmations by one, as REST's anonymous votes do, and returns the changed server pack. Fails
 * with NOT_FOUND.
 */
export async function vote(
  { db }: Pick<Database, 'db'>,
  serverPackId: number,
  direction: 1 | -1,
): Promise<ServerPack> {
  const [row] = await keptVotes.rows(db, 'vote', [direction, Number(direction < 0), serverPackId], (own) =>
    own
      .update(serverPacks)
      .set(counted(direction, 0))
      .from(files)
      // PostgreSQL allows the updated table in the last condition only.
      .innerJoin(runConfigurations, sql`true`)
      .where(
        and(
          eq(serverPacks.id, serverPackId),
          eq(files.id, serverPacks.fileId),
          eq(runConfigurations.id, serverPacks.runConfigurationId),
        ),
      )
      .returning(serverPackColumns),
  );
  if (!row) throw new AppError('NOT_FOUND', `There is no server pack ${serverPackId}.`);
  return row;
}

/**
 * Counts the vote of a known voter, who has one vote on each server pack: a later vote replaces the earlier one. Fails
 * with NOT_FOUND, or with INVALID_INPUT for an invalid name.
 */
export async function voteAs(
  { db }: Pick<Database, 'db'>,
  { serverPackId, voter, direction }: { serverPackId: number; voter: string; direction: 1 | -1 },
): Promise<void> {
  if (!/^[\x21-\x7e]{1,200}$/.test(voter)) {
    const message = 'voter must be 1 to 200 printable ASCII characters without spaces, such as discord:1234.';
    throw new AppError('INVALID_INPUT', message, { field: 'voter' });
  }
  await db.transaction(async (tx) => {
    const [serverPack] = await tx
      .select({ id: serverPacks.id })
      .from(serverPacks)
      .where(eq(serverPacks.id, serverPackId))
      .for('update');
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${serverPackId}.`);
    const mine = and(eq(votes.serverPackId, serverPackId), eq(votes.voter, voter));
    const [earlier] = await tx.select({ vote: votes.vote }).from(votes).where(mine);
    await tx
      .insert(votes)
      .values({ serverPackId, voter, vote: direction })
      .onConflictDoUpdate({ target: [votes.serverPackId, votes.voter], set: { vote: direction } });
    await tx
      .update(serverPacks)
      .set(counted(direction, earlier?.vote ?? 0))
      .where(eq(serverPacks.id, serverPackId));
  });
}

/** A voter and a server pack. */
export interface VoteKey {
  serverPackId: number;
  voter: string;
}

/** The votes of these voters on these server packs, in order; null where there is none. */
export async function findVotes(
  { db }: { db: Queries },
  wanted: readonly VoteKey[],
): Promise<(1 | -1 | null)[]> {
  const { serverPackId, voter, vote: cast } = votes;
  const keys = wanted.map((key) => sql`(${key.serverPackId}::int, ${key.voter})`);
  const found = await db
    .select({ serverPackId, voter, cast })
    .from(votes)
    .where(sql`(${serverPackId}, ${voter}) in (${sql.join(keys, sql`, `)})`);
  const byKey = new Map(found.map((row) => [nameOfVote(row), row.cast > 0 ? 1 : -1] as const));
  return wanted.map((key) => byKey.get(nameOfVote(key)) ?? null);
}

/** The text key of a voter and a server pack. */
export function nameOfVote({ serverPackId, voter }: VoteKey): string {
  return `${serverPackId} ${voter}`;
}

/** Which server packs to include, by their modpacks' names too; an absent field means all. */
export interface ServerPackFilter extends NameFilter {
  modPackId?: number | undefined;
  /** The line that offers the server pack. */
  lineId?: number | undefined;
  modloader?: ModloaderName | undefined;
  gameVersion?: string | undefined;
  format?: ServerPackFormat | undefined;
  dateCreated?: DateRange | undefined;
  /** Whether the newest boot showed that the server pack starts. */
  started?: boolean | undefined;
}

export const serverPackOrders = {
  CREATED_AT: null,
  SIZE: { column: serverPacks.fileSize, kind: 'number', valueOf: ({ size }) => size },
  DOWNLOADS: {
    column: serverPacks.downloads,
    kind: 'number',
    valueOf: ({ downloads: times }) => times,
  },
  VOTES: {
    column: serverPacks.confirmedWorking,
    kind: 'number',
    valueOf: ({ confirmedWorking }) => confirmedWorking,
  },
} satisfies Record<string, SortKey<ServerPack> | null>;
export type ServerPackOrder = keyof typeof serverPackOrders;

/**
 * The condition for a server pack in a list: those of a hidden modpack are found by the modpack's number only. A page
 * checks its rows one by one; the whole list first reads the hidden modpacks, which are few.
 */
function listed({ modPackId }: ServerPackFilter, wanted: 'all' | 'first'): SQL[] {
  if (modPackId !== undefined) return [];
  if (wanted === 'all') return [sql`not ${isHidden}`];
  return [
    sql`not (select ${modPacks.hidden} from ${modPacks} where ${modPacks.id} = ${serverPacks.modPackId})`,
  ];
}

const isHidden = sql`(${serverPacks.modPackId} in (select ${modPacks.id} from ${modPacks} where ${modPacks.hidden}))`;

/** The number of server packs that fit the filter and whose modpack is hidden. */
function hiddenCount(filter: ServerPackFilter): SQL {
  return sql`select count(*) from ${serverPacks} where ${and(isHidden, ...serverPackConditions(filter, 'all'))}`;
}

/** A page of the server packs that fit the filter. */
export async function listServerPacks(
  { db }: { db: Queries },
  {
    filter,
    order: given,
    request,
  }: { filter: ServerPackFilter; order: Order<ServerPack>; request: PageRequest },
): Promise<Page<ServerPack>> {
  const { filters, order } = await firstServerPacks({ db }, filter, given, request);
  const isKept = serverPackConditions(filter, 'first').length === 0 && order.by === null;
  const build = (own: Queries) =>
    select(own)
      .where(and(...filters, ...pageConditions(order, request)))
      .orderBy(...pageHead(order, request, isKept));
  const rows = await (isKept
    ? kept.rows(db, shapeOfPage(order, request), valuesOfPage(request), build)
    : build(db));
  return toPage(rows, order, request);
}

/**
 * The newest server packs that are searched for other callers' packs: one caller can hide others only beyond so many.
 */
const newestWindow = 10_000;

/**
 * The newest server packs that may be downloaded: first the newest of each caller, then further new ones, so that one
 * caller with many leaves room for others.
 */
export async function newestServerPacks({ db }: { db: Queries }, most: number): Promise<ServerPack[]> {
  const { id, modPackId } = serverPacks;
  const caller = sql`coalesce(${serverPacks.caller}, '')`;
  const shown = and(
    ...listed({}, 'first'),
    sql`not exists (select from ${scans} where ${scans.modPackId} = ${modPackId} and ${scans.quarantined})`,
  );
  const newest = (...more: SQL[]) =>
    sql`select ${id} as id, ${caller} as caller from ${serverPacks} where ${and(shown, ...more)} order by ${id} desc`;
  const inWindow = sql`${id} > (select max(id) from server_packs) - ${newestWindow}::integer`;
  const next = newest(inWindow, sql`${id} < heads.id`, sql`${caller} <> all(heads.callers)`);
  const found = await rows(
    db,
    sql`
      with recursive heads as (
        (select id, array[caller] as callers from (${newest(inWindow)} limit 1) as newest)
        union all
        select next.id, heads.callers || next.caller from heads, lateral (${next} limit 1) as next
          where cardinality(heads.callers) < ${most}::integer
      )
      (select id from heads order by id desc)
      union all
      (select id from (${newest()} limit ${most}) as newest order by id desc)
    `,
  );
  const ids = [
    ...new Set(
      z
        .array(z.object({ id: z.int() }))
        .parse(found)
        .map((row) => row.id),
    ),
  ].slice(0, most);
  const packs = new Map((await findServerPacks({ db }, ids)).map((pack) => [pack.id, pack]));
  return ids.flatMap((one) => packs.get(one) ?? []);
}

/** The number of server packs that fit the filter, estimated beyond the limits. */
export async function countServerPacks(
  { db }: { db: Queries },
  given: ServerPackFilter,
  limits: TotalLimits,
): Promise<Total> {
  const { modloader, gameVersion, ...others } = given;
  const isPlain = serverPackConditions(others, 'all').length === 0;
  if (isPlain && gameVersion === undefined)
    return exactly(
      await readTotal({ db }, 'SERVER_PACKS_BY_MODLOADER', {
        keys: modloader && [modloader],
        less: hiddenCount(given),
      }),
    );
  if (isPlain && gameVersion !== undefined && modloader === undefined)
    return exactly(
      await readTotal({ db }, 'SERVER_PACKS_BY_GAME_VERSION', {
        keys: [gameVersion],
        less: hiddenCount(given),
      }),
    );
  const filter = await narrowed(db, given);
  const fitting = db
    .select({ one: sql`1` })
    .from(serverPacks)
    .where(and(...listed(given, 'all'), ...serverPackConditions(filter, 'all')));
  return totalOf({ db }, fitting.getSQL(), limitsFor(filter, limits));
}

/** A filter whose selective parts are replaced by the few ids that fit them. */
interface Narrowed extends ServerPackFilter {
  modPacks?: FewIds;
  runs?: FewIds;
  among?: FewIds;
}

/** The conditions for a page, and its order. */
async function firstServerPacks(
  { db }: { db: Queries },
  filter: ServerPackFilter,
  given: Order<ServerPack>,
  request: PageRequest,
): Promise<{ filters: SQL[]; order: Order<ServerPack> }> {
  const order = orderForDates(given, serverPacks.dateCreated, filter.dateCreated);
  let found = await narrowed(db, filter);
  if (order.by !== null && !found.modPacks && !found.runs && !found.among) found = await ofFew(db, found);
  const filters = [...listed(filter, 'first'), ...serverPackConditions(found, 'first')];
  if (!found.modPacks && !found.runs && !found.among) return { filters, order };
  const sorted = { ...order, isSorted: true };
  return { filters: [isFirst(serverPacks.id, sql`${serverPacks}`, filters, sorted, request)], order: sorted };
}

/** Looks up rows for the selective filters where they are few: packs that start, modpacks by name, runs by versions. */
async function narrowed(db: Queries, filter: ServerPackFilter): Promise<Narrowed> {
  const { nameContains, lineId, modloader, gameVersion, format, ...others } = filter;
  if (others.started === true) {
    const started = await fewOf(db, startedBoots(db));
    if (started) return { ...filter, started: undefined, among: started };
  }
  const named = nameContains === undefined ? null : await findNamed({ db }, nameContains);
  if (named) return { ...others, lineId, modloader, gameVersion, format, modPacks: named };
  // Nearly all server packs have the same format, so the format alone selects nothing.
  if (lineId === undefined && modloader === undefined && gameVersion === undefined) return filter;
  const fitting = db
    .select({ id: runConfigurations.id })
    .from(runConfigurations)
    .where(and(...ofLine(lineId), ...runConditions({ modloader, gameVersion, format })));
  const runs = await fewOf(db, fitting);
  return runs ? { ...others, nameContains, runs } : filter;
}

/** Looks up the server packs of a modpack and a span of time where they are few. */
async function ofFew(db: Queries, filter: ServerPackFilter): Promise<Narrowed> {
  const { modPackId, dateCreated, ...others } = filter;
  const conditions = serverPackConditions({ modPackId, dateCreated }, 'first');
  if (conditions.length === 0) return filter;
  const among = await fewOf(
    db,
    db
      .select({ id: serverPacks.id })
      .from(serverPacks)
      .where(and(...conditions)),
  );
  return among ? { ...others, among } : filter;
}

/** The condition for a run whose server pack the line offers. */
function ofLine(lineId: number | undefined): SQL[] {
  return lineId === undefined ? [] : [eq(runConfigurations.lineId, lineId)];
}

/** The server packs whose newest boot showed that they start. */
function startedBoots(db: Pick<Queries, 'select'>) {
  return db
    .select({ id: sql`${boots.serverPackId}`.as('id') })
    .from(boots)
    .where(inArray(boots.outcome, startedOutcomes));
}

function serverPackConditions(filter: Narrowed, wanted: 'all' | 'first'): SQL[] {
  const { modPackId, lineId, modloader, gameVersion, format, nameContains, started } = filter;
  const ofRun = [...ofLine(lineId), ...runConditions({ modloader, gameVersion, format })];
  const boot = sql`select 1 from ${boots} where ${boots.serverPackId} = ${serverPacks.id} and ${inArray(boots.outcome, startedOutcomes)}`;
  const run = sql`select 1 from ${runConfigurations} where ${runConfigurations.id} = ${serverPacks.runConfigurationId}`;
  const modPack = sql`select 1 from ${modPacks} where ${modPacks.id} = ${serverPacks.modPackId}`;
  return [
    ...(modPackId === undefined ? [] : [eq(serverPacks.modPackId, modPackId)]),
    ...(ofRun.length === 0 ? [] : [oneFits(sql.join([run, ...ofRun], sql` and `), wanted)]),
    ...(filter.modPacks ? [isAmong(serverPacks.modPackId, filter.modPacks)] : []),
    ...(filter.runs ? [isAmong(serverPacks.runConfigurationId, filter.runs)] : []),
    ...(filter.among ? [isAmong(serverPacks.id, filter.among)] : []),
    ...nameConditions(nameContains, wanted).map((named) => oneFits(sql`${modPack} and ${named}`, wanted)),
    ...(started === undefined ? [] : [started ? oneFits(boot, wanted) : sql`not exists (${boot})`]),
    ...dateConditions(serverPacks.dateCreated, filter.dateCreated),
  ];
}

/** A page of each modpack's server packs, oldest first, in the order of the ids. */
export function listServerPacksOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  page: { request: PageRequest; descending: boolean },
): Promise<Page<ServerPack>[]> {
  return listPagesOf({ db, kept }, modPackIds, page, serverPacks, (own, where, by) =>
    select(own)
      .where(where)
      .orderBy(...by),
  );
}

/** A page of each modpack's server packs in any order. */
export async function listOrderedServerPacksOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  { request, field, descending }: { request: PageRequest; field: ServerPackOrder; descending: boolean },
): Promise<Page<ServerPack>[]> {
  const { id, modPackId: parent } = serverPacks;
  // A modpack has few server packs, so sorting them is faster than an index over all.
  const order = { name: field, id, by: serverPackOrders[field], descending, isSorted: true };
  const rows = await select(db)
    .where(idsOfPages({ id, parent, order }, modPackIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(rows, order, { parentIds: modPackIds, parentOf: ({ modPackId }) => modPackId, request });
}

/** The number of server packs of each modpack, in the order of the modpacks. */
export function countServerPacksOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
): Promise<number[]> {
  return countOfEach({ db }, serverPacks.modPackId, modPackIds);
}

/** The server packs built for these run configurations, in no particular order. */
export function findServerPacksOfRuns(
  { db }: { db: Queries },
  runConfigurationIds: readonly number[],
): Promise<ServerPack[]> {
  return select(db).where(inArray(serverPacks.runConfigurationId, [...runConfigurationIds]));
}
