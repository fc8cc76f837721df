import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tokens } from '../../drizzle/schema.ts';
import { voterOf } from '../../src/access/accounts.ts';
import { clientAddress, isLoopback } from '../../src/access/client-address.ts';
import { anonymous, permissionsOf, refusal, requirePermission } from '../../src/access/permissions.ts';
import { runTokenCommand, type TokenCommand, tokenCommand } from '../../src/access/token-command.ts';
import {
  createToken,
  findLiveToken,
  isLive,
  isOurs,
  listTokens,
  type NewToken,
  revokeToken,
  verifyToken,
} from '../../src/access/tokens.ts';
import { readConfig } from '../../src/config.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { tokenIn } from './callers.ts';

const ci: NewToken = { name: 'ci', role: 'publisher', voter: false, quota: null, expires: null };

describe('tokens', () => {
  it('keeps a hash of the secret and nothing of the secret itself', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const text = await createToken(database, ci);
    const [row] = await database.db.select().from(tokens);
    expect(text).toMatch(/^sps_1_[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(text.slice(6));
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyToken(database, text)).toMatchObject({ name: 'ci', role: 'publisher' });
  });

  it('knows no token by a wrong secret, another id, or half of it', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const text = await createToken(database, ci);
    const other = await createToken(database, { ...ci, name: 'other' });
    const secretOfOther = other.replace(/^sps_2_/, '');
    for (const wrong of [
      `sps_1_${secretOfOther}`,
      text.slice(0, -1),
      `${text}A`,
      `sps_99_${secretOfOther}`,
      `sps_9999999999_${secretOfOther}`,
      'sps_1_',
    ]) {
      expect(await verifyToken(database, wrong), wrong).toBeNull();
    }
  });

  it('knows no token any more that is revoked or past its end, and frees the name', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const text = await createToken(database, ci);
    await revokeToken(database, 'ci');
    expect(await verifyToken(database, text)).toBeNull();
    const again = await createToken(database, { ...ci, expires: new Date(Date.now() - 1) });
    expect(await verifyToken(database, again)).toBeNull();
    expect((await listTokens(database)).map(({ id }) => id)).toEqual([2]);
  });

  it('knows a token by its id while it can be used, without its hash', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const expires = new Date(Date.now() + 3_600_000);
    const text = await createToken(database, { ...ci, expires });
    await createToken(database, { ...ci, name: 'over', expires: new Date(Date.now() - 1) });
    expect(await verifyToken(database, text)).toMatchObject({ id: 1, expires });
    const found = await findLiveToken(database, 1);
    expect(found).toMatchObject({ id: 1, name: 'ci', expires });
    expect(found).not.toHaveProperty('hash');
    expect([await findLiveToken(database, 2), await findLiveToken(database, 3)]).toEqual([null, null]);
    await revokeToken(database, 'ci');
    expect(await findLiveToken(database, 1)).toBeNull();
  });

  it('records the last use, but writes it once a minute at most', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const text = await createToken(database, ci);
    expect((await listTokens(database))[0]?.lastUsed).toBeNull();
    await verifyToken(database, text);
    const first = (await listTokens(database))[0]?.lastUsed;
    expect(first).toBeInstanceOf(Date);
    await verifyToken(database, text);
    expect((await listTokens(database))[0]?.lastUsed).toEqual(first);
    const longAgo = new Date(Date.now() - 61_000);
    await database.db.update(tokens).set({ lastUsed: longAgo }).where(eq(tokens.id, 1));
    await verifyToken(database, text);
    expect((await listTokens(database))[0]?.lastUsed?.getTime()).toBeGreaterThan(longAgo.getTime());
  });

  it('refuses a name that is taken, and to revoke one that is not there', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await createToken(database, ci);
    await expect(createToken(database, ci)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There is a token named "ci" already.',
      details: { field: 'name' },
    });
    await expect(revokeToken(database, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what an operator can do with tokens', () => {
  it('is to make one with all that is said of it, to list and to revoke it', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const run = (command: TokenCommand) => runTokenCommand(database, command);
    expect(await run({ do: 'list' })).toEqual(['There are no tokens.']);
    const made = { do: 'create', role: 'publisher' } as const;
    const expires = '2100-01-02T03:04:05.000Z';
    const [word, text = ''] = await run({ ...made, name: 'ci', voter: true, quota: null, expires });
    expect(word).toBe(
      'The token "ci" is made. It is shown this once; keep it where nobody else can read it.',
    );
    expect(await verifyToken(database, text)).toMatchObject({ name: 'ci', expires: new Date(expires) });
    await run({ ...made, name: 'bot', voter: false, quota: 5, expires: null });
    const minute = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect((await run({ do: 'list' })).map((line) => line.split('\t'))).toEqual([
      ['name', 'role', 'voter', 'quota', 'made', 'expires', 'last used'],
      ['ci', 'publisher', 'yes', 'none', minute, '2100-01-02 03:04', minute],
      ['bot', 'publisher', 'no', '5 bytes', minute, 'never', 'never'],
    ]);
    expect(await run({ do: 'revoke', name: 'ci' })).toEqual(['The token "ci" is revoked.']);
    expect(await verifyToken(database, text)).toBeNull();
  });

  const create = { do: 'create', name: 'ci', role: 'reader', voter: false, quota: null, expires: null };
  it.each<[takes: boolean, command: object]>([
    [true, create],
    [true, { ...create, name: 'a.b-c_D9'.repeat(8), quota: 1, expires: '2100-01-02T03:04:05Z' }],
    [true, { do: 'revoke', name: 'x'.repeat(64) }],
    [true, { do: 'list' }],
    [false, { ...create, name: '' }],
    [false, { ...create, name: 'x'.repeat(65) }],
    [false, { ...create, name: 'a b' }],
    [false, { ...create, name: 'ci\n' }],
    [false, { ...create, role: 'king' }],
    [false, { ...create, quota: 0 }],
    [false, { ...create, quota: 1.5 }],
    [false, { ...create, expires: 'tomorrow' }],
    [false, { ...create, voter: undefined }],
    [false, { do: 'revoke', name: 'x'.repeat(65) }],
    [false, { do: 'delete', name: 'ci' }],
  ])('is a command: %s, %j', (takes, command) => {
    expect(tokenCommand.safeParse(command).success).toBe(takes);
  });
});

it('a token is over at the moment of its end, and one that was revoked before it', () => {
  const now = new Date('2030-01-01T00:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const isLiveUntil = (ms: number, revoked: Date | null = null) =>
    isLive({ revoked, expires: new Date(now.getTime() + ms) });
  expect([isLiveUntil(-1), isLiveUntil(0), isLiveUntil(1), isLiveUntil(1, now)]).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect([isLive({ revoked: null, expires: null }), isLive({ revoked: now, expires: null })]).toEqual([
    true,
    false,
  ]);
});

it('tells tokens of ours from those of an issuer by how they begin', () => {
  expect(['sps_1_secret', 'sps_', 'eyJhbGciOi.sps_', ''].map(isOurs)).toEqual([true, true, false, false]);
});

const stranger = anonymous('192.0.2.1');
const person = { ...stranger, kind: 'oidc' } as const;

it.each([
  ['open', ['read', 'publish', 'vote']],
  ['read-only', ['read']],
  ['closed', []],
] as const)(
  'gives anybody in mode %s %j, a token no less, operating to operators and others’ votes to voters',
  (mode, left) => {
    const of = (role: Parameters<typeof permissionsOf>[1]['role'], mayNameVoter = false) =>
      permissionsOf(mode, { role, mayNameVoter });
    expect([...of(null)]).toEqual(left);
    expect([...of('reader')]).toEqual(expect.arrayContaining([...left]));
    expect([of(null), of('publisher', true), of('operator')].map((all) => all.has('operate'))).toEqual([
      false,
      false,
      true,
    ]);
    expect([of('operator'), of('reader', true)].map((all) => all.has('voteForOthers'))).toEqual([
      false,
      true,
    ]);
  },
);

it('lets through whoever may, asks for a token where there is none, and says which role would do', () => {
  requirePermission('read-only', stranger, 'read');
  requirePermission('open', stranger, 'vote');
  const asking = (viewer: typeof stranger, what: 'read' | 'publish') => () =>
    requirePermission('closed', viewer, what);
  expect(asking(stranger, 'read')).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  expect(asking({ ...stranger, kind: 'token', role: 'reader' }, 'publish')).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN', message: expect.stringContaining('publisher or operator') }),
  );
  for (const [viewer, what, words] of [
    [person, 'publish', 'the role publisher or operator; the given one has the role none'],
    [{ ...person, role: 'reader' }, 'operate', 'the role operator; the given one has the role reader'],
    [stranger, 'voteForOthers', 'a token made with --voter'],
  ] as const)
    expect(refusal(viewer, what).message).toContain(words);
});

it('keeps a vote under a name that is the caller’s alone', () => {
  expect(voterOf({ ...stranger, kind: 'token', name: 'ci', tokenId: 7 })).toBe('token:7');
  const alice = voterOf({ ...person, name: 'alice' });
  expect(alice).toBe('oidc:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90');
  expect(voterOf({ ...person, name: 'bob' })).not.toBe(alice);
});

function requestFrom(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

it.each<[string, string[], string | undefined, string | undefined, string]>([
  ['does not believe what anybody says', [], '198.51.100.7', '192.0.2.1', '198.51.100.7'],
  ['what no proxy of ours says', ['10.0.0.0/8'], '198.51.100.7', '192.0.2.1', '198.51.100.7'],
  ['what a proxy says', ['10.0.0.0/8', 'loopback'], '127.0.0.1', '192.0.2.1', '192.0.2.1'],
  [
    'as far as proxies reach',
    ['10.0.0.0/8', 'loopback'],
    '10.1.2.3',
    '203.0.113.9, 192.0.2.1, 10.9.9.9',
    '192.0.2.1',
  ],
  ['a network of a customer', [], '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2::/64'],
  ['another address in it', [], '2001:db8:1:2:bbbb::2', undefined, '2001:db8:1:2::/64'],
  ['IPv4 in the form of IPv6', [], '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['an address of a link', [], 'fe80::1%eth0', undefined, 'fe80::/64'],
  ['what is no address', ['loopback'], '127.0.0.1', 'not-an-address', 'unknown'],
  ['a client that has gone', [], undefined, undefined, 'unknown'],
  ['a proxy that has gone', ['loopback'], undefined, '192.0.2.1', 'unknown'],
])('%s: trusting %j, %s that says %s is %s', (_what, proxies, remote, forwardedFor, address) => {
  expect(clientAddress(proxies)(requestFrom(remote, forwardedFor))).toBe(address);
});

it('refuses a list of proxies with anything else in it', () => {
  const read = (TRUSTED_PROXIES?: string) => readConfig({ TRUSTED_PROXIES }).trustedProxies;
  expect(read('10.0.0.0/8, loopback')).toEqual(['10.0.0.0/8', 'loopback']);
  expect(read()).toEqual([]);
  expect(() => read('proxy.example')).toThrow('TRUSTED_PROXIES: must be a list');
});

it('knows whether only this machine reaches a server', () => {
  const hosts = ['localhost', '127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'];
  expect(hosts.filter((host) => !isLoopback(host))).toEqual([]);
  expect(['0.0.0.0', '::', '192.0.2.1', 'packs.example', ''].filter(isLoopback)).toEqual([]);
});

it('a request is held where a token can be taken from it, and only there', async () => {
  await using running = await startTestApp();
  const { app, url } = running;
  const hold = vi.spyOn(app.access.connections, 'hold');
  expect((await fetch(`${url}/api/v2/modpacks/1`)).status).toBe(404);
  expect(hold).not.toHaveBeenCalled();
  const token = await tokenIn(app.database, 'reader', { role: 'reader' });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${url}/api/v2/modpacks/1`, { headers })).status).toBe(404);
  expect(hold).toHaveBeenCalledOnce();
});
