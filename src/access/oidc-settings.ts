import { type Role, roles } from '../../drizzle/schema.ts';
import type { JwtProof } from './jwt-proof.ts';

/** The issuer whose JSON web tokens are accepted, and the meaning of their claims. */
export interface OidcSettings {
  issuer: string;
  audience: string;
  /** The address of the issuer's keys; null takes the one in its discovery document. */
  jwksUrl: string | null;
  /** The path to the claim with the roles, outermost name first. */
  roleClaim: string[];
  /** The value in that claim for each role. */
  roleNames: Record<Role, string>;
  /** The client as which the web app signs people in, and the requested scope; null: no sign-in. */
  web: { clientId: string; scope: string } | null;
}

/** The highest of our roles in the claims; null when they have none. */
export function roleOfClaims(
  { roleClaim, roleNames }: OidcSettings,
  claims: Readonly<Record<string, unknown>>,
): Role | null {
  let value: unknown = claims;
  for (const name of roleClaim) {
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  // Some issuers write one text with spaces, as for scopes.
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(' ') : [];
  return roles.findLast((role) => given.includes(roleNames[role])) ?? null;
}

/** The role of a stored proof, which may be of another release. */
export function roleOfProof({ role }: Pick<JwtProof, 'role'>): Role | null {
  return roles.find((one) => one === role) ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
