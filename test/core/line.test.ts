import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { queuedRuns, type queuedStates } from '../../drizzle/schema.ts';
import type { Run } from '../../src/core/events/events.ts';
import { findQueuePlaces, openQueueBoard } from '../../src/core/runs/queue-places.ts';
import { letGoOfRun, queueRun, takeRun } from '../../src/core/runs/queued-runs.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { rows } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

const many = { all: 1_000, caller: 1_000, anonymous: 1_000 };

const database = await openScratchDatabase(databaseKind);
beforeEach(async () => void (await database.db.delete(queuedRuns)));
afterAll(() => database.close());

/** Puts a run in line, of a modpack of its own unless told. */
async function join(
  caller: string,
  { modPackId, limits = many }: { modPackId?: number; limits?: typeof many } = {},
) {
  const run = await insertRun(database, modPackId);
  await database.db.transaction((tx) => queueRun(tx, run, { caller, limits }));
  return run;
}

/** How a run stands in line. */
async function standing({ runConfigurationId }: Run) {
  const [row] = await database.db
    .select()
    .from(queuedRuns)
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId));
  return row;
}

const turnOf = async (run: Run) => (await standing(run))?.turn;
const stateOf = async (run: Run) => (await standing(run))?.state;

/** Takes the run whose turn it is, with a claim of its own; answers its number. */
const take = async (claim: string = crypto.randomUUID(), alive?: string[]) =>
  (await takeRun(database.db, claim, alive))?.id;
/** As after the death of the process that has it. */
const lapse = () => database.db.update(queuedRuns).set({ claimedUntil: sql`now() - interval '1 second'` });

describe('a turn', () => {
  it('is no earlier for who comes late than that of who is next', async () => {
    const first = await join('ann');
    await join('ann');
    await cancelRun(database, first.runConfigurationId);
    expect(await turnOf(await join('bob'))).toBe(1);
  });

  it('is that of the first who waits, not of who was taken already', async () => {
    const [first, second] = [await join('ann'), await join('ann')];
    await take();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['BEGUN', 'WAITING']);
    expect(await turnOf(await join('bob'))).toBe(1);
  });

  it('is one of its own for each run of a caller, also behind one that its modpack has held back for long', async () => {
    const modPackId = await insertModPack(database);
    const [held, next] = [await insertRun(database, modPackId), await insertRun(database)];
    await database.db.insert(queuedRuns).values([
      { ...held, caller: 'ann', turn: 1, state: 'HELD' },
      { ...next, caller: 'ann', turn: 5, state: 'WAITING' },
    ]);
    expect(await turnOf(await join('ann'))).toBe(6);
  });

  it('is no earlier than the latest of its modpack', async () => {
    const modPackId = await insertModPack(database);
    const [begun, held] = [await insertRun(database, modPackId), await insertRun(database, modPackId)];
    await database.db.insert(queuedRuns).values([
      { ...begun, caller: 'ann', turn: 0, state: 'BEGUN' },
      { ...held, caller: 'ann', turn: 3, state: 'HELD' },
    ]);
    expect(await turnOf(await join('bob', { modPackId }))).toBe(3);
  });

  it('is no earlier than that of the run of its modpack which comes before', async () => {
    for (let run = 0; run < 3; run++) await join('ann');
    const last = await join('ann');
    const held = await join('bob', { modPackId: last.modPackId });
    expect([await turnOf(last), await turnOf(held), await stateOf(held)]).toEqual([3, 3, 'HELD']);
    // Its late turn makes no other of the same caller late; that is one of its caller's all the same.
    expect(await turnOf(await join('bob'))).toBe(1);
    expect(await turnOf(await join('bob'))).toBe(2);
    expect(await turnOf(await join('bob'))).toBe(4);
  });

  it('is not counted among those that have begun', async () => {
    const first = await join('ann');
    await take();
    expect(await stateOf(first)).toBe('BEGUN');
    expect(await turnOf(await join('ann'))).toBe(0);
  });
});

describe('what waits', () => {
  it.runIf(databaseKind === 'server')('is bounded also where a caller asks twice at once', async () => {
    const one = { all: 4, caller: 1, anonymous: 4 };
    const [first, second] = [await insertRun(database), await insertRun(database)];
    const ask = (run: Run, then: () => Promise<unknown> = async () => {}) =>
      database.db.transaction(async (tx) => {
        await queueRun(tx, run, { caller: 'ann', limits: one });
        await then();
      });
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let isOver = false;
    const outcomes: Promise<void>[] = [];
    outcomes.push(
      ask(first, async () => {
        const late = ask(second).finally(() => {
          isOver = true;
        });
        outcomes.push(late);
        late.catch(() => {});
        await expect.poll(async () => isOver || (await rows(database.db, waiting)).length > 0).toBe(true);
      }),
    );
    await outcomes[0];
    await expect(outcomes[1]).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('runs are taken', () => {
  it('by turns, and by their numbers within one, each once', async () => {
    const [first, second] = [await join('ann'), await join('ann')];
    const third = await join('bob');
    // Whichever row was touched last.
    await database.db.update(queuedRuns).set({ caller: 'ann' }).where(eq(queuedRuns.caller, 'ann'));
    const taken = [await take(), await take(), await take()];
    expect(taken).toEqual([first, third, second].map((run) => run.runConfigurationId));
    expect(await take()).toBeUndefined();
  });

  it.runIf(databaseKind === 'server')('past a run that another node is just about to take', async () => {
    const [first, second] = [await join('ann'), await join('bob')];
    await database.db.transaction(async (tx) => {
      await tx
        .select()
        .from(queuedRuns)
        .where(eq(queuedRuns.runConfigurationId, first.runConfigurationId))
        .for('update');
      expect(await take()).toBe(second.runConfigurationId);
    });
  });

  it('of no modpack of which another has not ended, be it worked on, or waiting to be tried again', async () => {
    const modPackId = await insertModPack(database);
    const [first, held] = [await join('ann', { modPackId }), await join('bob', { modPackId })];
    const claim = crypto.randomUUID();
    expect([await take(claim), await take()]).toEqual([first.runConfigurationId, undefined]);
    await letGoOfRun(database.db, { id: first.runConfigurationId, claim }, 60);
    expect([await take(), await stateOf(held)]).toEqual([undefined, 'HELD']);
    await cancelRun(database, first.runConfigurationId);
    expect(await take()).toBe(held.runConfigurationId);
  });

  it('again once their time has come, or their process was not heard of', async () => {
    const { runConfigurationId } = await join('ann');
    const claim = crypto.randomUUID();
    await take(claim);
    await letGoOfRun(database.db, { id: runConfigurationId, claim }, 0);
    expect([await take(), await take()]).toEqual([runConfigurationId, undefined]);
    await lapse();
    expect(await take()).toBe(runConfigurationId);
    expect(await standing({ modPackId: 0, runConfigurationId })).toMatchObject({ tries: 3 });
  });

  it('with the number of processes that had begun and never let go of them', async () => {
    const { runConfigurationId: id } = await join('ann');
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const lost = async (claim: string, alive?: string[]) =>
      (await takeRun(database.db, claim, alive))?.lostNodes;
    expect(await lost(first)).toBe(0);
    await lapse();
    expect(await lost(second)).toBe(1);
    await letGoOfRun(database.db, { id, claim: second }, 0);
    expect(await lost(third)).toBe(1);
    await lapse();
    // It could not say so, as without a database.
    expect(await lost(first, [third])).toBe(1);
  });
});

describe('a place', () => {
  /** A run of a modpack that waits with this turn; answers its number. */
  async function enqueue(
    modPackId: number,
    turn: number,
    state: (typeof queuedStates)[number] = 'WAITING',
  ): Promise<number> {
    const { runConfigurationId } = await insertRun(database, modPackId);
    await database.db.insert(queuedRuns).values({ runConfigurationId, modPackId, caller: 'a', turn, state });
    return runConfigurationId;
  }

  const leave = (run: number) => database.db.delete(queuedRuns).where(eq(queuedRuns.runConfigurationId, run));

  it('runs stand in line by their turns, and by their numbers where these are the same', async () => {
    const [one, two] = [await insertModPack(database), await insertModPack(database)];
    const begun = await enqueue(one, 0, 'BEGUN');
    const late = await enqueue(one, 9, 'HELD');
    const first = await enqueue(two, 1);
    const second = await enqueue(two, 1);
    const third = await enqueue(one, 2);
    const places = await findQueuePlaces(database, [begun, late, first, second, third, 999]);
    expect([...places].toSorted(([, a], [, b]) => a.place - b.place)).toEqual([
      [first, { place: 1, waiting: 4 }],
      [second, { place: 2, waiting: 4 }],
      [third, { place: 3, waiting: 4 }],
      [late, { place: 4, waiting: 4 }],
    ]);
    expect(await findQueuePlaces(database, [third])).toEqual(new Map([[third, { place: 3, waiting: 4 }]]));
  });

  it('who follows a run is told its place at once, and each time that it changes', async () => {
    const [one, two] = [await insertModPack(database), await insertModPack(database)];
    const first = await enqueue(one, 1);
    const second = await enqueue(two, 2);
    const board = await openQueueBoard(database);
    const followed = board.follow(second);
    const next = async () => (await followed.next()).value?.place;
    expect(await next()).toEqual({ place: 2, waiting: 2 });
    await leave(first);
    expect(await next()).toEqual({ place: 1, waiting: 1 });
    await leave(second);
    expect(await next()).toBeNull();
    await board[Symbol.asyncDispose]();
    expect(await followed.next()).toEqual({ done: true, value: undefined });
  });
});
