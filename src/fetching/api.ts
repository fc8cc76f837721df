import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { fetchFailure } from './failure.ts';
import { joinBytes } from './joined-bytes.ts';
import { FetchError } from './problem-codes.ts';

export interface ApiNeeds {
  dispatcher(): Promise<Dispatcher>;
  userAgent: string;
  /** Records the outcome of each request. */
  watch?<Answer>(answer: Promise<Answer>): Promise<Answer>;
}

export interface ApiRequest<Answer> {
  url: string;
  /** Sent as JSON by POST; without it, GET. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds, waits and retries included. */
  milliseconds: number;
  /** Schema of the answer. */
  answer: z.ZodType<Answer>;
  /** The failure for a status other than 200 and 404, where the status means more than a refusal. */
  refusal?(status: number): FetchError | null;
  signal?: AbortSignal;
}

/** Bytes of one answer: parsing that many blocks the event loop for less than a tenth of a second. */
const mostBytes = 8 * 1024 * 1024;

/**
 * Calls a platform's API; null for 404. Fails with a FetchError, with the signal's reason, or when undici cannot be
 * loaded.
 */
export function callApi<Answer>(needs: ApiNeeds, apiRequest: ApiRequest<Answer>): Promise<Answer | null> {
  const answer = callOnce(needs, apiRequest);
  return needs.watch === undefined ? answer : needs.watch(answer);
}

async function callOnce<Answer>(
  { dispatcher, userAgent }: ApiNeeds,
  { url, body, headers, milliseconds, answer, refusal, signal }: ApiRequest<Answer>,
): Promise<Answer | null> {
  // A missing library is a fault of this installation, not of the platform.
  const [{ request }, through] = await Promise.all([import('undici'), dispatcher()]);
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const response = await request(url, {
      dispatcher: through,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        'user-agent': userAgent,
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    try {
      if (response.statusCode === 404) return null;
      if (response.statusCode !== 200)
        throw (
          refusal?.(response.statusCode) ?? new FetchError('FETCH_REFUSED', `answers ${response.statusCode}`)
        );
      return answer.parse(JSON.parse(await textOf(response.body)));
    } finally {
      response.body.on('error', () => {}).destroy();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new FetchError('FETCH_TOO_SLOW', `has not answered within ${milliseconds} ms`);
    throw fetchFailure(error);
  }
}

async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const joined = joinBytes();
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A body must yield bytes.');
    size += chunk.length;
    if (size > mostBytes) throw new FetchError('FETCH_TOO_LARGE', `answers more than ${mostBytes} bytes`);
    joined.add(chunk);
  }
  return joined.bytes().toString('utf8');
}
