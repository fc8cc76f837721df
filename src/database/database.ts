import { is, SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { fromDrizzle, type PgBoss, type Db as QueueConnection } from 'pg-boss';
import type * as schema from '../../drizzle/schema.ts';

/** Queries through drizzle, the same on both databases; a transaction has this type too. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** One database, embedded or a server: the differences end where this object is made. */
export interface Database extends AsyncDisposable {
  kind: 'embedded' | 'server';
  db: Queries;
  /** Calls `hear` for each notification on the channel, and `miss` when some may have been lost. */
  listen(channel: string, hear: (payload: string) => void, miss: () => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Does `work` while nobody else, on any node, does work under the same name. No transaction of `db` is open
   * meanwhile, so `work` may take its time over files.
   */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** The queue, in the same database. Not started yet. */
  boss: PgBoss;
  close(): Promise<void>;
}

/** Runs a statement that the query builder cannot say, and answers its rows. */
export async function rows(db: Queries, query: SQL): Promise<object[]> {
  const result: unknown = await db.execute(query);
  // postgres.js answers the rows themselves, PGlite an object that holds them.
  if (Array.isArray(result)) return [...result];
  if (result !== null && typeof result === 'object' && 'rows' in result && Array.isArray(result.rows))
    return result.rows;
  throw new TypeError('The database driver answered neither rows nor an object with rows.');
}

/** Lets the queue work inside a transaction of ours, so that a job commits with the rows it is about. */
export function queueIn(transaction: Queries): QueueConnection {
  const execute = (query: unknown) => {
    if (!is(query, SQL)) throw new TypeError('The queue sent something that is not SQL.');
    return rows(transaction, query);
  };
  const inner = fromDrizzle({ execute }, sql);
  return {
    // drizzle switches off postgres.js's own serialising of JSON, so objects have to arrive as text.
    executeSql: (text, values) => inner.executeSql(text, values?.map(asParameter)),
  };
}

function asParameter(value: unknown): unknown {
  const plain =
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
  return plain ? JSON.stringify(value) : value;
}
