import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDatabase, PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type * as schema from '../../drizzle/schema.ts';
import { untilUndisturbed } from './conflicts.ts';
import type { Queries } from './database.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;

const dialect = new PgDialect({ casing: 'snake_case' });

/** Queries that each take whichever connection is free, and transactions on one. */
export function queriesOf(pool: pg.Pool): Queries {
  const queries = queriesOn(pool);
  const transaction: Queries['transaction'] = async (work, config) => {
    const client = await pool.connect();
    try {
      return await untilUndisturbed(() => transact(client, work, config));
    } finally {
      handBack(client);
    }
  };
  return Object.assign(queries, { transaction });
}

/** Queries on one connection, which the caller hands back. */
export function queriesOfConnection(client: pg.PoolClient): Queries {
  const transaction: Queries['transaction'] = (work, config) =>
    untilUndisturbed(() => transact(client, work, config));
  return Object.assign(queriesOn(client), { transaction });
}

/** What is left of a transaction, or of a connection, must not reach whoever is next. */
export function handBack(client: pg.PoolClient): void {
  client.release(client.getTransactionStatus() !== 'I');
}

function queriesOn(client: pg.Pool | pg.PoolClient): Queries {
  return new PgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined);
}

/**
 * One transaction: all of it, or a failure. A failure of the rollback never takes the place of what led to it. Where the
 * failure of a statement was passed over, the server answers the commit with a rollback: only its answer tells, since the
 * state of a connection is known a moment later than the failure.
 */
async function transact<Result>(
  client: pg.PoolClient,
  work: (tx: NodePgTransaction<typeof schema, Tables>) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  const session = new NodePgSession<typeof schema, Tables>(client, dialect, undefined);
  const tx = new NodePgTransaction<typeof schema, Tables>(dialect, session, undefined);
  await client.query('begin');
  try {
    if (config) await tx.setTransaction(config);
    const result = await work(tx);
    const { command } = await client.query('commit');
    if (command === 'COMMIT') return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  throw new Error('A statement of this transaction failed, and its failure was passed over.');
}
