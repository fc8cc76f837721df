import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { modPacks, queuedRuns } from '../../drizzle/schema.ts';
import { findEventsOfRun, type Run, recordEvents } from '../../src/core/events/events.ts';
import {
  jobIdOf,
  lostRunQueue,
  type RunJob,
  runQueue,
  sendRuns,
  startQueues,
  sweepQueue,
} from '../../src/core/runs/jobs.ts';
import { endLostRun, resumeInterrupted } from '../../src/core/runs/lost-runs.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

const settings = { retryLimit: 1, retryDelaySeconds: 0, expireInSeconds: 60 };

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  await startQueues(database, settings, settings);
});
afterAll(async () => {
  await database?.boss.stop({ graceful: false, close: false });
  await database?.close();
});

const send = (...runs: Run[]) => database.db.transaction((tx) => sendRuns(database.boss, tx, runs));
const states = z.array(z.object({ state: z.string() }));
const stateOf = async (queue: string, id: string) =>
  states.parse(
    await rows(database.db, sql`select state from pgboss.job where name = ${queue} and id = ${id}::uuid`),
  )[0]?.state;
const stateOfRun = ({ runConfigurationId }: Run) => stateOf(runQueue, jobIdOf(runConfigurationId));

/** Takes the next run as a worker does; it is that of the modpack that waits longest. */
async function begin(): Promise<number | undefined> {
  const [job] = await database.boss.fetch<RunJob>(runQueue);
  return job?.data.runConfigurationId;
}

/** The job that the queue makes of a run that it gives up. */
async function nextLost() {
  const [job] = await database.boss.fetch<RunJob>(lostRunQueue, { includeMetadata: true });
  if (!job) throw new Error('The queue gives no run up.');
  return job;
}

/** A log, and what it was told. */
function heard() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}

describe('jobs that were active when the only process stopped', () => {
  it('can be taken at once, unless the process has died under them as often as is tried again', async () => {
    const [idle, first, second] = [
      await insertRun(database),
      await insertRun(database),
      await insertRun(database),
    ];
    await send(first);
    expect(await begin()).toBe(first.runConfigurationId);
    await send(second);
    expect(await begin()).toBe(second.runConfigurationId);
    await send(idle);
    const chore = await database.boss.send(sweepQueue, {});
    await database.boss.fetch(sweepQueue);
    await database.db.execute(
      sql`update pgboss.job set retry_count = retry_limit where id = ${jobIdOf(second.runConfigurationId)}::uuid`,
    );
    const cancelled = await insertRun(database);
    await send(cancelled);
    await database.boss.cancel(runQueue, jobIdOf(cancelled.runConfigurationId));
    // Once they are cancelled and not resumed, nobody would take them again.
    vi.spyOn(database.boss, 'resume').mockRejectedValueOnce(new Error('died'));
    await expect(resumeInterrupted(database)).rejects.toThrow('died');
    expect(await stateOfRun(first)).toBe('active');
    await resumeInterrupted(database);
    expect(await stateOfRun(cancelled)).toBe('cancelled');
    expect([await stateOfRun(first), await stateOfRun(second), await stateOfRun(idle)]).toEqual([
      'created',
      'failed',
      'created',
    ]);
    // Of other queues nothing is said.
    expect(await stateOf(sweepQueue, chore ?? '')).toBe('active');
    const lost = await nextLost();
    expect(lost.data).toEqual(second);
    // However often: there is no other queue that would end the run.
    await database.db.execute(
      sql`update pgboss.job set retry_count = retry_limit where id = ${lost.id}::uuid`,
    );
    await resumeInterrupted(database);
    expect(await stateOf(lostRunQueue, lost.id)).toBe('created');
    await database.boss.deleteAllJobs(runQueue);
    await database.boss.deleteAllJobs(lostRunQueue);
  });
});

describe('a run that the queue gives up', () => {
  /** A run whose job has failed for the last time, with what it has recorded, and the job that ends it. */
  async function giveUp(recorded: Parameters<typeof recordEvents>[2], modPackId?: number) {
    const run = await insertRun(database, modPackId);
    await database.db.transaction((tx) => recordEvents(tx, run, recorded));
    await send(run);
    for (const _attempt of [1, 2]) {
      await begin();
      await database.boss.fail(runQueue, jobIdOf(run.runConfigurationId));
    }
    expect(await stateOfRun(run)).toBe('failed');
    return { run, lost: await nextLost() };
  }

  it('ends with an error that names what the log says of it, and holds back no later one', async () => {
    const { lines, log } = heard();
    const { run, lost } = await giveUp([
      { status: 'QUEUED', message: '' },
      { status: 'CHECKING', message: '' },
    ]);
    await endLostRun({ database, log }, lost);
    const [, , last, ...more] = await findEventsOfRun(database.db, run.runConfigurationId);
    expect(more).toEqual([]);
    expect(last).toMatchObject({
      status: 'ERROR',
      message: 'ModPack checks failed.',
      errors: [{ code: 'INTERNAL_ERROR', error: expect.stringContaining(String(lines[0]?.reference)) }],
    });
    expect(lines).toMatchObject([
      { run, msg: 'a run was given up: its nodes died, or it never ended', reference: expect.any(String) },
    ]);
    expect(await stateOfRun(run)).toBeUndefined();
    expect(await stateOf(lostRunQueue, lost.id)).toBe('completed');
    // Whoever comes late with the same job finds it done, and does nothing.
    await expect(endLostRun({ database, log }, lost)).rejects.toThrow();
    expect(await findEventsOfRun(database.db, run.runConfigurationId)).toHaveLength(3);
    expect(lines).toHaveLength(1);
  });

  it('is left as it is where it has ended already, or is gone with its modpack', async () => {
    const { lines, log } = heard();
    const { run, lost } = await giveUp([
      { status: 'QUEUED', message: '' },
      { status: 'GENERATED', message: '' },
    ]);
    await endLostRun({ database, log }, lost);
    expect(await findEventsOfRun(database.db, run.runConfigurationId)).toHaveLength(2);
    const none = await giveUp([]);
    await endLostRun({ database, log }, none.lost);
    expect(await findEventsOfRun(database.db, none.run.runConfigurationId)).toEqual([]);
    expect([await stateOfRun(run), await stateOfRun(none.run), lines]).toEqual([undefined, undefined, []]);
  });

  it('ends as a whole or not at all, and takes no failed job of another modpack with it', async () => {
    const [one, other] = [await giveUp([{ status: 'QUEUED', message: '' }]), await giveUp([])];
    const full = pino(
      {},
      {
        write() {
          throw new Error('no room for the log');
        },
      },
    );
    await expect(endLostRun({ database, log: full }, one.lost)).rejects.toThrow('no room');
    expect([await stateOfRun(one.run), await stateOf(lostRunQueue, one.lost.id)]).toEqual([
      'failed',
      'active',
    ]);
    const { log } = heard();
    await endLostRun({ database, log }, one.lost);
    expect([await stateOfRun(one.run), await stateOfRun(other.run)]).toEqual([undefined, 'failed']);
    await endLostRun({ database, log }, other.lost);
  });

  it('takes no job with it that has not failed', async () => {
    const modPackId = await insertModPack(database);
    const { lost } = await giveUp([{ status: 'QUEUED', message: '' }], modPackId);
    const next = await insertRun(database, modPackId);
    await send(next);
    await endLostRun({ database, log: heard().log }, lost);
    expect(await stateOfRun(next)).toBe('created');
    expect(await begin()).toBe(next.runConfigurationId);
    expect(await database.db.$count(queuedRuns)).toBe(0);
    expect(await database.db.$count(modPacks, eq(modPacks.id, modPackId))).toBe(1);
  });
});
