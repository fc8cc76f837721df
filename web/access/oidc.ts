import type * as oauth from 'oauth4webapi';
import type { OidcFacts } from '../data/service.ts';

const verifierKey = 'server-packs.oidc-verifier';
const stateKey = 'server-packs.oidc-state';

/** The identity provider sends people back to this address. */
function redirectUri(): string {
  return new URL('/sign-in', location.href).href;
}

function describe(facts: OidcFacts): { server: oauth.AuthorizationServer; client: oauth.Client } {
  return {
    server: {
      issuer: facts.issuer,
      authorization_endpoint: facts.authorizationEndpoint,
      token_endpoint: facts.tokenEndpoint,
    },
    client: { client_id: facts.clientId },
  };
}

/** Leaves for the identity provider (authorization code with PKCE). */
export async function leaveForProvider(facts: OidcFacts): Promise<void> {
  const library = await import('oauth4webapi');
  const verifier = library.generateRandomCodeVerifier();
  const state = library.generateRandomState();
  sessionStorage.setItem(verifierKey, verifier);
  sessionStorage.setItem(stateKey, state);
  const address = new URL(facts.authorizationEndpoint);
  address.search = new URLSearchParams({
    client_id: facts.clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: facts.scope,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString();
  location.assign(address);
}

/** The identity provider adds these parameters when it sends somebody back. */
export function isReturn(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** Takes the token for which the identity provider gave a code. Fails when anything is not as it was asked for. */
export async function redeemCode(facts: OidcFacts, returned: URL): Promise<string> {
  const library = await import('oauth4webapi');
  const { server, client } = describe(facts);
  const verifier = sessionStorage.getItem(verifierKey) ?? '';
  const state = sessionStorage.getItem(stateKey) ?? '';
  sessionStorage.removeItem(verifierKey);
  sessionStorage.removeItem(stateKey);
  const parameters = library.validateAuthResponse(server, client, returned, state);
  const response = await library.authorizationCodeGrantRequest(
    server,
    client,
    library.None(),
    parameters,
    redirectUri(),
    verifier,
    // A provider on this machine, for trying things out, has no certificate.
    { [library.allowInsecureRequests]: new URL(facts.tokenEndpoint).protocol === 'http:' },
  );
  const tokens = await library.processAuthorizationCodeResponse(server, client, response);
  const isJwt = tokens.access_token.split('.').length === 3;
  return isJwt ? tokens.access_token : (tokens.id_token ?? tokens.access_token);
}
