import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/fetching/addresses.ts';
import { defaultHosts, judgeLink, parseHosts } from '../../src/fetching/hosts.ts';
import { fetchProblemCodes } from '../../src/fetching/problem-codes.ts';
import { userAgent } from '../../src/fetching/user-agent.ts';

describe('an address', () => {
  it.each(['8.8.8.8', '104.18.22.35', '2606:4700::6812:1623', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2001::1',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a link', () => {
  it('may be asked on the hosts of the list, at their ports', () => {
    const link = 'https://cdn.modrinth.com/data/AANobbMI/mod%20a.jar';
    expect(judgeLink(link, defaultHosts).href).toBe(link);
    expect(judgeLink('https://CDN.modrinth.com:443/a', defaultHosts).host).toBe('cdn.modrinth.com');
    expect(judgeLink('https://mirror.lan:8443/a', ['mirror.lan:8443']).port).toBe('8443');
  });

  it.each([
    'http://cdn.modrinth.com/a',
    'ftp://cdn.modrinth.com/a',
    'file:///etc/passwd',
    'https://cdn.modrinth.com:8443/a',
    'https://cdn.modrinth.com.evil.test/a',
    'https://evil.test/cdn.modrinth.com',
    'https://cdn.modrinth.com@evil.test/a',
    'https://user:secret@cdn.modrinth.com/a',
    'https://cdn.modrinth.com./a',
    'https://sub.cdn.modrinth.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://0x7f.1/a',
    'cdn.modrinth.com/a',
    '',
  ])('is not asked at %s', (link) => {
    expect(() => judgeLink(link, defaultHosts)).toThrow(/^(?!.*secret)/);
  });
});

it('a list of hosts is names with ports or without, and nothing else', () => {
  expect(parseHosts('a.test, B.test:8443,c.test:443')).toEqual(['a.test', 'b.test:8443', 'c.test']);
  for (const text of ['https://a.test', 'a.test/b', '*.test', 'a test', 'a.test:99999', 'user@a.test'])
    expect(parseHosts(text), text).toBeNull();
});

it('the service says who it is, and who runs it when that is set', () => {
  expect(userAgent(null)).toMatch(/^server-pack-service\/\d+\.\d+\.\d+$/);
  expect(userAgent('ops@a.test')).toMatch(/ \(ops@a\.test\)$/);
});

it('docs/fetching.md tells every problem as the code does', () => {
  const page = readFileSync(new URL('../../docs/fetching.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(FETCH_[A-Z_]+)` \| (.*) \|$/gm)].map(([, code, text]) => [
    code,
    text,
  ]);
  expect(rows).toEqual(Object.entries(fetchProblemCodes));
});
