import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Limiter } from '../limits/rate-limits.ts';
import type { JwtIssuer } from './oidc.ts';
import { anonymous, type Viewer } from './permissions.ts';
import { isOurs, verifyToken } from './tokens.ts';

/** Identifies the caller by the value of an Authorization header and the client's address. */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<Viewer>;

const bearer = /^Bearer +([\w.~+/=-]{1,8192})$/i;

/** A request without a header is anonymous. An invalid header fails with UNAUTHENTICATED. */
export function createAuthenticate(
  database: Pick<Database, 'db'>,
  limiter: Limiter,
  issuer: Pick<JwtIssuer, 'verify'> | null,
): Authenticate {
  return async (authorization, address) => {
    if (authorization === undefined) return anonymous(address);
    const [, text = ''] = bearer.exec(authorization) ?? [];
    try {
      return await viewerOf(text, address);
    } catch (error) {
      // Failed guesses count against the address as reads do.
      await limiter.spend('reads', anonymous(address));
      throw error;
    }
  };

  async function viewerOf(text: string, address: string): Promise<Viewer> {
    if (isOurs(text)) {
      const token = await verifyToken(database, text);
      if (!token) throw unknown();
      const { id: tokenId, name, role, voter: mayNameVoter, quota, expires } = token;
      return { kind: 'token', name, role, mayNameVoter, tokenId, address, quota, expires, proof: null };
    }
    if (!issuer || text.split('.').length !== 3) throw unknown();
    const { subject: name, role, expires, proof } = await issuer.verify(text);
    return {
      kind: 'oidc',
      name,
      role,
      mayNameVoter: false,
      tokenId: null,
      address,
      quota: null,
      expires,
      proof,
    };
  }
}

function unknown(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'The token in the Authorization header is unknown, revoked or expired. It has to be "Bearer <token>".',
  );
}
