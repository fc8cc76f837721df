import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Role } from '../../drizzle/schema.ts';
import { AppError } from '../errors.ts';
import { createRestingFetch, discover, discoveryTimeoutMs, type Fetch } from './oidc-discovery.ts';
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
/** How far the issuer's clock and ours may differ. */
const toleranceSeconds = 30;
/** Seconds; what lies beyond is no moment that a JavaScript date can hold, even with the tolerance added. */
const lastMoment = 8_640_000_000_000 - toleranceSeconds;
const identity = z.object({
  // It goes into logs and rows, where control characters (a NUL above all) have no place.
  sub: z.string().regex(/^\P{Cc}+$/u),
  exp: z.number().min(0).max(lastMoment),
});

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
      if (!data)
        throw new errors.JWTInvalid(
          'sub must be a text without control characters, and exp the seconds of a moment',
        );
      const expires = new Date((data.exp + toleranceSeconds) * 1000);
      return { subject: data.sub, role: roleOfClaims(settings, payload), expires };
    } catch (error) {
      throw toAppError(error);
    }
  };
}

async function findKeys({ issuer, jwksUrl }: OidcSettings, ask: Fetch): Promise<JWTVerifyGetKey> {
  const url = jwksUrl ?? (await discover(issuer, ask)).jwks_uri;
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: discoveryTimeoutMs,
    cooldownDuration: 30_000,
    [customFetch]: ask,
  });
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
