import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { startCollector } from '../support/collector.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { zipWith } from '../support/zip.ts';

describe.runIf(databaseKinds.includes('server'))('a node that comes to a server', () => {
  it('leaves alone what another works on, and works on what waits', async () => {
    await using place = await createServerDatabase();
    const pool = sharedWorkerPool();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const begunBy: string[] = [];
    const workOf = (node: string): ArchiveWork => ({
      async check(task, hooks) {
        begunBy.push(node);
        begun.resolve();
        if (node === 'first') await goOn.promise;
        return pool.check(task, hooks);
      },
      generate: (task, hooks) => pool.generate(task, hooks),
    });
    const start = async (node: string) =>
      startTestApp({
        environment: { WORKER_THREADS: '1', 'config.runRetries': '0' },
        overrides: { database: await openDatabase(place.url, { memory: true }), work: workOf(node) },
      });
    await using first = await start('first');
    const held = await upload(first.url, smallPack('held'));
    await begun.promise;
    await using second = await start('second');
    const { body } = await upload(second.url, smallPack('waiting'));
    const other = await eventsUntilEnd(second.app, body.modPackId ?? 0);
    expect(begunBy).toEqual(['first', 'second']);
    expect(statusesOf(other)).toEqual(wholeRun);
    goOn.resolve();
    expect(statusesOf(await eventsUntilEnd(first.app, held.body.modPackId ?? 0))).toEqual(wholeRun);
    expect(begunBy).toEqual(['first', 'second']);
  });
});

it('attempts are told by how they ended, in seconds, and counted from one in traces', async () => {
  await using collector = await startCollector();
  const began = performance.now();
  {
    const pool = sharedWorkerPool();
    let failures = 1;
    const work: ArchiveWork = {
      async check(...args) {
        failures -= 1;
        if (failures === 0) throw new Error('for once');
        return pool.check(...args);
      },
      generate: (...args) => pool.generate(...args),
    };
    await using service = await startTestApp({
      environment: { 'config.runRetryDelaySeconds': '0', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      overrides: { work },
    });
    for (const [pack, statuses] of [
      [smallPack(), wholeRun],
      [zipWith({ 'config/a.txt': 'nothing to play' }), ['QUEUED', 'CHECKING', 'ERROR']],
    ] as const) {
      const { body } = await upload(service.url, pack);
      expect(statusesOf(await eventsUntilEnd(service.app, body.modPackId ?? 0))).toEqual(statuses);
    }
    const figures = async () => (await fetch(`${service.url}/metrics`)).text();
    // The last is told once its transaction is over.
    await expect.poll(figures).toMatch(/serverpacks_run_seconds_count\{outcome="error"\} 1\n/);
    const text = await figures();
    for (const outcome of ['again', 'generated'])
      expect(text).toContain(`serverpacks_run_seconds_count{outcome="${outcome}"} 1\n`);
    const sums = [...text.matchAll(/serverpacks_run_seconds_sum\{.*\} (\S+)/g)].map(([, sum]) => Number(sum));
    expect(sums).toHaveLength(3);
    // All three, one after the other, have taken no longer than this test.
    expect(sums.reduce((all, sum) => all + sum, 0)).toBeLessThan((performance.now() - began) / 1_000);
  }
  const attempts = collector
    .spans()
    .filter(({ name }) => name === 'run')
    .flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'attempt'))
    .map(({ value }) => Number(Object.values(value)[0]));
  expect(attempts.sort()).toEqual([1, 1, 2]);
});

it('a run is not begun once more under which as many nodes have died as may, and under fewer it is', async () => {
  const pool = sharedWorkerPool();
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const work: ArchiveWork = {
    async check(...args) {
      begun.resolve();
      await goOn.promise;
      return pool.check(...args);
    },
    generate: (...args) => pool.generate(...args),
  };
  await using service = await startTestApp({
    environment: { WORKER_THREADS: '1', 'config.runNodeDeaths': '3' },
    overrides: { work },
  });
  await upload(service.url, smallPack('held'));
  await begun.promise;
  const enough = (await upload(service.url, smallPack('three'))).body;
  const fewer = (await upload(service.url, smallPack('two'))).body;
  await rows(
    service.app.database.db,
    sql`update queued_runs set lost_nodes = case when run_configuration_id = ${enough.runConfigId} then 3 else 2 end
      where run_configuration_id in (${enough.runConfigId}, ${fewer.runConfigId})`,
  );
  goOn.resolve();
  const ended = await eventsUntilEnd(service.app, enough.modPackId ?? 0);
  expect(statusesOf(ended)).toEqual(['QUEUED', 'ERROR']);
  expect(ended.at(-1)?.errors).toMatchObject([{ error: expect.stringContaining('3 times') }]);
  expect(statusesOf(await eventsUntilEnd(service.app, fewer.modPackId ?? 0))).toEqual(wholeRun);
});
