import { type Context, withOperation } from '../context.ts';
import type { Work } from './work.ts';

/**
 * Executes an operation with all its reads in one snapshot, so that a modpack in progress is shown before or after a
 * step, never in between. Takes no connection before the first read. Stopping the work also stops its reads.
 */
export async function inSnapshot<Result>(
  context: Context,
  work: Work,
  execute: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const snapshot = context.operation.database.snapshot();
  const { db, aside } = snapshot;
  work.whenStopped(() => snapshot.stop());
  work.isWaiting = () => snapshot.isWaiting();
  const database = { ...context.operation.database, db };
  try {
    return await execute(withOperation(context, { database, aside, work, loaders: new Map() }));
  } finally {
    snapshot.close();
  }
}
