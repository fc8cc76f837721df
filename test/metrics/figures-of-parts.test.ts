import { sql } from 'drizzle-orm';
import { createClient } from 'graphql-ws';
import { expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { watchApp } from '../../src/metrics/watch-app.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { compileCache } from '../support/compile-cache.ts';
import { databaseKinds } from '../support/database.ts';

const figuresOf = async ({ url }: TestApp) => (await fetch(`${url}/metrics`)).text();

it.each(databaseKinds)(
  'runs in line and worked on, and the age of the oldest, are told of the %s database',
  async (database) => {
    const begun = Promise.withResolvers<void>();
    const underWay = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        begun.resolve();
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      });
    const work: ArchiveWork = {
      check: (_task, { signal }) => underWay(signal),
      generate: (_task, { signal }) => underWay(signal),
    };
    await using service = await startTestApp({
      database,
      environment: { WORKER_THREADS: '1', SHUTDOWN_GRACE_MS: '0' },
      overrides: { work },
    });
    await upload(service.url, smallPack('one'));
    await begun.promise;
    for (const mark of ['two', 'three'])
      expect((await upload(service.url, smallPack(mark))).status).toBe(200);
    await service.app.database.db.execute(
      sql`update queued_runs set date_created = now() - interval '1 hour' where run_configuration_id = 2`,
    );
    await expect.poll(() => figuresOf(service)).toMatch(/serverpacks_queue_runs\{state="active"\} 1\n/);
    const text = await figuresOf(service);
    expect(text).toMatch(/serverpacks_queue_runs\{state="created"\} 2\n/);
    const [, age] = text.match(/serverpacks_queue_oldest_seconds ([\d.]+)/) ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(3_600);
  },
);

it('sockets and those who listen by them are told, until they are gone', async () => {
  await using service = await startTestApp();
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
  });
  const listening = client.iterate({ query: 'subscription { events { databaseId } }' });
  const first = listening.next();
  await expect.poll(() => figuresOf(service)).toMatch(/serverpacks_subscribers 1\n/);
  expect(await figuresOf(service)).toMatch(/serverpacks_sockets 1\n/);
  await listening.return?.();
  await first;
  await client.dispose();
  await expect.poll(() => figuresOf(service)).toMatch(/serverpacks_sockets 0\n/);
  expect(await figuresOf(service)).toMatch(/serverpacks_subscribers 0\n/);
});

it('tasks in threads are told by what they are', async () => {
  await using service = await startTestApp();
  await using parts = new AsyncDisposableStack();
  const pool = createWorkerPool({
    threads: 1,
    memoryMb: 256,
    timeoutMs: 600_000,
    compileCache: compileCache(),
    tasks: new URL('../workers/tasks.ts', import.meta.url).href,
  });
  parts.defer(() => pool.close());
  const metrics = createMetrics();
  watchApp(metrics, { ...service.app, pool });
  const ending = new AbortController();
  const hooks = { signal: ending.signal };
  const tasks = [
    ...[1, 2].map(() => pool.run('thread', { name: 'standStill' }, hooks)),
    pool.runQuick('quick', { name: 'standStill' }, { ...hooks, caller: 'somebody' }),
  ];
  const text = await metrics.text();
  expect(text).toContain('serverpacks_threads{lane="work"} 2\n');
  expect(text).toContain('serverpacks_threads{lane="quick"} 1\n');
  // Heard before they fail, since they may all fail in the same turn.
  const ended = tasks.map((task) => expect(task).rejects.toThrow());
  ending.abort(new Error('the test is over'));
  await Promise.all(ended);
  expect(await metrics.text()).toContain('serverpacks_threads{lane="work"} 0\n');
});

it.runIf(databaseKinds.includes('server'))(
  'connections to the server that are in use, and statements that wait for one, are told by pool',
  async () => {
    await using service = await startTestApp({ database: 'server' });
    const { database, metrics } = service.app;
    const goOn = Promise.withResolvers<void>();
    const held = Array.from({ length: 7 }, () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await goOn.promise;
      }),
    );
    // As many as the pool has connections, and the rest.
    await expect.poll(() => database.pools().requests).toEqual({ busy: 5, waiting: 2 });
    const patient = database.patient.transaction(() => goOn.promise);
    await expect.poll(() => database.pools().work?.busy).toBeGreaterThanOrEqual(1);
    // What it asks the database waits too, and the figures are as of the moment before that.
    const told = metrics.text();
    await expect.poll(() => database.pools().requests?.waiting).toBeGreaterThan(2);
    goOn.resolve();
    await Promise.all([...held, patient]);
    const text = await told;
    expect(text).toMatch(/serverpacks_database_connections_busy\{pool="requests"\} 5\n/);
    expect(text).toMatch(/serverpacks_database_waiting\{pool="requests"\} [2-9]\n/);
    expect(text).toMatch(/serverpacks_database_connections_busy\{pool="work"\} [1-9]/);
  },
);
