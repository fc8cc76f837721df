import { setTimeout as sleep } from 'node:timers/promises';

/** SQLSTATEs of transactions that PostgreSQL undid because of another one: serialisation failure, deadlock. */
const sqlStates: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** How many times a transaction is retried. */
const retries = 4;

/** Whether the database undid the whole transaction because of another one, so that a retry can succeed. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && sqlStates.has(error.code)) || isConflict(error.cause);
}

/**
 * Runs a transaction, and retries it when the database undid it because of another one. Everything else that the
 * transaction does besides its statements must therefore be safe to repeat.
 */
export async function untilUndisturbed<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tried === retries || !isConflict(error)) throw error;
      // The random delay keeps two conflicting transactions from retrying at the same time.
      await sleep(Math.random() * 20 * 2 ** tried);
    }
  }
}
