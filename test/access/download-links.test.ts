import { afterAll, expect, it, vi } from 'vitest';
import { createDownloadLinks } from '../../src/access/download-links.ts';
import type { JwtProof } from '../../src/access/jwt-proof.ts';
import { createMakers } from '../../src/access/makers.ts';
import { type Access, anonymous, type Viewer } from '../../src/access/permissions.ts';
import { openSigner } from '../../src/access/signing.ts';
import { createToken } from '../../src/access/tokens.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const path = '/api/v2/modpacks/download/1';
const ends = new Date('2100-01-01T00:00:00Z');

const database = await openScratchDatabase(databaseKind);
const signer = await openSigner(database, 'download-links');
await createToken(database, { name: 'bot', role: 'reader', voter: false, quota: null, expires: ends });
afterAll(() => database.close());

const content = 'a'.repeat(64);
const nobody = anonymous('192.0.2.1');
const token = (tokenId: number): Viewer => ({
  ...nobody,
  kind: 'token',
  name: 'bot',
  tokenId,
  expires: ends,
});
/** The issuer has one key, which may be given back. */
let known = 'known';
const accepts = async ({ key }: JwtProof) => key === known;
const linksFor = (seconds: number, mode: Access = 'closed') =>
  createDownloadLinks(createMakers(database, { accepts }, mode), signer, seconds);
const alice = (expires: Date, proof: Partial<JwtProof> = {}): Viewer => ({
  ...nobody,
  kind: 'oidc',
  name: 'alice@example.org',
  expires,
  proof: { role: 'reader', expires: expires.getTime(), settings: 's', alg: 'ES256', key: 'known', ...proof },
});

it('a link leads to the token of its maker, or to nobody’s where it was made without one and anybody may read', async () => {
  const links = linksFor(60);
  const ofToken = links.sign(path, token(1), content);
  expect(ofToken).toMatch(/^\/api\/v2\/modpacks\/download\/1\?expires=\d+&by=[\w-]+&signature=[\w-]{43}$/);
  expect(await links.verify(ofToken)).toMatchObject({
    holder: { tokenId: 1, expires: ends },
    maker: { kind: 'token', tokenId: 1 },
  });
  expect(await links.verify(links.sign(path, token(2), content))).toBeNull();
  const ofNobody = links.sign(path, nobody, content);
  expect(await links.verify(ofNobody)).toBeNull();
  expect(await linksFor(60, 'read-only').verify(ofNobody)).toMatchObject({
    holder: { tokenId: null, expires: null },
  });
});

it('a link does not say who has made it, nor whether two were made by one', async () => {
  const links = linksFor(60);
  const made = [token(1), token(1), alice(ends)].map((viewer) => links.sign(path, viewer, content));
  const texts = made.map((link) => new URL(link, 'http://here').searchParams.get('by') ?? '');
  expect(new Set(texts).size).toBe(3);
  for (const text of texts)
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toMatch(/alice|token|reader|kind/);
});

it('a link ends with the JSON web token of its maker, with its key among those of the issuer, and with its right', async () => {
  const links = linksFor(3_600);
  const end = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 60_000);
  const link = links.sign(path, alice(end), content);
  expect(new URL(link, 'http://here').searchParams.get('expires')).toBe(String(end.getTime() / 1_000));
  expect(await links.verify(link)).toMatchObject({
    holder: { tokenId: null, expires: end },
    maker: { kind: 'oidc', subject: 'alice@example.org' },
  });
  known = 'another';
  expect(await links.verify(link)).toBeNull();
  known = 'known';
  expect(await links.verify(links.sign(path, alice(ends, { expires: Date.now() - 1 }), content))).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: end });
  try {
    expect(await links.verify(link)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('a link with a part missing or changed leads nowhere', async () => {
  const links = linksFor(60);
  const link = links.sign(path, token(1), content);
  for (const name of ['expires', 'by', 'signature'])
    expect(await links.verify(link.replace(new RegExp(`${name}=[^&]*&?`), '')), name).toBeNull();
  for (const [from, to] of [
    ['download/1', 'download/2'],
    [/expires=\d+/, 'expires=9999999999'],
    [/by=[^&]*/, 'by='],
    ['by=', 'by=A'],
    [/signature=./, 'signature='],
    [/$/, 'A'],
  ] as const)
    expect(await links.verify(link.replace(from, to)), String(from)).toBeNull();
});

it('a signature fits its text, its purpose and its database alone', async () => {
  const signature = signer.sign('text');
  const other = await openSigner(database, 'upload-tickets');
  const again = await openSigner(database, 'download-links');
  expect([signer.verify('text', signature), again.verify('text', signature)]).toEqual([true, true]);
  expect([other.verify('text', signature), signer.verify('texts', signature)]).toEqual([false, false]);
  expect([signer.verify('text', ''), signer.verify('text', `${signature}AAAA`)]).toEqual([false, false]);
});

it('a sealed text is read with its key and for its purpose alone, and not when it is changed', async () => {
  const text = signer.seal('text');
  const other = await openSigner(database, 'upload-tickets');
  const again = await openSigner(database, 'download-links');
  expect([signer.unseal(text), again.unseal(text), other.unseal(text)]).toEqual(['text', 'text', null]);
  const flipped = (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  for (const wrong of ['', 'A', flipped, text.slice(0, -2), `${text}AA`])
    expect(signer.unseal(wrong), wrong).toBeNull();
});
