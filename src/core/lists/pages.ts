import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '../../database/database.ts';
import { asArray, type Buildable, type Statements } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
import type { DateRange } from './filters.ts';

/** A position in an ordered list: the value by which the list is ordered, and the id, which orders equal values. */
export interface Position {
  /** The order's name: a position is valid in its own order only. */
  order: string;
  value: string | number;
  id: number;
}

/** An order of a list. The id orders equal values, so that every row has one position. */
export interface Order<Row> {
  name: string;
  id: PgColumn;
  /** The column compared before the id; null for lists ordered by the id only. */
  by: SortKey<Row> | null;
  descending: boolean;
  /** The creation date, for a filter by dates: it rises with the id, and its index finds the rows. */
  date?: PgColumn;
  /**
   * Whether few rows are selected by other conditions and then sorted: the planner, which may expect no rows, must not
   * walk through all rows in this order.
   */
  isSorted?: boolean;
}

/** A column to order by. Text is compared without regard to case, byte by byte: the same on every database. */
export interface SortKey<Row> {
  column: PgColumn;
  /** The expression in the index, if it is not the column itself. */
  value?: SQL;
  /** The rows' id in the table of the column, if that is another table: an index covers columns of one table only. */
  id?: PgColumn;
  kind: 'number' | 'text';
  valueOf(row: Row): string | number;
}

/** The requested part of a list: the rows after one position and before another, at most `limit`. */
export interface PageRequest {
  limit: number;
  after: Position | null;
  before: Position | null;
  /** Whether to count from the end of the list instead of from its beginning. */
  fromEnd: boolean;
}

/** A part of a list, in the list's order, with the position of each row. */
export interface Page<Row> {
  rows: Row[];
  positions: Position[];
  hasNext: boolean;
  hasPrevious: boolean;
  /** Whether these are all rows of the list. */
  isWhole: boolean;
}

/** The order by id, oldest first by default. */
export function orderById<Row>(id: PgColumn, descending = false): Order<Row> {
  return { name: 'id', id, by: null, descending };
}

/** The order of rows that have a position within their parent; its cursors are valid in every such list. */
export function orderByPosition<Row>(position: PgColumn): Order<Row> {
  return { name: 'index', id: position, by: null, descending: false };
}

/**
 * The conditions that limit the page. Positions, unlike offsets, stay valid while rows are added and deleted. Fails
 * with INVALID_INPUT for a position of another order.
 */
export function pageConditions<Row>(order: Order<Row>, { after, before }: PageRequest): SQL[] {
  return [
    ...(after ? [beyond(order, 'after', after, order.descending ? '<' : '>')] : []),
    ...(before ? [beyond(order, 'before', before, order.descending ? '>' : '<')] : []),
  ];
}

function beyond<Row>(
  order: Order<Row>,
  field: 'after' | 'before',
  position: Position,
  operator: '<' | '>',
): SQL {
  refuseOtherOrder(order, field, position);
  const { id, by, date } = order;
  const comparison = sql.raw(operator);
  if (date) return sql`(${date}, ${id}) ${comparison} (${dateOf(date, id, position)}, ${position.id})`;
  if (by === null) return sql`${id} ${comparison} ${position.id}`;
  const value = by.kind === 'text' ? sql`${position.value}::text` : sql`${position.value}::bigint`;
  const tie = by.id ?? id;
  const isBeyond = sql`(${sortedBy(order, by)}, ${tie}) ${comparison} (${sortable(by.kind, value)}, ${position.id})`;
  if (tie.table === by.column.table || order.isSorted) return isBeyond;
  // No index covers two tables, so the redundant condition on the value lets the column's index begin at the right row.
  return sql`(${sortable(by.kind, by.value ?? by.column)} ${comparison}= ${sortable(by.kind, value)} and ${isBeyond})`;
}

/** The date of the row at the position, or of its predecessor when that row has been deleted. */
function dateOf(date: PgColumn, id: PgColumn, position: Position): SQL {
  const before = sql`(select ${date} from ${id.table} where ${id} <= ${position.id} order by ${id} desc limit 1)`;
  return sql`coalesce(${before}, '-infinity')`;
}

/** The order by id for rows within a range of dates. */
export function orderForDates<Row>(
  order: Order<Row>,
  date: PgColumn,
  range: DateRange | undefined,
): Order<Row> {
  // A range without either end is no filter.
  return order.by === null && (range?.from || range?.to) ? { ...order, date } : order;
}

/**
 * The id in a position of the request, or null without one. Fails with INVALID_INPUT for a position of another order.
 */
export function idIn<Row>(order: Order<Row>, field: 'after' | 'before', request: PageRequest): number | null {
  const position = request[field];
  if (position === null) return null;
  refuseOtherOrder(order, field, position);
  return position.id;
}

function refuseOtherOrder<Row>(
  { name, by }: Order<Row>,
  field: 'after' | 'before',
  position: Position,
): void {
  const expected = by === null || by.kind === 'number' ? 'number' : 'string';
  if (position.order === name && typeof position.value === expected) return;
  throw new AppError('INVALID_INPUT', `${field} is a cursor of a list in another order.`, { field });
}

function sortable(kind: 'number' | 'text', operand: PgColumn | SQL): SQL {
  return kind === 'text' ? sql`lower(${operand}) collate "C"` : sql`${operand}`;
}

/** The value compared before the id; wrapped so that no index matches where rows are to be sorted. */
function sortedBy<Row>({ isSorted }: Order<Row>, { kind, column, value }: SortKey<Row>): SQL {
  const sorted = sortable(kind, value ?? column);
  if (!isSorted) return sorted;
  return kind === 'text' ? sql`(${sorted} || '')` : sql`(${sorted} + 0)`;
}

/** The order of the query, so that the page's rows come first. */
export function pageOrder<Row>(order: Order<Row>, { fromEnd }: PageRequest): SQL[] {
  const { id, by, descending, date } = order;
  const direction = descending !== fromEnd ? desc : asc;
  if (date) return [direction(date), direction(id)];
  if (by === null) return [direction(id)];
  return [direction(sortedBy(order, by)), direction(by.id ?? id)];
}

/** Limits of prepared statements: the next larger one is used, and the rows beyond the page are dropped. */
const readSizes = [2, 4, 6, 11, 21, 31, 51, 101];

function rowsRead(request: PageRequest): number {
  const wanted = pageLimit(request);
  return readSizes.find((size) => size >= wanted) ?? 2 ** Math.ceil(Math.log2(wanted));
}

/**
 * The order with its limit. A prepared statement has the limit as a number in its text: for a parameter the planner
 * assumes a tenth of the table, and plans again for each value. For selective filters that is right, since one plan
 * would not suit all values.
 */
export function pageHead<Row>(order: Order<Row>, request: PageRequest, isKept: boolean): SQL[] {
  const limit = isKept ? sql.raw(String(rowsRead(request))) : sql`${pageLimit(request)}`;
  return pageOrder(order, request).map((term, index, { length }) =>
    index === length - 1 ? sql`${term} limit ${limit}` : term,
  );
}

/** The parts of a request that change the text of a statement with `pageHead`, for a list ordered by id. */
export function shapeOfPage<Row>({ descending }: Order<Row>, request: PageRequest): string {
  const { after, before, fromEnd } = request;
  return `${descending} ${fromEnd} ${after !== null} ${before !== null} ${rowsRead(request)}`;
}

/** The values of the conditions that limit the page in a list ordered by id. */
export function valuesOfPage({ after, before }: PageRequest): number[] {
  return [after, before].flatMap((position) => (position === null ? [] : [position.id]));
}

/** The condition for rows with these ids, with the same statement text for any number of ids. */
export function isOneOf(id: PgColumn, ids: readonly number[]): SQL {
  return sql`${id} = any(${asArray(ids)}::int[])`;
}

/** A condition by ids for a prepared statement. */
export interface ById {
  shape: string;
  values: unknown[];
  condition: SQL;
}

/**
 * One plan suits all ids. A literal list would be planned each time, since the planner assumes ten elements for a list
 * of unknown length.
 */
export function byId(id: PgColumn, ids: readonly number[]): ById {
  const [one] = ids;
  if (one !== undefined && ids.length === 1) return { shape: 'by id', values: [one], condition: eq(id, one) };
  return { shape: 'by ids', values: [asArray(ids)], condition: sql`${id} = any(${hiddenList(ids)})` };
}

/** The planner does not look into the subquery, and assumes ten elements for any list. */
function hiddenList(ids: readonly number[]): SQL {
  return sql`(select ${asArray(ids)}::int[])::int[]`;
}

/** Rows to read: one more than wanted shows whether the list goes on. */
export function pageLimit({ limit }: PageRequest): number {
  return limit + 1;
}

/** Makes a page of the rows that the database returned. */
export function toPage<Row extends { id: number }>(
  answered: readonly Row[],
  order: Order<Row>,
  request: PageRequest,
): Page<Row> {
  const more = answered.length > request.limit;
  const rows = answered.slice(0, request.limit);
  if (request.fromEnd) rows.reverse();
  return {
    rows,
    positions: rows.map((row) => ({
      order: order.name,
      value: order.by === null ? row.id : order.by.valueOf(row),
      id: row.id,
    })),
    hasNext: request.fromEnd ? request.before !== null : more,
    hasPrevious: request.fromEnd ? more : request.after !== null,
    isWhole: !more && request.after === null && request.before === null,
  };
}

/** A part of a list whose rows are identified by their index: from `start` up to, not including, `end`. */
export interface Cut {
  start: number;
  end: number;
  length: number;
}

/** The requested cut of a list of this length. Fails with INVALID_INPUT for a position of another order. */
export function cutOf(length: number, request: PageRequest): Cut {
  const indexOf = (field: 'after' | 'before', position: Position | null, absent: number) => {
    if (position === null) return absent;
    // The name of the order in `orderByPosition`.
    if (position.order === 'index') return position.id;
    throw new AppError('INVALID_INPUT', `${field} is a cursor of another list.`, { field });
  };
  const from = Math.max(0, indexOf('after', request.after, -1) + 1);
  const to = Math.max(from, Math.min(length, indexOf('before', request.before, length)));
  const start = request.fromEnd ? Math.max(from, to - request.limit) : from;
  const end = request.fromEnd ? to : Math.min(to, from + request.limit);
  return { start, end: Math.max(start, end), length };
}

/** The page of the rows of this cut. */
export function pageOfCut<Row>(rows: Row[], { start, end, length }: Cut): Page<Row> {
  return {
    rows,
    positions: rows.map((_row, index) => ({ order: 'index', value: start + index, id: start + index })),
    hasNext: end < length,
    hasPrevious: start > 0 && length > 0,
    isWhole: start === 0 && end >= length,
  };
}

/**
 * The ids on the same page of each parent's list, as one subquery: one statement however many parents there are. The
 * list is ordered by id.
 */
export function idsOfPages<Row>(
  {
    id,
    parent,
    order,
    conditions = [],
  }: { id: PgColumn; parent: PgColumn; order: Order<Row>; conditions?: readonly SQL[] },
  parentIds: readonly number[],
  request: PageRequest,
): SQL {
  return sql`${id} in (select page.id from ${pagesOf({ id, parent, order, conditions }, parentIds, request)})`;
}

/** Like `idsOfPages`, for rows identified by parent and position; `conditions` apply to all rows. */
export function positionsOfPages<Row>(
  { parent, order, conditions }: { parent: PgColumn; order: Order<Row>; conditions: readonly SQL[] },
  parentIds: readonly number[],
  request: PageRequest,
): SQL {
  const { id } = order;
  return sql`(${parent}, ${id}) in (
    select wanted.parent, page.id from ${pagesOf({ id, parent, order, conditions }, parentIds, request)})`;
}

function pagesOf<Row>(
  {
    id,
    parent,
    order,
    conditions: given,
  }: { id: PgColumn; parent: PgColumn; order: Order<Row>; conditions: readonly SQL[] },
  parentIds: readonly number[],
  request: PageRequest,
): SQL {
  const conditions = [sql`${parent} = wanted.parent`, ...given, ...pageConditions(order, request)];
  return sql`unnest(${hiddenList(parentIds)}) as wanted (parent)
    cross join lateral (
      select ${id} as id from ${id.table}
      where ${sql.join(conditions, sql` and `)}
      order by ${sql.join(pageOrder(order, request), sql`, `)}
      limit ${pageLimit(request)}
    ) as page`;
}

/** A page of each modpack's rows by id, in the order of the modpacks. `select` gets the condition and the order. */
export async function listPagesOf<Row extends { id: number; modPackId: number }>(
  { db, kept }: { db: Queries; kept: Statements<Row> },
  modPackIds: readonly number[],
  { request, descending }: { request: PageRequest; descending: boolean },
  { id, modPackId: parent }: { id: PgColumn; modPackId: PgColumn },
  select: (own: Queries, where: SQL, by: SQL[]) => Buildable<Row>,
): Promise<Page<Row>[]> {
  const order = orderById<Row>(id, descending);
  const values = [asArray(modPackIds), ...valuesOfPage(request), pageLimit(request)];
  const rows = await kept.rows(db, `of ${shapeOfPage(order, request)}`, values, (own) =>
    select(own, idsOfPages({ id, parent, order }, modPackIds, request), pageOrder(order, request)),
  );
  return toPages(rows, order, { parentIds: modPackIds, parentOf: ({ modPackId }) => modPackId, request });
}

/** Groups rows of many parents into a page for each, in the order of the parents. */
export function toPages<Row extends { id: number }>(
  answered: readonly Row[],
  order: Order<Row>,
  {
    parentIds,
    parentOf,
    request,
  }: { parentIds: readonly number[]; parentOf: (row: Row) => number; request: PageRequest },
): Page<Row>[] {
  const byParent = Map.groupBy(answered, parentOf);
  return parentIds.map((parent) => toPage(byParent.get(parent) ?? [], order, request));
}
