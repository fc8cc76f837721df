import { asc, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { queuedRuns } from '../../drizzle/schema.ts';
import { findEventsOfRun, type Run, recordEvents } from '../../src/core/events/events.ts';
import { lockModPackRow } from '../../src/core/packs/row-locks.ts';
import { queueRun, runJobs, takeRun } from '../../src/core/runs/queued-runs.ts';
import { cancelRun, hasUnfinishedRun } from '../../src/core/runs/run-control.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { demandJob, keepJob, StaleAttempt } from '../../src/jobs/job-tables.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';

const own = { caller: 'somebody', limits: { all: 100, caller: 100, anonymous: 100 } };
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
    const { db } = database;
    const [going, waiting, other] = [
      await insertRun(database),
      await insertRun(database),
      await insertRun(database),
    ];
    for (const run of [going, waiting, other]) await enqueue(database, run);
    await db.transaction((tx) =>
      recordEvents(tx, going, [
        { status: 'CHECKED', message: '' },
        { status: 'GENERATING', message: '' },
      ]),
    );
    const claim = crypto.randomUUID();
    const held = { id: going.runConfigurationId, claim };
    expect((await takeRun(db, claim))?.id).toBe(going.runConfigurationId);
    const left = async () =>
      (await db.select().from(queuedRuns).orderBy(asc(queuedRuns.runConfigurationId))).map(
        ({ runConfigurationId }) => runConfigurationId,
      );
    for (const run of [waiting, going])
      await expect(cancelRun(dying(database), run.runConfigurationId)).rejects.toThrow('died');
    // Nothing has happened.
    expect(await left()).toEqual([going, waiting, other].map((run) => run.runConfigurationId));
    expect(await keepJob(db, runJobs, held)).toBe(true);
    expect(await findEventsOfRun(db, waiting.runConfigurationId)).toEqual([]);
    expect(await findEventsOfRun(db, going.runConfigurationId)).toHaveLength(2);
    expect(await hasUnfinishedRun(db, going.modPackId)).toBe(true);

    for (const run of [waiting, going]) {
      await cancelRun(database, run.runConfigurationId);
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
    // Who works on it learns so from its next sign of life, and can write nothing more.
    expect(await keepJob(db, runJobs, held)).toBe(false);
    await expect(db.transaction((tx) => demandJob(tx, runJobs, held))).rejects.toThrow(StaleAttempt);
    expect(await left()).toEqual([other.runConfigurationId]);
    expect(await hasUnfinishedRun(db, other.modPackId)).toBe(true);
    await expect(cancelRun(database, 999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
