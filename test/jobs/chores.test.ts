import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { chores } from '../../drizzle/schema.ts';
import type { Database } from '../../src/database/database.ts';
import { nextTime, startChores } from '../../src/jobs/chores.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });
const hourly = { name: 'one', every: 60, at: 15 };

const dueOf = async ({ db }: Database) =>
  (await db.select({ due: chores.due }).from(chores).where(eq(chores.name, hourly.name)))[0]?.due ??
  new Date(0);

it('a chore is due at so many minutes of its span, counted from midnight', () => {
  const next = (every: number, at: number, now: string) =>
    nextTime({ every, at }, new Date(now)).toISOString();
  expect(next(360, 30, '2026-11-29T00:29:59.999Z')).toBe('2026-11-29T00:30:00.000Z');
  expect(next(360, 30, '2026-11-29T00:30:00.000Z')).toBe('2026-11-29T06:30:00.000Z');
  expect(next(15, 0, '2026-11-29T23:59:00.000Z')).toBe('2026-11-30T00:00:00.000Z');
  expect(next(60, 45, '2026-11-29T10:50:00.000Z')).toBe('2026-11-29T11:45:00.000Z');
});

it('a chore is not due again at the time for which it was done, where the clock of the database is ahead', () => {
  const next = nextTime(hourly, new Date('2026-11-29T10:14:50Z'), new Date('2026-11-29T10:15:00Z'));
  expect(next.toISOString()).toBe('2026-11-29T11:15:00.000Z');
});

describe.each(databaseKinds)('chores on the %s database', (kind) => {
  it('wait for their time, and one that came due while nobody was there is done once, at once', async () => {
    await using database = await openScratchDatabase(kind);
    const run = vi.fn(async () => {});
    const before = await startChores({ database, log }, [{ ...hourly, run }]);
    await before.close(0);
    expect(run).not.toHaveBeenCalled();
    expect((await dueOf(database)).getTime()).toBeGreaterThan(Date.now());
    await database.db.update(chores).set({ due: sql`now() - interval '3 days'` });
    const nodes = [
      await startChores({ database, log }, [{ ...hourly, run }]),
      await startChores({ database, log }, [{ ...hourly, run }]),
    ];
    await expect.poll(async () => (await dueOf(database)).getTime()).toBeGreaterThan(Date.now());
    expect(run).toHaveBeenCalledTimes(1);
    for (const node of nodes) await node.close(0);
  });

  it('are due earlier where they were seldom before, and are left to nodes that know them', async () => {
    await using database = await openScratchDatabase(kind);
    const run = vi.fn(async () => {});
    const often = await startChores({ database, log }, [{ ...hourly, every: 600_000, run }]);
    await often.close(0);
    await database.db.insert(chores).values({ name: 'of another release', due: new Date(0) });
    const worker = await startChores({ database, log }, [{ ...hourly, run }]);
    expect((await dueOf(database)).getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
    await worker.close(0);
    const [other] = await database.db.select().from(chores).where(eq(chores.name, 'of another release'));
    expect(other).toMatchObject({ due: new Date(0), claim: null });
  });

  it('that fail are done again in a quarter of an hour, or at their next time', async () => {
    await using database = await openScratchDatabase(kind);
    const seldom = { ...hourly, every: 600_000 };
    const failing = { ...seldom, run: () => Promise.reject(new Error('odd')) };
    await (await startChores({ database, log }, [failing])).close(0);
    await database.db.update(chores).set({ due: sql`now()` });
    const worker = await startChores({ database, log }, [failing]);
    await expect.poll(async () => (await dueOf(database)).getTime()).toBeGreaterThan(Date.now());
    expect((await dueOf(database)).getTime()).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
    await worker.close(0);
  });

  it('that are under way at the end are not waited for', async () => {
    await using database = await openScratchDatabase(kind);
    const begun = Promise.withResolvers<void>();
    const run = () => {
      begun.resolve();
      return new Promise<void>(() => {});
    };
    await (await startChores({ database, log }, [{ ...hourly, run }])).close(0);
    await database.db.update(chores).set({ due: sql`now()` });
    const worker = await startChores({ database, log }, [{ ...hourly, run }]);
    await begun.promise;
    await worker.close(0);
    expect((await database.db.select().from(chores))[0]?.claim).not.toBeNull();
  });
});
