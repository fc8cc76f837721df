import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tokens } from '../../drizzle/schema.ts';
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
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const ci: NewToken = { name: 'ci', role: 'publisher', voter: false, quota: null, expires: null };

describe.each(databaseKinds)('tokens in the %s database', (kind) => {
  it('keeps a hash of the secret and nothing of the secret itself', async () => {
    await using database = await openScratchDatabase(kind);
    const text = await createToken(database, ci);
    const [row] = await database.db.select().from(tokens);
    expect(text).toMatch(/^sps_1_[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(text.slice(6));
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyToken(database, text)).toMatchObject({ name: 'ci', role: 'publisher' });
  });

  it('knows no token by a wrong secret, another id, or half of it', async () => {
    await using database = await openScratchDatabase(kind);
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
    await using database = await openScratchDatabase(kind);
    const text = await createToken(database, ci);
    await revokeToken(database, 'ci');
    expect(await verifyToken(database, text)).toBeNull();
    const again = await createToken(database, { ...ci, expires: new Date(Date.now() - 1) });
    expect(await verifyToken(database, again)).toBeNull();
    expect((await listTokens(database)).map(({ id }) => id)).toEqual([2]);
  });

  it('knows a token by its id while it can be used, without its hash', async () => {
    await using database = await openScratchDatabase(kind);
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
    await using database = await openScratchDatabase(kind);
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
    await using database = await openScratchDatabase(kind);
    await createToken(database, ci);
    await expect(createToken(database, ci)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There is a token named "ci" already.',
      details: { field: 'name' },
    });
    await expect(revokeToken(database, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
