import { z } from 'zod';
import { type Role, roles } from '../../drizzle/schema.ts';

/** Whose JSON web tokens are accepted, and what their claims mean. */
export interface OidcSettings {
  issuer: string;
  audience: string;
  /** Address of its keys; null takes the one in its discovery document. */
  jwksUrl: string | null;
  /** Names that lead to the claim with the roles, outermost first. */
  roleClaim: string[];
  /** The value of that claim that gives each role. */
  roleNames: Record<Role, string>;
  /** As which client the web app signs people in, and what it asks for; null: it does not. */
  web: { clientId: string; scope: string } | null;
}

const address = z.string().refine((text) => URL.canParse(text) && /^https?:/.test(text), {
  error: 'must be an address beginning with https:// or http://',
});

/** The environment variables behind it. */
export const oidcVariables = {
  OIDC_ISSUER: address.optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_JWKS_URL: address.optional(),
  OIDC_ROLE_CLAIM: z.string().default('roles'),
  OIDC_READER: z.string().default('reader'),
  OIDC_PUBLISHER: z.string().default('publisher'),
  OIDC_OPERATOR: z.string().default('operator'),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_SCOPE: z.string().default('openid'),
};

const shape = z.object(oidcVariables);

/** Returns the settings, null when there is no issuer, or a sentence that says why they do not fit together. */
export function toOidcSettings(data: z.infer<typeof shape>): OidcSettings | null | string {
  if (data.OIDC_ISSUER === undefined) {
    return data.OIDC_CLIENT_ID === undefined
      ? null
      : 'OIDC_CLIENT_ID: needs OIDC_ISSUER, at which it is a client';
  }
  if (data.OIDC_AUDIENCE === undefined) {
    return 'OIDC_AUDIENCE: must be set with OIDC_ISSUER, or tokens made for other services would be accepted';
  }
  return {
    issuer: data.OIDC_ISSUER,
    audience: data.OIDC_AUDIENCE,
    jwksUrl: data.OIDC_JWKS_URL ?? null,
    roleClaim: data.OIDC_ROLE_CLAIM.split('.'),
    roleNames: { reader: data.OIDC_READER, publisher: data.OIDC_PUBLISHER, operator: data.OIDC_OPERATOR },
    web: data.OIDC_CLIENT_ID === undefined ? null : { clientId: data.OIDC_CLIENT_ID, scope: data.OIDC_SCOPE },
  };
}

/** The highest of our roles that the claims give; null when they give none. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
