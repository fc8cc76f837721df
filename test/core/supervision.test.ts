import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { startQueues, webhookQueue } from '../../src/core/jobs.ts';
import { createLook } from '../../src/core/supervision.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const settings = { retryLimit: 1, retryDelaySeconds: 0, expireInSeconds: 60 };

it('looks after the queues with every look while somebody works on a job, and once a minute while nobody does', async () => {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await openScratchDatabase(databaseKind));
  const { boss, db } = database;
  await startQueues(database, settings, settings);
  opened.defer(() => boss.stop({ graceful: false, close: false }));
  const supervise = vi.spyOn(boss, 'supervise');
  const look = createLook(database);
  const lookAt = async (seconds: number) => {
    supervise.mockClear();
    await look(seconds * 1_000);
    return supervise.mock.calls.length;
  };
  expect([await lookAt(0), await lookAt(2), await lookAt(58)]).toEqual([1, 0, 0]);
  expect([await lookAt(60), await lookAt(62)]).toEqual([1, 0]);

  const id = await boss.send(webhookQueue, {});
  expect(await lookAt(64)).toBe(0);
  await boss.fetch(webhookQueue);
  expect([await lookAt(66), await lookAt(68)]).toEqual([1, 1]);

  // The heartbeat of a node that has died, long ago.
  await db.execute(
    sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where id = ${id}::uuid and state = 'active'`,
  );
  await db.execute(sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`);
  expect(await lookAt(70)).toBe(1);
  const [job] = await boss.findJobs(webhookQueue, { id: String(id) });
  expect(job?.state).toBe('retry');
  expect(await lookAt(72)).toBe(0);
});
