import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { serverPacks } from '../../drizzle/schema.ts';
import {
  expectedServerPackBytes,
  findServerPackOfRun,
  findServerPacks,
  findServerPacksOfRuns,
  findStartWarnings,
} from '../../src/core/packs/server-packs.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

describe.each(databaseKinds)('server packs on the %s database', (kind) => {
  it('are found by their ids, their runs, and by modpack and run together, and no other', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 2, runs: 2 });
    // So that one has not the id of its run.
    const [last] = await db.delete(serverPacks).where(eq(serverPacks.id, 4)).returning();
    await db
      .insert(serverPacks)
      .values({ modPackId: 2, runConfigurationId: 4, fileId: last?.fileId ?? 0, warnings: [] });
    const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(idsOf(await findServerPacks(database, [5, 1, 99]))).toEqual([1, 5]);
    expect(idsOf(await findServerPacksOfRuns(database, [4, 2, 99]))).toEqual([2, 5]);
    const ofRun = (modPackId: number, runConfigurationId: number) =>
      findServerPackOfRun(database, { modPackId, runConfigurationId });
    expect(await ofRun(2, 4)).toMatchObject({ id: 5, size: 501, runConfiguration: { id: 4 } });
    expect(await ofRun(2, 3)).toMatchObject({ id: 3 });
    expect([await ofRun(1, 4), await ofRun(2, 99)]).toEqual([null, null]);
    const warnings = [{ code: 'REQUIRED_MOD_MISSING', error: 'It needs a mod.', entry: 'a.jar' }];
    await db.update(serverPacks).set({ warnings }).where(eq(serverPacks.id, 5));
    const told = await findStartWarnings(database, [5, 1]);
    expect(told.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 1, warnings: [] },
      { id: 5, warnings },
    ]);
  });
});

it('a server pack is expected to be no larger than its modpack and a quarter of a megabyte', () => {
  expect([expectedServerPackBytes(0), expectedServerPackBytes(1_000)]).toEqual([262_144, 263_144]);
});
