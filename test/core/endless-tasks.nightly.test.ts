import pino from 'pino';
import { expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { startTestApp } from '../support/app.ts';
import { eventsOf, smallPack, upload } from '../support/client.ts';
import { compileCache } from '../support/compile-cache.ts';
import { jarWith } from '../support/jar.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';

/** A pack that says in the name of an entry, which nothing compresses, how its check never ends (see `endless-tasks.ts`). */
const packThat = (word: string) =>
  zipWith({ 'mods/a.jar': jarWith({}), [`config/endless-${word}.txt`]: word });

/** A service whose archives are all worked on in one work process of its own, as that of an operator is. */
async function startWithProcess(options: { threads: number; timeoutMs: number }) {
  const parts = new AsyncDisposableStack();
  const pool = createWorkerPool({
    ...options,
    memoryMb: 256,
    compileCache: compileCache(),
    tasks: new URL('../workers/endless-tasks.ts', import.meta.url).href,
  });
  parts.defer(() => pool.close());
  const inThread = Promise.withResolvers<void>();
  const work: ArchiveWork = {
    check: (task, hooks) =>
      pool.check(task, {
        ...hooks,
        onProgress(progress) {
          inThread.resolve();
          hooks.onProgress(progress);
        },
      }),
    generate: (task, hooks) => pool.generate(task, hooks),
  };
  const lines: string[] = [];
  const service = await startTestApp({
    environment: { WORKER_THREADS: String(options.threads), 'config.runRetryDelaySeconds': '0' },
    overrides: { work, log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) },
  });
  parts.use(service);
  return {
    service,
    /** Resolves when a thread has begun with a pack. */
    inThread: inThread.promise,
    told: (words: string) => lines.filter((line) => line.includes(words)),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

it('a pack that loops for ever in a thread of the work process delays no other run in it, and is ended by a word', async () => {
  await using started = await startWithProcess({ threads: 2, timeoutMs: 600_000 });
  const { service } = started;
  const endless = await upload(service.url, packThat('hang'));
  await started.inThread;
  for (const mark of ['one', 'two', 'three']) {
    const { body } = await upload(service.url, smallPack(mark));
    expect(statusesOf(await eventsUntilEnd(service.app, body.modPackId ?? 0))).toEqual(wholeRun);
  }
  const modPackId = endless.body.modPackId ?? 0;
  const sofar = await eventsOf(service.url, modPackId);
  expect(sofar.map(({ status }) => status)).toEqual(['QUEUED', 'CHECKING']);
  await cancelRun(service.app.database, endless.body.runConfigId ?? 0);
  const events = await eventsUntilEnd(service.app, modPackId);
  expect(events.at(-1)?.errors).toMatchObject([{ code: 'CANCELLED' }]);
  const next = await upload(service.url, smallPack('next'));
  expect(statusesOf(await eventsUntilEnd(service.app, next.body.modPackId ?? 0))).toEqual(wholeRun);
});

it('a pack that never ends holds the only thread twice as long as a task may take, ends in ERROR, and those behind it go on', async () => {
  // The pack behind it, and the start of a thread for it, have as much time: enough on a machine that others keep busy.
  await using started = await startWithProcess({ threads: 1, timeoutMs: 20_000 });
  const { service } = started;
  const endless = await upload(service.url, packThat('standStill'));
  await started.inThread;
  const behind = await upload(service.url, smallPack('behind'));
  const events = await eventsUntilEnd(service.app, endless.body.modPackId ?? 0);
  expect(statusesOf(events)).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
  const [problem] = events.at(-1)?.errors ?? [];
  expect(problem).toMatchObject({ code: 'TASK_TIMED_OUT', entry: null });
  expect(problem?.error).toContain('took longer than it may');
  const [reference = 'none'] = problem?.error.match(/[0-9a-f-]{36}/) ?? [];
  expect(started.told(reference).filter((line) => line.includes('timeout of 20000 ms'))).toHaveLength(1);
  const again = started
    .told('will be tried again')
    .filter((line) => line.includes(`"modPackId":${endless.body.modPackId},`));
  expect(again).toHaveLength(1);
  expect(statusesOf(await eventsUntilEnd(service.app, behind.body.modPackId ?? 0))).toEqual(wholeRun);
});
