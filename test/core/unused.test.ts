import { eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { downloads, lines, modPacks, runConfigurations } from '../../drizzle/schema.ts';
import { sweepChore } from '../../src/core/chores/sweep.ts';
import { noWishes } from '../../src/core/packs/line-rules.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';

const day = 24 * 60 * 60 * 1000;

it('modpacks that nobody has used for RETENTION_DAYS are deleted, but not what a pinned line hands out; the page tells', async () => {
  await using service = await startTestApp({ environment: { RETENTION_DAYS: '30' } });
  const { app, url } = service;
  const { db } = app.database;
  await insertFinishedRuns(db, { modPacks: 10, runs: 1 });
  const [recent, asked, served, taken, unused] = [1, 2, 3, 4, 5];
  const [before, pinned, between, newest, installed] = [6, 7, 8, 9, 10];
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
  const named = { project: 'FTB:1', wishes: noWishes, name: 'ftb-1' };
  const [line] = await db.insert(lines).values(named).returning({ id: lines.id });
  const versions = [before, pinned, between, newest];
  await db
    .update(modPacks)
    .set({ lineId: line?.id ?? 0 })
    .where(inArray(modPacks.id, versions));
  await db
    .update(runConfigurations)
    .set({ lineId: line?.id ?? 0 })
    .where(inArray(runConfigurations.modPackId, versions));
  await db.update(lines).set({ pinnedId: pinned });
  app.downloadCounts.countDaily({ serverPackId: installed });
  const left = async () =>
    (await db.select({ id: modPacks.id }).from(modPacks))
      .map(({ id }) => id)
      .sort((one, other) => one - other);

  await sweepChore(app, null).run();
  expect(await left()).toHaveLength(10);
  await sweepChore(app, app.config.retentionDays).run();
  expect(await left()).toEqual([recent, asked, served, taken, pinned, newest, installed]);
  expect(await (await fetch(`${url}/web-config.json`)).json()).toMatchObject({ retentionDays: 30 });
});
