import { afterAll, expect, it } from 'vitest';
import { createAuthenticate } from '../../src/access/authenticate.ts';
import type { JwtProof } from '../../src/access/jwt-proof.ts';
import type { OidcIdentity } from '../../src/access/oidc.ts';
import { createToken } from '../../src/access/tokens.ts';
import { AppError } from '../../src/errors.ts';
import { openLimiter } from '../../src/limits/rate-limits.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const accepts = async () => true;

const address = '192.0.2.1';
const expires = new Date('2100-01-01T00:00:00Z');
const proof: JwtProof = { role: 'reader', expires: expires.getTime(), settings: 's', alg: 'ES256', key: 'k' };
const alice: OidcIdentity = { subject: 'alice', role: 'reader', expires, proof };
const unlimited = { spend: async () => {}, giveBack: async () => {}, [Symbol.dispose]: () => {} };

const database = await openScratchDatabase(databaseKind);
const token = await createToken(database, { name: 'ci', role: 'publisher', voter: true, quota: 9, expires });
afterAll(() => database.close());

/** What knows callers by the Authorization header alone. */
function byHeader(...needs: Parameters<typeof createAuthenticate>) {
  const authenticate = createAuthenticate(...needs);
  return (authorization: string | undefined, from: string) =>
    authenticate({ authorization, session: null }, from);
}

it('takes who shows nothing for anybody at that address', async () => {
  const authenticate = byHeader(database, unlimited, null);
  expect(await authenticate(undefined, address)).toEqual({
    kind: 'anonymous',
    name: 'anonymous',
    role: null,
    mayNameVoter: false,
    tokenId: null,
    address,
    quota: null,
    expires: null,
    proof: null,
    sessionId: null,
  });
});

it('knows the holder of a token by what the token was made with', async () => {
  const authenticate = byHeader(database, unlimited, null);
  const viewer = {
    kind: 'token',
    name: 'ci',
    role: 'publisher',
    mayNameVoter: true,
    tokenId: 1,
    quota: 9,
    expires,
    proof: null,
    sessionId: null,
  };
  for (const header of [`Bearer ${token}`, `bearer   ${token}`, `BEARER ${token}`])
    expect(await authenticate(header, address), header).toEqual({ ...viewer, address });
});

it('knows a person by what the JSON web token proves', async () => {
  const shown: string[] = [];
  const authenticate = byHeader(database, unlimited, {
    async verify(jwt) {
      shown.push(jwt);
      return alice;
    },
    accepts,
  });
  expect(await authenticate('Bearer a-1.b_2.c~3+/=', address)).toEqual({
    kind: 'oidc',
    name: 'alice',
    role: 'reader',
    mayNameVoter: false,
    tokenId: null,
    address,
    quota: null,
    expires,
    proof,
    sessionId: null,
  });
  expect(shown).toEqual(['a-1.b_2.c~3+/=']);
});

it('refuses a header of another form, and a token that nobody could have made', async () => {
  const authenticate = byHeader(database, unlimited, { verify: async () => alice, accepts });
  const longest = `${'a'.repeat(8_188)}.b.c`;
  expect(await authenticate(`Bearer ${longest}`, address)).toMatchObject({ name: 'alice' });
  for (const header of [
    '',
    token,
    `Basic ${token}`,
    `Proxy-Bearer ${token}`,
    `Bearer${token}`,
    `Bearer ${token} more`,
    `Bearer ${token}, Bearer ${token}`,
    'Bearer ',
    'Bearer a.b',
    'Bearer a.b.c.d',
    `Bearer a${longest}`,
    'Bearer sps_1_a.b.c',
  ]) {
    await expect(authenticate(header, address), header).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  }
});

it('refuses a JSON web token where there is no issuer', async () => {
  const authenticate = byHeader(database, unlimited, null);
  await expect(authenticate('Bearer a.b.c', address)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

it('counts what proves nothing as reads of that address, and what proves something not at all', async () => {
  const once = { points: 1, seconds: 3600 };
  const limits = { uploads: once, generates: once, megabytes: once, votes: once, reads: once };
  using limiter = openLimiter(database, limits);
  const away = new AppError('UNAVAILABLE', 'The keys cannot be had.');
  const authenticate = byHeader(database, limiter, { verify: () => Promise.reject(away), accepts });
  for (let time = 0; time < 3; time++) await authenticate(`Bearer ${token}`, address);
  await expect(authenticate('Bearer a.b.c', address)).rejects.toBe(away);
  await expect(authenticate('Bearer nothing', address)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect(authenticate('Bearer nothing', '192.0.2.2')).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  await authenticate(`Bearer ${token}`, address);
});
