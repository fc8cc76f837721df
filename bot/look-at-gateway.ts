import { isIP } from 'node:net';
import { z } from 'zod';
import type { Log } from './log.ts';

type Found = 'gateway' | 'something else' | 'nothing';

/** In milliseconds. */
const patience = 10_000;

/** Only our GraphQL endpoints answer in this shape. */
const answer = z.union([
  z.object({ data: z.object({ __typename: z.literal('Query') }) }),
  z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.literal('UNAUTHENTICATED') }) })) }),
  z.object({ code: z.literal('UNAUTHENTICATED') }),
]);

/**
 * Tells the operator, once, when there is no gateway where the bot looks for it, and when people cannot follow the links
 * that they are given. Never rejects.
 */
export async function lookAtGateway(
  { gatewayUrl, publicUrl }: { gatewayUrl: URL; publicUrl: URL },
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  const found = await whatIsAt(gatewayUrl, signal);
  if (signal.aborted) return;
  const at = gatewayUrl.href;
  if (found === 'nothing')
    log.warn({ at }, 'The gateway cannot be reached at GATEWAY_URL; commands say so until it is there');
  if (found === 'something else')
    log.error({ at }, 'What answers at GATEWAY_URL is no server pack service; commands will fail');
  const links = publicUrl.href;
  if (isPrivate(publicUrl.hostname))
    log.warn(
      { links },
      'Links that people get lead to an address that only this machine or network reaches: set PUBLIC_URL',
    );
  else if (found === 'gateway' && publicUrl.href !== gatewayUrl.href) {
    const outside = await whatIsAt(publicUrl, signal);
    if (outside !== 'gateway' && !signal.aborted)
      log.warn({ links }, 'The gateway is not found where the links that people get lead: check PUBLIC_URL');
  }
}

async function whatIsAt(url: URL, signal: AbortSignal): Promise<Found> {
  // A signal of its own that this function holds: one that only another signal knows of may be collected before it fires.
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), patience);
  try {
    const response = await fetch(new URL('graphql', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
      signal: AbortSignal.any([signal, tooLate.signal]),
    });
    const text = await response.text();
    // A gateway that is starting or whose database is away is one all the same.
    if (response.status === 503) return 'gateway';
    return answer.safeParse(JSON.parse(text)).success ? 'gateway' : 'something else';
  } catch (error) {
    return error instanceof SyntaxError ? 'something else' : 'nothing';
  } finally {
    clearTimeout(timer);
  }
}

/** True for hosts that are not reachable from everywhere. */
function isPrivate(host: string): boolean {
  if (host === 'localhost' || (!host.includes('.') && !host.includes(':'))) return true;
  return isIP(host) === 4 && /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host);
}
