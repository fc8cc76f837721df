import { AppError } from '../errors.ts';

/** PostgreSQL's own words for: disk full, and reads only, which is what a database near the end of its disk is set to. */
const sqlStates: ReadonlySet<unknown> = new Set(['53100', '25006']);

/** What a caller is told when a statement failed because nothing can be written to the database now; null for any other failure. */
export function noRoomFailure(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  if (!('code' in error) || !sqlStates.has(error.code)) return noRoomFailure(error.cause);
  const message =
    'Nothing can be stored at the moment: the database has no room left. Reading goes on; try again later.';
  return new AppError('STORAGE_FULL', message, { retryAfter: 60 }, { cause: error });
}
