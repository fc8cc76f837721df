import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
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
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Checks tokens of one issuer; its keys are fetched when first needed and again when an unknown one is used. */
export function createJwtVerifier(settings: OidcSettings): JwtVerifier {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const getKeys = () => {
    keys ??= findKeys(settings).catch((error: unknown) => {
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
        clockTolerance: 30,
      });
      const { sub, exp } = payload;
      if (sub === undefined || exp === undefined) throw new errors.JWTInvalid('sub and exp are required');
      return { subject: sub, role: roleOfClaims(settings, payload), expires: new Date(exp * 1000) };
    } catch (error) {
      throw toAppError(error);
    }
  };
}

async function findKeys({ issuer, jwksUrl }: OidcSettings): Promise<JWTVerifyGetKey> {
  const url = jwksUrl ?? (await discover(issuer));
  return createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, cooldownDuration: 30_000 });
}

async function discover(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
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
