import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import {
  downloads,
  events,
  fetchedFiles,
  files,
  modDecisions,
  modPackFiles,
  modPacks,
  mods,
  serverPacks,
  votes,
} from '../../drizzle/schema.ts';
import { deleteModPack, deleteServerPack, forgetFiles } from '../../src/core/packs/deletion.ts';
import { lockModPackRow } from '../../src/core/packs/row-locks.ts';
import { hasUnfinishedRun } from '../../src/core/runs/run-control.ts';
import { rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { figuresAndCounts } from '../support/figures-and-counts.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

const database = await openScratchDatabase(databaseKind);
await insertFinishedRuns(database.db, { modPacks: 4, runs: 2 });
afterAll(() => database.close());

const storageKeys = async () => (await database.db.select().from(files)).map(({ storageKey }) => storageKey);
const serverPackOf = async (modPackId: number) => {
  const [pack] = await database.db
    .select()
    .from(serverPacks)
    .where(eq(serverPacks.modPackId, modPackId))
    .orderBy(serverPacks.id);
  if (!pack) throw new Error('It has server packs.');
  return pack;
};

it('a modpack stays while a run of it waits or is under way', async () => {
  const [modPackId, other] = [await insertModPack(database), await insertModPack(database)];
  const run = await insertRun(database, modPackId);
  expect([
    await hasUnfinishedRun(database.db, modPackId),
    await hasUnfinishedRun(database.db, other),
  ]).toEqual([true, false]);
  await expect(deleteModPack(database, modPackId)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { modPackId },
  });
  await database.db.insert(events).values({ ...run, status: 'CHECKED', message: '' });
  await expect(deleteModPack(database, modPackId)).rejects.toMatchObject({ code: 'CONFLICT' });
  await database.db.insert(events).values({ ...run, status: 'ERROR', message: '' });
  await deleteModPack(database, modPackId);
  await deleteModPack(database, other);
});

it('a content stays as long as anything else speaks of it', async () => {
  const pack = await serverPackOf(3);
  const [modPack] = await database.db.select().from(modPacks).where(eq(modPacks.id, 4));
  const [named, fetched] = await database.db
    .insert(files)
    .values(['named', 'fetched'].map((key) => ({ sha256: key, size: 1, storageKey: key })))
    .returning();
  if (!modPack || !named || !fetched) throw new Error('They were made.');
  await database.db
    .insert(modPackFiles)
    .values({ modPackId: 4, position: 0, path: 'mods/a.jar', fileId: named.id, crc32: 1 });
  await database.db
    .insert(fetchedFiles)
    .values({ algorithm: 'origin', hash: 'b', fileId: fetched.id, crc32: 1 });
  const before = await storageKeys();
  const all = [pack.fileId, modPack.fileId, named.id, fetched.id];
  await database.db.transaction((tx) => forgetFiles(tx, all));
  expect(await storageKeys()).toEqual(before);
  await database.db.delete(modPackFiles);
  await database.db.delete(fetchedFiles);
  await database.db.transaction((tx) => forgetFiles(tx, [named.id]));
  expect((await storageKeys()).toSorted()).toEqual(before.filter((key) => key !== 'named').toSorted());
});

it('what a server pack and a modpack have many of goes by statements of which each takes few', async () => {
  await database.db.execute(sql`create table taken_at_once (rows integer not null)`);
  await database.db.execute(sql`create function note_taken() returns trigger language plpgsql as $$
    begin insert into taken_at_once select count(*) from gone; return null; end $$`);
  for (const table of ['mod_decisions', 'downloads', 'votes', 'mods', 'events'])
    await database.db.execute(sql`create trigger note_taken after delete on ${sql.raw(table)}
      referencing old table as gone for each statement execute function note_taken()`);
  const [own, another] = await database.db.select().from(serverPacks).where(eq(serverPacks.modPackId, 4));
  if (!own || !another) throw new Error('Modpack 4 has two server packs.');
  for (const { id } of [own, another]) {
    await database.db.execute(sql`insert into mod_decisions (server_pack_id, position, file, kept, reason, certainty, evidence)
      select ${id}::integer, at, 'mod.jar', true, 'SERVER_MOD', 'DECLARED', '' from generate_series(1000, 5999) at`);
    await database.db.execute(sql`insert into votes (server_pack_id, voter, vote)
      select ${id}::integer, 'somebody:' || at, 1 from generate_series(1, 3000) at`);
    await database.db.execute(sql`insert into downloads (server_pack_id)
      select ${id}::integer from generate_series(1, 3000)`);
  }
  await database.db.execute(sql`insert into downloads (mod_pack_id) select 4 from generate_series(1, 3000)`);
  await database.db.execute(sql`insert into mods (mod_pack_id, position, file, size, descriptors, descriptor_length)
    select 4, at, 'mod.jar', 1, '[]', 2 from generate_series(1000, 5999) at`);
  await database.db.execute(sql`insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    select 4, '1.20.1', 'Forge', '47.2.0', '{}', '{}', '{}' from generate_series(1, 300)`);
  await database.db.execute(sql`insert into events (mod_pack_id, run_configuration_id, status, message)
    select mod_pack_id, id, 'ERROR', '' from run_configurations, generate_series(1, 8) where mod_pack_id = 4`);

  await deleteServerPack(database, own.id);
  await deleteModPack(database, 4);
  for (const table of [modDecisions, votes, downloads])
    expect(await database.db.$count(table, inArray(table.serverPackId, [own.id, another.id]))).toBe(0);
  expect(await database.db.$count(mods, eq(mods.modPackId, 4))).toBe(0);
  const [taken] = await rows(
    database.db,
    sql`select max(rows)::integer as most, sum(rows)::integer > 30000 as all from taken_at_once`,
  );
  expect(taken).toEqual({ most: 2_000, all: true });
  const [figures, counts] = await figuresAndCounts(database);
  expect(figures).toEqual(counts);
});

it.runIf(databaseKind === 'server')(
  'a modpack stays for a run that is asked for while it is being deleted',
  async () => {
    const modPackId = await insertModPack(database);
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const request = database.db.transaction(async (tx) => {
      await lockModPackRow(tx, modPackId);
      await insertRun({ db: tx }, modPackId);
      asked.resolve();
      await goOn.promise;
    });
    await asked.promise;
    const deletion = Promise.allSettled([deleteModPack(database, modPackId)]);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(database.db, waiting)).toHaveLength(1);
    goOn.resolve();
    await request;
    expect(await deletion).toMatchObject([{ status: 'rejected', reason: { code: 'CONFLICT' } }]);
  },
);
