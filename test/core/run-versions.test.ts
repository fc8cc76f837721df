import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { findRunVersionsOf } from '../../src/core/runs/run-configurations.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

describe.each(databaseKinds)('the versions that runs were asked for with, on the %s database,', (kind) => {
  it('come with their server packs and how many reasons these have not to start, oldest first', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 2, runs: 3 });
    const empty = await insertModPack(database);
    const warning = { code: 'REQUIRED_MOD_MISSING', error: 'It needs a mod.', entry: 'a.jar' };
    await db
      .update(serverPacks)
      .set({ warnings: [warning, warning] })
      .where(eq(serverPacks.runConfigurationId, 2));
    await db.delete(serverPacks).where(eq(serverPacks.runConfigurationId, 6));
    const of = (id: number, modPackId: number, version: number) => ({
      id,
      modPackId,
      gameVersion: `1.20.${version}`,
      modloader: expect.any(String),
      modloaderVersion: '47.2.0',
      serverPackId: id,
      startWarningCount: 0,
    });
    expect(await findRunVersionsOf(database, [2, empty, 1])).toEqual([
      [of(4, 2, 0), of(5, 2, 1), { ...of(6, 2, 2), serverPackId: null }],
      [],
      [of(1, 1, 0), { ...of(2, 1, 1), startWarningCount: 2 }, of(3, 1, 2)],
    ]);
  });

  it('are those of the newest thousand', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const modPackId = await insertModPack(database);
    await db.execute(
      sql`insert into ${runConfigurations}
          (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
        select ${modPackId}::int, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]' from generate_series(1, 1002)`,
    );
    const [told = []] = await findRunVersionsOf(database, [modPackId]);
    expect([told.length, told[0]?.id, told.at(-1)?.id]).toEqual([1_000, 3, 1_002]);
  });
});
