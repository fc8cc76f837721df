import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runConfigurations, tokens } from '../../drizzle/schema.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { orderById, type PageRequest } from '../../src/core/lists/pages.ts';
import {
  countRunConfigurations,
  countRunConfigurationsOf,
  findRunConfigurations,
  insertRunConfiguration,
  listRunConfigurations,
  listRunConfigurationsOf,
  type RunConfigurationFilter,
  type RunConfigurationRow,
  withRunFiles,
} from '../../src/core/runs/run-configurations.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

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

describe.each(databaseKinds)('a run configuration on the %s database', (kind) => {
  it('is stored with the digests of its files, and read with them', async () => {
    await using database = await openScratchDatabase(kind);
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

describe.each(databaseKinds)('run configurations on the %s database', (kind) => {
  it('are listed and counted by their modpack, modloader and game version, in any part', async () => {
    await using database = await openScratchDatabase(kind);
    // Of each modpack, the runs have these modloaders one after the other, and the versions 1.20.0 and 1.20.1.
    await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
    await insertRun(database, 1);
    const found = async (
      filter: RunConfigurationFilter,
      request: Partial<PageRequest> = {},
      descending = false,
    ) => {
      const page = { limit: 10, after: null, before: null, fromEnd: false, ...request };
      const { rows } = await listRunConfigurations(database, filter, { request: page, descending });
      return rows.map(({ id }) => id);
    };
    const counted = (filter: RunConfigurationFilter) =>
      countRunConfigurations(database, filter, { rows: 100, cost: 1e9 });
    const rows = await findRunConfigurations(database, [1, 2, 3, 4, 5]);
    const fitting = (fits: (row: RunConfigurationRow) => boolean) =>
      rows
        .filter(fits)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b);
    const { modloader = 'Forge' } = rows.find(({ id }) => id === 2) ?? {};
    const cases: [RunConfigurationFilter, number[]][] = [
      [{}, [1, 2, 3, 4, 5]],
      [{ modPackId: 1 }, [1, 2, 5]],
      [{ gameVersion: '1.20.1' }, [2, 4, 5]],
      [{ modPackId: 1, gameVersion: '1.20.1' }, [2, 5]],
      [{ modloader }, fitting((row) => row.modloader === modloader)],
      [{ modloader, modPackId: 1 }, fitting((row) => row.modloader === modloader && row.modPackId === 1)],
      [{ gameVersion: '1.20.\0' }, []],
    ];
    for (const [filter, ids] of cases) {
      expect(await found(filter), JSON.stringify(filter)).toEqual(ids);
      expect(await found(filter, {}, true)).toEqual(ids.toReversed());
      expect(await counted(filter)).toEqual({ count: ids.length, isEstimated: false });
    }
    // One condition has an index, whatever it costs; where several meet, that is asked first.
    const cheap = { rows: 100, cost: 0 };
    for (const [filter, isEstimated] of [
      [{ modPackId: 1 }, false],
      [{ modPackId: 1, modloader }, true],
    ] as const)
      expect(await countRunConfigurations(database, filter, cheap)).toMatchObject({ isEstimated });
    const at = (id: number) => ({ order: orderById(runConfigurations.id).name, value: id, id });
    expect(await found({}, { limit: 2 })).toEqual([1, 2]);
    expect(await found({}, { limit: 2, after: at(2) })).toEqual([3, 4]);
    expect(await found({ modPackId: 1 }, { limit: 2, fromEnd: true })).toEqual([2, 5]);
    expect(await found({ modPackId: 1 }, { before: at(5) })).toEqual([1, 2]);
  });

  it('of each of several modpacks have pages and counts of their own', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 2, runs: 3 });
    const empty = await insertModPack(database);
    const of = async (modPackIds: number[], request: Partial<PageRequest>, descending = false) => {
      const page = { limit: 2, after: null, before: null, fromEnd: false, ...request };
      const pages = await listRunConfigurationsOf(database, modPackIds, { request: page, descending });
      return pages.map(({ rows, hasNext }) => [rows.map(({ id }) => id), hasNext]);
    };
    const all = [2, empty, 1];
    expect(await of(all, {})).toEqual([
      [[4, 5], true],
      [[], false],
      [[1, 2], true],
    ]);
    expect(await of(all, {}, true)).toEqual([
      [[6, 5], true],
      [[], false],
      [[3, 2], true],
    ]);
    expect(await of(all, { limit: 3 })).toEqual([
      [[4, 5, 6], false],
      [[], false],
      [[1, 2, 3], false],
    ]);
    expect(await of(all, { fromEnd: true })).toEqual([
      [[5, 6], false],
      [[], false],
      [[2, 3], false],
    ]);
    expect(await countRunConfigurationsOf(database, all)).toEqual([3, 0, 3]);
  });
});
