import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oidcVariables, roleOfClaims, toOidcSettings } from '../../src/access/oidc-settings.ts';

const variables = z.object(oidcVariables);
const settingsOf = (given: Record<string, string>) => toOidcSettings(variables.parse(given));
const least = { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'packs' };

describe('the settings of an issuer', () => {
  it('are none without one', () => {
    expect(settingsOf({})).toBeNull();
    expect(settingsOf({ OIDC_AUDIENCE: 'packs', OIDC_ROLE_CLAIM: 'groups' })).toBeNull();
  });

  it('are as most issuers have it where nothing else is said', () => {
    expect(settingsOf(least)).toEqual({
      issuer: 'https://id.example',
      audience: 'packs',
      jwksUrl: null,
      roleClaim: ['roles'],
      roleNames: { reader: 'reader', publisher: 'publisher', operator: 'operator' },
      web: null,
    });
  });

  it('are what is said', () => {
    expect(
      settingsOf({
        ...least,
        OIDC_JWKS_URL: 'http://id.internal/keys',
        OIDC_ROLE_CLAIM: 'realm_access.roles',
        OIDC_READER: 'viewers',
        OIDC_PUBLISHER: 'uploaders',
        OIDC_OPERATOR: 'admins',
        OIDC_CLIENT_ID: 'web',
        OIDC_SCOPE: 'openid roles',
      }),
    ).toEqual({
      issuer: 'https://id.example',
      audience: 'packs',
      jwksUrl: 'http://id.internal/keys',
      roleClaim: ['realm_access', 'roles'],
      roleNames: { reader: 'viewers', publisher: 'uploaders', operator: 'admins' },
      web: { clientId: 'web', scope: 'openid roles' },
    });
    expect(settingsOf({ ...least, OIDC_CLIENT_ID: 'web' })).toMatchObject({ web: { scope: 'openid' } });
  });

  it('name what is missing', () => {
    expect(settingsOf({ OIDC_ISSUER: 'https://id.example' })).toMatch(/^OIDC_AUDIENCE: must be set/);
    expect(settingsOf({ OIDC_CLIENT_ID: 'web' })).toMatch(/^OIDC_CLIENT_ID: needs OIDC_ISSUER/);
  });

  it.each([
    'id.example',
    'ftp://id.example',
    'ftp://id.example/https://',
    'https://',
    'see http://id.example',
    '',
  ])('take no address like %o', (wrong) => {
    for (const name of ['OIDC_ISSUER', 'OIDC_JWKS_URL']) {
      const { error } = variables.safeParse({ [name]: wrong });
      expect(error?.issues).toMatchObject([
        { path: [name], message: 'must be an address beginning with https:// or http://' },
      ]);
    }
  });
});

describe('the role that claims give', () => {
  const roleNames = { reader: 'viewers', publisher: 'uploaders', operator: 'admins' };
  const roleOf = (roleClaim: string[], claims: Record<string, unknown>) =>
    roleOfClaims({ issuer: '', audience: '', jwksUrl: null, roleClaim, roleNames, web: null }, claims);

  it('is the highest of those that a list or a text with spaces has', () => {
    expect(roleOf(['roles'], { roles: ['admins', 'viewers'] })).toBe('operator');
    expect(roleOf(['roles'], { roles: 'uploaders viewers others' })).toBe('publisher');
    expect(roleOf(['roles'], { roles: 'viewers' })).toBe('reader');
  });

  it('is found below other claims', () => {
    expect(roleOf(['realm', 'roles'], { realm: { roles: ['viewers'] } })).toBe('reader');
    expect(roleOf(['realm', 'roles'], { roles: ['viewers'] })).toBeNull();
  });

  it.each([
    ['none of ours', { roles: ['viewer', 'Admins'] }],
    ['part of a word', { roles: 'sub-admins' }],
    ['nothing', {}],
    ['null', { roles: null }],
    ['a number', { roles: 7 }],
    ['an object', { roles: { admins: true } }],
  ])('is none where there is %s', (_what, claims) => {
    expect(roleOf(['roles'], claims)).toBeNull();
  });

  it('is none where something else stands on the way', () => {
    for (const realm of [null, 'admins', ['admins'], 7])
      expect(roleOf(['realm', 'roles'], { realm })).toBeNull();
    // What every object has is no claim.
    expect(roleOf(['constructor', 'name'], {})).toBeNull();
    const inherited: object = Object.create({ roles: ['admins'] });
    expect(roleOf(['realm', 'roles'], { realm: inherited })).toBeNull();
    expect(roleOf(['roles', 'length'], { roles: 'admins' })).toBeNull();
  });
});
