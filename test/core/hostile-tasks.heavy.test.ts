import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { openThreads } from '../../workers/threads.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { everythingStored } from '../support/everything-stored.ts';
import { eventsUntilEnd, wholeRun } from '../support/runs.ts';
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
        'config.runRetries': String(retries),
        'config.runRetryDelaySeconds': '0',
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
});
