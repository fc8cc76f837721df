import type { QueueResult } from 'pg-boss';
import { describe, expect, it, vi } from 'vitest';
import { startChores } from '../../src/core/chores/chores.ts';
import { lostRunQueue, runQueue, startQueues, sweepQueue, webhookQueue } from '../../src/core/runs/jobs.ts';
import { makeQueues, type WantedQueue } from '../../src/core/runs/make-queues.ts';
import { type Database, queueIn } from '../../src/database/database.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const settings = { retryLimit: 7, retryDelaySeconds: 3, expireInSeconds: 60 };
const none = { getQueues: 0, createQueue: 0, updateQueue: 0, findJobs: 0, getSchedules: 0, schedule: 0 };

/** How often each call that takes a statement is made. */
async function callsOf({ boss }: Database, work: () => Promise<void>): Promise<typeof none> {
  const spies = {
    getQueues: vi.spyOn(boss, 'getQueues'),
    createQueue: vi.spyOn(boss, 'createQueue'),
    updateQueue: vi.spyOn(boss, 'updateQueue'),
    findJobs: vi.spyOn(boss, 'findJobs'),
    getSchedules: vi.spyOn(boss, 'getSchedules'),
    schedule: vi.spyOn(boss, 'schedule'),
  };
  await work();
  const counted = { ...none };
  for (const [name, spy] of Object.entries(spies)) {
    Object.assign(counted, { [name]: spy.mock.calls.length });
    spy.mockRestore();
  }
  return counted;
}

describe.each(databaseKinds)('the queues on the %s database', (kind) => {
  async function openQueues() {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(await openScratchDatabase(kind));
    await startQueues(database, settings, settings);
    opened.defer(() => database.boss.stop({ graceful: false, close: false }));
    const parts = opened.move();
    return { ...database, [Symbol.asyncDispose]: () => parts.disposeAsync() };
  }

  it('are asked for once, and left alone, by a start that finds them as it wants them', async () => {
    await using database = await openQueues();
    const before = await database.boss.getQueues();
    const again = () => startQueues(database, settings, settings);
    expect(await callsOf(database, again)).toEqual({ ...none, getQueues: 1 });
    expect(await database.boss.getQueues()).toEqual(before);
  });

  it('are changed where settings have, and only those', async () => {
    await using database = await openQueues();
    const sooner = { ...settings, retryDelaySeconds: 0, retryLimit: 8 };
    const again = () => startQueues(database, settings, sooner);
    expect(await callsOf(database, again)).toMatchObject({ getQueues: 1, createQueue: 0, updateQueue: 1 });
    expect(await database.boss.getQueue(webhookQueue)).toMatchObject({
      retryLimit: 8,
      retryDelay: 0,
      retryBackoff: false,
    });
    expect(await database.boss.getQueue(runQueue)).toMatchObject({ retryLimit: 7, retryDelay: 3 });
  });

  it('are made where they are missing, as they were', async () => {
    await using database = await openQueues();
    const before = await database.boss.getQueue(runQueue);
    await database.boss.deleteQueue(runQueue);
    const again = () => startQueues(database, settings, settings);
    expect(await callsOf(database, again)).toMatchObject({ getQueues: 2, createQueue: 1, updateQueue: 0 });
    expect(before?.policy).toBe('key_strict_fifo');
    expect(await database.boss.getQueue(runQueue)).toMatchObject({
      policy: 'key_strict_fifo',
      deadLetter: lostRunQueue,
      retryLimit: 7,
      heartbeatSeconds: 10,
    });
  });

  it('are known to the queue library once they were changed, so that none is looked up inside a transaction', async () => {
    await using database = await openQueues();
    const { boss, db } = database;
    await startQueues(database, settings, { ...settings, retryLimit: 8 });
    // Looked up there, on the embedded database, it would wait for the end of the transaction.
    const jobs = db.transaction((tx) => boss.findJobs(webhookQueue, { key: 'none', db: queueIn(tx) }));
    expect(await jobs).toEqual([]);
  });

  it('have chores sent to them at their times, which are written where they are others', async () => {
    await using database = await openQueues();
    const { boss } = database;
    const chore = { queue: sweepQueue, cron: '1 2 * * *', run: () => Promise.resolve() };
    const start = (cron: string) => () => startChores(boss, [{ ...chore, cron }]);
    const written = { ...none, getSchedules: 1, schedule: 1 };
    expect(await callsOf(database, start(chore.cron))).toEqual(written);
    expect(await callsOf(database, start(chore.cron))).toEqual({ ...written, schedule: 0 });
    expect(await callsOf(database, start('3 4 * * *'))).toEqual(written);
    expect(await boss.getSchedules(sweepQueue)).toMatchObject([{ cron: '3 4 * * *' }]);
    const work = vi.spyOn(boss, 'work');
    await startChores(boss, [{ ...chore, cron: '3 4 * * *' }]);
    // They come every quarter of an hour: asking for them more often would be for nothing.
    expect(work.mock.calls).toEqual([[sweepQueue, { pollingIntervalSeconds: 60 }, chore.run]]);
  });
});

it('changes a queue that another node has made meanwhile in its own way', async () => {
  const wanted: WantedQueue = { name: 'runs', policy: 'standard', options: { retryLimit: 2 } };
  const queues: QueueResult[] = [];
  const changes: unknown[] = [];
  await makeQueues(
    {
      getQueues: () => Promise.resolve([...queues]),
      createQueue() {
        queues.push({ ...foundQueue, retryLimit: 5 });
        return Promise.resolve();
      },
      updateQueue(name, options) {
        changes.push([name, options]);
        return Promise.resolve();
      },
    },
    [wanted],
  );
  expect(changes).toEqual([['runs', { retryLimit: 2 }]]);
});

const foundQueue: QueueResult = {
  name: 'runs',
  policy: 'standard',
  deferredCount: 0,
  queuedCount: 0,
  readyCount: 0,
  activeCount: 0,
  failedCount: 0,
  totalCount: 0,
  completedDelta: 0,
  failedDelta: 0,
  createdDelta: 0,
  singletonsActive: null,
  deltaSeconds: null,
  deltaOn: null,
  table: 'job_common',
  createdOn: new Date(0),
  updatedOn: new Date(0),
};
