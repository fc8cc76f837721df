import { setImmediate } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { figures, queuedRuns } from '../../drizzle/schema.ts';
import type { Run } from '../../src/core/events/events.ts';
import { runQueue, startQueues } from '../../src/core/runs/jobs.ts';
import type { Found } from '../../src/core/runs/queue-tables.ts';
import {
  beginRun,
  holdInLine,
  letGoOfRun,
  queueRun,
  refuseFullQueue,
  sendNext,
  startSendingJobs,
} from '../../src/core/runs/queued-runs.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

const many = { all: 1_000, caller: 1_000, strangers: 1_000 };
const [here, there] = [crypto.randomUUID(), crypto.randomUUID()];

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  const settings = { retryLimit: 1, retryDelaySeconds: 0, expireInSeconds: 60 };
  await startQueues(database, settings, settings);
});
beforeEach(async () => {
  await database.db.delete(queuedRuns);
  await database.boss.deleteAllJobs(runQueue);
});
afterAll(async () => {
  await database?.boss.stop({ graceful: false, close: false });
  await database?.close();
});

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

/** The runs of which the jobs have been sent, in the order of their numbers. */
async function sentRuns(): Promise<number[]> {
  const rows = await database.db.select().from(queuedRuns).where(eq(queuedRuns.state, 'SENT'));
  const jobs = await database.boss.findJobs<Run>(runQueue);
  const sent = rows.map(({ runConfigurationId }) => runConfigurationId).sort((a, b) => a - b);
  expect(jobs.map(({ data }) => data.runConfigurationId).sort((a, b) => a - b)).toEqual(sent);
  return sent;
}

describe('a turn', () => {
  it('is one after the other for the runs of one caller, beside those of others', async () => {
    const ofAnn = [await join('ann'), await join('ann'), await join('ann')];
    const ofBob = [await join('bob'), await join('bob')];
    expect(await Promise.all(ofAnn.map(turnOf))).toEqual([0, 1, 2]);
    expect(await Promise.all(ofBob.map(turnOf))).toEqual([0, 1]);
  });

  it('is no earlier for who comes late than that of who is next', async () => {
    const first = await join('ann');
    await join('ann');
    await cancelRun(database, first.runConfigurationId);
    expect(await turnOf(await join('bob'))).toBe(1);
  });

  it('is that of the first who waits, not of who was sent already', async () => {
    const [first, second] = [await join('ann'), await join('ann')];
    await sendNext(database, { sentBy: here, free: 1 });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['SENT', 'WAITING']);
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

  it('is not counted among those that have been sent', async () => {
    const first = await join('ann');
    await sendNext(database, { sentBy: here, free: 1 });
    expect(await stateOf(first)).toBe('SENT');
    expect(await turnOf(await join('ann'))).toBe(0);
    await beginRun(database.db, first.runConfigurationId, here);
    expect(await stateOf(first)).toBe('BEGUN');
  });

  it('tells who begins with a run how many began before and never let go of it', async () => {
    const { runConfigurationId } = await join('ann');
    const begin = (node: string) => beginRun(database.db, runConfigurationId, node);
    await sendNext(database, { sentBy: here, free: 1 });
    expect(await begin(there)).toBe(0);
    expect(await begin(there)).toBe(0);
    expect(await begin(here)).toBe(1);
    await letGoOfRun(database.db, runConfigurationId);
    expect(await begin(there)).toBe(1);
    expect(await begin(here)).toBe(2);
  });
});

describe('what waits', () => {
  const limits = { all: 4, caller: 2, strangers: 4 };
  const full = (caller: string) => refuseFullQueue(database.db, caller, limits);

  it('is bounded for each caller, and says so', async () => {
    await join('ann', { limits });
    await full('ann');
    await join('ann', { limits });
    const refusal = {
      code: 'TOO_MANY_REQUESTS',
      message:
        '2 runs that you have asked for wait for their turn; at most 2 may. Try again when some of them have ended.',
      details: { retryAfter: 30 },
    };
    await expect(full('ann')).rejects.toMatchObject(refusal);
    await expect(join('ann', { limits })).rejects.toMatchObject(refusal);
    await full('bob');
    await sendNext(database, { sentBy: here, free: 1 });
    await full('ann');
  });

  it('is bounded for all together, and says so', async () => {
    for (const caller of ['ann', 'ann', 'bob', 'cas']) {
      await full('dan');
      await join(caller, { limits });
    }
    const refusal = {
      code: 'UNAVAILABLE',
      message: '4 runs wait for their turn, the most that this service takes. Try again later.',
      details: { retryAfter: 30 },
    };
    await expect(full('dan')).rejects.toMatchObject(refusal);
    // Whoever has too many by itself is told that.
    await expect(full('ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await database.db.$count(figures, eq(figures.kind, 'WAITING_RUNS'))).toBeGreaterThan(0);
  });

  it.runIf(databaseKind === 'server')('is bounded also where a caller asks twice at once', async () => {
    const one = { all: 4, caller: 1, strangers: 4 };
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

  it('can be held in line as long as no node has sent its job', async () => {
    const [first, second] = [await join('ann'), await join('bob')];
    const hold = ({ runConfigurationId }: Run) =>
      database.db.transaction((tx) => holdInLine(tx, runConfigurationId));
    expect([await hold(first), await hold(second)]).toEqual([true, true]);
    await sendNext(database, { sentBy: here, free: 1 });
    expect([await hold(first), await hold(second)]).toEqual([false, true]);
  });

  it.runIf(databaseKind === 'server')('is sent by nobody while it is held in line', async () => {
    const [first, second] = [await join('ann'), await join('bob')];
    await database.db.transaction(async (tx) => {
      await holdInLine(tx, first.runConfigurationId);
      await sendNext(database, { sentBy: here, free: 1 });
    });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['WAITING', 'SENT']);
  });
});

describe('jobs are sent', () => {
  it('by turns, and by their numbers within one, as many as a node has workers for', async () => {
    const [first, second] = [await join('ann'), await join('ann')];
    const third = await join('bob');
    await sendNext(database, { sentBy: here, free: 0 });
    expect(await sentRuns()).toEqual([]);
    await sendNext(database, { sentBy: here, free: 2 });
    expect(await sentRuns()).toEqual([first, third].map((run) => run.runConfigurationId));
    // Those that were sent and not begun have taken its workers; another node has its own.
    await sendNext(database, { sentBy: here, free: 2 });
    expect(await stateOf(second)).toBe('WAITING');
    await sendNext(database, { sentBy: there, free: 1 });
    expect(await standing(second)).toMatchObject({ state: 'SENT', sentBy: there });
  });

  it('as many as are free beside those that are sent and not begun', async () => {
    const runs = [await join('ann'), await join('bob'), await join('cas'), await join('dan')];
    const states = () => Promise.all(runs.map(stateOf));
    await sendNext(database, { sentBy: here, free: 1 });
    await sendNext(database, { sentBy: here, free: 2 });
    expect(await states()).toEqual(['SENT', 'SENT', 'WAITING', 'WAITING']);
    for (const { runConfigurationId } of runs.slice(0, 2))
      await beginRun(database.db, runConfigurationId, here);
    await sendNext(database, { sentBy: here, free: 1 });
    expect(await states()).toEqual(['BEGUN', 'BEGUN', 'SENT', 'WAITING']);
  });

  it('in the order of their numbers within a turn, whichever row was touched last', async () => {
    const [first, second] = [await join('ann'), await join('bob')];
    await database.db.update(queuedRuns).set({ caller: 'ann' }).where(eq(queuedRuns.caller, 'ann'));
    await sendNext(database, { sentBy: here, free: 1 });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['SENT', 'WAITING']);
  });

  it.runIf(databaseKind === 'server')('past a run that another node is just about to send', async () => {
    const [first, second] = [await join('ann'), await join('bob')];
    await database.db.transaction(async (tx) => {
      await tx
        .select()
        .from(queuedRuns)
        .where(eq(queuedRuns.runConfigurationId, first.runConfigurationId))
        .for('update');
      await sendNext(database, { sentBy: there, free: 1 });
    });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['WAITING', 'SENT']);
  });

  it('of no run that another of its modpack holds back', async () => {
    const modPackId = await insertModPack(database);
    const [first, held] = [await join('ann', { modPackId }), await join('bob', { modPackId })];
    await sendNext(database, { sentBy: here, free: 5 });
    expect([await stateOf(first), await stateOf(held)]).toEqual(['SENT', 'HELD']);
  });
});

describe('who follows the line', () => {
  const silent = pino({ level: 'silent' });

  /** A watch of the queue that looks when it is told to. */
  function queueWatches() {
    const hears = new Set<(found: Found) => void>();
    return {
      hears,
      follow(hear: (found: Found) => void) {
        hears.add(hear);
        return () => hears.delete(hear);
      },
      find(found: Partial<Found>) {
        for (const hear of hears) hear({ waiting: false, active: false, due: [], pending: false, ...found });
      },
      [Symbol.asyncDispose]: async () => {},
    };
  }

  it('sends what waits at once, what is told of, and what is found', async () => {
    const before = await join('ann');
    let free = 5;
    const queueWatch = queueWatches();
    const sender = await startSendingJobs(
      { database, queueWatch, log: silent },
      { sentBy: here, free: () => free },
    );
    await expect.poll(() => stateOf(before)).toBe('SENT');
    const told = await join('ann');
    await expect.poll(() => stateOf(told)).toBe('SENT');
    free = 0;
    const heard = Promise.withResolvers<string>();
    const unlisten = await database.listen('waiting_runs', heard.resolve, () => {});
    const later = await join('ann');
    // Heard after whoever follows the line has, so that nothing of it comes later.
    await heard.promise;
    await unlisten();
    queueWatch.find({ waiting: true });
    sender.look();
    free = 5;
    queueWatch.find({ pending: true });
    expect(await stateOf(later)).toBe('WAITING');
    queueWatch.find({ waiting: true });
    await expect.poll(() => stateOf(later)).toBe('SENT');
    await sender.close();
    const late = await join('ann');
    queueWatch.find({ waiting: true });
    sender.look();
    expect(await stateOf(late)).toBe('WAITING');
  });

  it('looks when it may have missed something, and not where nothing waits, none is free or it is over', async () => {
    const looks = vi.spyOn(database.db, 'execute');
    let free = 1;
    let miss = () => {};
    const listen: Database['listen'] = async (_channel, _hear, missed) => {
      miss = missed;
      return async () => {};
    };
    const queueWatch = queueWatches();
    const sender = await startSendingJobs(
      { database: { ...database, listen }, queueWatch, log: silent },
      { sentBy: here, free: () => free },
    );
    // The first look is over once its answer has been seen.
    await looks.mock.results[0]?.value;
    await expect
      .poll(() => {
        miss();
        return looks.mock.calls.length;
      })
      .toBeGreaterThan(1);
    await looks.mock.results.at(-1)?.value;
    await setImmediate();
    looks.mockClear();
    queueWatch.find({ pending: true });
    free = 0;
    sender.look();
    queueWatch.find({ waiting: true });
    expect(looks).not.toHaveBeenCalled();
    await sender.close();
    expect(queueWatch.hears.size).toBe(0);
    looks.mockRestore();
  });

  it('is over once the look that is under way is', async () => {
    const goOn = Promise.withResolvers<void>();
    const db = new Proxy(database.db, {
      get(target, name, receiver) {
        if (name !== 'execute') return Reflect.get(target, name, receiver);
        return async (statement: SQL) => {
          await goOn.promise;
          return target.execute(statement);
        };
      },
    });
    const listen: Database['listen'] = async () => async () => {};
    const sender = await startSendingJobs(
      { database: { ...database, db, listen }, queueWatch: queueWatches(), log: silent },
      { sentBy: here, free: () => 1 },
    );
    let isOver = false;
    const closing = sender.close().then(() => {
      isOver = true;
    });
    await setImmediate();
    expect(isOver).toBe(false);
    goOn.resolve();
    await closing;
  });

  it('tells of a look that failed, and looks again', async () => {
    const told: unknown[] = [];
    const log = pino({ base: null }, { write: (line) => told.push(JSON.parse(line)) });
    let failing = true;
    const db = new Proxy(database.db, {
      get(target, name, receiver) {
        if (failing && name === 'execute') throw new Error('away');
        return Reflect.get(target, name, receiver);
      },
    });
    const queueWatch = queueWatches();
    const sender = await startSendingJobs(
      { database: { ...database, db }, queueWatch, log },
      { sentBy: here, free: () => 1 },
    );
    await expect
      .poll(() => told[0])
      .toMatchObject({ err: { message: 'away' }, msg: 'the queue could not be looked at' });
    failing = false;
    const run = await join('ann');
    await expect.poll(() => stateOf(run)).toBe('SENT');
    await sender.close();
  });
});
