import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modPacks, serverPacks } from '../../drizzle/schema.ts';
import { exactly, type Total } from '../../src/core/figures/totals.ts';
import { few } from '../../src/core/lists/few.ts';
import type { Position } from '../../src/core/lists/pages.ts';
import {
  countModPacks,
  listModPacks,
  type ModPackFilter,
  modPackOrders,
} from '../../src/core/packs/mod-packs.ts';
import { countServerPacks, listServerPacks, serverPackOrders } from '../../src/core/packs/server-packs.ts';
import { type Queries, rows } from '../../src/database/database.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const many = 20_000;
const page = { limit: 20, after: null, before: null, fromEnd: false };
/** A look at the newest names, and rows of few. */
const afterLook = 250;
/** Modpacks are made an hour apart, the first an hour after this. */
const hour = '2024-01-01T00:00:00Z';
const at = (hours: number) => new Date(Date.parse(hour) + hours * 3_600_000);
const limits = { rows: 10_000, cost: 100 };
const read = z.tuple([z.object({ read: z.coerce.number() })]);

// What is read is told by the database: rows of tables, however they are found.
describe.each(databaseKinds)('among 20,000 modpacks on the %s database', async (kind) => {
  const database = await openScratchDatabase(kind);
  const { db } = database;
  await db.transaction(async (tx) => {
    // Without the triggers, which would take a minute over so many.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const fill of [
      sql`insert into files (sha256, size, storage_key) select i, 1, i from generate_series(1, ${many}::int) i`,
      sql`insert into mod_packs (file_id, file_size, date_created, name, status)
        select i, i % 50, ${hour}::timestamptz + i * interval '1 hour', case when i % 9000 = 5 then 'Some QZ pack ' else 'Some pack ' end || i || '.zip', case when i % 2 = 0 then 'ERROR' else 'GENERATED' end
        from generate_series(1, ${many}::int) i`,
      sql`insert into mod_pack_totals (mod_pack_id) select i from generate_series(1, ${many}::int) i`,
      sql`insert into run_configurations
        (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
        select i, '1.' || i % 2, case when i % 1000 = 7 then 'Quilt' when i % 2 = 0 then 'Forge' else 'Fabric' end, '1', '[]', '[]', '[]' from generate_series(1, ${many}::int) i`,
      sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id, date_created)
        select i, i, i, ${hour}::timestamptz + i * interval '1 hour' from generate_series(1, ${many}::int) i`,
    ])
      await tx.execute(fill);
  });
  await db.execute(sql`vacuum analyze`);
  afterAll(() => database.close());

  /** Rows of tables that are read for an answer. */
  async function readFor<Answer>(
    ask: (db: Queries) => Promise<Answer>,
  ): Promise<{ answer: Answer; read: number }> {
    return database.db.transaction(async (tx) => {
      const soFar = async () => {
        const sum = sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables`;
        const [row] = read.parse(await rows(tx, sum));
        return row.read;
      };
      const before = await soFar();
      const answer = await ask(tx);
      return { answer, read: (await soFar()) - before };
    });
  }

  it('a page by a part of two letters that few have reads these', async () => {
    for (const [name, by] of Object.entries(modPackOrders))
      for (const [nameContains, ids] of [
        ['qZ', [18_005, 9_005, 5]],
        ['qv', []],
        ['ж', []],
      ] as const) {
        const order = { name, id: modPacks.id, by, descending: true };
        const { answer, read } = await readFor((db) =>
          listModPacks({ db }, { filter: { nameContains }, request: page, order }),
        );
        expect(answer.rows.map(({ id }) => id).toSorted((a, b) => b - a)).toEqual(ids);
        expect(read).toBeLessThan(afterLook);
      }
  });

  it('a page of server packs by such a part does too', async () => {
    const order = { name: 'CREATED_AT', id: serverPacks.id, by: null, descending: false };
    const { answer, read } = await readFor((db) =>
      listServerPacks({ db }, { filter: { nameContains: 'QZ' }, request: page, order }),
    );
    expect(answer.rows.map(({ id }) => id)).toEqual([5, 9_005, 18_005]);
    expect(read).toBeLessThan(afterLook);
  });

  it('a page by a part of two letters that many have has the first of them', async () => {
    const order = { name: 'CREATED_AT', id: modPacks.id, by: null, descending: true };
    // Which fewer than a thousand have, and more.
    for (const nameContains of ['99', '19']) {
      const request = { ...page, limit: 3 };
      const found = await listModPacks(database, { filter: { nameContains }, request, order });
      expect(found.rows.map(({ id }) => id)).toEqual([19_999, 19_998, 19_997]);
    }
    expect(await countModPacks(database, { nameContains: '15' }, limits)).toEqual(exactly(1_578));
    expect(await countModPacks(database, { nameContains: 'k' }, limits)).toMatchObject({ isEstimated: true });
  });

  it('totals by such parts are exact', async () => {
    for (const [filter, count] of [
      [{ nameContains: 'qz' }, 3],
      [{ nameContains: 'qv' }, 0],
      [{ nameContains: 'qz', status: ['ERROR'] }, 0],
      [{ nameContains: 'qz', status: ['GENERATED'], modloader: 'Fabric' }, 3],
      [{ modloader: 'Fabric', gameVersion: '1.0' }, 0],
      [{ modloader: 'Quilt', status: ['ERROR'] }, 0],
    ] satisfies [ModPackFilter, number][]) {
      const found = await readFor((db) => countModPacks({ db }, filter, limits));
      expect(found.answer).toEqual(exactly(count));
      expect(found.read).toBeLessThan(afterLook);
    }
    const found = await readFor((db) => countServerPacks({ db }, { nameContains: 'qz' }, limits));
    expect(found).toEqual({ answer: exactly(3), read: expect.any(Number) });
    expect(found.read).toBeLessThan(afterLook);
  });

  it('totals of several filters that many fit are estimated, and read few', async () => {
    const asked: ((db: Queries) => Promise<Total>)[] = [
      (db) => countModPacks({ db }, { status: ['GENERATED'], modloader: 'Forge' }, limits),
      (db) => countModPacks({ db }, { modloader: 'Fabric', dateCreated: { from: at(1) } }, limits),
      (db) => countServerPacks({ db }, { modloader: 'Fabric', nameContains: 'pack' }, limits),
    ];
    for (const ask of asked) {
      const { answer, read } = await readFor(ask);
      expect(answer.isEstimated).toBe(true);
      expect(read).toBeLessThan(2 * few + afterLook);
    }
  });

  it.each<[string, ModPackFilter, number[]]>([
    ['a few hours', { dateCreated: { from: at(100), to: at(103) } }, [102, 101, 100]],
    ['a modloader that few have', { modloader: 'Quilt', dateCreated: { to: at(1_500) } }, [1_007, 7]],
    [
      'a modloader and a game version that go together nowhere',
      { modloader: 'Fabric', gameVersion: '1.0' },
      [],
    ],
  ])('pages of %s read these, in every order', async (_what, filter, ids) => {
    for (const [name, by] of Object.entries(modPackOrders)) {
      const order = { name, id: modPacks.id, by, descending: true };
      const { answer, read } = await readFor((db) => listModPacks({ db }, { filter, request: page, order }));
      expect(answer.rows.map(({ id }) => id).toSorted((a, b) => b - a)).toEqual(ids);
      expect(read).toBeLessThan(afterLook);
    }
    for (const [name, by] of Object.entries(serverPackOrders)) {
      const order = { name, id: serverPacks.id, by, descending: true };
      const { answer, read } = await readFor((db) =>
        listServerPacks({ db }, { filter, request: page, order }),
      );
      expect(answer.rows.map(({ id }) => id).toSorted((a, b) => b - a)).toEqual(ids);
      expect(read).toBeLessThan(afterLook);
    }
  });

  it('pages of a long time long ago read little more than they show, also where the row before them has gone', async () => {
    const filter = { dateCreated: { from: at(1), to: at(10_000) } };
    for (const descending of [true, false]) {
      const order = { name: 'CREATED_AT', id: modPacks.id, by: null, descending };
      const ask = async (after: Position | null) => {
        const request = { ...page, limit: 3, after };
        const { answer, read } = await readFor((db) => listModPacks({ db }, { filter, request, order }));
        expect(read).toBeLessThan(50);
        return { ids: answer.rows.map(({ id }) => id), last: answer.positions.at(-1) ?? null };
      };
      const first = await ask(null);
      expect(first.ids).toEqual(descending ? [9_999, 9_998, 9_997] : [1, 2, 3]);
      const second = descending ? [9_996, 9_995, 9_994] : [4, 5, 6];
      expect((await ask(first.last)).ids).toEqual(second);
      await database.db.delete(modPacks).where(eq(modPacks.id, first.last?.id ?? 0));
      expect((await ask(first.last)).ids).toEqual(second);
      const ofServerPacks = { ...order, id: serverPacks.id };
      const { answer, read } = await readFor((db) =>
        listServerPacks({ db }, { filter, request: page, order: ofServerPacks }),
      );
      expect(answer.rows).toHaveLength(20);
      expect(read).toBeLessThan(100);
    }
  });

  if (kind === 'embedded') return;
  it('the first of a longer part that few have, or none, is found by its index', async () => {
    for (const nameContains of ['some qz', 'nowhere']) {
      const order = { name: 'NAME', id: modPacks.id, by: modPackOrders.NAME, descending: true };
      const { read } = await readFor((db) =>
        listModPacks({ db }, { filter: { nameContains }, request: { ...page, limit: 1 }, order }),
      );
      expect(read).toBeLessThan(afterLook);
    }
  });
});
