import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { rows } from '../../src/database/database.ts';
import { openThreads } from '../../workers/threads.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { eventsOf, smallPack, upload } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { everythingStored } from '../support/everything-stored.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { zipWith } from '../support/zip.ts';

const dying = new URL('../workers/dying-thread.ts', import.meta.url).href;
const retries = 2;

describe('archive work that ends badly', () => {
  let lines: string[] = [];
  afterEach(() => {
    lines = [];
  });
  const told = (words: string) => lines.filter((line) => line.includes(words));
  const start = (options: TestAppOptions = {}) =>
    startTestApp({
      ...options,
      environment: {
        RUN_RETRIES: String(retries),
        RUN_RETRY_DELAY_SECONDS: '0',
        ...options.environment,
      },
      overrides: {
        log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
        ...options.overrides,
      },
    });

  /** That a run is tried as often as it should be, ends in plain words, and holds nobody else up. */
  async function expectGivenUp(
    service: TestApp,
    pack: Buffer,
    expected: { statuses: string[]; cause: string; message: string; timedOut?: boolean },
    begun: Promise<void> = Promise.resolve(),
  ): Promise<void> {
    const hostile = await upload(service.url, pack);
    expect(hostile.status).toBe(200);
    await begun;
    const other = await upload(service.url, smallPack('an other'));
    const [events, others] = await Promise.all([
      eventsUntilEnd(service.app, hostile.body.modPackId ?? 0),
      eventsUntilEnd(service.app, other.body.modPackId ?? 0),
    ]);
    expect(others.map(({ status }) => status)).toEqual(wholeRun);
    expect(events.map(({ status }) => status)).toEqual(expected.statuses);
    const last = events.at(-1);
    expect(last?.message).toBe(expected.message);
    expect(last?.errors).toMatchObject([
      { code: expected.timedOut ? 'TASK_TIMED_OUT' : 'INTERNAL_ERROR', entry: null },
    ]);
    const [reference = ''] = last?.errors[0]?.error.match(/[0-9a-f-]{36}/) ?? [];
    expect(reference).not.toBe('');
    expect(last?.errors[0]?.error).not.toContain(expected.cause);
    expect(told('will be tried again')).toHaveLength(expected.timedOut ? 1 : retries);
    const causes = told(reference);
    expect(causes).toHaveLength(1);
    expect(causes[0]).toContain(expected.cause);
    // Nothing of it is left, and the service takes the next one.
    const { server_packs: serverPacks } = await everythingStored(service);
    expect(serverPacks).toHaveLength(1);
    // What an attempt has put aside goes once its last event is there.
    await expect.poll(async () => (await everythingStored(service)).store).toHaveLength(3);
    const next = await upload(service.url, smallPack('the next'));
    const nextEvents = await eventsUntilEnd(service.app, next.body.modPackId ?? 0);
    expect(nextEvents.map(({ status }) => status)).toEqual(wholeRun);
  }

  const failedCheck = { statuses: ['QUEUED', 'CHECKING', 'ERROR'], message: 'ModPack checks failed.' };
  const failedBuild = {
    statuses: ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'ERROR'],
    message: 'ServerPack generation failed.',
  };

  it('a pack that exhausts the memory of every thread that opens it fails alone', async () => {
    const name = (index: number) => `config/${'long/'.repeat(30)}${index}.txt`;
    const entries = Array.from({ length: 120_000 }, (_, index) => ({
      name: name(index),
      method: 0,
      data: '',
    }));
    await using service = await start({ environment: { WORKER_MEMORY_MB: '64' } });
    await expectGivenUp(service, zipWith(entries), { ...failedCheck, cause: 'memory' });
  });

  it.each([
    ['dies in the check', 'check', 'exit', failedCheck, 'exit'],
    ['runs out of memory in the generation', 'generate', 'exhaustMemory', failedBuild, 'memory'],
    ['goes beyond its time in the check', 'check', 'hang', failedCheck, 'timeout'],
    ['goes beyond its time in the generation', 'generate', 'standStill', failedBuild, 'timeout'],
  ] as const)(
    'a run whose thread %s again and again fails alone',
    async (_how, phase, end, expected, cause) => {
      await using parts = new AsyncDisposableStack();
      const pool = sharedWorkerPool();
      // Only who hangs is ended by the clock, however busy the machine.
      const timeoutMs = cause === 'timeout' ? 1_000 : 60_000;
      const threads = openThreads({ threads: 2, memoryMb: 32, timeoutMs });
      parts.defer(() => threads.close());
      let victim = '';
      const begun = Promise.withResolvers<void>();
      const die = (signal: AbortSignal) => threads.run<never>({ filename: dying, name: end }, {}, { signal });
      const work: ArchiveWork = {
        check(task, hooks) {
          // The first to come is the one that ends badly, each time it comes.
          victim ||= task.path;
          begun.resolve();
          return phase === 'check' && task.path === victim ? die(hooks.signal) : pool.check(task, hooks);
        },
        generate: (task, hooks) =>
          phase === 'generate' && task.archivePath === victim
            ? die(hooks.signal)
            : pool.generate(task, hooks),
      };
      await using service = await start({ overrides: { work } });
      await expectGivenUp(
        service,
        smallPack('hostile'),
        { ...expected, cause, timedOut: cause === 'timeout' },
        begun.promise,
      );
    },
  );

  it.each([
    ['never ends', 'hang', 'CANCELLED'],
    ['runs out of memory', 'exhaustMemory', 'INTERNAL_ERROR'],
  ] as const)('a run whose thread %s delays no other: they end while it goes on', async (_how, end, code) => {
    const pool = sharedWorkerPool();
    await using parts = new AsyncDisposableStack();
    const threads = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 600_000 });
    parts.defer(() => threads.close());
    let victim = '';
    let attempts = 0;
    const begun = Promise.withResolvers<void>();
    const othersEnded = Promise.withResolvers<void>();
    const work: ArchiveWork = {
      async check(task, hooks) {
        victim ||= task.path;
        if (task.path !== victim) return pool.check(task, hooks);
        begun.resolve();
        attempts += 1;
        // The last attempt, by which it would end.
        if (attempts > retries) await othersEnded.promise;
        return threads.run<never>({ filename: dying, name: end }, {}, { signal: hooks.signal });
      },
      generate: (task, hooks) => pool.generate(task, hooks),
    };
    await using service = await start({ environment: { WORKER_THREADS: '2' }, overrides: { work } });
    const hostile = await upload(service.url, smallPack('hostile'));
    await begun.promise;
    for (const mark of ['one', 'two', 'three']) {
      const { body } = await upload(service.url, smallPack(mark));
      const events = await eventsUntilEnd(service.app, body.modPackId ?? 0);
      expect(statusesOf(events)).toEqual(wholeRun);
    }
    const modPackId = hostile.body.modPackId ?? 0;
    const sofar = await eventsOf(service.url, modPackId);
    expect(sofar.map(({ status }) => status)).toEqual(['QUEUED', 'CHECKING']);
    othersEnded.resolve();
    if (end === 'hang') await cancelRun(service.app.database, hostile.body.runConfigId ?? 0);
    const events = await eventsUntilEnd(service.app, modPackId);
    expect(events.at(-1)?.errors).toMatchObject([{ code }]);
  });

  it.each(databaseKinds)(
    'is tried again no sooner than the settings say, on the %s database',
    async (database) => {
      const work: ArchiveWork = {
        check: () => Promise.reject(new Error('failing')),
        generate: () => Promise.reject(new Error('failing')),
      };
      await using service = await start({
        database,
        environment: { RUN_RETRY_DELAY_SECONDS: '3600' },
        overrides: { work },
      });
      await upload(service.url, smallPack());
      const waiting = () =>
        rows(
          service.app.database.db,
          sql`select extract(epoch from start_after - now())::int as seconds from pgboss.job where name = 'runs' and state = 'retry'`,
        );
      await expect.poll(waiting).toHaveLength(1);
      const [job] = await waiting();
      expect(Object.values(job ?? {})[0]).toBeGreaterThan(1_700);
    },
  );
});
