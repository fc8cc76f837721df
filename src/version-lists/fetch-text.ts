import { joinBytes } from '../fetching/joined-bytes.ts';

export interface FetchLimits {
  /** Milliseconds from the DNS lookup to the last byte. */
  milliseconds: number;
  /** The unpacked body's size. */
  bytes: number;
}

export type FetchText = (url: string, limits: FetchLimits) => Promise<string>;

/** Makes a `fetchText` with this User-Agent. */
export function createFetchText(userAgent: string): FetchText {
  return (url, limits) => fetchText(url, limits, userAgent);
}

/**
 * Fetches the body at an address as text. Rejects for slow or large answers and every status but 200. A redirect is a
 * failure, so only the named host is contacted.
 */
async function fetchText(url: string, limits: FetchLimits, userAgent: string): Promise<string> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  const answer = await fetch(url, { redirect: 'error', signal, headers: { 'user-agent': userAgent } });
  const joined = joinBytes();
  try {
    if (answer.status !== 200) throw new Error(`The answer has the status ${answer.status} instead of 200.`);
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > limits.bytes)
        throw new Error(`The answer is larger than the ${limits.bytes} bytes accepted.`);
      joined.add(chunk);
    }
  } catch (error) {
    // An unread body would occupy the connection.
    await answer.body?.cancel().catch(() => undefined);
    throw error;
  }
  return joined.bytes().toString('utf8');
}
