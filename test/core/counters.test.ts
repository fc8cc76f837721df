import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { files, modPacks, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { openDownloadCounts } from '../../src/core/figures/download-counts.ts';
import { vote } from '../../src/core/packs/server-packs.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });
const run = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' } as const;
const lists = { startArgs: [], clientMods: [], whitelistedMods: [] };

describe.each(databaseKinds)('counters on the %s database', (kind) => {
  it('stop at the ends of an integer instead of failing', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await db.insert(files).values({ sha256: 'ab', size: 1, storageKey: 'ab' });
    await db.insert(modPacks).values({ fileId: 1, name: 'pack.zip', status: 'GENERATED' });
    await db.insert(runConfigurations).values({ modPackId: 1, ...run, ...lists });
    const counters = { downloads: 2_147_483_647, confirmedWorking: -2_147_483_648 };
    const ids = { modPackId: 1, runConfigurationId: 1, fileId: 1 };
    await db.insert(serverPacks).values({ ...ids, ...counters });
    await openDownloadCounts({ db, log }).count({ serverPackId: 1 });
    await vote(database, 1, -1);
    expect(await db.select().from(serverPacks)).toMatchObject([counters]);
  });
});
