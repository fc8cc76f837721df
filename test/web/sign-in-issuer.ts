import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An identity provider at which a person signs in by one click; it gives codes for tokens as the standards want it. */
export interface SignInIssuer extends AsyncDisposable {
  url: string;
}

/** Starts an identity provider whose tokens are for this audience. Codes are good once, for whoever knows their verifier. */
export async function openSignInIssuer(audience: string): Promise<SignInIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  /** The challenge that each code was given for. */
  const codes = new Map<string, string>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const send = (body: object, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration')
      send({
        issuer,
        jwks_uri: `${issuer}/keys`,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
      });
    else if (pathname === '/keys') send({ keys: [jwk] });
    else if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const code = randomUUID();
      if (searchParams.get('code_challenge_method') === 'S256')
        codes.set(code, searchParams.get('code_challenge') ?? '');
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<a href="${back.href.replaceAll('&', '&amp;')}">I am ada, a publisher</a>`);
    } else if (pathname === '/token') {
      const form = new URLSearchParams(await text(request));
      const challenge = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (challenge === undefined || challenge !== proof) send({ error: 'invalid_grant' }, 400);
      else send({ access_token: await sign(), token_type: 'Bearer', expires_in: 300 });
    } else response.writeHead(404).end();
  }

  const sign = () =>
    new SignJWT({ roles: ['publisher'] })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject('ada')
      .setExpirationTime('5m')
      .sign(privateKey);

  return {
    url: issuer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
