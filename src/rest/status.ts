import type { ErrorCode } from '../errors.ts';

/** Default of Retry-After, in seconds. */
const defaultRetryAfter = 5;

/** The HTTP status of every expected failure. */
export const statusOf: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  INVALID_INPUT: 400,
  EMPTY_FILE: 400,
  NOT_A_ZIP: 400,
  NOT_FOUND: 404,
  NOT_READY: 404,
  DUPLICATE_MOD_PACK: 409,
  DUPLICATE_SERVER_PACK: 409,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  STORAGE_FULL: 507,
  UPLOAD_INTERRUPTED: 408,
  NOT_FETCHED: 502,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  TOO_MANY_REQUESTS: 429,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UNAVAILABLE: 503,
  QUERY_TOO_COMPLEX: 400,
};

/** Seconds for Retry-After; undefined to leave the header out. For a full quota, the time of free space is unknown. */
export function secondsToWait(status: number, known: number | undefined): number | undefined {
  return [429, 503].includes(status) ? (known ?? defaultRetryAfter) : known;
}
