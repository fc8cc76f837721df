import type { ExtractTablesWithRelations, Query } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type * as schema from '../../drizzle/schema.ts';
import { untilUndisturbed } from './conflicts.ts';
import { rowsOf } from './connections.ts';
import type { Queries } from './database.ts';
import type { Ending, LastStatement } from './endings.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Has everything that was committed before it written to the disk by the time that it is: a transaction of its own that leaves
 * nothing behind but a message in the log, since one that writes nothing there would wait for nothing.
 */
export const flush = `select pg_logical_emit_message(true, 'server-packs', 'flush')`;

/** Whether what is asked of a connection one after the other reaches the same process of the server, even when that dies. */
export interface Way {
  direct: boolean;
  /** Milliseconds that a transaction may wait for its next statement, where no limits were told with the connection. */
  idleMs?: number;
}

/** What begins a transaction, by one message. The limit ends with it: whom a pooler lends the connection to next has its own. */
export function beginning({ idleMs }: Way, mode = ''): string {
  const begin = `begin${mode}`;
  return idleMs === undefined ? begin : `${begin}; set local idle_in_transaction_session_timeout = ${idleMs}`;
}

/** Queries that each take whichever connection is free, and transactions on one. */
export function queriesOf(pool: pg.Pool, way: Way): Queries {
  const queries = queriesOn(pool, way);
  const transaction: Queries['transaction'] = async (work, config) => {
    const client = await pool.connect();
    try {
      return await untilUndisturbed(() => transact(client, way, work, config));
    } finally {
      handBack(client);
    }
  };
  return Object.assign(queries, { transaction });
}

/** Queries on one connection, which the caller hands back. */
export function queriesOfConnection(client: pg.PoolClient, way: Way): Queries {
  const transaction: Queries['transaction'] = (work, config) =>
    untilUndisturbed(() => transact(client, way, work, config));
  return Object.assign(queriesOn(client, way), { transaction });
}

/** What is left of a transaction, or of a connection, must not reach whoever is next. */
export function handBack(client: pg.PoolClient): void {
  client.release(client.getTransactionStatus() !== 'I');
}

function queriesOn(asked: pg.Pool | pg.PoolClient, way: Way): Queries {
  return new PgDatabase(dialect, sessionOn(asked, way), undefined);
}

/** Statements that have names are asked by them; nothing has one behind a pooler. */
function sessionOn(asked: pg.Pool | pg.PoolClient, { direct }: Way) {
  return direct
    ? new NamingSession(asked)
    : new NodePgSession<typeof schema, Tables>(asked, dialect, undefined);
}

type Prepare = NodePgSession<typeof schema, Tables>['prepareQuery'];

class NamingSession extends NodePgSession<typeof schema, Tables> {
  readonly #asked: pg.Pool | pg.PoolClient;

  constructor(asked: pg.Pool | pg.PoolClient) {
    super(asked, dialect, undefined);
    this.#asked = asked;
  }

  override prepareQuery<T extends PreparedQueryConfig>(...args: Parameters<Prepare>): PgPreparedQuery<T> {
    const [query, fields, name, , read] = args;
    if (name === undefined || read === undefined || fields !== undefined)
      return super.prepareQuery<T>(...args);
    return new NamedPrepared<T>(this.#asked, query, name, read);
  }
}

class NamedPrepared<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  readonly #asked: pg.Pool | pg.PoolClient;
  readonly #name: string;
  readonly #read: (rows: unknown[][]) => T['execute'];

  constructor(
    asked: pg.Pool | pg.PoolClient,
    query: Query,
    name: string,
    read: (rows: unknown[][]) => T['execute'],
  ) {
    super(query, undefined, undefined);
    this.#asked = asked;
    this.#name = name;
    this.#read = read;
  }

  async execute(): Promise<T['execute']> {
    const { sql: text, params } = this.query;
    return this.#read(await rowsOf(this.#asked, { name: this.#name, text }, params));
  }
}

/** A transaction that `endWith` may tell how it ends. */
class EndedTransaction extends NodePgTransaction<typeof schema, Tables> implements Ending {
  ending: Ending['ending'] = null;
  sendLast: Ending['sendLast'] = (_text, send) => send();
}

/**
 * One transaction: all of it, or a failure. A failure of the rollback never takes the place of what led to it. Where the
 * failure of a statement was passed over, the server answers the commit with a rollback: only its answer tells, since the
 * state of a connection is known a moment later than the failure.
 */
async function transact<Result>(
  client: pg.PoolClient,
  way: Way,
  work: (tx: EndedTransaction) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  const session = sessionOn(client, way);
  const tx = new EndedTransaction(dialect, session, undefined);
  // Sent together with the first statement; where it fails, the connection has.
  client.query(beginning(way)).catch(() => {});
  try {
    if (config) await tx.setTransaction(config);
    const result = await work(tx);
    const command = await (tx.ending === null ? commit(client, 'commit') : end(client, way, tx, tx.ending));
    if (command === 'COMMIT') return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  throw new Error('A statement of this transaction failed, and its failure was passed over.');
}

/**
 * The last statements, the commit and what waits for the disk, by one write. The commit itself does not wait: others have its locks while
 * the disk is written to, for many at once. A server that dies in between takes the connection along, so nobody is told of a
 * commit that is lost. A pooler would have the server that comes after it wait for nothing: behind one, the commit waits.
 */
async function end(
  client: pg.PoolClient,
  { direct }: Way,
  { sendLast }: Ending,
  statements: readonly LastStatement[],
): Promise<string | undefined> {
  const last = statements.map(({ name, text, values }) =>
    sendLast<unknown>(text, () =>
      direct ? rowsOf(client, { name, text }, values) : client.query(text, [...values]),
    ),
  );
  const committed = commit(client, direct ? 'set local synchronous_commit = off; commit' : 'commit');
  const flushed = direct ? [rowsOf(client, { name: 'flush', text: flush })] : [];
  const answers = await Promise.allSettled([...last, committed, ...flushed]);
  // The first is what the others fail for.
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (failure) throw failure.reason;
  return committed;
}

/** Answers what became of it, in the server's word: COMMIT or ROLLBACK. */
async function commit(client: pg.PoolClient, text: string): Promise<string | undefined> {
  // For several statements there are as many answers.
  return [await client.query(text)].flat().at(-1)?.command;
}
