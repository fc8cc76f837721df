import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { files, modPacks } from '../../drizzle/schema.ts';
import { createSnapshots } from '../../src/database/snapshots.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

// False timers below would confuse a server's pool of connections; what is held here is the same for both.
const database = await openScratchDatabase('embedded');
for (const sha256 of ['one', 'two'])
  await database.db.insert(files).values({ sha256, size: 1, storageKey: sha256 });
await database.db.insert(modPacks).values({ fileId: 1, name: 'a.zip', status: 'CHECKED' });
afterAll(() => database.close());

/** Snapshots that write down how often a moment was held, and let go. Answers but the first come after `later`. */
function notedSnapshots(hold = async () => {}, later = async () => {}) {
  const noted = { held: 0, ended: 0 };
  let asked = 0;
  const snapshot = createSnapshots(async () => {
    noted.held += 1;
    await hold();
    return {
      sqlClient: {
        async query(...question) {
          asked += 1;
          const isFirst = asked === 1;
          const answer = await database.db.sqlClient.query(...question);
          if (!isFirst) await later();
          return answer;
        },
      },
      end: async () => {
        noted.ended += 1;
      },
    };
  });
  return { noted, snapshot };
}

describe('a snapshot', () => {
  afterEach(() => void vi.useRealTimers());

  it('is not read any more once it is closed, nor changed before', async () => {
    const { db, close } = notedSnapshots().snapshot();
    await expect(db.transaction(async () => {})).rejects.toThrow('cannot be changed');
    close();
    await expect(db.select().from(files)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('This operation has ended') },
    });
  });

  it('is let go of when the last answer has come, where it was closed before', async () => {
    const holding = Promise.withResolvers<void>();
    const last = Promise.withResolvers<void>();
    const { noted, snapshot } = notedSnapshots(
      () => holding.promise,
      () => last.promise,
    );
    const { db, close } = snapshot();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [first, second] = [db.select().from(files), db.select().from(modPacks)].map((one) =>
      one.then((rows) => rows.length),
    );
    close();
    expect(noted).toEqual({ held: 1, ended: 0 });
    holding.resolve();
    expect(await first).toBe(2);
    await setImmediate();
    expect(noted.ended).toBe(0);
    last.resolve();
    expect(await second).toBe(1);
    await setImmediate();
    expect(noted.ended).toBe(1);
  });
});

describe('a snapshot that is asked nothing for a while', () => {
  afterEach(() => void vi.useRealTimers());

  it('is let go of, and held anew for what is asked later', async () => {
    const { noted, snapshot } = notedSnapshots();
    const { db, close } = snapshot();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await db.select().from(files);
    vi.advanceTimersByTime(999);
    await db.select().from(files);
    vi.advanceTimersByTime(999);
    await setImmediate();
    expect(noted).toEqual({ held: 1, ended: 0 });
    vi.advanceTimersByTime(1);
    await setImmediate();
    expect(noted).toEqual({ held: 1, ended: 1 });
    await db.select().from(files);
    expect(noted).toEqual({ held: 2, ended: 1 });
    close();
  });
});

describe('a snapshot that waits for something else', () => {
  it('holds nothing meanwhile but for its own questions, and as usual afterwards', async () => {
    const { noted, snapshot } = notedSnapshots();
    const { db, aside, close } = snapshot();
    await db.select().from(files);
    const answer = await aside(async () => {
      await setImmediate();
      expect(noted).toEqual({ held: 1, ended: 1 });
      await db.select().from(files);
      await setImmediate();
      expect(noted).toEqual({ held: 2, ended: 2 });
      return 'the answer';
    });
    expect(answer).toBe('the answer');
    await db.select().from(files);
    await setImmediate();
    expect(noted).toEqual({ held: 3, ended: 2 });
    close();
  });

  it('lets go of what it still asks once that is answered, and of nothing more after a failure', async () => {
    const holding = Promise.withResolvers<void>();
    const { noted, snapshot } = notedSnapshots(() => holding.promise);
    const { db, aside, close } = snapshot();
    const asked = db.select().from(files);
    const waiting = aside(async () => {
      holding.resolve();
      expect(await asked).toHaveLength(2);
      await setImmediate();
      expect(noted).toEqual({ held: 1, ended: 1 });
      throw new Error('nothing came');
    });
    await expect(waiting).rejects.toThrow('nothing came');
    await db.select().from(files);
    await setImmediate();
    expect(noted).toEqual({ held: 2, ended: 1 });
    close();
  });
});

describe.each(databaseKinds)('a snapshot of the %s database', (kind) => {
  it('cannot be had of one that is closed', async () => {
    const own = await openScratchDatabase(kind);
    await own.close();
    await expect(own.snapshot().db.$count(files)).rejects.toThrow();
  });
});
