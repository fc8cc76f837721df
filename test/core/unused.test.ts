import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { downloads, lines, modPacks, modPackTotals, runConfigurations } from '../../drizzle/schema.ts';
import { sweepChore } from '../../src/core/chores/sweep.ts';
import { noOverrides } from '../../src/core/lines/line-rules.ts';
import { insertFinishedRuns, storeArchive } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';
import { zipWith } from '../support/zip.ts';

const day = 24 * 60 * 60 * 1000;

it('modpacks that nobody has used for RETENTION_DAYS are deleted, but not what a pinned line hands out; the page tells', async () => {
  await using service = await startTestApp({ environment: { RETENTION_DAYS: '30' } });
  const { app, url } = service;
  const { db } = app.database;
  await insertFinishedRuns(db, { modPacks: 11, runs: 1 });
  await storeArchive(app, 11, zipWith({ 'mods/a.jar': 'a' }));
  const [recent, asked, served, taken, unused, held] = [1, 2, 3, 4, 5, 11];
  const [before, pinned, between, newest, installed] = [6, 7, 8, 9, 10];
  const old = { dateCreated: new Date(Date.now() - 31 * day) };
  await db.update(modPacks).set(old);
  await db.update(runConfigurations).set(old);
  await db.update(modPacks).set({ dateCreated: new Date() }).where(eq(modPacks.id, recent));
  await db
    .update(runConfigurations)
    .set({ dateCreated: new Date() })
    .where(eq(runConfigurations.modPackId, asked));
  await db.update(modPackTotals).set({ used: old.dateCreated }).where(eq(modPackTotals.modPackId, unused));
  await app.downloadCounts.count({ serverPackId: served });
  await app.downloadCounts.count({ modPackId: taken });
  const named = { project: 'FTB:1', overrides: noOverrides, name: 'ftb-1' };
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
  // A browser that has it asks whether it is still so.
  const address = `${url}/api/v2/modpacks/download/${held}`;
  const { headers } = await fetch(address, { method: 'HEAD' });
  const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  expect((await fetch(address, again)).status).toBe(304);
  const isUsed = and(eq(modPackTotals.modPackId, held), isNotNull(modPackTotals.used));
  await expect.poll(() => db.$count(modPackTotals, isUsed)).toBe(1);
  // What comes after it is written after it.
  await app.downloadCounts.count({ modPackId: taken });
  expect(await db.$count(downloads, eq(downloads.modPackId, held))).toBe(0);
  const left = async () =>
    (await db.select({ id: modPacks.id }).from(modPacks))
      .map(({ id }) => id)
      .sort((one, other) => one - other);

  await sweepChore(app, null).run();
  expect(await left()).toHaveLength(11);
  await sweepChore(app, app.config.retentionDays).run();
  expect(await left()).toEqual([recent, asked, served, taken, pinned, newest, installed, held]);
  expect(await (await fetch(`${url}/web-config.json`)).json()).toMatchObject({ retentionDays: 30 });
});
