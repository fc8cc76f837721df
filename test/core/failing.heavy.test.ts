import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { createStorage } from '../../src/storage/create-storage.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { eventsUntilEnd, wholeRun } from '../support/runs.ts';
import { withSteps } from '../support/steps.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';

/** Every fourth step, others on each database; KILLS=all: every one on each. */
const failsAt = (step: number, kind: 'embedded' | 'server') =>
  process.env.KILLS === 'all' || step % 4 === (kind === 'embedded' ? 0 : 2);

const quick = { 'config.runRetryDelaySeconds': '0' };

describe.each(databaseKinds)('a run on the %s database', (kind) => {
  it('ends with its server pack and no doubled event, whichever step fails once', async () => {
    await using parts = new AsyncDisposableStack();
    const directory = await mkdtemp(path.join(os.tmpdir(), 'failing-'));
    parts.defer(() => rm(directory, { recursive: true, force: true }));
    const work = sharedWorkerPool();
    const storage = await createStorage({ kind: 'disk', directory });
    let taken: string[] = [];
    let failAt = Number.POSITIVE_INFINITY;
    const stepping = withSteps({ database: await openScratchDatabase(kind), storage, work }, async (step) => {
      taken.push(step);
      if (taken.length - 1 === failAt) throw new Error(`failing ${step}`);
    });
    await using service = await startTestApp({ environment: quick, overrides: stepping });
    const runWith = async (step: number) => {
      taken = [];
      failAt = step;
      const { status, body } = await upload(service.url, smallPack(String(step)));
      // On a server the run may begin before the upload's own last step, which then is the one that fails.
      if (status === 500) return wholeRun;
      const events = await eventsUntilEnd(service.app, body.modPackId ?? 0);
      return events.map((event) => event.status);
    };
    expect(await runWith(Number.POSITIVE_INFINITY)).toEqual(wholeRun);
    const steps = taken;
    // The upload's own steps end with its transaction; its failures are the client's to see.
    const first = steps.indexOf('after transaction') + 1;
    expect(first).toBeGreaterThan(0);
    for (let step = first; step < steps.length; step += 1) {
      if (!failsAt(step, kind)) continue;
      expect(await runWith(step), steps[step]).toEqual(wholeRun);
      // The last of them follows the run's last event.
      await expect
        .poll(() => taken.length, { message: 'the failing step was reached' })
        .toBeGreaterThan(step);
    }
  });

  it('is not told to be as far as it came, once it has failed amid its check', async () => {
    const followed = Promise.withResolvers<void>();
    let isFirst = true;
    const work: ArchiveWork = {
      async check(_task, { onProgress }) {
        await followed.promise;
        if (isFirst) onProgress({ bytesDone: 3, bytesTotal: 10, entriesDone: 0, entriesTotal: 1 });
        isFirst = false;
        throw new Error('the process is gone');
      },
      generate: sharedWorkerPool().generate,
    };
    const database = await openScratchDatabase(kind);
    await using service = await startTestApp({ environment: quick, overrides: { work, database } });
    const { body } = await upload(service.url, smallPack());
    const modPackId = body.modPackId ?? 0;
    const runConfigurationId = body.runConfigId ?? 0;
    const progress = service.app.progress.follow(runConfigurationId);
    const first = progress.next();
    followed.resolve();
    expect((await first).value).toMatchObject({ bytesDone: 3 });
    await eventsUntilEnd(service.app, modPackId);
    // As when a connection was lost: everybody is asked how far they are.
    await database.notify('progress', 'again');
    const others = { phase: 'CHECKING', bytesTotal: 10, entriesDone: 0, entriesTotal: 1 };
    for (const bytesDone of [7, 8]) {
      const next = progress.next();
      await database.notify('progress', JSON.stringify({ runConfigurationId, bytesDone, ...others }));
      expect((await next).value).toMatchObject({ bytesDone });
    }
  });
});
