import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL's words for a transaction that it undid because of another one: serialisation failure, deadlock. */
const sqlStates: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** How many times a transaction is retried. */
const retries = 4;

/** Whether the database undid the whole transaction for no fault of its own: done again, it goes through. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && sqlStates.has(error.code)) || isConflict(error.cause);
}

/**
 * Does a transaction, and again when the database undid it because of another one. So what a transaction does beside its
 * statements has to bear being done twice.
 */
export async function untilUndisturbed<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tried === retries || !isConflict(error)) throw error;
      // Two that disturb each other shall not begin again at the same moment.
      await sleep(Math.random() * 20 * 2 ** tried);
    }
  }
}
