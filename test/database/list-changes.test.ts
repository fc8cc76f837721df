import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findListParts, findListRevision } from '../../src/core/lists/list-parts.ts';
import { rows } from '../../src/database/database.ts';
import {
  createServerDatabase,
  databaseKind,
  databaseKinds,
  openScratchDatabase,
} from '../support/database.ts';

const someServerPacks = [
  `insert into files (sha256, size, storage_key) select md5(i::text), 1, md5(i::text) from generate_series(1, 4) i`,
  `insert into mod_packs (file_id, name, status) select i, 'Pack.zip', 'GENERATED' from generate_series(1, 2) i`,
  `insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    select i, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]' from generate_series(1, 2) i`,
  `insert into server_packs (mod_pack_id, run_configuration_id, file_id) select i, i, i from generate_series(1, 2) i`,
];
const vote = (id: number) =>
  `update server_packs set confirmed_working = confirmed_working + 1 where id = ${id}`;

it.runIf(databaseKinds.includes('server'))('no change of a list waits for another one', async () => {
  await using scratch = await createServerDatabase();
  const [one, other] = [new pg.Client(scratch.url), new pg.Client(scratch.url)];
  await Promise.all([one.connect(), other.connect()]);
  try {
    for (const statement of someServerPacks) await one.query(statement);
    // Both are as far as they come before their commit, and the second one must not have to wait at all.
    await one.query('begin');
    await one.query(vote(1));
    await one.query('set constraints all immediate');
    await other.query('begin');
    await other.query(`set local lock_timeout = '1ms'`);
    await other.query(vote(2));
    await other.query('set constraints all immediate');
    await Promise.all([one.query('commit'), other.query('commit')]);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
});

it.each(databaseKinds)('the changes of a part become one row again, with the %s database', async (kind) => {
  await using database = await openScratchDatabase(kind);
  const { db } = database;
  for (const statement of someServerPacks) await db.execute(sql.raw(statement));
  const revisions = new Set<string>();
  const revisionsAbove = new Set<string>();
  const changes = 400;
  for (let change = 0; change < changes; change += 1) {
    await db.execute(sql.raw(vote(1)));
    revisions.add(await findListRevision({ db }, 'SERVER_PACKS'));
    revisionsAbove.add(await findListRevision({ db }, 'MOD_PACKS'));
  }
  expect(revisions.size).toBe(changes);
  // Modpacks show their server packs.
  expect(revisionsAbove.size).toBe(changes);
  const [kept] = await rows(
    db,
    sql`select count(*)::int as rows from list_changes where list = 'SERVER_PACKS'`,
  );
  // One in twenty gathers; that none of 400 did would be an error and not chance (1 in 10^8).
  expect(kept).toMatchObject({ rows: expect.toSatisfy((count: number) => count < changes) });
});

it('a list falls into parts by the ids of its rows, of which those alone are new where something has changed', async () => {
  await using database = await openScratchDatabase(databaseKind);
  const { db } = database;
  for (const statement of someServerPacks.slice(0, -1)) await db.execute(sql.raw(statement));
  const insert = (id: number) =>
    `insert into server_packs (mod_pack_id, run_configuration_id, file_id) values (${id}, ${id}, ${id})`;
  for (const statement of [insert(1), 'alter table server_packs alter id restart with 600', insert(2)])
    await db.execute(sql.raw(statement));
  const parts = (descending: boolean) => findListParts({ db }, 'SERVER_PACKS', { descending });
  const ranges = [
    { firstId: 0, lastId: 255, revision: expect.any(String) },
    { firstId: 512, lastId: 767, revision: expect.any(String) },
  ];
  const before = await parts(false);
  expect(before).toEqual(ranges);
  expect(await parts(true)).toEqual(before.toReversed());
  await db.execute(sql.raw(vote(600)));
  const after = await parts(false);
  expect(after).toEqual(ranges);
  expect(after[0]).toEqual(before[0]);
  expect(after[1]?.revision).not.toBe(before[1]?.revision);
  const [ofModPacks] = await findListParts({ db }, 'MOD_PACKS', { descending: false });
  expect(ofModPacks?.revision).not.toBe(after[0]?.revision);
});

it('the revision of a list is there before any of its rows, and not new where others alone have changed', async () => {
  await using database = await openScratchDatabase(databaseKind);
  const { db } = database;
  const lists = ['RUN_CONFIGURATIONS', 'SERVER_PACKS'] as const;
  const revisions = () => Promise.all(lists.map((list) => findListRevision({ db }, list)));
  const [none] = await revisions();
  expect(none).toMatch(/^[0-9a-f]{32}$/);
  for (const statement of someServerPacks) await db.execute(sql.raw(statement));
  const [before, serverPacks] = await revisions();
  expect(before).not.toBe(none);
  await db.execute(sql.raw(vote(1)));
  const [after, voted] = await revisions();
  expect(after).toBe(before);
  expect(voted).not.toBe(serverPacks);
});
