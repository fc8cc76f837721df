import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  jobIdOf,
  lostRunQueue,
  lostWebhookQueue,
  type QueueSettings,
  type RunJob,
  runQueue,
  sendRuns,
  startQueues,
  sweepQueue,
  tidyQueue,
  tookEffect,
  vacuumQueue,
  webhookQueue,
} from '../../src/core/runs/jobs.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const settings: QueueSettings = { retryLimit: 3, retryDelaySeconds: 5, expireInSeconds: 600 };
const day = 24 * 60 * 60;

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  await startQueues(database, settings, settings);
});
beforeEach(() => database.boss.deleteAllJobs(runQueue));
afterAll(async () => {
  await database?.boss.stop({ graceful: false, close: false });
  await database?.close();
});

/** A queue as it is once these settings were given. */
async function queueWith(name: string, runs: QueueSettings, webhooks: QueueSettings = settings) {
  await startQueues(database, runs, webhooks);
  return database.boss.getQueue(name);
}

describe('the queue of runs', () => {
  it('tries a run again as told, and hands on what it gives up', async () => {
    expect(await queueWith(runQueue, settings)).toMatchObject({
      policy: 'key_strict_fifo',
      deadLetter: lostRunQueue,
      retryLimit: 3,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 600,
      deleteAfterSeconds: 3600,
      heartbeatSeconds: 10,
      notify: true,
    });
  });

  it('keeps what nobody has begun with for years', async () => {
    const { retentionSeconds = 0 } = (await queueWith(runQueue, settings)) ?? {};
    expect(retentionSeconds).toBe(10 * 365 * day);
  });

  it('pauses no longer than a minute between two tries, or than before the first where that is longer', async () => {
    const delayed = (retryDelaySeconds: number) => queueWith(runQueue, { ...settings, retryDelaySeconds });
    expect(await delayed(59)).toMatchObject({ retryDelay: 59, retryDelayMax: 60 });
    expect(await delayed(61)).toMatchObject({ retryDelay: 61, retryDelayMax: 61 });
    // Else the library would make a second of it.
    expect(await delayed(0)).toMatchObject({ retryDelay: 0, retryBackoff: false });
  });

  it('gives a run no more time than the library allows', async () => {
    const expireInSeconds = async (wanted: number) =>
      (await queueWith(runQueue, { ...settings, expireInSeconds: wanted }))?.expireInSeconds;
    expect(await expireInSeconds(day - 1)).toBe(day - 1);
    expect(await expireInSeconds(day + 1)).toBe(day);
  });
});

describe('the other queues', () => {
  it('of webhooks tries again for six hours at most between two tries', async () => {
    const webhooks = { retryLimit: 9, retryDelaySeconds: 30, expireInSeconds: 90 };
    expect(await queueWith(webhookQueue, settings, webhooks)).toMatchObject({
      policy: 'standard',
      deadLetter: lostWebhookQueue,
      retryLimit: 9,
      retryDelay: 30,
      retryBackoff: true,
      retryDelayMax: 6 * 60 * 60,
      expireInSeconds: 90,
      deleteAfterSeconds: 3600,
      heartbeatSeconds: 10,
      notify: true,
    });
  });

  it('of what was given up try ten times, and chores twice, one at a time', async () => {
    for (const name of [lostRunQueue, lostWebhookQueue, sweepQueue, tidyQueue, vacuumQueue])
      await database.boss.updateQueue(name, {
        retryLimit: 1,
        retryDelay: 1,
        retryBackoff: false,
        expireInSeconds: 60,
        notify: false,
      });
    await startQueues(database, settings, settings);
    for (const name of [lostRunQueue, lostWebhookQueue])
      expect(await database.boss.getQueue(name)).toMatchObject({
        policy: 'standard',
        retryLimit: 10,
        retryDelay: 2,
        retryBackoff: true,
        notify: true,
      });
    for (const name of [sweepQueue, tidyQueue, vacuumQueue])
      expect(await database.boss.getQueue(name)).toMatchObject({
        policy: 'stately',
        retryLimit: 2,
        expireInSeconds: 3600,
      });
  });
});

describe('the jobs of runs', () => {
  const run = (modPackId: number, runConfigurationId: number): RunJob => ({ modPackId, runConfigurationId });
  const send = (...runs: RunJob[]) => database.db.transaction((tx) => sendRuns(database.boss, tx, runs));

  it('have an id of their own for each run, however high its number', () => {
    expect(jobIdOf(1)).toBe('00000000-0000-8000-8000-000000000001');
    expect(jobIdOf(2 ** 31 - 1)).toBe('00000000-0000-8000-8000-00007fffffff');
  });

  it('tell their worker the run alone, and stand in line by their modpack', async () => {
    const more = { ...run(7, 1), caller: 'ann' };
    await send(more, run(8, 2));
    const jobs = await database.boss.findJobs<RunJob>(runQueue, { key: '7' });
    expect(jobs).toMatchObject([{ id: jobIdOf(1), singletonKey: '7' }]);
    expect(jobs[0]?.data).toEqual(run(7, 1));
    expect(await database.boss.findJobs(runQueue, { key: '8' })).toHaveLength(1);
  });

  it('are all sent or none', async () => {
    await send(run(7, 1));
    await expect(send(run(8, 2), run(7, 1))).rejects.toThrow();
    expect(await database.boss.findJobs(runQueue)).toHaveLength(1);
  });
});

it('a job is settled where the queue has settled one, and where it says how many', () => {
  const answer = (affected: unknown) => tookEffect({ jobs: ['a'], requested: 1, ...{ affected } });
  expect([answer(0), answer(1), answer(2)]).toEqual([false, true, false]);
  expect(() => answer(undefined)).toThrow();
});
