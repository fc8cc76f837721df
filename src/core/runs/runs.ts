import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { events, queuedRuns, runConfigurations, type Status } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';
import type { Queries } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import { isCancelled } from '../events/event-kinds.ts';
import { limitsFor, type Total, type TotalLimits, totalOf } from '../figures/totals.ts';
import { type FewIds, fewOf, isAmong, oneFits } from '../lists/few.ts';
import { byId, type Page, type PageRequest, pageConditions, pageHead, toPage } from '../lists/pages.ts';
import {
  countRunConfigurations,
  listRunConfigurations,
  orderOfRuns,
  type RunConfigurationFilter,
  type RunConfigurationRow,
  runConditions,
} from './run-configurations.ts';

/** A run, identified by its run configuration. */
export interface RunRow {
  configuration: RunConfigurationRow;
}

/** The state of a run, derived from its events. */
export interface RunState {
  runConfigurationId: number;
  status: Status;
  /** The time at which its check first began; null until then. */
  started: Date | null;
  /** The time at which the run ended; null until then. */
  ended: Date | null;
  errors: Problem[];
}

/** The outcome of a run; null while it has not ended. */
export type RunOutcome = 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export function outcomeOf({ status, errors }: Pick<RunState, 'status' | 'errors'>): RunOutcome | null {
  if (status === 'GENERATED') return 'SUCCEEDED';
  if (status !== 'ERROR') return null;
  return isCancelled(errors) ? 'CANCELLED' : 'FAILED';
}

const kept = createStatements<RunState>();
const newestFirst = sql`order by ${events.id} desc`;

/** The states of these runs, in no particular order. */
export function findRunStates({ db }: { db: Queries }, ids: readonly number[]): Promise<RunState[]> {
  const { runConfigurationId, status, timestamp, errors } = events;
  const { shape, values, condition } = byId(runConfigurationId, ids);
  return kept.rows(db, shape, values, (own) =>
    own
      .select({
        runConfigurationId,
        status: sql<Status>`(array_agg(${status} ${newestFirst}))[1]`,
        started: sql<Date | null>`min(${timestamp}) filter (where ${status} = 'CHECKING')`.mapWith(timestamp),
        ended: sql<Date | null>`max(${timestamp}) filter (where ${status} in ('GENERATED', 'ERROR'))`.mapWith(
          timestamp,
        ),
        errors: sql<Problem[]>`(array_agg(${errors} ${newestFirst}))[1]`.mapWith(errors),
      })
      .from(events)
      .where(condition)
      .groupBy(runConfigurationId),
  );
}

/** Which runs to include; an absent field means all. */
export interface RunFilter extends RunConfigurationFilter {
  status?: readonly Status[] | undefined;
}

/** A page of the runs that fit the filter, in the requested order. */
export async function listRuns(
  { db }: { db: Queries },
  { status, ...filter }: RunFilter,
  page: { request: PageRequest; descending: boolean },
): Promise<Page<RunRow>> {
  const configurations =
    status === undefined
      ? await listRunConfigurations({ db }, filter, page)
      : await listByStatus({ db }, status, filter, page);
  return runsOf(configurations);
}

/** The same page, with runs in place of their run configurations. */
export function runsOf({ rows, ...page }: Page<RunConfigurationRow>): Page<RunRow> {
  return { ...page, rows: rows.map((configuration) => ({ configuration })) };
}

async function listByStatus(
  { db }: { db: Queries },
  status: readonly Status[],
  filter: RunConfigurationFilter,
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<RunConfigurationRow>> {
  const order = orderOfRuns(filter, descending);
  const among = await fewOf(db, withStatus(status));
  const conditions = runsWith(status, among, 'first');
  const rows = await db
    .select()
    .from(runConfigurations)
    .where(and(...runConditions(filter), ...conditions, ...pageConditions(order, request)))
    .orderBy(...pageHead(order, request, false));
  return toPage(rows, order, request);
}

/** The number of runs that fit the filter, estimated beyond the limits. */
export async function countRuns(
  { db }: { db: Queries },
  { status, ...filter }: RunFilter,
  limits: TotalLimits,
): Promise<Total> {
  if (status === undefined) return countRunConfigurations({ db }, filter, limits);
  const among = await fewOf(db, withStatus(status));
  const fitting = db
    .select({ one: sql`1` })
    .from(runConfigurations)
    .where(and(...runConditions(filter), ...runsWith(status, among, 'all')));
  const known = among ? { ...filter, among } : { ...filter, status };
  return totalOf({ db }, fitting.getSQL(), limitsFor(known, limits));
}

function runsWith(status: readonly Status[], among: FewIds | null, wanted: 'all' | 'first'): SQL[] {
  if (among) return [isAmong(runConfigurations.id, among)];
  const run = sql`select 1 from (${withStatus(status)}) as fitting where fitting.id = ${runConfigurations.id}`;
  return [oneFits(run, wanted)];
}

/**
 * The ids of the runs with one of these statuses; an id may occur several times. A run that has not ended is in the
 * queue, and has the status of its newest event.
 */
function withStatus(status: readonly Status[]): SQL {
  const [ended, underWay] = [true, false].map((has) =>
    status.filter((one) => (one === 'GENERATED' || one === 'ERROR') === has),
  );
  const newest = sql`select ${events.status} from ${events}
    where ${events.runConfigurationId} = ${queuedRuns.runConfigurationId} ${newestFirst} limit 1`;
  return sql`
    select ${events.runConfigurationId} as id from ${events} where ${oneOf(sql`${events.status}`, ended)}
    union all
    select ${queuedRuns.runConfigurationId} as id from ${queuedRuns} where ${oneOf(sql`(${newest})`, underWay)}`;
}

function oneOf(value: SQL, status: readonly Status[] = []): SQL {
  return status.length === 0 ? sql`false` : inArray(value, [...status]);
}
