import { type Role, roles } from '../../drizzle/schema.ts';
import { AppError } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { JwtProof } from './jwt-proof.ts';

/** Rights of callers without a token. */
export type Access = 'open' | 'read-only' | 'closed';

/** A right that a field of the schema or a route needs. */
export const permissions = ['read', 'publish', 'vote', 'voteForOthers', 'operate'] as const;
export type Permission = (typeof permissions)[number];

/** The caller of a request, as far as it is known. */
export interface Viewer extends Caller {
  role: Role | null;
  /** Whether it may vote for others, by name. */
  mayNameVoter: boolean;
  /** Bytes it may keep stored; null means no limit. */
  quota: number | null;
  expires: Date | null;
  /** The proof of its JSON web token, stored with links and tickets; null without one. */
  proof: JwtProof | null;
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

/** Somebody without a token, at this address. */
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
  };
}

const ofVoter: readonly Permission[] = ['vote', 'voteForOthers'];

type Rights = Pick<Viewer, 'role' | 'mayNameVoter'>;

/** The rights of everyone, those that a role adds, and the right to vote for others. */
function mayDo(access: Access, { role, mayNameVoter }: Rights, permission: Permission): boolean {
  return (
    ofAnonymous[access].includes(permission) ||
    (role !== null && ofRole[role].includes(permission)) ||
    (mayNameVoter && ofVoter.includes(permission))
  );
}

/** Everything this caller may do. */
export function permissionsOf(access: Access, viewer: Rights): Set<Permission> {
  return new Set(permissions.filter((permission) => mayDo(access, viewer, permission)));
}

/** Fails with UNAUTHENTICATED when a token is missing, with FORBIDDEN when the given one is not enough. */
export function requirePermission(access: Access, viewer: Viewer, permission: Permission): void {
  if (!mayDo(access, viewer, permission)) throw refusal(viewer, permission);
}

/** The refusal of a permission, which tells what would be needed. */
export function refusal(viewer: Viewer, permission: Permission): AppError {
  const needed =
    permission === 'voteForOthers'
      ? 'a token made with --voter'
      : `a token with the role ${roles.filter((role) => ofRole[role].includes(permission)).join(' or ')}`;
  return viewer.kind === 'anonymous'
    ? new AppError('UNAUTHENTICATED', `This needs ${needed}: send it as "Authorization: Bearer <token>".`)
    : new AppError('FORBIDDEN', `This needs ${needed}; the given one has the role ${viewer.role ?? 'none'}.`);
}
