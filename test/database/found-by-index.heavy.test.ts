import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modPacks, serverPacks } from '../../drizzle/schema.ts';
import {
  findEvents,
  findEventsAfter,
  listEvents,
  listEventsOf,
  listEventsOfRuns,
} from '../../src/core/events/events.ts';
import type { Position } from '../../src/core/lists/pages.ts';
import { readMods } from '../../src/core/packs/inventory.ts';
import { findModPacks, listModPacks, modPackOrders } from '../../src/core/packs/mod-packs.ts';
import {
  findServerPacks,
  listServerPacks,
  listServerPacksOf,
  serverPackOrders,
  vote,
} from '../../src/core/packs/server-packs.ts';
import { queueRun, takeRun } from '../../src/core/runs/queued-runs.ts';
import {
  findRunConfigurations,
  listRunConfigurations,
  listRunConfigurationsOf,
} from '../../src/core/runs/run-configurations.ts';
import { findRunStates, listRuns } from '../../src/core/runs/runs.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

/** So many modpacks, and server packs, and three events each. */
const many = 10_000;
/** More than any of these calls needs to read, and far less than any table has. */
const few = 500;
const page = { limit: 20, after: null, before: null, fromEnd: false };

const scanned = z.array(z.object({ name: z.string(), scans: z.coerce.number() }));
const read = z.tuple([z.object({ read: z.coerce.number() })]);
const planned = z.array(
  z.object({
    name: z.string(),
    statement: z.string(),
    custom_plans: z.coerce.number(),
    generic_plans: z.coerce.number(),
  }),
);
const undone = new Error('undone');

/** Like the database of years: what is left out is what triggers would add, which would take a minute over so many. */
async function fill({ db }: Database): Promise<void> {
  const all = sql`generate_series(1, ${many}::int) i`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of [
      sql`insert into files (sha256, size, storage_key) select i, i, i from ${all}`,
      sql`insert into mod_packs (file_id, file_size, name, status)
        select i, i, 'Pack ' || i || '.zip', case when i % 100 = 5 then 'ERROR' else 'GENERATED' end from ${all}`,
      sql`insert into mod_pack_totals (mod_pack_id, downloads, confirmed_working) select i, i % 1000, i % 100 from ${all}`,
      sql`insert into mods (mod_pack_id, position, file, size, descriptors, descriptor_length)
        select i, j, 'mod ' || j || '.jar', 1, '[]', 2 from ${all}, generate_series(0, 2) j`,
      sql`insert into run_configurations
        (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
        select i, '1.20.1', 'Forge', '1', '[]', '[]', '[]' from ${all}`,
      sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id, file_size, downloads, confirmed_working)
        select i, i, i, i, i % 1000, i % 100 from ${all}`,
      sql`insert into events (mod_pack_id, run_configuration_id, server_pack_id, status, message)
        select i, i, i, case when i % 100 = 5 and j = 2 then 'CHECKED' else 'GENERATED' end, 'A step.'
        from ${all}, generate_series(1, 3) j order by i, j`,
      sql`insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state)
        select i, i, 'caller ' || i % 50, i / 50, 'WAITING' from ${all} where i > 10`,
    ])
      await tx.execute(statement);
  });
  await db.execute(sql`vacuum analyze`);
}

describe.each(databaseKinds)(`among ${many} modpacks, as many waiting runs on the %s database`, (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openScratchDatabase(kind);
    await fill(database);
  });
  afterAll(async () => {
    await database?.close();
  });

  /** By which indexes the rows of an answer are found, and how many rows of tables are read for it; what it changes is undone. */
  async function lookedAt(
    ask: (db: Queries) => Promise<unknown>,
  ): Promise<{ indexes: string[]; read: number }> {
    let told = { indexes: [''], read: Number.NaN };
    const looking = database.db.transaction(async (tx) => {
      const scans = async () => {
        const found = await rows(
          tx,
          sql`select indexrelid::regclass::text as name, pg_stat_get_xact_numscans(indexrelid) as scans
            from pg_index join pg_class on pg_class.oid = indrelid
            where relnamespace = 'public'::regnamespace`,
        );
        return new Map(scanned.parse(found).map(({ name, scans: times }) => [name, times]));
      };
      const soFar = async () => {
        const sum = sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables`;
        return read.parse(await rows(tx, sum))[0].read;
      };
      const [scansBefore, readBefore] = [await scans(), await soFar()];
      await ask(tx);
      const [scansAfter, readAfter] = [await scans(), await soFar()];
      const indexes = [...scansAfter].filter(([name, times]) => times > (scansBefore.get(name) ?? 0));
      told = { indexes: indexes.map(([name]) => name), read: readAfter - readBefore };
      throw undone;
    });
    await expect(looking).rejects.toBe(undone);
    return told;
  }

  async function expectFound(index: string, ask: (db: Queries) => Promise<unknown>): Promise<void> {
    const { indexes, read: rowsRead } = await lookedAt(ask);
    expect(indexes).toContain(index);
    expect(rowsRead).toBeLessThan(few);
  }

  it.each([
    ['CREATED_AT', 'mod_packs_pkey'],
    ['NAME', 'mod_packs_name'],
    ['TITLE', 'mod_packs_title'],
    ['SIZE', 'mod_packs_size'],
    ['DOWNLOADS', 'mod_pack_totals_downloads'],
    ['VOTES', 'mod_pack_totals_votes'],
  ] as const)(
    'a page of modpacks by %s, the first and one in the middle, is found by %s',
    async (name, index) => {
      for (const descending of [true, false]) {
        const order = { name, id: modPacks.id, by: modPackOrders[name], descending };
        const ask = (after: Position | null) => (db: Queries) =>
          listModPacks({ db }, { filter: {}, request: { ...page, after }, order });
        await expectFound(index, ask(null));
        const [middle] = (
          await listModPacks(database, { filter: { nameContains: 'Pack 5000.' }, request: page, order })
        ).positions;
        await expectFound(index, ask(middle ?? null));
      }
    },
  );

  it.each([
    ['CREATED_AT', 'server_packs_pkey'],
    ['SIZE', 'server_packs_size'],
    ['DOWNLOADS', 'server_packs_downloads'],
    ['VOTES', 'server_packs_votes'],
  ] as const)(
    'a page of server packs by %s, the first and one in the middle, is found by %s',
    async (name, index) => {
      for (const descending of [true, false]) {
        const order = { name, id: serverPacks.id, by: serverPackOrders[name], descending };
        const ask = (after: Position | null) => (db: Queries) =>
          listServerPacks({ db }, { filter: {}, request: { ...page, after }, order });
        await expectFound(index, ask(null));
        const [middle] = (
          await listServerPacks(database, { filter: { nameContains: 'Pack 5000.' }, request: page, order })
        ).positions;
        await expectFound(index, ask(middle ?? null));
      }
    },
  );

  /** How often each statement that the connection keeps was carried out by a plan of its own values, and by one for all values. */
  async function plansOf(ask: (db: Queries, round: number) => Promise<unknown>) {
    return database.db.transaction(async (tx) => {
      const soFar = async () => {
        const found = await rows(
          tx,
          sql`select name, statement, custom_plans, generic_plans from pg_prepared_statements`,
        );
        return new Map(planned.parse(found).map((row) => [row.name, row]));
      };
      const before = await soFar();
      for (let round = 1; round <= 20; round += 1) await ask(tx, round);
      return [...(await soFar()).values()]
        .map(({ name, statement, custom_plans: own, generic_plans: forAll }) => ({
          statement,
          own: own - (before.get(name)?.custom_plans ?? 0),
          forAll: forAll - (before.get(name)?.generic_plans ?? 0),
        }))
        .filter(({ own, forAll }) => own + forAll > 10);
    });
  }

  const newest = { name: 'CREATED_AT', id: modPacks.id, by: null, descending: true };
  const newestServerPacks = { ...newest, id: serverPacks.id };
  const from = (round: number, limit = 20) => {
    const place = many - round * 7;
    return { ...page, limit, after: { order: 'id', value: place, id: place } };
  };
  const byIdOrder = { ...newest, name: 'id' };
  it.each<[string, (db: Queries, round: number) => Promise<unknown>]>([
    [
      'a page of modpacks',
      (db, round) =>
        listModPacks({ db }, { filter: {}, order: byIdOrder, request: from(round, 10 + (round % 10)) }),
    ],
    ['a modpack', (db, round) => findModPacks({ db }, [round])],
    ['some modpacks', (db, round) => findModPacks({ db }, [round, round + 1, round + 2])],
    ['a server pack', (db, round) => findServerPacks({ db }, [round])],
    ['some server packs', (db, round) => findServerPacks({ db }, [round, round + 1])],
    ['a run configuration', (db, round) => findRunConfigurations({ db }, [round])],
    ['some run configurations', (db, round) => findRunConfigurations({ db }, [round, round + 1])],
    ['how a run stands', (db, round) => findRunStates({ db }, [round])],
    ['how some runs stand', (db, round) => findRunStates({ db }, [round, round + 1])],
    ['a vote', (db, round) => vote({ db }, round, 1)],
    [
      'a page of server packs',
      (db) => listServerPacks({ db }, { filter: {}, order: newestServerPacks, request: page }),
    ],
    [
      'a page of run configurations',
      (db) => listRunConfigurations({ db }, {}, { request: page, descending: true }),
    ],
    ['a page of events', (db, round) => listEvents({ db }, {}, { request: from(round), descending: true })],
    [
      'a page of events of a modpack',
      (db, round) => listEvents({ db }, { modPackId: round }, { request: page, descending: false }),
    ],
    ['some events', (db, round) => findEvents({ db }, [round, round + 1])],
    ['what is new of the events', (db, round) => findEventsAfter(db, 3 * many - round, {}, 200)],
    [
      'the server packs of some modpacks',
      (db, round) => listServerPacksOf({ db }, [round, round + 1], { request: page, descending: false }),
    ],
    [
      'the run configurations of some modpacks',
      (db, round) =>
        listRunConfigurationsOf({ db }, [round, round + 1], { request: page, descending: false }),
    ],
    [
      'the events of some runs',
      (db, round) => listEventsOfRuns({ db }, [round, round + 1], { request: page, descending: true }),
    ],
    [
      'the events of some modpacks',
      (db, round) => listEventsOf({ db }, [round, round + 1], { request: page, descending: true }),
    ],
  ])('%s: one plan serves all values', async (_what, ask) => {
    const plans = await plansOf(ask);
    expect(plans).not.toEqual([]);
    // The database tries five times what a plan for the very values would cost.
    expect(plans.filter(({ own }) => own > 5)).toEqual([]);
  });

  it('pages of events are found by their number, or by their status', async () => {
    const after = { order: 'id', value: many, id: many };
    const first = { request: page, descending: true };
    await expectFound('events_pkey', (db) => listEvents({ db }, {}, first));
    await expectFound('events_pkey', (db) =>
      listEvents({ db }, {}, { ...first, request: { ...page, after } }),
    );
    await expectFound('events_status_id', (db) => listEvents({ db }, { status: ['CHECKED'] }, first));
  });

  it('runs of some time are found by when they were asked for, a page at a time', async () => {
    await expectFound('run_configurations_date', (db) =>
      listRuns({ db }, { dateCreated: { from: new Date(0) } }, { request: page, descending: true }),
    );
  });

  it('runs that failed are found by their events, however many others there are', async () => {
    const failed = { status: ['ERROR'] as const };
    const { read: rowsRead } = await lookedAt((db) =>
      listRuns({ db }, failed, { request: page, descending: true }),
    );
    expect(rowsRead).toBeLessThan(few);
  });

  it('what a subscriber has missed is found by its number, and of one modpack by the modpack', async () => {
    await expectFound('events_pkey', (db) => findEventsAfter(db, many, {}, 100));
    await expectFound('events_mod_pack', (db) => findEventsAfter(db, 0, { modPackId: 5_000 }, 100));
  });

  it('the mods of a modpack are found by it', async () => {
    await expectFound('mods_mod_pack_id_position_pk', (db) => readMods({ db }, 5_000, 0));
  });

  it('a run is put in line, and the next is taken, by the indexes of the line', async () => {
    const run = { modPackId: 5, runConfigurationId: 5 };
    const limits = { all: 2 * many, caller: 2 * many, anonymous: 2 * many };
    for (const index of ['queued_runs_line', 'queued_runs_caller', 'queued_runs_mod_pack'])
      await expectFound(index, (db) => queueRun(db, run, { caller: 'caller 7', limits }));
    await expectFound('queued_runs_next', async (db) => {
      expect(await takeRun(db, crypto.randomUUID())).not.toBeNull();
    });
  });
});
