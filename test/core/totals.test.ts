import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import * as schema from '../../drizzle/schema.ts';
import { countEvents, countEventsOf } from '../../src/core/events/events.ts';
import { openDownloadCounts } from '../../src/core/figures/download-counts.ts';
import { exactly, totalOf } from '../../src/core/figures/totals.ts';
import { deleteModPack, deleteServerPack } from '../../src/core/packs/deletion.ts';
import { countModPacks, type ModPackFilter } from '../../src/core/packs/mod-packs.ts';
import { countServerPacks, type ServerPackFilter, vote } from '../../src/core/packs/server-packs.ts';
import { countRunConfigurations } from '../../src/core/runs/run-configurations.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { countDeliveries } from '../../src/webhooks/deliveries.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { figuresAndCounts } from '../support/figures-and-counts.ts';

/** Counted up to so many rows, whatever that costs. */
const upTo = (rows: number) => ({ rows, cost: Number.MAX_SAFE_INTEGER });
/** Of a statement that costs anything. */
const cheap = { rows: 100, cost: 0 };

describe.each(databaseKinds)('the total of a list on the %s database', (kind) => {
  it('is counted up to the limit, and beyond it what the database expects', async () => {
    await using database = await openScratchDatabase(kind);
    const numbers = (most: number) => sql`select 1 from generate_series(1, ${most}::int)`;
    expect(await totalOf(database, numbers(0), upTo(5))).toEqual(exactly(0));
    expect(await totalOf(database, numbers(5), upTo(5))).toEqual(exactly(5));
    // The rows of this function are known before it is called.
    expect(await totalOf(database, sql`select 1 from generate_series(1, 700)`, upTo(5))).toEqual({
      count: 700,
      isEstimated: true,
    });
  });

  it('is never expected to be less than was counted', async () => {
    await using database = await openScratchDatabase(kind);
    // Of one row in two hundred the database says so without any knowledge of it.
    const fitting = sql`select 1 from generate_series(1, 700) as number where number::text = number::text || ''`;
    expect(await totalOf(database, fitting, upTo(600))).toEqual({ count: 601, isEstimated: true });
  });

  it('is what the database expects where finding all would cost too much, without looking for any', async () => {
    await using database = await openScratchDatabase(kind);
    // One who looked would divide by nothing.
    const fitting = sql`select 1 from generate_series(1, 700) as number where 1 / (number - 7) < 0`;
    await expect(totalOf(database, fitting, upTo(5))).rejects.toThrow();
    const limits = { rows: 5, cost: 1 };
    expect(await totalOf(database, fitting, limits)).toEqual({
      count: expect.any(Number),
      isEstimated: true,
    });
  });

  it('is counted at the very cost that is allowed', async () => {
    await using database = await openScratchDatabase(kind);
    // What the planner says of a row that it makes itself.
    expect(await totalOf(database, sql`select 1`, { rows: 5, cost: 0.01 })).toEqual(exactly(1));
    expect(await totalOf(database, sql`select 1`, { rows: 5, cost: 0.009 })).toEqual({
      count: 1,
      isEstimated: true,
    });
  });

  it('is that of each of several, in their order, with those that have nothing', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    await insertFinishedRuns(db, { modPacks: 1, runs: 2, from: 1 });
    await insertFinishedRuns(db, { modPacks: 1, runs: 0, from: 2 });
    expect(await countEventsOf({ db }, [2, 3, 1, 999])).toEqual([4, 0, 2, 0]);
  });

  it('is looked for at any cost where one filter is given, or few have the name or are for the versions', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 10, runs: 2 });
    const modPacks = (filter: ModPackFilter) => countModPacks({ db }, filter, cheap);
    const serverPacks = (filter: ServerPackFilter) => countServerPacks({ db }, filter, cheap);
    expect(await modPacks({ nameContains: 'ck 1', gameVersion: undefined })).toEqual(exactly(2));
    expect(await modPacks({ dateCreated: { to: new Date() } })).toEqual(exactly(10));
    expect(await modPacks({ modloader: 'Forge', gameVersion: '1.20.1' })).toEqual(exactly(2));
    expect(await serverPacks({ modloader: 'Forge', gameVersion: '1.20.1' })).toEqual(exactly(2));
    expect(await modPacks({ nameContains: 'qz', status: ['GENERATED'] })).toEqual(exactly(0));
    expect(await serverPacks({ nameContains: '3', gameVersion: '1.20.1' })).toEqual(exactly(2));
    expect(await countRunConfigurations({ db }, { modloader: 'Forge' }, cheap)).toEqual(exactly(4));
    expect(await countEvents({ db }, { modPackId: 1 }, cheap)).toEqual(exactly(4));
    const several = [
      modPacks({ nameContains: 'pack', status: ['GENERATED'] }),
      modPacks({ nameContains: 'pack' }),
      modPacks({ status: ['GENERATED'], dateCreated: { to: new Date() } }),
      serverPacks({ modPackId: 1, dateCreated: { to: new Date() } }),
      countRunConfigurations({ db }, { modloader: 'Forge', gameVersion: '1.20.1' }, cheap),
      countEvents({ db }, { modPackId: 1, status: ['GENERATED'] }, cheap),
      countDeliveries({ db }, { state: ['FAILED'] }, cheap),
    ];
    for (const { isEstimated } of await Promise.all(several)) expect(isEstimated).toBe(true);
  });

  it('is exact however many there are, where a figure is kept', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 10, runs: 2 });
    const modPacks = (filter: ModPackFilter) => countModPacks({ db }, filter, upTo(1));
    expect(await modPacks({})).toEqual(exactly(10));
    expect(await modPacks({ nameContains: '', dateCreated: {} })).toEqual(exactly(10));
    expect(await modPacks({ status: ['GENERATED', 'ERROR'] })).toEqual(exactly(10));
    expect(await modPacks({ status: [] })).toEqual(exactly(0));
    expect(await modPacks({ modloader: 'Forge' })).toEqual(exactly(4));
    expect(await modPacks({ gameVersion: '1.20.0' })).toEqual(exactly(10));
    expect(await modPacks({ gameVersion: '1.99' })).toEqual(exactly(0));
    const serverPacks = (filter: ServerPackFilter) => countServerPacks({ db }, filter, upTo(1));
    expect(await serverPacks({ modloader: 'Forge' })).toEqual(exactly(4));
    expect(await serverPacks({ gameVersion: '1.20.0' })).toEqual(exactly(10));
    expect(await countRunConfigurations({ db }, { gameVersion: '1.20.0' }, upTo(1))).toEqual(exactly(10));
    expect(await countEvents({ db }, { status: ['GENERATED'] }, upTo(1))).toEqual(exactly(20));
  });

  it('is counted where no figure is kept, and estimated beyond the limit', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 10, runs: 2 });
    const counts = {
      'part of a name': (most: number) => countModPacks({ db }, { nameContains: 'PACK' }, upTo(most)),
      'two filters': (most: number) =>
        countModPacks({ db }, { status: ['GENERATED'], nameContains: 'pack' }, upTo(most)),
      'a part and a span of dates': (most: number) =>
        countModPacks({ db }, { nameContains: 'ack', dateCreated: { to: new Date(8.64e15) } }, upTo(most)),
      'server packs by the name': (most: number) =>
        countServerPacks({ db }, { nameContains: 'pack' }, upTo(most)),
      'run configurations': (most: number) =>
        countRunConfigurations({ db }, { modloader: 'Forge' }, upTo(most)),
      'events of a modpack': (most: number) => countEvents({ db }, { modPackId: 1 }, upTo(most)),
    };
    const found = await Promise.all(Object.values(counts).map((count) => count(100)));
    expect(found.map(({ isEstimated }) => isEstimated)).toEqual(found.map(() => false));
    expect(found.map(({ count }) => count)).toEqual([10, 10, 10, 20, 4, 4]);
    for (const [index, count] of Object.values(counts).entries()) {
      const exact = found[index]?.count ?? 0;
      expect(await count(exact)).toEqual(exactly(exact));
      const beyond = await count(exact - 1);
      expect(beyond.isEstimated).toBe(true);
      expect(beyond.count).toBeGreaterThanOrEqual(exact);
    }
  });
});

/** As one node counts them. */
function countsOf({ db }: Database) {
  return openDownloadCounts({ db, log: pino({ level: 'silent' }) });
}

async function totals({ db }: Database) {
  const found = await db.select().from(schema.modPackTotals).orderBy(schema.modPackTotals.modPackId);
  return found.map(({ downloads, confirmedWorking }) => [downloads, confirmedWorking]);
}

describe('the totals of a modpack', () => {
  it('and the figures of all tables are what counting gives, and stay a few rows', async () => {
    await using database = await openScratchDatabase(databaseKind);
    const { db } = database;
    const expectRight = async () => {
      const [told, counted] = await figuresAndCounts(database);
      expect(told).toEqual(counted);
    };
    await insertFinishedRuns(db, { modPacks: 3, runs: 2 });
    await expectRight();
    // Runs that took their time, and others that failed or were cancelled; none of them with a server pack.
    await db.execute(sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select pack, '1.20.0', 'Forge', 'slow', '[]', '[]', '[]' from generate_series(1, 3) as pack, generate_series(1, 4)`);
    await db.execute(sql`insert into events (mod_pack_id, run_configuration_id, status, message, timestamp)
      select mod_pack_id, id, 'QUEUED', '', '2026-01-31T23:59:00Z' from run_configurations where modloader_version = 'slow'`);
    await db.execute(sql`insert into events (mod_pack_id, run_configuration_id, status, message, errors, timestamp)
      select mod_pack_id, id, case id % 4 when 0 then 'ERROR' when 1 then 'ERROR' else 'GENERATED' end, 'Syncing ServerPack to database.',
        case id % 4 when 1 then '[{"code":"CANCELLED"}]' else '[]' end::jsonb, timestamptz '2026-01-31T23:59:00Z' + id * interval '3 seconds'
      from run_configurations where modloader_version = 'slow'`);
    await db.execute(
      sql`insert into downloads (mod_pack_id, date_created) values (1, '2026-01-31T23:59:59Z'), (3, now())`,
    );
    await db.execute(sql`insert into downloads (server_pack_id) values (1), (3), (4)`);
    await expectRight();
    await db.execute(sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select pack, version, 'Quilt', '0.1', '[]', '[]', '[]' from generate_series(2, 3) as pack,
        unnest(array['1.20.0', '1.99', '1.99']) as version`);
    await expectRight();
    for (const part of [0, 1]) {
      await db.execute(
        sql`delete from run_configurations where modloader_version = '0.1' and id % 2 = ${part}`,
      );
      await expectRight();
    }
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        db.execute(
          sql`update mod_packs set status = ${index % 2 === 0 ? 'ERROR' : 'GENERATED'} where id = ${(index % 3) + 1}`,
        ),
      ),
    );
    await db.execute(sql`update files set removed = now() where id = 1`);
    await db.execute(sql`update files set date_created = '2026-01-31T23:59:59Z' where id > 2`);
    await db.execute(sql`insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state)
      select id, mod_pack_id, 'ann', 0, 'WAITING' from run_configurations`);
    await expectRight();
    await db.execute(sql`update queued_runs set state = 'BEGUN' where run_configuration_id < 3`);
    await expectRight();
    await deleteServerPack(database, 3);
    await deleteModPack(database, 1);
    await expectRight();
    await db.execute(sql`select figures_gather('EVENTS', 'QUEUED')`);
    await expectRight();
    expect(await rows(db, sql`select from figures where kind = 'EVENTS' and key = 'QUEUED'`)).toHaveLength(1);
  });

  it('lose nothing when many download and vote at once while server packs are deleted', async () => {
    await using database = await openScratchDatabase(databaseKind);
    await insertFinishedRuns(database.db, { modPacks: 2, runs: 3 });
    const [one, other] = [countsOf(database), countsOf(database)];
    const many = Array.from({ length: 20 });
    await Promise.all([
      Promise.all(many.map(() => one.count({ serverPackId: 1 }))),
      Promise.all(many.map(() => vote(database, 1, 1))),
      Promise.all(many.map(() => other.count({ serverPackId: 2 }))),
      Promise.all(many.map(() => other.count({ serverPackId: 4 }))),
      Promise.all(many.map(() => one.count({ modPackId: 2 }))),
      deleteServerPack(database, 3),
      deleteModPack(database, 2),
    ]);
    expect(await totals(database)).toEqual([[40, 18]]);
  });
});
