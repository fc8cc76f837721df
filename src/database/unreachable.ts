import { AppError } from '../errors.ts';
import { isConflict } from './conflicts.ts';
import { ConnectionLostError } from './connection-lost.ts';

/** PostgreSQL's own words for: lost, ending, starting up, full, a time limit reached. */
const sqlStates = /^(08\w{3}|25P03|53300|55P03|57014|57P0[1235])$/;

/**
 * Severities that end or refuse the connection, whatever the code: a file that does not fit on a full disk gives
 * XX000.
 */
const lastSeverities: ReadonlySet<unknown> = new Set(['FATAL', 'PANIC']);

/** The network's words, and the driver's for a connection that is gone. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * True when the database could not be reached or was too busy, so that the request itself may be right. An AppError
 * was judged where it was made; network codes alone do not tell the database from a store or a host.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    ('severity' in error && lastSeverities.has(error.severity)) ||
    connectionCodes.has(code) ||
    sqlStates.test(code) ||
    error instanceof ConnectionLostError ||
    isConflict(error) ||
    isUnreachable(error.cause)
  );
}

/** The failure shown when the database could not be reached; null for any other error. */
export function unreachableFailure(error: unknown): AppError | null {
  if (!isUnreachable(error)) return null;
  const message = 'The database cannot be reached at the moment. Try again shortly.';
  return new AppError('UNAVAILABLE', message, { retryAfter: 5 }, { cause: error });
}
