import { AppError } from '../errors.ts';
import { errnoOf } from './file-system.ts';

/**
 * The disk has no room for what is to be stored, or less than the reserve would be left. Callers are answered 507; work
 * of our own waits for room.
 */
export class NoRoomError extends AppError {
  constructor(options?: ErrorOptions) {
    super(
      'STORAGE_FULL',
      'There is no room to store the file; try again later.',
      { retryAfter: 60 },
      options,
    );
    this.name = 'NoRoomError';
  }
}

const noRoom = new Set(['ENOSPC', 'EDQUOT']);
const readOnly = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * What a failed write to the store means: a NoRoomError, UNAVAILABLE where nothing may be written, otherwise `error`
 * itself. A failure that comes out of a thread has lost its code, but its message begins with it.
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
