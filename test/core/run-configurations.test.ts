import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { runConfigurations, serverPacks, tokens } from '../../drizzle/schema.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import {
  findRunConfigurations,
  findRunVersionsOf,
  insertRunConfiguration,
  withRunFiles,
} from '../../src/core/runs/run-configurations.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

const icon = Buffer.from([0, 255, 1]);
const run: RunConfiguration = {
  ...runDefaults,
  gameVersion: '1.20.1',
  modloader: 'Forge',
  modloaderVersion: '47.2.0',
  startArgs: ['-Xmx4G'],
  clientMods: ['a-'],
  whitelistedMods: ['b-'],
  serverIcon: icon.toString('base64'),
  serverProperties: 'motd=a',
};

describe('a run configuration', () => {
  it('is stored with the digests of its files, and read with them', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const { db } = database;
    const modPackId = await insertModPack(database);
    const [token] = await db
      .insert(tokens)
      .values({ name: 'a', role: 'reader', hash: 'x' })
      .returning({ id: tokens.id });
    const tokenId = token?.id ?? 0;
    const insert = (of: RunConfiguration, by: number | null) =>
      db.transaction((tx) => insertRunConfiguration(tx, modPackId, of, by));
    const row = await insert(run, tokenId);
    expect(row).toMatchObject({
      id: 1,
      modPackId,
      tokenId,
      serverIconHash: sha256(icon),
      serverPropertiesHash: sha256('motd=a'),
    });
    expect(await withRunFiles(db, row)).toEqual(run);
    const plain = await insert({ ...run, serverIcon: null, serverProperties: null }, null);
    expect(plain).toMatchObject({ id: 2, tokenId: null, serverIconHash: null, serverPropertiesHash: null });
    expect(await withRunFiles(db, plain)).toEqual({ ...run, serverIcon: null, serverProperties: null });
    expect(await findRunConfigurations(database, [2, 99])).toEqual([plain]);
    await expect(withRunFiles(db, { ...row, serverIconHash: sha256('no such') })).rejects.toThrow('is gone');
  });
});

describe('the versions that runs were asked for with', () => {
  it('come with their server packs and how many reasons these have not to start, oldest first', async () => {
    await using database = await openScratchDatabase(databaseKind);
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
    await using database = await openScratchDatabase(databaseKind);
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
