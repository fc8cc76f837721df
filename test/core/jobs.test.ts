import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { enqueueRun, runQueue, startQueues } from '../../src/core/jobs.ts';
import type { Queries } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const queues = { retryLimit: 20, retryDelaySeconds: 2, expireInSeconds: 3600 };

// The embedded database has one connection, so there is no transaction that waits within another.
describe.each(databaseKinds.filter((kind) => kind === 'server'))(
  'the queue of runs on the %s database',
  (kind) => {
    it('works the runs of a modpack in the order of their requests, though a later one began earlier', async () => {
      await using database = await openScratchDatabase(kind);
      const { boss, db } = database;
      await startQueues(database, queues, queues);
      await insertFinishedRuns(db, { modPacks: 1, runs: 2 });
      const request = async (tx: Queries, runConfigurationId: number) => {
        await tx.execute(sql`select id from mod_packs where id = 1 for update`);
        await enqueueRun(boss, tx, { modPackId: 1, runConfigurationId });
      };
      const begun = Promise.withResolvers<void>();
      const overtaken = Promise.withResolvers<void>();
      const slow = db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        begun.resolve();
        await overtaken.promise;
        // Without the date of the job its id would decide, so this one has the lower id.
        await request(tx, 1);
      });
      await begun.promise;
      await db.transaction((tx) => request(tx, 2));
      overtaken.resolve();
      await slow;
      const worked: unknown[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        for (const job of await boss.fetch(runQueue)) {
          worked.push(job.data);
          await boss.complete(runQueue, job.id);
        }
      }
      expect(worked).toEqual([2, 1].map((runConfigurationId) => ({ modPackId: 1, runConfigurationId })));
      await boss.stop({ graceful: false });
    });
  },
);
