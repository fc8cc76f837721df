import { joinBytes } from '../joined-bytes.ts';

/** What one answer may cost. */
export interface FetchLimits {
  /** From the first look-up of the name to the last byte. */
  milliseconds: number;
  /** Of the body, unpacked. */
  bytes: number;
}

/**
 * The body at an address, as text. Rejects when it takes too long or is too large, and for every status but 200; a
 * redirect too is a failure, so nobody but the host that was asked is ever spoken to.
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
    // What nobody reads would keep the connection.
    await answer.body?.cancel().catch(() => undefined);
    throw error;
  }
  return joined.bytes().toString('utf8');
}
