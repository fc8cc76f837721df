import { type SQL, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { RowColumns } from '../../database/json-rows.ts';
import { serverPackColumns } from '../packs/server-packs.ts';
import { runConfigurationColumns } from '../runs/run-configurations.ts';
import { mostAlong, mostTogether, serverPackTables } from './lists-below.ts';
import { type Order, orderById, type Page, type PageRequest, pageOrder } from './pages.ts';

/*
 * Rows that the database writes as the JSON that is answered, to the byte as we would write them: read as objects, looked at
 * field by field and written again they cost ten times as much. What is shown, and under which names, says who asks
 * (`src/graphql/execution/written.ts`).
 */

/** What is shown of a row: an object with these fields, in their order. */
export type Shown = readonly ShownField[];

export type ShownField = { key: string } & (
  | { constant: string }
  | { column: string; as: Writing; isNullable: boolean }
  /** The global id of a row of this type. */
  | { idOf: string }
  /** Another row that each row comes with. */
  | { row: string; shown: Shown }
  /** The rows of a page below a modpack, under a name of their own within the page; null where they are the list themselves. */
  | { list: ListName; nodes: string | null; shown: Shown }
);

/**
 * How a value is written: as JSON has it, as a list of texts, as a time in UTC, in milliseconds since 1970, or by another name for
 * each value.
 */
export type Writing =
  | 'plain'
  | 'texts'
  | 'time'
  | 'milliseconds'
  | readonly (readonly [value: string, name: string])[];

/** The lists below modpacks that can be written. */
export type ListName = 'serverPacks' | 'runConfigurations';

/** How rows of one kind are to be written. */
export interface WrittenAs {
  shown: Shown;
  /** Tells what is shown from all else that is shown of such rows. */
  name: string;
  /** For each list in it, in their order: which page, from its beginning or its end. */
  pages: readonly PageRequest[];
  /** Whether these pages have to be all of their lists: a row with a longer one is not written. */
  isWhole: boolean;
}

/** A row of which the text is known, and the id, by which lists have their order. */
export interface WrittenRow {
  id: number;
  text: string;
}

/** The text is null where a list in it is longer than what may be written, and of the row after a page. */
export interface MaybeWrittenRow {
  id: number;
  text: string | null;
}

const lists = {
  serverPacks: { table: serverPacks, columns: serverPackColumns, joins: serverPackTables },
  runConfigurations: { table: runConfigurations, columns: runConfigurationColumns, joins: sql`` },
};

/** Most statements that write rows which are kept: clients say what is in them. */
export const mostWritten = 100;

/** Most parts that are joined by one call of a function: the database takes a hundred. */
const mostParts = 90;

/** Whether the lists below so many rows may be written with them. */
export function mayBeWritten({ pages }: WrittenAs, count: number): boolean {
  return pages.every(({ limit }) => limit <= mostAlong && limit * count <= mostTogether);
}

/** A row without lists as text; `columns` are those of the statement that selects it. */
export function writtenObject({ shown }: WrittenAs, columns: RowColumns): SQL<string> {
  return writtenRow(shown, columns).mapWith(String);
}

/** A modpack as text, or null where its lists have to be whole and one is longer; `columns` are those of the statement that selects it. */
export function writtenModPack(
  { shown, pages, isWhole }: WrittenAs,
  columns: RowColumns,
  id: PgColumn,
): SQL<string | null> {
  const pagesLeft = [...pages];
  const short: SQL[] = [];
  const list: WriteList = ({ list: name, nodes, shown: below }) => {
    const request = pagesLeft.shift();
    if (!request) throw new Error('A list has no page.');
    const { table, columns: ofRow, joins } = lists[name];
    const row = writtenRow(below, ofRow);
    const order = orderById(table.id);
    const inList = sql.join(pageOrder(order, { ...request, fromEnd: false }), sql`, `);
    const first = sql.join(pageOrder(order, request), sql`, `);
    const [begin, end] = nodes === null ? ['[', ']'] : [`{${JSON.stringify(nodes)}:[`, ']}'];
    if (isWhole)
      short.push(
        sql`not exists (select from ${table} where ${table.modPackId} = ${id} offset ${sql.raw(String(request.limit))})`,
      );
    return sql`(
      select concat(${literal(begin)}, string_agg(${row}, ',' order by ${inList}), ${literal(end)})
      from (
        select * from ${table} where ${table.modPackId} = ${id} order by ${first} limit ${request.limit}
      ) as ${table} ${joins})`;
  };
  const text = writtenRow(shown, columns, list);
  const whole = short.length === 0 ? text : sql`case when ${sql.join(short, sql` and `)} then ${text} end`;
  return whole.mapWith(String);
}

/** The texts of a page's rows, and none of the one that only tells whether the list goes on: writing it would cost as much. */
export function writtenInPage(
  text: SQL<string | null>,
  order: Order<WrittenRow>,
  request: PageRequest,
): SQL<string | null> {
  const place = sql`row_number() over (order by ${sql.join(pageOrder(order, request), sql`, `)})`;
  return sql`case when ${place} <= ${request.limit} then ${text} end`.mapWith(String);
}

/** The same page where each row has to be written. */
export function writtenPage({ rows, ...page }: Page<MaybeWrittenRow>): Page<WrittenRow> {
  return { ...page, rows: rows.map(surelyWritten) };
}

/** The row where nothing may keep it from being written. */
export function surelyWritten({ id, text }: MaybeWrittenRow): WrittenRow {
  if (text === null) throw new Error(`Row ${id} is not written.`);
  return { id, text };
}

/** The values of its parameters, in their order. */
export function valuesOfWritten({ pages }: WrittenAs): number[] {
  return pages.map(({ limit }) => limit);
}

/** What decides its text. */
export function shapeOfWritten({ name, pages, isWhole }: WrittenAs): string {
  return `${name} ${pages.map(({ fromEnd }) => fromEnd).join()} ${isWhole}`;
}

type WriteList = (field: Extract<ShownField, { list: ListName }>) => SQL;

function writtenRow(shown: Shown, columns: RowColumns, list: WriteList = noList): SQL<string> {
  const parts: (string | SQL)[] = ['{'];
  for (const [place, field] of shown.entries()) {
    parts.push(`${place === 0 ? '' : ','}${JSON.stringify(field.key)}:`);
    parts.push(writtenField(field, columns, list));
  }
  return joined([...parts, '}']);
}

function writtenField(field: ShownField, columns: RowColumns, list: WriteList): string | SQL {
  if ('constant' in field) return JSON.stringify(field.constant);
  if ('idOf' in field) return globalId(field.idOf, columnOf(columns, 'id'));
  if ('list' in field) return list(field);
  if ('column' in field) return writtenValue(columnOf(columns, field.column), field);
  const row = columns[field.row];
  if (row === undefined || row instanceof PgColumn) throw new Error(`There is no row ${field.row}.`);
  return writtenRow(field.shown, row);
}

function writtenValue(column: PgColumn, { as, isNullable }: Extract<ShownField, { column: string }>): SQL {
  const value = nonNull(column, as);
  return isNullable ? sql`coalesce(${value}, 'null')` : value;
}

function nonNull(column: PgColumn, as: Writing): SQL {
  if (as === 'plain') return sql`to_json(${column})::text`;
  // As `Date` writes itself.
  if (as === 'time')
    return sql`'"' || to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
  if (as === 'milliseconds') return sql`floor(extract(epoch from ${column}) * 1000)::bigint::text`;
  if (as === 'texts') return texts(column);
  const names = as.map(([value, name]) => sql`when ${literal(value)} then ${literal(JSON.stringify(name))}`);
  return sql`case ${column} ${sql.join(names, sql` `)} end`;
}

/**
 * What is stored is written with a space after each comma, and an array without. Where no text has a quote in it, and none is nothing
 * but a comma and a space, the spaces between quotes are those between texts: taking them out costs half of writing each text anew.
 */
function texts(column: PgColumn): SQL {
  const stored = sql`${column}::text`;
  const eachAnew = sql`array_to_json(array(select jsonb_array_elements_text(${column})))::text`;
  return sql`case when strpos(${stored}, '\\"') = 0 and not (${column} ? ', ')
    then replace(${stored}, '", "', '","') else ${eachAnew} end`;
}

function globalId(type: string, id: PgColumn): SQL {
  const bytes = sql`convert_to(concat(${literal(`${type}:`)}, ${id}), 'UTF8')`;
  return sql`concat('"', encode(${bytes}, 'base64'), '"')`;
}

function columnOf(columns: RowColumns, name: string): PgColumn {
  const column = columns[name];
  if (column instanceof PgColumn) return column;
  throw new Error(`There is no column ${name}.`);
}

/** Joins texts, those that stand beside each other at once. */
function joined(parts: readonly (string | SQL)[]): SQL<string> {
  const terms: SQL[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      terms.push(literal(text), part);
      text = '';
    }
  }
  terms.push(literal(text));
  return concatenated(terms);
}

function concatenated(terms: readonly SQL[]): SQL<string> {
  if (terms.length <= mostParts) return sql`concat(${sql.join([...terms], sql`, `)})`;
  const groups: SQL[] = [];
  for (let from = 0; from < terms.length; from += mostParts)
    groups.push(concatenated(terms.slice(from, from + mostParts)));
  return concatenated(groups);
}

/** Names and words of the schema, as a literal: parameters have no type where they stand. */
function literal(text: string): SQL {
  return sql.raw(`'${text.replaceAll("'", "''")}'`);
}

function noList(): never {
  throw new Error('A list within a list is not written.');
}
