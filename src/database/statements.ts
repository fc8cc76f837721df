import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { SqlClient } from './connection.ts';
import type { Queries } from './database.ts';
import { openQueries } from './drizzle-driver.ts';

/**
 * Prepared statements for frequent queries. drizzle prepares a statement at the first use of its shape, since building
 * its text takes longer than running it.
 */
export interface Statements<Row> {
  /**
   * The rows of the statement with this shape; `values` are its parameters, in order. `build` creates the statement,
   * whose text must always be the same for the same shape.
   */
  rows(db: Queries, shape: string, values: unknown[], build: (db: Queries) => Buildable<Row>): Promise<Row[]>;
}

/** A drizzle statement that selects rows of this type. */
export interface Buildable<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string; params: unknown[] };
  prepare(name: string): { execute(): Promise<Row[]> };
}

/** The client and the parameters with which a prepared statement is sent this time. */
const sent = new AsyncLocalStorage<{ sqlClient: SqlClient; values: unknown[] }>();

/** drizzle prepares a statement for one driver; this driver forwards it to the client in `sent`. */
const prepared = openQueries(
  {
    async query(text, _values, how) {
      const to = sent.getStore();
      if (to === undefined) throw new Error('This statement was made to be kept, not to be sent.');
      return to.sqlClient.query(text, to.values, how);
    },
  },
  () =>
    Promise.reject(new Error('A statement that is kept takes part in whatever transaction it is sent in.')),
);

/** Statements of one kind. The number of shapes must be small, so shapes may not depend on clients' input. */
export function createStatements<Row>(): Statements<Row> {
  const known = new Map<string, { execute(): Promise<Row[]> }>();
  return {
    async rows(db, shape, values, build) {
      const statement = known.get(shape) ?? prepare(build(prepared), values);
      known.set(shape, statement);
      return sent.run({ sqlClient: db.sqlClient, values }, () => statement.execute());
    },
  };
}

function prepare<Row>(statement: Buildable<Row>, values: unknown[]): { execute(): Promise<Row[]> } {
  const { sql, params } = statement.toSQL();
  if (!isDeepStrictEqual(params, values)) throw new Error(`Other values than those of ${sql}`);
  return statement.prepare('kept');
}

/** Encodes a list of numbers or UUIDs as one parameter, for `any(...::int[])`. */
export function asArray(list: readonly (number | string)[]): string {
  return `{${list.join(',')}}`;
}
