import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files, modPacks, serverPacks } from '../../drizzle/schema.ts';
import { deleteModPack, deleteServerPack } from '../../src/core/packs/deletion.ts';
import { uploadModPack } from '../../src/core/packs/mod-packs.ts';
import { lockFiles, lockModPackOfContent, lockModPackRow } from '../../src/core/packs/row-locks.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';

const waitingStatements = z.array(z.object({ query: z.string() }));

/** The statements that wait for a lock, longest first. */
async function waiting({ db }: Database): Promise<string[]> {
  const found = await rows(
    db,
    sql`select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' order by query_start`,
  );
  return waitingStatements.parse(found).map(({ query }) => query);
}

/** Locks contents until it is told to let go. */
async function hold({ db }: Database, fileIds: number[]): Promise<{ release(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const ended = db.transaction(async (tx) => {
    await lockFiles(tx, fileIds);
    held.resolve();
    await over.promise;
  });
  await Promise.race([held.promise, ended]);
  return {
    release() {
      over.resolve();
      return ended;
    },
  };
}

/** Whether somebody else could do this now, without waiting for a lock. */
async function isFree({ db }: Database, work: (tx: Queries) => Promise<unknown>): Promise<boolean> {
  const tried = db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '1ms'`);
    await work(tx);
  });
  return tried.then(
    () => true,
    (error: unknown) => {
      if (String(Object(error).cause).includes('lock timeout')) return false;
      throw error;
    },
  );
}

/** What several sessions do at a time shows on a server alone. */
describe.runIf(databaseKinds.includes('server'))('transactions on a server', () => {
  it('lock a modpack before its content, be it deleted or uploaded', async () => {
    await using service = await startTestApp({ database: 'server' });
    const { config, database, storage, versions } = service.app;
    const pack = smallPack();
    const sha256 = createHash('sha256').update(pack).digest('hex');
    await using file = await storage.scratch();
    await writeFile(file.path, pack);
    const stored = Promise.withResolvers<{ modPackId: number; release(): Promise<void> }>();
    // Somebody else has stored the same content by the time that these bytes are published; and its row is in use.
    const publish: typeof storage.publish = async (incoming) => {
      const key = await storage.publish(incoming);
      await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
      const [modPack] = await database.db.select().from(modPacks);
      const { id: modPackId = 0, fileId = 0 } = modPack ?? {};
      await database.db.update(files).set({ sha256, storageKey: key }).where(eq(files.id, fileId));
      stored.resolve({ modPackId, ...(await hold(database, [fileId])) });
      return key;
    };
    const uploaded = uploadModPack(
      {
        database,
        storage: { ...storage, publish },
        versions,
        readVersions: async () => null,
        unpackInner: async () => null,
        config,
      },
      {
        file: { path: file.path, size: pack.length, sha256 },
        name: 'pack.zip',
        runConfiguration: {
          gameVersion: '1.20.1',
          modloader: 'Fabric',
          modloaderVersion: '0.15.6',
          startArgs: [],
          clientMods: [],
          whitelistedMods: [],
        },
      },
    ).catch((error: unknown) => error);
    const { modPackId, release } = await stored.promise;
    // The upload asks for the modpack first, so it need not wait for the content that somebody else holds.
    expect(await uploaded).toMatchObject({ code: 'DUPLICATE_MOD_PACK' });
    const deleted = deleteModPack(database, modPackId);
    await expect.poll(() => waiting(database)).toEqual([expect.stringContaining('from "files"')]);
    await release();
    await deleted;
    expect(await database.db.select().from(modPacks)).toEqual([]);
  });

  it('that forget the last two packs of one content leave no row of it behind', async () => {
    await using database = await openScratchDatabase('server');
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 2, runs: 1 });
    const [first, second] = await db.select().from(serverPacks).orderBy(serverPacks.id);
    const fileId = first?.fileId ?? 0;
    await db
      .update(serverPacks)
      .set({ fileId })
      .where(eq(serverPacks.id, second?.id ?? 0));
    const { release } = await hold(database, [fileId]);
    const both = [first, second].map((one) => deleteServerPack(database, one?.id ?? 0));
    await expect.poll(async () => (await waiting(database)).length).toBe(2);
    await release();
    await Promise.all(both);
    expect(await db.select().from(files).where(eq(files.id, fileId))).toEqual([]);
  });

  it('that wait for each other are undone by the server, and done again', async () => {
    await using database = await openScratchDatabase('server');
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 2, runs: 0 });
    const [one = 0, other = 0] = (await db.select().from(modPacks).orderBy(modPacks.id)).map(({ id }) => id);
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let tried = 0;
    const crosswise = (own: number, ids: [number, number]) =>
      db.transaction(async (tx) => {
        tried += 1;
        await lockModPackRow(tx, ids[0]);
        met[own]?.resolve();
        await met[1 - own]?.promise;
        await lockModPackRow(tx, ids[1]);
        await tx
          .update(modPacks)
          .set({ versionID: String(own) })
          .where(eq(modPacks.id, ids[1]));
      });
    await Promise.all([crosswise(0, [one, other]), crosswise(1, [other, one])]);
    expect(tried).toBeGreaterThan(2);
    const changed = await db.select({ id: modPacks.id, versionID: modPacks.versionID }).from(modPacks);
    expect(changed.sort((a, b) => a.id - b.id)).toEqual([
      { id: one, versionID: '1' },
      { id: other, versionID: '0' },
    ]);
  });

  it('that have read what others changed meanwhile are done again', async () => {
    await using database = await openScratchDatabase('server');
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 0 });
    let tried = 0;
    const read = await db.transaction(
      async (tx) => {
        tried += 1;
        const [modPack] = await tx.select().from(modPacks);
        if (tried === 1) await db.update(modPacks).set({ versionID: 'changed' });
        await tx.update(modPacks).set({ projectID: 'mine' });
        return modPack?.versionID;
      },
      { isolationLevel: 'repeatable read' },
    );
    expect({ tried, read }).toEqual({ tried: 2, read: 'changed' });
  });

  it('have one modpack to themselves, of which rows can still come to speak', async () => {
    await using database = await openScratchDatabase('server');
    const [mine, other] = [await insertModPack(database), await insertModPack(database)];
    await database.db.transaction(async (tx) => {
      await lockModPackRow(tx, mine);
      expect(await isFree(database, (theirs) => lockModPackRow(theirs, mine))).toBe(false);
      expect(await isFree(database, (theirs) => lockModPackRow(theirs, other))).toBe(true);
      expect(await isFree(database, (theirs) => insertRun({ db: theirs }, mine))).toBe(true);
    });
  });

  it('have the modpack of a content to themselves, and not the content', async () => {
    await using database = await openScratchDatabase('server');
    const { db } = database;
    const [other, mine] = [await insertModPack(database), await insertModPack(database)];
    const [content] = await db
      .select({ id: files.id, sha256: files.sha256 })
      .from(modPacks)
      .innerJoin(files, eq(files.id, modPacks.fileId))
      .where(eq(modPacks.id, mine));
    const { id: fileId = 0, sha256 = '' } = content ?? {};
    await db.transaction(async (tx) => {
      expect(await lockModPackOfContent(tx, sha256)).toEqual({ id: mine, removed: null });
      expect(await isFree(database, (theirs) => lockModPackRow(theirs, mine))).toBe(false);
      expect(await isFree(database, (theirs) => insertRun({ db: theirs }, mine))).toBe(false);
      expect(await isFree(database, (theirs) => lockModPackRow(theirs, other))).toBe(true);
      expect(await isFree(database, (theirs) => lockFiles(theirs, [fileId]))).toBe(true);
    });
    expect(await db.transaction((tx) => lockModPackOfContent(tx, 'no such'))).toBeUndefined();
  });

  it('have the contents to themselves that they name, and no other', async () => {
    await using database = await openScratchDatabase('server');
    for (const _each of [1, 2, 3]) await insertModPack(database);
    const [one = 0, other = 0, spared = 0] = (await database.db.select().from(files).orderBy(files.id)).map(
      ({ id }) => id,
    );
    await database.db.transaction(async (tx) => {
      await lockFiles(tx, [other, one]);
      for (const held of [one, other])
        expect(await isFree(database, (theirs) => lockFiles(theirs, [held]))).toBe(false);
      expect(await isFree(database, (theirs) => lockFiles(theirs, [spared]))).toBe(true);
    });
  });
});
