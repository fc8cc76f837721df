import { is, SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { fromDrizzle, type PgBoss, type Db as QueueConnection } from 'pg-boss';
import type * as schema from '../../drizzle/schema.ts';

/** Queries through drizzle, the same on both databases; a transaction has this type too. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** The pools of connections by name, with what each has in use and how many statements wait for one. */
export type Pools = Record<string, { busy: number; waiting: number }>;

/** Does some work, and answers or fails as that does. */
export type Aside = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A view of the database as of one moment, taken at the first statement that is read through it. */
export interface Snapshot {
  db: Queries;
  /**
   * Runs work that waits for other requests. Meanwhile the snapshot holds its connection only for its own statements,
   * so that it never blocks the requests it waits for. Later reads may be in a newer snapshot.
   */
  aside: Aside;
  /** Releases the connection; no further read is possible. */
  close(): void;
}

/** One database, embedded or a server: the differences end where this object is made. */
export interface Database extends AsyncDisposable {
  kind: 'embedded' | 'server';
  /** For requests: what takes long here is given up. */
  db: Queries;
  /** For background work: longer time limits. */
  patient: Queries;
  /** Reads in one snapshot. Takes no connection before its first statement; the caller closes it. */
  snapshot(): Snapshot;
  /**
   * Returns the rows that `read` finds, once they are on the disk. A transaction that ends by `endWith` can be seen
   * shortly before it is on the disk. Subscribers continue from the rows they were sent, so these must survive a power
   * cut.
   */
  settled<Row>(read: (db: Queries) => Promise<Row[]>): Promise<Row[]>;
  /** Calls `hear` for each notification on the channel, and `miss` when some may have been lost. */
  listen(channel: string, hear: (payload: string) => void, miss: () => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Runs `work` while no other node holds the same name, or any of the names. No transaction is open meanwhile, so
   * `work` may take its time over files. Its statements commit only while the name is held. A process that stands
   * still loses the name, unless the lock is `lasting`, for work that cannot be undone.
   */
  exclusively<Result>(
    name: string | readonly string[],
    work: (held: Queries) => Promise<Result>,
    how?: { lasting: boolean },
  ): Promise<Result>;
  /** The queue, in the same database. Not started yet. */
  boss: PgBoss;
  /** Use of its connections to the server; empty for the embedded database. */
  pools(): Pools;
  close(): Promise<void>;
}

/** Runs a statement that the query builder cannot say, and answers its rows. */
export async function rows(db: Queries, query: SQL): Promise<object[]> {
  const result: unknown = await db.execute(query);
  if (Array.isArray(result)) return result;
  throw new TypeError('The database driver answered no rows.');
}

/** Runs statements of the queue inside a transaction of ours, so that a job commits with its rows. */
export function queueIn(transaction: Queries): QueueConnection {
  const execute = (query: unknown) => {
    if (!is(query, SQL)) throw new TypeError('The queue sent something that is not SQL.');
    return rows(transaction, query);
  };
  const inner = fromDrizzle({ execute }, sql);
  return {
    // Objects are JSON, whatever a driver would make of them.
    executeSql: (text, values) => inner.executeSql(text, values?.map(asParameter)),
  };
}

function asParameter(value: unknown): unknown {
  const plain =
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
  return plain ? JSON.stringify(value) : value;
}
