/** Runs drizzle over an `Asker`. The inside of drizzle's sessions is known to this file alone. */
import type { ExtractTablesWithRelations, QueryWithTypings, SQL } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  type PgTransactionConfig,
  type PreparedQueryConfig,
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

  /** One inside another is a savepoint: what fails is undone as far as that. */
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
