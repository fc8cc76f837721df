import { setImmediate } from 'node:timers/promises';
import { eq, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queuedRuns, type queuedStates } from '../../drizzle/schema.ts';
import { findQueuePlaces, openQueueBoard } from '../../src/core/runs/queue-places.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

type State = (typeof queuedStates)[number];

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
});
beforeEach(async () => {
  await database.db.delete(queuedRuns);
});
afterAll(() => database?.close());

/** A run of a modpack that waits with this turn; answers its number. */
async function enqueue(modPackId: number, turn: number, state: State = 'WAITING'): Promise<number> {
  const { runConfigurationId } = await insertRun(database, modPackId);
  await database.db.insert(queuedRuns).values({ runConfigurationId, modPackId, caller: 'a', turn, state });
  return runConfigurationId;
}

const leave = (run: number) => database.db.delete(queuedRuns).where(eq(queuedRuns.runConfigurationId, run));

it('runs stand in line by their turns, and by their numbers where these are the same', async () => {
  const [one, two] = [await insertModPack(database), await insertModPack(database)];
  const begun = await enqueue(one, 0, 'BEGUN');
  const late = await enqueue(one, 9, 'HELD');
  const first = await enqueue(two, 1, 'SENT');
  const second = await enqueue(two, 1);
  const third = await enqueue(one, 2);
  const places = await findQueuePlaces(database, {
    of: 'runConfiguration',
    ids: [begun, late, first, second, third, 999],
  });
  expect([...places].toSorted(([, a], [, b]) => a.place - b.place)).toEqual([
    [first, { place: 1, waiting: 4 }],
    [second, { place: 2, waiting: 4 }],
    [third, { place: 3, waiting: 4 }],
    [late, { place: 4, waiting: 4 }],
  ]);
  expect(await findQueuePlaces(database, { of: 'runConfiguration', ids: [third] })).toEqual(
    new Map([[third, { place: 3, waiting: 4 }]]),
  );
});

it('a modpack stands where the first of its runs does', async () => {
  const [one, two, none] = [
    await insertModPack(database),
    await insertModPack(database),
    await insertModPack(database),
  ];
  await enqueue(one, 5);
  await enqueue(two, 3);
  await enqueue(one, 1);
  expect(await findQueuePlaces(database, { of: 'modPack', ids: [one, two, none] })).toEqual(
    new Map([
      [one, { place: 1, waiting: 3 }],
      [two, { place: 2, waiting: 3 }],
    ]),
  );
});

it('who follows a modpack is told its place at once, and each time that it changes', async () => {
  const [one, two] = [await insertModPack(database), await insertModPack(database)];
  const first = await enqueue(one, 1);
  const second = await enqueue(two, 2);
  const board = openQueueBoard(database);
  const followed = board.follow(two);
  const next = async () => (await followed.next()).value;
  expect(await next()).toEqual({ place: 2, waiting: 2 });
  await leave(first);
  expect(await next()).toEqual({ place: 1, waiting: 1 });
  await leave(second);
  expect(await next()).toBeNull();
  await enqueue(two, 3);
  expect(await next()).toEqual({ place: 1, waiting: 1 });
  await board.close();
  expect(await followed.next()).toEqual({ done: true, value: undefined });
});

it('who comes later is told at once too, and who was told already is not told again', async () => {
  const pack = await insertModPack(database);
  const run = await enqueue(pack, 1);
  const board = openQueueBoard(database);
  const [early, late] = [board.follow(pack), board.follow(pack)];
  expect((await early.next()).value).toEqual({ place: 1, waiting: 1 });
  expect((await late.next()).value).toEqual({ place: 1, waiting: 1 });
  const waiting = early.next();
  const third = board.follow(pack);
  expect((await third.next()).value).toEqual({ place: 1, waiting: 1 });
  await leave(run);
  expect((await waiting).value).toBeNull();
  await board.close();
});

it('who comes during a look is told by the one that was begun for it', async () => {
  const [one, two] = [await insertModPack(database), await insertModPack(database)];
  await enqueue(one, 1);
  await enqueue(two, 2);
  const goOn = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let looks = 0;
  const db = new Proxy(database.db, {
    get(target, name, receiver) {
      if (name !== 'execute') return Reflect.get(target, name, receiver);
      looks += 1;
      const before = looks === 1 ? goOn.promise : Promise.resolve();
      return async (statement: SQL) => {
        await before;
        const found = await target.execute(statement);
        if (before === goOn.promise) late.resolve();
        return found;
      };
    },
  });
  const board = openQueueBoard({ db });
  const [first, second] = [board.follow(one), board.follow(two)];
  expect((await second.next()).value).toEqual({ place: 2, waiting: 2 });
  const next = second.next();
  expect((await first.next()).value).toEqual({ place: 1, waiting: 2 });
  goOn.resolve();
  await late.promise;
  // What the first look has found has been handed out by then.
  await setImmediate();
  expect(looks).toBe(2);
  await board.close();
  expect(await next).toEqual({ done: true, value: undefined });
});

it('a look that fails is made up for by the next', async () => {
  const pack = await insertModPack(database);
  await enqueue(pack, 1);
  const { db } = database;
  const execute = vi.spyOn(db, 'execute').mockRejectedValueOnce(new Error('away'));
  const board = openQueueBoard(database);
  expect((await board.follow(pack).next()).value).toEqual({ place: 1, waiting: 1 });
  expect(execute).toHaveBeenCalledTimes(2);
  await board.close();
});

it('nobody looks at the line while nobody follows it', async () => {
  const pack = await insertModPack(database);
  await enqueue(pack, 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const board = openQueueBoard(database);
    const execute = vi.spyOn(database.db, 'execute');
    const followed = board.follow(pack);
    await followed.next();
    expect(execute).toHaveBeenCalledTimes(1);
    // What follows on the look has been done by then.
    await setImmediate();
    await followed.return?.();
    vi.advanceTimersByTime(1_000);
    expect(execute).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
