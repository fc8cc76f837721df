import { untilUndisturbed } from './conflicts.ts';
import type { Connection, SqlClient } from './connection.ts';
import type { Queries, Statement, TransactionMode } from './database.ts';
import { openQueries } from './drizzle-driver.ts';
import type { Connections } from './pool.ts';
import type { HeldSnapshot } from './snapshots.ts';

/**
 * A statement that writes earlier commits to disk before it is answered. It logs a message, since a transaction that
 * logs nothing does not wait for the disk.
 */
export const flush = `select pg_logical_emit_message(true, 'server-packs', 'flush')`;

/** The end of a transaction that releases its locks before it is on disk, and waits for the disk then. */
export const commitAndFlush = `set local synchronous_commit = off; commit; ${flush}`;

/** How statements reach the server. */
export interface Reach {
  direct: boolean;
  /**
   * Milliseconds that a transaction may wait for its next statement, where the connection has no such limit of its own.
   */
  idleMs?: number;
  /** Receives each statement of the service; those that begin and end transactions are left out. */
  watch?: Watch | undefined;
}

/** Calls `send`, which sends a statement, and returns or fails as `send` does. */
export type Watch = <Result>(text: string, send: () => Promise<Result>) => Promise<Result>;

function watched(sqlClient: SqlClient, { watch }: Reach): SqlClient {
  if (watch === undefined) return sqlClient;
  return { query: (text, ...how) => watch(text, () => sqlClient.query(text, ...how)) };
}

/**
 * Begins a transaction and sets its idle limit in one message. The limit ends with the transaction, so the next client
 * that a pooler assigns the session to is not affected.
 */
export function beginning({ idleMs }: Reach, { isolationLevel, accessMode }: TransactionMode = {}): string {
  const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
  const begin = `begin${isolation}${accessMode === undefined ? '' : ` ${accessMode}`}`;
  return idleMs === undefined ? begin : `${begin}; set local idle_in_transaction_session_timeout = ${idleMs}`;
}

/** Queries that each use any free connection, and transactions that use one connection throughout. */
export function queriesOf(connections: Connections, reach: Reach): Queries {
  return openQueries(watched(connections, reach), async (work, mode) => {
    const connection = await connections.take();
    try {
      return await untilUndisturbed(() => transact(connection, reach, work, mode));
    } finally {
      connections.handBack(connection);
    }
  });
}

/** Queries on one connection, which the caller hands back. */
export function queriesOfConnection(connection: Connection, reach: Reach): Queries {
  return openQueries(watched(connection, reach), (work, mode) =>
    untilUndisturbed(() => transact(connection, reach, work, mode)),
  );
}

/** Opens a snapshot of the database on a connection, by a transaction in this mode. */
export async function holdSnapshot(
  connections: Connections,
  reach: Reach,
  mode?: TransactionMode,
): Promise<HeldSnapshot> {
  const connection = await connections.take();
  // BEGIN is sent together with the first statement; when it fails, the connection fails too.
  connection.query(beginning(reach, mode)).catch(() => {});
  return {
    sqlClient: watched(connection, reach),
    // The next caller's statements are sent behind this one: nothing was written, so its answer says nothing.
    end: async () => {
      const answered = connection.query('commit').catch(() => {});
      connections.handBack(connection);
      await answered;
    },
  };
}

/**
 * Runs one transaction. A failed rollback never hides the error that caused it. When the caller has ignored the failure
 * of a statement, the server answers the commit with a rollback.
 */
async function transact<Result>(
  connection: Connection,
  reach: Reach,
  work: (tx: Queries) => Promise<Result>,
  mode?: TransactionMode,
): Promise<Result> {
  let isOver = false;
  // Statements after the end would run inside another caller's transaction on the same connection.
  const held: SqlClient = {
    query: async (...statement) => {
      if (isOver) throw new Error('The transaction is over.');
      return connection.query(...statement);
    },
  };
  const sqlClient = watched(held, reach);
  const last: Statement[] = [];
  const tx: Queries = openQueries(sqlClient, (inner) => saved(sqlClient, () => inner(tx)), last);
  // BEGIN is sent together with the first statement; when it fails, the connection fails too.
  connection.query(beginning(reach, mode)).catch(() => {});
  try {
    const result = await work(tx);
    isOver = true;
    const command = await (last.length === 0 ? commit(connection, 'commit') : end(connection, reach, last));
    if (command === 'COMMIT') return result;
  } catch (error) {
    isOver = true;
    await connection.query('rollback').catch(() => {});
    throw error;
  }
  throw new Error('A statement of this transaction failed, and its failure was passed over.');
}

/** Runs a nested transaction as a savepoint: a failure undoes only the nested part. */
async function saved<Result>(sqlClient: SqlClient, work: () => Promise<Result>): Promise<Result> {
  await sqlClient.query('savepoint inside');
  try {
    const result = await work();
    await sqlClient.query('release savepoint inside');
    return result;
  } catch (error) {
    await sqlClient.query('rollback to savepoint inside; release savepoint inside').catch(() => {});
    throw error;
  }
}

/**
 * Sends the last statements, the commit and the flush to disk in one write. The commit itself does not wait for the
 * disk, so it releases its locks while one flush serves many transactions. When the server dies in between, the
 * connection is lost too, so a lost commit is never reported as done. Behind a pooler the commit waits for the disk,
 * since the flush could reach a restarted server.
 */
async function end(connection: Connection, reach: Reach, statements: readonly Statement[]): Promise<string> {
  const { direct } = reach;
  const sqlClient = watched(connection, reach);
  const last = statements.map((statement) => {
    const { sql, params } = statement.toSQL();
    return sqlClient.query(sql, params, { name: 'last' });
  });
  const committed = commit(connection, direct ? commitAndFlush : 'commit');
  const answers = await Promise.allSettled([...last, committed]);
  // Later failures result from the first one.
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (failure) throw failure.reason;
  return committed;
}

/** Commits, and returns the server's command tag: COMMIT or ROLLBACK. */
async function commit(connection: Connection, text: string): Promise<string> {
  return (await connection.query(text)).command;
}
