import { AppError } from '../errors.ts';
import { errnoOf } from './file-system.ts';

/** The disk has no room, or only the reserve. Requests get 507; runs wait for room. */
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

/** The store's server does not answer, or refuses. Requests get 503; runs wait for it. */
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

/** The store cannot be opened with these settings; the message is a sentence for the operator. */
export class StoreNotOpened extends Error {
  override readonly name = 'StoreNotOpened';
}

const storeFull = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
/** The bytes changed in transit, so a retry may succeed. */
const damaged = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'SignatureDoesNotMatch']);
/** These statuses concern settings or the server, not the request. */
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

/** The connection was refused, cut or silent, or credentials are not available. */
function isOfTheNetwork(error: Error): boolean {
  return errnoOf(error) !== null || /^(?:TimeoutError|AbortError|CredentialsProviderError)$/.test(error.name);
}
