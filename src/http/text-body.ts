import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { joinBytes } from '../fetching/joined-bytes.ts';

/**
 * Reads the text body of a request. Fails with TOO_LARGE as soon as the size is known to be too large, and with
 * UPLOAD_INTERRUPTED when the body does not arrive in time, however slowly it comes.
 */
export function readText(
  source: IncomingMessage,
  { maxBodyBytes, maxBodyMs }: Pick<Config, 'maxBodyBytes' | 'maxBodyMs'>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const joined = joinBytes();
  let bytes = 0;
  const deadline = setTimeout(() => reject(late(maxBodyMs)), maxBodyMs);
  const take = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBodyBytes) reject(tooLarge(maxBodyBytes));
    else joined.add(piece);
  };
  // The close event also follows a complete request.
  const broken = (cause?: Error) => source.complete || reject(interrupted(cause));
  source.on('data', take);
  source.once('end', () => resolve(joined.bytes().toString('utf8')));
  source.once('error', broken);
  source.once('close', broken);
  if (Number(source.headers['content-length'] ?? 0) > maxBodyBytes) reject(tooLarge(maxBodyBytes));
  return promise.finally(() => {
    clearTimeout(deadline);
    source.off('data', take);
    source.off('close', broken);
    // Live streams keep their request while they last. A function made here would keep the text with it.
    source.off('error', broken).on('error', ignore);
    joined.clear();
    // A refused body is read and dropped; `watchTransfers` limits how long.
    source.resume();
  });
}

function ignore(): void {}

function tooLarge(most: number): AppError {
  return new AppError(
    'TOO_LARGE',
    `The body of the request has more than ${most} bytes; no more are accepted.`,
  );
}

function late(milliseconds: number): AppError {
  return new AppError(
    'UPLOAD_INTERRUPTED',
    `The body of the request did not arrive within ${milliseconds / 1000} seconds; send it again.`,
  );
}

function interrupted(cause: Error | undefined): AppError {
  return new AppError(
    'UPLOAD_INTERRUPTED',
    'The request broke off before its end; send it again.',
    {},
    { cause },
  );
}
