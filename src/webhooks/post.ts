import type { Dispatcher } from 'undici';
import { fetchFailure } from '../fetching/failure.ts';

/** A message and its receiver. */
export interface Posting {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * The result of an attempt: the receiver's answer, or a failed connection. `failure` is a sentence without its subject.
 */
export interface Outcome {
  status: number | null;
  /** Null: the receiver has accepted the message. */
  failure: string | null;
  /** Seconds for which the receiver asks to wait before the next attempt; null where it states none. */
  retryAfter: number | null;
}

/**
 * Posts a message once. Redirects are not followed, and only the status and Retry-After of the answer are read. Fails
 * with the signal's reason, or when the HTTP client cannot be loaded.
 */
export async function post(
  dispatcher: () => Promise<Dispatcher>,
  { url, headers, body }: Posting,
  { milliseconds, signal }: { milliseconds: number; signal: AbortSignal },
): Promise<Outcome> {
  // A failure to load these is the service's fault, not the receiver's.
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
    const { 'retry-after': retryAfter } = response.headers;
    return judged(
      response.statusCode,
      typeof retryAfter === 'string' ? retryAfterOf(retryAfter, new Date()) : null,
    );
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

/** The seconds of a Retry-After header, which holds a number or a date (RFC 9110). Null for anything else. */
function retryAfterOf(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // Valid dates begin with the day's name; Date.parse accepts other forms too, which no server may send.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
