import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { downloads, modPacks, runConfigurations } from '../../drizzle/schema.ts';
import { sweepChore } from '../../src/core/chores/sweep.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';

const day = 24 * 60 * 60 * 1000;

it('modpacks that nobody has used for RETENTION_DAYS are deleted, and told of on the page', async () => {
  await using service = await startTestApp({ environment: { RETENTION_DAYS: '30' } });
  const { app, url } = service;
  const { db } = app.database;
  await insertFinishedRuns(db, { modPacks: 5, runs: 1 });
  const [recent, asked, served, taken, unused] = [1, 2, 3, 4, 5];
  const old = { dateCreated: new Date(Date.now() - 31 * day) };
  await db.update(modPacks).set(old);
  await db.update(runConfigurations).set(old);
  await db.update(modPacks).set({ dateCreated: new Date() }).where(eq(modPacks.id, recent));
  await db
    .update(runConfigurations)
    .set({ dateCreated: new Date() })
    .where(eq(runConfigurations.modPackId, asked));
  await db
    .insert(downloads)
    .values([
      { serverPackId: served },
      { modPackId: taken },
      { modPackId: unused, ...old },
      { serverPackId: unused, ...old },
    ]);
  const left = async () => (await db.select({ id: modPacks.id }).from(modPacks)).map(({ id }) => id).sort();

  await sweepChore(app, null).run();
  expect(await left()).toEqual([1, 2, 3, 4, 5]);
  await sweepChore(app, app.config.retentionDays).run();
  expect(await left()).toEqual([recent, asked, served, taken]);
  expect(await (await fetch(`${url}/web-config.json`)).json()).toMatchObject({ retentionDays: 30 });
});
