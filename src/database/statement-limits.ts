import type { Answer, Connection, SqlClient } from './connection.ts';
import { SilentError } from './connection-lost.ts';

/** Milliseconds that a statement may run; the limit may change while the statement runs. */
export interface StatementLimit {
  ms: number;
}

/** Sends a statement with this limit. */
export type QueryWithin = (
  limit: StatementLimit,
  ...statement: Parameters<SqlClient['query']>
) => Promise<Answer>;

/** Milliseconds between two checks of the running statement. */
const checkMs = 250;

/**
 * Destroys the connection when a statement exceeds its limit. A connection runs its statements in the order in which
 * they were sent, so the running statement is the first one without an answer; the time of later statements has not
 * begun.
 */
export function limitStatements(connection: Connection): QueryWithin {
  const unanswered = new Set<{ limit: StatementLimit; checks: number }>();
  let isWatching = false;
  const watch = () => {
    isWatching = true;
    setTimeout(check, checkMs).unref();
  };
  const check = () => {
    isWatching = false;
    const [running] = unanswered;
    if (running === undefined) return;
    // The limit counts checks instead of milliseconds: after a standstill of this process, pending answers are read
    // before the next check. The first check does not count, since the statement may have started just before.
    if (running.checks > 0 && running.checks * checkMs >= running.limit.ms)
      connection.destroy(new SilentError('The database did not answer in time, and is started again.'));
    running.checks += 1;
    watch();
  };
  return async (limit, ...statement) => {
    const one = { limit, checks: 0 };
    unanswered.add(one);
    if (!isWatching) watch();
    try {
      return await connection.query(...statement);
    } finally {
      unanswered.delete(one);
    }
  };
}
