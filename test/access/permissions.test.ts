import { expect, it } from 'vitest';
import { anonymous, permissionsOf, refusal, requirePermission } from '../../src/access/permissions.ts';

const nobody = { role: null, mayNameVoter: false };

it('gives anonymous callers what the mode leaves them', () => {
  expect([...permissionsOf('open', nobody)]).toEqual(['read', 'publish', 'vote']);
  expect([...permissionsOf('read-only', nobody)]).toEqual(['read']);
  expect([...permissionsOf('closed', nobody)]).toEqual([]);
});

it('never leaves a token with less than nobody has', () => {
  const reader = permissionsOf('open', { role: 'reader', mayNameVoter: false });
  expect(reader.has('publish')).toBe(true);
});

it('gives operating to operators alone, and voting for others to voters alone', () => {
  for (const mode of ['open', 'read-only', 'closed'] as const) {
    expect(permissionsOf(mode, nobody).has('operate')).toBe(false);
    expect(permissionsOf(mode, { role: 'publisher', mayNameVoter: true }).has('operate')).toBe(false);
    expect(permissionsOf(mode, { role: 'operator', mayNameVoter: false }).has('operate')).toBe(true);
    expect(permissionsOf(mode, { role: 'operator', mayNameVoter: false }).has('voteForOthers')).toBe(false);
    expect(permissionsOf(mode, { role: 'reader', mayNameVoter: true }).has('voteForOthers')).toBe(true);
  }
});

it('asks for a token where there is none, and says which role would do where there is one', () => {
  const stranger = anonymous('192.0.2.1');
  expect(() => requirePermission('closed', stranger, 'read')).toThrow(
    expect.objectContaining({ code: 'UNAUTHENTICATED' }),
  );
  expect(() =>
    requirePermission('closed', { ...stranger, kind: 'token', role: 'reader' }, 'publish'),
  ).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining('publisher or operator') }),
  );
});

it('lets through whoever may', () => {
  const stranger = anonymous('192.0.2.1');
  expect(() => requirePermission('read-only', stranger, 'read')).not.toThrow();
  expect(() => requirePermission('open', stranger, 'vote')).not.toThrow();
  expect(stranger.mayNameVoter).toBe(false);
});

it('names the roles that would do, and the one that does not', () => {
  const stranger = anonymous('192.0.2.1');
  const person = { ...stranger, kind: 'oidc' } as const;
  expect(refusal(person, 'publish').message).toContain(
    'the role publisher or operator; the given one has the role none',
  );
  expect(refusal({ ...person, role: 'reader' }, 'operate').message).toContain(
    'the role operator; the given one has the role reader',
  );
  expect(refusal(stranger, 'voteForOthers').message).toContain('a token made with --voter');
});
