import { AppError } from '../errors.ts';
import { errnoOf } from './file-system.ts';

/**
 * The disk has no room for what is to be stored, or less than the reserve would be left. Callers are answered 507; work
 * of our own waits for room.
 */
export class NoRoomError extends AppError {
  constructor(options?: ErrorOptions, message = 'There is no room to store the file; try again later.') {
    super('STORAGE_FULL', message, { retryAfter: 60 }, options);
    this.name = 'NoRoomError';
  }

  /** Only callers with a token may use the remaining room. */
  static keptForTokens(bytes: number): NoRoomError {
    const message = `There is no room to store the file: the last ${bytes} bytes that can be used are kept for callers with a token. Try again later, or send a token.`;
    return new NoRoomError({}, message);
  }
}

const noRoom = new Set(['ENOSPC', 'EDQUOT']);
const readOnly = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Translates a failed write to the store into NoRoomError, UNAVAILABLE for a read-only store, or the error itself. An
 * error from a thread has lost its code, but its message begins with it.
 */
export function writeFailure(error: unknown): unknown {
  const code =
    errnoOf(error) ?? (error instanceof Error ? /^([A-Z]+): /.exec(error.message)?.[1] : undefined);
  if (code === undefined || error instanceof AppError) return error;
  if (noRoom.has(code)) return new NoRoomError({ cause: error });
  if (!readOnly.has(code)) return error;
  const message =
    'Nothing can be stored at the moment: the store of this service is read-only. Try again later.';
  return new AppError('UNAVAILABLE', message, { retryAfter: 60 }, { cause: error });
}

/** The server that keeps the bytes does not answer, or refuses: callers are answered 503, work of our own waits for it. */
export class StoreAwayError extends AppError {
  constructor(options?: ErrorOptions) {
    super(
      'UNAVAILABLE',
      'The store of this service cannot be reached at the moment; try again later.',
      { retryAfter: 60 },
      options,
    );
    this.name = 'StoreAwayError';
  }
}

/** The bytes read are not the bytes stored: they were damaged in the store or on their way. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';

  constructor(name: string) {
    super(`The bytes that are stored under ${name} are not its own.`);
  }
}

/** The store cannot be opened as the settings say; the message is for the operator, in one sentence. */
export class StoreNotOpened extends Error {
  override readonly name = 'StoreNotOpened';
}

const storeFull = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
/** Bytes that changed on their way: those that come again may not. */
const damaged = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'SignatureDoesNotMatch']);
/** Statuses that say something of the service's settings, or of the server, and nothing of the request. */
const serverStatuses = new Set([401, 403, 408, 429]);

/**
 * Translates a failed S3 request into NoRoomError, StoreAwayError, or the error itself where the request is at fault.
 */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const status = statusOf(error);
  if (status === 507 || storeFull.has(error.name)) return new NoRoomError({ cause: error });
  if (damaged.has(error.name)) return new StoreAwayError({ cause: error });
  const isAway = status === null ? isOfTheNetwork(error) : status >= 500 || serverStatuses.has(status);
  return isAway ? new StoreAwayError({ cause: error }) : error;
}

function statusOf(error: Error): number | null {
  const metadata: unknown = '$metadata' in error ? error.$metadata : null;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}

/** A connection that was refused, cut or silent, or credentials that cannot be had. */
function isOfTheNetwork(error: Error): boolean {
  return errnoOf(error) !== null || /^(?:TimeoutError|AbortError|CredentialsProviderError)$/.test(error.name);
}
