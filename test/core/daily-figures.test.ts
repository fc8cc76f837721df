import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  downloads,
  events,
  files,
  modPacks,
  runConfigurations,
  type Status,
  serverPacks,
} from '../../drizzle/schema.ts';
import { daysOf, runsByDay, spanOf, storageByDay } from '../../src/core/figures/daily-figures.ts';
import { readTotal } from '../../src/core/figures/figures.ts';
import {
  countByDay,
  countByGameVersion,
  countByModloader,
  countByStatus,
  listGameVersions,
  storageUsed,
} from '../../src/core/figures/statistics.ts';
import type { ModloaderName } from '../../src/modloaders/modloader.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { about } from '../support/figures-and-counts.ts';

const day = (name: string) => new Date(`${name}T00:00:00Z`);
const span = { since: day('2030-01-01'), until: day('2030-01-04') };

describe('days', () => {
  it('are whole ones in UTC, up to the one that is asked for or to today', () => {
    expect(spanOf(3, new Date('2030-01-03T23:59:59.999Z'))).toEqual(span);
    expect(spanOf(1, day('2030-01-03'))).toEqual({ since: day('2030-01-03'), until: day('2030-01-04') });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-03T12:00:00Z') });
    try {
      expect(spanOf(3, null)).toEqual(span);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are all there, in their order, whatever was found for them', () => {
    const found = daysOf(span, (key) => ({ key }));
    expect(found).toEqual(['2030-01-01', '2030-01-02', '2030-01-03'].map((key) => ({ key, day: day(key) })));
  });
});

describe('figures', async () => {
  let made = 0;

  /** A modpack with a file of so many bytes, of that moment; answers its id. */
  async function modPackAt(dateCreated: Date, size: number, status: Status): Promise<number> {
    const { db } = database;
    made += 1;
    const [file] = await db
      .insert(files)
      .values({ sha256: `m${made}`, size, storageKey: '', dateCreated })
      .returning();
    const [modPack] = await db
      .insert(modPacks)
      .values({ fileId: file?.id ?? 0, name: 'a.zip', status, dateCreated })
      .returning();
    return modPack?.id ?? 0;
  }

  /** A run that was asked for at one moment and ended at another; answers its id. */
  async function runFrom(
    modPackId: number,
    [begun, ended]: readonly [string, string],
    end: { status: Status; message?: string; code?: string },
    versions: { gameVersion: string; modloader: ModloaderName } = {
      gameVersion: '1.20.1',
      modloader: 'Forge',
    },
  ): Promise<number> {
    const { db } = database;
    const [run] = await db
      .insert(runConfigurations)
      .values({
        modPackId,
        ...versions,
        modloaderVersion: '1',
        startArgs: [],
        clientMods: [],
        whitelistedMods: [],
      })
      .returning();
    const of = { modPackId, runConfigurationId: run?.id ?? 0 };
    const errors = end.code === undefined ? [] : [{ code: end.code, error: '', entry: null }];
    await db.insert(events).values([
      { ...of, status: 'QUEUED', message: '', timestamp: new Date(begun) },
      { ...of, status: end.status, message: end.message ?? '', errors, timestamp: new Date(ended) },
    ]);
    return of.runConfigurationId;
  }

  async function build(modPackId: number, runConfigurationId: number, dateCreated: Date): Promise<number> {
    const { db } = database;
    made += 1;
    const [file] = await db
      .insert(files)
      .values({ sha256: `s${made}`, size: 50, storageKey: '', dateCreated })
      .returning();
    const [serverPack] = await db
      .insert(serverPacks)
      .values({ modPackId, runConfigurationId, fileId: file?.id ?? 0, dateCreated })
      .returning();
    return serverPack?.id ?? 0;
  }

  const database = await openScratchDatabase(databaseKind);
  const { db } = database;
  const old = await modPackAt(new Date('2029-12-31T23:59:59.999Z'), 1_000, 'CHECKED');
  const pack = await modPackAt(day('2030-01-01'), 200, 'GENERATED');
  await modPackAt(new Date('2030-01-03T23:59:59.999Z'), 30, 'GENERATED');
  await modPackAt(day('2030-01-04'), 4, 'ERROR');
  const generated = { status: 'GENERATED', message: 'Syncing ServerPack to database.' } as const;
  const first = await runFrom(pack, ['2030-01-01T10:00:00Z', '2030-01-01T10:00:10Z'], generated);
  const second = await runFrom(pack, ['2030-01-01T10:00:00Z', '2030-01-01T10:00:30Z'], generated, {
    gameVersion: '1.9',
    modloader: 'Fabric',
  });
  // It was asked for on the day before.
  const third = await runFrom(pack, ['2029-12-31T23:59:00Z', '2030-01-01T00:00:00Z'], generated, {
    gameVersion: '1.9',
    modloader: 'Forge',
  });
  await runFrom(pack, ['2030-01-03T10:00:00Z', '2030-01-03T10:00:10Z'], {
    status: 'ERROR',
    code: 'CANCELLED',
  });
  await runFrom(pack, ['2030-01-03T10:00:00Z', '2030-01-03T23:59:59.999Z'], {
    status: 'ERROR',
    code: 'NO_MODS',
  });
  await runFrom(pack, ['2030-01-02T10:00:00Z', '2030-01-02T10:00:10Z'], {
    status: 'GENERATED',
    message: 'Generated ServerPack.',
  });
  const later = await runFrom(pack, ['2030-01-03T10:00:00Z', '2030-01-04T00:00:00Z'], generated, {
    gameVersion: '1.21',
    modloader: 'Quilt',
  });
  const built = await build(pack, first, day('2030-01-01'));
  await build(pack, second, day('2030-01-02'));
  await build(pack, third, new Date('2030-01-03T23:59:59.999Z'));
  await build(pack, later, day('2030-01-04'));
  await db.insert(downloads).values([
    { modPackId: old, dateCreated: day('2030-01-02') },
    { serverPackId: built, dateCreated: day('2030-01-02') },
    { serverPackId: built, dateCreated: new Date('2029-12-31T23:59:59.999Z') },
    { serverPackId: built, dateCreated: day('2030-01-04') },
  ]);
  afterAll(() => database.close());

  it('of runs are those of the day on which they ended, with how long half of those took that were generated', async () => {
    const none = { generated: 0, failed: 0, cancelled: 0, medianSeconds: null };
    expect(await runsByDay(database, span)).toEqual([
      { ...none, day: span.since, generated: 3, medianSeconds: about(30) },
      { ...none, day: day('2030-01-02') },
      { ...none, day: day('2030-01-03'), failed: 1, cancelled: 1 },
    ]);
  });

  it('of the store are what it held at the end of each day, of what it holds now', async () => {
    const bytes = [1_000 + 200 + 50, 1_300, 1_300 + 30 + 50];
    expect((await storageByDay(database, span)).map((one) => one.bytes)).toEqual(bytes);
    expect(await storageUsed(database)).toEqual({ files: 8, bytes: 1_380 + 4 + 50 });
    const last = await storageByDay(database, { since: day('2030-01-04'), until: day('2030-01-05') });
    expect(last).toEqual([{ day: day('2030-01-04'), bytes: 1_434 }]);
  });

  it('of a day are its uploads and downloads, none too', async () => {
    expect(await countByDay(database, span)).toEqual([
      { day: day('2030-01-01'), uploads: 1, downloads: 0 },
      { day: day('2030-01-02'), uploads: 0, downloads: 2 },
      { day: day('2030-01-03'), uploads: 1, downloads: 0 },
    ]);
  });

  it('of modpacks are by their states, without those that none is in', async () => {
    expect(await countByStatus(database)).toEqual([
      { status: 'CHECKED', count: 1 },
      { status: 'ERROR', count: 1 },
      { status: 'GENERATED', count: 2 },
    ]);
  });

  it('of server packs are by modloader and game version, the most first, ever or of a span', async () => {
    expect(await countByModloader(database, null)).toEqual([
      { modloader: 'Forge', count: 2 },
      { modloader: 'Fabric', count: 1 },
      { modloader: 'Quilt', count: 1 },
    ]);
    expect(await countByModloader(database, span)).toEqual([
      { modloader: 'Forge', count: 2 },
      { modloader: 'Fabric', count: 1 },
    ]);
    expect(await countByGameVersion(database, null)).toEqual([
      { gameVersion: '1.9', count: 2 },
      { gameVersion: '1.20.1', count: 1 },
      { gameVersion: '1.21', count: 1 },
    ]);
    expect(await countByGameVersion(database, span)).toEqual([
      { gameVersion: '1.9', count: 2 },
      { gameVersion: '1.20.1', count: 1 },
    ]);
  });

  it('are added up, all of a kind or those of some values, of which no text may be one that cannot be stored', async () => {
    expect(await readTotal(database, 'MOD_PACKS_BY_STATUS')).toBe(4);
    expect(await readTotal(database, 'MOD_PACKS_BY_STATUS', { keys: ['CHECKED', 'GENERATED', 'a\0'] })).toBe(
      3,
    );
    expect(await readTotal(database, 'MOD_PACKS_BY_STATUS', { keys: [] })).toBe(0);
  });

  it('name all game versions that were asked for, the newest first', async () => {
    expect(await listGameVersions(database)).toEqual(['1.21', '1.20.1', '1.9']);
  });

  it('name five hundred game versions at most', async () => {
    await database.db.execute(sql`
      insert into figures (kind, key, amount) select kind, '1.' || number, 1
      from unnest(array['SERVER_PACKS_BY_GAME_VERSION', 'RUN_CONFIGURATIONS_BY_GAME_VERSION']) as kind,
        generate_series(1000, 1600) as number
      union all select 'SERVER_PACKS_BY_GAME_VERSION', '', 1000`);
    expect(await listGameVersions(database)).toHaveLength(500);
    const counted = await countByGameVersion(database, null);
    expect(counted).toHaveLength(500);
    expect(counted[0]).toEqual({ gameVersion: '1.9', count: 2 });
  });

  it('of runs are told though the clock was set right by decades in the middle of one', async () => {
    const pack = await modPackAt(day('2031-01-01'), 1, 'GENERATED');
    const end = { status: 'GENERATED', message: 'Syncing ServerPack to database.' } as const;
    await runFrom(pack, ['1970-01-01T00:00:00Z', '2031-01-01T00:00:00Z'], end);
    expect(await runsByDay(database, { since: day('2031-01-01'), until: day('2031-01-02') })).toMatchObject([
      { generated: 1, medianSeconds: about(day('2031-01-01').getTime() / 1_000) },
    ]);
  });
});
