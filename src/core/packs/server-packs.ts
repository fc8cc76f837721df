import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { boots, files, modPacks, runConfigurations, serverPacks, votes } from '../../../drizzle/schema.ts';
import type { Facts } from '../../archive/known-mods/facts-file.ts';
import type { Problem } from '../../archive/report.ts';
import type { ServerPackFormat } from '../../archive/run-configuration.ts';
import { startedOutcomes } from '../../boot/boot-result.ts';
import type { Database, Queries } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
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

/** The usual size of a server pack's own files in bytes: start scripts and descriptions. */
const ownFilesBytes = 256 * 1024;

/** Most bytes that a server pack of a modpack of this size is expected to have. */
export function expectedServerPackBytes(modPackSize: number): number {
  return modPackSize + ownFilesBytes;
}

/**
 * A server pack as lists and lookups return it, with facts of its file and its run configuration: nearly every reader
 * wants them, and a list with them takes half the time of one that asks row by row. `size` is in bytes.
 */
export type ServerPack = Omit<typeof serverPacks.$inferSelect, 'warnings' | 'fileSize'> & {
  size: number;
  sha256: string;
  storageKey: string;
  runConfiguration: RunConfigurationRow;
};

/** Whether facts other than those that a server pack was built with are in force; false where it asked none, or that is not known. */
export function haveFactsChanged(
  builtWith: number | null,
  { automaticSides }: Pick<RunConfigurationRow, 'automaticSides'>,
  { number }: Pick<Facts, 'number'>,
): boolean {
  return automaticSides && builtWith !== null && builtWith !== number;
}

/** The warnings of a server pack are read for their own sake only. */
const { warnings: _, fileSize: _size, ...plainColumns } = getTableColumns(serverPacks);

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

/** The server packs with these ids, in no order. */
export function findServerPacks({ db }: { db: Queries }, ids: readonly number[]): Promise<ServerPack[]> {
  const { shape, values, condition } = byId(serverPacks.id, ids);
  return kept.rows(db, shape, values, (own) => select(own).where(condition));
}

/** Why server packs with these ids may not start, in no order. */
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

/** The server pack of a modpack built for a run configuration, or null until it is generated. */
export async function findServerPackOfRun(
  { db }: { db: Queries },
  run: { modPackId: number; runConfigurationId: number },
): Promise<ServerPack | null> {
  const [row] = await select(db).where(
    and(eq(serverPacks.modPackId, run.modPackId), eq(serverPacks.runConfigurationId, run.runConfigurationId)),
  );
  return row ?? null;
}

/** A counter moved on; it stops at the ends of what a column and the contract's integers hold. */
function moved(counter: PgColumn, change: number): SQL {
  return sql`least(2147483647, greatest(-2147483648, ${counter}::bigint + ${change}))::integer`;
}

/** The counters of a server pack after a vote; `earlier` is the voter's last one, 0 without one. */
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
 * Moves the counter of confirmations by one, as REST's anonymous votes do, and answers the server pack as it then is. Fails with
 * NOT_FOUND.
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
      // PostgreSQL knows the table that is changed in the last condition alone.
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
 * Counts the vote of a known voter, who has one vote on each server pack: a later one takes the place of the earlier.
 * Fails with NOT_FOUND, or with INVALID_INPUT for a name that cannot be kept.
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

/** One text for each voter and server pack. */
export function nameOfVote({ serverPackId, voter }: VoteKey): string {
  return `${serverPackId} ${voter}`;
}

/** Which server packs are meant, by their modpacks' names too; an absent field means all. */
export interface ServerPackFilter extends NameFilter {
  modPackId?: number | undefined;
  /** The line that hands it out. */
  lineId?: number | undefined;
  modloader?: ModloaderName | undefined;
  gameVersion?: string | undefined;
  format?: ServerPackFormat | undefined;
  dateCreated?: DateRange | undefined;
  /** Whether its newest boot showed that it starts. */
  started?: boolean | undefined;
}

/** Orders of server packs. */
export const serverPackOrders = {
  DATE_CREATED: null,
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
 * The condition for a server pack in a list: those of a hidden modpack are found by its number alone. Rows of a page are
 * looked at one by one; for the whole list, the hidden modpacks are read first, which are few.
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

/** A filter of which what few fit has been looked up. */
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

/** Looks up rows for the selective filters where they are few: packs shown to start, modpacks by name, runs by versions. */
async function narrowed(db: Queries, filter: ServerPackFilter): Promise<Narrowed> {
  const { nameContains, lineId, modloader, gameVersion, format, ...others } = filter;
  if (others.started === true) {
    const started = await fewOf(db, startedBoots(db));
    if (started) return { ...filter, started: undefined, among: started };
  }
  const named = nameContains === undefined ? null : await findNamed({ db }, nameContains);
  if (named) return { ...others, lineId, modloader, gameVersion, format, modPacks: named };
  // Nearly all are of one format, which narrows nothing by itself.
  if (lineId === undefined && modloader === undefined && gameVersion === undefined) return filter;
  const fitting = db
    .select({ id: runConfigurations.id })
    .from(runConfigurations)
    .where(and(...ofLine(lineId), ...runConditions({ modloader, gameVersion, format })));
  const runs = await fewOf(db, fitting);
  return runs ? { ...others, nameContains, runs } : filter;
}

/** Looks up the server packs of a filter by modpack and time where they are few. */
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

/** The condition for a run whose server pack the line hands out. */
function ofLine(lineId: number | undefined): SQL[] {
  return lineId === undefined ? [] : [eq(runConfigurations.lineId, lineId)];
}

/** The server packs that were shown to start. */
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

/** For each of the modpacks, in their order, a page of its server packs, oldest first. */
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

/** The same in any order. */
export async function listOrderedServerPacksOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  { request, field, descending }: { request: PageRequest; field: ServerPackOrder; descending: boolean },
): Promise<Page<ServerPack>[]> {
  const { id, modPackId: parent } = serverPacks;
  // A modpack has few server packs, so they are sorted instead of looked for in an index over all.
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

/** The server packs built for these run configurations, in no order. */
export function findServerPacksOfRuns(
  { db }: { db: Queries },
  runConfigurationIds: readonly number[],
): Promise<ServerPack[]> {
  return select(db).where(inArray(serverPacks.runConfigurationId, [...runConfigurationIds]));
}
