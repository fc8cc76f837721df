import type { SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { LastStatement } from '../../src/database/last-statements.ts';
import { nameOf } from '../../src/database/statements.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/** What a transaction may end with, of a statement that is asked but once. */
export function lastStatement(statement: SQLWrapper): LastStatement {
  const { sql: text, params: values } = dialect.sqlToQuery(statement.getSQL());
  return { name: nameOf(text), text, values };
}
