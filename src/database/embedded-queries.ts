import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { PgliteDatabase, PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type * as schema from '../../drizzle/schema.ts';
import type { Queries } from './database.ts';
import type { EmbeddedClient, EmbeddedConnection } from './embedded-client.ts';
import { migrationsFolder } from './settings.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;
type Transaction = PgliteTransaction<typeof schema, Tables>;

const dialect = new PgDialect({ casing: 'snake_case' });

/** Queries of the embedded database, through drizzle. */
export function queriesOf(client: EmbeddedClient): Queries {
  return databaseOf(client);
}

/** Brings its tables up to date. */
export async function migrateEmbedded(client: EmbeddedClient): Promise<void> {
  await migrate(databaseOf(client), { migrationsFolder });
}

function databaseOf(client: EmbeddedClient): PgliteDatabase<typeof schema> {
  return new PgliteDatabase(dialect, new EmbeddedSession(client), undefined);
}

class EmbeddedSession extends PgliteSession<typeof schema, Tables> {
  readonly #client: EmbeddedClient;

  constructor(client: EmbeddedClient) {
    super(asDriver(client), dialect, undefined);
    this.#client = client;
  }

  override transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result> {
    return this.#client.transaction(async (connection) => {
      const session = new PgliteSession<typeof schema, Tables>(asDriver(connection), dialect, undefined);
      const tx = new PgliteTransaction<typeof schema, Tables>(dialect, session, undefined);
      if (config) await tx.setTransaction(config);
      return work(tx);
    });
  }
}

/** A connection as drizzle wants one, of which it asks statements alone. */
function asDriver(connection: EmbeddedConnection): ConstructorParameters<typeof PgliteSession>[0] {
  return {
    query: (text, values, reading) => connection.query(text, values, reading),
    exec: notAsked,
    sql: notAsked,
    rollback: notAsked,
    listen: notAsked,
    closed: false,
  };
}

async function notAsked(): Promise<never> {
  throw new Error('This connection was made for the statements of drizzle.');
}
