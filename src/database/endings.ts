import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Queries } from './database.ts';

/** A transaction that knows how it ends. */
export interface Ending {
  /** Null while nothing has been said. */
  ending: readonly SQL[] | null;
  /** Sends one of these statements, at once, for those who watch what is sent. */
  sendLast<Answer>(text: string, send: () => Promise<Answer>): Promise<Answer>;
}

/**
 * Ends a transaction with these statements; has to be the last thing that it does. On a server they are sent together with the commit, which lets go of
 * its locks before it is on the disk: no round trip and no waiting for the disk is spent under a lock that these statements take.
 * Whoever began the transaction waits for the disk all the same (`server-queries.ts`), and hears of what fails here as of any failure.
 */
export async function endWith(tx: Queries, statements: readonly SQLWrapper[]): Promise<void> {
  const sql = statements.map((statement) => statement.getSQL());
  if (knowsEnding(tx)) tx.ending = [...(tx.ending ?? []), ...sql];
  else for (const statement of sql) await tx.execute(statement);
}

/** Whether it is a transaction that `endWith` may tell how it ends. */
export function knowsEnding(tx: Queries): tx is Queries & Ending {
  return 'ending' in tx;
}
