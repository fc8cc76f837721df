import { type Dispatcher, request } from 'undici';
import { fetchFailure } from '../fetching/failure.ts';

/** What is posted where. */
export interface Posting {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** How an attempt ended: a receiver has answered, or none could be reached. `failure` is a sentence without its subject. */
export interface Outcome {
  status: number | null;
  /** Null: the receiver has taken it. */
  failure: string | null;
}

/**
 * Posts once. Redirects are not followed, and nothing is read of the answer but its status. Fails only with the signal's
 * reason.
 */
export async function post(
  dispatcher: Dispatcher,
  { url, headers, body }: Posting,
  { milliseconds, signal }: { milliseconds: number; signal: AbortSignal },
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const response = await request(url, {
      dispatcher,
      signal: AbortSignal.any([signal, timeout]),
      method: 'POST',
      headers,
      body,
    });
    response.body.on('error', () => {}).destroy();
    return judged(response.statusCode);
  } catch (error) {
    signal.throwIfAborted();
    const failure = timeout.aborted
      ? `has not answered within ${milliseconds} ms`
      : fetchFailure(error).message;
    return { status: null, failure };
  }
}

function judged(status: number): Outcome {
  if (status >= 200 && status < 300) return { status, failure: null };
  const redirects = status >= 300 && status < 400;
  return { status, failure: `answers ${status}${redirects ? ', and redirects are not followed' : ''}` };
}
