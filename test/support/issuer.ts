import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const endpoints = {
  authorization_endpoint: 'https://sign-in.example/authorize',
  token_endpoint: 'https://tokens.example/token',
};
const roleNames = { reader: 'viewers', publisher: 'uploaders', operator: 'admins' };

/** An issuer with a discovery document, which names these endpoints, and whose keys can be changed. */
export async function openIssuer(named: object = endpoints) {
  let keys = [await newKey('first')];
  let fetches = 0;
  let failing = false;
  let keysAnswer: string | null = null;
  const server = createServer((request, response) => {
    const address = server.address();
    const issuer = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    if (!isDiscovery || failing) fetches += 1;
    if (failing) response.statusCode = 500;
    const body = isDiscovery
      ? { issuer, jwks_uri: `${issuer}/keys`, ...named }
      : { keys: keys.map(({ jwk }) => jwk) };
    const text = isDiscovery ? null : keysAnswer;
    if (text === '') response.statusCode = 500;
    response.setHeader('content-type', 'application/json').end(text ?? JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  return {
    settings: { issuer, audience: 'packs', jwksUrl: null, roleClaim: ['roles'], roleNames, web: null },
    fetches: () => fetches,
    /** Makes it answer nothing but failures from now on. */
    fail() {
      failing = true;
    },
    /** It answers as before. */
    mend() {
      failing = false;
      keysAnswer = null;
    },
    /** Makes it answer this when it is asked for its keys; a failure where it is nothing. */
    answerForKeys(text: string) {
      keysAnswer = text;
    },
    async rotate(kid: string) {
      keys = [await newKey(kid)];
    },
    sign(
      claims: JWTPayload,
      change: {
        issuer?: string;
        audience?: string;
        ends?: string | number;
        subject?: string;
        typ?: string | undefined;
      } = {},
    ) {
      const [key] = keys;
      if (!key) throw new Error('no key');
      return new SignJWT(claims)
        .setProtectedHeader({
          alg: 'ES256',
          kid: key.jwk.kid ?? '',
          ...(change.typ === undefined ? {} : { typ: change.typ }),
        })
        .setIssuer(change.issuer ?? issuer)
        .setAudience(change.audience ?? 'packs')
        .setSubject(change.subject ?? 'alice')
        .setExpirationTime(change.ends ?? '5m')
        .sign(key.privateKey);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
}
