import { AppError } from '../errors.ts';
import { isConflict } from './conflicts.ts';
import { ConnectionLostError, NotEncrypted } from './connection-lost.ts';

/**
 * SQLSTATEs for a connection that is lost, a server that is ending, starting up or full, and an exceeded time limit.
 */
const sqlStates = /^(08\w{3}|25P03|53300|55P03|57014|57P0[1235])$/;

/**
 * Severities that end or refuse the connection, whatever the code: a write that does not fit on a full disk has the
 * code XX000.
 */
const lastSeverities: ReadonlySet<unknown> = new Set(['FATAL', 'PANIC']);

/** SQLSTATEs that pass by themselves: connections are cut, or the server is ending, full or starting up. */
const passingStates = /^(08\w{3}|53300|57P0[123])$/;

/** Error codes of the network, and of the driver for a closed connection. */
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
 * Whether the database could not be reached or was too busy, so that the request itself may be valid. An AppError was
 * classified where it was created; network codes alone do not tell a database from a store or another host.
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

/**
 * Whether the server may become available shortly: nothing listens yet, its name does not resolve yet, or it is
 * starting. A wrong password or a missing database is permanent.
 */
export function isNotThereYet(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof NotEncrypted) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // ENOENT: the Unix socket of the server does not exist yet.
  const isAway = connectionCodes.has(code) || code === 'ENOENT' || passingStates.test(code);
  return isAway || error instanceof ConnectionLostError || isNotThereYet(error.cause);
}

/** The reason as words. An error for several addresses of one host has no message of its own. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** The error for clients when the database could not be reached; null for any other error. */
export function unreachableFailure(error: unknown): AppError | null {
  if (!isUnreachable(error)) return null;
  const message = 'The database cannot be reached at the moment. Try again shortly.';
  return new AppError('UNAVAILABLE', message, { retryAfter: 5 }, { cause: error });
}
