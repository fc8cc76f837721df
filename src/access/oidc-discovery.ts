import { z } from 'zod';
import { userAgent } from '../fetching/user-agent.ts';

/** Milliseconds that an issuer has for its answer. */
export const discoveryTimeoutMs = 5_000;
/**
 * Pause after an issuer has failed. Without it, requests with bad tokens could make the service send it requests
 * endlessly.
 */
const restMs = 5_000;

const discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
});

export type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** A `fetch` with the service's user agent which, for a while after a failure, fails at once in the same way. */
export function createRestingFetch(): Fetch {
  let failed: { at: number; reason: unknown } | null = null;
  return async (url, options) => {
    if (failed && Date.now() - failed.at < restMs) throw failed.reason;
    const headers = new Headers(options.headers);
    headers.set('user-agent', userAgent(null));
    try {
      const response = await fetch(url, { ...options, headers });
      if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
      failed = null;
      return response;
    } catch (reason) {
      failed = { at: Date.now(), reason };
      throw reason;
    }
  };
}

/** Reads the issuer's discovery document. Fails when the document names another issuer. */
export async function discover(issuer: string, request: Fetch): Promise<z.infer<typeof discovery>> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await request(url, { signal: AbortSignal.timeout(discoveryTimeoutMs), redirect: 'error' });
  const document = discovery.parse(await answer.json());
  if (document.issuer !== issuer) throw new Error(`${url} names another issuer, ${document.issuer}.`);
  return document;
}
