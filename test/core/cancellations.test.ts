import { asc, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { queuedRuns } from '../../drizzle/schema.ts';
import { findEventsOfRun, type Run, recordEvents } from '../../src/core/events/events.ts';
import { lockModPackRow } from '../../src/core/row-locks.ts';
import { followCancellations, RunCancelled } from '../../src/core/runs/cancellations.ts';
import { runQueue, sendRuns, startQueues } from '../../src/core/runs/jobs.ts';
import { queueRun } from '../../src/core/runs/queued-runs.ts';
import { cancelledChannel, cancelRun, hasUnfinishedRun } from '../../src/core/runs/run-control.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';

/** Resolves with the reason once the signal is aborted. */
function reasonOf(signal: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const tell = () => resolve(signal.reason);
  if (signal.aborted) tell();
  else signal.addEventListener('abort', tell, { once: true });
  return promise;
}

const tellOf = (database: Database, { runConfigurationId }: Run) =>
  database.notify(cancelledChannel, String(runConfigurationId));

const own = { caller: 'somebody', limits: { all: 100, caller: 100, strangers: 100 } };
/** Puts a run in line. */
const enqueue = ({ db }: Database, run: Run) => db.transaction((tx) => queueRun(tx, run, own));

/** The same, for somebody who dies before any commit. */
function dying(database: Database): Database {
  const transaction: Queries['transaction'] = (run, config) =>
    database.db.transaction(async (tx) => {
      await run(tx);
      throw new Error('died');
    }, config);
  const db = new Proxy(database.db, {
    get: (target, property) =>
      property === 'transaction' ? transaction : Reflect.get(target, property, target),
  });
  return { ...database, db };
}

describe.each(databaseKinds)('a run that is cancelled, on the %s database,', (kind) => {
  it('ends each attempt at it in this process, and no other run', async () => {
    await using database = await openScratchDatabase(kind);
    const [run, other] = [await insertRun(database), await insertRun(database)];
    const cancellations = await followCancellations(database);
    using spared = cancellations.of(other.runConfigurationId);
    using newer = cancellations.of(run.runConfigurationId);
    {
      // One that was taken over ends late.
      using _stale = cancellations.of(run.runConfigurationId);
    }
    using last = cancellations.of(run.runConfigurationId);
    await tellOf(database, run);
    expect(await reasonOf(newer.signal)).toBeInstanceOf(RunCancelled);
    expect(await reasonOf(last.signal)).toBeInstanceOf(RunCancelled);
    expect(spared.signal.aborted).toBe(false);
    await tellOf(database, other);
    await reasonOf(spared.signal);
    await cancellations.close();
  });

  it('is told of with the commit, though whoever cancels it dies right after', async () => {
    await using database = await openScratchDatabase(kind);
    const { boss, db } = database;
    const settings = { retryLimit: 1, retryDelaySeconds: 0, expireInSeconds: 60 };
    await startQueues(database, settings, settings);
    try {
      const run = await insertRun(database);
      await db.transaction((tx) => sendRuns(boss, tx, [run]));
      await boss.fetch(runQueue);
      const cancellations = await followCancellations(database);
      using attempt = cancellations.of(run.runConfigurationId);
      const dying = { ...database, notify: () => Promise.reject(new Error('died')) };
      await cancelRun(dying, run.runConfigurationId).catch(() => undefined);
      expect(await reasonOf(attempt.signal)).toBeInstanceOf(RunCancelled);
      await expect(cancelRun(database, run.runConfigurationId)).rejects.toMatchObject({ code: 'CONFLICT' });
      await cancellations.close();
    } finally {
      await boss.stop({ graceful: false, close: false });
    }
  });

  it('in line has the next run of its modpack wait for its turn', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const first = await insertRun(database);
    const second = await insertRun(database, first.modPackId);
    for (const run of [first, second]) await enqueue(database, run);
    await cancelRun(database, first.runConfigurationId);
    expect(await db.select().from(queuedRuns)).toMatchObject([
      { runConfigurationId: second.runConfigurationId, state: 'WAITING' },
    ]);
  });

  it('ends with an event that says so, be it in line or under way, once, and no other with it', async () => {
    await using database = await openScratchDatabase(kind);
    const { boss, db } = database;
    const settings = { retryLimit: 1, retryDelaySeconds: 0, expireInSeconds: 60 };
    await startQueues(database, settings, settings);
    try {
      const [waiting, going, other] = [
        await insertRun(database),
        await insertRun(database),
        await insertRun(database),
      ];
      await enqueue(database, waiting);
      await enqueue(database, other);
      await db.transaction((tx) =>
        recordEvents(tx, going, [
          { status: 'CHECKED', message: '' },
          { status: 'GENERATING', message: '' },
        ]),
      );
      await db.transaction((tx) => sendRuns(boss, tx, [going]));
      await boss.fetch(runQueue);
      const left = async () =>
        (await db.select().from(queuedRuns).orderBy(asc(queuedRuns.runConfigurationId))).map(
          ({ runConfigurationId }) => runConfigurationId,
        );
      const active = () =>
        rows(db, sql`select id from pgboss.job where name = ${runQueue} and state = 'active'`);
      const cancellations = await followCancellations(database);
      using attempt = cancellations.of(going.runConfigurationId);
      using last = cancellations.of(other.runConfigurationId);
      for (const run of [waiting, going])
        await expect(cancelRun(dying(database), run.runConfigurationId)).rejects.toThrow('died');
      // Nothing has happened, and nobody has heard of anything.
      await tellOf(database, other);
      await reasonOf(last.signal);
      expect(attempt.signal.aborted).toBe(false);
      expect(await left()).toEqual([waiting.runConfigurationId, other.runConfigurationId]);
      expect(await active()).toHaveLength(1);
      expect(await findEventsOfRun(db, waiting.runConfigurationId)).toEqual([]);
      expect(await findEventsOfRun(db, going.runConfigurationId)).toHaveLength(2);
      expect(await hasUnfinishedRun(db, going.modPackId)).toBe(true);

      for (const run of [waiting, going]) {
        expect(await cancelRun(database, run.runConfigurationId)).toEqual({ modPackId: run.modPackId });
        const end = { status: 'ERROR', errors: [{ code: 'CANCELLED' }] };
        const events = await findEventsOfRun(db, run.runConfigurationId);
        expect(events.at(-1)).toMatchObject(end);
        expect(await hasUnfinishedRun(db, run.modPackId)).toBe(false);
        await expect(cancelRun(database, run.runConfigurationId)).rejects.toMatchObject({ code: 'CONFLICT' });
        expect(await findEventsOfRun(db, run.runConfigurationId)).toEqual(events);
      }
      // It had come as far as that.
      expect((await findEventsOfRun(db, going.runConfigurationId)).at(-1)?.message).toBe(
        'ServerPack generation failed.',
      );
      expect(await left()).toEqual([other.runConfigurationId]);
      expect(await active()).toEqual([]);
      expect(await hasUnfinishedRun(db, other.modPackId)).toBe(true);
      await expect(cancelRun(database, 999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await cancellations.close();
    } finally {
      await boss.stop({ graceful: false, close: false });
    }
  });
});

it.runIf(databaseKinds.includes('server'))(
  'a run that is cancelled while another of its modpack comes into line behind it does not leave that one held back',
  async () => {
    await using database = await openScratchDatabase('server');
    const { db } = database;
    const first = await insertRun(database);
    const second = await insertRun(database, first.modPackId);
    await enqueue(database, first);
    const inLine = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const coming = db.transaction(async (tx) => {
      await lockModPackRow(tx, first.modPackId);
      await queueRun(tx, second, own);
      inLine.resolve();
      await goOn.promise;
    });
    await inLine.promise;
    let isOver = false;
    const cancelled = cancelRun(database, first.runConfigurationId).finally(() => {
      isOver = true;
    });
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => isOver || (await rows(db, waits)).length > 0).toBe(true);
    goOn.resolve();
    await Promise.all([coming, cancelled]);
    expect(await db.select().from(queuedRuns)).toMatchObject([
      { runConfigurationId: second.runConfigurationId, state: 'WAITING' },
    ]);
  },
);

it('runs that were cancelled while nobody could hear of it are looked for, those that are under way alone', async () => {
  await using database = await openScratchDatabase(databaseKind);
  const [cancelled, going] = [await insertRun(database), await insertRun(database)];
  let miss = () => {};
  const cancellations = await followCancellations({
    db: database.db,
    async listen(_channel, _hear, missed) {
      miss = missed;
      return async () => {};
    },
  });
  const select = vi.spyOn(database.db, 'select');
  // While nothing is under way there is nothing to look for, nor once it is over.
  miss();
  {
    using _over = cancellations.of(going.runConfigurationId);
  }
  miss();
  expect(select).not.toHaveBeenCalled();
  using first = cancellations.of(cancelled.runConfigurationId);
  using second = cancellations.of(going.runConfigurationId);
  const record = (run: Run, status: 'ERROR' | 'CHECKING') =>
    database.db.transaction((tx) => recordEvents(tx, run, [{ status, message: '' }]));
  await record(cancelled, 'ERROR');
  await record(going, 'CHECKING');
  miss();
  expect(await reasonOf(first.signal)).toBeInstanceOf(RunCancelled);
  expect(second.signal.aborted).toBe(false);
});
