import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Limiter } from '../limits/rate-limits.ts';
import type { JwtIssuer } from './oidc.ts';
import { roleOfProof } from './oidc-settings.ts';
import { anonymous, type Viewer } from './permissions.ts';
import { verifySession } from './sessions.ts';
import { isOurs, type Token, verifyToken } from './tokens.ts';

/** What a request shows of its caller. */
export interface Credentials {
  /** The value of the Authorization header; it wins over a session. */
  authorization: string | undefined;
  /** The secret of the browser's session; null without one. */
  session: string | null;
}

/** Identifies the caller by credentials and the client's address. */
export type Authenticate = (credentials: Credentials, address: string) => Promise<Viewer>;

const bearer = /^Bearer +([\w.~+/=-]{1,8192})$/i;

/**
 * A request without a header is of its session, or anonymous without one or where that has ended. An invalid header
 * fails with UNAUTHENTICATED.
 */
export function createAuthenticate(
  database: Pick<Database, 'db'>,
  limiter: Limiter,
  issuer: Pick<JwtIssuer, 'verify' | 'accepts'> | null,
): Authenticate {
  return async ({ authorization, session }, address) => {
    // Failed guesses count against the address as reads do.
    const countGuess = () => limiter.spend('reads', anonymous(address));
    if (authorization === undefined) {
      const viewer = session === null ? null : await viewerOfSession(session, address);
      if (session !== null && viewer === null) await countGuess();
      return viewer ?? anonymous(address);
    }
    const [, text = ''] = bearer.exec(authorization) ?? [];
    try {
      return await viewerOf(text, address);
    } catch (error) {
      await countGuess();
      throw error;
    }
  };

  async function viewerOf(text: string, address: string): Promise<Viewer> {
    if (isOurs(text)) {
      const token = await verifyToken(database, text);
      if (!token) throw unknown();
      return viewerOfToken(token, address);
    }
    if (!issuer || text.split('.').length !== 3) throw unknown();
    const { subject, role, expires, proof } = await issuer.verify(text);
    return { ...viewerOfIssuer(subject, address), role, expires, proof };
  }

  async function viewerOfSession(secret: string, address: string): Promise<Viewer | null> {
    const found = await verifySession(database, secret);
    if (found === null) return null;
    const { id: sessionId, subject, proof, expires } = found.session;
    if (found.token) {
      const viewer = viewerOfToken(found.token, address);
      const first = viewer.expires !== null && viewer.expires < expires ? viewer.expires : expires;
      return { ...viewer, expires: first, sessionId };
    }
    // The settings may name another issuer since, or give its roles another meaning.
    if (subject === null || proof === null || !(await issuer?.accepts(proof))) return null;
    return { ...viewerOfIssuer(subject, address), role: roleOfProof(proof), expires, proof, sessionId };
  }
}

function viewerOfToken(
  { id: tokenId, name, role, voter: mayNameVoter, quota, expires }: Token,
  address: string,
): Viewer {
  return { ...anonymous(address), kind: 'token', name, role, mayNameVoter, tokenId, quota, expires };
}

function viewerOfIssuer(name: string, address: string): Viewer {
  return { ...anonymous(address), kind: 'oidc', name };
}

function unknown(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'The token in the Authorization header is unknown, revoked or expired. It has to be "Bearer <token>".',
  );
}
