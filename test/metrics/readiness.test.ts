import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { PlatformTrouble } from '../../src/fetching/platform-troubles.ts';
import { createReadiness, judgeReadiness } from '../../src/metrics/readiness.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { openTemporaryStorage, type TemporaryStorage } from '../support/temporary-storage.ts';

const never = () => new Promise<never>(() => {});
const reserveBytes = 1_000;

let database: Database;
let store: TemporaryStorage;
let storage: Storage;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  store = await openTemporaryStorage();
  ({ storage } = store);
});
beforeEach(() => {
  vi.spyOn(storage, 'freeBytes').mockResolvedValue(reserveBytes + 1);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(async () => {
  await database?.close();
  await store?.[Symbol.asyncDispose]();
});

const judge = (db = database.db, troubles: PlatformTrouble[] = []) =>
  judgeReadiness({ database: { db }, storage, reserveBytes, troubles: () => troubles });
const databaseAnswers = { name: 'database', ok: true, message: 'The database answers.' };
const roomIsThere = {
  name: 'storage',
  ok: true,
  message: 'The store has room.',
  figures: '1001 bytes are free, 1000 of them in reserve.',
};

describe('a node', () => {
  it('is ready while its database answers and its store has more than its reserve', async () => {
    expect(await judge()).toEqual({ ready: true, checks: [databaseAnswers, roomIsThere] });
  });

  it('stays ready while answers of a platform cannot be used, and says so', async () => {
    const message = 'CurseForge: key refused since 2026-11-27T10:00:00.000Z.';
    const trouble = {
      platform: 'curseforge' as const,
      fault: 'KEY_REFUSED' as const,
      since: new Date(),
      message,
    };
    expect(await judge(database.db, [trouble])).toEqual({
      ready: true,
      checks: [databaseAnswers, roomIsThere, { name: 'curseforge', ok: false, message }],
    });
  });

  it('stays ready while there is no more than the reserve, and says that uploads wait', async () => {
    vi.spyOn(storage, 'freeBytes').mockResolvedValue(reserveBytes);
    const { ready, checks } = await judge();
    expect(ready).toBe(true);
    expect(checks[1]).toEqual({
      name: 'storage',
      ok: true,
      message: 'The store has come to its reserve: uploads and runs wait for room.',
      figures: '1000 bytes are free, 1000 of them in reserve.',
    });
  });

  it.each(['check', 'freeBytes'] as const)(
    'is not ready when its store refuses %s, whatever it says of it',
    async (call) => {
      vi.spyOn(storage, call).mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.1:9000'));
      expect(await judge()).toEqual({
        ready: false,
        checks: [
          databaseAnswers,
          { name: 'storage', ok: false, message: 'The store of files cannot be reached.' },
        ],
      });
    },
  );

  it.each([
    [
      'cannot be reached',
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      'The database cannot be reached.',
    ],
    [
      'has a full disk',
      Object.assign(new Error('could not extend'), { code: '53100' }),
      'The disk of the database is full.',
    ],
  ])('is not ready when its database %s', async (_how, error, message) => {
    vi.spyOn(database.db, 'execute').mockRejectedValue(error);
    expect(await judge()).toEqual({
      ready: false,
      checks: [{ name: 'database', ok: false, message }, roomIsThere],
    });
  });

  it('is asked once for all who want to know within a second, and again after it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const check = vi.spyOn(storage, 'check');
    const ask = createReadiness({ database, storage, reserveBytes, troubles: () => [] });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toBe(first);
    await vi.advanceTimersByTimeAsync(999);
    expect(await ask()).toBe(first);
    expect(check).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    await ask();
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('is not ready when either has not answered within three seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = new Proxy(database.db, {
      get: (db, name) => (name === 'execute' ? never : Reflect.get(db, name)),
    });
    vi.spyOn(storage, 'check').mockImplementation(never);
    const judged = judge(silent);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await judged).toEqual({
      ready: false,
      checks: [
        { name: 'database', ok: false, message: 'The database has not answered within 3000 ms.' },
        { name: 'storage', ok: false, message: 'The store of files has not answered within 3000 ms.' },
      ],
    });
  });
});
