import type { Dispatcher } from 'undici';
import { fetchFailure } from '../fetching/failure.ts';

/** A message and its receiver. */
export interface Posting {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The result of an attempt: an answer, or no connection. `failure` is a sentence without its subject. */
export interface Outcome {
  status: number | null;
  /** Null: the receiver has taken it. */
  failure: string | null;
  /** Seconds before which the receiver asks not to be tried again; null where it does not say. */
  retryAfter: number | null;
}

/**
 * Posts once. Redirects are not followed, and nothing is read of the answer but its status and Retry-After. Fails with the
 * signal's reason, and where what posts cannot be loaded.
 */
export async function post(
  dispatcher: () => Promise<Dispatcher>,
  { url, headers, body }: Posting,
  { milliseconds, signal }: { milliseconds: number; signal: AbortSignal },
): Promise<Outcome> {
  // A failure to load these is ours, not the receiver's.
  const [{ request }, through] = await Promise.all([import('undici'), dispatcher()]);
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const response = await request(url, {
      dispatcher: through,
      signal: AbortSignal.any([signal, timeout]),
      method: 'POST',
      headers,
      body,
    });
    response.body.on('error', () => {}).destroy();
    const { 'retry-after': asked } = response.headers;
    return judged(response.statusCode, typeof asked === 'string' ? retryAfterOf(asked, new Date()) : null);
  } catch (error) {
    signal.throwIfAborted();
    const failure = timeout.aborted
      ? `has not answered within ${milliseconds} ms`
      : fetchFailure(error).message;
    return { status: null, failure, retryAfter: null };
  }
}

function judged(status: number, retryAfter: number | null): Outcome {
  if (status >= 200 && status < 300) return { status, failure: null, retryAfter: null };
  const redirects = status >= 300 && status < 400;
  const failure = `answers ${status}${redirects ? ', and redirects are not followed' : ''}`;
  return { status, failure, retryAfter };
}

/** Seconds of a Retry-After header: a number, or a date (RFC 9110). Null for anything else. */
function retryAfterOf(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // Dates begin with the day's name; what else Date.parse takes is none that a server may send.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
