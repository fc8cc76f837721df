import { describe, expect, it, vi } from 'vitest';
import { followCancellations, RunCancelled } from '../../src/core/cancellations.ts';
import { type Run, recordEvents } from '../../src/core/events.ts';
import { runQueue, sendRuns, startQueues } from '../../src/core/jobs.ts';
import { cancelledChannel, cancelRun } from '../../src/core/run-control.ts';
import type { Database } from '../../src/database/database.ts';
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
});

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
