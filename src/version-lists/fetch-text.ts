import { joinBytes } from '../joined-bytes.ts';

/** Limits of one answer. */
export interface FetchLimits {
  /** From the first look-up of the name to the last byte. */
  milliseconds: number;
  /** The unpacked body's size. */
  bytes: number;
}

/**
 * Fetches the body at an address as text. Rejects for slow or large answers and every status but 200. A redirect is a
 * failure, so only the named host is contacted.
 */
export async function fetchText(url: string, limits: FetchLimits): Promise<string> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  const answer = await fetch(url, { redirect: 'error', signal });
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
    // An unread body would keep the connection.
    await answer.body?.cancel().catch(() => undefined);
    throw error;
  }
  return joined.bytes().toString('utf8');
}
