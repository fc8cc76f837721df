import { type JWTPayload, SignJWT } from 'jose';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createJwtIssuer } from '../../src/access/oidc.ts';
import { discover } from '../../src/access/oidc-discovery.ts';
import { createSignIn } from '../../src/access/sign-in.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp } from '../support/app.ts';
import { endpoints, openIssuer } from '../support/issuer.ts';

it('accepts a token of the issuer, with the role that its claims give', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  expect(await verify(await issuer.sign({ roles: ['uploaders'] }))).toMatchObject({
    subject: 'alice',
    role: 'publisher',
  });
  expect(await verify(await issuer.sign({}))).toMatchObject({ role: null });
});

it('refuses another issuer, another audience, a token past its end, and one signed with another key', async () => {
  await using issuer = await openIssuer();
  await using stranger = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  const claims = { roles: ['admins'] };
  for (const jwt of [
    await issuer.sign(claims, { issuer: 'https://elsewhere.example' }),
    await issuer.sign(claims, { audience: 'another service' }),
    await issuer.sign(claims, { ends: '-5m' }),
    await stranger.sign(claims, { issuer: issuer.settings.issuer }),
  ]) {
    await expect(verify(jwt)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  }
});

const otherKinds = ['logout+jwt', 'application/logout+jwt', 'dpop+jwt', 'secevent+jwt', 'JWTs', ''];
it('takes a token that says it is an access token or says nothing, and no other kind that the issuer signs', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  for (const typ of [undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/JWT'])
    expect(await verify(await issuer.sign({}, { typ })), typ).toMatchObject({ subject: 'alice' });
  for (const typ of otherKinds)
    await expect(verify(await issuer.sign({}, { typ })), typ).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The JSON web token is not accepted: its typ is neither JWT nor at+jwt.',
    });
});

it('knows by what it keeps of a token whether the issuer and the settings still stand by it', async () => {
  await using issuer = await openIssuer();
  const { verify, roleOf } = createJwtIssuer(issuer.settings);
  const { proof } = await verify(await issuer.sign({ roles: ['uploaders'] }));
  expect(await roleOf(proof)).toBe('publisher');
  expect(await roleOf({ ...proof, key: 'another' })).toBeNull();
  const renamed = { ...issuer.settings, roleNames: { ...issuer.settings.roleNames, publisher: 'writers' } };
  for (const changed of [renamed, { ...issuer.settings, audience: 'another' }])
    expect(await createJwtIssuer(changed).roleOf(proof)).toBeNull();
  // Another key by the same name is another key.
  await issuer.rotate('first');
  expect(await createJwtIssuer(issuer.settings).roleOf(proof)).toBeNull();
  issuer.fail();
  await expect(createJwtIssuer(issuer.settings).roleOf(proof)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('refuses an end that no clock can show and a subject that cannot be kept, in words', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  const beyond = 8_640_000_000_001;
  for (const jwt of [
    await issuer.sign({}, { ends: beyond }),
    await issuer.sign({}, { subject: 'ali\0ce' }),
    await issuer.sign({}, { subject: 'ali\nce' }),
  ]) {
    await expect(verify(jwt)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('sub must be a text without control characters, and exp'),
    });
  }
  expect(await verify(await issuer.sign({}, { ends: 8_639_999_999_000 }))).toMatchObject({
    subject: 'alice',
  });
});

it('refuses a token that is not signed, and one signed with the public key as a shared secret', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({
    iss: issuer.settings.issuer,
    aud: 'packs',
    sub: 'mallory',
    exp: Math.ceil(Date.now() / 1000) + 300,
    roles: ['admins'],
  });
  const shared = await new SignJWT({ roles: ['admins'] })
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .setIssuer(issuer.settings.issuer)
    .setAudience('packs')
    .setSubject('mallory')
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode('any secret that is long enough for it'));
  for (const jwt of [`${part({ alg: 'none' })}.${claims}.`, shared]) {
    await expect(verify(jwt)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  }
});

it('fetches the keys once, and again when the issuer has changed them', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  await verify(await issuer.sign({}));
  await verify(await issuer.sign({}));
  expect(issuer.fetches()).toBe(1);
  const old = await issuer.sign({});
  await issuer.rotate('second');
  // Keys are fetched every half a minute at most, or strangers could make us ask without end.
  await expect(verify(await issuer.sign({}))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await verify(await issuer.sign({}))).toMatchObject({ subject: 'alice' });
  await expect(verify(old)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

it('says that the keys cannot be had when the issuer does not answer', async () => {
  const issuer = await openIssuer();
  const jwt = await issuer.sign({});
  await issuer[Symbol.asyncDispose]();
  await expect(createJwtIssuer(issuer.settings).verify(jwt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('leaves an issuer alone for a while that has failed, however many tokens come', async () => {
  await using issuer = await openIssuer();
  issuer.fail();
  const { verify } = createJwtIssuer(issuer.settings);
  const jwt = await issuer.sign({});
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(verify(jwt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  expect(issuer.fetches()).toBe(1);
});

it('asks an issuer that has failed again after five seconds, for what it names and for its keys', async () => {
  await using issuer = await openIssuer();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  onTestFinished(() => void vi.useRealTimers());
  const { verify } = createJwtIssuer(issuer.settings);
  const jwt = await issuer.sign({});
  const unavailable = { code: 'UNAVAILABLE', details: { retryAfter: 30 }, cause: expect.any(Error) };
  issuer.fail();
  await expect(verify(jwt)).rejects.toMatchObject(unavailable);
  issuer.mend();
  vi.setSystemTime(start + 4_999);
  await expect(verify(jwt)).rejects.toMatchObject(unavailable);
  expect(issuer.fetches()).toBe(1);
  vi.setSystemTime(start + 5_000);
  issuer.answerForKeys('');
  for (let attempt = 0; attempt < 3; attempt++) await expect(verify(jwt)).rejects.toMatchObject(unavailable);
  expect(issuer.fetches()).toBe(2);
  vi.setSystemTime(start + 10_000);
  issuer.answerForKeys('no JSON');
  await expect(verify(jwt)).rejects.toMatchObject(unavailable);
  issuer.answerForKeys('{"keys":"none"}');
  await expect(verify(jwt)).rejects.toMatchObject(unavailable);
  issuer.mend();
  expect(await verify(jwt)).toMatchObject({ subject: 'alice' });
});

it('asks no issuer that calls itself another', async () => {
  await using issuer = await openIssuer();
  const { port } = new URL(issuer.settings.issuer);
  const { verify } = createJwtIssuer({ ...issuer.settings, issuer: `http://localhost:${port}` });
  await expect(verify(await issuer.sign({}))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    cause: expect.objectContaining({ message: expect.stringContaining('names another issuer') }),
  });
  expect(issuer.fetches()).toBe(0);
});

it('says that a token has expired, and what else is wrong with one', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  await expect(verify(await issuer.sign({}, { ends: '-5m' }))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'The JSON web token has expired. Get a new one.',
    cause: expect.any(Error),
  });
  await expect(verify(await issuer.sign({}, { audience: 'another' }))).rejects.toMatchObject({
    message: 'The JSON web token is not accepted: unexpected "aud" claim value.',
    cause: expect.any(Error),
  });
});

it.each(['authorization_endpoint', 'token_endpoint'] as const)(
  'signs nobody in at an issuer that names no %s',
  async (name) => {
    await using issuer = await openIssuer({ ...endpoints, [name]: undefined });
    const signIn = createSignIn({ ...issuer.settings, web: { clientId: 'web', scope: 'openid' } });
    await expect(signIn?.describe()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfter: 30 },
      cause: expect.objectContaining({ message: expect.stringContaining('names no authorization_endpoint') }),
    });
  },
);

it('asks for the document of an issuer below its address, and goes nowhere else for it', async () => {
  const document = { issuer: 'https://id.example/realms/packs/', jwks_uri: 'https://id.example/keys' };
  const asked: [string, RequestInit][] = [];
  const answer = async (url: string, options: RequestInit) => {
    asked.push([url, options]);
    return Response.json(document);
  };
  expect(await discover(document.issuer, answer)).toEqual(document);
  expect(asked).toEqual([
    [
      'https://id.example/realms/packs/.well-known/openid-configuration',
      { redirect: 'error', signal: expect.any(AbortSignal) },
    ],
  ]);
  await expect(discover('https://id.example/realms/packs', answer)).rejects.toThrow('names another issuer');
});

it('refuses a token without a subject that is a text, or without an end', async () => {
  await using issuer = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  await expect(verify(await issuer.sign({}, { subject: '' }))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});

it('tells the web app where people sign in, once the issuer has said so', async () => {
  await using issuer = await openIssuer();
  const web = { clientId: 'web', scope: 'openid roles' };
  const signIn = createSignIn({ ...issuer.settings, web });
  expect(createSignIn(issuer.settings)).toBeNull();
  expect(signIn?.origins()).toEqual([issuer.settings.issuer]);
  expect(await signIn?.describe()).toEqual({
    issuer: issuer.settings.issuer,
    ...web,
    authorizationEndpoint: 'https://sign-in.example/authorize',
    tokenEndpoint: 'https://tokens.example/token',
    endSessionEndpoint: null,
  });
  expect(signIn?.origins()).toEqual([issuer.settings.issuer, 'https://tokens.example']);
  issuer.fail();
  expect(await signIn?.describe()).toMatchObject({ clientId: 'web' });
  const other = createSignIn({ ...issuer.settings, web });
  await expect(other?.describe()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('serves a token to the end that the clocks of issuer and service leave it, and counts those that prove nothing', async () => {
  await using issuer = await openIssuer();
  await using service = await startTestApp({
    environment: {
      ACCESS: 'closed',
      OIDC_ISSUER: issuer.settings.issuer,
      OIDC_AUDIENCE: 'packs',
      OIDC_READER: 'viewers',
      RATE_LIMIT: 'on',
      RATE_LIMIT_READS_PER_MINUTE: '2',
    },
  });
  const statusOf = async (jwt: string) => {
    const headers = { authorization: `Bearer ${jwt}` };
    return (await fetch(`${service.url}/api/v2/modpacks/all`, { headers })).status;
  };
  const claims = { roles: ['viewers'] };
  expect(await statusOf(await issuer.sign(claims, { ends: '-10s' }))).toBe(200);
  const wrong = await issuer.sign(claims, { audience: 'another service' });
  expect([await statusOf(wrong), await statusOf(wrong), await statusOf(wrong)]).toEqual([401, 401, 429]);
});

it('lets a person of the issuer do over HTTP what the role in the token allows', async () => {
  await using issuer = await openIssuer();
  await using service = await startTestApp({
    environment: {
      ACCESS: 'closed',
      OIDC_ISSUER: issuer.settings.issuer,
      OIDC_AUDIENCE: 'packs',
      OIDC_PUBLISHER: 'uploaders',
    },
  });
  const askAs = async (claims: JWTPayload) => {
    const authorization = `Bearer ${await issuer.sign(claims)}`;
    return ask(service.url, '{ viewer { name role permissions } }', {}, { authorization });
  };
  expect(await askAs({ roles: ['uploaders'] })).toMatchObject({
    status: 200,
    data: { viewer: { name: 'alice', role: 'PUBLISHER', permissions: ['READ', 'PUBLISH', 'VOTE'] } },
  });
  const withoutRole = await fetch(`${service.url}/api/v2/modpacks/all`, {
    headers: { authorization: `Bearer ${await issuer.sign({})}` },
  });
  expect(withoutRole.status).toBe(403);
});
