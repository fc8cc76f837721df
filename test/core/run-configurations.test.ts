import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tokens } from '../../drizzle/schema.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import {
  findRunConfigurations,
  insertRunConfiguration,
  withRunFiles,
} from '../../src/core/runs/run-configurations.ts';
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
  dropLists: [{ name: 'client-only', version: 3, clientOnly: ['c-'], keep: [] }],
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
      dropLists: ['client-only@3'],
    });
    expect(await withRunFiles(db, row)).toEqual(run);
    const plain = await insert({ ...run, serverIcon: null, serverProperties: null }, null);
    expect(plain).toMatchObject({ id: 2, tokenId: null, serverIconHash: null, serverPropertiesHash: null });
    expect(await withRunFiles(db, plain)).toEqual({ ...run, serverIcon: null, serverProperties: null });
    expect(await findRunConfigurations(database, [2, 99])).toEqual([plain]);
    await expect(withRunFiles(db, { ...row, serverIconHash: sha256('no such') })).rejects.toThrow('is gone');
  });
});
