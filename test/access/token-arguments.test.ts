import { expect, it } from 'vitest';
import { parseTokenArguments } from '../../src/access/token-arguments.ts';

it('reads a whole command line', () => {
  const before = Date.now();
  const command = parseTokenArguments(
    'create --name ci --role publisher --voter --expires 90d --quota 50GiB'.split(' '),
  );
  expect(command).toMatchObject({
    do: 'create',
    name: 'ci',
    role: 'publisher',
    voter: true,
    quota: 50 * 2 ** 30,
  });
  if (command.do !== 'create' || command.expires === null) throw new Error('no end was read');
  const end = new Date(command.expires).getTime();
  expect(end).toBeGreaterThanOrEqual(before + 90 * 86_400_000);
  expect(end).toBeLessThanOrEqual(Date.now() + 90 * 86_400_000);
});

it('takes a word behind it for the name of a token that is revoked alone', () => {
  const command = parseTokenArguments([
    'create',
    'other',
    '--name',
    'ci',
    '--role',
    'reader',
    '--quota',
    '5TB',
  ]);
  expect(command).toMatchObject({ do: 'create', name: 'ci', quota: 5e12 });
});

it('lets a token end within a hundred years', () => {
  const command = parseTokenArguments([
    'create',
    '--name',
    'ci',
    '--role',
    'reader',
    '--expires',
    '999999999w',
  ]);
  if (command.do !== 'create' || command.expires === null) throw new Error('no end was read');
  expect(new Date(command.expires).getTime()).toBeLessThanOrEqual(Date.now() + 100 * 365 * 86_400_000);
});

it('makes a token without end, quota or the right to vote for others unless told', () => {
  expect(parseTokenArguments(['create', '--name', 'ci', '--role', 'reader'])).toEqual({
    do: 'create',
    name: 'ci',
    role: 'reader',
    voter: false,
    quota: null,
    expires: null,
  });
  expect(parseTokenArguments(['revoke', 'ci'])).toEqual({ do: 'revoke', name: 'ci' });
  expect(parseTokenArguments(['list'])).toEqual({ do: 'list' });
});

it.each([
  [[], /the word after/],
  [['make'], /the word after/],
  [['create', '--role', 'reader'], /--name/],
  [['create', '--name', 'a b', '--role', 'reader'], /--name/],
  [['create', '--name', 'ci', '--role', 'king'], /--role/],
  [['create', '--name', 'ci', '--role', 'reader', '--expires', '90'], /--expires.*h, d, w/],
  [['create', '--name', 'ci', '--role', 'reader', '--expires', '90y'], /--expires.*h, d, w/],
  [['create', '--name', 'ci', '--role', 'reader', '--expires', 'x90d'], /--expires.*h, d, w/],
  [['create', '--name', 'ci', '--role', 'reader', '--expires', '90d5'], /--expires.*h, d, w/],
  [['create', '--name', 'ci', '--role', 'reader', '--quota', '-1GB'], /--quota/],
  [['revoke'], /--name/],
  [['list', '--colour'], /colour/],
])('refuses %j and says what is wrong', (args, message) => {
  expect(() => parseTokenArguments(args)).toThrow(message);
});
