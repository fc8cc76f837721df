import { and, asc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { events, modPacks, runConfigurations, type Status } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';
import type { Queries } from '../../database/database.ts';
import { endWith } from '../../database/drizzle-driver.ts';
import { jsonRows } from '../../database/json-rows.ts';
import { asArray, createStatements } from '../../database/statements.ts';
import { readTotal } from '../figures/figures.ts';
import { countOfEach, exactly, limitsFor, type Total, type TotalLimits, totalOf } from '../figures/totals.ts';
import {
  byId,
  idsOfPages,
  listPagesOf,
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageHead,
  pageLimit,
  pageOrder,
  shapeOfPage,
  toPage,
  toPages,
  valuesOfPage,
} from '../lists/pages.ts';
import { isFinal, lastOfRun } from './event-kinds.ts';

export type Event = typeof events.$inferSelect;

/** One step of a run to record. */
export interface EventInput {
  status: Status;
  message: string;
  serverPackId?: number;
  errors?: Problem[];
}

/** The run of an event. */
export interface Run {
  modPackId: number;
  runConfigurationId: number;
}

/** Which events to include; an absent field means all. */
export interface EventFilter {
  status?: readonly Status[] | undefined;
  modPackId?: number | undefined;
  serverPackId?: number | undefined;
  runConfigurationId?: number | undefined;
  /** Only events of runs whose server packs this line offers. */
  lineId?: number | undefined;
  /**
   * Only events that change the run's state: of the last events of a run, which are recorded together, only the very
   * last.
   */
  changesState?: boolean | undefined;
}

/**
 * Records steps of a run and sets the modpack's status to the newest. Must be the last statement of its transaction:
 * the lock that keeps event ids in commit order is held from here to the commit, and all events of all nodes wait for
 * it.
 */
export async function recordEvents(db: Queries, run: Run, inputs: readonly EventInput[]): Promise<void> {
  const newest = inputs.at(-1);
  if (!newest) return;
  await endWith(db, [
    db.update(modPacks).set({ status: newest.status }).where(eq(modPacks.id, run.modPackId)),
    insertEvents(db, run, inputs),
  ]);
}

/** The same for a modpack whose status the transaction has set already. */
export async function addEvents(db: Queries, run: Run, inputs: readonly EventInput[]): Promise<void> {
  await endWith(db, [insertEvents(db, run, inputs)]);
}

function insertEvents(db: Queries, { modPackId, runConfigurationId }: Run, inputs: readonly EventInput[]) {
  const recorded = inputs.map(({ status, message, serverPackId = null, errors = [] }) => ({
    modPackId,
    runConfigurationId,
    serverPackId,
    status,
    message,
    errors,
  }));
  return db.insert(events).values(recorded);
}

/** The events of one run, in order. */
export function findEventsOfRun(db: Queries, runConfigurationId: number): Promise<Event[]> {
  return db
    .select()
    .from(events)
    .where(eq(events.runConfigurationId, runConfigurationId))
    .orderBy(asc(events.id));
}

/** Whether a run's last event is recorded. */
export function isEnded(recorded: readonly Event[]): boolean {
  return recorded.some(({ status }) => status === 'GENERATED' || status === 'ERROR');
}

/** The next events after an id, in order, at most `limit`. */
export function findEventsAfter(
  db: Queries,
  after: number,
  filter: EventFilter,
  limit: number,
): Promise<Event[]> {
  const conditions = eventConditions(filter);
  const cut = (own: Queries) =>
    own
      .select()
      .from(events)
      .where(and(gt(events.id, after), ...conditions));
  if (conditions.length > 0) return cut(db).orderBy(asc(events.id)).limit(limit);
  const head = sql`${asc(events.id)} limit ${sql.raw(String(limit))}`;
  return kept.rows(db, `after ${limit}`, [after], (own) => cut(own).orderBy(head));
}

const kept = createStatements<Event>();

/** The events with these ids, in no particular order. */
export function findEvents({ db }: { db: Queries }, ids: readonly number[]): Promise<Event[]> {
  const { shape, values, condition } = byId(events.id, ids);
  return kept.rows(db, shape, values, (own) => own.select().from(events).where(condition));
}

/** The filter as conditions for the database. */
function eventConditions(filter: EventFilter): SQL[] {
  const { status, modPackId, serverPackId, runConfigurationId, lineId, changesState = false } = filter;
  const ofLine = sql`${events.runConfigurationId} in (select ${runConfigurations.id} from ${runConfigurations} where ${runConfigurations.lineId} = ${lineId})`;
  return [
    ...(status === undefined ? [] : [inArray(events.status, [...status])]),
    ...(modPackId === undefined ? [] : [eq(events.modPackId, modPackId)]),
    ...(serverPackId === undefined ? [] : [eq(events.serverPackId, serverPackId)]),
    ...(runConfigurationId === undefined ? [] : [eq(events.runConfigurationId, runConfigurationId)]),
    ...(lineId === undefined ? [] : [ofLine]),
    ...(changesState ? [sql`(${events.status} <> 'GENERATED' or ${events.message} = ${lastOfRun})`] : []),
  ];
}

/** The lines that offer the server packs of these events' runs, by run; other runs are left out. */
export async function findLinesOfEvents(
  db: Queries,
  given: readonly Pick<Event, 'runConfigurationId'>[],
): Promise<ReadonlyMap<number, number>> {
  const { id, lineId } = runConfigurations;
  const runs = [...new Set(given.map(({ runConfigurationId }) => runConfigurationId))];
  const found = await db.select({ id, lineId }).from(runConfigurations).where(inArray(id, runs));
  return new Map(found.flatMap((run) => (run.lineId === null ? [] : [[run.id, run.lineId]])));
}

/** Whether the event passes the filter; `lines` has the line of its run where the filter names one. */
export function matchesFilter(
  event: Event,
  filter: EventFilter,
  lines: ReadonlyMap<number, number>,
): boolean {
  const { status, modPackId, serverPackId, runConfigurationId, lineId, changesState = false } = filter;
  return (
    (!changesState || event.status !== 'GENERATED' || isFinal(event)) &&
    (status === undefined || status.includes(event.status)) &&
    (modPackId === undefined || event.modPackId === modPackId) &&
    (serverPackId === undefined || event.serverPackId === serverPackId) &&
    (runConfigurationId === undefined || event.runConfigurationId === runConfigurationId) &&
    (lineId === undefined || lines.get(event.runConfigurationId) === lineId)
  );
}

const pageRows = jsonRows<Event>(getTableColumns(events));
const keptPages = createStatements<{ rows: Event[] }>();

/**
 * A page of the events that fit the filter, by id. The query returns one JSON text, since the embedded database's
 * driver takes ten times as long for separate rows.
 */
export async function listEvents(
  { db }: { db: Queries },
  filter: EventFilter,
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<Event>> {
  const order = orderById<Event>(events.id, descending);
  const { status, modPackId, ...others } = filter;
  // One prepared plan suits every modpack, but not every status, since some are rare.
  const isKept = status === undefined && eventConditions(others).length === 0;
  const inOrder = sql.join(pageOrder(order, request), sql`, `);
  const rows = sql`coalesce(json_agg(${pageRows.array} order by ${inOrder}), '[]'::json)`;
  const build = (own: Queries) => {
    const page = own
      .select()
      .from(events)
      .where(and(...eventConditions(filter), ...pageConditions(order, request)))
      .orderBy(...pageHead(order, request, isKept));
    return own
      .select({ rows: rows.mapWith((all: unknown) => pageRows.read(all)) })
      .from(sql`(${page}) as ${events}`);
  };
  const ofModPack = modPackId === undefined ? [] : [modPackId];
  const shape = `${ofModPack.length} ${shapeOfPage(order, request)}`;
  const values = [...ofModPack, ...valuesOfPage(request)];
  const [found] = await (isKept ? keptPages.rows(db, shape, values, build) : build(db));
  return toPage(found?.rows ?? [], order, request);
}

/** Counts matching events; beyond the limits, estimates them. */
export async function countEvents(
  { db }: { db: Queries },
  filter: EventFilter,
  limits: TotalLimits,
): Promise<Total> {
  const { status, ...others } = filter;
  if (eventConditions(others).length === 0)
    return exactly(await readTotal({ db }, 'EVENTS', { keys: status }));
  const fitting = db
    .select({ one: sql`1` })
    .from(events)
    .where(and(...eventConditions(filter)));
  return totalOf({ db }, fitting.getSQL(), limitsFor(filter, limits));
}

/** A page of each modpack's events, in the order of the modpacks. */
export function listEventsOf(
  { db }: { db: Queries },
  modPackIds: readonly number[],
  page: { request: PageRequest; descending: boolean },
): Promise<Page<Event>[]> {
  return listPagesOf({ db, kept }, modPackIds, page, events, (own, where, by) =>
    own
      .select()
      .from(events)
      .where(where)
      .orderBy(...by),
  );
}

/** The number of events of each modpack, in the order of `modPackIds`. */
export function countEventsOf({ db }: { db: Queries }, modPackIds: readonly number[]): Promise<number[]> {
  return countOfEach({ db }, events.modPackId, modPackIds);
}

/** A page of each run's events, in the order of the runs. */
export async function listEventsOfRuns(
  { db }: { db: Queries },
  runIds: readonly number[],
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<Event>[]> {
  const { id, runConfigurationId: parent } = events;
  const order = orderById<Event>(id, descending);
  const values = [asArray(runIds), ...valuesOfPage(request), pageLimit(request)];
  const rows = await kept.rows(db, `of runs ${shapeOfPage(order, request)}`, values, (own) =>
    own
      .select()
      .from(events)
      .where(idsOfPages({ id, parent, order }, runIds, request))
      .orderBy(...pageOrder(order, request)),
  );
  return toPages(rows, order, {
    parentIds: runIds,
    parentOf: ({ runConfigurationId }) => runConfigurationId,
    request,
  });
}

/** The number of events of each run, in the order of `runIds`. */
export function countEventsOfRuns({ db }: { db: Queries }, runIds: readonly number[]): Promise<number[]> {
  return countOfEach({ db }, events.runConfigurationId, runIds);
}
