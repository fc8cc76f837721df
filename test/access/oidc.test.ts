import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createJwtIssuer } from '../../src/access/oidc.ts';
import { discover } from '../../src/access/oidc-discovery.ts';
import { roleOfClaims } from '../../src/access/oidc-settings.ts';
import { createSignIn } from '../../src/access/sign-in.ts';
import { readConfig } from '../../src/config.ts';
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

/** A token as attackers make one: not signed, or signed with the public key as a shared secret. */
async function forged(issuer: string, alg: 'none' | 'HS256'): Promise<string> {
  const token = new SignJWT({ roles: ['admins'] })
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .setIssuer(issuer)
    .setAudience('packs')
    .setSubject('mallory')
    .setExpirationTime('5m');
  const shared = await token.sign(new TextEncoder().encode('any secret that is long enough for it'));
  if (alg === 'HS256') return shared;
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${shared.split('.')[1]}.`;
}

const otherKind = /: its typ is neither JWT nor at\+jwt\.$/;
const unkept = /sub must be a text without control characters, and exp/;
it('refuses another issuer, another audience, a token past its end, and no other kind that the issuer signs, in words', async () => {
  await using issuer = await openIssuer();
  await using stranger = await openIssuer();
  const { verify } = createJwtIssuer(issuer.settings);
  const own = { issuer: issuer.settings.issuer };
  const claims = { roles: ['admins'] };
  const refused: [string, string, RegExp][] = [
    ['another issuer', await issuer.sign(claims, { issuer: 'https://elsewhere.example' }), /"iss"/],
    [
      'another audience',
      await issuer.sign(claims, { audience: 'another' }),
      /: unexpected "aud" claim value\.$/,
    ],
    [
      'past its end',
      await issuer.sign(claims, { ends: '-5m' }),
      /^The JSON web token has expired\. Get a new one\.$/,
    ],
    ['the key of another', await stranger.sign(claims, own), /^/],
    ['not signed', await forged(own.issuer, 'none'), /^/],
    ['a shared secret', await forged(own.issuer, 'HS256'), /^/],
    ['no subject', await issuer.sign({}, { subject: '' }), /^/],
    ['an end that no clock can show', await issuer.sign({}, { ends: 8_640_000_000_001 }), unkept],
    ['a subject with NUL', await issuer.sign({}, { subject: 'ali\0ce' }), unkept],
    ['a subject of two lines', await issuer.sign({}, { subject: 'ali\nce' }), unkept],
  ];
  for (const typ of ['logout+jwt', 'application/logout+jwt', 'dpop+jwt', 'secevent+jwt', 'JWTs', ''])
    refused.push([`the kind ${typ}`, await issuer.sign({}, { typ }), otherKind]);
  for (const [what, jwt, message] of refused)
    await expect(verify(jwt), what).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringMatching(message),
    });
  for (const typ of [undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/JWT'])
    expect(await verify(await issuer.sign({}, { typ })), typ).toMatchObject({ subject: 'alice' });
  const latest = await issuer.sign({}, { ends: 8_639_999_999_000 });
  expect(await verify(latest)).toMatchObject({ subject: 'alice' });
});

it('knows by what it keeps of a token whether the issuer and the settings still stand by it', async () => {
  await using issuer = await openIssuer();
  const { verify, accepts } = createJwtIssuer(issuer.settings);
  const { proof } = await verify(await issuer.sign({ roles: ['uploaders'] }));
  const ofSession = { ...proof, key: null };
  expect([proof.role, await accepts(proof), await accepts(ofSession)]).toEqual(['publisher', true, true]);
  expect(await accepts({ ...proof, key: 'another' })).toBe(false);
  const renamed = { ...issuer.settings, roleNames: { ...issuer.settings.roleNames, publisher: 'writers' } };
  for (const changed of [renamed, { ...issuer.settings, audience: 'another' }])
    for (const kept of [proof, ofSession]) expect(await createJwtIssuer(changed).accepts(kept)).toBe(false);
  // Another key by the same name is another key.
  await issuer.rotate('first');
  expect(await createJwtIssuer(issuer.settings).accepts(proof)).toBe(false);
  issuer.fail();
  await expect(createJwtIssuer(issuer.settings).accepts(proof)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(await createJwtIssuer(issuer.settings).accepts(ofSession)).toBe(true);
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

const settingsOf = (given: Record<string, string>) => readConfig(given).oidc;
const least = { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'packs' };

describe('the settings of an issuer', () => {
  it('are none without one', () => {
    expect(settingsOf({})).toBeNull();
    expect(settingsOf({ OIDC_AUDIENCE: 'packs', OIDC_ROLE_CLAIM: 'groups' })).toBeNull();
  });

  it('are as most issuers have it where nothing else is said', () => {
    expect(settingsOf(least)).toEqual({
      issuer: 'https://id.example',
      audience: 'packs',
      jwksUrl: null,
      roleClaim: ['roles'],
      roleNames: { reader: 'reader', publisher: 'publisher', operator: 'operator' },
      web: null,
    });
  });

  it('are what is said', () => {
    expect(
      settingsOf({
        ...least,
        OIDC_JWKS_URL: 'http://id.internal/keys',
        OIDC_ROLE_CLAIM: 'realm_access.roles',
        OIDC_READER: 'viewers',
        OIDC_PUBLISHER: 'uploaders',
        OIDC_OPERATOR: 'admins',
        OIDC_CLIENT_ID: 'web',
        OIDC_SCOPE: 'openid roles',
      }),
    ).toEqual({
      issuer: 'https://id.example',
      audience: 'packs',
      jwksUrl: 'http://id.internal/keys',
      roleClaim: ['realm_access', 'roles'],
      roleNames: { reader: 'viewers', publisher: 'uploaders', operator: 'admins' },
      web: { clientId: 'web', scope: 'openid roles' },
    });
    expect(settingsOf({ ...least, OIDC_CLIENT_ID: 'web' })).toMatchObject({ web: { scope: 'openid' } });
  });

  it('name what is missing', () => {
    expect(() => settingsOf({ OIDC_ISSUER: 'https://id.example' })).toThrow('OIDC_AUDIENCE: must be set');
    expect(() => settingsOf({ OIDC_CLIENT_ID: 'web' })).toThrow('OIDC_CLIENT_ID: needs OIDC_ISSUER');
  });

  it.each([
    'id.example',
    'ftp://id.example',
    'ftp://id.example/https://',
    'https://',
    'see http://id.example',
  ])('take no address like %o', (wrong) => {
    for (const name of ['OIDC_ISSUER', 'OIDC_JWKS_URL']) {
      expect(() => settingsOf({ [name]: wrong })).toThrow(
        `${name}: must be an address beginning with http:// or https://`,
      );
    }
  });
});

describe('the role that claims give', () => {
  const roleNames = { reader: 'viewers', publisher: 'uploaders', operator: 'admins' };
  const roleOf = (roleClaim: string[], claims: Record<string, unknown>) =>
    roleOfClaims({ issuer: '', audience: '', jwksUrl: null, roleClaim, roleNames, web: null }, claims);

  it('is the highest of those that a list or a text with spaces has', () => {
    expect(roleOf(['roles'], { roles: ['admins', 'viewers'] })).toBe('operator');
    expect(roleOf(['roles'], { roles: 'uploaders viewers others' })).toBe('publisher');
    expect(roleOf(['roles'], { roles: 'viewers' })).toBe('reader');
  });

  it('is found below other claims', () => {
    expect(roleOf(['realm', 'roles'], { realm: { roles: ['viewers'] } })).toBe('reader');
    expect(roleOf(['realm', 'roles'], { roles: ['viewers'] })).toBeNull();
  });

  it.each([
    ['none of ours', { roles: ['viewer', 'Admins'] }],
    ['part of a word', { roles: 'sub-admins' }],
    ['nothing', {}],
    ['null', { roles: null }],
    ['a number', { roles: 7 }],
    ['an object', { roles: { admins: true } }],
  ])('is none where there is %s', (_what, claims) => {
    expect(roleOf(['roles'], claims)).toBeNull();
  });

  it('is none where something else stands on the way', () => {
    for (const realm of [null, 'admins', ['admins'], 7])
      expect(roleOf(['realm', 'roles'], { realm })).toBeNull();
    // What every object has is no claim.
    expect(roleOf(['constructor', 'name'], {})).toBeNull();
    const inherited: object = Object.create({ roles: ['admins'] });
    expect(roleOf(['realm', 'roles'], { realm: inherited })).toBeNull();
    expect(roleOf(['roles', 'length'], { roles: 'admins' })).toBeNull();
  });
});
