import { type Context, createLoaders } from '../context.ts';

/**
 * Executes an operation with all its reads in one snapshot, so that a modpack in progress is shown before or after a
 * step, never in between. Takes no connection before the first read.
 */
export async function asOfOneMoment<Result>(
  context: Context,
  execute: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const snapshot = context.database.snapshot();
  const { db, aside } = snapshot;
  const database = { ...context.database, db };
  try {
    return await execute({ ...context, database, aside, loaders: createLoaders({ ...context, database }) });
  } finally {
    snapshot.close();
  }
}
