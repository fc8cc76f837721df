/**
 * Every expected failure. An `AppError` is an answer: its message is written for the caller and never holds a path, a
 * secret or a stack. Any other error is a fault of the service, logged and masked.
 */

/** The stable codes of expected failures; `src/rest/status.ts` says which HTTP status each one gets. */
export const errorCodes = [
  'BAD_REQUEST',
  'INVALID_INPUT',
  'EMPTY_FILE',
  'NOT_A_ZIP',
  'NOT_FOUND',
  'NOT_READY',
  'DUPLICATE_MOD_PACK',
  'DUPLICATE_SERVER_PACK',
  'CONFLICT',
  'GONE',
  'TOO_LARGE',
  'STORAGE_FULL',
  'UPLOAD_INTERRUPTED',
  'NOT_FETCHED',
  'UNSUPPORTED_MEDIA_TYPE',
  'METHOD_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'UNAVAILABLE',
  'QUERY_TOO_COMPLEX',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Details beside code and message. */
export interface ErrorDetails {
  /** The form part, argument or input field concerned. */
  field?: string;
  /** The modpack concerned, by number. */
  modPackId?: number;
  /** The server pack concerned, by number. */
  serverPackId?: number;
  /** The reason why a file that the request names was not fetched: a code of src/fetching/problem-codes.ts. */
  reason?: string;
  /** Where the pack lies that an uploaded installer would fetch. */
  link?: string;
  /** The problems of the object, one by one. */
  errors?: readonly { code: string; error: string; entry: string | null }[];
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
}

/** A failure that is answered to the caller as it is. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
