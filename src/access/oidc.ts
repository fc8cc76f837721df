import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Role } from '../../drizzle/schema.ts';
import { AppError } from '../errors.ts';
import { type OidcSettings, roleOfClaims } from './oidc-settings.ts';

/** What a JSON web token proves. */
export interface OidcIdentity {
  subject: string;
  role: Role | null;
  expires: Date;
}

/** Fails with UNAUTHENTICATED, or with UNAVAILABLE when the issuer's keys cannot be had. */
export type JwtVerifier = (jwt: string) => Promise<OidcIdentity>;

// Only signatures made with a key pair: a shared secret is nobody's public key.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const timeoutMs = 5_000;
/** How long an issuer that has failed is left alone, or strangers could make us ask it without end. */
const restMs = 5_000;
/** How far the issuer's clock and ours may differ. */
const toleranceSeconds = 30;
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const identity = z.object({ sub: z.string().min(1), exp: z.number() });

/** Checks tokens of one issuer; its keys are fetched when first needed and again when an unknown one is used. */
export function createJwtVerifier(settings: OidcSettings): JwtVerifier {
  const ask = createRestingFetch();
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const getKeys = () => {
    keys ??= findKeys(settings, ask).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  return async (jwt) => {
    const { issuer, audience } = settings;
    try {
      const { payload } = await jwtVerify(jwt, await getKeys(), {
        issuer,
        audience,
        algorithms,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: toleranceSeconds,
      });
      const { data } = identity.safeParse(payload);
      if (!data) throw new errors.JWTInvalid('sub must be a text and exp a number');
      const expires = new Date((data.exp + toleranceSeconds) * 1000);
      return { subject: data.sub, role: roleOfClaims(settings, payload), expires };
    } catch (error) {
      throw toAppError(error);
    }
  };
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** Asks as `fetch` does, but for a while after a failure answers that failure by itself. */
function createRestingFetch(): Fetch {
  let failed: { at: number; reason: unknown } | null = null;
  return async (url, options) => {
    if (failed && Date.now() - failed.at < restMs) throw failed.reason;
    try {
      const response = await fetch(url, options);
      if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
      failed = null;
      return response;
    } catch (reason) {
      failed = { at: Date.now(), reason };
      throw reason;
    }
  };
}

async function findKeys({ issuer, jwksUrl }: OidcSettings, ask: Fetch): Promise<JWTVerifyGetKey> {
  const url = jwksUrl ?? (await discover(issuer, ask));
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cooldownDuration: 30_000,
    [customFetch]: ask,
  });
}

async function discover(issuer: string, ask: Fetch): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await ask(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  const document = discovery.parse(await answer.json());
  if (document.issuer !== issuer) throw new Error(`${url} names another issuer, ${document.issuer}.`);
  return document.jwks_uri;
}

function toAppError(cause: unknown): AppError {
  if (cause instanceof errors.JWTExpired) {
    return new AppError('UNAUTHENTICATED', 'The JSON web token has expired. Get a new one.', {}, { cause });
  }
  const isOfTheToken =
    cause instanceof errors.JOSEError &&
    !(cause instanceof errors.JWKSTimeout) &&
    !(cause instanceof errors.JWKSInvalid) &&
    cause.code !== 'ERR_JOSE_GENERIC';
  return isOfTheToken
    ? new AppError('UNAUTHENTICATED', `The JSON web token is not accepted: ${cause.message}.`, {}, { cause })
    : new AppError(
        'UNAVAILABLE',
        'The keys of the token issuer cannot be had. Try again later.',
        { retryAfter: 30 },
        { cause },
      );
}
