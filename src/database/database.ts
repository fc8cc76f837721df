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

/** What is read through one of these is read as of one moment: that of the first question. */
export interface Snapshot {
  db: Queries;
  /**
   * Does something that waits for others than this snapshot. Meanwhile it holds nothing but for its own questions, so that nobody waits
   * for it, such as the very ones that are waited for here. What is read later is of a later moment.
   */
  aside: Aside;
  /** Nothing more is read, and nothing is held any more. */
  close(): void;
}

/** One database, embedded or a server: the differences end where this object is made. */
export interface Database extends AsyncDisposable {
  kind: 'embedded' | 'server';
  /** For requests: what takes long here is given up. */
  db: Queries;
  /** The same for work that nobody waits for, with limits of its own. */
  patient: Queries;
  /** What is read through it is read as of one moment. Takes nothing before it is asked; to be closed. */
  snapshot(): Snapshot;
  /**
   * Answers what `read` finds once no loss of power can take it back. What ends as `endWith` says can be seen by others a moment before it is on the disk:
   * whoever is told of it without having asked, and goes on from there, has to be told of what stays.
   */
  settled<Row>(read: (db: Queries) => Promise<Row[]>): Promise<Row[]>;
  /** Calls `hear` for each notification on the channel, and `miss` when some may have been lost. */
  listen(channel: string, hear: (payload: string) => void, miss: () => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Does `work` while nobody else, on any node, does work under the same name, or one of the same names. No transaction is open meanwhile, so
   * `work` may take its time over files. What it is given commits only while the name is still held: a process that stands
   * still loses it, unless it is to be `lasting`, as for work that cannot be undone when it does not commit.
   */
  exclusively<Result>(
    name: string | readonly string[],
    work: (held: Queries) => Promise<Result>,
    how?: { lasting: boolean },
  ): Promise<Result>;
  /** The queue, in the same database. Not started yet. */
  boss: PgBoss;
  /** How its connections to the server are used; none where it is embedded. */
  pools(): Pools;
  close(): Promise<void>;
}

/** Runs a statement that the query builder cannot say, and answers its rows. */
export async function rows(db: Queries, query: SQL): Promise<object[]> {
  const result: unknown = await db.execute(query);
  if (Array.isArray(result)) return result;
  throw new TypeError('The database driver answered no rows.');
}

/** Lets the queue work inside a transaction of ours, so that a job commits with the rows it is about. */
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
