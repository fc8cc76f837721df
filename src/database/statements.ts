import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Query } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  PgSession,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

/**
 * Statements that requests ask for all the time. The text of one is made when its shape is first asked for, and named, so
 * that the server, too, reads it once on each connection.
 */
export interface Statements<Row> {
  /**
   * The rows of the statement with this shape; `values` are its parameters, in their order. `build` makes the statement,
   * which must have the same text whenever the shape is the same.
   */
  rows(db: Queries, shape: string, values: unknown[], build: (db: Queries) => Buildable<Row>): Promise<Row[]>;
}

/** A statement of drizzle's that selects such rows. */
interface Buildable<Row> extends PromiseLike<Row[]> {
  prepare(name: string): unknown;
}

interface Made {
  /** The server keeps what it has read under this name. */
  name: string;
  text: string;
  /** The columns by which drizzle maps the result. */
  fields: SelectedFieldsOrdered;
}

const dialect = new PgDialect({ casing: 'snake_case' });

/** Statements of one kind, whose shapes are few: clients have no say in them. */
export function createStatements<Row>(): Statements<Row> {
  const known = new Map<string, Made>();
  const madeOf = (shape: string, make: () => Made) => {
    const made = known.get(shape) ?? make();
    known.set(shape, made);
    return made;
  };
  return {
    async rows(db, shape, values, build) {
      const { name, text, fields } = madeOf(shape, () => make(build, values));
      const query = { sql: text, params: values };
      const rows = await db._.session
        .prepareQuery<PreparedQueryConfig & { execute: unknown[] }>(query, fields, name, true)
        .execute();
      if (!areOfType<Row>(rows)) throw new TypeError('The database driver answered no rows.');
      return rows;
    },
  };
}

/** The name under which the server keeps a statement: the same for the same text. */
export function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** They come from a statement that drizzle has given this very type. */
function areOfType<Row>(rows: unknown[]): rows is Row[] {
  return Array.isArray(rows);
}

/** A list of numbers as one parameter, for `any(...::int[])`. */
export function asArray(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

function make<Row>(build: (db: Queries) => Buildable<Row>, values: unknown[]): Made {
  const session = new NotingSession();
  build(new PgDatabase(dialect, session, undefined)).prepare('noted');
  if (session.noted === null) throw new Error('A statement was not built.');
  const { query, fields } = session.noted;
  if (!isDeepStrictEqual(query.params, values)) throw new Error(`Other values than those of ${query.sql}`);
  return { name: nameOf(query.sql), text: query.sql, fields };
}

/** Records drizzle's prepared queries without sending them. */
class NotingSession extends PgSession {
  noted: { query: Query; fields: SelectedFieldsOrdered } | null = null;

  constructor() {
    super(dialect);
  }

  prepareQuery<T extends PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
  ): PgPreparedQuery<T> {
    if (fields === undefined) throw new Error('Only a statement that selects columns can be kept.');
    this.noted = { query, fields };
    return new NotedQuery<T>(query, undefined, undefined);
  }

  async transaction(): Promise<never> {
    throw new Error('A statement that is kept takes part in whatever transaction it is sent in.');
  }
}

class NotedQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  execute(): Promise<T['execute']> {
    throw new Error('This statement was made to be read, not to be sent.');
  }
}
