import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { SqlClient } from './connection.ts';

/** Queries through drizzle, the same for both databases; a transaction has this type too. */
export interface Queries extends Omit<PgDatabase<PgQueryResultHKT>, 'transaction'> {
  transaction<Result>(work: (tx: Queries) => Promise<Result>, mode?: TransactionMode): Promise<Result>;
  /** The connection or pool that sends the statements. */
  readonly sqlClient: SqlClient;
  /** The last statements of a transaction, which are sent with its commit (`endWith`); null outside of one. */
  readonly last: Statement[] | null;
}

/** A statement of drizzle's query builder. */
export interface Statement extends PromiseLike<unknown> {
  toSQL(): { sql: string; params: unknown[] };
}

/** The isolation of a transaction; absent fields use the database's defaults. */
export interface TransactionMode {
  isolationLevel?: 'repeatable read' | 'serializable';
  accessMode?: 'read only';
}

/** The pools of connections by name, with their connections in use and the statements that wait for one. */
export type Pools = Record<string, { busy: number; waiting: number }>;

/** Runs some work, and returns or fails as the work does. */
export type Aside = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A consistent view of the database as of its first statement. */
export interface Snapshot {
  db: Queries;
  /**
   * Runs work that waits for other requests. Meanwhile the snapshot holds its connection only for its own statements,
   * so that it never blocks the requests it waits for. Later reads may be in a newer snapshot.
   */
  aside: Aside;
  /** Whether it has no connection yet, and waits for one. */
  isWaiting(): boolean;
  /** Releases the connection; no further read is possible. */
  close(): void;
  /** Closes the snapshot when no client waits for it any more: statements that wait for a connection are not sent. */
  stop(): void;
}

/** The database, embedded or on a server; callers see no difference. */
export interface Database extends AsyncDisposable {
  kind: 'embedded' | 'server';
  /** For requests: short time limits. */
  db: Queries;
  /** For background work: longer time limits. */
  patient: Queries;
  /** Reads in one snapshot, which takes no connection before its first statement; the caller closes it. */
  snapshot(): Snapshot;
  /**
   * Returns the rows that `read` finds, once they are on disk. A transaction that ends by `endWith` can become visible
   * shortly before it is on disk. Subscribers continue from the rows they were sent, so these rows must survive a power
   * cut.
   */
  settled<Row>(read: (db: Queries) => Promise<Row[]>): Promise<Row[]>;
  /** Calls `receive` for each notification on the channel, and `miss` when notifications may have been lost. */
  listen(channel: string, receive: (payload: string) => void, miss: () => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Runs `work` while no other node holds any of these names. No transaction is open meanwhile, so `work` may take its
   * time over files. Its statements commit only while the name is held. A process that stands still loses the name,
   * unless the lock is `lasting`, for work that cannot be undone.
   */
  exclusively<Result>(
    name: string | readonly string[],
    work: (held: Queries) => Promise<Result>,
    how?: { lasting: boolean },
  ): Promise<Result>;
  /** The use of the server's connection pools; empty for the embedded database. */
  pools(): Pools;
  close(): Promise<void>;
}

/** Runs a statement that the query builder cannot express, and returns its rows. */
export async function rows(db: Queries, query: SQL): Promise<object[]> {
  const result: unknown = await db.execute(query);
  if (Array.isArray(result)) return result;
  throw new TypeError('The database driver answered no rows.');
}
