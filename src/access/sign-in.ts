import { AppError } from '../errors.ts';
import { createRestingFetch, discover } from './oidc-discovery.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Address and client of the authorization code flow with PKCE. */
export interface SignInDescription {
  issuer: string;
  clientId: string;
  scope: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  endSessionEndpoint: string | null;
}

export interface SignIn {
  /** Fails with UNAVAILABLE when the issuer does not answer, or does not support this flow. */
  describe(): Promise<SignInDescription>;
  /** Origins that our pages connect to during sign-in, as far as they are known. */
  origins(): string[];
}

/** Creates the sign-in of browsers; null when no client is configured. */
export function createSignIn({ issuer, web }: OidcSettings): SignIn | null {
  if (web === null) return null;
  const request = createRestingFetch();
  let known: SignInDescription | null = null;
  const find = async () => {
    const found = await discover(issuer, request);
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
