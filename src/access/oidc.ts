import { createHash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createRemoteJWKSet,
  customFetch,
  errors,
  exportJWK,
  type JWSHeaderParameters,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { type Role, roles } from '../../drizzle/schema.ts';
import { AppError } from '../errors.ts';
import type { JwtProof } from './jwt-proof.ts';
import { createRestingFetch, discover, discoveryTimeoutMs, type Fetch } from './oidc-discovery.ts';
import { type OidcSettings, roleOfClaims } from './oidc-settings.ts';

/** The identity that a JSON web token proves. */
export interface OidcIdentity {
  subject: string;
  role: Role | null;
  expires: Date;
  proof: JwtProof;
}

/** The issuer of JSON web tokens. */
export interface JwtIssuer {
  /** Fails with UNAUTHENTICATED, or with UNAVAILABLE when the issuer's keys cannot be fetched. */
  verify(jwt: string): Promise<OidcIdentity>;
  /**
   * Whether a stored proof still holds: its key has not left the issuer's set, and the settings give its roles the same
   * meaning. Fails with UNAVAILABLE.
   */
  accepts(proof: JwtProof): Promise<boolean>;
}

// Asymmetric algorithms only: HMAC would accept the public key as a shared secret.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Tolerated clock difference with the issuer. */
const toleranceSeconds = 30;
/** Seconds: the latest time of a JavaScript `Date`, less the tolerance. */
const lastTimestamp = 8_640_000_000_000 - toleranceSeconds;
const identity = z.object({
  // The subject goes into logs and rows, so control characters (a NUL above all) are refused.
  sub: z.string().regex(/^\P{Cc}+$/u),
  exp: z.number().min(0).max(lastTimestamp),
});

/** Allowed values of `typ`. An issuer signs other kinds too, such as logout+jwt, which must not give access. */
const bearerTypes: readonly string[] = ['jwt', 'at+jwt'];

type KeySet = ReturnType<typeof createRemoteJWKSet>;
/** The header fields that select one of the issuer's keys. */
type KeyHeader = Pick<JWSHeaderParameters, 'kid'> & { alg: string };

/** Checks tokens of one issuer; the keys are fetched on first use, and again for an unknown key. */
export function createJwtIssuer(settings: OidcSettings): JwtIssuer {
  const under = meaningOf(settings);
  const request = createRestingFetch();
  let keys: Promise<KeySet> | null = null;
  const getKeys = () => {
    keys ??= findKeys(settings, request).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  const thumbprints = new WeakMap<object, Promise<string>>();
  const thumbprintOf = async ({ alg, kid }: KeyHeader) => {
    const key = await (await getKeys())(kid === undefined ? { alg } : { alg, kid });
    const thumbprint = thumbprints.get(key) ?? exportJWK(key).then((jwk) => calculateJwkThumbprint(jwk));
    thumbprints.set(key, thumbprint);
    return thumbprint;
  };
  const verify = async (jwt: string) => {
    const { issuer, audience } = settings;
    try {
      const { payload, protectedHeader } = await jwtVerify(jwt, await getKeys(), {
        issuer,
        audience,
        algorithms,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: toleranceSeconds,
      });
      if (!isBearer(protectedHeader.typ)) throw new errors.JWTInvalid('its typ is neither JWT nor at+jwt');
      const { data } = identity.safeParse(payload);
      if (!data)
        throw new errors.JWTInvalid(
          'sub must be a text without control characters, and exp the seconds of a moment',
        );
      const expires = new Date((data.exp + toleranceSeconds) * 1000);
      const role = roleOfClaims(settings, payload);
      const { alg, kid } = protectedHeader;
      const proof = {
        role,
        expires: expires.getTime(),
        settings: under,
        alg,
        ...(kid === undefined ? {} : { kid }),
        key: await thumbprintOf(protectedHeader),
      };
      return { subject: data.sub, role, expires, proof };
    } catch (error) {
      throw toAppError(error);
    }
  };
  const accepts = async ({ settings: accepted, alg, kid, key }: JwtProof) => {
    if (accepted !== under) return false;
    if (key === null) return true;
    try {
      return (await thumbprintOf(kid === undefined ? { alg } : { alg, kid })) === key;
    } catch (error) {
      const failure = toAppError(error);
      if (failure.code === 'UNAUTHENTICATED') return false;
      throw failure;
    }
  };
  return { verify, accepts };
}

/**
 * Whether a token with this `typ` may be used as a bearer token; RFC 7515 allows leaving out `application/`, and
 * ignores case.
 */
function isBearer(typ: unknown): boolean {
  if (typ === undefined) return true;
  return typeof typ === 'string' && bearerTypes.includes(typ.toLowerCase().replace(/^application\//, ''));
}

/** A short digest of the settings that decide which rights a token gives. */
function meaningOf({ issuer, audience, roleClaim, roleNames }: OidcSettings): string {
  const all = JSON.stringify([issuer, audience, roleClaim, roles.map((role) => roleNames[role])]);
  return createHash('sha256').update(all).digest('base64url').slice(0, 16);
}

async function findKeys({ issuer, jwksUrl }: OidcSettings, request: Fetch): Promise<KeySet> {
  const url = jwksUrl ?? (await discover(issuer, request)).jwks_uri;
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: discoveryTimeoutMs,
    cooldownDuration: 30_000,
    [customFetch]: request,
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
        'The keys of the token issuer cannot be fetched. Try again later.',
        { retryAfter: 30 },
        { cause },
      );
}
