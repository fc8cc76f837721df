import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { WorkProcessDied } from '../../src/core/runs/archive-work.ts';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { rows } from '../../src/database/database.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { compileCache } from '../support/compile-cache.ts';
import { databaseKinds } from '../support/database.ts';
import { jarWith } from '../support/jar.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';

/** A pack that says in the name of an entry, which nothing compresses, what it does (see `poison-tasks.ts`). */
const packThat = (word: string) => zipWith({ 'mods/a.jar': jarWith({}), [`config/${word}.txt`]: word });

describe.each(databaseKinds)('on the %s database', (kind) => {
  it('a pack that ends its process twice ends in ERROR, and those that were in it with it do not', async () => {
    const pool = createWorkerPool({
      threads: 3,
      memoryMb: 256,
      timeoutMs: 60_000,
      tasks: new URL('../workers/poison-tasks.ts', import.meta.url).href,
      compileCache: compileCache(),
    });
    await using parts = new AsyncDisposableStack();
    parts.defer(() => pool.close());
    const lines: string[] = [];
    await using service = await startTestApp({
      database: kind,
      environment: { WORKER_THREADS: '3', 'config.runRetries': '0' },
      overrides: {
        work: pool,
        log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
      },
    });
    const start = async (pack: Buffer) => {
      const { status, body } = await upload(service.url, pack);
      expect(status).toBe(200);
      return eventsUntilEnd(service.app, body.modPackId ?? 0);
    };
    const [poison, ...others] = await Promise.all([
      start(packThat('poison-2')),
      start(packThat('beside-one')),
      start(packThat('beside-two')),
    ]);
    for (const events of others) expect(statusesOf(events)).toEqual(wholeRun);
    expect(statusesOf(poison)).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
    const [problem] = poison.at(-1)?.errors ?? [];
    expect(problem).toMatchObject({ code: 'WORK_PROCESS_DIED', entry: null });
    const [reference = 'none'] = problem?.error.match(/[0-9a-f-]{36}/) ?? [];
    expect(lines.filter((line) => line.includes(reference) && line.includes('SIGABRT'))).toHaveLength(1);
    expect(statusesOf(await start(smallPack('the next')))).toEqual(wholeRun);
    expect(await rows(service.app.database.db, sql`select * from setbacks`)).toEqual([]);
  });

  it('a death while the service stops counts against no run', async () => {
    const dying = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<void>();
    const work: ArchiveWork = {
      check: () => {
        begun.resolve();
        return dying.promise;
      },
      generate: () => dying.promise,
    };
    await using service = await startTestApp({ database: kind, overrides: { work } });
    await upload(service.url, smallPack());
    await begun.promise;
    const stopped = service.app.stopWork();
    dying.reject(new WorkProcessDied('SIGKILL', ''));
    await stopped;
    const { db } = service.app.database;
    expect(await rows(db, sql`select * from setbacks`)).toEqual([]);
    // Whoever goes on with it does not take this node for one that died.
    expect(await rows(db, sql`select state, claim, next_attempt <= now() as due from queued_runs`)).toEqual([
      { state: 'BEGUN', claim: null, due: true },
    ]);
  });
});
