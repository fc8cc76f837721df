import { errors } from 'undici';
import { FetchError } from './problem-codes.ts';

const slow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** What a failed request means: what the host answered, or how it could not be reached. */
export function fetchFailure(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const options = { cause: error };
  if (error instanceof errors.RequestRetryError && (error.statusCode === 429 || error.statusCode >= 500))
    return new FetchError(
      'FETCH_UNREACHABLE',
      `answers ${error.statusCode}, however often it is asked`,
      options,
    );
  if (
    error instanceof errors.MaxRedirectsError ||
    (error instanceof errors.InvalidArgumentError && /redirect/i.test(error.message))
  )
    return new FetchError('FETCH_BROKEN', 'redirects in a circle, or more often than is followed', options);
  const code = codeOf(error);
  if (code !== null && slow.has(code)) return new FetchError('FETCH_TOO_SLOW', 'stops sending', options);
  if (
    code !== null &&
    (/^(E[A-Z_]+|UND_ERR_CONNECT_TIMEOUT)$/.test(code) || /CERT|TLS|SSL|SELF_SIGNED/.test(code)) &&
    code !== 'ECONNRESET'
  )
    return new FetchError('FETCH_UNREACHABLE', `cannot be reached (${code})`, options);
  return new FetchError(
    'FETCH_BROKEN',
    'breaks off before the end, or answers something else than it was asked for',
    options,
  );
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
