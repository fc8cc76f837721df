import { type Role, roles } from '../../drizzle/schema.ts';
import { AppError } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { JwtProof } from './jwt-proof.ts';

/** Rights of callers without a token. */
export type Access = 'open' | 'read-only' | 'closed';

/** A right that a field of the schema or a route needs. */
export const permissions = ['read', 'publish', 'vote', 'voteForOthers', 'operate'] as const;
export type Permission = (typeof permissions)[number];

/** The caller of a request. */
export interface Viewer extends Caller {
  role: Role | null;
  /** Whether the caller may vote for others, by name. */
  mayNameVoter: boolean;
  /** Bytes that the caller may keep stored; null means no limit. */
  quota: number | null;
  expires: Date | null;
  /** The proof of the caller's JSON web token, stored with links and tickets; null without one. */
  proof: JwtProof | null;
  /** The session of the caller's browser; null where the request carries a token itself, or nothing. */
  sessionId: number | null;
}

const ofAnonymous: Record<Access, readonly Permission[]> = {
  open: ['read', 'publish', 'vote'],
  'read-only': ['read'],
  closed: [],
};

const ofRole: Record<Role, readonly Permission[]> = {
  reader: ['read'],
  publisher: ['read', 'publish', 'vote'],
  operator: ['read', 'publish', 'vote', 'operate'],
};

/** A caller without a token, at this address. */
export function anonymous(address: string): Viewer {
  return {
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
  };
}

const ofVoter: readonly Permission[] = ['vote', 'voteForOthers'];

type Rights = Pick<Viewer, 'role' | 'mayNameVoter'>;

/** Whether a right belongs to everyone, to the role, or is the right to vote for others. */
function mayDo(access: Access, { role, mayNameVoter }: Rights, permission: Permission): boolean {
  return (
    ofAnonymous[access].includes(permission) ||
    (role !== null && ofRole[role].includes(permission)) ||
    (mayNameVoter && ofVoter.includes(permission))
  );
}

/** All rights of this caller. */
export function permissionsOf(access: Access, viewer: Rights): Set<Permission> {
  return new Set(permissions.filter((permission) => mayDo(access, viewer, permission)));
}

/** Fails with UNAUTHENTICATED when a token is missing, with FORBIDDEN when the given one does not suffice. */
export function requirePermission(access: Access, viewer: Viewer, permission: Permission): void {
  if (!mayDo(access, viewer, permission)) throw refusal(viewer, permission);
}

/** The error for a missing right, which says what is needed. */
export function refusal(viewer: Viewer, permission: Permission): AppError {
  const needed =
    permission === 'voteForOthers'
      ? 'a token made with --voter'
      : `a token with the role ${roles.filter((role) => ofRole[role].includes(permission)).join(' or ')}`;
  return viewer.kind === 'anonymous'
    ? new AppError('UNAUTHENTICATED', `This needs ${needed}: send it as "Authorization: Bearer <token>".`)
    : new AppError('FORBIDDEN', `This needs ${needed}; the given one has the role ${viewer.role ?? 'none'}.`);
}
