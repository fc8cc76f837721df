import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  events,
  fetchedFiles,
  files,
  modPackFiles,
  modPacks,
  runConfigurations,
  serverPacks,
} from '../../drizzle/schema.ts';
import { deleteModPack, deleteServerPack, forgetFiles } from '../../src/core/deletion.ts';
import { lockModPackRow } from '../../src/core/row-locks.ts';
import { hasUnfinishedRun } from '../../src/core/run-control.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  await insertFinishedRuns(database.db, { modPacks: 4, runs: 2 });
});
afterAll(() => database?.close());

const storageKeys = async () => (await database.db.select().from(files)).map(({ storageKey }) => storageKey);
const serverPackOf = async (modPackId: number) => {
  const [pack] = await database.db.select().from(serverPacks).where(eq(serverPacks.modPackId, modPackId));
  if (!pack) throw new Error('It has server packs.');
  return pack;
};

it("a modpack goes with its runs, server packs and events, and with contents that are nobody else's", async () => {
  await deleteModPack(database, 1);
  for (const table of [serverPacks, runConfigurations, events])
    expect(await database.db.$count(table, eq(table.modPackId, 1))).toBe(0);
  expect(await database.db.$count(modPacks)).toBe(3);
  const left = await storageKeys();
  expect(left.filter((key) => /^(m0|s0-)/.test(key))).toEqual([]);
  expect(left).toHaveLength(3 + 6);
  await expect(deleteModPack(database, 1)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no modpack 1.',
  });
});

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

it('a server pack goes with its content, and the others of its modpack stay', async () => {
  const { id } = await serverPackOf(2);
  await deleteServerPack(database, id);
  expect(await database.db.$count(serverPacks, eq(serverPacks.modPackId, 2))).toBe(1);
  expect(await storageKeys()).toContain('s1-1');
  expect(await storageKeys()).not.toContain('s1-0');
  await expect(deleteServerPack(database, id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: `There is no server pack ${id}.`,
  });
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
    .values({ algorithm: 'sha1', hash: 'b', fileId: fetched.id, crc32: 1 });
  const before = await storageKeys();
  const all = [pack.fileId, modPack.fileId, named.id, fetched.id];
  await database.db.transaction((tx) => forgetFiles(tx, all));
  expect(await storageKeys()).toEqual(before);
  await database.db.delete(modPackFiles);
  await database.db.delete(fetchedFiles);
  await database.db.transaction((tx) => forgetFiles(tx, [named.id]));
  expect((await storageKeys()).toSorted()).toEqual(before.filter((key) => key !== 'named').toSorted());
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
