import { AppError } from '../errors.ts';
import { createRestingFetch, discover } from './oidc-discovery.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Where a browser signs in by the authorization code flow with PKCE, and as which client. */
export interface SignInDescription {
  issuer: string;
  clientId: string;
  scope: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  endSessionEndpoint: string | null;
}

/** How browsers sign in at the issuer. */
export interface SignIn {
  /** Fails with UNAVAILABLE when the issuer cannot be asked, or signs nobody in this way. */
  describe(): Promise<SignInDescription>;
  /** The origins that a page of ours has to reach for it, as far as they are known. */
  origins(): string[];
}

/** How browsers sign in, as the issuer says; null where no client is set up for them. */
export function createSignIn({ issuer, web }: OidcSettings): SignIn | null {
  if (web === null) return null;
  const ask = createRestingFetch();
  let known: SignInDescription | null = null;
  const find = async () => {
    const found = await discover(issuer, ask);
    const { authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint } = found;
    if (authorizationEndpoint === undefined || tokenEndpoint === undefined) {
      throw new Error(`${issuer} names no authorization_endpoint or no token_endpoint.`);
    }
    const endSessionEndpoint = found.end_session_endpoint ?? null;
    known = { issuer, ...web, authorizationEndpoint, tokenEndpoint, endSessionEndpoint };
    return known;
  };
  return {
    async describe() {
      if (known) return known;
      try {
        return await find();
      } catch (cause) {
        const message = 'The issuer that signs people in cannot be asked. Try again later.';
        throw new AppError('UNAVAILABLE', message, { retryAfter: 30 }, { cause });
      }
    },
    origins() {
      const endpoints = known ? [issuer, known.tokenEndpoint] : [issuer];
      return [...new Set(endpoints.map((one) => new URL(one).origin))];
    },
  };
}
