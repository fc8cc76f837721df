import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queuedRuns, type queuedStates, setbacks } from '../../drizzle/schema.ts';
import type { Run } from '../../src/core/events/events.ts';
import { type RunJob, runQueue, sendRuns, startQueues } from '../../src/core/runs/jobs.ts';
import { readQueue } from '../../src/core/runs/queue-state.ts';
import { countRuns } from '../../src/core/runs/queue-tables.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';

const settings = { retryLimit: 1, retryDelaySeconds: 60, expireInSeconds: 60 };

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
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

/** A run that stands in the queue like this, since so many seconds, with its job where one was sent. */
async function enqueue(state: (typeof queuedStates)[number], seconds = 0): Promise<Run> {
  const run = await insertRun(database);
  const dateCreated = sql`now() - ${seconds} * interval '1 second'`;
  await database.db.insert(queuedRuns).values({ ...run, caller: 'a', turn: 0, state, dateCreated });
  if (state === 'SENT' || state === 'BEGUN')
    await database.db.transaction((tx) => sendRuns(database.boss, tx, [run]));
  return run;
}

/** Takes a run as a worker does, and fails it where told. */
async function begin({ fails = false } = {}): Promise<void> {
  const [job] = await database.boss.fetch<RunJob>(runQueue);
  if (fails) await database.boss.fail(runQueue, job?.id ?? '');
}

it('an empty queue has nothing in it, and no oldest', async () => {
  expect(await countRuns(database)).toEqual([]);
  expect(await readQueue(database)).toEqual({
    waiting: 0,
    active: 0,
    waitingForRoom: 0,
    oldestSeconds: null,
  });
});

it('runs wait in line, sent to nobody in particular, or to be tried again, and are active once one works on them', async () => {
  await enqueue('BEGUN', 900);
  await begin();
  await enqueue('BEGUN', 300);
  await begin({ fails: true });
  const sent = await enqueue('SENT', 200);
  await enqueue('WAITING', 100);
  await enqueue('HELD', 50);
  const counted = await countRuns(database);
  const ages = new Map(counted.map(({ state, runs, age }) => [state, [runs, Math.floor(age / 50) * 50]]));
  expect(ages).toEqual(
    new Map([
      ['active', [1, 900]],
      ['retry', [1, 300]],
      ['created', [3, 200]],
    ]),
  );
  expect(await readQueue(database)).toMatchObject({ waiting: 4, active: 1, waitingForRoom: 0 });
  const { oldestSeconds } = await readQueue(database);
  // The oldest of those that wait, whoever works on older ones.
  expect(Math.floor((oldestSeconds ?? 0) / 50)).toBe(6);
  await database.db
    .insert(setbacks)
    .values([{ runConfigurationId: sent.runConfigurationId, waitingSince: new Date(), nextTry: new Date() }]);
  expect(await readQueue(database)).toMatchObject({ waitingForRoom: 1 });
});

it('a run whose job is over counts no more, though its row is still there', async () => {
  await enqueue('BEGUN');
  const [job] = await database.boss.fetch<RunJob>(runQueue);
  await database.boss.complete(runQueue, job?.id ?? '');
  expect(await countRuns(database)).toEqual([]);
});

it('a run that has met with something but does not wait is none that waits for room', async () => {
  const { runConfigurationId } = await enqueue('SENT');
  await database.db.insert(setbacks).values({ runConfigurationId, failures: 1, waitingSince: new Date() });
  expect(await readQueue(database)).toMatchObject({ waiting: 1, active: 0, waitingForRoom: 0 });
});
