import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { untilUndisturbed } from './conflicts.ts';
import type { Asker, Connection } from './connection.ts';
import type { Queries } from './database.ts';
import { queriesOn, Transaction } from './drizzle-session.ts';
import type { Ending, LastStatement } from './last-statements.ts';
import type { Connections } from './pool.ts';
import type { HeldSnapshot } from './snapshots.ts';

/**
 * Writes earlier commits to the disk before its own answer. It logs a message, since a transaction that logs nothing
 * waits for no disk.
 */
export const flush = `select pg_logical_emit_message(true, 'server-packs', 'flush')`;

/** Whether successive statements of a connection reach the same server process, even after that process dies. */
export interface Reach {
  direct: boolean;
  /** Milliseconds that a transaction may wait for its next statement, where no limits were told with the connection. */
  idleMs?: number;
  /** Sees each statement of ours; those that begin and end transactions are left out. */
  watch?: Watch | undefined;
}

/** Sends a statement by `send`, and answers what that does. */
export type Watch = <Result>(text: string, send: () => Promise<Result>) => Promise<Result>;

function watched(asker: Asker, { watch }: Reach): Asker {
  if (watch === undefined) return asker;
  return { query: (text, ...how) => watch(text, () => asker.query(text, ...how)) };
}

/**
 * Begins a transaction and sets its idle limit in one message. The limit ends with the transaction, so a pooler's next
 * client is not affected.
 */
export function beginning({ idleMs }: Reach, mode = ''): string {
  const begin = `begin${mode}`;
  return idleMs === undefined ? begin : `${begin}; set local idle_in_transaction_session_timeout = ${idleMs}`;
}

/** Queries that each take whichever connection is free, and transactions on one. */
export function queriesOf(connections: Connections, reach: Reach): Queries {
  return queriesOn(watched(connections, reach), async (work, config) => {
    const connection = await connections.take();
    try {
      return await untilUndisturbed(() => transact(connection, reach, work, config));
    } finally {
      connections.handBack(connection);
    }
  });
}

/** Queries on one connection, which the caller hands back. */
export function queriesOfConnection(connection: Connection, reach: Reach): Queries {
  return queriesOn(watched(connection, reach), (work, config) =>
    untilUndisturbed(() => transact(connection, reach, work, config)),
  );
}

/** Holds a moment of the database on a connection, by a transaction in this mode. */
export async function holdSnapshot(connections: Connections, reach: Reach, mode = ''): Promise<HeldSnapshot> {
  const connection = await connections.take();
  // Sent together with the first question; where it fails, the connection has.
  connection.query(beginning(reach, mode)).catch(() => {});
  return {
    asker: watched(connection, reach),
    end: () =>
      connection
        .query('commit')
        .catch(() => {})
        .finally(() => connections.handBack(connection)),
  };
}

/** A transaction that `endWith` may tell how it ends. */
class EndedTransaction extends Transaction implements Ending {
  ending: Ending['ending'] = null;
}

/**
 * One transaction. A failed rollback never hides the failure that led to it. When the failure of a statement was
 * swallowed, the server answers the commit with a rollback.
 */
async function transact<Result>(
  connection: Connection,
  reach: Reach,
  work: (tx: EndedTransaction) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  let isOver = false;
  // Statements after the end would run amid another caller's on the same connection.
  const held: Asker = {
    query: async (...asked) => {
      if (isOver) throw new Error('The transaction is over.');
      return connection.query(...asked);
    },
  };
  const tx = new EndedTransaction(watched(held, reach));
  // Sent together with the first statement; where it fails, the connection has.
  connection.query(beginning(reach)).catch(() => {});
  try {
    if (config) await tx.setTransaction(config);
    const result = await work(tx);
    isOver = true;
    const command = await (tx.ending === null
      ? commit(connection, 'commit')
      : end(connection, reach, tx.ending));
    if (command === 'COMMIT') return result;
  } catch (error) {
    isOver = true;
    await connection.query('rollback').catch(() => {});
    throw error;
  }
  throw new Error('A statement of this transaction failed, and its failure was passed over.');
}

/**
 * Sends the last statements, the commit and the wait for the disk in one write. The commit itself does not wait, which
 * releases its locks while the disk is written for many at once. A server that dies in between takes the connection
 * with it, so a lost commit is never reported. Behind a pooler the commit waits, since the flush could reach a
 * restarted server.
 */
async function end(
  connection: Connection,
  reach: Reach,
  statements: readonly LastStatement[],
): Promise<string> {
  const { direct } = reach;
  const asker = watched(connection, reach);
  const last = statements.map(({ name, text, values }) => asker.query(text, values, { name }));
  const committed = commit(connection, direct ? 'set local synchronous_commit = off; commit' : 'commit');
  const flushed = direct ? [connection.query(flush, [], { name: 'flush' })] : [];
  const answers = await Promise.allSettled([...last, committed, ...flushed]);
  // The first failure causes the others.
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (failure) throw failure.reason;
  return committed;
}

/** Answers what became of it, in the server's word: COMMIT or ROLLBACK. */
async function commit(connection: Connection, text: string): Promise<string> {
  return (await connection.query(text)).command;
}
