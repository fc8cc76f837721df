import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queuedRuns } from '../../drizzle/schema.ts';
import { readConfig } from '../../src/config.ts';
import { lostWebhookQueue, runQueue, startQueues, webhookQueue } from '../../src/core/runs/jobs.ts';
import { findWork } from '../../src/core/runs/queue-tables.ts';
import { startSendingJobs } from '../../src/core/runs/queued-runs.ts';
import { watchQueue } from '../../src/core/runs/watch-queue.ts';
import { rows } from '../../src/database/database.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const settings = { retryLimit: 1, retryDelaySeconds: 0, expireInSeconds: 60 };
const log = pino({ level: 'silent' });
/** Milliseconds between two looks where they are waited for. */
const soon = readConfig({ QUEUE_LOOK_MS: '200' }).queueLookMs;

async function openQueues(kind: (typeof databaseKinds)[number]) {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await openScratchDatabase(kind));
  await startQueues(database, settings, settings);
  opened.defer(() => database.boss.stop({ graceful: false, close: false }));
  const parts = opened.move();
  return { ...database, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe.each(databaseKinds)('a look at the %s database', (kind) => {
  it('finds jobs that are due, by their queues, and whether any is worked on', async () => {
    await using database = await openQueues(kind);
    const { boss, db } = database;
    const nothing = { waiting: false, active: false, due: [], pending: false };
    const pending = { ...nothing, pending: true };
    expect(await findWork(db)).toEqual(nothing);

    const later = await boss.send(webhookQueue, {}, { startAfter: 3600, group: { id: '1' } });
    expect(await findWork(db)).toEqual(pending);
    await db.execute(sql`update pgboss.job set start_after = now() where id = ${later}::uuid`);
    await boss.send(lostWebhookQueue, {});
    expect(await findWork(db)).toEqual({ ...pending, due: [webhookQueue, lostWebhookQueue] });

    const jobs = await boss.fetch(webhookQueue);
    expect(await findWork(db)).toEqual({ ...pending, active: true, due: [lostWebhookQueue] });
    await boss.complete(webhookQueue, jobs?.[0]?.id ?? '');
    expect(await findWork(db)).toEqual({ ...pending, due: [lostWebhookQueue] });

    await boss.send(runQueue, {}, { singletonKey: '1' });
    await boss.fetch(runQueue);
    expect(await findWork(db)).toEqual({ ...pending, active: true, due: [lostWebhookQueue] });
  });

  it('finds what is worked on by an index, however much has ended', async () => {
    await using database = await openQueues(kind);
    const { db } = database;
    await db.execute(sql`insert into pgboss.job (name, state, policy, singleton_key, group_id)
      select ${webhookQueue}, 'completed', 'standard', i::text, '1' from generate_series(1, 5000) as i`);
    await db.execute(sql`analyze pgboss.job_common`);
    const asked: string[] = [];
    const noting = new Proxy(db, {
      get: (target, name) =>
        name === 'execute'
          ? async (query: SQL) => {
              const plan = await rows(target, sql`explain ${query}`);
              asked.push(JSON.stringify(plan));
              return target.execute(query);
            }
          : Reflect.get(target, name),
    });
    await findWork(noting);
    expect(asked.join()).toContain('job_common_i');
    expect(asked.join()).not.toContain('Seq Scan on job_common');
  });

  it('finds a run in line of which no word came, and has its job sent', async () => {
    await using database = await openQueues(kind);
    const { db } = database;
    await using queueWatch = watchQueue({ database, log }, soon);
    const sender = await startSendingJobs(
      { database, queueWatch, log },
      { sentBy: randomUUID(), free: () => 1 },
    );
    await db.execute(sql`insert into files (sha256, size, storage_key) values ('ab', 1, 'ab')`);
    await db.execute(sql`insert into mod_packs (file_id, name, status) values (1, 'pack.zip', 'QUEUED')`);
    await db.execute(sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      values (1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]')`);
    await db.execute(sql`insert into queued_runs (mod_pack_id, run_configuration_id, caller, turn, state)
      values (1, 1, 'somebody', 0, 'WAITING')`);
    await expect.poll(() => db.$count(queuedRuns, eq(queuedRuns.state, 'SENT'))).toBe(1);
    await sender.close();
  });

  it('wakes the workers of a queue whose job has become due by time, and no others', async () => {
    await using database = await openQueues(kind);
    const { boss } = database;
    await using _queueWatch = watchQueue({ database, log }, soon);
    const { promise: worked, resolve } = Promise.withResolvers<string>();
    const options = { pollingIntervalSeconds: 3600 };
    const woken = vi.spyOn(boss, 'notifyWorker');
    await boss.work(lostWebhookQueue, options, async () => {});
    const worker = await boss.work(webhookQueue, options, async ([job]) => resolve(job?.id ?? ''));
    const sent = await boss.send(webhookQueue, {}, { startAfter: 1 });
    expect(await worked).toBe(sent);
    expect(new Set(woken.mock.calls.flat())).toEqual(new Set([worker]));
    for (const queue of [webhookQueue, lostWebhookQueue]) await boss.offWork(queue, { wait: true });
  });
});

describe('looks', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('are a fifth as many while there is nothing, until there is something again or this process has worked on a job', async () => {
    await using database = await openQueues('embedded');
    const { boss } = database;
    await using queueWatch = watchQueue({ database, log }, 2_000);
    const heard = new EventEmitter<{ look: [] }>();
    queueWatch.follow(() => heard.emit('look'));
    const asking = vi.spyOn(database.db, 'execute');
    /** Spans of two seconds pass; answers how many looks they saw, when these have been told of. */
    const pass = async (spans: number) => {
      const before = asking.mock.calls.length;
      let seen = 0;
      for (let span = 0; span < spans; span += 1) {
        const told = once(heard, 'look');
        vi.advanceTimersByTime(2_000);
        if (asking.mock.calls.length === before + seen) continue;
        seen += 1;
        await told;
        // It is over a moment after it has been told of.
        await setImmediate();
      }
      return seen;
    };
    expect(await pass(1)).toBe(1);
    expect(await pass(10)).toBe(2);

    const { promise: worked, resolve } = Promise.withResolvers<void>();
    await boss.send(webhookQueue, {});
    await boss.work(webhookQueue, { pollingIntervalSeconds: 3600 }, async () => resolve());
    await worked;
    expect(await pass(1)).toBe(1);

    await boss.send(lostWebhookQueue, {}, { startAfter: 3600 });
    await pass(5);
    expect(await pass(3)).toBe(3);
    await boss.offWork(webhookQueue, { wait: true });
  });
});

it('tells nobody who follows no more, and goes on after a look that failed', async () => {
  await using database = await openQueues('embedded');
  let failing = true;
  const db = new Proxy(database.db, {
    get(target, name, receiver) {
      if (failing && name === 'execute') throw new Error('away');
      return Reflect.get(target, name, receiver);
    },
  });
  const told: string[] = [];
  const warned = Promise.withResolvers<void>();
  const watching = pino({}, { write: () => warned.resolve() });
  await using queueWatch = watchQueue({ database: { db, boss: database.boss }, log: watching }, soon);
  const unfollow = queueWatch.follow(() => told.push('gone'));
  unfollow();
  const heard = new Promise<void>((resolve) => {
    queueWatch.follow(() => {
      told.push('there');
      resolve();
    });
  });
  await warned.promise;
  expect(told).toEqual([]);
  failing = false;
  await heard;
  expect(told).toEqual(['there']);
});
