/** Runs drizzle over an `Asker`. The inside of drizzle's sessions is known to this file alone. */
import type { ExtractTablesWithRelations, Query, QueryWithTypings, SQL, SQLWrapper } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  PgSession,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core';
import { PgProxyTransaction, PgRemoteSession, type PreparedQuery } from 'drizzle-orm/pg-proxy';
import type * as schema from '../../drizzle/schema.ts';
import type { Answer, Asker } from './connection.ts';
import type { Queries } from './database.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;
type Callback = ConstructorParameters<typeof PgRemoteSession>[0];
type Prepare = PgRemoteSession<typeof schema, Tables>['prepareQuery'];

const dialect = new PgDialect({ casing: 'snake_case' });

/** Runs work in a transaction. */
export type Transact = <Result>(
  work: (tx: Transaction) => Promise<Result>,
  config?: PgTransactionConfig,
) => Promise<Result>;

/** Queries of drizzle whose statements are asked here. */
export function queriesOn(asker: Asker, transact: Transact): Queries {
  return new PgDatabase(dialect, new Session(asker, transact), undefined);
}

/** Queries of a transaction that has begun on this connection. */
export class Transaction extends PgProxyTransaction<typeof schema, Tables> {
  readonly #asker: Asker;

  constructor(asker: Asker) {
    super(dialect, new Session(asker, (work) => this.transaction(work)), undefined);
    this.#asker = asker;
  }

  /** A transaction inside another is a savepoint: a failure is undone as far as that. */
  override async transaction<Result>(work: (tx: this) => Promise<Result>): Promise<Result> {
    await this.#asker.query('savepoint inside');
    try {
      const result = await work(this);
      await this.#asker.query('release savepoint inside');
      return result;
    } catch (error) {
      await this.#asker.query('rollback to savepoint inside; release savepoint inside').catch(() => {});
      throw error;
    }
  }
}

class Session extends PgRemoteSession<typeof schema, Tables> {
  readonly #asker: Asker;
  readonly #transact: Transact;

  constructor(asker: Asker, transact: Transact) {
    super(callbackOf(asker, undefined), dialect, undefined);
    this.#asker = asker;
    this.#transact = transact;
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    query: QueryWithTypings,
    ...[fields, name, ...more]: Tail<Parameters<Prepare>>
  ): PreparedQuery<T> {
    // A prepared statement keeps its callback, which carries the name.
    const named = new PgRemoteSession<typeof schema, Tables>(
      callbackOf(this.#asker, name),
      dialect,
      undefined,
    );
    return named.prepareQuery<T>(query, fields, name, ...more);
  }

  override all<Row>(query: SQL): Promise<Row[]> {
    return this.execute<Row[]>(query);
  }

  override transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result> {
    return this.#transact(work, config);
  }
}

/** A statement as drizzle writes it, and the columns by which drizzle maps its rows. */
export interface WrittenStatement {
  text: string;
  values: unknown[];
  fields: SelectedFieldsOrdered;
}

/** Has drizzle write a statement that selects columns, without sending it. */
export function writeStatement(build: (db: Queries) => { prepare(name: string): unknown }): WrittenStatement {
  const session = new WritingSession();
  build(new PgDatabase(dialect, session, undefined)).prepare('written');
  if (session.written === null) throw new Error('A statement was not built.');
  return session.written;
}

/** Has drizzle write a statement whose result is not read, without sending it. */
export function writeSql(statement: SQLWrapper): Pick<WrittenStatement, 'text' | 'values'> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement.getSQL());
  return { text, values };
}

/** Sends a written statement under a name. Its rows are mapped if there are fields. */
export function sendWritten(
  db: Queries,
  statement: Omit<WrittenStatement, 'fields'> & Partial<Pick<WrittenStatement, 'fields'>> & { name: string },
): Promise<unknown> {
  const { name, text, values, fields } = statement;
  const query = { sql: text, params: values };
  return db._.session.prepareQuery(query, fields, name, fields !== undefined).execute();
}

/** `toSQL` tells no columns, and a prepared query belongs to one session: this one notes what drizzle prepares. */
class WritingSession extends PgSession {
  written: WrittenStatement | null = null;

  constructor() {
    super(dialect);
  }

  prepareQuery<T extends PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
  ): PgPreparedQuery<T> {
    if (fields === undefined) throw new Error('Only a statement that selects columns can be kept.');
    this.written = { text: query.sql, values: query.params, fields };
    return new UnsentQuery<T>(query, undefined, undefined);
  }

  async transaction(): Promise<never> {
    throw new Error('A statement that is kept takes part in whatever transaction it is sent in.');
  }
}

class UnsentQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  execute(): Promise<T['execute']> {
    throw new Error('This statement was made to be read, not to be sent.');
  }
}

type Tail<List extends unknown[]> = List extends [unknown, ...infer Others] ? Others : never;

function callbackOf(asker: Asker, name: string | undefined): Callback {
  return async (text, values, method) => {
    const answer = await asker.query(text, values, { name });
    return { rows: method === 'all' ? answer.rows : objectsOf(answer) };
  };
}

/** Rows by the names of their columns. */
export function objectsOf({ rows, columns }: Pick<Answer, 'rows' | 'columns'>): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
}
