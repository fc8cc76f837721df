import { type Context, createLoaders } from '../context.ts';

/**
 * Executes an operation so that all it reads from the database is read as of one moment: a modpack that is being worked on
 * is shown as it was before a step or after it, never half. Holds nothing before the first reading.
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
