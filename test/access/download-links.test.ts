import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDownloadLinks } from '../../src/access/download-links.ts';
import { openSigner, type Signer } from '../../src/access/signing.ts';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const path = '/api/v2/modpacks/download/1';
const ends = new Date('2100-01-01T00:00:00Z');

let database: Database;
let signer: Signer;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  signer = await openSigner(database, 'download-links');
  await createToken(database, { name: 'bot', role: 'reader', voter: false, quota: null, expires: ends });
});
afterAll(() => database?.close());

it('a link leads to the token of its maker, or to nobody’s where it was made without one', async () => {
  const links = createDownloadLinks(database, signer, 60);
  const ofToken = links.sign(path, { tokenId: 1 });
  expect(ofToken).toMatch(/^\/api\/v2\/modpacks\/download\/1\?expires=\d+&by=1&signature=[\w-]{43}$/);
  expect(await links.verify(ofToken)).toEqual({ tokenId: 1, expires: ends });
  expect(await links.verify(links.sign(path, { tokenId: null }))).toEqual({ tokenId: null, expires: null });
  expect(await links.verify(links.sign(path, { tokenId: 2 }))).toBeNull();
});

it('a link with a part missing or changed leads nowhere', async () => {
  const links = createDownloadLinks(database, signer, 60);
  const link = links.sign(path, { tokenId: 1 });
  for (const name of ['expires', 'by', 'signature'])
    expect(await links.verify(link.replace(new RegExp(`${name}=[^&]*&?`), '')), name).toBeNull();
  for (const [from, to] of [
    ['download/1', 'download/2'],
    [/expires=\d+/, 'expires=9999999999'],
    ['by=1', 'by='],
    [/signature=./, 'signature='],
    [/$/, 'A'],
  ] as const)
    expect(await links.verify(link.replace(from, to)), String(from)).toBeNull();
});

it('a link works for as long as it is set, to the second', async () => {
  // Soon: the embedded database sets timers by this clock, and one that is years ahead goes round each millisecond afterwards.
  const now = Math.ceil(Date.now() / 1_000) * 1_000 + 900;
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    const links = createDownloadLinks(database, signer, 60);
    const link = links.sign(path, { tokenId: 1 });
    vi.setSystemTime(now + 59_099);
    expect(await links.verify(link)).not.toBeNull();
    vi.setSystemTime(now + 59_100);
    expect(await links.verify(link)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('a signature fits its text, its purpose and its database alone', async () => {
  const signature = signer.sign('text');
  const other = await openSigner(database, 'upload-tickets');
  const again = await openSigner(database, 'download-links');
  expect([signer.verify('text', signature), again.verify('text', signature)]).toEqual([true, true]);
  expect([other.verify('text', signature), signer.verify('texts', signature)]).toEqual([false, false]);
  expect([signer.verify('text', ''), signer.verify('text', `${signature}AAAA`)]).toEqual([false, false]);
});

it('a link is worth nothing any more once the token of its maker is revoked', async () => {
  const links = createDownloadLinks(database, signer, 60);
  const link = links.sign(path, { tokenId: 1 });
  await revokeToken(database, 'bot');
  expect(await links.verify(link)).toBeNull();
});
