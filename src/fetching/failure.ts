import { FetchError } from './problem-codes.ts';

const slow = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Maps a failed request to a FetchError, by the codes of undici and of the system. */
export function fetchFailure(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const options = { cause: error };
  const code = codeOf(error);
  const status = code === 'UND_ERR_REQ_RETRY' ? statusOf(error) : null;
  if (status !== null && (status === 429 || status >= 500))
    return new FetchError('FETCH_UNREACHABLE', `answers ${status}, however often it is asked`, options);
  if (
    code === 'UND_ERR_REDIRECT_MAX' ||
    (code === 'UND_ERR_INVALID_ARG' && error instanceof Error && /redirect/i.test(error.message))
  )
    return new FetchError('FETCH_BROKEN', 'redirects in a circle, or more often than is followed', options);
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

/** The status that every attempt was answered with. */
function statusOf(error: unknown): number | null {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : null;
}
