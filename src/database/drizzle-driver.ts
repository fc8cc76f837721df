import { drizzle } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Answer, SqlClient } from './connection.ts';
import type { Queries, Statement } from './database.ts';

/**
 * Queries by drizzle's driver for postgres.js, over our own SQL client. Transactions are our own too: the driver's pool
 * and transactions lose statements when a connection is cut.
 */
export function openQueries(
  sqlClient: SqlClient,
  transaction: Queries['transaction'],
  last: Statement[] | null = null,
): Queries {
  return Object.assign(drizzle({ client: driverOn(sqlClient), casing: 'snake_case' }), {
    transaction,
    sqlClient,
    last,
  });
}

/** The part of postgres.js that drizzle uses outside its own transactions. */
function driverOn(sqlClient: SqlClient): Sql {
  const driver = {
    options: { parsers: {}, serializers: {} },
    unsafe(text: string, values: unknown[], { prepare = false } = {}) {
      // The statement is sent at once: if it were sent at the `await`, later statements could overtake it.
      const answer = sqlClient.query(text, values, prepare ? { name: 'kept' } : {});
      return {
        values: () => answer.then(({ rows }) => rows),
        // biome-ignore lint/suspicious/noThenProperty: drizzle awaits it for rows that are objects.
        then: (...on: Parameters<Promise<Record<string, unknown>[]>['then']>) =>
          answer.then(objectsOf).then(...on),
      };
    },
  };
  if (!isDriver(driver)) throw new TypeError('drizzle cannot ask by this driver.');
  return driver;
}

function isDriver(driver: object): driver is Sql {
  return 'unsafe' in driver && 'options' in driver;
}

/** Rows as objects with column names. */
export function objectsOf({ rows, columns }: Pick<Answer, 'rows' | 'columns'>): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
}

/**
 * Ends a transaction with these statements, as its last call; their results are not read. On a server they are sent
 * together with the commit, which releases its locks before it is on the disk: neither a round trip nor a disk write is
 * spent under the locks these statements take. The transaction's caller still waits for the disk, and gets failures as
 * usual.
 */
export async function endWith(tx: Queries, statements: readonly Statement[]): Promise<void> {
  if (tx.last === null) for (const statement of statements) await statement;
  else tx.last.push(...statements);
}
