import { AppError } from '../errors.ts';

/** SQLSTATEs of a full disk and of a read-only database: servers become read-only when their disk is nearly full. */
const sqlStates: ReadonlySet<unknown> = new Set(['53100', '25006']);

/** The error for clients when the database has no space for a write; null for any other error. */
export function noRoomFailure(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  if (!('code' in error) || !sqlStates.has(error.code)) return noRoomFailure(error.cause);
  const message =
    'Nothing can be stored at the moment: the database has no room left. Reading goes on; try again later.';
  return new AppError('STORAGE_FULL', message, { retryAfter: 60 }, { cause: error });
}
