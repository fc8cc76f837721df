import type { Dispatcher } from 'undici';
import { AppError } from '../errors.ts';
import { fetchFailure } from './failure.ts';
import { judgeLink } from './hosts.ts';
import { FetchError } from './problem-codes.ts';

/** Longest validator kept, in characters. */
const longestValidator = 200;

/**
 * Returns the validator of the file behind an address without fetching the file; null when it is still `known`. Fails
 * with INVALID_INPUT when the host sends no validator, with a FetchError, or with the signal's reason.
 */
export async function readValidator(
  {
    dispatcher,
    hosts,
    userAgent,
    milliseconds,
  }: {
    dispatcher(): Promise<Dispatcher>;
    hosts: readonly string[];
    userAgent: string;
    milliseconds: number;
  },
  link: string,
  known: string | null,
  signal: AbortSignal,
): Promise<{ validator: string } | null> {
  const url = judgeLink(link, hosts);
  const [{ request }, through] = await Promise.all([import('undici'), dispatcher()]);
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: through,
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        'user-agent': userAgent,
        accept: '*/*',
        'accept-encoding': 'identity',
        // One byte of what may be gigabytes; hosts answer HEAD requests less reliably.
        range: 'bytes=0-0',
        ...conditionOf(known),
      },
    });
    body.on('error', () => {}).destroy();
    if (statusCode === 304) return null;
    if (statusCode !== 200 && statusCode !== 206)
      throw new FetchError('FETCH_REFUSED', `${url.host} answers ${statusCode}`);
    const validator = validatorIn(headers);
    if (validator === null) throw noValidator(url.host);
    return validator === known ? null : { validator };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (timeout.aborted)
      throw new FetchError('FETCH_TOO_SLOW', `${url.host} has not answered within ${milliseconds} ms`);
    const { code, message } = fetchFailure(error);
    throw new FetchError(code, message.startsWith(url.host) ? message : `${url.host} ${message}`, {
      cause: error,
    });
  }
}

const [byTag, byDate] = ['tag ', 'date '];

function conditionOf(known: string | null): Record<string, string> {
  if (known?.startsWith(byTag)) return { 'if-none-match': known.slice(byTag.length) };
  if (known?.startsWith(byDate)) return { 'if-modified-since': known.slice(byDate.length) };
  return {};
}

function validatorIn({ etag, 'last-modified': date }: Record<string, unknown>): string | null {
  if (isShort(etag)) return byTag + etag;
  return isShort(date) ? byDate + date : null;
}

function isShort(header: unknown): header is string {
  return typeof header === 'string' && header !== '' && header.length <= longestValidator;
}

function noValidator(host: string): AppError {
  const message = `${host} tells neither an ETag nor a date of this file, so nothing shows when it is another: it cannot be followed.`;
  return new AppError('INVALID_INPUT', message, { field: 'pack' });
}
