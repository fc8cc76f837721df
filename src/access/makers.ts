import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { TokenHolder } from '../limits/live-connections.ts';
import { jwtProof } from './jwt-proof.ts';
import type { JwtIssuer } from './oidc.ts';
import { roleOfProof } from './oidc-settings.ts';
import { type Access, type Permission, permissionsOf, type Viewer } from './permissions.ts';
import { findLiveToken } from './tokens.ts';

/** The maker of a link or an upload ticket, with the facts to check later whether its right still holds. */
export const maker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous') }),
  z.object({ kind: z.literal('token'), tokenId: z.int() }),
  z.object({ kind: z.literal('oidc'), subject: z.string(), proof: jwtProof }),
]);
export type Maker = z.infer<typeof maker>;

/** Checks whether a maker still has a right. */
export interface Makers {
  /**
   * The token that requests by this maker's link or ticket count for; null when the maker's token is revoked, has
   * expired, or no longer allows this. Fails with UNAVAILABLE when the issuer's keys cannot be fetched.
   */
  holderOf(maker: Maker, permission: Permission): Promise<TokenHolder | null>;
}

/** The maker record of a caller. */
export function makerOf({ tokenId, name, proof }: Pick<Viewer, 'tokenId' | 'name' | 'proof'>): Maker {
  if (tokenId !== null) return { kind: 'token', tokenId };
  return proof === null ? { kind: 'anonymous' } : { kind: 'oidc', subject: name, proof };
}

/** The end of a link or ticket: after `seconds`, and no later than its maker's token. */
export function endOf({ expires }: Pick<Viewer, 'expires'>, seconds: number): Date {
  const end = Date.now() + seconds * 1000;
  return new Date(expires === null ? end : Math.min(end, expires.getTime()));
}

export function createMakers(
  database: Pick<Database, 'db'>,
  issuer: Pick<JwtIssuer, 'accepts'> | null,
  mode: Access,
): Makers {
  const find = async (one: Maker) => {
    if (one.kind === 'anonymous') return { role: null, mayNameVoter: false, tokenId: null, expires: null };
    if (one.kind === 'token') {
      const token = await findLiveToken(database, one.tokenId);
      return token && { ...token, mayNameVoter: token.voter, tokenId: token.id };
    }
    const role = (await issuer?.accepts(one.proof)) ? roleOfProof(one.proof) : null;
    return { role, mayNameVoter: false, tokenId: null, expires: new Date(one.proof.expires) };
  };
  return {
    async holderOf(one, permission) {
      const found = await find(one);
      if (!found || !permissionsOf(mode, found).has(permission)) return null;
      const { tokenId, expires } = found;
      if (expires !== null && expires.getTime() <= Date.now()) return null;
      return { tokenId, expires };
    },
  };
}
