import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import * as schema from '../../drizzle/schema.ts';
import { openDownloadCounts } from '../../src/core/figures/download-counts.ts';
import { deleteModPack, deleteServerPack } from '../../src/core/packs/deletion.ts';
import { vote, voteAs } from '../../src/core/packs/server-packs.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { figuresAndCounts } from '../support/figures-and-counts.ts';

/** As one node counts them. */
function countsOf({ db }: Database) {
  return openDownloadCounts({ db, log: pino({ level: 'silent' }) });
}

async function totals({ db }: Database) {
  const found = await db.select().from(schema.modPackTotals).orderBy(schema.modPackTotals.modPackId);
  return found.map(({ downloads, confirmedWorking }) => [downloads, confirmedWorking]);
}

describe.each(databaseKinds)('the totals of a modpack on the %s database', (kind) => {
  it('are what its server packs add up to, through downloads, votes and deletions', async () => {
    await using database = await openScratchDatabase(kind);
    // The first modpack has two server packs with 0 downloads and a vote down each, the second two with 3 and none.
    await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
    expect(await totals(database)).toEqual([
      [0, -2],
      [6, 0],
    ]);
    const downloads = countsOf(database);
    await downloads.count({ serverPackId: 1 });
    await downloads.count({ serverPackId: 2 });
    await vote(database, 2, 1);
    await voteAs(database, { serverPackId: 3, voter: 'discord:1', direction: 1 });
    await voteAs(database, { serverPackId: 3, voter: 'discord:1', direction: -1 });
    expect(await totals(database)).toEqual([
      [2, -1],
      [6, -1],
    ]);
    await deleteServerPack(database, 3);
    expect(await totals(database)).toEqual([
      [2, -1],
      [3, 0],
    ]);
    await deleteModPack(database, 1);
    expect(await totals(database)).toEqual([[3, 0]]);
  });

  it('and the figures of all tables are what counting gives, and stay a few rows', async () => {
    await using database = await openScratchDatabase(kind);
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
    await db.execute(sql`update queued_runs set state = 'SENT' where run_configuration_id < 4`);
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
    await using database = await openScratchDatabase(kind);
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
