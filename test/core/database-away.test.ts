import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { everythingStored } from '../support/everything-stored.ts';
import { openPassage } from '../support/passage.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';

const wholeRun = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', ...Array(4).fill('GENERATED')];

function uploadTo(url: string, mark: string): Promise<Response> {
  const form = new FormData();
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'fabric');
  form.set('modloaderVersion', '0.15.6');
  form.set('file', new Blob([new Uint8Array(smallPack(mark))]), 'pack.zip');
  return fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
}

/** Ends every connection of this database on the server's own side. */
async function terminateBackends(address: string): Promise<void> {
  await onConnection(address, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  );
}

describe.runIf(databaseKinds.includes('server'))('a database that goes away in the middle of a run', () => {
  it('is a 503 for requests, and the run ends in its eight events once it is back', async () => {
    await using parts = new AsyncDisposableStack();
    const scratch = parts.use(await createServerDatabase());
    const passage = parts.use(await openPassage(scratch.url));
    const pool = sharedWorkerPool();
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<void>();
    const work: ArchiveWork = {
      async check(...args) {
        begun.resolve();
        await held.promise;
        return pool.check(...args);
      },
      generate: (...args) => pool.generate(...args),
    };
    const write = (line: string) => {
      if (line.includes('will be tried again')) failed.resolve();
    };
    await using service = await startTestApp({
      // Whatever the outage costs, it does not count against the run.
      environment: { 'config.runRetries': '1', 'config.runRetryDelaySeconds': '0' },
      overrides: {
        database: await openDatabase(passage.url, { memory: true }),
        work,
        log: pino({ level: 'warn' }, { write }),
      },
    });
    expect((await uploadTo(service.url, 'one')).status).toBe(200);
    await begun.promise;
    await terminateBackends(scratch.url);
    passage.cut();
    const answers: [number, boolean][] = [];
    for (const ask of [
      () => fetch(`${service.url}/api/v2/modpacks/all`),
      () => uploadTo(service.url, 'two'),
    ]) {
      const answer = await ask();
      answers.push([answer.status, Number(answer.headers.get('retry-after')) > 0]);
      await answer.body?.cancel();
    }
    held.resolve();
    await failed.promise;
    await passage.open();
    // Judged now that nothing waits for the database any more.
    expect(answers).toEqual([
      [503, true],
      [503, true],
    ]);
    const back = async () => (await fetch(`${service.url}/api/v2/modpacks/all`)).status;
    await expect.poll(back).toBe(200);
    const seen: string[] = [];
    for await (const { status, message } of service.app.feed.subscribe({ modPackId: 1 }, 0)) {
      seen.push(status);
      if (status === 'ERROR' || message === 'Syncing ServerPack to database.') break;
    }
    expect(seen).toEqual(wholeRun);
    // Of the upload that was refused is nothing left: the modpack and its server pack are all there is.
    const { mod_packs: modPacks, events } = await everythingStored(service);
    expect([modPacks?.length, events?.length]).toEqual([1, 8]);
    // What the run has put aside goes once its last event is there.
    await expect.poll(async () => (await everythingStored(service)).store).toHaveLength(2);
  });
});
