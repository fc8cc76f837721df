import { eq, like } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rateLimits } from '../../drizzle/schema.ts';
import { anonymous } from '../../src/access/permissions.ts';
import type { Database } from '../../src/database/database.ts';
import { AppError } from '../../src/errors.ts';
import { limitKey, megabytes, openLimiter, type RateLimits } from '../../src/limits/rate-limits.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const few: RateLimits = {
  uploads: { points: 2, seconds: 3600 },
  generates: { points: 1, seconds: 3600 },
  megabytes: { points: 10, seconds: 3600 },
  votes: { points: 1, seconds: 3600 },
  reads: { points: 3, seconds: 60 },
};
const here = anonymous('192.0.2.1');
const elsewhere = anonymous('192.0.2.2');

/** What the database has counted of an action. */
async function countedOf({ db }: Database, action: string): Promise<number[]> {
  const found = await db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `${action}:%`));
  return found.map(({ points }) => points);
}

const tooMany = { code: 'TOO_MANY_REQUESTS', details: { retryAfter: expect.any(Number) } };

describe.each(databaseKinds)('rate limits in the %s database', (kind) => {
  it('counts actions apart and addresses apart, and says when to come back', async () => {
    await using database = await openScratchDatabase(kind);
    using limiter = openLimiter(database, few);
    await limiter.spend('uploads', here);
    await limiter.spend('uploads', here);
    await expect(limiter.spend('uploads', here)).rejects.toMatchObject(tooMany);
    await limiter.spend('uploads', elsewhere);
    await limiter.spend('generates', here);
    await limiter.spend('votes', here);
    for (let read = 0; read < 3; read++) await limiter.spend('reads', here);
    await expect(limiter.spend('reads', here)).rejects.toMatchObject(tooMany);
    // A read costs no write.
    expect([await countedOf(database, 'reads'), await countedOf(database, 'votes')]).toEqual([[], [1]]);
  });

  it('asks the database no more about who is over the limit, but for what can be given back', async () => {
    await using database = await openScratchDatabase(kind);
    using limiter = openLimiter(database, few);
    for (let more = 0; more < 4; more++) {
      await limiter.spend('votes', here).catch(() => undefined);
      await limiter.spend('megabytes', here, 10).catch(() => undefined);
    }
    expect(await countedOf(database, 'votes')).toEqual([2]);
    expect(await countedOf(database, 'megabytes')).toEqual([40]);
  });

  it('clears what has run out every ten minutes, until it is closed', async () => {
    await using database = await openScratchDatabase(kind);
    // The timers of the database's connections stay real.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const limiter = openLimiter(database, few);
    await limiter.spend('votes', here);
    await limiter.spend('uploads', here);
    const over = { expire: new Date(Date.now() - 1) };
    await database.db.update(rateLimits).set(over).where(eq(rateLimits.key, 'votes:address:192.0.2.1'));
    vi.advanceTimersByTime(10 * 60_000);
    await expect.poll(() => countedOf(database, 'votes')).toEqual([]);
    expect(await countedOf(database, 'uploads')).toEqual([1]);
    limiter[Symbol.dispose]();
    await database.db.update(rateLimits).set(over);
    vi.advanceTimersByTime(20 * 60_000);
    expect(await countedOf(database, 'uploads')).toEqual([1]);
  });

  it('says in how many seconds the time is over, and tells a failure to count from too much', async () => {
    const database = await openScratchDatabase(kind);
    using limiter = openLimiter(database, few);
    await limiter.spend('votes', here);
    const refused: unknown = await limiter.spend('votes', here).catch((error: unknown) => error);
    const { retryAfter = 0 } = refused instanceof AppError ? refused.details : {};
    expect(retryAfter).toBeGreaterThan(2_000);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    expect(refused).toMatchObject({ message: 'Too many votes: at most 1 in 3600 seconds.' });
    await database.close();
    await expect(limiter.spend('votes', elsewhere)).rejects.not.toBeInstanceOf(AppError);
  });

  it('counts what changes something for all nodes together, even when they count at the same time', async () => {
    await using database = await openScratchDatabase(kind);
    using one = openLimiter(database, few);
    using other = openLimiter(database, few);
    const spent = await Promise.allSettled(
      [one, other, one, other, one, other].map((limiter) => limiter.spend('uploads', here)),
    );
    expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('counts a token by itself, wherever it is used, and lets it do ten times as much', async () => {
    await using database = await openScratchDatabase(kind);
    using limiter = openLimiter(database, few);
    const token = { ...here, kind: 'token', tokenId: 1 } as const;
    await limiter.spend('votes', here);
    for (let vote = 0; vote < 10; vote++) {
      await limiter.spend('votes', { ...token, address: `192.0.2.${vote}` });
    }
    await expect(limiter.spend('votes', token)).rejects.toMatchObject(tooMany);
    await limiter.spend('votes', { ...token, tokenId: 2 });
  });

  it('counts megabytes by their number, and tells that the limit is reached without counting', async () => {
    await using database = await openScratchDatabase(kind);
    using one = openLimiter(database, few);
    using other = openLimiter(database, few);
    await one.spend('megabytes', here, 10);
    await other.spend('megabytes', here, 0);
    await expect(one.spend('megabytes', here, 1)).rejects.toMatchObject(tooMany);
    await expect(other.spend('megabytes', here, 0)).rejects.toMatchObject(tooMany);
    await other.spend('megabytes', elsewhere, 10);
  });

  it('takes megabytes back, refused ones too, but never more than were counted', async () => {
    await using database = await openScratchDatabase(kind);
    using one = openLimiter(database, few);
    using other = openLimiter(database, few);
    await one.spend('megabytes', here, 9);
    await expect(one.spend('megabytes', here, 2)).rejects.toMatchObject(tooMany);
    await other.giveBack('megabytes', here, 2);
    await one.spend('megabytes', here, 1);
    await expect(one.spend('megabytes', here, 1)).rejects.toMatchObject(tooMany);
    await one.giveBack('megabytes', here, 1_000);
    await one.spend('megabytes', here, 10);
    await expect(other.spend('megabytes', here, 1)).rejects.toMatchObject(tooMany);
    await other.giveBack('megabytes', elsewhere, 5);
    await other.spend('megabytes', elsewhere, 10);
  });
});

it('counts callers by what is known of them', () => {
  expect(limitKey(here)).toBe('address:192.0.2.1');
  expect(limitKey({ ...here, kind: 'token', name: 'ci', tokenId: 7 })).toBe('token:7');
  expect(limitKey({ ...here, kind: 'oidc', name: 'alice' })).toBe('oidc:alice');
  expect([0, 1, 1_000_000, 1_000_001].map(megabytes)).toEqual([0, 1, 1, 2]);
});
